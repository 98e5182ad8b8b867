// Players that choose among the results of a decision by a judgement of each: quick ones that can't look anything up.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "research/backgammon/decisions.hpp"

namespace banmen::backgammon {

/// What each result is worth to who chooses; only their order matters.
struct Decider {
  std::string name;
  std::string how;
  std::function<std::vector<double>(const Decision&)> worth;
};

/// Any play; pips; a race by one-sided distributions; the game's own evaluation; the network on each result, and on all answers to
/// the eight results that look best so.
std::vector<Decider> deciders();

}  // namespace banmen::backgammon
