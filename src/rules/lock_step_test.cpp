// The reference interpreter and the VM play every game of the library in lock step: the same positions, turns, moves in the same
// order with the same texts, gains and results.
#include "rules/lock_step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <unordered_set>

#include "rules/move_bound.hpp"
#include "rules/reader.hpp"
#include "rules/resolve.hpp"

namespace banmen::rules {
namespace {

Reading read_library(std::string_view id) {
  Messages messages;
  Reading reading = read_file(*library_text(id), find_in_library(), messages);
  for (const Message& m : messages.sorted()) ADD_FAILURE() << id << ":" << m.place.line << ": " << m.what;
  return reading;
}

/// The smallest board: every number at its least, choices among numbers too.
ParamValues smallest(const File& file) {
  ParamValues values = default_values(file);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ParamSection& param = file.params[i];
    if (param.kind == ParamSection::Kind::number) values[i].second = std::to_string(param.least);
    const auto is_number = [](const std::string& word) { return word.find_first_not_of("0123456789") == std::string::npos; };
    if (param.kind == ParamSection::Kind::choice && std::all_of(param.choices.begin(), param.choices.end(), is_number))
      values[i].second = *std::min_element(param.choices.begin(), param.choices.end(),
                                           [](const auto& a, const auto& b) { return std::stol(a) < std::stol(b); });
  }
  return values;
}

bool thorough() { return std::getenv("BANMEN_LONG") != nullptr; }

/// Both implementations of a game at these values.
struct Both {
  explicit Both(const Reading& reading, const ParamValues& values) {
    Messages messages;
    rules = resolve(reading, values, messages);
    for (const Message& m : messages.sorted()) ADD_FAILURE() << m.place.line << ":" << m.place.column << " " << m.what;
    if (!rules) return;
    reference.emplace(*rules);
    interpreter = make_vm(*rules);
    if (interpreter) step.emplace(*rules, *reference, *interpreter, static_cast<std::uint32_t>(move_bound(*rules).capacity()));
  }
  [[nodiscard]] std::string bytes(const State& state) const {
    std::string out(interpreter->layout().size, '\0');
    interpreter->layout().write(*rules, state, reinterpret_cast<std::uint8_t*>(out.data()));
    return out;
  }

  std::optional<Rules> rules;
  std::optional<Reference> reference;
  std::unique_ptr<Interpreter> interpreter;
  std::optional<LockStep> step;
};

class Library : public testing::TestWithParam<std::string> {};

/// Breadth first from the start, up to a number of positions.
TEST_P(Library, InterpretersAgreeOnTheGraphOfTheSmallestBoard) {
  const Reading reading = read_library(GetParam());
  Both small(reading, smallest(reading.file));
  ASSERT_TRUE(small.step);
  const std::size_t most = thorough() ? 100'000 : 10'000;
  std::unordered_set<std::string> known;
  std::vector<State> waiting{small.reference->initial()};
  for (std::size_t i = 0; i < waiting.size() && small.step->difference.empty(); ++i)
    for (ReferenceMove& move : small.step->at(State(waiting[i])))
      if (waiting.size() < most && known.insert(small.bytes(move.after)).second) waiting.push_back(std::move(move.after));
  EXPECT_EQ(small.step->difference, "");
  EXPECT_EQ(small.step->positions, waiting.size());
}

TEST_P(Library, InterpretersAgreeInRandomGames) {
  const Reading reading = read_library(GetParam());
  Both usual(reading, default_values(reading.file));
  ASSERT_TRUE(usual.step);
  // The reference interpreter takes seconds for a ply with thousands of moves.
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(thorough() ? 600 : 3);
  const auto enough = [&] { return std::chrono::steady_clock::now() > until; };
  for (std::uint64_t game = 0; game < (thorough() ? 100 : 10) && !enough(); ++game) usual.step->random_game(5, game, 300, enough);
  EXPECT_EQ(usual.step->difference, "");
  EXPECT_EQ(usual.step->untrue, "");
  EXPECT_GT(usual.step->positions, 0u);
}

/// Several kinds of pieces, each with its own moves and rules, seen before and after a move.
constexpr const char* kinds_in_sight = R"(game "Kinds in sight of each other"
board grid 6 x 6
seats white black facing N S
piece king "K" "k"
piece rook "R" "r"
piece pawn "P" "p"
piece wall "#" neutral
start
  . r k . r .
  p . p . . p
  . . . # . .
  . . # . . .
  P . . P . P
  . R . K R .
let reach(f) = slide(f & rook, orthogonal, onto theirs) | near(f & king, all8) | leap(f & pawn, 1:2)
turn
  choose f in mine
  choose t in (reach(f) - mine - wall) | (near(f & pawn, forward) & (empty | wall))
  let sight = slide(theirs rook, orthogonal, onto mine)
  move f to t
  if f in empty and t in pawn: put wall at near(f, backward) & empty
  require not (mine king & sight) or t in king
  if t in pawn
    if t in far
      choose k among rook king
      put k at t
    require count(mine) > 0
  otherwise
    require not (t in rook and t in corners)
  require not (mine king & (reach(mine) of next))
end
  when next stuck and (theirs king & reach(mine)): me wins
  when next stuck: draw
repetition: draw
notation "{f}{t}{k}"
)";

