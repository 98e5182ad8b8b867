// Positions for checks of a game: reached by random play from the start, so all are legal.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace banmen::tests {

/// Suites with very many games do only a fraction of the usual work.
inline std::uint64_t one_part_of = 1;

/// With BANMEN_LONG ten times the work, but still finite.
inline std::uint64_t effort(std::uint64_t normal) {
  normal = std::max<std::uint64_t>(1, normal / one_part_of);
  return std::getenv("BANMEN_LONG") != nullptr ? normal * 10 : normal;
}

/// Capacity beyond the game's limit, so that exceeding it is reported instead of crashing.
template <Rules G>
class Moves {
 public:
  using Move = typename G::Move;

  explicit Moves(const G& g) : capacity_(g.move_capacity()), storage_(2 * static_cast<std::size_t>(capacity_) + 1024) {}

  /// Returns the legal moves at p; none if the game is over.
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
std::string raw_bytes(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// Returns the content of a list in a form that can be compared as a set.
template <class List>
std::vector<std::string> sorted_bytes(const List& list) {
  std::vector<std::string> all;
  for (const auto& item : list) all.push_back(raw_bytes(item));
  std::sort(all.begin(), all.end());
  return all;
}

template <Rules G>
struct Visit {
  typename G::Position position;
  std::vector<typename G::Move> moves;
  GainsOf<G> gained;  // on the way to this position
};

/// Plays random games and visits every position, including terminal ones. `work` counts listed moves, so a game with thousands of
/// moves is checked in fewer positions. Chance outcomes are drawn without regard to weight: all are legal.
template <Rules G, class See>
void walk(const G& g, std::uint64_t work, See&& see) {
  constexpr std::uint32_t longest = 400;  // plies; games without an end are cut off there
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
    if (::testing::Test::HasFailure()) return;  // stop after the first broken position
  }
}

}  // namespace banmen::tests
