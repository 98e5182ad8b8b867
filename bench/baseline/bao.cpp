#include "baseline/bao.hpp"

#include <bit>
#include <cstring>

#include "core/hash.hpp"
#include "core/random.hpp"

#ifdef __SSSE3__
#include <tmmintrin.h>
#endif

namespace banmen::baseline {
namespace {

struct Board {
  alignas(16) std::uint8_t holes[16] = {0, 4, 0, 4, 0, 4, 0, 4, 0, 4, 0, 4, 0, 4, 0, 4};
};

#ifdef __SSSE3__

/// A board rotated so that the hole to sow from is byte 0; a sowing adds ones after it and rotates.
__m128i sow(__m128i v, unsigned stones) {
  const __m128i lanes = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m128i before = _mm_setr_epi8(127, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  const __m128i fifteen = _mm_set1_epi8(15);
  const __m128i others = _mm_andnot_si128(_mm_setr_epi8(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), v);
  if (stones < 16) [[likely]] {
    const __m128i by = _mm_shuffle_epi8(v, _mm_setzero_si128());
    const __m128i sown = _mm_sub_epi8(others, _mm_cmpgt_epi8(by, before));
    return _mm_shuffle_epi8(sown, _mm_and_si128(_mm_add_epi8(lanes, by), fifteen));
  }
  const __m128i rest = _mm_set1_epi8(static_cast<char>(stones & 15));
  const __m128i laps = _mm_set1_epi8(static_cast<char>(stones >> 4));
  const __m128i sown = _mm_sub_epi8(_mm_add_epi8(others, laps), _mm_cmpgt_epi8(rest, before));
  return _mm_shuffle_epi8(sown, _mm_and_si128(_mm_add_epi8(lanes, rest), fifteen));
}

__m128i turned(__m128i v, unsigned by) {
  const __m128i lanes = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return _mm_shuffle_epi8(v, _mm_and_si128(_mm_add_epi8(lanes, _mm_set1_epi8(static_cast<char>(by))), _mm_set1_epi8(15)));
}

/// Plays from a hole. Returns the number of stones captured, or -1 for an endless move, which leaves the board unchanged.
int play(Board& board, unsigned hole) {
  __m128i v = turned(_mm_load_si128(reinterpret_cast<const __m128i*>(board.holes)), hole);
  auto first = [&] { return static_cast<unsigned>(_mm_cvtsi128_si32(v)) & 255U; };
  unsigned at = hole;
  unsigned sowings = 0;
  unsigned stones = first();
  do {
    at += stones;
    v = sow(v, stones);
    stones = first();
  } while (stones != 1 && ++sowings < 96);
  if (stones != 1) {
    const __m128i landmark = v;
    do {
      at += stones;
      v = sow(v, stones);
      stones = first();
      if (_mm_movemask_epi8(_mm_cmpeq_epi8(v, landmark)) == 0xffff) return -1;
    } while (stones != 1);
  }
  at &= 15;
  _mm_store_si128(reinterpret_cast<__m128i*>(board.holes), turned(v, 16 - at));
  const int captured = board.holes[15 - at];
  board.holes[15 - at] = 0;
  return captured;
}

#else

/// Fallback without a byte shuffle: stone by stone.
int play(Board& board, unsigned hole) {
  const Board before = board;
  const unsigned start = hole;
  while (true) {
    unsigned hand = board.holes[hole];
    board.holes[hole] = 0;
    while (hand-- > 0) {
      hole = (hole + 1) & 15;
      ++board.holes[hole];
    }
    if (board.holes[hole] == 1) break;
    if (hole == start && std::memcmp(&board, &before, sizeof board) == 0) return -1;
  }
  const int captured = board.holes[15 - hole];
  board.holes[15 - hole] = 0;
  return captured;
}

#endif

int bytes_of(std::uint64_t word) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += static_cast<int>(word >> 8 * i & 255);
  return sum;
}

}  // namespace

BaoSum bao_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end, std::uint32_t limit) {
  constexpr std::uint64_t ones = 0x0101010101010101, tops = ones << 7;
  BaoSum sum;
  for (std::uint64_t game = begin; game < end; ++game) {
    Random random(seed, game);
    Board board;
    unsigned mover = 0;
    bool ended = false, finished = false;
    int won[2] = {};
    std::uint64_t side[2], moves = 0;
    std::uint32_t ply = 0;
    for (; ply < limit; ++ply) {
      std::memcpy(side, board.holes, 16);
      if (ended || side[0] == 0 || side[1] == 0) {
        finished = true;
        break;
      }
      const std::uint64_t own = side[mover];
      const std::uint64_t upto = ((((own & ~tops) + ~tops) | own) >> 7 & ones) * ones;  // byte j: occupied holes among 0 … j
      const auto count = static_cast<std::uint32_t>(upto >> 56);
      moves += count;
      const std::uint64_t past = (upto + (127 - random.below(count)) * ones) & tops;
      const int captured = play(board, 8 * mover + (static_cast<unsigned>(std::countr_zero(past)) >> 3));
      if (captured < 0) {
        ended = true;
      } else {
        won[mover] += captured;
        mover ^= 1;
      }
    }
    if (!finished) {
      ++sum.unfinished;
      continue;
    }
    if (!ended) {
      won[0] += bytes_of(side[0]);
      won[1] += bytes_of(side[1]);
    }
    ++sum.games;
    sum.decisions += ply;
    sum.moves += moves;
    for (int seat = 0; seat < 2; ++seat) sum.result[seat] += won[seat];
    const std::uint64_t state = static_cast<std::uint64_t>(mover) << 48 | static_cast<std::uint64_t>(ended) << 56;
    sum.checksum += mix(mix(game, mix(mix(state, side[0]), side[1])), moves);
  }
  return sum;
}

}  // namespace banmen::baseline
