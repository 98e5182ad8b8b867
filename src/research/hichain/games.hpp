// Studies of many games: duels of two players, statistics of self-play for the questions of docs/games/hichain/findings.md, the
// frequency of mates (engines/hichain/mate.hpp), and mates in two as problems. Also the parameters that HICHAIN's studies share.
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

/// Appends `position`, `moves` from there and `rules`.
std::vector<Parameter> with_position(std::vector<Parameter> own);
Result<Hichain::Position> read_played_position(const Hichain& g, const Values& values);

/// Calls one(board, game, sum) for games 0 … games-1 in parallel and returns the total; every thread has its own board and sum.
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

/// Games between two players who swap colours after each game.
struct Duel : GameCounts {
  std::uint64_t wins = 0;  // of the first-named player

  Duel& operator+=(const Duel& more);
};

/// Plays games 0 … games-1 of the control's seed. Leaves out unfinished games when stopped.
Duel play_duel(const HichainRules& g, const Player& a, const Player& b, std::uint64_t games, const Control& control);

/// Statistics of self-play.
struct Survey : GameCounts {
  std::uint64_t passes = 0;                     // forced ones
  std::uint64_t cards_left = 0;                 // games that ended with cards left, not by CHAIN
  std::array<std::int64_t, 2> points{};         // black's and red's
  std::array<std::uint64_t, signs> in_chain{};  // [sign]: final positions in which the card is in a scoring chain
  GameCounts dual, other;                       // black's first card is, or is not, another letter when turned
  GameCounts fewer, more;                       // black had fewer, or more, moves than red in total

  Survey& operator+=(const Survey& one);
};

/// Plays games 0 … games-1 of the control's seed. Leaves out unfinished games when stopped.
Survey survey_games(const HichainRules& g, const Player& player, std::uint64_t games, const Control& control);

struct MateSurvey {
  std::uint64_t positions = 0, at_once = 0;                             // examined; with a placement that scores at once
  std::array<std::uint64_t, 2> mates{};                                 // of the others: mate in one; mate in two but not in one
  std::vector<std::pair<std::uint64_t, HichainRules::Position>> found;  // mates in two, with the game number

  MateSurvey& operator+=(const MateSurvey& more);
};

/// Positions to examine: after `from` to `to` placements of each game, one in `every`.
struct MatePlan {
  std::int32_t gain = 1;  // points that count as scoring
  std::uint64_t games = 1;
  std::uint32_t from = 0, to = 54, every = 1;
};

/// Exhaustive, so slow with many cards left.
MateSurvey survey_mates(const HichainRules& g, const Player& player, const MatePlan& plan, const Control& control);

/// A mate in two as a problem: a position of random play in which neither side can score at once, no move mates in one, and some
/// move mates in two. At most one per game, so that problems are unrelated.
struct Problem {
  std::uint64_t game = 0;  // number under the seed
  std::uint32_t laid = 0;  // cards
  HichainRules::Position position{};
  HichainRules::Move key{};  // a move that mates in two
};

struct ProblemList {
  std::uint64_t games = 0, positions = 0, quiet = 0;  // examined; in which neither side can score at once
  std::vector<Problem> found;                         // by game

  ProblemList& operator+=(const ProblemList& more);
};

ProblemList find_problems(const HichainRules& g, const MatePlan& plan, const Control& control);

/// A line of a problem file: game, cards laid, key move, position.
std::string text(const Hichain& g, const Problem& problem);

}  // namespace banmen::hichain
