#include "baseline/reversi.hpp"

#include <algorithm>

#include "core/bitboard.hpp"
#include "core/hash.hpp"
#include "core/random.hpp"

namespace banmen::baseline {
namespace {

constexpr Bits d4_e5 = 0x0000001008000000ULL, e4_d5 = 0x0000000810000000ULL;
constexpr Bits quadrant[4] = {0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL, 0xf0f0f0f000000000ULL, 0x0f0f0f0f00000000ULL};

std::uint64_t hash(Bits mover, Bits other, std::uint64_t turn) { return mix(mix(mover + turn * 0x9e3779b97f4a7c15ULL) ^ other); }

/// Statistics of one game from the number of placements at each ply.
void record(ReversiTally& tally, std::uint64_t game, std::uint64_t hash, const std::uint32_t* branching, std::uint32_t length) {
  std::uint64_t moves = 0, squared = 0;
  for (std::uint32_t k = 0; k < length; ++k) {
    const std::uint64_t n = branching[k];
    moves += n;
    squared += n * n;
    tally.moves_at[k] += n;
    ++tally.games_at[k];
  }
  ++tally.games;
  tally.decisions += length;
  tally.moves += moves;
  tally.moves_squared += squared;
  tally.length_squared += static_cast<std::uint64_t>(length) * length;
  tally.checksum += mix(mix(game, hash), moves);
}

}  // namespace

ReversiTally reversi_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  ReversiTally tally;
  std::uint32_t branching[ReversiTally::most_plies];
  for (std::uint64_t game = begin; game < end; ++game) {
    Random random(seed, game);
    Bits mover = e4_d5, other = d4_e5;
    std::uint32_t ply = 0;
    for (;; ++ply) {
      const Bits free = behind_runs(mover, other) & ~(mover | other);
      if (free == 0) {
        if ((behind_runs(other, mover) & ~(mover | other)) == 0) break;
        branching[ply] = 0;
        std::swap(mover, other);
        continue;
      }
      const auto n = static_cast<std::uint32_t>(popcount(free));
      branching[ply] = n;
      const Bits disc = Bits{1} << nth_cell(free, random.below(n));
      const Bits flipped = runs_between(disc, other, mover);
      const Bits next = other ^ flipped;
      other = mover ^ flipped ^ disc;
      mover = next;
    }
    record(tally, game, hash(mover, other, ply & 1), branching, ply);
    const std::int64_t lead = (popcount(mover) - popcount(other)) * (ply & 1 ? -1 : 1);
    tally.result[0] += lead;
    tally.result[1] -= lead;
    tally.result_squared[0] += lead * lead;
    tally.result_squared[1] += lead * lead;
    if (lead == 0) {
      ++tally.draws[0];
      ++tally.draws[1];
    } else {
      ++tally.wins[lead < 0];
    }
  }
  return tally;
}

ReversiTally yonin_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  ReversiTally tally;
  std::uint32_t branching[ReversiTally::most_plies];
  for (std::uint64_t game = begin; game < end; ++game) {
    Random random(seed, game);
    Bits mover = d4_e5, other = e4_d5;
    std::uint32_t ply = 0;
    for (;; ++ply) {
      const Bits all = behind_runs(mover, other) & ~(mover | other);
      const Bits free = all & ~quadrant[(ply + 2) & 3];
      if (free == 0) {
        // `all` lies in the quadrant of the facing seat, which may place there; every cell is allowed for at least one rival.
        if (all == 0 && (behind_runs(other, mover) & ~(mover | other)) == 0) break;
        branching[ply] = 0;
        std::swap(mover, other);
        continue;
      }
      const auto n = static_cast<std::uint32_t>(popcount(free));
      branching[ply] = n;
      const Bits disc = Bits{1} << nth_cell(free, random.below(n));
      const Bits flipped = runs_between(disc, other, mover);
      const Bits next = other ^ flipped;
      other = mover ^ flipped ^ disc;
      mover = next;
    }
    record(tally, game, hash(mover, other, ply & 3), branching, ply);
    const Bits black = ply & 1 ? other : mover, white = ply & 1 ? mover : other;
    const int own[4] = {popcount(black & quadrant[0]), popcount(white & quadrant[1]), popcount(black & quadrant[2]),
                        popcount(white & quadrant[3])};
    int better[4] = {}, first = 0;
    for (int seat = 0; seat < 4; ++seat) {
      for (const int rival : own) better[seat] += rival > own[seat];
      first += better[seat] == 0;
    }
    for (int seat = 0; seat < 4; ++seat) {
      const std::int64_t rank = 1 + better[seat];
      tally.result[seat] -= rank;
      tally.result_squared[seat] += rank * rank;
      if (rank == 1) ++(first > 1 ? tally.draws : tally.wins)[seat];
    }
  }
  return tally;
}

}  // namespace banmen::baseline
