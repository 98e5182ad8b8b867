# The explicit table of games. One line adds a game: its folder under src/games/, its class, its header.
# Each game is instantiated in sources of its own, so that they compile side by side and nothing else sees the templates.
set(BANMEN_GAMES
  "tictactoe TicTacToe games/tictactoe/tictactoe.hpp"
  "reversi Reversi games/reversi/reversi.hpp"
  "yonin Yonin games/reversi/reversi.hpp"
)

set(declarations "")
set(entries "")
foreach(line IN LISTS BANMEN_GAMES)
  separate_arguments(fields UNIX_COMMAND "${line}")
  list(GET fields 0 GAME_ID)
  list(GET fields 1 GAME_CLASS)
  list(GET fields 2 GAME_HEADER)
  foreach(template IN ITEMS entry search)
    configure_file(${CMAKE_SOURCE_DIR}/cmake/${template}.cpp.in ${CMAKE_BINARY_DIR}/games/${template}_${GAME_ID}.cpp @ONLY)
    target_sources(banmen PRIVATE ${CMAKE_BINARY_DIR}/games/${template}_${GAME_ID}.cpp)
  endforeach()
  string(APPEND declarations "GameEntry entry_${GAME_ID}();\n")
  string(APPEND entries "  entries.push_back(entry_${GAME_ID}());\n")
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/cmake/entries.cpp.in ${CMAKE_BINARY_DIR}/games/entries.cpp @ONLY)
target_sources(banmen PRIVATE ${CMAKE_BINARY_DIR}/games/entries.cpp)
