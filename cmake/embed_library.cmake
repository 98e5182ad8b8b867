# Writes OUTPUT, a C++ source with the rule files of the library.
#   cmake -DSOURCE=… -DOUTPUT=… -P embed_library.cmake
file(GLOB files RELATIVE ${SOURCE}/games ${SOURCE}/games/*.game)
list(SORT files)
set(text "// Made by cmake/embed_library.cmake.\n#include \"rules/reader.hpp\"\nnamespace banmen::rules {\nstd::span<const LibraryFile> library() {\n  static constexpr LibraryFile files[] = {\n")
foreach(name IN LISTS files)
  file(READ ${SOURCE}/games/${name} content)
  string(REGEX REPLACE "\\.game$" "" id ${name})
  string(APPEND text "    {\"${id}\", R\"banmen(${content})banmen\"},\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n}\n")
include(${CMAKE_CURRENT_LIST_DIR}/write_changed.cmake)
write_changed(${OUTPUT} "${text}")
