# Writes OUTPUT with a hash of the files that determine results: rules, searches, solvers and jobs, not reports or commands.
#   cmake -DSOURCE=… -DOUTPUT=… -DVERSION=… -P code_stamp.cmake
#
# For each file it hashes the name without its folder, and the content: tokens for C++ (including .inc files), all bytes for others.
# Comments, white space, folders and #include "…" lines don't count. The few files that the patterns below could misread are hashed
# as bytes: those with a block comment that begins on a directive's line and ends on another, or with two raw string delimiters.
#
# Every file counts, whatever its suffix (weights and tables determine results as code does), and so does every layer; exclusions
# are listed here. An extra file only causes games to be replayed, a missing one mixes results of different code.
cmake_minimum_required(VERSION 3.25)
set(left_out
  "_test\\.[a-z]+$" "/test_[^/]+$"              # tests
  "/\\.[^/]+$" "~$"                             # editor backups
  "/(picture|scene|scene_[a-z]+)\\.[a-z]+$"     # drawing
  "^src/catalog/any_scenery\\."
  "^src/(host|serve|app)/"                      # host access, server, command line
  "^src/play/(engine_server|uci_server|gtp_server|record|record_json|date|live_game)\\."
  # Input, output and storage.
  "^src/lab/report/"
  "^src/lab/(toml|experiment|store|campaign|evaluation|estimate|claims|measure)\\."
)
file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/src/*)
foreach(pattern IN LISTS left_out)
  list(FILTER files EXCLUDE REGEX "${pattern}")
endforeach()

# Placeholders that occur in no source: for a backslash at the end of a line, the end of a directive, the end of a raw string with a
# delimiter, and the end of a token.
string(ASCII 1 joint)
string(ASCII 2 directive_end)
string(ASCII 3 raw_end)
string(ASCII 4 token_end)
string(JOIN "|" skipped
  "[ \t\r\n${joint}]+"
  "//[^\n${directive_end}]*"
  "/\\*[^*]*\\*+([^/*][^*]*\\*+)*/"
  "#[ \t]*include[ \t]*\"[^\n]*")
string(JOIN "|" token
  "[uUL]?8?R\"\\([^)]*(\\)+[^)\"][^)]*)*\\)+\""
  "[uUL]?8?R\"[^ ()\"\n]+\\([^${raw_end}]*${raw_end}"
  "[A-Za-z_][A-Za-z_0-9]*"
  "\\.?[0-9][A-Za-z_0-9.]*('[A-Za-z_0-9.]+)*"
  "\"[^\"\\\n]*(\\\\.[^\"\\\n]*)*\""
  "'[^'\\\n]*(\\\\.[^'\\\n]*)*'"
  "#[ \t]*define[ \t]+[A-Za-z_0-9]+\\("  # with a space before the parenthesis it would be another macro
  "<=>|<<=|>>=|\\.\\.\\.|->\\*|[-+*/%&|^!<>=]=|[+][+]|--|&&|\\|\\||<<|>>|->|::|##|\\.\\*"
  ".")

# Sets `out` to a hash of the tokens of a C++ file.
function(hash_tokens out file)
  file(READ ${file} text)
  string(REPLACE "\\\n" "${joint}" text "\n${text}${token_end}")
  string(REGEX REPLACE "(\n[ \t]*#[^\n]*)" "\\1${directive_end}" text "${text}")
  string(REGEX MATCHALL "R\"[^ ()\"\n]+\\(" raw_strings "${text}")
  list(REMOVE_DUPLICATES raw_strings)
  list(LENGTH raw_strings delimiters)
  if(delimiters GREATER 1 OR text MATCHES "\n[ \t]*(/\\*[^\n]*\\*/[ \t]*)?#[^\n]*/\\*([^*\n]|\\*+[^*/\n])*\\**\n" OR
     text MATCHES "\n[ \t]*/\\*[^\n]*\\*/[ \t]*#")
    file(SHA256 ${file} hash)
    set(${out} ${hash} PARENT_SCOPE)
    return()
  endif()
  foreach(opening IN LISTS raw_strings)
    string(REGEX REPLACE "R\"(.*)\\(" ")\\1\"" closing "${opening}")
    string(REPLACE "${closing}" "${raw_end}" text "${text}")
  endforeach()
  string(REGEX REPLACE "(${skipped})*(${token})" "\\3${token_end}" text "${text}")
  string(SHA256 hash "${text}")
  set(${out} ${hash} PARENT_SCOPE)
endfunction()

set(hashes "")
foreach(file IN LISTS files)
  if(file MATCHES "\\.(c|cpp|h|hpp|inc)$")
    hash_tokens(hash ${SOURCE}/${file})
  else()
    file(SHA256 ${SOURCE}/${file} hash)
  endif()
  get_filename_component(name ${file} NAME)
  list(APPEND hashes "${name} ${hash}")
endforeach()
list(SORT hashes)
string(SHA256 stamp "${hashes}")
string(SUBSTRING ${stamp} 0 12 stamp)
set(text "// Made by cmake/code_stamp.cmake.\n#include \"lab/job.hpp\"\nnamespace banmen::lab {\nstd::string_view code_stamp() { return \"${stamp}\"; }\nstd::string_view version() { return \"${VERSION}\"; }\n}\n")
include(${CMAKE_CURRENT_LIST_DIR}/write_changed.cmake)
write_changed(${OUTPUT} "${text}")
