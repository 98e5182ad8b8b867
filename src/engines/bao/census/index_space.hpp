// The index of Bao's positions: all tiers end to end for a census, or the slots of a tier for a database. A position and its image
// under the exchange of players share a slot.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "games/bao/bao.hpp"
#include "solve/moves_of.hpp"

namespace banmen::bao {

/// The slot of a position's value; `turned` if it is the value of the position with seats exchanged.
struct SlotPlace {
  std::uint32_t tier;
  bool turned;
  std::uint64_t slot;
};

/// All tiers of the index up to `top`, end to end. A position and the one with the players exchanged are neighbours, the canonical
/// one first, so that facts about both can be noted once for the pair.
class IndexSpace {
 public:
  explicit IndexSpace(const Bao& g) : IndexSpace(g, g.tiers() - 1) {}
  IndexSpace(const Bao& g, std::uint32_t top) : g_(g), base_{0} {
    for (std::uint32_t t = 0; t <= top; ++t) {
      const std::uint64_t size = g.tier_size(t);
      base_.push_back(size > too_many - base_.back() ? too_many : base_.back() + size);
    }
  }
  /// The size of a space with more places than 64 bits can number. Its positions have slots, but no index.
  static constexpr std::uint64_t too_many = bao::too_many;

  [[nodiscard]] std::uint64_t size() const { return base_.back(); }
  [[nodiscard]] std::uint32_t tiers() const { return static_cast<std::uint32_t>(base_.size() - 1); }
  [[nodiscard]] std::uint64_t base(std::uint32_t tier) const { return base_[tier]; }
  [[nodiscard]] std::uint64_t index(std::uint32_t tier, const Bao::Position& p) const {
    const auto canonical = g_.canonical(p);
    return base_[tier] + g_.rank(canonical.position) + canonical.symmetry;
  }
  [[nodiscard]] std::uint64_t index(const Bao::Position& p) const { return index(g_.tier(p), p); }
  [[nodiscard]] std::uint32_t tier_at(std::uint64_t index) const {
    return static_cast<std::uint32_t>(std::upper_bound(base_.begin(), base_.end(), index) - base_.begin()) - 1;
  }
  [[nodiscard]] Bao::Position at(std::uint32_t tier, std::uint64_t index) const {
    const std::uint64_t rank = index - base_[tier];
    return g_.image(static_cast<std::uint8_t>(rank & 1), g_.unrank(tier, rank & ~std::uint64_t{1}));
  }
  [[nodiscard]] Bao::Position at(std::uint64_t index) const { return at(tier_at(index), index); }

  [[nodiscard]] std::uint64_t slots(std::uint32_t tier) const {
    const std::uint64_t size = g_.tier_size(tier);
    return size / 2 + size % 2;
  }
  [[nodiscard]] Bao::Position at_slot(std::uint32_t tier, std::uint64_t slot) const { return g_.unrank(tier, 2 * slot); }
  [[nodiscard]] SlotPlace slot_of(const Bao::Position& p) const {
    const auto canonical = g_.canonical(p);
    return {g_.tier(p), canonical.symmetry != 0, g_.rank(canonical.position) / 2};
  }

 private:
  Bao g_;
  std::vector<std::uint64_t> base_;
};

/// Plays the moves of one canonical position after the other, in the order of the game's list, and returns their number: the plain
/// twin of BaoRules::expand.
inline std::size_t expand_one_by_one(const Bao& g, std::span<const Bao::Position> from, Bao::Arrival* arrivals) {
  MoveStack<Bao> moves(g);
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < from.size(); ++i)
    for (const Bao::Move m : moves.legal(g, from[i])) {
      const Step<Bao> s = step(g, from[i], m);
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

/// Plays all moves of canonical positions. `arrivals` needs room for `move_capacity()` moves of each.
inline std::size_t expand(const Bao& g, std::span<const Bao::Position> from, Bao::Arrival* arrivals) {
  if (const auto count = g.expand(from, arrivals)) return *count;
  return expand_one_by_one(g, from, arrivals);
}

}  // namespace banmen::bao
