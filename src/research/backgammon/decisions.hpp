// Players without an endgame database: their mistakes in solved endings, and matches against a player with one.
//
// A decision is a position with contact, a throw and the results of all plays. Decisions are a function of the numbers of checkers
// and an index, so a database on another machine, or one too large to keep, can be queried by file; the answers are small enough to
// keep. File formats: engines/backgammon/wide/queries.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {

/// A position before the throw, with counts in [off], of a game with fifteen checkers.
struct Standing {
  Side mover, other;
};

struct Decision {
  int n = 0, m = 0;          // checkers of the mover and of the other side
  std::uint64_t number = 0;  // index among those with these numbers of checkers
  Backgammon::Position position;
  std::vector<Standing> results;  // distinct, at least two, from the view of the next mover; `other` is empty if the game is won
};

/// The first `count` decisions of n against m checkers, uniformly random positions with contact and random throws.
std::vector<Decision> decisions_of(int n, int m, std::uint64_t count);

/// A well-known ending.
struct KnownEnding {
  const char* name;
  const char *mover, *other;  // in the format of read_side
  Standing standing = {};
};

/// All queries for a database of up to `most` checkers a side: results of decisions that don't end the game, then the endings.
struct Questions {
  int most;
  std::vector<Decision> decisions;
  std::vector<KnownEnding> endings;
  std::vector<Standing> asked;

  Questions(int most, std::uint64_t count);
  [[nodiscard]] std::string bytes() const;
};

struct Answer {
  double value = -1;  // for the side to move; a lost game where there is no query
  double radius = 0;
};

/// Reads the answers to `count` questions.
Result<std::vector<Answer>> read_answers(const std::string& bytes, std::uint64_t count);

/// A player without a database: rates results for the side that chooses; only the order of ratings matters.
struct Decider {
  std::string name;
  std::string how;
  std::function<std::vector<double>(const Decision&)> worth;
};
/// Random play, pips, race distributions, the game's evaluation, the network, and the network at depth two (eight best).
std::vector<Decider> deciders();

}  // namespace banmen::backgammon
