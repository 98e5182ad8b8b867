// Stones in holes, one byte each, eight or more holes at a time: comparisons, sums, sowing.
//
// Rows of holes are read as words of eight bytes, so up to seven bytes behind the last hole must be readable.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace banmen {

/// Prevents vectorisation over several words: rows are short, and masked stores have to reach the cache before they can be read
/// again.
inline void as_a_word(std::uint64_t& word) { asm("" : "+r"(word)); }

/// Packs bytes that are all ones or all zeros into bits.
constexpr std::uint64_t bits_of_bytes(std::uint64_t mask) { return (mask & 0x8040201008040201ULL) * 0x0101010101010101ULL >> 56; }

enum class Compare { less, less_equal, equal, unequal };

/// The holes, up to 64, of which `stones < than` holds, or another comparison.
inline std::uint64_t holes_where(const std::uint8_t* stones, int holes, Compare compare, int than) {
  // Outside the range of a byte the answer is the same for every hole.
  if (than < 0 || than > 255) {
    const bool every = compare == Compare::unequal || (than > 255 && compare != Compare::equal);
    return every ? ~std::uint64_t{0} >> (64 - holes) : 0;
  }
  using Bytes [[gnu::vector_size(8)]] = std::uint8_t;
  const Bytes limit = Bytes{} + static_cast<std::uint8_t>(than);
  std::uint64_t out = 0;
  for (int at = 0; at < holes; at += 8) {
    Bytes here;
    std::memcpy(&here, stones + at, 8);
    std::uint64_t mask = 0;
    const auto keep = [&](auto holds) { std::memcpy(&mask, &holds, 8); };
    switch (compare) {
      case Compare::less: keep(here < limit); break;
      case Compare::less_equal: keep(here <= limit); break;
      case Compare::equal: keep(here == limit); break;
      case Compare::unequal: keep(here != limit); break;
    }
    out |= bits_of_bytes(mask) << at;
  }
  return out & (~std::uint64_t{0} >> (64 - holes));
}

/// The holes, up to 64, that hold any stones.
inline std::uint64_t holes_with_stones(const std::uint8_t* stones, int holes) {
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7fULL;
  std::uint64_t out = 0;
  for (int at = 0; at < holes; at += 8) {
    std::uint64_t here;
    std::memcpy(&here, stones + at, 8);
    as_a_word(here);
    const std::uint64_t any = ((here & low) + low) | here;  // the top bit of every byte that is not 0
    out |= (any >> 7 & 0x0101010101010101ULL) * 0x0102040810204080ULL >> 56 << at;
  }
  return out & (~std::uint64_t{0} >> (64 - holes));
}

/// A set of holes, as a byte mask for a row.
struct HoleMask {
  std::array<std::uint64_t, 8> bytes{};
  explicit HoleMask(std::uint64_t holes) {
    for (std::size_t hole = 0; hole < 64; ++hole)
      if (holes >> hole & 1) bytes[hole / 8] |= std::uint64_t{0xff} << hole % 8 * 8;
  }
};

/// The sum of stones in some of the holes; requires fewer than 256 in any eight neighbours of them.
inline int stones_in(const std::uint8_t* stones, int holes, const HoleMask& mask) {
  std::uint64_t sum = 0;
  for (int at = 0; at < holes; at += 8) {
    std::uint64_t here;
    std::memcpy(&here, stones + at, 8);
    as_a_word(here);
    sum += (here & mask.bytes[static_cast<std::size_t>(at / 8)]) * 0x0101010101010101ULL >> 56;
  }
  return static_cast<int>(sum);
}

/// Sowing around a ring of up to 32 holes, one stone into each hole except skipped ones.
class Sowing {
 public:
  static constexpr int most_holes = 32;
  using Row [[gnu::vector_size(most_holes)]] = std::uint8_t;

  Sowing(int holes, std::uint32_t skipped, bool back) : holes_(holes) {
    for (int hole = 0; hole < holes; ++hole)
      if (!(skipped >> hole & 1)) {
        ++lap_;
        all_[hole] = 1;
      }
    for (int hole = 0; hole < holes; ++hole) {
      keep_.push_back(~Row{});
      keep_.back()[hole] = 0;
      Row sown{};
      int at = hole;
      for (int n = 0; n < lap_; ++n) {
        sown_.push_back(sown);
        last_.push_back(static_cast<std::uint8_t>(at));
        do at = (at + (back ? holes - 1 : 1)) % holes;
        while (skipped >> at & 1);
        sown[at] = 1;
      }
      if (lap_ > 0) last_[static_cast<std::size_t>(hole * lap_)] = static_cast<std::uint8_t>(at);  // after a whole lap, or none
    }
  }

  [[nodiscard]] int holes() const { return holes_; }

  /// Loads the row, eight holes at a time, so that loads do not stall after narrow stores.
  [[nodiscard]] Row read(const std::uint8_t* stones) const {
    Words words{};
    for (int k = 0; k < 4; ++k)
      if (8 * k < holes_) {
        std::uint64_t here;
        std::memcpy(&here, stones + 8 * k, 8);
        as_a_word(here);
        words[k] = here;
      }
    return reinterpret_cast<Row>(words);
  }
  /// Stores the row; bytes behind the last hole are written as read.
  void write(const Row& row, std::uint8_t* stones) const {
    const Words words = reinterpret_cast<Words>(row);
    for (int k = 0; k < 4; ++k)
      if (8 * k < holes_) {
        std::uint64_t here = words[k];
        as_a_word(here);
        std::memcpy(stones + 8 * k, &here, 8);
      }
  }

  /// Takes all stones of a hole and sows them; returns the last hole sown, or the hole itself if it was empty. The row is kept in
  /// memory and in a register, since a vector load right after a store to one of its bytes stalls.
  int operator()(std::uint8_t (&stones)[most_holes], Row& row, int hole) const {
    const int in_hand = stones[hole];
    if (in_hand == 0) return hole;
    row &= keep_[static_cast<std::size_t>(hole)];
    int rest = in_hand;
    if (rest >= lap_) {
      const int laps = rest / lap_;
      row += all_ * static_cast<std::uint8_t>(laps);
      rest -= laps * lap_;
    }
    const auto way = static_cast<std::size_t>(hole * lap_ + rest);
    row += sown_[way];
    std::memcpy(stones, &row, sizeof row);
    return last_[way];
  }

 private:
  using Words [[gnu::vector_size(most_holes)]] = std::uint64_t;

  int holes_, lap_ = 0;
  Row all_{};
  std::vector<Row> keep_, sown_;  // mask without a hole; one stone each for n holes after a hole
  std::vector<std::uint8_t> last_;
};

}  // namespace banmen
