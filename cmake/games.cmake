# The explicit table of games. One line adds a game: its id, its class, the class's header, and the header in which its study declares
# what else it brings (study/extras.hpp), where it brings anything.
# Several classes, joined by '+', make one game: the first whose fits(values) holds is opened, the last takes (or refuses) the rest.
# Each class is instantiated in sources of its own, so that they compile side by side and nothing else sees the templates.
set(BANMEN_GAMES
  "bao Bao games/bao/bao.hpp study/bao/extras.hpp"
  "tictactoe TicTacToe games/tictactoe/tictactoe.hpp study/tictactoe/extras.hpp"
  "hichain Hichain games/hichain/hichain.hpp study/hichain/extras.hpp"
  "reversi Reversi games/reversi/reversi.hpp study/reversi/extras.hpp"
  "yonin Yonin games/reversi/reversi.hpp study/reversi/extras.hpp"
  "amazons AmazonsQueen1+AmazonsQueen2+AmazonsQueen4+AmazonsKnight1+AmazonsKnight2+AmazonsKnight4 games/amazons/amazons.hpp study/amazons/extras.hpp"
  "backgammon Backgammon games/backgammon/backgammon.hpp study/backgammon/extras.hpp"
)

# Takes a line of the table apart: GAME_ID, GAME_CLASSES, GAME_HEADER, GAME_EXTRAS (an #include, or nothing), GAME_HAS_EXTRAS (0 or 1).
macro(banmen_read_game line)
  separate_arguments(fields UNIX_COMMAND "${line}")
  list(GET fields 0 GAME_ID)
  list(GET fields 1 GAME_CLASSES)
  list(GET fields 2 GAME_HEADER)
  string(REPLACE "+" ";" GAME_CLASSES "${GAME_CLASSES}")
  set(GAME_EXTRAS "")
  set(GAME_HAS_EXTRAS 0)
  list(LENGTH fields field_count)
  if(field_count GREATER 3)
    list(GET fields 3 extras)
    set(GAME_EXTRAS "#include \"${extras}\"")
    set(GAME_HAS_EXTRAS 1)
  endif()
endmacro()
