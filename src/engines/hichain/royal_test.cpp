// C-H-A-I-N one card short: completed by its owner, hindered by the opponent.
#include "engines/hichain/royal.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engines/hichain/player.hpp"
#include "games/hichain/hichain.hpp"

namespace banmen::hichain {
namespace {

using Position = HichainRules::Position;

/// Four of the five cards of CHAIN along a random bent path, all turned alike, and a card of the opponent beside the gap. The only
/// other cards are the start block, far away.
Position one_short(std::uint64_t seed, int owner, int mover) {
  const char* word = "CHAIN";
  for (std::uint64_t attempt = 0;; ++attempt) {
    Random random(seed, attempt);
    Position p{};
    p.start = 1;
    p.mover = static_cast<std::uint8_t>(mover);
    std::vector<std::pair<int, int>> path = {{3, static_cast<int>(random.below(3))}};
    std::set<std::pair<int, int>> taken = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, path[0]};
    while (path.size() < 5) {
      const auto k = static_cast<std::size_t>(1 + 2 * random.below(4));
      const std::pair<int, int> next{path.back().first + step_x[k], path.back().second + step_y[k]};
      if (!taken.insert(next).second) break;
      path.push_back(next);
    }
    if (path.size() < 5) continue;
    const auto gap = static_cast<std::size_t>(random.below(5));
    const int turned = static_cast<int>(random.below(4));
    for (std::size_t i = 0; i < 5; ++i)
      if (i != gap)
        p.cards[owner][word[i] - 'A'] = {static_cast<std::int8_t>(path[i].first), static_cast<std::int8_t>(path[i].second),
                                         static_cast<std::uint8_t>(1 + turned)};
    // Cards without sides bar nothing.
    for (const char sign : {'X', '*', 'V'}) {
      const auto k = static_cast<std::size_t>(random.below(8));
      const std::pair<int, int> beside{path[gap].first + step_x[k], path[gap].second + step_y[k]};
      if (!taken.insert(beside).second) continue;
      p.cards[1 - owner][sign == '*' ? asterisk : sign - 'A'] = {static_cast<std::int8_t>(beside.first),
                                                                 static_cast<std::int8_t>(beside.second), 1};
    }
    return p;
  }
}

HichainRules::Move chosen_by_expert(const Hichain& g, const Position& p, Random& random) {
  auto board = g.board(p);
  return make_player("expert")->choose(g, board, random);
}

/// By trying every scoring placement.
bool has_royal(const Hichain& g, const Position& p, int colour) {
  auto board = g.board(p);
  board.at.mover = static_cast<std::uint8_t>(colour);
  return !scoring_moves(g, board, HichainRules::royal_value).empty();
}

/// True if every reply leaves the other side a completion, by definition.
bool plainly_unstoppable(const Hichain& g, const Position& p) {
  const int owner = 1 - p.mover;
  std::vector<HichainRules::Move> moves(g.count(p));
  MoveList<HichainRules::Move> list(moves.data(), static_cast<std::uint32_t>(moves.size()));
  g.moves(p, list);
  for (const auto m : moves) {
    auto q = p;
    g.play(q, m);
    if (q.royal != 0 || !has_royal(g, q, owner)) return false;
  }
  return true;
}

}  // namespace

TEST(HichainRoyalStrings, CompletionsAreAllMovesThatComplete) {
  const Hichain g;
  int found = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const int mover = static_cast<int>(seed % 2);
    auto board = g.board(one_short(2000 + seed, mover, mover));
    std::set<std::string> expected, got;
    for (const auto& s : scoring_moves(g, board, HichainRules::royal_value)) expected.insert(g.text(board.at, s.move));
    const MoveSet completions = royal_completions(g, board, mover);
    for (const auto& [cell, ways] : completions)
      any_way(board, cell, ways, [&](HichainRules::Move m) {
        got.insert(g.text(board.at, m));
        return false;
      });
    ASSERT_EQ(got, expected) << g.text(board.at);
    found += !got.empty();
  }
  EXPECT_GT(found, 10);
}

TEST(HichainRoyalStrings, ThreatsThatNoReplyStops) {
  const Hichain g;
  int unstoppable = 0, stoppable = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const int mover = static_cast<int>(seed % 2);
    auto board = g.board(one_short(3000 + seed, 1 - mover, mover));
    if (!has_royal(g, board.at, 1 - mover) || has_royal(g, board.at, mover)) continue;
    const bool expected = plainly_unstoppable(g, board.at);
    RoyalSearch search(g, 100'000);
    ASSERT_EQ(search.unstoppable(board, 1), expected) << g.text(board.at);
    (expected ? unstoppable : stoppable)++;
  }
  EXPECT_GT(stoppable, 3);
  EXPECT_GT(unstoppable, 0);
}

TEST(HichainRoyalStrings, CompletedAtOnce) {
  const Hichain g;
  int positions = 0;
  for (std::uint64_t seed = 0; positions < 10; ++seed) {
    const int mover = static_cast<int>(seed % 2);
    Position p = one_short(seed, mover, mover);
    if (!has_royal(g, p, mover)) continue;
    ++positions;
    Random random(1, seed);
    g.play(p, chosen_by_expert(g, p, random));
    EXPECT_EQ(p.royal, 1 + mover) << g.text(p);
  }
}

TEST(HichainRoyalStrings, HinderedWhenThreatened) {
  const Hichain g;
  int positions = 0;
  for (std::uint64_t seed = 0; positions < 10; ++seed) {
    const int mover = static_cast<int>(seed % 2);
    const Position p = one_short(1000 + seed, 1 - mover, mover);
    if (!has_royal(g, p, 1 - mover)) continue;
    // Only positions in which some move hinders it: tries all.
    std::vector<HichainRules::Move> moves(g.count(p));
    MoveList<HichainRules::Move> list(moves.data(), static_cast<std::uint32_t>(moves.size()));
    g.moves(p, list);
    bool possible = false;
    for (const auto m : moves) {
      auto q = p;
      g.play(q, m);
      if (!has_royal(g, q, 1 - mover)) {
        possible = true;
        break;
      }
    }
    if (!possible) continue;
    ++positions;
    Random random(2, seed);
    Position q = p;
    g.play(q, chosen_by_expert(g, p, random));
    EXPECT_FALSE(has_royal(g, q, 1 - mover)) << g.text(p) << " → " << g.text(q);
  }
}

}  // namespace banmen::hichain
