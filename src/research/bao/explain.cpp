#include "research/bao/explain.hpp"

#include <algorithm>

namespace banmen::bao {

ExplainedMove explain(const Stones& board, std::uint32_t hole, std::size_t most, const std::stop_token& stop) {
  const auto holes = static_cast<std::uint32_t>(board.size());
  auto turned_copy = [&](const Stones& now, std::uint32_t at) {
    for (std::uint32_t i = 0; i < holes; ++i)
      if (now[(at + i) % holes] != board[(hole + i) % holes]) return false;
    return true;
  };
  ExplainedMove move;
  move.last = board;
  move.at = hole;
  while (true) {
    if ((move.count & 0xfff) == 0 && stop.stop_requested()) {
      move.stopped = true;
      return move;
    }
    if (move.sowings.size() < most) move.sowings.push_back({move.last, move.at});
    std::uint32_t hand = move.last[move.at];
    move.last[move.at] = 0;
    move.distance += hand;
    ++move.count;
    while (hand-- > 0) {
      move.at = move.at + 1 == holes ? 0 : move.at + 1;
      ++move.last[move.at];
    }
    if (move.last[move.at] == 1) {
      move.ends = true;
      return move;
    }
    if (turned_copy(move.last, move.at)) return move;
  }
}

}  // namespace banmen::bao
