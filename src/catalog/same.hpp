// Are two games the same? Both are walked from their starts together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catalog/open_game.hpp"

namespace banmen {

struct SameReport {
  bool same = true;
  bool proved = false;      // every pair of positions was looked at
  bool one_to_one = false;  // … and each position of one game has one partner in the other
  bool first_tells_more = false,
       second_tells_more = false;  // where they do not: which one keeps positions apart that the other does not
  std::uint64_t positions = 0;     // pairs of them
  std::uint64_t moves = 0;
  bool complete = true;  // false: interrupted
  struct Difference {
    std::vector<std::string> line;  // the shortest that leads to it
    std::string what, first, second;
  };
  std::optional<Difference> difference;
};

inline constexpr std::uint64_t most_pairs = 1'000'000;

/// Numbers of seats, one beside the other: "1 -1".
std::string listed(const std::vector<long>& numbers);

/// The whole graph, at most `most` pairs of positions. Nothing where there are more.
Result<std::optional<SameReport>> same_everywhere(const OpenGame& first, const OpenGame& second, std::uint64_t most,
                                                  const Control& control);
/// So many random games.
Result<SameReport> same_in_games(const OpenGame& first, const OpenGame& second, std::uint64_t games, const Control& control);
/// Without the names of moves: whether the starts of both graphs can be told apart by any play.
Result<SameReport> same_unnamed(const OpenGame& first, const OpenGame& second, const Control& control);

}  // namespace banmen
