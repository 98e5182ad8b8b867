// Loops of Bao: endless moves on rings of any length.
//
// A turned board is a board rotated so that the hole to sow from comes first. Sowing is an injective map of turned boards, so they
// decompose into cycles and paths that end. A cycle is a *loop type*. Inside a loop every hole sown from has at least two stones.
//
// Sowings follow each other without a gap, so a loop that sows `distance` stones drops them into consecutive holes: its shift is
// distance mod holes, and its period, the number of stones that the first hole receives meanwhile, is distance / holes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "games/bao/binomial.hpp"
#include "host/threads.hpp"

namespace banmen::bao {

inline constexpr std::uint32_t most_ring = 26;

using Stones = std::vector<std::uint8_t>;  // a turned board

/// The paper's notation: "(3,1,0,2,1,0,2,1)".
std::string in_brackets(const Stones& board);

/// Advances to the lexicographically next distribution of the stones in the holes low … last: the rightmost stone that can move
/// left does, and all to its right return to the end. Returns false after the last one.
inline bool next_laying(std::uint8_t* board, std::uint32_t low, std::uint32_t last) {
  if (board[last] > 0 && last > low) {
    --board[last];
    ++board[last - 1];
    return true;
  }
  std::uint32_t at = last;
  while (at > low && board[at] == 0) --at;
  if (at <= low) return false;
  board[last] = static_cast<std::uint8_t>(board[at] - 1);
  board[at] = 0;
  ++board[at - 1];
  return true;
}

/// The next turned board, also where the rules end the move. Bijective on boards whose first hole is not empty.
void sow_on(Stones& board);
/// One sowing from the first hole. Nothing if the last stone falls into an empty hole.
std::optional<Stones> sow_once(const Stones& board);

struct LoopType {
  Stones board;  // see `representative`
  std::uint32_t stones = 0;
  std::uint32_t sowings = 0;   // per cycle
  std::uint64_t distance = 0;  // stones sown in them

  [[nodiscard]] std::uint64_t period() const { return distance / board.size(); }
  [[nodiscard]] std::uint32_t shift() const { return static_cast<std::uint32_t>(distance % board.size()); }
  bool operator==(const LoopType&) const = default;
};

/// Readings of the paper's condition LOOP (§5.2.2) for rings of even length. Common to all: the first hole is odd and at least 3;
/// the second, fourth, … hole except the last is odd; the third, fifth, … even. They differ in the last hole.
enum class LoopReading : std::uint8_t {
  printed,   // odd and less than the first if the number of stones is odd, else even and at least the first
  by_itself  // odd and less than the first, or even and at least the first
};
bool meets_loop(const Stones& board, LoopReading reading);

/// The cycle of a board, beginning with it. Empty if the move ends, or when stopped.
std::vector<Stones> cycle_of(const Stones& board, const std::stop_token& stop = {});

/// The representative of a cycle: the board printed in the paper's table 2, if any. Else, of the boards that meet LOOP (as printed;
/// if none does, by the last hole alone), the one with the fewest stones in the third, fifth, … hole, then in the second hole, then
/// the lexicographically smallest. Else the largest of the cycle.
Stones representative(const std::vector<Stones>& cycle);

/// The loop type of a board; nothing if the move from its first hole ends.
std::optional<LoopType> loop_of(const Stones& board);

using FoundLoop = std::function<void(const Stones& largest, std::uint32_t sowings, std::uint64_t distance)>;

/// Calls found(board, sowings, distance) for each loop type of exactly `stones` stones, with its largest board, in ascending order.
/// Returns false when stopped.
///
/// Method: follow every turned board with at least two stones in its first hole until a larger board appears, from which the loop
/// is found as well. This takes no memory, and most boards are abandoned after one or two sowings.
bool for_each_loop(std::uint32_t holes, std::uint32_t stones, const std::stop_token& stop, const FoundLoop& found);
/// Only loop types whose largest board has `first` stones in its first hole.
bool for_each_loop(std::uint32_t holes, std::uint32_t stones, std::uint32_t first, const std::stop_token& stop,
                   const FoundLoop& found);

/// Computes work(first) for first = 1 … stones in parallel and returns the results in this order.
template <class Work>
auto by_first_hole(std::uint32_t stones, const Control& control, Work work) {
  std::vector<decltype(work(1U))> parts(stones);
  run_chunks(control, stones, 1, "boards", [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t at = begin; at < end; ++at) parts[at] = work(static_cast<std::uint32_t>(at + 1));
    };
  });
  return parts;
}
/// Control for by_first_hole when it runs for 2 … most stones in turn: progress counts boards, a better measure of work than parts.
Control counting_boards(const Control& control, std::uint32_t holes, std::uint32_t stones, std::uint32_t most);

