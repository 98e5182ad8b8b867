// Who wins small boards of Amazons, layout by layout (the tables of docs/games/amazons/findings.md), and whether wins, or the scores of agents,
// follow the number of legal moves at the start, as the paper guesses (§6).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "core/findings.hpp"
#include "core/parameter.hpp"
#include "host/files.hpp"

namespace banmen::amazons {

enum class AmazonsVariant { queen, knight, knightx };

/// How the second player's pieces lie opposite the first player's: turned about the centre, or mirrored in the axis between the
/// upper and the lower half of the rows.
enum class AmazonsMirror { point, axis };

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

/// Winners of Amazons boards in a text file, so that a survey resumes where it was stopped. A line each:
///   knight ....o/...../...../...../x.... first 2 2395 0.06     (variant, board, winner, first moves, positions searched, seconds)
class AmazonsWinnersFile {
 public:
  /// An empty path: nothing is kept. A line that is not whole (the last one, after a crash) is left out.
  static Result<std::unique_ptr<AmazonsWinnersFile>> open(const std::string& path);

  /// Starts that were given up count as known where they had `seconds` at least. Nothing: not known.
  [[nodiscard]] const AmazonsWinner* find(AmazonsVariant variant, const std::string& board, double seconds) const;
  Result<void> keep(const AmazonsWinner& winner);

 private:
  Result<void> append(const std::string& text);

  std::map<std::pair<AmazonsVariant, std::string>, AmazonsWinner> known_;
  std::string path_;
  FileLock lock_;
  File out_;
};

/// The winner of each board, all of one size, in their order: on several threads, each with one table for all that it solves.
/// A start is given up after `seconds` of the processor. Stopped: an error.
Result<std::vector<AmazonsWinner>> amazons_winners(AmazonsVariant variant, const std::vector<std::string>& boards, double seconds,
                                                   AmazonsWinnersFile& kept, const Control& control);

struct AmazonsCount {
  std::vector<AmazonsLayout> classes;
  std::vector<AmazonsWinner> winners;  // of the classes
  // Layouts, counted with all that are alike; unsolved ones were given up.
  std::uint64_t layouts = 0, first_wins = 0, unsolved = 0;
  std::string first_win;  // a board that the first player wins, if there is one
};

/// The winner of every such layout.
Result<AmazonsCount> count_winners(int rows, int columns, int pieces, AmazonsVariant variant, AmazonsMirror mirror, double seconds,
                                   AmazonsWinnersFile& kept, const Control& control);

/// The first agent's share of the points of `games` games, as first and as second: half of the games each.
using AmazonsMatch = std::function<Result<std::pair<double, double>>(
    const std::string& game, const std::vector<std::string>& agents, std::uint64_t games, const Control& control)>;
/// The study `moves`: whether an agent's score in a match follows the number of first moves, over layouts.
Result<Findings> score_by_moves(const Values& values, const Control& control, const AmazonsMatch& match);

}  // namespace banmen::amazons
