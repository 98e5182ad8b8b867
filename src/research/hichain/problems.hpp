// Mates in two as problems: positions of random play in which nobody can score at once, no move mates in one, and some move mates
// in two. One of each game at most, so that no two are kin.
#pragma once

#include <string>
#include <vector>

#include "core/control.hpp"
#include "games/hichain/hichain.hpp"

namespace banmen::hichain {

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
};

ProblemList find_problems(const HichainRules& g, const ProblemPlan& plan, const Control& control);

/// A line of a file of problems: game, cards laid, key move, position.
std::string text(const Hichain& g, const Problem& problem);
/// The problems of a file; lines that begin with # are comments.
Result<std::vector<Problem>> read_problems(const Hichain& g, std::string_view text);

}  // namespace banmen::hichain
