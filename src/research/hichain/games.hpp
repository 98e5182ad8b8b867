// Parameters that several studies of HICHAIN share (rules, a position of a game), and many games: duels
// of two players, what games between players of one kind say about the questions of docs/games/hichain/findings.md, and mates
// (engines/hichain/mate.hpp): how often the mover of a position can be sure to score, and mates in two as problems.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "engines/hichain/player.hpp"
#include "games/hichain/hichain.hpp"
#include "host/threads.hpp"

namespace banmen::hichain {

Parameter rules_parameter();
Result<Hichain> read_rules(const Values& values);

/// These, `position`, `moves` from there and `rules`.
std::vector<Parameter> with_position(std::vector<Parameter> own);
Result<Hichain::Position> read_played_position(const Hichain& g, const Values& values);

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

struct GameCounts {
  std::uint64_t games = 0, black_wins = 0, red_wins = 0, draws = 0, royal = 0;

  void count(const HichainRules::Board& end, const Gains<2>& paid);
  GameCounts& operator+=(const GameCounts& more);
};

/// Games between two players who change colours from game to game.
struct Duel : GameCounts {
  std::uint64_t wins = 0;  // of the first-named player

  Duel& operator+=(const Duel& more);
};

/// Games number 0 … games-1 of the control's seed; those that a stop cut short are left out.
Duel play_duel(const HichainRules& g, const Player& a, const Player& b, std::uint64_t games, const Control& control);

/// Games between two players of one kind.
struct Survey : GameCounts {
  std::uint64_t passes = 0;                     // forced ones
  std::uint64_t cards_left = 0;                 // games that ended with cards left and nobody able to place (not by C-H-A-I-N)
  std::array<std::int64_t, 2> points{};         // black's and red's
  std::array<std::uint64_t, signs> in_chain{};  // [sign]: how often the card lay in a scoring chain at the end
  GameCounts dual, other;                       // by whether black's first card reads as another letter from elsewhere
  GameCounts fewer, more;                       // by which side the opponent had fewer moves on average

  Survey& operator+=(const Survey& one);
};

/// Games number 0 … games-1 of the control's seed; those that a stop cut short are left out.
Survey survey_games(const HichainRules& g, const Player& player, std::uint64_t games, const Control& control);

struct MateSurvey {
  std::uint64_t positions = 0, at_once = 0;  // looked at; where a placement scores at once
  std::array<std::uint64_t, 2> mates{};      // of the others: where a move mates in one; where none does, but one mates in two
  std::vector<std::pair<std::uint64_t, HichainRules::Position>> found;  // the last kind, with the number of the game

  MateSurvey& operator+=(const MateSurvey& more);
};

/// Which positions are looked at: after `from` to `to` placements of each game, one in `every` of them.
struct MatePlan {
  std::int32_t gain = 1;  // points that count as scoring
  std::uint64_t games = 1;
  std::uint32_t from = 0, to = 54, every = 1;
};

/// Exhaustive, so it takes long where many cards are left.
MateSurvey survey_mates(const HichainRules& g, const Player& player, const MatePlan& plan, const Control& control);

/// A mate in two as a problem: a position of random play in which nobody can score at once, no move mates in one, and some move
/// mates in two. One of each game at most, so that no two are kin.
struct Problem {
  std::uint64_t game = 0;  // its number under the seed
  std::uint32_t laid = 0;  // cards
  HichainRules::Position position{};
  HichainRules::Move key{};  // a move that mates in two
};

struct ProblemList {
  std::uint64_t games = 0, positions = 0, quiet = 0;  // looked at; where nobody could score at once
  std::vector<Problem> found;                         // by game

  ProblemList& operator+=(const ProblemList& more);
};

ProblemList find_problems(const HichainRules& g, const MatePlan& plan, const Control& control);

/// A line of a file of problems: game, cards laid, key move, position.
std::string text(const Hichain& g, const Problem& problem);

}  // namespace banmen::hichain
