// Counter-based random numbers: Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC 2011)
// from Random123. Keyed by seed, game and ply, so that a game's numbers do not depend on the thread, on earlier games, or on the
// number of games.
#pragma once

#include <Random123/philox.h>

#include <cstdint>

namespace banmen {

class Random {
 public:
  /// The stream of one game, or of one decision of a game. Streams with different arguments are independent.
  explicit Random(std::uint64_t seed, std::uint64_t game = 0, std::uint32_t ply = 0)
      : key_{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}},
        counter_{{0, ply, static_cast<std::uint32_t>(game), static_cast<std::uint32_t>(game >> 32)}} {}

  std::uint32_t word() {
    if (left_ == 0) refill();
    return block_[--left_];
  }
  std::uint64_t word64() {
    const std::uint64_t high = word();
    return high << 32 | word();
  }
  /// 0 … n-1, by multiply and shift: the bias is below n / 2^32, far below the resolution of any sample here.
  std::uint32_t below(std::uint32_t n) { return bounded(word(), n); }
  /// 0 ≤ x < 1 with 53 bits.
  double real() { return static_cast<double>(word64() >> 11) * 0x1p-53; }

  static std::uint32_t bounded(std::uint32_t word, std::uint32_t n) {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(word) * n) >> 32);
  }

 private:
  // g++ would gather the four words in a vector register to store them at once, and the load of the next word would stall.
#if defined(__GNUC__) && !defined(__clang__)
  [[gnu::optimize("no-tree-slp-vectorize")]]
#endif
  void
  refill() {
    block_ = r123::Philox4x32()(counter_, key_);
    ++counter_[0];
    left_ = 4;
  }

  r123::Philox4x32::key_type key_;
  r123::Philox4x32::ctr_type counter_;
  r123::Philox4x32::ctr_type block_{};
  int left_ = 0;
};

}  // namespace banmen
