// UCT on games that random play does and does not end.
#include "search/uct.hpp"

#include <gtest/gtest.h>

#include "core/hash.hpp"

namespace banmen {
namespace {

/// Two seats move one man by one step along a track, to and fro; whoever reaches the far end wins. `plies` counts the moves
/// simulated.
template <bool Loopy>
struct Walk {
  static constexpr int max_players = 2;
  struct Position {
    std::uint32_t at;
    std::uint32_t turn;
    bool operator==(const Position&) const = default;
  };
  struct Move {
    std::uint8_t on;
    bool operator==(const Move&) const = default;
  };
  std::uint32_t length = 0;  // 0: the track has no end
  std::uint64_t* plies = nullptr;

  static int players() { return 2; }
  static Position initial() { return {}; }
  static std::uint32_t move_capacity() { return 2; }
  [[nodiscard]] Seat turn(const Position& p) const { return length > 0 && p.at >= length ? over : static_cast<Seat>(p.turn); }
  void moves(const Position& p, MoveList<Move>& list) const {
    if (turn(p) == over) return;
    for (const std::uint8_t on : {0, 1}) list.push({on});
  }
  Gains<2> play(Position& p, Move m) const {
    ++*plies;
    p.at = m.on != 0 ? p.at + 1 : p.at - (p.at > 0);
    p.turn ^= 1;
    return {};
  }
  static Gains<2> payoff(const Position& p) { return p.turn == 1 ? Gains<2>{1, -1} : Gains<2>{-1, 1}; }
  static std::uint64_t hash(const Position& p) { return hash_bytes(p); }
  static bool endless(const Position&, Move) requires Loopy { return false; }
  static Gains<2> forever() requires Loopy { return {}; }
};

constexpr std::uint64_t playouts = 50;

template <bool Loopy>
std::pair<std::uint64_t, std::string> simulated(std::uint32_t length, std::uint32_t cut = 0) {
  std::uint64_t plies = 0;
  const Walk<Loopy> game{length, &plies};
  UctOptions options;
  options.playouts = playouts;
  options.cut = cut;
  options.memory = 1;
  Uct<Walk<Loopy>> search(game, options);
  Question<Walk<Loopy>> question;
  question.position = game.initial();
  const auto answer = search.think(question);
  EXPECT_EQ(answer.nodes, playouts);
  return {plies, answer.note};
}

TEST(Uct, CutsPlayoutsThatDoNotEndWhereNothingProvesThatPlayEnds) {
  const auto [plies, note] = simulated<true>(0);
  EXPECT_LT(plies, 20'000 + 5'000 + 1'250 + 312 + playouts * 250);
  EXPECT_EQ(note, "random play hardly ends this game, so playouts were cut after 200 plies (option cut)");
}

TEST(Uct, KeepsPlayoutsWholeThatEnd) {
  EXPECT_EQ(simulated<true>(12), simulated<false>(12));
  EXPECT_EQ(simulated<true>(12).second, "");
  EXPECT_GT(simulated<false>(0).first, playouts * 19'000) << "a game that is known to end, however late";
}

TEST(Uct, LeavesACutThatIsAskedForAlone) {
  const auto [plies, note] = simulated<true>(0, 1000);
  EXPECT_GT(plies, playouts * 1000);
  EXPECT_EQ(note, "");
}

}  // namespace
}  // namespace banmen
