// Faulty files, one error each, with the checker's message; and facts proved of the library's games.
#include "rules/check.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace banmen::rules {
namespace {

const std::string placing = R"(game "T"
board grid 3 x 3
seats cross nought
piece sign "x" "o"
turn
  place sign on s in empty
end
  when line(3, mine): me wins
  when full: draw
)";

const std::string stepping = R"(game "B"
board grid 5 x 4
seats white black facing N S
piece pawn "x" "o"
start
  put pawn of white at row(1)
  put pawn of black at row(5)
turn
  choose f in mine
  choose t in near(f, forward) - mine
  move f to t
end
  when next stuck: me wins
notation "{f}-{t}"
)";

const std::string jumping = R"(game "J"
board track 8
seats first second
unequal
piece man "x" "o"
start
  put man of first at site(0)
  put man of second at [s in all where index(s) / 2 * 2 != index(s)]
turn
  choose f in mine
  repeat f to t
    choose t in jump(f, on, over theirs, to empty)
    remove between(f, t)
    move f to t
end
  when next stuck: me wins
notation "{f}-{t}"
)";

const std::string sowing = R"(game "S"
board ring 6
seats south north
region side = sites(0..2), sites(3..5)
start stones 3 repeated
turn
  choose h in side where stones(h) > 0
  sow h on
end
  when next stuck: each gains stones(side)
repetition: draw
)";

/// Replaces `from` by `to` in the text of a game; appends `to` if `from` is empty.
struct Broken {
  std::string name, text, from, to, message;

  [[nodiscard]] std::string content() const {
    std::string out = text;
    if (from.empty()) return out + to;
    return out.replace(out.find(from), from.size(), to);
  }
};

std::optional<Text> no_text(const std::string&, const std::string&) { return std::nullopt; }

/// Checks the file within half a second of this thread's processor time.
Checked checked(const std::string& content, const FindText& find = no_text) {
  const auto time = [] {
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
  };
  const double begin = time();
  Checked out = check_file({"x.game", content}, find);
  EXPECT_LT(time() - begin, 0.5);
  return out;
}

std::vector<std::string> first_lines(const Checked& c) {
  std::vector<std::string> out;
  for (const Message& m : c.messages) {
    const std::string whole = shown(m, c.reading);
    out.push_back(whole.substr(0, whole.find('\n')));
  }
  return out;
}

std::string all_of(const Checked& c) {
  std::string out;
  for (const std::string& line : first_lines(c)) out += line + "\n";
  return out;
}