/// All loop types with up to `most` stones, sorted by stones, then by representative. When stopped, returns those found so far.
std::vector<LoopType> all_loops(std::uint32_t holes, std::uint32_t most, const Control& control);

/// A sowing of a move in the paper's notation: the board as it is on the table, not turned, and the hole sown from.
struct ExplainedSowing {
  Stones board;  // before the sowing
  std::uint32_t hole;
};

struct ExplainedMove {
  std::vector<ExplainedSowing> sowings;  // the first `most` of them
  std::uint64_t count = 0;               // total; of an endless move, until the first turned copy of its board
  bool ends = false;
  bool stopped = false;  // interrupted before the outcome was known
  Stones last;           // the board before the capture if it ends, else the turned copy
  std::uint32_t at = 0;  // the hole of the last stone
  std::uint64_t distance = 0;

  [[nodiscard]] std::uint64_t period() const { return distance / last.size(); }
  [[nodiscard]] std::uint32_t shift() const { return static_cast<std::uint32_t>(distance % last.size()); }
};

/// The hole must not be empty.
ExplainedMove explain(const Stones& board, std::uint32_t hole, std::size_t most, const std::stop_token& stop);

/// Tables 1 and 2 of the paper: Inahata and Takahashi, on the periodic behaviour of Bao.
namespace paper {

struct Row {
  Stones board;
  std::uint32_t period, shift;
};

/// The loop of period 0 on 4×2 (§5.2.1, figure 4).
inline const Row figure4{{3, 1, 0, 2, 1, 0, 2, 1}, 0, 3};

/// Table 2: loops of positive period that the start of 4×2 reaches.
inline const std::vector<Row> table2{
    {{3, 1, 0, 1, 0, 1, 0, 1}, 1, 1},  {{3, 1, 0, 1, 0, 3, 0, 1}, 2, 2},  {{3, 1, 0, 3, 0, 1, 0, 1}, 2, 2},
    {{5, 1, 0, 1, 0, 1, 0, 1}, 3, 3},  {{3, 1, 0, 3, 0, 3, 0, 1}, 4, 4},  {{5, 1, 0, 1, 0, 3, 0, 1}, 6, 6},
    {{5, 1, 0, 3, 0, 1, 0, 1}, 10, 1}, {{7, 1, 0, 1, 0, 3, 0, 1}, 30, 3}, {{3, 1, 0, 1, 0, 1, 0, 4}, 2, 2},
    {{3, 1, 0, 3, 0, 1, 0, 4}, 2, 2},  {{3, 3, 0, 1, 0, 1, 0, 4}, 9, 0}};

/// The printed row of a loop type's representative, or null.
inline const Row* printed_row(const LoopType& type) {
  if (type.board == figure4.board) return &figure4;
  for (const Row& row : table2)
    if (row.board == type.board) return &row;
  return nullptr;
}

/// Table 1: pattern-2 boards and ring lengths.
struct PatternRow {
  std::uint32_t first;  // stones in the first hole
  Stones board;         // for k = 2
  std::vector<std::uint32_t> rings;
};
inline const std::vector<PatternRow> table1{{2, {2, 0, 1}, {3, 5, 7, 9}},
                                            {3, {3, 1, 0, 2, 1}, {5, 8, 11}},
                                            {4, {4, 2, 1, 0, 3, 2, 1}, {7, 11, 15}},
                                            {5, {5, 3, 2, 1, 0, 4, 3, 2, 1}, {9, 14, 19}}};

/// Pattern 1 of §5.2.1: (n, 0, 1, …, n-1) on a ring of n+1 holes.
Stones pattern1(std::uint32_t holes);
/// Pattern 2 with n stones first, on a ring of kn-1 holes, k ≥ 2; empty for other rings.
Stones pattern2(std::uint32_t first, std::uint32_t holes);

inline constexpr std::uint32_t loop_kinds = 12, sennichite_kinds = 5, earliest_ply = 8;
inline constexpr std::uint32_t sennichite_seen = 47, sennichite_back = 62;  // 8×2

}  // namespace paper
}  // namespace banmen::bao
