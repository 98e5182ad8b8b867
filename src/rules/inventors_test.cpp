// Games as new inventors write them: what the checker must find in them, and that both interpreters agree on them.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "rules/check.hpp"
#include "rules/lock_step.hpp"
#include "rules/move_bound.hpp"
#include "rules/symmetries.hpp"

namespace banmen::rules {
namespace {

/// Fanorona: captures by approach or withdrawal, in turns of several passes.
const std::string fanorona = R"(game "Fanorona"
board grid 5 x 9
seats white black facing N S
piece man "o" "x"
marks visited
start
  x x x x x x x x x
  x x x x x x x x x
  x o x o . x o x o
  o o o o o o o o o
  o o o o o o o o o
turn
  choose f in mine
  clear visited
  repeat f to t or stop
    choose d in (all8 if f in dark otherwise orthogonal)
    choose t in near(f, d) & empty
    either "a"
      let front = slide(t, d, through theirs)
      require front
      remove front
    or "w"
      let rear = slide(f, reverse d, through theirs)
      require rear
      remove rear
    move f to t
else
  choose f in mine
  choose d in (all8 if f in dark otherwise orthogonal)
  choose t in near(f, d) & empty
  move f to t
else pass
end
  when not theirs: me wins
  when everyone stuck: draw
repetition: draw
)";

/// The pass of Fanorona with the prey numbered, and with a condition.
const std::string numbered_prey = R"(    choose k in 1..2
    let prey = (slide(t, d, through theirs) if k = 1 otherwise slide(f, reverse d, through theirs))
    require prey
    remove prey
    move f to t
)";
const std::string conditional_prey = R"(    if slide(t, d, through theirs): remove slide(t, d, through theirs)
    otherwise: stop
    move f to t
)";
const std::string either_prey = R"(    let front = slide(t, d, through theirs)
    let rear = slide(f, reverse d, through theirs)
    require front | rear
    if front: remove front
    otherwise: remove rear
    move f to t
)";

std::string with_prey(const std::string& pass) {
  std::string out = fanorona;
  const std::size_t begin = out.find("    either \"a\""), end = out.find("else\n");
  return out.replace(begin, end - begin, pass);
}

const std::string halma = R"(game "Halma"
board grid 6 x 6
seats white black
piece man "x" "o"
marks visited
region camp = {a1 b1 a2}, {f6 e6 f5}
start
  put man of white at camp of white
  put man of black at camp of black
turn
  choose f in mine
  either
    choose t in near(f) & empty
    move f to t
  or "j"
    clear visited
    mark f as visited
    repeat f to t or stop
      choose t in jump(f, all8, over occupied, to empty) - visited
      move f to t
      mark t as visited
    clear visited
end
  when mine in camp of next: me wins
  when next stuck: me wins
repetition: draw
)";

const std::string draughts = R"(game "Russian draughts"
board grid 8 x 8 only dark
seats white black facing N S
piece man "x" "o"
piece king "X" "O"
start
  put man of white at rows(1..3)
  put man of black at rows(6..8)
turn
  choose f in mine
  repeat f to t
    choose d in diagonal
    let prey = (near(f, d) & theirs if f in man otherwise slide(f, d, onto theirs) & theirs)
    require prey
    choose t in (near(prey, d) & empty if f in man otherwise slide(prey, d))
    remove prey
    move f to t
    if t in far & man: put king at t
else
  choose f in mine
  choose t in (near(f, diagonal forward) & empty if f in man otherwise slide(f, diagonal))
  move f to t
  if t in far & man: put king at t
end
  when next stuck: me wins
repetition: draw
)";

/// The Royal Game of Ur in small: a hit man begins again.
const std::string ur = R"(game "Ur"
board track 8
seats first second
piece man "x" "o"
counter off in 0..3 each
turn
  roll d of 4
  either "in"
    require count(mine) + off < 3
    choose t in site(d - 1) - mine
    put man at t
  or
    choose f in mine
    choose t in at(f, on, d) - mine
    move f to t
  or "out"
    choose f in mine where index(f) + d > 7
    remove f
    add 1 to off
else pass
end
  when off = 3: me wins
notation "{f}-{t}"
)";

