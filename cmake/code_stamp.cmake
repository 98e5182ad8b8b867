# Writes OUTPUT with a hash over the files that results depend on: rules, searches, solvers and jobs, not reports or commands.
#   cmake -DSOURCE=… -DOUTPUT=… -DVERSION=… -P code_stamp.cmake
#
# Every file counts, whatever its ending (weights and tables decide results as code does), and so does every layer; what does not
# count is named here. A file too many only makes games be played again, one too few mixes results of different code.
set(left_out
  "_test\\.[a-z]+$" "/test_[^/]+$"              # tests
  "/\\.[^/]+$" "~$"                             # what editors leave behind
  "/(picture|scene|scene_[a-z]+)\\.[a-z]+$"     # drawing
  "^src/catalog/(any_scenery|plugin_scene_trial)\\."
  "^src/(host|serve|app)/"                      # the machine, the server, the command line
  "^src/play/(engine_server|record|record_json|date|dice|live_game|places|verdict|default_agent)\\."
  # What only reads, shows or keeps.
  "^src/lab/report/"
  "^src/lab/(toml|experiment|store|campaign|evaluation|estimate|sequential|papers|claims|measure|match_records)\\."
)
file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/src/*)
foreach(pattern IN LISTS left_out)
  list(FILTER files EXCLUDE REGEX "${pattern}")
endforeach()
list(SORT files)
set(all "")
foreach(file IN LISTS files)
  file(SHA256 ${SOURCE}/${file} hash)
  string(APPEND all "${file} ${hash}\n")
endforeach()
string(SHA256 stamp "${all}")
string(SUBSTRING ${stamp} 0 12 stamp)
set(text "// Made by cmake/code_stamp.cmake.\n#include \"lab/job.hpp\"\nnamespace banmen::lab {\nstd::string_view code_stamp() { return \"${stamp}\"; }\nstd::string_view version() { return \"${VERSION}\"; }\n}\n")
include(${CMAKE_CURRENT_LIST_DIR}/write_changed.cmake)
write_changed(${OUTPUT} "${text}")
