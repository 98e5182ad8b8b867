// The places of a game's index, all tiers end to end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/game.hpp"

namespace banmen {

/// All tiers of an index up to `top` laid end to end. Where exchanging the players is a game's one symmetry, the two positions that
/// it makes of each other stand side by side, the canonical one first: what is true of both can then be told once for the pair.
template <IndexedGame G>
class IndexSpace {
 public:
  IndexSpace(const G& g, std::uint32_t top) : g_(g), base_{0} {
    if constexpr (StridedIndex<G>) pairs_ = g.symmetries() == 2 && g.canonical_stride() == 2;
    for (std::uint32_t t = 0; t <= top; ++t) {
      const std::uint64_t size = g.tier_size(t);
      base_.push_back(size > most - base_.back() ? most : base_.back() + size);
    }
  }
  static constexpr std::uint64_t most = std::uint64_t{1} << 62;

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

 private:
  G g_;
  std::vector<std::uint64_t> base_;
  bool pairs_ = false;
};

}  // namespace banmen
