// Who wins small boards of Amazons, layout by layout: the tables of docs/amazons.md.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"

namespace banmen {

enum class AmazonsVariant { queen, knight, knightx };
const char* amazons_variant_name(AmazonsVariant variant);  // "amazons", "knight", "knightx"
AmazonsVariant amazons_variant(std::string_view name);     // one of those
/// The canonical name of the game that begins with a board.
std::string amazons_game(AmazonsVariant variant, const std::string& board);
/// Legal moves at the start, on a board of up to 64 cells.
Result<std::uint64_t> amazons_first_moves(AmazonsVariant variant, const std::string& board);

/// How the second player's pieces lie opposite the first player's: turned about the centre, or mirrored in the axis between the
/// upper and the lower half of the rows.
enum class AmazonsMirror { point, axis };
const char* amazons_mirror_name(AmazonsMirror mirror);  // "point", "axis"

struct AmazonsLayout {
  std::string board;        // of the layouts that symmetries of the board make equal, the first in alphabetical order
  std::uint32_t alike = 1;  // how many there are of them
};

/// All layouts with `pieces` a side in which o lies opposite x. A cell that is its own image stays empty. An error: there is none,
/// there are too many to list, or stopped.
Result<std::vector<AmazonsLayout>> opposite_layouts(int rows, int columns, int pieces, AmazonsMirror mirror,
                                                    const std::stop_token& stop = {});

/// One start, x to move.
struct AmazonsWinner {
  AmazonsVariant variant{};
  std::string board;
  std::string winner;       // "first", "second", or "-" where the limit was not enough
  std::uint64_t moves = 0;  // legal at the start
  std::uint64_t nodes = 0;
  double seconds = 0;  // of the processor
};

/// Where winners are kept from one run to the next; both may be empty. `keep` is called from several threads, one at a time; where
/// it fails, all ends.
struct AmazonsKeeper {
  std::function<const AmazonsWinner*(AmazonsVariant variant, const std::string& board)> find;
  std::function<Result<void>(const AmazonsWinner&)> keep;
};

/// The winner of each board, all of one size, in their order: on several threads, each with one table for all that it solves.
/// A start is given up after `seconds` of the processor. Stopped: an error.
Result<std::vector<AmazonsWinner>> amazons_winners(AmazonsVariant variant, const std::vector<std::string>& boards, double seconds,
                                                   const AmazonsKeeper& keeper, const Control& control);

struct AmazonsCount {
  int rows = 0, columns = 0, pieces = 0;
  AmazonsVariant variant{};
  AmazonsMirror mirror{};
  std::vector<AmazonsLayout> classes;
  std::vector<AmazonsWinner> winners;  // of the classes
  // Layouts, counted with all that are alike; unsolved ones were given up.
  std::uint64_t layouts = 0, first_wins = 0, unsolved = 0;
  std::string first_win;  // a board that the first player wins, if there is one
};

/// The winner of every such layout.
Result<AmazonsCount> count_winners(int rows, int columns, int pieces, AmazonsVariant variant, AmazonsMirror mirror, double seconds,
                                   const AmazonsKeeper& keeper, const Control& control);

}  // namespace banmen
