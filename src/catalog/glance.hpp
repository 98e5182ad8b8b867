// One position of a game as text, with everything that its rules say of it: for those who compare games move by move.
#pragma once

#include <string>
#include <vector>

#include "core/seat.hpp"

namespace banmen {

struct Glance {
  struct Choice {
    std::string text;
    std::vector<long> gains;
    std::uint32_t weight;  // of a chance outcome; 1 elsewhere
    std::string after;     // the position that it leads to
  };
  Seat turn = over;
  std::vector<Choice> choices;
  std::vector<long> payoff;  // where the game is over
};

}  // namespace banmen
