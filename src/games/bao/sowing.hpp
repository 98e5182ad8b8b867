// Sowing on a ring of up to 32 holes, a whole board in one vector register.
//
// The board is turned so that the hole to sow from is lane 0. One sowing of s stones is then the same whatever the hole: lane 0 is
// cleared, lanes 1 … s (round the ring, laps and all) get a stone, and the ring turns by s. No table, no loop over stones, and the
// chain from one sowing to the next is a handful of vector instructions. A sowing can be undone in exactly one way, so a move that
// never ends comes back to its very first turned board: comparing with that one is the whole test, and since any later board of the
// move is as good a landmark as the first, it starts only when a move has become suspiciously long.
//
// GCC's vector extensions only: no intrinsics header, so that rules stay cheap to include and portable.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

// Vectors wider than the machine's are passed in memory; nothing here is called across a library's border, so that is no one's ABI.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace banmen::bao {

template <int Width>
using Lanes [[gnu::vector_size(Width)]] = std::uint8_t;
template <int Width>
using LaneWords [[gnu::vector_size(Width)]] = std::uint32_t;

template <int Width, int... Lane>
constexpr Lanes<Width> numbered(std::integer_sequence<int, Lane...>) {
  return Lanes<Width>{Lane...};
}
/// 0, 1, 2, …
template <int Width>
inline constexpr Lanes<Width> lane_numbers = numbered<Width>(std::make_integer_sequence<int, Width>{});

template <int Width>
inline Lanes<Width> load(const void* bytes) {
  Lanes<Width> v;
  std::memcpy(&v, bytes, Width);
  return v;
}

template <int Width>
inline Lanes<Width> splat(std::uint8_t value) {
  return Lanes<Width>{} + value;
}

/// Lane j of the result is lane from[j] of v; from[j] < Width. The compilers know no common spelling for this, and left to itself
/// GCC takes a slow two-source permutation where there is one.
template <int Width>
inline Lanes<Width> pick(Lanes<Width> v, Lanes<Width> from) {
  static_assert(Width == 16 || Width == 32);
  if constexpr (Width == 16) {
#if defined(__SSSE3__)
    using Chars [[gnu::vector_size(16)]] = char;
    return reinterpret_cast<Lanes<16>>(__builtin_ia32_pshufb128(reinterpret_cast<Chars>(v), reinterpret_cast<Chars>(from)));
#elif defined(__ARM_NEON) && !defined(__clang__)
    return __builtin_shuffle(v, from);
#endif
  } else {
#if defined(__AVX2__)
    using Chars [[gnu::vector_size(32)]] = char;
    using Quads [[gnu::vector_size(32)]] = long long;
    const auto quads = reinterpret_cast<Quads>(v);
    const auto low = reinterpret_cast<Chars>(__builtin_shufflevector(quads, quads, 0, 1, 0, 1));
    const auto high = reinterpret_cast<Chars>(__builtin_shufflevector(quads, quads, 2, 3, 2, 3));
    const auto in_low = __builtin_ia32_pshufb256(low, reinterpret_cast<Chars>(from + std::uint8_t{0x70}));  // 16 and up give 0
    const auto in_high = __builtin_ia32_pshufb256(high, reinterpret_cast<Chars>(from - std::uint8_t{16}));  // 15 and down give 0
    return reinterpret_cast<Lanes<32>>(in_low | in_high);
#elif defined(__SSSE3__) || defined(__ARM_NEON)
    Lanes<16> halves[2], places[2], out[2];
    std::memcpy(halves, &v, 32);
    std::memcpy(places, &from, 32);
    for (int half = 0; half < 2; ++half) {
      const auto low = places[half] < std::uint8_t{16};  // which of the two halves each comes from
      out[half] = (pick<16>(halves[0], places[half] & std::uint8_t{15}) & reinterpret_cast<Lanes<16>>(low)) |
                  (pick<16>(halves[1], places[half] & std::uint8_t{15}) & ~reinterpret_cast<Lanes<16>>(low));
    }
    Lanes<32> joined;
    std::memcpy(&joined, out, 32);
    return joined;
#endif
  }
  Lanes<Width> out{};
  for (int lane = 0; lane < Width; ++lane) out[lane] = v[from[lane] & (Width - 1)];
  return out;
}

/// Lane 0 as a number; a whole word is cheaper to get out than a byte.
template <int Width>
inline std::uint32_t front(Lanes<Width> v) {
  return reinterpret_cast<LaneWords<Width>>(v)[0] & 255;
}

template <int Width>
inline bool same(Lanes<Width> a, Lanes<Width> b) {
  std::uint64_t words[Width / 8];
  const Lanes<Width> difference = a ^ b;
  std::memcpy(words, &difference, Width);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any == 0;
}

/// The course of a move. `stop` is the hole where its last stone fell, meaningless when it never ends.
struct Course {
  std::uint32_t sowings = 0;  // of a move that never ends: until the first turned copy of the board that it began with
  std::uint32_t stop = 0;
  bool endless = false;
};

/// The ring as lanes: `Full` when every lane is a hole, which saves the wrap-around two instructions.
template <int Width, bool Full>
class Ring {
 public:
  using V = Lanes<Width>;

