# The explicit table of games. One line adds a game: its folder under src/games/, its class, its header.
# Several classes, joined by '+', make one game: the first whose fits(values) holds is opened, the last takes (or refuses) the rest.
# Each game is instantiated in sources of its own, so that they compile side by side and nothing else sees the templates.
set(BANMEN_GAMES
  "bao Bao games/bao/bao.hpp"
  "tictactoe TicTacToe games/tictactoe/tictactoe.hpp"
  "hichain Hichain games/hichain/hichain.hpp"
  "reversi Reversi games/reversi/reversi.hpp"
  "yonin Yonin games/reversi/reversi.hpp"
  "amazons AmazonsQueen1+AmazonsQueen2+AmazonsQueen4+AmazonsKnight1+AmazonsKnight2+AmazonsKnight4 games/amazons/amazons.hpp"
  "backgammon Backgammon games/backgammon/backgammon.hpp"
)

set(declarations "")
set(entries "")
foreach(line IN LISTS BANMEN_GAMES)
  separate_arguments(fields UNIX_COMMAND "${line}")
  list(GET fields 0 id)
  list(GET fields 1 classes)
  list(GET fields 2 GAME_HEADER)
  string(REGEX REPLACE "games/(.*)/.*" "\\1" GAME_FOLDER ${GAME_HEADER})
  string(REPLACE "+" ";" classes "${classes}")
  list(LENGTH classes class_count)
  set(calls "")
  set(number 0)
  foreach(GAME_CLASS IN LISTS classes)
    math(EXPR number "${number} + 1")
    set(GAME_ID ${id})
    if(class_count GREATER 1)
      set(GAME_ID ${id}_${number})
    endif()
    foreach(template IN ITEMS entry search solve)
      configure_file(${CMAKE_SOURCE_DIR}/cmake/${template}.cpp.in ${CMAKE_BINARY_DIR}/games/${template}_${GAME_ID}.cpp @ONLY)
      target_sources(banmen PRIVATE ${CMAKE_BINARY_DIR}/games/${template}_${GAME_ID}.cpp)
    endforeach()
    list(APPEND BANMEN_ENTRY_SOURCES ${CMAKE_BINARY_DIR}/games/entry_${GAME_ID}.cpp)
    string(APPEND declarations "GameEntry entry_${GAME_ID}();\n")
    list(APPEND calls "entry_${GAME_ID}()")
  endforeach()
  list(JOIN calls ", " calls)
  string(APPEND entries "  entries.push_back(one_of({${calls}}));\n")
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/cmake/entries.cpp.in ${CMAKE_BINARY_DIR}/games/entries.cpp @ONLY)
target_sources(banmen PRIVATE ${CMAKE_BINARY_DIR}/games/entries.cpp)
