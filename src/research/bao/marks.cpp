#include "research/bao/marks.hpp"

#include <numeric>

#include "research/bao/explain.hpp"
#include "research/bao/paper.hpp"
#include "research/bao/turned_boards.hpp"

namespace banmen::bao {
namespace {

/// Calls visit(board) for every way to lay the stones of the last hole into the holes from `low` on; false stops it.
template <class Visit>
void lay(Stones& board, std::size_t low, const Visit& visit) {
  const std::size_t last = board.size() - 1;
  while (visit(board)) {
    if (last > low && board[last] > 0) {
      --board[last];
      ++board[last - 1];
      continue;
    }
    std::size_t at = last;
    while (at > low && board[at] == 0) --at;
    if (at <= low) return;
    board[last] = static_cast<std::uint8_t>(board[at] - 1);
    board[at] = 0;
    ++board[at - 1];
  }
}

/// Boards with so many stones in the first hole.
ConditionCount count_part(std::uint32_t holes, std::uint32_t stones, std::uint32_t first, const std::stop_token& stop) {
  constexpr LoopReading readings[2] = {LoopReading::printed, LoopReading::by_itself};
  ConditionCount count;
  for_each_loop(holes, stones, first, stop, [&](const Stones& board, std::uint32_t sowings, std::uint64_t distance) {
    ++count.types;
    count.single += sowings == 1;
    if (spread(board))
      ++count.types_spread;
    else if (count.not_spread.empty())
      count.not_spread = board;
    if (distance % (holes + 1) != 0) {
      ++count.undivided;
      if (distance >= holes) {
        ++count.undivided_period;
        if (count.not_divided.empty()) count.not_divided = board;
      }
    }
    if (distance < holes) return;
    ++count.types_period;
    const auto cycle = cycle_of(board, stop);
    for (int r = 0; r < 2; ++r) {
      bool meets = false;
      for (const Stones& b : cycle) meets = meets || meets_loop(b, readings[r]);
      count.types_loop[r] += meets;
      if (!meets && count.not_loop[r].empty()) count.not_loop[r] = board;
    }
  });
  Stones start(holes);
  start[holes - 1] = static_cast<std::uint8_t>(stones - first);
  start[0] = static_cast<std::uint8_t>(first);
  std::uint64_t seen = 0;
  lay(start, 1, [&](const Stones& board) {
    if ((++seen & 0xffff) == 0 && stop.stop_requested()) return false;
    const bool is_spread = spread(board);
    const bool is_loop[2] = {meets_loop(board, readings[0]), meets_loop(board, readings[1])};
    if (!is_spread && !is_loop[1]) return true;  // the printed reading asks for more than the other
    const ExplainedMove move = explain(board, 0, 0, stop);
    if (move.stopped) return false;
    count.spread_boards += is_spread;
    if (is_spread && move.ends) {
      ++count.spread_ending;
      if (count.ends_although_spread.empty()) count.ends_although_spread = board;
    }
    for (int r = 0; r < 2; ++r) {
      count.loop_boards[r] += is_loop[r];
      if (!is_loop[r] || !move.ends) continue;
      ++count.loop_ending[r];
      if (count.ends_although_loop[r].empty()) count.ends_although_loop[r] = board;
    }
    return true;
  });
  return count;
}

}  // namespace

std::vector<std::uint32_t> marks(const Stones& board) {
  const std::size_t modulus = board.size() + 1;
  std::vector<std::uint32_t> counts(modulus);
  ++counts[0];
  ++counts[board[0] % modulus];
  for (std::size_t hole = 1; hole < board.size(); ++hole) ++counts[(hole + board[hole] + 1) % modulus];
  return counts;
}

bool spread(const Stones& board) {
  const auto counts = marks(board);
  for (std::size_t mark = 0; mark < counts.size(); ++mark)
    if (counts[mark] > 0 && counts[(mark + 1) % counts.size()] > 0) return false;
  return true;
}

Stones single_sowing_loop(std::uint32_t first, std::uint32_t holes) {
  if (first < 2 || std::gcd(first, holes) != 1) return {};
  const std::uint32_t laps = first / holes, rest = first % holes;
  std::vector<std::uint32_t> board(holes);
  // Hole j of the board is hole j + first of the sown one: start with the emptied hole and go against the sowing.
  std::uint32_t hole = 0, stones = laps;
  for (std::uint32_t step = 0; step < holes; ++step) {
    const std::uint32_t before = (hole + holes - rest) % holes;
    board[before] = stones;
    hole = before;
    stones += laps + (hole >= 1 && hole <= rest ? 1 : 0);
  }
  Stones out;
  for (const std::uint32_t count : board) {
    if (count > 255) return {};
    out.push_back(static_cast<std::uint8_t>(count));
  }
  return out;
}

void for_each_board(std::uint32_t holes, std::uint32_t stones, const std::function<bool(const Stones&)>& visit) {
  Stones board(holes);
  board[holes - 1] = static_cast<std::uint8_t>(stones);
  lay(board, 0, visit);
}

void ConditionCount::add(const ConditionCount& later) {
  types += later.types;
  types_spread += later.types_spread;
  types_period += later.types_period;
  undivided += later.undivided;
  undivided_period += later.undivided_period;
  single += later.single;
  spread_boards += later.spread_boards;
  spread_ending += later.spread_ending;
  const auto keep_first = [](Stones& ours, const Stones& theirs) {
    if (ours.empty()) ours = theirs;
  };
  keep_first(not_spread, later.not_spread);
  keep_first(not_divided, later.not_divided);
  keep_first(ends_although_spread, later.ends_although_spread);
  for (int r = 0; r < 2; ++r) {
    types_loop[r] += later.types_loop[r];
    loop_boards[r] += later.loop_boards[r];
    loop_ending[r] += later.loop_ending[r];
    keep_first(not_loop[r], later.not_loop[r]);
    keep_first(ends_although_loop[r], later.ends_although_loop[r]);
  }
}

ConditionCount count_conditions(std::uint32_t holes, std::uint32_t stones, const Control& control) {
  ConditionCount count;
  count.stones = stones;
  for (const ConditionCount& part :
       by_first_hole(stones, control, [&](std::uint32_t first) { return count_part(holes, stones, first, control.stop); }))
    count.add(part);
  return count;
}

namespace paper {

Stones pattern1(std::uint32_t holes) {
  Stones board{static_cast<std::uint8_t>(holes - 1)};
  for (std::uint32_t hole = 1; hole < holes; ++hole) board.push_back(static_cast<std::uint8_t>(hole - 1));
  return board;
}

Stones pattern2(std::uint32_t first, std::uint32_t holes) {
  if (first < 2 || (holes + 1) % first != 0 || (holes + 1) / first < 2) return {};
  Stones board{static_cast<std::uint8_t>(first)};
  for (std::uint32_t hole = 1; hole < holes; ++hole) board.push_back(static_cast<std::uint8_t>(first - 1 - hole % first));
  return board;
}

}  // namespace paper
}  // namespace banmen::bao
