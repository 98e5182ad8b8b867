// Who wins small boards of Amazons, layout by layout: the tables of docs/amazons.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"

namespace banmen {

enum class AmazonsVariant { queen, knight, knightx };
const char* amazons_variant_name(AmazonsVariant variant);  // "amazons", "knight", "knightx"

/// How the second player's pieces lie opposite the first player's: turned about the centre, or mirrored in the axis between the
/// upper and the lower half of the rows.
enum class AmazonsMirror { point, axis };

struct AmazonsLayout {
  std::string board;        // of the layouts that symmetries of the board make equal, the first in alphabetical order
  std::uint32_t alike = 1;  // how many there are of them
};

/// All layouts with `pieces` a side in which o lies opposite x. A cell that is its own image stays empty.
std::vector<AmazonsLayout> opposite_layouts(int rows, int columns, int pieces, AmazonsMirror mirror);

struct AmazonsCount {
  int rows = 0, columns = 0, pieces = 0;
  AmazonsVariant variant{};
  AmazonsMirror mirror{};
  std::uint64_t layouts = 0, classes = 0, first_wins = 0;                 // layouts counted with all that are alike
  std::uint64_t moves_where_first_wins = 0, moves_where_second_wins = 0;  // legal moves at the start, summed over layouts
  std::string first_win;                                                  // a board that the first player wins, if there is one
  /// [n]: layouts with n legal moves at the start, and how many of those the first player wins.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> by_moves;
};

/// The winner of every such layout. Stopped: an error.
Result<AmazonsCount> count_winners(int rows, int columns, int pieces, AmazonsVariant variant, AmazonsMirror mirror,
                                   const Control& control);

struct AmazonsWinner {
  std::string size, layout;
  AmazonsVariant variant{};
  std::string winner;  // "first", "second", or "-" where the limit was not enough
  std::uint64_t nodes = 0, moves = 0;
  double seconds = 0;
};

/// One start, given up after `seconds`.
Result<AmazonsWinner> winner_of(const std::string& size, const std::string& layout, AmazonsVariant variant, double seconds,
                                const Control& control);

}  // namespace banmen
