// Compares two games by walking both from their starts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catalog/open_game.hpp"

namespace banmen {

struct SameReport {
  bool same = true;
  bool proved = false;      // every pair of positions was compared
  bool one_to_one = false;  // … and each position of one game has one partner in the other
  bool first_tells_more = false,
       second_tells_more = false;  // otherwise: which game distinguishes positions that the other does not
  std::uint64_t positions = 0;     // pairs of them
  std::uint64_t moves = 0;
  bool complete = true;  // false: interrupted
  struct Difference {
    std::vector<std::string> line;  // the shortest line to it
    std::string what, first, second;
  };
  std::optional<Difference> difference;
};

inline constexpr std::uint64_t most_pairs = 1'000'000;

/// Numbers of seats separated by blanks: "1 -1".
std::string listed(const std::vector<long>& numbers);

/// Walks the whole graph. Returns nothing if there are more than `most` pairs of positions.
Result<std::optional<SameReport>> same_everywhere(const OpenGame& first, const OpenGame& second, std::uint64_t most,
                                                  const Control& control);
/// Compares the games along random games.
Result<SameReport> same_in_games(const OpenGame& first, const OpenGame& second, std::uint64_t games, const Control& control);
/// Ignores the names of moves: bisimilarity of the starts.
Result<SameReport> same_unnamed(const OpenGame& first, const OpenGame& second, const Control& control);

}  // namespace banmen
