// Mates in play (engines/hichain/mate.hpp): how often the mover of a position can be sure to score, and mates in two as problems.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "engines/hichain/player.hpp"
#include "games/hichain/hichain.hpp"

namespace banmen::hichain {

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

/// Which positions are looked at: after `from` to `to` placements of each game, the first problem of a game being taken.
struct ProblemPlan {
  std::int32_t gain = 4;  // points that count as scoring
  std::uint64_t games = 1;
  std::uint32_t from = 44, to = 49;
};

struct ProblemList {
  std::uint64_t games = 0, positions = 0, quiet = 0;  // looked at; where nobody could score at once
  std::vector<Problem> found;                         // by game

  ProblemList& operator+=(const ProblemList& more);
};

ProblemList find_problems(const HichainRules& g, const ProblemPlan& plan, const Control& control);

/// A line of a file of problems: game, cards laid, key move, position.
std::string text(const Hichain& g, const Problem& problem);

}  // namespace banmen::hichain
