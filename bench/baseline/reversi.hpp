// Hand-written random playouts of 8×8 Reversi and Yonin without the Game concept: one loop, the board in local words.
#pragma once

#include <cstdint>
#include <vector>

namespace banmen::baseline {

/// The same sums as in the concept's playouts.
struct ReversiTally {
  static constexpr int most_plies = 256;

  std::uint64_t games = 0, decisions = 0, moves = 0, moves_squared = 0, length_squared = 0;
  std::int64_t result[4] = {}, result_squared[4] = {};
  std::uint64_t wins[4] = {}, draws[4] = {};
  std::uint64_t checksum = 0;
  std::uint64_t moves_at[most_plies] = {}, games_at[most_plies] = {};
};

/// Games begin … end-1 of a seed.
ReversiTally reversi_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end);
/// Start own, restriction on, individual ranks.
ReversiTally yonin_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end);

}  // namespace banmen::baseline
