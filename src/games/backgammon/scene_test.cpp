// Scenes of backgammon. The conformance suite tests the laws of steps and choices for every game; these tests cover what is special
// to backgammon.
#include "core/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/move_stack.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen {
namespace {

using namespace scene;

const Scenery<Backgammon>& drawn() {
  static const Scenery<Backgammon> scenery = backgammon::scenery();
  return scenery;
}

Backgammon with_cube() {
  Backgammon g;
  g.stakes = Backgammon::Payoff::cube;
  return g;
}

struct At {
  Backgammon g;
  Backgammon::Position p;
  At(const Backgammon& game, const char* text) : g(game), p(game.read_position(text).value()) {}

  [[nodiscard]] Scene scene() const { return drawn().scene(g, p, {}); }
  [[nodiscard]] std::vector<Step> steps(const char* move) const { return drawn().steps(g, p, g.read_move(p, move).value(), {}); }
  [[nodiscard]] Scene after(const char* move) const { return scene::apply(scene(), steps(move)); }
  [[nodiscard]] Tree tree() const { return std::get<Tree>(drawn().choices(g, p)); }
  [[nodiscard]] std::set<std::string> legal() const {
    std::set<std::string> out;
    MoveStack<Backgammon> stack(g);
    for (const auto& m : stack.legal(g, p)) out.insert(Backgammon::text(p, m));
    return out;
  }
};

int count_at(const Scene& scene, const std::string& place, int seat) {
  for (const Piece& piece : scene.pieces)
    if (piece.at == Place(place) && piece.seat == seat) return piece.count.value_or(0);
  return 0;
}

std::vector<int> dice(const Scene& scene) {
  std::vector<int> out;
  for (const Piece& piece : scene.pieces)
    if (piece.kind == PieceKind::die) out.push_back(piece.value.value());
  return out;
}

Piece cube(const Scene& scene) {
  for (const Piece& piece : scene.pieces)
    if (piece.kind == PieceKind::cube) return piece;
  ADD_FAILURE() << "there is no cube";
  return {};
}

/// Dice that move a checker between two places at the start of a play.
std::vector<int> values(const Tree& tree, const char* from, const char* to) {
  std::vector<int> out;
  for (const auto& branch : tree.nodes.at(0).picks)
    if (branch.pick.at == Place(from) && branch.pick.to == Place(to)) out.push_back(branch.pick.value.value());
  return out;
}

}  // namespace

TEST(BackgammonScene, AHitCheckerGoesToItsBarFirst) {
  const At hit(Backgammon{}, "20,8/24,6/first:1-1");
  EXPECT_EQ(count_at(hit.scene(), "p19", 1), 1) << "points are named as first counts them: this is second's 6";
  const auto steps = hit.steps("20/19*,19/18,18/17,17/16");
  ASSERT_TRUE(std::holds_alternative<step::Take>(steps[0]));
  EXPECT_EQ(std::get<step::Take>(steps[0]).at, Place("p19"));
  EXPECT_EQ(std::get<step::Take>(steps[0]).to, Place("bar-1"));
  const Scene scene = hit.after("20/19*,19/18,18/17,17/16");
  EXPECT_EQ(count_at(scene, "bar-1", 1), 1);
  EXPECT_EQ(count_at(scene, "p16", 0), 1);
  EXPECT_EQ(count_at(scene, "p19", 0) + count_at(scene, "p19", 1), 0);
}

TEST(BackgammonScene, ADoubleIsFourDiceAndAPlayTakesThemAway) {
  const At roll(Backgammon{}, "24,8/24,6/first");
  EXPECT_EQ(dice(roll.after("3-3")), (std::vector<int>{3, 3, 3, 3}));
  EXPECT_EQ(dice(roll.after("6-2")), (std::vector<int>{2, 6}));
  const At play(Backgammon{}, "24,8/24,6/first:6-2");
  EXPECT_EQ(dice(play.after("24/18,8/6")), std::vector<int>{});
}