const Broken broken_files[] = {
    {"section bord", placing, "board grid 3 x 3\n", "bord grid 3 x 3\n",
     "x.game:2:1: there is no section 'bord' (did you mean 'board'?)"},
    {"section seets", placing, "seats cross nought\n", "seets cross nought\n",
     "x.game:3:1: there is no section 'seets' (did you mean 'seats'?)"},
    {"section peice", placing, "piece sign \"x\" \"o\"\n", "peice sign \"x\" \"o\"\n",
     "x.game:4:1: there is no section 'peice' (did you mean 'piece'?)"},
    {"section trun", placing, "turn\n", "trun\n", "x.game:5:1: there is no section 'trun' (did you mean 'turn'?)"},
    {"section ende", placing, "end\n", "ende\n", "x.game:7:1: there is no section 'ende' (did you mean 'end'?)"},
    {"section parm", placing, "", "parm size = 3 in 3..5\n", "x.game:10:1: there is no section 'parm' (did you mean 'param'?)"},
    {"section requires", placing, "", "requires 1 = 1\n", "x.game:10:1: there is no section 'requires' (did you mean 'require'?)"},
    {"section unequall", placing, "", "unequall\n", "x.game:10:1: there is no section 'unequall' (did you mean 'unequal'?)"},
    {"section team", placing, "", "team a = cross, b = nought\n",
     "x.game:10:1: there is no section 'team' (did you mean 'teams'?)"},
    {"section hands", placing, "", "hands sign 5\n", "x.game:10:1: there is no section 'hands' (did you mean 'hand'?)"},
    {"section conter", placing, "", "conter n in 0..3\n", "x.game:10:1: there is no section 'conter' (did you mean 'counter'?)"},
    {"section mark", placing, "", "mark m\n", "x.game:10:1: there is no section 'mark' (did you mean 'marks'?)"},
    {"section regoin", placing, "", "regoin r = row(1)\n", "x.game:10:1: there is no section 'regoin' (did you mean 'region'?)"},
    {"section lett", placing, "", "lett a = row(1)\n", "x.game:10:1: there is no section 'lett' (did you mean 'let'?)"},
    {"section strat", placing, "", "strat put sign of cross at {a1}\n",
     "x.game:10:1: there is no section 'strat' (did you mean 'start'?)"},
    {"section repitition:", placing, "", "repitition: draw\n",
     "x.game:10:1: there is no section 'repitition' (did you mean 'repetition'?)"},
    {"section scores", placing, "", "scores 1\n", "x.game:10:1: there is no section 'scores' (did you mean 'score'?)"},
    {"section valeu", placing, "", "valeu 1\n", "x.game:10:1: there is no section 'valeu' (did you mean 'value'?)"},
    {"section notaton", placing, "", "notaton \"{s}\"\n", "x.game:10:1: there is no section 'notaton' (did you mean 'notation'?)"},
    {"section shwo", placing, "", "shwo squares\n", "x.game:10:1: there is no section 'shwo' (did you mean 'show'?)"},
    {"section tests", placing, "", "tests\n", "x.game:10:1: there is no section 'tests' (did you mean 'test'?)"},
    {"section extend", placing, "", "extend \"x.game\"\n", "x.game:10:1: there is no section 'extend' (did you mean 'extends'?)"},
    {"statement chose", placing, "  place sign on s in empty\n", "  chose s in empty\n",
     "x.game:6:3: there is no statement 'chose' (did you mean 'choose'?)"},
    {"statement plase", placing, "  place sign on s in empty\n", "  plase sign on s in empty\n",
     "x.game:6:3: there is no statement 'plase' (did you mean 'place'?)"},
    {"statement putt", placing, "  place sign on s in empty\n", "  putt sign at empty\n",
     "x.game:6:3: there is no statement 'putt' (did you mean 'put'?)"},
    {"statement mov", placing, "  place sign on s in empty\n", "  mov f to t\n",
     "x.game:6:3: there is no statement 'mov' (did you mean 'move'?)"},
    {"statement remov", placing, "  place sign on s in empty\n", "  remov mine\n",
     "x.game:6:3: there is no statement 'remov' (did you mean 'remove'?)"},
    {"statement filp", placing, "  place sign on s in empty\n", "  filp theirs\n",
     "x.game:6:3: there is no statement 'filp' (did you mean 'flip'?)"},
    {"statement sew", placing, "  place sign on s in empty\n", "  sew h on\n",
     "x.game:6:3: there is no statement 'sew' (did you mean 'sow'?)"},
    {"statement tak", placing, "  place sign on s in empty\n", "  tak all\n",
     "x.game:6:3: there is no statement 'tak' (did you mean 'take'?)"},
    {"statement cary", placing, "  place sign on s in empty\n", "  cary all to all\n",
     "x.game:6:3: there is no statement 'cary' (did you mean 'carry'?)"},
    {"statement sett", placing, "  place sign on s in empty\n", "  sett n to 1\n",
     "x.game:6:3: there is no statement 'sett' (did you mean 'set'?)"},
    {"statement ad", placing, "  place sign on s in empty\n", "  ad 1 to n\n",
     "x.game:6:3: there is no statement 'ad' (did you mean 'add'?)"},
    {"statement marc", placing, "  place sign on s in empty\n", "  marc all as m\n",
     "x.game:6:3: there is no statement 'marc' (did you mean 'mark'?)"},
    {"statement unmarc", placing, "  place sign on s in empty\n", "  unmarc all as m\n",
     "x.game:6:3: there is no statement 'unmarc' (did you mean 'unmark'?)"},
    {"statement cleer", placing, "  place sign on s in empty\n", "  cleer m\n",
     "x.game:6:3: there is no statement 'cleer' (did you mean 'clear'?)"},
    {"statement lat", placing, "  place sign on s in empty\n", "  lat a = 1\n",
     "x.game:6:3: there is no statement 'lat' (did you mean 'let'?)"},
    {"statement requir", placing, "  place sign on s in empty\n", "  requir full\n",
     "x.game:6:3: there is no statement 'requir' (did you mean 'require'?)"},
    {"statement rol", placing, "  place sign on s in empty\n", "  rol d of 6\n",
     "x.game:6:3: there is no statement 'rol' (did you mean 'roll'?)"},
    {"statement agian", placing, "  place sign on s in empty\n", "  agian\n",
     "x.game:6:3: there is no statement 'agian' (did you mean 'again'?)"},
    {"statement iff", placing, "  place sign on s in empty\n", "  iff full\n",
     "x.game:6:3: there is no statement 'iff' (did you mean 'if'?)"},
    {"statement eether", placing, "  place sign on s in empty\n", "  eether\n",
     "x.game:6:3: there is no statement 'eether' (did you mean 'either'?)"},
    {"statement repeet", placing, "  place sign on s in empty\n", "  repeet f to t\n",
     "x.game:6:3: there is no statement 'repeet' (did you mean 'repeat'?)"},
    {"statement stopp", placing, "  place sign on s in empty\n", "  stopp\n",
     "x.game:6:3: there is no statement 'stopp' (did you mean 'stop'?)"},
    {"set misspelt", placing, "  place sign on s in empty\n", "  place sign on s in emtpy\n",
     "x.game:6:22: no set of sites is called 'emtpy' (did you mean 'empty'?)"},
    {"function misspelt", placing, "  when line(3, mine): me wins\n", "  when lien(3, mine): me wins\n",
     "x.game:8:8: there is no function 'lien' (did you mean 'line'?)"},
    {"seat in rules", stepping, "  choose t in near(f, forward) - mine\n", "  choose t in near(f, forward) - white\n",
     "x.game:10:34: a rule may not name a seat: 'white' (say 'mine' or 'theirs', or declare the game 'unequal')"},
    {"seat before wins", placing, "  when line(3, mine): me wins\n", "  when line(3, mine): cross wins\n",
     "x.game:8:23: a rule may not name a seat: 'cross' (say 'me' or 'next', or declare the game 'unequal')"},
    {"turn of a seat", placing, "turn\n", "turn of cross\n",
     "x.game:5:1: a rule may not name a seat: 'cross' (say 'turn', or declare the game 'unequal')"},
    {"brackets mixed", stepping, "  choose t in near(f, forward) - mine\n", "  choose t in near(f, forward) & empty | mine\n",
     "x.game:10:40: brackets needed: (A & B) | C, or A & (B | C)?"},
    {"four mixed", stepping, "  choose t in near(f, forward) - mine\n",
     "  choose t in near(f, forward) & empty | near(f, diagonal forward) - mine\n",
     "x.game:10:40: brackets needed: (A & B) | (C - D), or ((A & B) | C) - D?"},
    {"number wanted", sowing, "  choose h in side where stones(h) > 0\n", "  choose h in side where h > 0\n",
     "x.game:7:26: expected a number, but 'h' is a site (did you mean 'stones(h)'?)"},
    {"set wanted", placing, "  place sign on s in empty\n", "  place sign on s in count(mine)\n",
     "x.game:6:22: expected a set of sites, but 'count(mine)' is a number"},
    {"joins sets", placing, "  place sign on s in empty\n", "  place sign on s in empty & count(mine)\n",
     "x.game:6:30: expected a set of sites, but 'count(mine)' is a number"},
    {"joins numbers", placing, "  place sign on s in empty\n", "  place sign on s in empty + mine\n",
     "x.game:6:28: '+' joins numbers, but 'empty' is a set of sites"},
    {"direction wanted", stepping, "  choose t in near(f, forward) - mine\n", "  choose t in near(f, mine) - mine\n",
     "x.game:10:23: expected a direction, but 'mine' is a set of sites"},
    {"condition in let", placing, "  place sign on s in empty\n", "  let a = full\n  place sign on s in empty\n",
     "x.game:6:11: expected a set of sites, but 'full' is a condition"},
    {"bracket open", placing, "  when line(3, mine): me wins\n", "  when line(3, mine: me wins\n",
     "x.game:8:20: expected ')', got ':'"},
    {"bracket too many", placing, "  when line(3, mine): me wins\n", "  when line(3, mine)): me wins\n",
     "x.game:8:21: expected ':', got ')'"},
    {"function otherwise", placing, "  when line(3, mine): me wins\n", "  when line(mine): me wins\n",
     "x.game:8:8: wrong arguments for 'line' (write line(3, A, D))"},
    {"word of a function", stepping, "  choose t in near(f, forward) - mine\n",
     "  choose t in slide(f, forward, over empty) - mine\n",
     "x.game:10:38: 'slide' has no 'over' here (write slide(S, D, through T, onto U))"},
    {"not chosen", stepping, "  move f to t\n", "  move f to u\n",
     "x.game:11:13: nothing called 'u' was chosen before (did you mean 'f'?)"},
    {"no such piece", placing, "  place sign on s in empty\n", "  place sing on s in empty\n",
     "x.game:6:9: there is no piece 'sing' (did you mean 'sign'?)"},
    {"no such site", placing, "  place sign on s in empty\n", "  place sign on s in {a1 d4}\n",
     "x.game:6:26: the board has no site 'd4'"},
    {"forward without facing", placing, "  place sign on s in empty\n", "  place sign on s in near(mine, forward)\n",
     "x.game:6:33: 'forward' needs seats with a direction (for example: seats white black facing N S)"},
    {"sow on a grid", placing, "  place sign on s in empty\n", "  choose h in all\n  sow h on\n  place sign on s in empty\n",
     "x.game:7:3: 'sow' needs a ring (for example: board ring 12)"},
    {"tab", placing, "  place sign on s in empty\n", "\tplace sign on s in empty\n",
     "x.game:6:1: a tab in the indentation (use spaces)"},
    {"depth of its own", stepping, "  move f to t\n", "    move f to t\n",
     "x.game:11:5: this indentation matches no block (align the lines of a block)"},
    {"line of no section", placing, "seats cross nought\n", "  seats cross nought\n",
     "x.game:3:3: this line belongs to no section (sections begin at the left margin)"},
    {"empty turn", placing, "  place sign on s in empty\n", "",
     "x.game:5:1: 'turn' has no statements (indent them below this line)"},
    {"name is a word", placing, "  place sign on s in empty\n", "  place sign on mine in empty\n",
     "x.game:6:17: 'mine' is a word of the language and can't be a name"},
    {"name twice", placing, "turn\n", "piece sign \"a\" \"b\"\nturn\n", "x.game:5:1: duplicate 'piece sign'"},
    {"text without end", placing, "piece sign \"x\" \"o\"\n", "piece sign \"x\" \"o\n",
     "x.game:4:16: unterminated string (close it with \" on the same line)"},
    {"letters", placing, "piece sign \"x\" \"o\"\n", "piece sign \"x\"\n",
     "x.game:4:1: piece 'sign' needs 2 letters, one for each owner, not 1"},
    {"letter twice", placing, "piece sign \"x\" \"o\"\n", "piece sign \"x\" \"x\"\n",
     "x.game:4:1: the letter 'x' is already in use"},
    {"no seats", placing, "seats cross nought\n", "", "x.game: the game has no seats (for example: seats first second)"},
    {"no board", placing, "board grid 3 x 3\n", "", "x.game: the game has no board (for example: board grid 8 x 8)"},
    {"no turn", placing, "turn\n  place sign on s in empty\n", "",
     "x.game: the game has no turn (add 'turn', and below it the statements of a move)"},
    {"no end", placing, "end\n  when line(3, mine): me wins\n  when full: draw\n", "",
     "x.game: the game has no end (add 'end', and below it: when next stuck: me wins)"},
    {"sure and nothing more", placing, "end\n", "sure\nend\n",
     "x.game:7:1: 'sure' has no rules (add one below it: when …: me wins)"},
    {"sure of a number", placing, "end\n", "sure\n  when mine: difference of 1\nend\n",
     "x.game:8:14: 'sure' allows only wins, losses and draws"},
    {"sure where play goes round", placing, "end\n", "repetition: draw\nsure\n  when full: draw\nend\n",
     "x.game:8:1: 'sure' requires a game without dice and without 'repetition: draw'"},
    {"sure of what is counted", placing, "  when full: draw\n", "  when full: each gains 1\nsure\n  when full: draw\n",
     "x.game:10:1: 'sure' requires a game whose only results are wins, losses and draws"},
    {"no game", placing, "game \"T\"\n", "", "x.game:1:1: the file does not begin with 'game' (begin it with: game \"Its name\")"},
    {"language 2", placing, "game \"T\"\n", "game \"T\" language 2\n",
     "x.game:1:1: unknown version of the language (this program reads language 1)"},
    {"picture too small", placing, "turn\n", "start\n  . .\n  . .\nturn\n",
     "x.game:6:3: the picture is 2 x 2, but the board is 3 x 3"},
    {"picture uneven", placing, "turn\n", "start\n  . . .\n  . .\n  . . .\nturn\n",
     "x.game:7:3: this row has 2 cells, but the first has 3"},
    {"picture letter", placing, "turn\n", "start\n  . . .\n  . q .\n  . . .\nturn\n",
     "x.game:7:3: no piece has the letter 'q' (one of: x o)"},
    {"two pieces", stepping, "  put pawn of black at row(5)\n", "  put pawn of black at all\n",
     "x.game:7:3: there is already a piece on a1"},
    {"whose", stepping, "  put pawn of white at row(1)\n", "  put pawn at row(1)\n",
     "x.game:6:3: 'pawn' needs an owner (for example: put pawn of white at …)"},
    {"no start fits", placing, "board grid 3 x 3\nseats cross nought\npiece sign \"x\" \"o\"\n",
     "param size = 3 in 3..4\nboard grid size x size\nseats cross nought\npiece sign \"x\" \"o\"\nstart when size = 3\n  . . .\n "
     " . x o\n  . . .\n",
     "x.game:6:1: no start fits these parameters, with size=4 (add a start without 'when')"},
    {"picture for other values", placing, "board grid 3 x 3\nseats cross nought\npiece sign \"x\" \"o\"\n",
     "param size = 3 in 3..4\nboard grid size x size\nseats cross nought\npiece sign \"x\" \"o\"\nstart\n  . . .\n  x . o\n  . . "
     ".\n",
     "x.game:7:3: the picture is 3 x 3, but the board is 4 x 4, with size=4"},
    {"default not in range", placing, "board grid 3 x 3\n", "param size = 9 in 3..5\nboard grid 3 x 3\n",
     "x.game:2:1: the default 9 is not one of the parameter's values"},
    {"empty range", placing, "board grid 3 x 3\n", "param size = 3 in 5..3\nboard grid 3 x 3\n",
     "x.game:2:1: the range 5..3 is empty"},
    {"parameters fit", placing, "board grid 3 x 3\n", "param size = 3 in 3..5\nrequire size > 3 \"too small\"\nboard grid 3 x 3\n",
     "x.game:3:1: these parameters do not fit together: too small"},
    {"let in a circle", placing, "", "let a = b | mine\nlet b = a & empty\n", "x.game:10:5: 'a' uses itself in its definition"},
    {"region that looks", placing, "", "region r = mine\n",
     "x.game:10:12: a region must be constant (use 'let r = …' for a set that changes)"},
    {"roll later", placing, "end\n", "  roll d of 6\nend\n", "x.game:7:3: 'roll' must be the first statement of a turn"},
    {"stop outside", placing, "end\n", "  stop\nend\n", "x.game:7:3: 'stop' is only allowed inside 'repeat'"},
    {"either alone", placing, "  place sign on s in empty\n", "  either\n    place sign on s in empty\n",
     "x.game:6:3: 'either' has only one alternative (add another with 'or')"},
    {"otherwise alone", placing, "end\n", "  otherwise\n    again\nend\n",
     "x.game:7:3: there is no 'if' above this 'otherwise' (it must follow directly, with the same indentation)"},
    {"blank in a move", placing, "", "notation \"{s} x\"\n", "x.game:10:10: the notation must not contain a space"},
    {"notation of nothing", placing, "", "notation \"{t}\"\n", "x.game:10:10: nothing called 't' is chosen (did you mean 's'?)"},
    {"bridge of nobody", placing, "", "bridge xboard \"t\"\n", "x.game:10:1: expected 'uci' or 'gtp', got 'xboard'"},
    {"bridge without a start", placing, "", "bridge uci \"t\"\n",
     "x.game:10:1: a uci bridge needs the start position (add start \"FEN\")"},
    {"bridge of a letter", placing, "", "bridge uci \"t\" start \"3/3/3 w - - 0 1\" piece \"z\" as \"P\"\n",
     "x.game:10:1: no piece has the letter 'z'"},
    {"bridge of marks", placing, "", "bridge uci \"t\" start \"3/3/3 w - - 0 1\" passing p\n",
     "x.game:10:1: there are no marks 'p'"},
    {"bridge to another start", placing, "", "bridge uci \"t\" start \"3/3/2X w - - 0 1\"\n",
     "x.game:10:1: the start is '3/3/3 w - - 0 1' in uci, not '3/3/2X w - - 0 1'"},
    {"bridge of moves", placing, "", "bridge gtp \"t\" without \"123\"\n",
     "x.game:10:1: two moves are both 'a' in gtp: 'a3' and 'a2', at the start"},
    {"bridge of positions", placing, "", "bridge uci \"t\" start \"3/3/3 w - - 0 1\" piece \"o\" as \"x\"\n",
     "x.game:10:1: '.../.../x.. nought' is '3/3/x2 b - - 0 1' in uci, which is read back as '.../.../o.. nought', after a1"},
    {"bridge of stones", sowing, "", "bridge uci \"s\" start \"6 w - - 0 1\"\n",
     "x.game:12:1: FEN can't express '3,3,3,3,3,3', at the start"},
    {"difference of three", placing,
     "seats cross nought\npiece sign \"x\" \"o\"\nturn\n  place sign on s in empty\nend\n  when line(3, mine): me wins\n  when "
     "full: draw\n",
     "seats a b c\npiece sign \"x\" \"o\" \"z\"\nturn\n  place sign on s in empty\nend\n  when line(3, mine): me wins\n  when "
     "full: difference of count(mine)\n",
     "x.game:9:14: 'difference of' requires two sides, and this game has 3 (use 'rank by' or 'each gains')"},
    {"check with 'with' twice", placing, "", "test\n  with x=1: with y=2: perft 9\n",
     "x.game:11:3: unexpected 'with': a line has one 'slow', then one 'with' (write 'slow with x = 1, y = 2: perft 9')"},
    {"check misspelt", placing, "", "test\n  prft 9\n", "x.game:11:3: there is no check 'prft' (did you mean 'perft'?)"},
    {"stranded", placing, "  place sign on s in empty\n", "  place sign on s in empty & row(1)\n",
     "x.game:7:1: no result: a seat has no move after c1 b1 a1, and no rule of 'end' holds (add 'when next stuck: …')"},
    {"no result possible", stepping, "  when next stuck: me wins\n", "  when mine & far: me wins\n",
     "x.game:12:1: no result: a seat has no move after b1-b2 a5-a4 a1-a2 b5-b4 b2-b3 b4-b3 d1-d2 c5-c4 a2-a3 a4-a3 c1-c2 c4-c3 "
     "d2-d3 c3-c2 d3-d4 d5-d4, and no rule of 'end' holds (add 'when next stuck: …')"},
    {"repeats", stepping, "  choose t in near(f, forward) - mine\n", "  choose t in near(f, orthogonal) & empty\n",
     "x.game: play may never end: b1-b2 d5-d4 b2-b1 d4-d5 (add 'repetition: draw')"},
    {"repeats though never", stepping,
     "  choose t in near(f, forward) - mine\n  move f to t\nend\n  when next stuck: me wins\nnotation \"{f}-{t}\"\n",
     "  choose t in near(f, orthogonal) & empty\n  move f to t\nend\n  when next stuck: me wins\nnotation "
     "\"{f}-{t}\"\nrepetition: never\n",
     "x.game: a position repeats: b1-b2 d5-d4 b2-b1 d4-d5 (say 'repetition: draw', since 'repetition: never' promises "
     "that no position repeats)"},
    {"nothing falls", sowing, "end\n  when next stuck: each gains stones(side)\nrepetition: draw\n",
     "  if last in side: take last\nend\n  when next stuck: each gains stones(side)\n",
     "x.game: play may never end: found no quantity that decreases every turn (add 'repetition: draw', or 'repetition: never' if "
     "no "
     "position can occur twice)"},
    {"relay", sowing, "  sow h on\n", "  sow h on, relay while last was occupied\n",
     "x.game:8:3: a move may never end: f after c e b f b e c f c f b (add 'endless: void', 'endless: illegal' or 'endless: "
     "forfeit')"},
    {"repeat without end", stepping,
     "  choose t in near(f, forward) - mine\n  move f to t\nend\n  when next stuck: me wins\nnotation \"{f}-{t}\"\n",
     "  repeat f to t\n    choose t in near(f) & empty\n    move f to t\nend\n  when next stuck: me wins\nnotation "
     "\"{f}-{t}\"\nrepetition: draw\n",
     "x.game:10:3: this 'repeat' may never end: found nothing that every run uses up, so a move stops after 13 choices (mark the "
     "sites "
     "visited, or let every run remove, place or use up something)"},
    {"repeat without a choice", jumping,
     "    choose t in jump(f, on, over theirs, to empty)\n    remove between(f, t)\n    move f to t\n",
     "    if theirs\n      choose t in near(f, on)\n    otherwise\n      choose t in near(f, back)\n    move f to t\n",
     "x.game:11:3: 'repeat' may never end (every run must remove, place or use up something, or 'stop')"},
    {"never stuck", placing, "  place sign on s in empty\nend\n  when line(3, mine): me wins\n  when full: draw\n",
     "  either \"wait\"\n    again\n  or\n    place sign on s in empty\nend\n  when line(3, mine): me wins\n  when full: draw\n  "
     "when next stuck: draw\nrepetition: draw\n",
     "x.game:13:8: never true: nobody is ever stuck, since the turn on line 5 always has a move"},
    {"stuck before pass", stepping, "end\n", "else pass\nend\n",
     "x.game:14:8: this ends the game before anybody can pass, which the turn on line 8 allows (did you mean 'everyone stuck'?)"},
    {"always holds", placing, "  when full: draw\n", "  when count(mine) >= 0: draw\n  when full: draw\n",
     "x.game:10:3: never used: the rule on line 9 always holds"},
    {"same rule twice", placing, "", "  when full: me wins\n",
     "x.game:10:8: never true: the rule on line 9 has ended the game already"},
    {"never true", placing, "", "  when mine & theirs: draw\n", "x.game:10:8: never true"},
    {"alternative never", placing, "  place sign on s in empty\n",
     "  either\n    place sign on s in empty\n  or\n    place sign on s in mine & theirs\n",
     "x.game:9:5: never used: no move can take this alternative"},
    {"region without sites", placing, "", "region r = row(7)\nlet u = r\n", "x.game:10:1: region 'r' has no sites"},
    {"seats not alike", stepping, "  put pawn of black at row(5)\n", "  put pawn of black at row(5) - {a5}\n",
     "x.game: the seats are not alike: no symmetry of the board maps white's start to black's; a1 has no counterpart (declare "
     "the "
     "game 'unequal' or fix the start)"},
    {"regions not alike", placing, "turn\n  place sign on s in empty\n",
     "region r = row(1), row(1) | row(2)\nturn\n  place sign on s in empty - r\n",
     "x.game:7:30: the seats are not alike: no symmetry of the board maps cross's rules to nought's (declare the game "
     "'unequal' or fix "
     "the rules)"},
    {"written alike", stepping,
     "  choose t in near(f, forward) - mine\n  move f to t\nend\n  when next stuck: me wins\nnotation \"{f}-{t}\"\n",
     "  choose t in near(f, diagonal forward) - mine\n  move f to t\nend\n  when next stuck: me wins\nnotation \"{t}\"\n",
     "x.game:14:10: two moves have the same text: 'b2', at the start (add to 'notation' the choice in which they differ)"},
    {"index of none", sowing, "end\n", "  let k = index(site(9))\nend\n",
     "x.game:9:17: expected exactly one site, got none: at the start"},
    {"too many bytes", placing, "board grid 3 x 3\nseats cross nought\npiece sign \"x\" \"o\"\n",
     "board grid 20 x 20\nseats cross nought\npiece sign \"x\" \"o\"\npiece p0 \"A\" \"a\"\npiece p1 \"B\" \"b\"\npiece p2 \"C\" "
     "\"c\"\npiece p3 \"D\" \"d\"\npiece p4 \"E\" \"e\"\npiece p5 \"F\" \"f\"\npiece p6 \"G\" \"g\"\npiece p7 \"H\" \"h\"\npiece "
     "p8 \"I\" \"i\"\npiece p9 \"J\" \"j\"\npiece p10 \"K\" \"k\"\npiece p11 \"L\" \"l\"\npiece p12 \"M\" \"m\"\npiece p13 \"N\" "
     "\"n\"\npiece p15 \"P\" \"p\"\npiece p16 \"Q\" \"q\"\npiece p17 \"R\" \"r\"\npiece p18 \"S\" \"s\"\npiece p19 \"T\" \"t\"\n",
     "x.game:13:1: a position needs 2248 bytes, and at most 1024 are possible"},
    {"too many moves", placing, "board grid 3 x 3\nseats cross nought\npiece sign \"x\" \"o\"\nturn\n",
     "board grid 20 x 20\nseats cross nought\npiece sign \"x\" \"o\"\nturn\n  choose a in all\n  choose b in all\n  choose c in "
     "all\n",
     "x.game:8:3: a position may have 25600000000 moves, and at most a million are possible"},
    {"too many bits", placing, "  place sign on s in empty\n",
     "  choose k0 in 1..3\n  choose k1 in 1..3\n  choose k2 in 1..3\n  choose k3 in 1..3\n  choose k4 in 1..3\n  place sign on s "
     "in empty\n",
     "x.game:9:3: a move needs 86 bits, and at most 63 are possible"},
    {"too many numbers", placing, "  place sign on s in empty\n", "  choose k in 1..70000\n  place sign on s in {a1}\n",
     "x.game:6:3: a number can be chosen from at most 65536 values"},
    {"too many ways of a pass", stepping,
     "  choose t in near(f, forward) - mine\n  move f to t\nend\n  when next stuck: me wins\nnotation \"{f}-{t}\"\n",
     "  repeat f to t or stop\n    choose t in theirs | empty where t in theirs\n    move f to t\nend\n  when next stuck: me "
     "wins\nnotation \"{f}-{t}\"\n",
     "x.game:11:5: a run of 'repeat' may have more than 15 options, and only the first 15 are offered (let each run choose from "
     "fewer "
     "sites)"},
    {"too many passes", jumping, "track 8", "track 48",
     "x.game:12:5: a move makes more than 13 choices inside 'repeat', the limit: at the start"},
    {"rolled and stuck", sowing, "  choose h in side where stones(h) > 0\n",
     "  roll d of 6\n  choose h in side where stones(h) >= d\n",
     "x.game:6:1: a seat may have no move after its roll (add 'else pass')"},
    {"counter called over", placing, "", "counter over in 0..3\n",
     "x.game:10:1: 'over' is reserved in the text of positions (choose another name)"},
    {"marks called endless", placing, "", "marks endless\n",
     "x.game:10:1: 'endless' is reserved in the text of positions (choose another name)"},
    {"letter that rings", placing, "\"o\"", "\"\a\"",
     "x.game:4:1: a piece's letter must be visible and can't be a control character"},
    {"letter that turns text around", placing, "\"o\"", "\"\u202e\"",
     "x.game:4:1: a piece's letter must be visible and can't be a control character"},
    {"letter without width", placing, "\"o\"", "\"\u200b\"",
     "x.game:4:1: a piece's letter must be visible and can't be a control character"},
    {"letter that is an accent", placing, "\"o\"", "\"\u0301\"",
     "x.game:4:1: a piece's letter must be visible and can't be a control character"},
    {"letter that is no text", placing, "\"o\"", "\"\xff\"",
     "x.game:4:1: a piece's letter must be visible and can't be a control character"},
    {"two points at one place", placing, "board grid 3 x 3\n", "board graph\n  line a1 b1 c1\n  line a1 z\n  at z 2 1\n",
     "x.game:4:3: 'b1' and 'z' have the same coordinates (move one of them, for example: at z 1 2)"},
    {"too many sites", placing, "board grid 3 x 3\n", "board grid 30 x 30\n",
     "x.game:2:1: the board has 30 x 30 sites, and at most 400 are possible"},
};

