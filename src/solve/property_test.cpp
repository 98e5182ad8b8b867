#include <gtest/gtest.h>

#include "core/random.hpp"
#include "solve/erased_game_of.hpp"
#include "solve/solver.hpp"
#include "solve/test_games.hpp"

namespace banmen {
namespace {

using namespace testing_games;

template <class G>
Result<VerifyReport> verify(const G& g, const std::string& property, const std::string& seat = "", bool all = false) {
  return banmen::verify(ErasedGameOf(g), bytes_of(g.initial()), {.property = property, .seat = seat, .all = all}, {});
}

/// Plays a counterexample: every move is legal, the cycle returns, and the last move is endless if reported so.
void expect_plays(const Bao& g, const VerifyRun& run) {
  auto p = g.initial();
  bool endless = false;
  auto play = [&](const std::string& text) {
    const auto m = g.read_move(p, text);
    ASSERT_TRUE(m);
    endless = g.endless(p, *m);
    g.play(p, *m);
  };
  for (const auto& m : run.moves) play(m);
  EXPECT_EQ(endless, run.endless);
  const auto entry = p;
  for (const auto& m : run.cycle) play(m);
  EXPECT_EQ(p, entry);
}

TEST(Property, AMoveWithoutEndKeepsItsTier) {
  const Bao g = make_bao(4);
  EXPECT_TRUE(verify(g, "always tier<=99")->holds);
  EXPECT_TRUE(verify(g, "never endless and tier=0")->holds);
  EXPECT_FALSE(verify(g, "never endless and tier<=99")->holds);
  EXPECT_FALSE(verify(g, "never endless and first")->holds == verify(g, "never endless")->holds);
}

TEST(Property, ThePapersSpecifications) {
  const TicTacToe board;
  EXPECT_TRUE(verify(board, "ends")->holds);
  EXPECT_TRUE(verify(board, "passes-turn")->holds);
  const Bao g = make_bao(4);
  const auto ends = verify(g, "ends", "", true);
  ASSERT_TRUE(ends);
  EXPECT_FALSE(ends->holds);
  std::size_t endless = 0, cycles = 0;
  std::set<std::string> loops;
  for (const VerifyRun& run : ends->counterexamples) {
    expect_plays(g, run);
    ++(run.endless ? endless : cycles);
    if (run.endless) {
      EXPECT_TRUE(loops.insert(run.loop).second) << run.loop;
    } else {
      EXPECT_TRUE(run.loop.empty());
    }
  }
  EXPECT_EQ(cycles, 5u);    // components of the census
  EXPECT_EQ(endless, 13u);  // loops of the census, with 100 endless moves
  const auto shortest = verify(g, "ends");
  for (const VerifyRun& run : ends->counterexamples)
    EXPECT_LE(shortest->counterexamples[0].moves.size() + shortest->counterexamples[0].cycle.size(),
              run.moves.size() + run.cycle.size());
  const auto passes = verify(g, "passes-turn");
  EXPECT_FALSE(passes->holds);
  EXPECT_TRUE(passes->counterexamples[0].endless);
  expect_plays(g, passes->counterexamples[0]);
  // If such moves are illegal, only sennichite is left.
  const auto legal = verify(make_bao(4, "illegal"), "ends");
  EXPECT_FALSE(legal->holds);
  EXPECT_FALSE(legal->counterexamples[0].endless);
  EXPECT_TRUE(verify(make_bao(4, "illegal"), "passes-turn")->holds);
}

TEST(Property, DecidesForcedProperties) {
  const Bao g = make_bao(4);
  for (const char* property : {"eventually endless", "never endless", "ends", "always eventually first", "eventually always over",
                               "not over until tier<=10", "eventually tier<=8 and first"})
    for (const char* seat : {"first", "second"}) {
      const auto report = verify(g, property, seat);
      ASSERT_TRUE(report) << report.error().message();
      if (report->holds) {
        EXPECT_TRUE(report->checked) << property << " " << seat;
        EXPECT_FALSE(report->strategy.empty());
      }
    }
  EXPECT_TRUE(verify(TicTacToe{}, "eventually over", "first")->holds);
  // The positions from which it can be forced, by definition.
  const Plain<Bao> twin(g);
  std::vector<char> wins(twin.positions.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < wins.size(); ++i) {
      auto won = [&](const auto& edge) { return edge.to < 0 || wins[static_cast<std::size_t>(edge.to)]; };
      const auto& edges = twin.edges[i];
      if (wins[i] || edges.empty()) continue;
      wins[i] = g.turn(twin.positions[i]) == 0 ? std::any_of(edges.begin(), edges.end(), won)
                                               : std::all_of(edges.begin(), edges.end(), won);
      changed |= wins[i] != 0;
    }
  }
  EXPECT_EQ(verify(g, "eventually endless", "first")->winning, static_cast<std::uint64_t>(std::count(wins.begin(), wins.end(), 1)));
}

TEST(Property, BadOnesAreRefusedWhereTheyGoWrong) {
  const TicTacToe g;
  for (const char* bad : {"", "always", "eventualy over", "eventually ovr", "eventually (over", "over until", "over",
                          "eventually over over", "never not", "eventually tier=x"}) {
    const auto report = verify(g, bad);
    ASSERT_FALSE(report) << bad;
    EXPECT_FALSE(report.error().message().empty());
  }
  EXPECT_FALSE(verify(g, "ends", "thrid"));
  EXPECT_NE(verify(g, "eventually ovr").error().message().find("over"), std::string::npos);
  EXPECT_FALSE(verify(g, "eventually " + std::string(5000, '(')));
}

/// Random games of two seats: exactly one side wins, strategies work, and plain iteration agrees.
TEST(Property, RandomGraphsAreDetermined) {
  Random random(11);
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t n = 2 + random.below(14);
    PlayGraph graph;
    Truth p(n), not_p(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      p[i] = random.below(3) == 0;
      not_p[i] = !p[i];
      graph.turn.push_back(static_cast<Seat>(random.below(2)));
      for (std::uint32_t k = 1 + random.below(3); k > 0; --k) graph.rows.targets.push_back(random.below(n));
      graph.rows.first.push_back(static_cast<std::uint32_t>(graph.rows.targets.size()));
    }
    auto wins = [&](Property::Kind kind, const Truth& truth, Seat seat) {
      const Property property{kind, truth, {}, ""};
      const Strategy strategy = synthesise(graph, property, seat);
      if (strategy.wins) {
        std::vector<std::uint32_t> number;
        const PlayGraph left = follow(graph, strategy, seat, number);
        Property same{kind, Truth(number.size()), {}, ""};
        for (std::size_t i = 0; i < number.size(); ++i) same.p[i] = truth[number[i]];
        EXPECT_FALSE(counterexample(left, same)) << round;
      }
      return strategy.wins;
    };
    using Kind = Property::Kind;
    EXPECT_NE(wins(Kind::eventually, p, 0), wins(Kind::always, not_p, 1)) << round;
    EXPECT_NE(wins(Kind::again, p, 0), wins(Kind::settles, not_p, 1)) << round;
    EXPECT_NE(wins(Kind::settles, p, 0), wins(Kind::again, not_p, 1)) << round;
    // Eventually P for seat 0, by n rounds of the definition.
    Truth in = p;
    for (std::uint32_t k = 0; k < n; ++k)
      for (std::uint32_t i = 0; i < n; ++i) {
        bool any = false, all = true;
        for (const std::uint32_t t : graph.rows.row(i)) {
          any |= in[t] != 0;
          all &= in[t] != 0;
        }
        if (graph.turn[i] == 0 ? any : all) in[i] = 1;
      }
    EXPECT_EQ(wins(Kind::eventually, p, 0), in[0] != 0) << round;
    // All seats together can force a property exactly if its negation has a counterexample.
    PlayGraph alone = graph;
    for (auto& t : alone.turn) t = 0;
    EXPECT_EQ(synthesise(alone, {Kind::again, p, {}, ""}, 0).wins,
              counterexample(alone, {Kind::settles, not_p, {}, ""}).has_value())
        << round;
    EXPECT_EQ(synthesise(alone, {Kind::settles, p, {}, ""}, 0).wins,
              counterexample(alone, {Kind::again, not_p, {}, ""}).has_value())
        << round;
  }
}

}  // namespace
}  // namespace banmen
