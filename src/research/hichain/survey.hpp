// Many games between two players of one kind, and what they say about the questions of docs/hichain.md.
#pragma once

#include <array>
#include <cstdint>

#include "core/control.hpp"
#include "engines/hichain/player.hpp"

namespace banmen::hichain {

struct Survey {
  std::uint64_t games = 0, black_wins = 0, red_wins = 0, draws = 0, royal = 0;
  std::uint64_t passes = 0;                     // forced ones
  std::uint64_t cards_left = 0;                 // games that ended with cards left and nobody able to place (not by C-H-A-I-N)
  std::array<std::int64_t, 2> points{};         // black's and red's
  std::array<std::uint64_t, signs> in_chain{};  // [sign]: how often the card lay in a scoring chain at the end
  struct Opening {
    std::uint64_t games = 0, wins = 0, draws = 0;  // black's
    Opening& operator+=(const Opening& more);
  };
  Opening dual, other;  // by whether black's first card reads as another letter from elsewhere
  Opening fewer, more;  // by which side the opponent had fewer moves on average: black's results

  Survey& operator+=(const Survey& one);
};

/// Games number 0 … games-1 of the control's seed; those that a stop cut short are left out.
Survey survey_games(const HichainRules& g, const Player& player, std::uint64_t games, const Control& control);

}  // namespace banmen::hichain