/// Chomp, with a block of squares removed or marked.
std::string chomp(const std::string& bite) {
  return "game \"Chomp\"\nboard grid 4 x 7\nseats first second\npiece square \"#\" neutral\nmarks eaten\nstart put square at all\n"
         "turn\n" +
         bite + "end\n  when not square or {a1} in eaten: me loses\n  when next stuck: me wins\n";
}

const std::string tzaar = R"(game "TZAAR"
board hex 5 x 5 without {c3}
seats white black
piece tzaar "A" "a"
piece tzarra "B" "b"
piece tott "C" "c"
start
  A B C c b
  b c A C a
  C a ~ A c
  A c a C B
  B C c b a
  stones 1 at all
turn
  choose f in mine
  choose t in slide(f, all6, onto theirs) & theirs where stones(t) <= stones(f)
  remove stones(t) from t
  carry f to t
  move f to t
  either "capture"
    choose g in mine
    choose u in slide(g, all6, onto theirs) & theirs where stones(u) <= stones(g)
    remove stones(u) from u
    carry g to u
    move g to u
  or "stack"
    choose g in mine
    choose u in slide(g, all6, onto mine) & mine
    carry g to u
    move g to u
  or "pass"
end
  when not theirs tzaar or not theirs tzarra or not theirs tott: me wins
  when next stuck: me wins
)";

/// Two polyominoes; a piece must touch an own one at a corner, and none at an edge.
const std::string blokus = R"(game "Blokus"
board grid 6 x 6
seats blue red
piece stone "x" "o"
counter dominoes in 0..3 each
counter trominoes in 0..2 each
turn
  either "2"
    require dominoes < 3
    choose s in all
    choose d in N | E
    let two = s | at(s, d, 1)
    require count(two) = 2 and not (two & occupied) and not (near(two, orthogonal) & mine)
    require near(two, diagonal) & mine or (two & corners and not mine)
    put stone at two
    add 1 to dominoes
  or "3"
    require trominoes < 2
    choose s in empty
    choose d in N | E
    let three = s | at(s, d, 1) | at(s, d, 2)
    require count(three & empty) = 3 and not (near(three, orthogonal) & mine)
    require near(three, diagonal) & mine or (three & corners and not mine)
    put stone at three
    add 1 to trominoes
else pass
end
  when everyone stuck: difference of count(mine)
)";

const std::string hexagon = "hex 7 x 7 only [s in all where row_of(s) + column_of(s) in 5..11]\n";

const std::string havannah = "game \"Havannah\"\nboard " + hexagon + R"(seats first second
piece stone "x" "o"
region corner = {d1 g1 a4 g4 a7 d7}
region border = row(1) | row(7) | column(1) | column(7) | [s in all where row_of(s) + column_of(s) = 5 or row_of(s) + column_of(s) = 11]
let edges(c) = ((1 if c & (row(1) - corner) otherwise 0) + (1 if c & (row(7) - corner) otherwise 0)
    + (1 if c & (column(1) - corner) otherwise 0) + (1 if c & (column(7) - corner) otherwise 0)
    + (1 if c & {c2 b3} otherwise 0) + (1 if c & {f5 e6} otherwise 0))
turn
  place stone on s in empty
end
  when [s in mine where count(flood(s, in mine) & corner) >= 2]: me wins
  when [s in mine where edges(flood(s, in mine)) >= 3]: me wins
  when (all - mine) - flood(border - mine, in all - mine): me wins
  when full: draw
)";

const std::string game_of_y = R"(game "Y"
board hex 5 x 5 only [s in all where row_of(s) + column_of(s) <= 6]
seats first second
piece stone "x" "o"
turn
  place stone on s in empty
end
  when [s in mine where flood(s, in mine) & row(1) and flood(s, in mine) & column(1) and flood(s, in mine) & {a5 b4 c3 d2 e1}]: me wins
  when full: draw
)";

/// Pairs of marbles move sideways; a pair is named once by a choice among half of the directions.
const std::string abalone = "game \"Abalone\"\nboard " + hexagon + R"(seats first second
piece marble "x" "o"
start
  put marble of first at rows(1..2)
  put marble of second at rows(6..7)
turn
  choose a in E | SE | S
  choose f in mine
  let pair = f | at(f, a, 1)
  require pair in mine and count(pair) = 2
  choose d in all6
  let goal = near(pair, d)
  require count(goal) = 2 and not ((goal - pair) & occupied)
  remove pair
  put marble at goal
