// Games between two players who change colours from game to game.
#pragma once

#include <cstdint>

#include "core/control.hpp"
#include "engines/hichain/player.hpp"

namespace banmen::hichain {

struct Duel {
  std::uint64_t games = 0, wins = 0, draws = 0;  // of the first-named player
  std::uint64_t black_wins = 0, red_wins = 0;    // whoever held them
  std::uint64_t royal = 0;

  Duel& operator+=(const Duel& more);
};

/// Games number 0 … games-1 of the control's seed; those that a stop cut short are left out.
Duel play_duel(const HichainRules& g, const Player& a, const Player& b, std::uint64_t games, const Control& control);

}  // namespace banmen::hichain
