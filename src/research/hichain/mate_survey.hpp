// How often play comes to a position with a mate: what the mover can be sure of, at the positions of many games.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "engines/hichain/player.hpp"

namespace banmen::hichain {

struct MateSurvey {
  std::uint64_t positions = 0, at_once = 0;   // looked at; where a placement scores at once
  std::array<std::uint64_t, 2> mates{};       // of the others: where a move mates in one; where none does, but one mates in two
  std::vector<HichainRules::Position> found;  // the last kind
};

/// Which positions are looked at: after `from` to `to` placements of each game, one in `every` of them.
struct MatePlan {
  std::int32_t gain = 1;  // points that count as scoring
  std::uint64_t games = 1;
  std::uint32_t from = 0, to = 54, every = 1;
};

/// Exhaustive, so it takes long where many cards are left.
MateSurvey survey_mates(const HichainRules& g, const Player& player, const MatePlan& plan, const Control& control);

}  // namespace banmen::hichain
