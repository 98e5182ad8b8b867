// Rules of every game.
#pragma once

#include <cmath>
#include <map>
#include <set>

#include "conformance/walk.hpp"
#include "core/game.hpp"
#include "parameter_sets.hpp"
#include "search/playout.hpp"

namespace banmen::tests {

template <Game G>
void seats_are_in_range(const G& g, const ParameterSet&) {
  ASSERT_GE(g.players(), 1);
  ASSERT_LE(g.players(), G::max_players);
  std::set<std::string> names;
  for (Seat seat = 0; seat < g.players(); ++seat) names.insert(g.seat_name(seat));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(g.players())) << "two seats share a name";
  EXPECT_EQ(names.count(""), 0u);
  for (const char* reserved : {"over", "chance"}) EXPECT_EQ(names.count(reserved), 0u);
  walk(g, effort(20000), [&](const Visit<G>& at) {
    const Seat turn = g.turn(at.position);
    EXPECT_TRUE(turn == over || (turn >= 0 && turn < g.players()) || (ChanceGame<G> && turn == chance))
        << int{turn} << " at " << g.text(at.position);
  });
}

template <Game G>
void legal_moves_are_distinct_and_playable(const G& g, const ParameterSet&) {
  Moves<G> again(g);
  walk(g, effort(20000), [&](const Visit<G>& at) {
    auto distinct = sorted_bytes(at.moves);
    EXPECT_EQ(std::adjacent_find(distinct.begin(), distinct.end()), distinct.end())
        << "a move is listed twice at " << g.text(at.position);
    EXPECT_EQ(again.at(g, at.position), at.moves) << "another order the second time at " << g.text(at.position);
    for (const auto& m : at.moves) {
      auto once = at.position, twice = at.position;
      const auto gains = g.play(once, m);
      EXPECT_EQ(g.play(twice, m), gains) << "play is not deterministic at " << g.text(at.position);
      EXPECT_EQ(raw_bytes(once), raw_bytes(twice)) << "play is not deterministic at " << g.text(at.position);
      for (int seat = g.players(); seat < G::max_players; ++seat)
        EXPECT_EQ(gains[static_cast<std::size_t>(seat)], 0) << "an empty seat gains";
    }
  });
}

/// A generator appends to the existing list.
template <Game G>
void move_lists_are_appended_to(const G& g, const ParameterSet&) {
  std::vector<typename G::Move> storage(g.move_capacity() + 1);
  walk(g, effort(2000), [&](const Visit<G>& at) {
    if (at.moves.empty()) return;
    MoveList<typename G::Move> list(storage.data(), static_cast<std::uint32_t>(storage.size()));
    list.push(at.moves.back());
    g.moves(at.position, list);
    ASSERT_EQ(list.size(), at.moves.size() + 1);
    EXPECT_EQ(list[0], at.moves.back());
    EXPECT_TRUE(std::equal(at.moves.begin(), at.moves.end(), list.begin() + 1));
  });
}

template <Game G>
void hashes_tell_positions_apart(const G& g, const ParameterSet&) {
  std::map<std::uint64_t, std::string> seen;  // hash → bytes
  walk(g, effort(20000), [&](const Visit<G>& at) {
    const auto copy = at.position;
    EXPECT_EQ(g.hash(copy), g.hash(at.position));
    const auto [entry, fresh] = seen.emplace(g.hash(at.position), raw_bytes(at.position));
    EXPECT_EQ(entry->second, raw_bytes(at.position)) << "an unequal position with the same hash: " << g.text(at.position);
  });
}

template <Game G>
void payoffs_fit(const G& g, const ParameterSet& set) {
  if (g.players() == 2) {
    EXPECT_EQ(zero_sum(g), set.zero_sum) << "a game of two seats must say zero_sum() == false where results do not cancel out";
  }
  walk(g, effort(40000), [&](const Visit<G>& at) {
    if (!at.moves.empty()) return;
    auto result = at.gained;
    result += g.payoff(at.position);
    std::int64_t sum = 0;
    for (Seat seat = 0; seat < G::max_players; ++seat) {
      const auto mine = result[static_cast<std::size_t>(seat)];
      sum += mine;
      if (seat >= g.players()) {
        EXPECT_EQ(mine, 0) << "an empty seat is paid at " << g.text(at.position);
      }
      for (Seat mate = 0; mate < seat && seat < g.players(); ++mate)
        if (team_of(g, mate) == team_of(g, seat)) {
          EXPECT_EQ(result[static_cast<std::size_t>(mate)], mine) << "team-mates are paid differently at " << g.text(at.position);
        }
    }
    if (set.zero_sum) {
      EXPECT_EQ(sum, 0) << "not zero-sum at " << g.text(at.position);
    }
  });
}

/// Deviation of a chi-square value with `df` degrees of freedom from its mean, in standard deviations of a normal variable (Wilson
/// and Hilferty's cube-root approximation).
inline double chi_square_z(double chi_square, double df) {
  const double spread = 2.0 / (9.0 * df);
  return (std::cbrt(chi_square / df) - (1.0 - spread)) / std::sqrt(spread);
}

template <SampledGame G>
void samples_are_uniform(const G& g, const ParameterSet&) {
  std::uint64_t tried = 0;
  walk(g, effort(20000), [&](const Visit<G>& at) {
    const Seat turn = g.turn(at.position);
    if (turn == chance) return;
    const auto n = static_cast<std::uint32_t>(at.moves.size());
    EXPECT_EQ(g.count(at.position), n) << g.text(at.position);
    Random random(7, tried);
    const auto one = g.sample(at.position, random);
    EXPECT_EQ(one.count, n) << g.text(at.position);
    if (n > 0) {
      EXPECT_NE(std::find(at.moves.begin(), at.moves.end(), one.move), at.moves.end())
          << "a drawn move is not legal at " << g.text(at.position);
    }
    if (n < 2 || n > 2600 || tried >= effort(40'000)) return;
    std::map<std::string, std::uint32_t> drawn;
    for (const auto& m : at.moves) drawn[raw_bytes(m)] = 0;
    const std::uint32_t draws = 64 * n;
    for (std::uint32_t i = 0; i < draws; ++i) {
      const auto found = drawn.find(raw_bytes(g.sample(at.position, random).move));
      ASSERT_NE(found, drawn.end()) << "a drawn move is not legal at " << g.text(at.position);
      ++found->second;
    }
    tried += draws;
    double chi_square = 0;
    for (const auto& [move, times] : drawn) chi_square += (times - 64.0) * (times - 64.0) / 64.0;
    EXPECT_LT(chi_square_z(chi_square, n - 1), 5.0) << "not uniform over " << n << " moves at " << g.text(at.position);
  });
}

}  // namespace banmen::tests