TEST(Check, ReportsEveryFault) {
  for (const Broken& file : broken_files) {
    SCOPED_TRACE(file.name);
    const Checked c = checked(file.content());
    const auto lines = first_lines(c);
    EXPECT_NE(std::find(lines.begin(), lines.end(), file.message), lines.end()) << file.message << "\n" << all_of(c);
  }
}

TEST(Check, ReportsNothingOfGoodFiles) {
  for (const std::string& text : {placing, sowing, jumping}) EXPECT_EQ(all_of(checked(text)), "");
  EXPECT_EQ(all_of(checked(stepping)), "");
}

TEST(Check, ShowsTheLineWithThePlaceUnderlined) {
  std::string text = stepping;
  text.replace(text.find("- mine"), 6, "- white");
  const Checked c = checked(text);
  ASSERT_EQ(c.messages.size(), 1u);
  EXPECT_EQ(shown(c.messages[0], c.reading),
            "x.game:10:34: a rule may not name a seat: 'white' (say 'mine' or 'theirs', or declare the game 'unequal')\n"
            "   10 |   choose t in near(f, forward) - white\n"
            "      |                                  ^^^^^\n");
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Check, HostileFilesAreHarmless) {
  const auto first = [](const std::string& content) {
    const Checked c = checked(content);
    EXPECT_FALSE(c.valid());
    return c.messages.empty() ? "" : first_lines(c)[0];
  };
  const auto with = [](const std::string& line) { return placing + line + "\n"; };
  EXPECT_EQ(first(""), "x.game: the file is empty (a game begins with: game \"Its name\")");
  EXPECT_EQ(first("; nothing\n\n"), "x.game: the file is empty (a game begins with: game \"Its name\")");
  EXPECT_EQ(first(std::string("\x7f"
                              "ELF\0\1\2",
                              7)),
            "x.game: not a text file: it contains a zero byte");
  EXPECT_EQ(first(std::string(2'000'000, 'x')), "x.game: the file is too long for a game (at most 256 kilobytes)");
  EXPECT_EQ(first(with("let a = " + repeated("(", 1000) + "mine" + repeated(")", 1000))),
            "x.game:10:209: brackets are nested too deeply (at most 200)");
  EXPECT_NE(first(with("let a = " + repeated("not ", 5000) + repeated("- ", 5000) + "1")), "");
  EXPECT_NE(first(with("let a = mine" + repeated(" or mine", 20000))), "");
  EXPECT_NE(first(with("let a = mine" + repeated(" of me", 20000))), "");
  EXPECT_NE(first(with("let a = N" + repeated(" forward", 20000))), "");
  EXPECT_NE(first(with("let a = mine" + repeated(" & mine", 30000))), "");
  EXPECT_NE(first(with("turn of x\n  " + repeated("if full: ", 20000) + "again")), "");
  EXPECT_NE(first(repeated("x\n", 100'000)), "");
  EXPECT_NE(first(repeated("(\n", 100'000)), "");
  std::string deep = "turn\n", nested;
  for (int i = 1; i < 100; ++i) nested += std::string(static_cast<std::size_t>(2 * i), ' ') + "if full\n";
  deep += nested + std::string(200, ' ') + "again\n";
  std::string text = placing;
  text.replace(text.find("turn\n"), 5 + std::string("  place sign on s in empty\n").size(), deep);
  EXPECT_NE(first(text).find("blocks are nested too deeply"), std::string::npos);
  text = placing;
  EXPECT_EQ(first(text.replace(text.find("3 x 3"), 5, "31623 x 31623")),
            "x.game:2:1: the board has 31623 x 31623 sites, and at most 400 are possible");
  text = placing;
  EXPECT_EQ(first(text.replace(text.find("grid 3 x 3"), 10, "ring 1000000000")),
            "x.game:2:1: the board has 1000000000 sites, and at most 400 are possible");
  EXPECT_EQ(first(with("score 99999999999999999999")), "x.game:10:7: this number is too large (at most 1000000000)");
  std::string lets = placing + "let a0 = mine\n";
  for (int i = 1; i <= 300; ++i)
    lets += "let a" + std::to_string(i) + " = a" + std::to_string(i - 1) + " | a" + std::to_string(i - 1) + "\n";
  EXPECT_NE(first(lets).find("this expression is too large"), std::string::npos);
  text = placing;
  const Checked wide = checked(text.replace(text.find("board"), 5, "param n = 3 in 1..1000000000\nboard"));
  EXPECT_TRUE(wide.valid()) << all_of(wide);
}

TEST(Check, FilesThatExtendOthers) {
  const std::map<std::string, std::string> texts{
      {"a.game", "game \"A\"\nextends \"b.game\"\n"}, {"b.game", "game \"B\"\nextends \"a.game\"\n"}, {"t.game", placing}};
  const FindText find = [&](const std::string& name, const std::string&) -> std::optional<Text> {
    const auto found = texts.find(name);
    return found == texts.end() ? std::nullopt : std::optional(Text{name, found->second});
  };
  EXPECT_EQ(all_of(checked("game \"X\"\nextends \"a.game\"\n", find)), "b.game:2:9: 'a.game' extends itself\n");
  EXPECT_EQ(all_of(checked("game \"X\"\nextends \"c.game\"\n", find)),
            "x.game:2:9: there is no file 'c.game' next to this one or in the library\n");
  EXPECT_EQ(all_of(checked("game \"X\"\nextends \"t.game\"\nend\n  when full: draw\n", find)), "");
}

TEST(Check, ExtendsOnlyFilesBesideItAndTheLibrary) {
  std::vector<std::string> asked;
  const FindText find = [&](const std::string& name, const std::string&) -> std::optional<Text> {
    asked.push_back(name);
    return Text{name, "root:x:0:0\n"};
  };
  for (const char* outside : {"/etc/passwd", "../../../../etc/passwd", "..", "a/../../b.game", "a//b.game", "a/.."})
    EXPECT_EQ(all_of(checked("game \"X\"\nextends \"" + std::string(outside) + "\"\n", find)),
              "x.game:2:9: '" + std::string(outside) +
                  "' is outside the folder of this file (a game extends a file next to it or a game of the library)\n");
  EXPECT_TRUE(asked.empty());
  EXPECT_NE(all_of(checked("game \"X\"\nextends \"variants/..b.game\"\n", find)), "");
  EXPECT_EQ(asked, (std::vector<std::string>{"variants/..b.game"}));
}

TEST(Check, TextsForPeopleHaveNoControlCharacters) {
  std::string text = placing;
  text.replace(0, text.find('\n'), "game \"Ti\033[2Jtle\"\nparam n = 3 in 1..9 \"h\u202eelp\"");
  const Checked c = checked(text);
  EXPECT_TRUE(c.valid()) << all_of(c);
  EXPECT_EQ(c.reading.file.title, "Ti.[2Jtle");
  EXPECT_EQ(c.reading.file.params[0].help, "h.elp");
}

TEST(Check, ReportsProvedFacts) {
  const Checked t = checked(placing);
  ASSERT_TRUE(t.rules);
  EXPECT_EQ(t.facts.most_plies, 9);
  EXPECT_EQ(t.facts.most_moves, 9);
  EXPECT_EQ(t.facts.move_bits, 6);
  EXPECT_EQ(t.facts.measure.words, "empty sites");
  EXPECT_EQ(t.facts.symmetries.size(), 16u);
  const Checked b = checked(stepping);
  ASSERT_TRUE(b.rules);
  EXPECT_EQ(b.facts.most_plies, 32);
  EXPECT_EQ(b.facts.measure.words, "rows still to go");
  EXPECT_EQ(b.facts.symmetries.size(), 4u);
  const Checked s = checked(sowing);
  ASSERT_TRUE(s.rules);
  EXPECT_EQ(s.facts.most_plies, 0);
  ASSERT_EQ(s.facts.symmetries.size(), 2u);
  EXPECT_EQ(s.facts.symmetries[1].rotation, 1);
  EXPECT_EQ(s.facts.symmetries[1].site[0], 3);
}

}  // namespace
}  // namespace banmen::rules