TEST(BackgammonScene, ShowsAnOfferedCubeTurnedBeforeTheOpponent) {
  const At at(with_cube(), "24,8/24,6/first");
  EXPECT_EQ(cube(at.scene()).at, Place("cube"));
  EXPECT_EQ(cube(at.scene()).value, 1);
  const Scene offered = at.after("double");
  EXPECT_EQ(cube(offered).at, Place("cube-1"));
  EXPECT_EQ(cube(offered).value, 2);
  EXPECT_EQ(offered.turn, 1);
  const At asked(with_cube(), "24,8/24,6/first:double");
  EXPECT_EQ(cube(asked.after("take")).at, Place("cube-1"));
  EXPECT_EQ(cube(asked.after("drop")).at, Place("cube")) << "the game was worth what it was before the double";
}

TEST(BackgammonScene, SetsUpTheBoardAfterAGameOfAMatch) {
  Backgammon g = with_cube();
  g.match = 5;
  const At at(g, "1/23/first:6-5/score:1:0");
  const auto steps = at.steps("1/off");
  ASSERT_TRUE(std::holds_alternative<step::Set>(steps.back()));
  const Scene next = at.after("1/off");
  EXPECT_EQ(count_at(next, "p13", 0), 5);
  EXPECT_EQ(next.turn, chance);
  EXPECT_EQ(next.banner->key, "banner.backgammon.match");
}

TEST(BackgammonChoices, DiceAreUsedInEitherOrder) {
  const At at(Backgammon{}, "24,8/24,6/first:6-2");
  const Tree tree = at.tree();
  EXPECT_EQ(values(tree, "p8", "p2"), std::vector<int>{6});
  EXPECT_EQ(values(tree, "p8", "p6"), std::vector<int>{2});
  const auto leaves = scene::leaves(tree);
  EXPECT_EQ(std::set(leaves.begin(), leaves.end()), at.legal());
  EXPECT_GT(leaves.size(), at.legal().size()) << "some plays have several ways";
}

TEST(BackgammonChoices, ACheckerIsBorneOffWithAnyDieThatDoesIt) {
  // 5/4/off spends both dice and is the legal play; off with the 6 alone comes to the same.
  const At at(Backgammon{}, "5/1/first:6-1");
  EXPECT_EQ(values(at.tree(), "p5", "off-0"), std::vector<int>{6});
  EXPECT_EQ(values(at.tree(), "p5", "p4"), std::vector<int>{1});
  const auto leaves = scene::leaves(at.tree());
  EXPECT_EQ(std::set(leaves.begin(), leaves.end()), at.legal());
}

TEST(BackgammonChoices, TheBarComesFirst) {
  const At at(Backgammon{}, "bar,8/24,6/first:6-2");
  const Tree tree = at.tree();
  for (const auto& branch : tree.nodes.at(0).picks) EXPECT_EQ(branch.pick.at, Place("bar-0"));
}

TEST(BackgammonChoices, AScatteredDoubleGoesFromTheFarEnd) {
  const At at(Backgammon{}, "21,20,19,17,16,15,12,7,6,5x3,4,1x2/1x5/first:2-2");
  const Tree tree = at.tree();
  EXPECT_EQ(tree.asks.at(0).key, "ask.backgammon.far_first");
  const auto leaves = scene::leaves(tree);
  EXPECT_EQ(leaves.size(), at.legal().size());
  EXPECT_EQ(std::set(leaves.begin(), leaves.end()), at.legal());
}

TEST(BackgammonChoices, FifteenBlotsAreAList) {
  const At at(Backgammon{}, "24,22,20,19,18,17,15,14,12,11,9,8,6,4,3/24,15,4,2/first:1-1");
  const auto choices = drawn().choices(at.g, at.p);
  EXPECT_TRUE(std::holds_alternative<Listed>(choices));
  const auto leaves = scene::leaves(choices);
  EXPECT_EQ(std::set(leaves.begin(), leaves.end()), at.legal());
}

TEST(BackgammonChoices, OneButtonIfNothingCanBePlayed) {
  const At at(Backgammon{}, "bar/6x2,5x2,4x2,3x2,2x2,1x2/first:6-2");
  const Tree tree = at.tree();
  ASSERT_EQ(tree.nodes.size(), 1u);
  ASSERT_EQ(tree.nodes[0].picks.size(), 1u);
  EXPECT_EQ(tree.nodes[0].picks[0].pick, Pick::key("pass"));
}

}  // namespace banmen
