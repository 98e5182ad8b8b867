// A position of HICHAIN as a list of cards, for everything that is not in a hurry.
#pragma once

#include <vector>

#include "games/hichain/chains.hpp"
#include "games/hichain/rules.hpp"

namespace banmen::hichain {

/// Start cards first, then each colour's cards by sign.
inline std::vector<Laid> layout(const HichainRules::Position& p) {
  std::vector<Laid> out;
  HichainRules::each_card(p, [&](int x, int y, Code code) {
    out.push_back({static_cast<std::int8_t>(code_colour(code)), static_cast<std::int8_t>(slot_sign(code_slot(code))),
                   static_cast<std::int8_t>(code_orientation(code)), static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)});
  });
  return out;
}

}  // namespace banmen::hichain
