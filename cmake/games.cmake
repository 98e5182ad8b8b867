# The table of games. One line adds a game: its id, its class, the class's header, and the header that declares its extensions
# (engines/extensions.hpp), if any.
# Several classes joined by '+' make one game: opens the first one with fits(values), else the last, which accepts or rejects them.
# Each class is instantiated in its own sources, which compile in parallel and keep the templates out of everything else.
set(BANMEN_GAMES
  "bao Bao games/bao/bao.hpp engines/bao/extensions.hpp"
  "tictactoe TicTacToe games/tictactoe/tictactoe.hpp engines/tictactoe/extensions.hpp"
  "hichain Hichain games/hichain/hichain.hpp engines/hichain/extensions.hpp"
  "reversi Reversi games/reversi/reversi.hpp engines/reversi/extensions.hpp"
  "yonin Yonin games/reversi/reversi.hpp engines/reversi/extensions.hpp"
  "amazons AmazonsQueen1+AmazonsQueen2+AmazonsQueen4+AmazonsKnight1+AmazonsKnight2+AmazonsKnight4 games/amazons/amazons.hpp engines/amazons/extensions.hpp"
  "backgammon Backgammon games/backgammon/backgammon.hpp engines/backgammon/extensions.hpp"
)

# Parses a line of the table: GAME_ID, GAME_CLASSES, GAME_HEADER, GAME_EXTENSIONS (an #include, or nothing), GAME_HAS_EXTENSIONS (0
# or 1).
macro(banmen_read_game line)
  separate_arguments(fields UNIX_COMMAND "${line}")
  list(GET fields 0 GAME_ID)
  list(GET fields 1 GAME_CLASSES)
  list(GET fields 2 GAME_HEADER)
  string(REPLACE "+" ";" GAME_CLASSES "${GAME_CLASSES}")
  set(GAME_EXTENSIONS "")
  set(GAME_HAS_EXTENSIONS 0)
  list(LENGTH fields field_count)
  if(field_count GREATER 3)
    list(GET fields 3 extensions)
    set(GAME_EXTENSIONS "#include \"${extensions}\"")
    set(GAME_HAS_EXTENSIONS 1)
  endif()
endmacro()