/// A name keeps its value after a move, also on a board with a single kind of piece.
constexpr const char* free_before = R"(game "What was free before"
board grid 4 x 4
seats a b
piece stone "#" neutral
marks seen
turn
  choose s in empty - seen
  let free = empty
  put stone at s
  mark (s | near(s)) & free as seen
end
  when next stuck: me wins
notation "{s}"
)";

TEST(LockStep, AgreesOnKindsAndEarlierPositions) {
  for (const char* text : {kinds_in_sight, free_before}) {
    Messages messages;
    const Reading reading = read_file({"x.game", text}, find_in_library(), messages);
    ASSERT_FALSE(messages.any_error()) << text;
    Both both(reading, default_values(reading.file));
    ASSERT_TRUE(both.step);
    for (std::uint64_t game = 0; game < 6; ++game) both.step->random_game(3, game, 60, {});
    EXPECT_EQ(both.step->difference, "") << text;
    EXPECT_GT(both.step->positions, 20u);
  }
}

/// Successive jumps along a track, with a few men too many at its end for one move.
std::string long_jump(int sites) {
  return "game \"J\"\nboard track " + std::to_string(sites) +
         "\nseats first second\nunequal\npiece man \"x\" \"o\"\nstart\n  put man of first at site(0) | site(" +
         std::to_string(sites - 3) +
         ")\n  put man of second at [s in all where index(s) / 2 * 2 != index(s)]\nturn\n  choose f in mine\n  repeat f to t\n"
         "    choose t in jump(f, on, over theirs, to empty)\n    remove between(f, t)\n    move f to t\nend\n"
         "  when next stuck: me wins\nnotation \"{f}-{t}\"\n";
}

TEST(LockStep, OverlongMovesAreIllegal) {
  for (const auto& [sites, moves] : {std::pair{31, 2u}, std::pair{33, 1u}}) {  // of 13 and 14 jumps, and one of a single jump
    Messages messages;
    const Reading reading = read_file({"x.game", long_jump(sites)}, find_in_library(), messages);
    ASSERT_FALSE(messages.any_error());
    const Both both(reading, default_values(reading.file));
    ASSERT_TRUE(both.interpreter);
    const State start = both.reference->initial();
    EXPECT_EQ(both.reference->moves(start).size(), moves);
    const std::string bytes = both.bytes(start);
    const auto* position = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::vector<std::uint64_t> list(room_for_repeats + 1);
    ASSERT_EQ(both.interpreter->moves(position, list.data()), moves);
    EXPECT_EQ(both.interpreter->count(position), moves);
    EXPECT_EQ(both.interpreter->move_text(position, list[0]), both.reference->moves(start)[0].text);
    EXPECT_EQ(both.reference->faults().empty(), moves == 2);
  }
}

TEST_P(Library, APositionWithMoreMovesThanAListHoldsIsAnError) {
  const Reading reading = read_library(GetParam());
  const Both both(reading, default_values(reading.file));
  ASSERT_TRUE(both.interpreter);
  const State start = both.reference->initial();
  const std::string bytes = both.bytes(start);
  const auto* position = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const std::uint32_t count = both.interpreter->count(position);
  std::vector<std::uint64_t> list(count);
  EXPECT_EQ(make_vm(*both.rules, count)->moves(position, list.data()), count);
  if (both.reference->turn(start) == chance || count < 2) return;
  const auto expect_fault = [&](const Interpreter& interpreter) {
    try {
      (void)interpreter.moves(position, list.data());
      ADD_FAILURE() << "no error";
    } catch (const GameFault& fault) {
      const std::string said = fault.what();
      EXPECT_TRUE(said.starts_with("a position has more than " + std::to_string(count - 1) + " moves")) << said;
      EXPECT_NE(said.find("'" + both.reference->text(start) + "'"), std::string::npos) << said;
    }
  };
  expect_fault(*make_vm(*both.rules, count - 1));
  expect_fault(*make_reference_interpreter(*both.rules, count - 1));
}

std::vector<std::string> ids() {
  std::vector<std::string> out;
  for (const LibraryFile& file : library()) out.emplace_back(file.id);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Games, Library, testing::ValuesIn(ids()), [](const auto& info) { return info.param; });

}  // namespace
}  // namespace banmen::rules