  explicit Ring(std::uint32_t holes) : holes_(holes) {}

  /// Turned by `by` < holes: lane j of the result is lane j + by round the ring. Lanes past the last hole hold rubbish.
  V turned(V v, V by) const {
    const V from = lane_numbers<Width> + by;
    if constexpr (Full) {
      return pick<Width>(v, from & static_cast<std::uint8_t>(Width - 1));
    } else {
      const V wrapped = from - static_cast<std::uint8_t>(holes_);
      return pick<Width>(v, from < wrapped ? from : wrapped);  // the smaller one is the one that has not gone below zero
    }
  }

  V holes_only(V v) const {
    if constexpr (Full) return v;
    return lane_numbers<Width> < splat<Width>(static_cast<std::uint8_t>(holes_)) ? v : V{};
  }

  /// One sowing of lane 0, `stones` > 0 of them; the ring ends up turned to the hole of the last stone.
  V sown(V v, std::uint32_t stones) const {
    const V others = v & not_first();
    if (stones < holes_) [[likely]] {
      const V by = pick<Width>(v, V{});  // lane 0 everywhere, without a way through memory
      return turned(others + up_to(by), by);
    }
    const V laps = splat<Width>(static_cast<std::uint8_t>(stones / holes_));
    const V rest = splat<Width>(static_cast<std::uint8_t>(stones % holes_));
    return turned(others + laps + up_to(rest), rest);
  }

  /// Sows from `hole` until the last stone falls into an empty hole. `board` is then as the last sowing left it, capture still to
  /// come; a move without end leaves it alone.
  Course run(V& board, std::uint32_t hole) const {
    constexpr std::uint32_t usual = 96;  // nearly all moves that end do so within this many sowings
    Course course;
    V v = turned(board, splat<Width>(static_cast<std::uint8_t>(hole)));
    std::uint32_t stones = front<Width>(v);
    std::uint64_t walked = hole;  // round the ring and round again
    auto sow = [&] {
      walked += stones;
      v = sown(v, stones);
      stones = front<Width>(v);
      ++course.sowings;
    };
    do sow();
    while (stones != 1 && course.sowings < usual);
    if (stones != 1) {
      const V landmark = holes_only(v);
      const std::uint32_t since = course.sowings;
      do sow();
      while (stones != 1 && !same<Width>(landmark, holes_only(v)));
      if (stones != 1) {
        course.endless = true;
        course.sowings -= since;
      }
    }
    if (course.endless) return course;
    course.stop = static_cast<std::uint32_t>(Full ? walked & (Width - 1) : walked % holes_);
    const std::uint32_t back = course.stop == 0 ? 0 : holes_ - course.stop;
    board = holes_only(turned(v, splat<Width>(static_cast<std::uint8_t>(back))));
    return course;
  }

  /// The largest, hole by hole, of the turned boards that a move without end goes through: the same for every move that goes round
  /// the same loop.
  V largest(V board, std::uint32_t hole) const {
    const V first = holes_only(turned(board, splat<Width>(static_cast<std::uint8_t>(hole))));
    V best = first, v = first;
    do {
      v = holes_only(sown(v, front<Width>(v)));
      // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): a vector of bytes
      if (std::memcmp(&v, &best, Width) > 0) best = v;
    } while (!same<Width>(v, first));
    return best;
  }

 private:
  /// 1 in lanes 1 … count, 0 elsewhere: the sign of lane - 1 - count. (A comparison would take the detour through mask registers on
  /// machines that have them.)
  static V up_to(V count) {
    // Lane 0 begins at 127, which no count below the number of holes takes below zero.
    return (((lane_numbers<Width> - std::uint8_t{1}) ^ V{0x80}) - count) >> 7;
  }
  static constexpr V not_first() { return ~V{0xff}; }

  std::uint32_t holes_;
};

/// Sows on a board in memory, of which Width bytes may be read and the first `bytes` may be written. A move without end leaves it
/// alone.
template <int Width, bool Full>
inline Course sow(const void* from, std::uint8_t* to, std::size_t bytes, std::uint32_t holes, std::uint32_t hole) {
  auto board = load<Width>(from);
  const Course course = Ring<Width, Full>(holes).run(board, hole);
  if (!course.endless) std::memcpy(to, &board, bytes);
  return course;
}

/// Writes the board as it looks from the other side.
template <int Width>
inline void turn_half(const void* from, std::uint8_t* to, std::size_t bytes, std::uint32_t holes) {
  const Ring<Width, false> ring(holes);
  const auto board = ring.holes_only(ring.turned(load<Width>(from), splat<Width>(static_cast<std::uint8_t>(holes / 2))));
  std::memcpy(to, &board, bytes);
}

/// Writes the board that stands for the loop of a move without end; see Ring::largest.
template <int Width>
inline void loop_board(const void* from, std::uint8_t* to, std::size_t bytes, std::uint32_t holes, std::uint32_t hole) {
  const auto board = Ring<Width, false>(holes).largest(load<Width>(from), hole);
  std::memcpy(to, &board, bytes);
}

}  // namespace banmen::bao

#pragma GCC diagnostic pop
