// Players without an endgame database: how often they go wrong in endings whose values are known, what it costs them, and how much
// one with a database wins against one without.
//
// Decisions by which they are judged: positions with contact, a throw for each, and what every play leaves.
// Which decisions those are follows from the number of checkers and a number alone, so that a table that exists on another machine,
// or only for minutes, can be asked for them: questions go there as a file, and the answers that come back are small enough to
// keep. Formats of questions and answers: engines/backgammon/wide/queries.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {

/// A position before the throw; sides have counts in [off] too, of a game with fifteen checkers.
struct Standing {
  Side mover, other;
};

struct Decision {
  int n = 0, m = 0;          // checkers of the mover and of the other side
  std::uint64_t number = 0;  // of those with so many checkers
  Backgammon::Position position;
  std::vector<Standing> results;  // distinct, at least two; who moves next first. Without checkers of the other's: the game is won
};

/// The first `count` decisions of so many checkers: positions with contact at random, all as likely, a throw at random as dice
/// fall; where there is only one play another is drawn.
std::vector<Decision> decisions_of(int n, int m, std::uint64_t count);

/// An ending that players know.
struct KnownEnding {
  const char* name;
  const char *mover, *other;  // as read_side reads them
  Standing standing = {};
};

/// Everything that a table of up to `most` checkers a side is asked: results of decisions that don't end the game, then the
/// endings.
struct Questions {
  int most;
  std::vector<Decision> decisions;
  std::vector<KnownEnding> endings;
  std::vector<Standing> asked;

  Questions(int most, std::uint64_t count);
  [[nodiscard]] std::string bytes() const;
};

struct Answer {
  double value = -1;  // for who is to move; a lost game where nothing was asked
  double radius = 0;
};

/// Answers of a file to so many questions.
Result<std::vector<Answer>> read_answers(const std::string& bytes, std::uint64_t count);

/// A player that can't look anything up: what each result is worth to who chooses; only their order matters.
struct Decider {
  std::string name;
  std::string how;
  std::function<std::vector<double>(const Decision&)> worth;
};
/// Any play; pips; a race by one-sided distributions; the game's own evaluation; the network on each result, and on all answers to
/// the eight results that look best so.
std::vector<Decider> deciders();

}  // namespace banmen::backgammon
