// Max^N with valued passes against a plain implementation.
#include <gtest/gtest.h>

#include "engines/reversi/extensions.hpp"
#include "engines/reversi/pass_valued.hpp"
#include "search/maxn.hpp"

namespace banmen::reversi {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

template <class G>
G passing_rules(const Given& given) {
  return G::make(*check_values("rules", G::parameters(), given)).value();
}

template <class G>
std::unique_ptr<Search<G>> maxn(const G& g, const Given& given) {
  const auto& own = extensions_of<G>().agents.front();
  return own.make(g, *check_values("maxn", own.kind.parameters, given)).value();
}

/// A position of a random game with this number of discs; passes are played.
template <class G>
DiscPosition passing_position(const G& g, std::uint64_t seed, int plies) {
  Random random(seed);
  DiscPosition p = g.initial();
  for (int ply = 0; ply < plies && g.count(p) > 0; ++ply) g.play(p, g.sample(p, random).move);
  return p;
}

/// Plain Max^N with valued passes: a seat's expectation plus the value of the line's passes.
template <class G>
GainsOf<G> plain_value(const G& g, const DiscPosition& p, int depth, int points, int exact) {
  GainsOf<G> value{};
  MoveBuffer<DiscMove, 64> list;
  g.moves(p, list);
  if (list.empty()) {
    value = g.payoff(p);
    for (auto& one : value) one *= g.evaluation_unit();
    return value;
  }
  const Seat turn = g.turn(p);
  const bool counts = g.is_pass(list[0]) && g.horizon(p) > exact;
  const auto pass = [&](GainsOf<G>& of) {
    for (int seat = 0; seat < G::max_players; ++seat)
      of[static_cast<std::size_t>(seat)] += team_of(g, static_cast<Seat>(seat)) == team_of(g, turn) ? -points : points;
  };
  if (depth == 0) {
    for (int seat = 0; seat < G::max_players; ++seat)
      value[static_cast<std::size_t>(seat)] = g.evaluate(p, static_cast<Seat>(seat));
    if (counts) pass(value);
    return value;
  }
  bool first = true;
  for (const DiscMove m : list) {
    DiscPosition next = p;
    g.play(next, m);
    GainsOf<G> here = plain_value(g, next, depth - (g.is_pass(m) ? 0 : 1), points, exact);
    if (counts) pass(here);
    if (first || here[static_cast<std::size_t>(turn)] > value[static_cast<std::size_t>(turn)]) value = here;
    first = false;
  }
  return value;
}

template <class G>
void passes_count(const G& g, int depth, int points, int exact) {
  const auto search =
      maxn(g, {{"depth", std::to_string(depth)}, {"exact", std::to_string(exact)}, {"pass", std::to_string(points)}});
  const auto without = maxn(g, {{"depth", std::to_string(depth)}, {"exact", std::to_string(exact)}});
  int differ = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const DiscPosition p = passing_position(g, seed, 6 + static_cast<int>(seed % 20));
    if (g.count(p) == 0) continue;
    search->new_game();
    without->new_game();
    Question<G> question;
    question.position = p;
    const auto found = search->think(question);
    const int deep = g.horizon(p) <= exact ? 100 : depth;
    const auto expected = plain_value(g, p, deep, points, exact);
    EXPECT_NEAR(found.lines.front().value * g.evaluation_unit(), expected[static_cast<std::size_t>(g.turn(p))], 1e-6)
        << g.text(p) << " after " << seed;
    differ += found.lines.front().value != without->think(question).lines.front().value;
  }
  EXPECT_EQ(differ > 0, points != 0);
}

}  // namespace

TEST(PassingMaxN, PassesCountAlongTheLine) {
  passes_count(passing_rules<Reversi>({{"size", "6"}}), 3, 24, 4);
  passes_count(passing_rules<Yonin>({{"size", "6"}}), 3, 5, 4);
  passes_count(passing_rules<Yonin>({{"size", "6"}, {"mode", "team"}}), 3, 24, 4);
  passes_count(passing_rules<Yonin>({{"size", "4x6"}}), 2, -7, 0);
}

// Weight 0 is the plain game.
TEST(PassingMaxN, PassesValuedAtNothingChangeNothing) {
  for (const char* mode : {"individual", "team"}) {
    const Yonin g = passing_rules<Yonin>({{"size", "6"}, {"mode", mode}});
    MaxNOptions options;
    options.depth = 3;
    options.exact = 5;
    const PassValued<Yonin> counted(g, 0, 5);
    MaxN<Yonin> plain(g, options);
    MaxN<PassValued<Yonin>> valued(counted, options);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const DiscPosition p = passing_position(g, seed, static_cast<int>(seed % 30));
      if (g.count(p) == 0) continue;
      Question<Yonin> question;
      question.position = p;
      question.lines = 64;
      Question<PassValued<Yonin>> other;
      other.position = p;
      other.lines = 64;
      const auto a = plain.think(question).lines;
      const auto b = valued.think(other).lines;
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(a[k].move, b[k].move);
        EXPECT_NEAR(a[k].value, b[k].value / counted.unit(), 1e-9);
      }
    }
  }
}

TEST(PassingMaxN, PassDoesNotGoWithEveryTie) {
  const auto& own = extensions_of<Yonin>().agents.front();
  const auto made = own.make(Yonin(), *check_values("maxn", own.kind.parameters, {{"ties", "all"}, {"pass", "1"}}));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().what, "ties=all can't be combined with pass=");
  EXPECT_TRUE(own.make(Yonin(), *check_values("maxn", own.kind.parameters, {{"ties", "all"}})));
  const auto& two = extensions_of<Reversi>().agents.front();
  EXPECT_FALSE(two.make(Reversi(), *check_values("maxn", two.kind.parameters, {{"ties", "all"}})));
}

}  // namespace banmen::reversi
