#include "research/bao/mark_patterns.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "research/bao/marks.hpp"
#include "research/bao/tape.hpp"

namespace banmen::bao {
namespace {

/// Marks up to turning: the largest of the turned lists.
std::vector<std::uint32_t> turned_marks(const Stones& board) {
  auto turning = marks(board);
  auto largest = turning;
  for (std::size_t i = 1; i < turning.size(); ++i) {
    std::rotate(turning.begin(), turning.begin() + 1, turning.end());
    largest = std::max(largest, turning);
  }
  return largest;
}

struct InPattern {
  bool spread = false;
  std::uint64_t ends = 0, loops = 0;
};

}  // namespace

PatternCount count_patterns(std::uint32_t holes, std::uint32_t stones, const Control& control) {
  PatternCount count;
  count.stones = stones;
  std::vector<bool> met(boards(holes, stones));
  const auto number = [holes](const Stones& board) { return board_number(board.data(), holes); };
  std::map<std::vector<std::uint32_t>, InPattern> patterns;
  std::uint64_t tried = 0;
  for_each_board(holes, stones, [&](const Stones& start) {
    if ((++tried & 0xffff) == 0) {
      if (control.stop.stop_requested()) return false;
      if (control.progress) control.progress(tried, met.size(), "boards");
    }
    if (start[0] == 0 || met[number(start)]) return true;
    std::uint64_t length = 0, ends = 0, since = 0, first_end = 0, longest = 0;
    Stones board = start;
    do {
      met[number(board)] = true;
      if (board[0] == 1) {
        if (ends++ == 0)
          first_end = length;
        else
          longest = std::max(longest, length - since);
        since = length;
      }
      if ((++length & 0xfffff) == 0 && control.stop.stop_requested()) return false;
      sow_on(board);
    } while (board != start);
    if (ends > 0) longest = std::max(longest, length - since + first_end);
    count.boards += length;
    InPattern& in = patterns[turned_marks(start)];
    in.spread = spread(start);
    in.ends += ends;
    count.longest_end = std::max(count.longest_end, longest);
    if (ends > 0) return true;
    ++in.loops;
    ++count.types;
    count.longest_loop = std::max(count.longest_loop, length);
    const bool is_fold = fold(heaps(start)) > 1;
    count.types_spread += in.spread;
    count.types_fold += is_fold;
    count.types_both += in.spread && is_fold;
    if (!in.spread && count.endless.empty()) {
      const auto cycle = cycle_of(start, control.stop);
      if (cycle.empty()) return false;  // stopped
      count.endless = representative(cycle);
      count.twin = ending_twin(count.endless).value_or(Stones{});
    }
    return true;
  });
  for (const auto& [marks, in] : patterns) {
    ++count.patterns;
    if (in.spread)
      ++count.spread;
    else if (in.ends == 0)
      ++count.unmet;
    else
      ++(in.loops == 0 ? count.ending : count.either);
  }
  return count;
}

}  // namespace banmen::bao
