# Writes OUTPUT, a C++ source that holds docs/openapi.json, without the blanks at the beginning of its lines.
#   cmake -DSOURCE=… -DOUTPUT=… -P embed_openapi.cmake
file(READ ${SOURCE}/docs/openapi.json content)
string(REGEX REPLACE "\n +" "\n" content "${content}")
set(text "// Made by cmake/embed_openapi.cmake.\n#include \"serve/openapi.hpp\"\nnamespace banmen::serve {\nstd::string_view openapi_document() {\n  return\n")
# A string literal may be no longer than the compiler likes: pieces of 8000 characters are joined by it.
string(LENGTH "${content}" length)
set(at 0)
while(at LESS length)
  string(SUBSTRING "${content}" ${at} 8000 piece)
  string(APPEND text "R\"banmen(${piece})banmen\"\n")
  math(EXPR at "${at} + 8000")
endwhile()
string(APPEND text "  ;\n}\n}\n")
file(WRITE ${OUTPUT} "${text}")
