# Writes OUTPUT, a C++ source with docs/openapi.json, without its indentation.
#   cmake -DSOURCE=… -DOUTPUT=… -P embed_openapi.cmake
file(READ ${SOURCE}/docs/openapi.json content)
string(REGEX REPLACE "\n +" "\n" content "${content}")
set(text "// Made by cmake/embed_openapi.cmake.\n#include \"serve/page.hpp\"\nnamespace banmen::serve {\nstd::string_view openapi_document() {\n  return\n")
include(${CMAKE_CURRENT_LIST_DIR}/raw_literal.cmake)
raw_literal(literal "${content}")
string(APPEND text "${literal}")
string(APPEND text "  ;\n}\n}\n")
file(WRITE ${OUTPUT} "${text}")
