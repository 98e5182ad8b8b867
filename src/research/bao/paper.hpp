// What the paper prints about loops, as data: Inahata and Takahashi, on the periodic behaviour of Bao, tables 1 and 2.
#pragma once

#include <cstdint>
#include <vector>

#include "research/bao/loops.hpp"

namespace banmen::bao::paper {

struct Row {
  Stones board;
  std::uint32_t period, shift;
};

/// The loop of period 0 on 4×2 (§5.2.1, figure 4).
inline const Row figure4{{3, 1, 0, 2, 1, 0, 2, 1}, 0, 3};

/// Table 2: loops of period 1 and more that the start of 4×2 leads to.
inline const std::vector<Row> table2{
    {{3, 1, 0, 1, 0, 1, 0, 1}, 1, 1},  {{3, 1, 0, 1, 0, 3, 0, 1}, 2, 2},  {{3, 1, 0, 3, 0, 1, 0, 1}, 2, 2},
    {{5, 1, 0, 1, 0, 1, 0, 1}, 3, 3},  {{3, 1, 0, 3, 0, 3, 0, 1}, 4, 4},  {{5, 1, 0, 1, 0, 3, 0, 1}, 6, 6},
    {{5, 1, 0, 3, 0, 1, 0, 1}, 10, 1}, {{7, 1, 0, 1, 0, 3, 0, 1}, 30, 3}, {{3, 1, 0, 1, 0, 1, 0, 4}, 2, 2},
    {{3, 1, 0, 3, 0, 1, 0, 4}, 2, 2},  {{3, 3, 0, 1, 0, 1, 0, 4}, 9, 0}};

/// The row of a loop type's representative, where the paper prints one.
inline const Row* printed_row(const LoopType& type) {
  if (type.board == figure4.board) return &figure4;
  for (const Row& row : table2)
    if (row.board == type.board) return &row;
  return nullptr;
}

/// Table 1: the pattern-2 boards with the ring lengths printed beside them.
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
/// Pattern 2 with n stones first, on a ring of kn-1 holes, k ≥ 2; empty if the ring does not fit.
Stones pattern2(std::uint32_t first, std::uint32_t holes);

inline constexpr std::uint32_t loop_kinds = 12, sennichite_kinds = 5, earliest_ply = 8;
inline constexpr std::uint32_t sennichite_seen = 47, sennichite_back = 62;  // 8×2

}  // namespace banmen::bao::paper
