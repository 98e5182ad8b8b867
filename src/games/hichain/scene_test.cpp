// Scenes of HICHAIN. The conformance suite tests the laws of steps and choices for every game; these tests cover what is special to
// HICHAIN.
#include "core/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "core/move_stack.hpp"
#include "games/hichain/hichain.hpp"
#include "games/hichain/test_plain_rules.hpp"

namespace banmen {
namespace {

using namespace scene;
using Rim = std::set<hichain::plain::Place>;

const std::string cards_csv = BANMEN_SOURCE_DIR "/src/games/hichain/cards.csv";

const Scenery<Hichain>& drawn() {
  static const Scenery<Hichain> scenery = hichain::scenery();
  return scenery;
}

struct End {
  double x, y;
};

/// The lines of a path that consists of "M x y" and "L x y" only.
std::vector<std::pair<End, End>> lines_of(std::string_view path) {
  std::istringstream in{std::string(path)};
  std::vector<std::pair<End, End>> out;
  End last{};
  for (char command; in >> command;) {
    End end{};
    EXPECT_TRUE(in >> end.x >> end.y) << path;
    EXPECT_TRUE(command == 'M' || command == 'L') << path;
    if (command == 'L') out.emplace_back(last, end);
    last = end;
  }
  return out;
}

/// Places on 0 … 4 by 0 … 4 where the strokes meet the rim of the card: its points, and the middles of the half edges along which a
/// stroke runs. Nothing if they meet it elsewhere.
std::optional<Rim> rim(std::string_view path) {
  constexpr double low = 0, high = 6, half = 3;
  Rim out;
  const auto place = [](double x, double y) { return std::pair(static_cast<int>(x * 4 / high), static_cast<int>(y * 4 / high)); };
  const auto is_point = [](double v) { return v == low || v == half || v == high; };
  for (const auto& [a, b] : lines_of(path)) {
    for (const End& end : {a, b}) {
      if (end.x < low || end.x > high || end.y < low || end.y > high) return std::nullopt;
      const bool on_rim = end.x == low || end.x == high || end.y == low || end.y == high;
      if (on_rim && !(is_point(end.x) && is_point(end.y))) return std::nullopt;
      if (on_rim) out.insert(place(end.x, end.y));
    }
    // Between its ends a line meets the rim only if it runs along it.
    const bool upright = a.x == b.x && (a.x == low || a.x == high), level = a.y == b.y && (a.y == low || a.y == high);
    for (const double middle : {1.5, 4.5}) {
      if (upright && std::min(a.y, b.y) < middle && middle < std::max(a.y, b.y)) out.insert(place(a.x, middle));
      if (level && std::min(a.x, b.x) < middle && middle < std::max(a.x, b.x)) out.insert(place(middle, a.y));
    }
    if (upright && std::abs(a.y - b.y) == high) out.insert(place(a.x, half));
    if (level && std::abs(a.x - b.x) == high) out.insert(place(half, a.y));
  }
  return out;
}

struct At {
  Hichain g;
  Hichain::Position p;
  explicit At(const char* text, const Hichain& game = {}) : g(game), p(game.read_position(text).value()) {}

