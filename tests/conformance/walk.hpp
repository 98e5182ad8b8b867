// Positions to check a game on: those met in random play from the start, so that they are all legal.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace banmen::tests {

/// Of the work that is usual, only a part is done where a suite has very many games.
inline std::uint64_t one_part_of = 1;

/// Ten times the work the long way, which must come to an end.
inline std::uint64_t effort(std::uint64_t normal) {
  normal = std::max<std::uint64_t>(1, normal / one_part_of);
  return std::getenv("BANMEN_LONG") != nullptr ? normal * 10 : normal;
}

/// Room for more moves than the game promises, so that a broken promise is seen and not a crash.
template <Rules G>
class Moves {
 public:
  using Move = typename G::Move;

  explicit Moves(const G& g) : capacity_(g.move_capacity()), storage_(2 * static_cast<std::size_t>(capacity_) + 1024) {}

  /// The legal moves at p; nothing where the bytes say that the game is over.
  const std::vector<Move>& at(const G& g, const typename G::Position& p) {
    MoveList<Move> list(storage_.data(), static_cast<std::uint32_t>(storage_.size()));
    g.moves(p, list);
    EXPECT_LE(list.size(), capacity_) << "more moves than move_capacity() at " << g.text(p);
    if (g.turn(p) == over) {
      EXPECT_EQ(list.size(), 0u) << "turn() says over, yet there are moves at " << g.text(p);
    }
    moves_.assign(list.begin(), list.end());
    return moves_;
  }

 private:
  std::uint32_t capacity_;
  std::vector<Move> storage_;
  std::vector<Move> moves_;
};

template <class T>
std::string bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// The whole of a list, in a form that can be compared as a set.
template <class List>
std::vector<std::string> sorted_bytes(const List& list) {
  std::vector<std::string> all;
  for (const auto& item : list) all.push_back(bytes_of(item));
  std::sort(all.begin(), all.end());
  return all;
}

template <Rules G>
struct Visit {
  typename G::Position position;
  std::vector<typename G::Move> moves;
  GainsOf<G> gained;  // on the way here
};

/// Plays random games and shows every position on the way, the last ones included. `work` is in moves listed, so that a game with
/// thousands of moves is looked at in fewer positions. Chance outcomes are drawn without regard to weight: all are legal.
template <Rules G, class See>
void walk(const G& g, std::uint64_t work, See&& see) {
  constexpr std::uint32_t longest = 400;  // plies; games that may go on for ever are left there
  Moves<G> generator(g);
  Visit<G> visit;
  std::uint64_t done = 0;
  for (std::uint64_t game = 0; done < work; ++game) {
    Random random(0x5eed, game);
    visit.position = g.initial();
    visit.gained = {};
    for (std::uint32_t ply = 0; ply < longest && done < work; ++ply) {
      visit.moves = generator.at(g, visit.position);
      done += visit.moves.size() + 1;
      see(static_cast<const Visit<G>&>(visit));
      if (visit.moves.empty()) break;
      visit.gained += g.play(visit.position, visit.moves[random.below(static_cast<std::uint32_t>(visit.moves.size()))]);
    }
    if (::testing::Test::HasFailure()) return;  // one broken position is enough to read
  }
}

}  // namespace banmen::tests
