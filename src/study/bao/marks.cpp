#include "study/bao/marks.hpp"

#include <numeric>

#include "study/bao/paper.hpp"

namespace banmen::bao {

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
  const std::uint32_t last = holes - 1;
  while (visit(board)) {
    if (last > 0 && board[last] > 0) {
      --board[last];
      ++board[last - 1];
      continue;
    }
    std::uint32_t at = last;
    while (at > 0 && board[at] == 0) --at;
    if (at == 0) return;
    board[last] = static_cast<std::uint8_t>(board[at] - 1);
    if (at != last) board[at] = 0;
    ++board[at - 1];
  }
}

ConditionCount count_conditions(std::uint32_t holes, std::uint32_t stones, const std::stop_token& stop) {
  constexpr LoopReading readings[2] = {LoopReading::printed, LoopReading::by_itself};
  ConditionCount count;
  count.stones = stones;
  for_each_loop(holes, stones, stop, [&](const Stones& board, std::uint32_t sowings, std::uint64_t distance) {
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
    const auto cycle = cycle_of(board);
    for (int r = 0; r < 2; ++r) {
      bool meets = false;
      for (const Stones& b : cycle) meets = meets || meets_loop(b, readings[r]);
      count.types_loop[r] += meets;
      if (!meets && count.not_loop[r].empty()) count.not_loop[r] = board;
    }
  });
  std::uint64_t seen = 0;
  for_each_board(holes, stones, [&](const Stones& board) {
    if ((++seen & 0xffff) == 0 && stop.stop_requested()) return false;
    if (board[0] == 0) return true;
    const bool is_spread = spread(board);
    const bool is_loop[2] = {meets_loop(board, readings[0]), meets_loop(board, readings[1])};
    if (!is_spread && !is_loop[1]) return true;  // the printed reading asks for more than the other
    const bool ends = cycle_of(board).empty();
    count.spread_boards += is_spread;
    if (is_spread && ends) {
      ++count.spread_ending;
      if (count.ends_although_spread.empty()) count.ends_although_spread = board;
    }
    for (int r = 0; r < 2; ++r) {
      count.loop_boards[r] += is_loop[r];
      if (!is_loop[r] || !ends) continue;
      ++count.loop_ending[r];
      if (count.ends_although_loop[r].empty()) count.ends_although_loop[r] = board;
    }
    return true;
  });
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