end
  when next stuck: me wins
repetition: draw
)";

/// Three seats on a star, each opposite its goal.
const std::string star = R"(game "Star"
board hex 5 x 5 only [s in all where row_of(s) >= 2 and column_of(s) >= 2 and row_of(s) + column_of(s) <= 7
    or row_of(s) <= 4 and column_of(s) <= 4 and row_of(s) + column_of(s) >= 5]
seats a b c
piece man "x" "o" "z"
region home_of = {e2}, {b5}, {b2}
region goal = {a4}, {d1}, {d4}
start
  put man of a at home_of of a
  put man of b at home_of of b
  put man of c at home_of of c
turn
  choose f in mine
  choose t in near(f) & empty
  move f to t
end
  when mine in goal: me wins
  when next stuck: me wins
repetition: draw
)";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

Checked checked(const std::string& text, const BudgetLimits& limits = {}) {
  return check_file(
      {"x.game", text}, [](const std::string&, const std::string&) { return std::nullopt; }, limits);
}

std::string messages_of(const Checked& c) {
  std::string out;
  for (const Message& m : c.messages)
    out += (m.warning ? "warning: " : "") + std::to_string(m.place.line) + ":" + std::to_string(m.place.column) + ": " + m.what +
           (m.hint.empty() ? "" : " (" + m.hint + ")") + "\n";
  return out;
}

struct Game {
  std::string name, text;
};
std::ostream& operator<<(std::ostream& out, const Game& game) { return out << game.name; }

class Inventors : public testing::TestWithParam<Game> {};

TEST_P(Inventors, FindNothingToChange) { EXPECT_EQ(messages_of(checked(GetParam().text)), ""); }

TEST_P(Inventors, AreUnderstoodAlikeByBothInterpreters) {
  const Checked c = checked(GetParam().text);
  ASSERT_TRUE(c.rules) << messages_of(c);
  const Reference reference(*c.rules);
  const auto interpreter = make_vm(*c.rules);
  LockStep step(*c.rules, reference, *interpreter, static_cast<std::uint32_t>(move_bound(*c.rules).capacity()));
  for (std::uint64_t game = 0; game < 2 && step.difference.empty(); ++game) step.random_game(1, game, 12);
  EXPECT_EQ(step.difference, "");
}

