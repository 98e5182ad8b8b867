#include "research/backgammon/side_text.hpp"

#include <optional>

#include "core/text.hpp"
#include "research/studies.hpp"

namespace banmen::backgammon {
namespace {

constexpr int most_checkers = 15;

Result<PlacedSide> read(Reader reader) {
  PlacedSide out;
  for (;;) {
    while (reader.take(' ') || reader.take(',')) {
    }
    if (reader.done()) break;
    const auto point = reader.take("bar") ? std::optional<long>(bar) : reader.number(bar);
    if (!point || *point < 1) return reader.wanted("a point from 1 to 24, or 25 for the bar", "24 23");
    long times = 1;
    if (reader.take('x')) {
      const auto given = reader.number(most_checkers);
      if (!given || *given < 1) return reader.wanted("a number of checkers from 1 to 15");
      times = *given;
    }
    out.count += static_cast<int>(times);
    if (out.count > most_checkers) return reader.error("a side has at most 15 checkers");
    out.side[*point] = static_cast<std::uint8_t>(out.side[*point] + times);
  }
  if (out.count == 0) return fail("a side needs a checker on the board", "24 23", 1);
  return out;
}

}  // namespace

Result<PlacedSide> read_side(std::string_view text, const std::string& option) {
  auto side = read(Reader(text));
  if (!side) return fail_in(option, side.error());
  return side;
}

std::string text_of_side(const std::uint8_t* side) {
  std::string out;
  for (int slot = bar; slot >= 1; --slot) {
    if (side[slot] == 0) continue;
    out += (out.empty() ? "" : ",") + (slot == bar ? std::string("bar") : std::to_string(slot));
    if (side[slot] > 1) out += "x" + std::to_string(side[slot]);
  }
  return out.empty() ? "off" : out;
}

}  // namespace banmen::backgammon
