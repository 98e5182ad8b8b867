// Many games: duels of two players, and what games between players of one kind say about the questions of
// docs/games/hichain/findings.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "core/control.hpp"
#include "engines/hichain/player.hpp"
#include "host/threads.hpp"

namespace banmen::hichain {

/// one(board, game, sum) for the games 0 … games-1, on several threads, each with a board and a sum of its own; the sums added up.
template <class Sum, class One>
Sum over_games(const Control& control, std::uint64_t games, const One& one) {
  struct Worker {
    const One& one;
    std::unique_ptr<HichainRules::Board> board = std::make_unique<HichainRules::Board>();
    Sum sum{};
    void operator()(std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t game = begin; game < end; ++game) one(*board, game, sum);
    }
  };
  Sum sum{};
  for (Worker& worker : run_chunks(control, games, 1, "games", [&] { return Worker{one}; })) sum += worker.sum;
  return sum;
}

/// Games between two players who change colours from game to game.
struct Duel {
  std::uint64_t games = 0, wins = 0, draws = 0;  // of the first-named player
  std::uint64_t black_wins = 0, red_wins = 0;    // whoever held them
  std::uint64_t royal = 0;

  Duel& operator+=(const Duel& more);
};

/// Games number 0 … games-1 of the control's seed; those that a stop cut short are left out.
Duel play_duel(const HichainRules& g, const Player& a, const Player& b, std::uint64_t games, const Control& control);

/// Games between two players of one kind.
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
