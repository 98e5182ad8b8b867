// Expectimax against the definition of an expectation, on a small game of dice.
#include "search/expectimax.hpp"

#include <gtest/gtest.h>

#include "core/hash.hpp"

namespace banmen {
namespace {

/// Two seats roll in turn (1, 2 or 4, with weights 3, 2 and 1) and either add the roll to their own points or subtract it from the
/// other's, which can't fall below zero. After six rolls the lead is paid.
struct DiceRace {
  static constexpr int max_players = 2;
  struct Position {
    std::uint8_t points[2];
    std::uint8_t roll;  // 0: to be rolled
    std::uint8_t done;  // rolls used
    bool operator==(const Position&) const = default;
  };
  struct Move {
    std::uint8_t what;  // of chance: the roll; of a seat: 0 add, 1 take
    bool operator==(const Move&) const = default;
  };
  static int players() { return 2; }
  static Position initial() { return {}; }
  static std::uint32_t move_capacity() { return 3; }
  static Seat turn(const Position& p) { return p.done == 6 ? over : p.roll == 0 ? chance : static_cast<Seat>(p.done & 1); }
  static void moves(const Position& p, MoveList<Move>& list) {
    if (p.done == 6) return;
    if (p.roll == 0)
      for (const std::uint8_t roll : {1, 2, 4}) list.push({roll});
    else
      for (const std::uint8_t what : {0, 1}) list.push({what});
  }
  static Gains<2> play(Position& p, Move m) {
    if (p.roll == 0) {
      p.roll = m.what;
      return {};
    }
    const int seat = p.done & 1;
    if (m.what == 0)
      p.points[seat] = static_cast<std::uint8_t>(p.points[seat] + p.roll);
    else
      p.points[seat ^ 1] = static_cast<std::uint8_t>(std::max(0, p.points[seat ^ 1] - p.roll));
    p.roll = 0;
    ++p.done;
    return {};
  }
  static Gains<2> payoff(const Position& p) { return {p.points[0] - p.points[1], p.points[1] - p.points[0]}; }
  static std::uint64_t hash(const Position& p) { return hash_bytes(p); }
  static std::uint32_t weight(const Position&, Move m) { return m.what == 1 ? 3 : m.what == 2 ? 2 : 1; }
  static std::uint32_t total_weight(const Position&) { return 6; }
};

double plain(const DiceRace& g, const DiceRace::Position& p) {
  const Seat turn = g.turn(p);
  if (turn == over) return g.payoff(p)[0];
  DiceRace::Move storage[3];
  MoveList<DiceRace::Move> list(storage, 3);
  g.moves(p, list);
  double sum = 0, best = turn == 0 ? -1e9 : 1e9;
  for (const auto m : list) {
    auto next = p;
    g.play(next, m);
    const double value = plain(g, next);
    if (turn == chance) sum += value * g.weight(p, m) / g.total_weight(p);
    best = turn == 0 ? std::max(best, value) : std::min(best, value);
  }
  return turn == chance ? sum : best;
}

TEST(Expectimax, AveragesByWeight) {
  const DiceRace g;
  Expectimax<DiceRace> search(g, {{}, 6, 1});
  for (std::uint64_t n = 0; n < 40; ++n) {
    Random random(4, n);
    auto p = g.initial();
    const std::uint32_t plies = 1 + 2 * random.below(5);  // an odd number: a seat is on turn
    DiceRace::Move storage[3];
    for (std::uint32_t ply = 0; ply < plies; ++ply) {
      MoveList<DiceRace::Move> list(storage, 3);
      g.moves(p, list);
      g.play(p, list[random.below(list.size())]);
    }
    Question<DiceRace> question;
    question.position = p;
    const auto thought = search.think(question);
    ASSERT_FALSE(thought.lines.empty());
    EXPECT_TRUE(thought.lines[0].exact);
    EXPECT_NEAR(thought.lines[0].value, g.turn(p) == 0 ? plain(g, p) : -plain(g, p), 1e-9);
  }
}

// With width=1 only the move that looks best is searched deeper; its value is the same as without.
TEST(Expectimax, NarrowsToWhatLooksBest) {
  const DiceRace g;
  Expectimax<DiceRace> narrow(g, {{}, 3, 1, 1}), whole(g, {{}, 3, 1, 0});
  Question<DiceRace> question;
  question.position = g.initial();
  g.play(question.position, {2});
  const auto few = narrow.think(question), all = whole.think(question);
  question.lines = 2;
  ASSERT_EQ(few.lines.size(), 1u);
  ASSERT_FALSE(all.lines.empty());
  EXPECT_LT(few.nodes, all.nodes);
  EXPECT_FALSE(few.lines[0].exact);
  EXPECT_EQ(narrow.think(question).lines.size(), 2u);  // both requested lines are searched
}

}  // namespace
}  // namespace banmen
