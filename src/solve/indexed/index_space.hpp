// Solvers of games with a perfect index (IndexedGame): censuses, endgame tables and databases, by tier and rank. They are
// templates, but Bao is the only such game today: this folder is its solver.
//
// Here: the places of a game's index: all tiers end to end, or the slots of a tier, of which positions that symmetry makes alike
// share one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/move_list.hpp"
#include "solve/moves_of.hpp"

namespace banmen {

/// What the endgame databases of all games can hold: two seats, and tiers that play never climbs.
template <class G>
concept KeptInTiers = IndexedGame<G> && G::max_players == 2;

/// Where a position's value is kept: its slot, and whether it is that of the position with seats exchanged.
struct SlotPlace {
  std::uint32_t tier;
  bool turned;
  std::uint64_t slot;
};

/// All tiers of an index up to `top` laid end to end. Where exchanging the players is a game's one symmetry, the two positions of
/// such a pair stand side by side, the canonical one first, so that what is true of both can be noted once for the pair.
template <IndexedGame G>
class IndexSpace {
 public:
  explicit IndexSpace(const G& g) : IndexSpace(g, g.tiers() - 1) {}
  IndexSpace(const G& g, std::uint32_t top) : g_(g), base_{0} {
    if constexpr (StridedIndex<G>) pairs_ = g.symmetries() == 2 && g.canonical_stride() == 2;
    for (std::uint32_t t = 0; t <= top; ++t) {
      const std::uint64_t size = g.tier_size(t);
      base_.push_back(size > too_many - base_.back() ? too_many : base_.back() + size);
    }
  }
  /// The size of a space with more places than 64 bits can number. Its positions have no index; they have slots.
  static constexpr std::uint64_t too_many = ~std::uint64_t{0};

  [[nodiscard]] std::uint64_t size() const { return base_.back(); }
  [[nodiscard]] std::uint32_t tiers() const { return static_cast<std::uint32_t>(base_.size() - 1); }
  [[nodiscard]] std::uint64_t base(std::uint32_t tier) const { return base_[tier]; }
  [[nodiscard]] bool pairs() const { return pairs_; }
  [[nodiscard]] std::uint64_t index(std::uint32_t tier, const typename G::Position& p) const {
    if constexpr (StridedIndex<G>)
      if (pairs_) {
        const auto canonical = g_.canonical(p);
        return base_[tier] + g_.rank(canonical.position) + canonical.symmetry;
      }
    return base_[tier] + g_.rank(p);
  }
  [[nodiscard]] std::uint64_t index(const typename G::Position& p) const { return index(g_.tier(p), p); }
  [[nodiscard]] std::uint32_t tier_at(std::uint64_t index) const {
    return static_cast<std::uint32_t>(std::upper_bound(base_.begin(), base_.end(), index) - base_.begin()) - 1;
  }
  [[nodiscard]] typename G::Position at(std::uint32_t tier, std::uint64_t index) const {
    const std::uint64_t rank = index - base_[tier];
    if constexpr (StridedIndex<G>)
      if (pairs_) return g_.image(static_cast<std::uint8_t>(rank & 1), g_.unrank(tier, rank & ~std::uint64_t{1}));
    return g_.unrank(tier, rank);
  }
  [[nodiscard]] typename G::Position at(std::uint64_t index) const { return at(tier_at(index), index); }

  [[nodiscard]] std::uint64_t slots(std::uint32_t tier) const {
    const std::uint64_t size = g_.tier_size(tier);
    return size / stride() + (size % stride() != 0);
  }
  [[nodiscard]] typename G::Position at_slot(std::uint32_t tier, std::uint64_t slot) const {
    return g_.unrank(tier, slot * stride());
  }
  [[nodiscard]] SlotPlace slot_of(const typename G::Position& p) const {
    if constexpr (StridedIndex<G>) {
      const auto c = g_.canonical(p);
      return {g_.tier(p), g_.image_seat(c.symmetry, 0) != 0, g_.rank(c.position) / stride()};
    } else {
      return {g_.tier(p), false, g_.rank(p)};
    }
  }

 private:
  [[nodiscard]] std::uint64_t stride() const {
    if constexpr (StridedIndex<G>)
      return g_.canonical_stride();
    else
      return 1;
  }

  G g_;
  std::vector<std::uint64_t> base_;
  bool pairs_ = false;
};

/// Plays the moves of one position after the other, in the order of the game's list, and returns how many there are. `arrivals`
/// must have room for `move_capacity()` moves of each position.
template <StridedIndex G>
std::size_t expand_one_by_one(const G& g, std::span<const typename G::Position> from, Arrival<typename G::Position>* arrivals) {
  MoveStack<G> moves(g);
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < from.size(); ++i)
    for (const auto m : moves.legal(g, from[i])) {
      const Step<G> s = step(g, from[i], m);
      auto& to = arrivals[count++] = {};
      to.from = i;
      to.steps = s.steps;
      to.endless = s.endless;
      if (s.endless) continue;
      const auto board = g.canonical(s.next);
      to.board = board.position;
      to.symmetry = board.symmetry;
      to.tier = g.tier(to.board);
      to.rank = g.rank(to.board);
      to.quiet = s.quiet();
    }
  return count;
}

template <StridedIndex G>
std::size_t expand(const G& g, std::span<const typename G::Position> from, Arrival<typename G::Position>* arrivals) {
  if (const auto count = g.expand(from, arrivals)) return *count;
  return expand_one_by_one(g, from, arrivals);
}

}  // namespace banmen
