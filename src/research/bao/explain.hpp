// One move sowing by sowing, as the paper writes it down: the board on the table, not turned, and the hole sown from.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "research/bao/loops.hpp"

namespace banmen::bao {

struct ExplainedSowing {
  Stones board;  // before the sowing
  std::uint32_t hole;
};

struct ExplainedMove {
  std::vector<ExplainedSowing> sowings;  // the first `most` of them
  std::uint64_t count = 0;               // how many there are; of an endless move, until the first turned copy of its board
  bool ends = false;
  bool stopped = false;  // interrupted before either was known
  Stones last;           // when it ends: the board before the capture; else the turned copy
  std::uint32_t at = 0;  // the hole of the last stone
  std::uint64_t distance = 0;

  [[nodiscard]] std::uint64_t period() const { return distance / last.size(); }
  [[nodiscard]] std::uint32_t shift() const { return static_cast<std::uint32_t>(distance % last.size()); }
};

/// The hole must not be empty.
ExplainedMove explain(const Stones& board, std::uint32_t hole, std::size_t most, const std::stop_token& stop);

}  // namespace banmen::bao
