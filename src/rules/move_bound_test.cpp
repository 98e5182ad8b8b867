// The bound on moves holds in every position that can be read; positions beyond it are refused.
#include "rules/move_bound.hpp"

#include <gtest/gtest.h>

#include "rules/interpreter.hpp"
#include "rules/reference.hpp"
#include "rules/test_rules.hpp"

namespace banmen::rules {
namespace {

const std::string hunters = R"(game "Hunters"
board grid 4 x 4
seats a b c
piece man "x" "y" "z"
piece rock "#" neutral
start
  x x . .
  y y y .
  z . . .
  . . . #
turn
  choose f in theirs
  choose t in near(f, all8) & empty
  move f to t
  put rock at f
end
  when next stuck: me wins
notation "{f}-{t}"
)";

TEST(MoveBound, OthersAreAllOtherSides) {
  EXPECT_EQ(move_bound(rules_of(hunters)).moves, 5u * 8) << "c has five men against it";
  std::string kinds = hunters;
  kinds.replace(kinds.find("in theirs"), 9, "in man");
  EXPECT_EQ(move_bound(rules_of(kinds)).moves, 6u * 8) << "a kind is everybody's";
  kinds.replace(kinds.find("in man"), 6, "in rock");
  EXPECT_EQ(move_bound(rules_of(kinds)).moves, 16u * 8) << "there may be ever more rocks";
}

TEST(MoveBound, RefusesPositionsWithTooManyPieces) {
  const Rules rules = rules_of(hunters);
  const Reference reference(rules);
  EXPECT_TRUE(reference.read("xx../yyy./z.../...# a"));
  EXPECT_TRUE(reference.read("xx../yyy./z..#/.### b")) << "rocks are put down in play";
  const auto more = reference.read("xxx./yyy./z.../...# a");
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().what, "this game has at most 2 'x', but the position has 3");
}

TEST(MoveBound, CountsPiecesInHand) {
  const Rules rules = rules_of(R"(game "Hands"
board grid 3 x 3
seats a b
piece man "x" "o"
hand man 2
turn
  place man on s in empty
else pass
end
  when everyone stuck: draw
)");
  const Reference reference(rules);
  EXPECT_TRUE(reference.read("x../.../... b man=1,2"));
  EXPECT_FALSE(reference.read(".../.../... a man=3,2"));
  EXPECT_FALSE(reference.read("xxx/xx./... a man=0,2"));
}

TEST(MoveBound, ReferenceInterpreterRespectsMostMoves) {
  const Rules rules = rules_of(hunters);
  const auto interpreter = make_reference_interpreter(rules, 3);
  std::vector<std::uint8_t> position(interpreter->layout().size);
  interpreter->layout().write(rules, Reference(rules).initial(), position.data());
  std::vector<std::uint64_t> list(4, 99);
  EXPECT_THROW((void)interpreter->moves(position.data(), list.data()), GameFault);
  EXPECT_THROW((void)interpreter->count(position.data()), GameFault);
  EXPECT_EQ(list[3], 99u) << "nothing is written beyond";
}

TEST(MoveBound, GraphsMayHaveSeveralRaysInOneDirection) {
  const Rules rules = rules_of(R"(game "Fan"
board graph
  edge m a
  edge m b
  edge m c
  line m d e
  line m d f
  at m 1 5
  at a 9 4
  at b 9 5
  at c 9 6
  at d 5 5
  at e 8 5
  at f 8 6
seats first second
piece man "x" "o"
start
  put man of first at {m}
  put man of second at {d}
turn
  choose f in mine
  choose t in near(f, E) | jump(f, E, over theirs, to empty)
  move f to t
end
  when next stuck: me wins
notation "{f}-{t}"
)");
  const Reference reference(rules);
  const auto moves = reference.moves(reference.initial());
  EXPECT_EQ(moves.size(), 6u);
  EXPECT_GE(move_bound(rules).moves, moves.size());
}

}  // namespace
}  // namespace banmen::rules