/// The successors of an image are the images of the successors.
TEST_P(Inventors, SymmetriesThatAreProvedHold) {
  const Checked c = checked(GetParam().text);
  ASSERT_TRUE(c.rules) << messages_of(c);
  const Reference reference(*c.rules);
  Random random(3);
  State state = reference.initial();
  for (int ply = 0; ply < 6 && reference.turn(state) != over; ++ply) {
    const auto moves = reference.moves(state);
    for (const Symmetry& s : c.facts.symmetries) {
      const BoardMap map{s.site, s.direction};
      const auto images = reference.moves(image_of(*c.rules, map, s.rotation, state));
      EXPECT_EQ(images.size(), moves.size());
      for (const ReferenceMove& move : moves) {
        const State after = image_of(*c.rules, map, s.rotation, move.after);
        EXPECT_TRUE(std::any_of(images.begin(), images.end(), [&](const ReferenceMove& m) { return m.after == after; }))
            << move.text;
      }
    }
    state = moves[random.below(static_cast<std::uint32_t>(moves.size()))].after;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Inventors,
                         testing::Values(Game{"Fanorona", fanorona}, Game{"FanoronaNumbered", with_prey(numbered_prey)},
                                         Game{"FanoronaIf", with_prey(conditional_prey)},
                                         Game{"FanoronaEither", with_prey(either_prey)}, Game{"Halma", halma},
                                         Game{"RussianDraughts", draughts}, Game{"Ur", ur}, Game{"Tzaar", tzaar},
                                         Game{"Blokus", blokus}, Game{"Havannah", havannah}, Game{"Y", game_of_y},
                                         Game{"Abalone", abalone}, Game{"Star", star}),
                         [](const auto& info) { return info.param.name; });

// Passes of `repeat`.

TEST(Repeat, ThatUsesNothingUpIsAWarning) {
  const std::string circles = changed(changed(halma, " - visited\n", "\n"), "      mark t as visited\n", "");
  const Checked c = checked(circles);
  EXPECT_TRUE(c.valid()) << messages_of(c);
  EXPECT_NE(
      messages_of(c).find(
          "warning: 18:5: this 'repeat' may never end: found nothing that every run uses up, so a move stops after 12 choices "
          "(mark the sites visited, or let every run remove, place or use up something)"),
      std::string::npos)
      << messages_of(c);
}

/// Alone on the board with stones to jump over, for ever.
TEST(Repeat, ThatMayStopDoesSoWhereThereIsNoRoom) {
  const Checked c = checked(R"(game "Carousel"
board grid 3 x 3
seats white black
piece man "x" "o"
start
  . o .
  o . o
  x o .
turn
  choose f in mine
  choose j in 1..1
  choose k in 1..1
  repeat f to t or stop
    choose t in jump(f, orthogonal, over occupied, to empty)
    move f to t
else pass
end
  when everyone stuck: draw
repetition: draw
)");
  ASSERT_TRUE(c.rules) << messages_of(c);
  const Reference reference(*c.rules);
  const auto moves = reference.moves(reference.initial());
  std::size_t longest = 0;
  for (const ReferenceMove& move : moves) longest = std::max(longest, move.tuple.size());
  EXPECT_EQ(moves.size(), 2u + 4 + 8 + 16 + 32) << "two ways at every corner, one to five jumps";
  EXPECT_EQ(longest, 3u + 5 + 1) << "the man, two numbers, the jumps, the end";
  const auto interpreter = make_vm(*c.rules);
  LockStep step(*c.rules, reference, *interpreter, static_cast<std::uint32_t>(move_bound(*c.rules).capacity()));
  step.at(reference.initial());
  EXPECT_EQ(step.difference, "");
}

/// Nine jumps, each with a direction and the one site that it leads to.
TEST(Repeat, ChoicesWithOneOptionNeedNoRoom) {
  const Checked c = checked(R"(game "Leaps"
board track 24
seats first second
unequal
piece man "x" "o"
start
  put man of first at site(0)
  put man of second at [s in all where index(s) / 2 * 2 != index(s) and index(s) < 18]
turn
  choose f in mine
  repeat f to t
    choose d in on | back
    choose t in jump(f, d, over theirs, to empty)
    remove between(f, t)
    move f to t
else pass
end
  when everyone stuck: me wins
notation "{f}-{t}"
)");
  ASSERT_TRUE(c.rules) << messages_of(c);
  const Reference reference(*c.rules);
  const auto moves = reference.moves(reference.initial());
  ASSERT_EQ(moves.size(), 1u);
  EXPECT_EQ(moves[0].text, "a-c-e-g-i-k-m-o-q-s");
  const auto interpreter = make_vm(*c.rules);
  LockStep step(*c.rules, reference, *interpreter, static_cast<std::uint32_t>(move_bound(*c.rules).capacity()));
  step.at(reference.initial());
  EXPECT_EQ(step.difference, "");
}

TEST(MoveBound, SeesThatOneDirectionWasChosen) {
  const Checked c = checked(abalone);
  ASSERT_TRUE(c.rules) << messages_of(c);
  const Checked one =
      checked(changed(halma, "    choose t in near(f) & empty\n", "    choose d in all8\n    choose t in near(f, d) & empty\n"));
  ASSERT_TRUE(one.rules) << messages_of(one);
  EXPECT_EQ(move_bound(*one.rules).moves, move_bound(*checked(halma).rules).moves);
}

// Termination.

TEST(EndOfPlay, IsFoundWhereTheEffectsShowIt) {
  struct Proof {
    std::string text, measure;
  };
  const Proof proofs[] = {
      {chomp("  choose s in square\n  remove [t in square where row_of(t) >= row_of(s) and column_of(t) >= column_of(s)]\n"),
       "pieces"},
      {chomp("  choose s in square\n  remove rows(row_of(s)..4) & columns(column_of(s)..7)\n"), "pieces"},
      {chomp("  choose s in all - eaten\n  mark rows(row_of(s)..4) & columns(column_of(s)..7) as eaten\n"),
       "marks 'eaten' still to come"},
      {chomp("  choose s in all where not (s in eaten)\n"
             "  mark [t in all where row_of(t) >= row_of(s) and column_of(t) >= column_of(s)] as eaten\n"),
       "marks 'eaten' still to come"},
      {tzaar, "pieces"},
      {blokus, "empty sites"},
      {changed(changed(blokus, "    put stone at two\n", ""), "    put stone at three\n", ""),
       "'dominoes' still to come, then 'trominoes' still to come"},
  };
  for (const Proof& proof : proofs) {
    const Checked c = checked(proof.text);
    EXPECT_EQ(c.facts.measure.words, proof.measure) << messages_of(c);
  }
}

TEST(EndOfPlay, NamesBothWordsWhereNothingIsFound) {
  const Checked c = checked(changed(halma, "repetition: draw\n", ""));
  EXPECT_NE(messages_of(c).find("add 'repetition: draw'"), std::string::npos) << messages_of(c);
  const Checked sown = checked(R"(game "S"
board ring 6
seats south north
region side = sites(0..2), sites(3..5)
start stones 3 repeated
turn
  choose h in side where stones(h) > 0
  sow h on
  if last in side: take last
end
  when next stuck: each gains stones(side)
)");
  EXPECT_NE(messages_of(sown).find("(add 'repetition: draw', or 'repetition: never' if no position can occur twice)"),
            std::string::npos)
      << messages_of(sown);
}

TEST(Repetition, NeedsNoWordWhereDiceAreThrown) {
  EXPECT_EQ(messages_of(checked(ur)), "");
  const Checked promised = checked(ur + "repetition: never\n");
  EXPECT_NE(messages_of(promised).find("(remove 'repetition: never': where dice are thrown, a position may occur again)"),
            std::string::npos)
      << messages_of(promised);
  // A seat that throws no dice and moves again could repeat a position by itself.
  const Checked again =
      checked(changed(changed(ur, "  roll d of 4\n", "  choose d in 1..4\n"), "    move f to t\n", "    move f to t\n    again\n"));
  EXPECT_NE(messages_of(again).find("play may never end"), std::string::npos) << messages_of(again);
}

// Symmetries.

TEST(Symmetries, OfHexBoardsTurnBySixty) {
  std::size_t kept = 0;
  const Checked c = checked(havannah);
  for (const Symmetry& s : c.facts.symmetries) kept += s.rotation == 0;
  EXPECT_EQ(kept, 12u);
  EXPECT_EQ(c.facts.symmetries.size(), 24u) << "with the seats exchanged";
  EXPECT_EQ(checked(game_of_y).facts.symmetries.size(), 12u);
  std::size_t turned = 0;
  for (const Symmetry& s : checked(star).facts.symmetries) turned += s.rotation == 1;
  EXPECT_EQ(turned, 1u);
}

TEST(Symmetries, ReportTheRuleThatAMirrorOfTheStartBreaks) {
  const Checked c = checked(R"(game "B"
board grid 5 x 4
seats white black facing N S
piece pawn "x" "o"
start
  put pawn of white at row(1)
  put pawn of black at row(5)
turn
  choose f in mine
  choose t in near(f, N) - mine
  require not (t & {a3})
  move f to t
end
  when next stuck: me wins
notation "{f}-{t}"
)");
  const auto warning = std::find_if(c.messages.begin(), c.messages.end(),
                                    [](const Message& m) { return m.what.starts_with("the seats are not alike"); });
  ASSERT_NE(warning, c.messages.end()) << messages_of(c);
  EXPECT_EQ(warning->place.line, 10);
  EXPECT_EQ(warning->place.column, 23);
  EXPECT_EQ(warning->place.length, 1);
}

// Words.

TEST(EverydayWords, NameTheRightWord) {
  const std::string placing = "game \"T\"\nboard grid 3 x 3\nseats cross nought\npiece sign \"x\" \"o\"\nturn\n";
  const std::string rest = "end\n  when full: draw\n";
  for (const Everyday& word : everyday_words()) {
    const bool name = std::isalpha(static_cast<unsigned char>(word.word[0])) != 0;
    const std::string sign(word.word);
    std::vector<std::string> texts;
    if (name) {
      texts.push_back(placing + "  place sign on s in empty & " + sign + "\n" + rest);
      if (sign != "pass") texts.push_back(placing + "  " + sign + " mine\n  place sign on s in empty\n" + rest);
      if (sign != "else") texts.push_back(placing + "  place sign on s in empty\n" + sign + " 3\n" + rest);
      if (sign != "else") texts.push_back(placing + "  place sign on s in " + sign + "(empty)\n" + rest);
    } else {
      texts.push_back(placing + "  place sign on s in empty where count(mine) " + sign + " 3\n" + rest);
    }
    for (const std::string& text : texts) {
      const Checked c = checked(text);
      EXPECT_NE(messages_of(c).find("(" + std::string(word.hint) + ")"), std::string::npos) << text << messages_of(c);
    }
  }
  EXPECT_GE(everyday_words().size(), 30u);
}

TEST(EverydayWords, FormsHaveHintsToo) {
  struct Form {
    std::string from, to, message;
  };
  const std::string moving = R"(game "T"
board grid 3 x 3
seats cross nought
piece sign "x" "o"
start
  put sign of cross at row(1)
  put sign of nought at row(3)
turn
  choose f in mine
  choose t in near(f) & empty
  move f to t
end
  when next stuck: me wins
repetition: draw
show squares, sign letter
)";
  const Form forms[] = {
      {"3 x 3", "3x3", "2:13: expected 'x', got 'x3' (with spaces around it: 8 x 8)"},
      {"grid 3 x 3", "3x3", "2:7: expected a kind of board, got '3' (board grid 8 x 8, with spaces around the 'x')"},
      {R"("x" "o")", "x o", R"(4:12: expected letters, got 'x' (in quotes: piece sign "x" "o"))"},
      {"move f to t", "move mine to t", "11:8: expected a chosen site, got 'mine' (write 'choose f in mine' above, then 'f' here)"},
      {"move f to t", "move sign to t",
       "11:8: nothing called 'sign' was chosen before (write 'choose f in sign' above, then 'f' here)"},
      {"near(f) & empty", "near(f) and empty",
       "10:15: expected a set of sites, but 'near(f) and empty' is a condition (sets are joined by '&', conditions by 'and')"},
      {"near(f) & empty", "near(f) or empty",
       "10:15: expected a set of sites, but 'near(f) or empty' is a condition (sets are joined by '|', conditions by 'or')"},
      {"in mine", "in not mine",
       "9:15: expected a set of sites, but 'not mine' is a condition (say 'all - S' for the sites not in S)"},
      {"near(f) & empty", "(near(f) if mine else all)",
       "10:32: expected ')', got 'else' (say 'otherwise'; an 'else' at the left edge applies when the turn above has no move)"},
      {"me wins", "opponent wins", "13:20: expected a seat, got 'opponent' (say 'theirs' for its pieces, 'next' for the seat)"},
      {"end\n  when next stuck: me wins\n", "", "0:0: the game has no end (add 'end', and below it: when next stuck: me wins)"},
      {"repetition: draw", "repetition: draw # often", "14:18: unexpected '#' (a comment begins with ';')"},
      {"show squares", "show sqares", "15:6: there is no board style 'sqares' (did you mean 'squares'?)"},
      {"sign letter", "man letter", "15:15: there is no piece 'man'"},
      {"sign letter", "sign rond", "15:20: there is no piece style 'rond' (did you mean 'round'?)"},
      {"sign letter", "tint camp", "15:20: there is no region 'camp'"},
      {"sign letter", "sign letter round", "15:27: unexpected 'round' (separate drawing hints by commas)"},
      {R"("x" "o")", R"("x" "=")",
       "4:1: a piece's letter is one character, not '=' (use any character but . ~ / = , ; and the space, which pictures and "
       "positions use)"},
      {R"("x" "o")", R"("x" "/")",
       "4:1: the letter '/' is reserved (use any character but . ~ / = , ; and the space, which pictures and positions use)"},
  };
  for (const Form& form : forms) {
    const Checked c = checked(changed(moving, form.from, form.to));
    EXPECT_EQ(messages_of(c), form.message + "\n");
  }
  EXPECT_EQ(messages_of(checked(moving)), "");
}

