# The page in web/, compiled into the program: built by Node, gzipped, and embedded file by file. Without Node, or without a network
# for installing its packages, the program has everything but the page and explains how to get it.
set(page_folder ${CMAKE_BINARY_DIR}/page)
set(embedded_page ${page_folder}/embedded_page.cpp ${page_folder}/embedded_page.S)
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/src/* ${CMAKE_SOURCE_DIR}/web/public/*)
file(GLOB page_settings CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/*.html ${CMAKE_SOURCE_DIR}/web/*.js ${CMAKE_SOURCE_DIR}/web/*.ts
     ${CMAKE_SOURCE_DIR}/web/*.json ${CMAKE_SOURCE_DIR}/web/.npmrc)
list(FILTER page_sources EXCLUDE REGEX "\\.test\\.ts$")
# `built` exists only after a successful build of the page, so a failed one is retried. Unchanged files are not rewritten, so
# nothing is recompiled needlessly.
add_custom_command(OUTPUT ${embedded_page} ${page_folder}/built
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DOUTPUT=${page_folder} -P ${CMAKE_SOURCE_DIR}/cmake/build_page.cmake
  DEPENDS ${page_sources} ${page_settings} ${CMAKE_SOURCE_DIR}/cmake/build_page.cmake
  COMMENT "" VERBATIM)
