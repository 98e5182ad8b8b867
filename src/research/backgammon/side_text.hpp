// Text of one side: the points of its checkers in its own numbering.
#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"
#include "games/backgammon/board.hpp"

namespace banmen::backgammon {

struct PlacedSide {
  std::uint8_t side[slots] = {};
  int count = 0;
};

inline constexpr const char* side_form = "points like 24 23, 6x15 or bar";

/// Reads "24 23", "24,23,bar" or "6x15". Errors name `option`.
Result<PlacedSide> read_side(std::string_view text, const std::string& option);

/// "24,6x2,bar", or "off".
std::string text_of_side(const std::uint8_t* side);

}  // namespace banmen::backgammon