TEST(UnusedLet, MayHaveParametersOfAnyType) {
  EXPECT_EQ(messages_of(checked(halma + "let ahead_of(s, d) = near(s, d) & empty\nlet far_off(s, d, k) = at(s, d, k)\n")), "");
  EXPECT_EQ(messages_of(checked(halma + "let wrong(s, d) = nera(s, d)\n")),
            "27:19: there is no function 'nera' (did you mean 'near'?)\n");
  EXPECT_EQ(messages_of(checked(halma + "let wrong(s, d) = near(s, d) + 1\n")),
            "27:32: expected a set of sites, but '1' is a number\n");
}

// Files built to exhaust the checker.

double processor_time() {
  timespec spent{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
}

TEST(Budget, OfTimeNamesTheLineThatSpentIt) {
  const std::string nested =
      "game \"N\"\nboard grid 20 x 20\nseats a b\npiece man \"x\" \"o\"\nturn\n  choose s in empty\n"
      "  require [i in all where [j in all where\n"
      "    [k in all where [l in all where count(near(l)) + count(near(k)) > 99]]]] or s\n"
      "  put man at s\nend\n  when full: draw\n";
  const double begin = processor_time();
  const Checked c = checked(nested, {.seconds = 0.2});
  EXPECT_LT(processor_time() - begin, 2);
  ASSERT_EQ(c.messages.size(), 1u) << messages_of(c);
  EXPECT_EQ(c.messages[0].place.line, 8);
  EXPECT_EQ(c.messages[0].what, "too costly: checking the file takes more than 0.2 s, most of it on this line");
  const std::string region = changed(
      nested, "turn\n", "region r = [i in all where [j in all where [k in all where near(k) & near(j) & near(i)]]]\nturn\n");
  EXPECT_NE(messages_of(checked(region, {.seconds = 0.2})).find("5:44: too costly"), std::string::npos)
      << messages_of(checked(region, {.seconds = 0.2}));
}

TEST(Budget, OfMemoryNamesTheTurn) {
  const std::string many =
      "game \"M\"\nboard grid 3 x 20\nseats a b\npiece man \"x\" \"o\"\nturn\n  choose s in all\n"
      "  choose t in all\n  choose u in all\n  put man at s | t | u\nend\n  when full: draw\n";
  Messages messages;
  const Reading reading = read_file(
      {"x.game", many}, [](const std::string&, const std::string&) { return std::nullopt; }, messages);
  const auto rules = resolve(reading, {}, messages);
  ASSERT_TRUE(rules);
  const Reference reference(*rules);
  const Budget budget({.seconds = 0, .bytes = 1 << 20});
  try {
    (void)reference.moves(reference.initial());
    FAIL() << "216000 moves in one megabyte";
  } catch (const TooCostly& cost) {
    EXPECT_EQ(cost.place.line, 5);
    EXPECT_EQ(cost.what, "too costly: this line needs more than 1 MB");
  }
}

TEST(Budget, OfMemoryHoldsForAllThatIsInUse) {
  static std::uint64_t next;
  const auto in_use = []() { return std::exchange(next, std::uint64_t{3} << 20); };
  const std::string nested =
      "game \"N\"\nboard grid 8 x 8\nseats a b\npiece man \"x\" \"o\"\nturn\n  choose s in empty\n"
      "  require [i in all where count(near(i)) > 9] or s\n  put man at s\nend\n  when full: draw\n";
  for (const std::uint64_t others : {0U, 4U << 20}) {
    next = 0;
    const Checked c = checked(nested, {.seconds = 0, .bytes = 1 << 20, .in_use = in_use, .others = others});
    const std::string expected = "too costly: checking the file needs more than 1 MB, reached on this line";
    EXPECT_EQ(messages_of(c).find(expected) != std::string::npos, others == 0) << messages_of(c);
  }
}

TEST(Budget, MessagesTakeLinearTime) {
  std::string text =
      "game \"U\"\nboard grid 3 x 3\nseats a b\npiece man \"x\" \"o\"\nturn\n  place man on s in empty\nend\n  when full: draw\n";
  for (int i = 0; i < 8000; ++i) text += "let name" + std::to_string(i) + " = unknown" + std::to_string(i) + "\n";
  const double begin = processor_time();
  const Checked c = checked(text);
  EXPECT_EQ(c.messages.size(), 100u);
  EXPECT_LT(processor_time() - begin, 2);
}

}  // namespace
}  // namespace banmen::rules