  [[nodiscard]] Scene scene() const { return drawn().scene(g, p, {}); }
  [[nodiscard]] std::vector<Step> steps(const char* move) const { return drawn().steps(g, p, g.read_move(p, move).value(), {}); }
  [[nodiscard]] Scene after(const char* move) const { return scene::apply(scene(), steps(move)); }
};

const Piece* piece_at(const Scene& scene, const scene::Place& place) {
  for (const Piece& piece : scene.pieces)
    if (piece.at == place) return &piece;
  return nullptr;
}

bool says(const std::vector<Step>& steps, std::string_view key) {
  return std::any_of(steps.begin(), steps.end(), [&](const Step& one) {
    const auto* said = std::get_if<step::Say>(&one);
    return said && said->text.key == key;
  });
}

}  // namespace

TEST(HichainStrokes, MeetTheRimExactlyWhereTheCardHasMarks) {
  const auto table = hichain::plain::read_table(cards_csv);
  ASSERT_EQ(table.size(), static_cast<std::size_t>(hichain::signs));
  for (int sign = 0; sign < hichain::signs; ++sign) {
    const auto& card = table[static_cast<std::size_t>(sign)];
    Rim marks(card.points.begin(), card.points.end());
    marks.insert(card.sides.begin(), card.sides.end());
    EXPECT_EQ(rim(hichain::strokes(sign)), marks) << card.letter;
  }
}

TEST(HichainScene, ACardIsTurnedAndLaidFromTheMiddleOfTheField) {
  const At at("start b");
  const Scene before = at.scene(), after = at.after("Zs2-1");
  const Piece* there = piece_at(before, "hand-0-Z");
  ASSERT_TRUE(there);
  EXPECT_EQ(there->face, "Z");
  EXPECT_FALSE(piece_at(after, "hand-0-Z"));
  const Piece* laid = piece_at(after, {2, -1});
  ASSERT_TRUE(laid);
  EXPECT_EQ(laid->face, "Z");
  EXPECT_EQ(laid->seat, 0);
  EXPECT_EQ(laid->turn, 2);
  EXPECT_EQ(after.pieces.size(), before.pieces.size());
  ASSERT_FALSE(after.marks.empty());
  EXPECT_EQ(after.marks[0].sites, std::vector<scene::Place>({{2, -1}}));
}

TEST(HichainScene, ChainsAreLinesWithTheirScore) {
  const At at("start,b:Gn0-1,b:Fn0-2 r");
  const Scene scene = at.scene();
  const auto chain = std::find_if(scene.marks.begin(), scene.marks.end(), [](const auto& m) { return m.kind == MarkKind::chain; });
  ASSERT_NE(chain, scene.marks.end());
  EXPECT_EQ(chain->path, std::vector<scene::Place>({{0, -2}, {0, -1}, {0, 0}}));
  EXPECT_EQ(chain->seat, 0);
  EXPECT_EQ(std::get<std::int64_t>(chain->label->args[1].second), 9);
  EXPECT_EQ(scene.banner->key, "banner.hichain.score");
}

TEST(HichainScene, TheRoyalChainEndsTheGame) {
  const At at("start,b:Cn-1+0,b:An0-1,b:In1-1 b");
  EXPECT_TRUE(says(at.steps("Nn2-1"), "say.hichain.royal"));
  const Scene after = at.after("Nn2-1");
  EXPECT_EQ(after.turn, over);
  EXPECT_EQ(after.banner->key, "banner.hichain.royal");
  EXPECT_TRUE(std::any_of(after.marks.begin(), after.marks.end(),
                          [](const auto& m) { return m.label && m.label->key == "mark.hichain.royal" && m.path.size() == 5; }));
}

TEST(HichainChoices, CardTurnAndCellJoinedAreTheMove) {
  const At at("start b");
  const auto facets = std::get<Facets>(drawn().choices(at.g, at.p));
  ASSERT_EQ(facets.facets.size(), 3u);
  EXPECT_EQ(facets.facets[0].options.size(), 27u);
  EXPECT_EQ(facets.facets[1].options.size(), 4u);
  EXPECT_EQ(facets.moves.size(), 3u * 738);
  for (const auto& move : scene::leaves(facets)) EXPECT_TRUE(at.g.read_move(at.p, move)) << move;
}

TEST(HichainChoices, AForcedPassIsOneButton) {
  const At at("b:Xn0+0 b");  // there is no opponent's card to touch
  const auto tree = std::get<Tree>(drawn().choices(at.g, at.p));
  ASSERT_EQ(tree.nodes.size(), 1u);
  ASSERT_EQ(tree.nodes[0].picks.size(), 1u);
  EXPECT_EQ(tree.nodes[0].picks[0].pick, Pick::key("pass"));
  EXPECT_TRUE(says(at.steps("pass"), "say.hichain.pass"));
  EXPECT_EQ(at.after("pass").turn, 1);
}

TEST(HichainScene, IsOverIfNobodyCanLayACard) { EXPECT_EQ(At("- b").scene().turn, over); }

}  // namespace banmen
