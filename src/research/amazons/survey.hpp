// The winners of small boards of Amazons, layout by layout (the tables of docs/games/amazons/findings.md), and the correlation of
// wins and of agents' scores with the number of legal moves at the start, conjectured in §6 of the paper.
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

/// Symmetry that maps the first player's pieces to the second player's: rotation by 180 degrees, or reflection in the axis between
/// the upper and the lower half of the rows.
enum class AmazonsMirror { point, axis };

struct AmazonsLayout {
  std::string board;        // the alphabetically first of its class under the symmetries of the board
  std::uint32_t alike = 1;  // size of the class
};

/// All layouts with `pieces` a side that the symmetry maps to themselves with colours exchanged. Cells that are their own image
/// stay empty. Fails if there is none, if there are too many to list, or when stopped.
Result<std::vector<AmazonsLayout>> opposite_layouts(int rows, int columns, int pieces, AmazonsMirror mirror,
                                                    const std::stop_token& stop = {});

/// A starting position, x to move.
struct AmazonsWinner {
  AmazonsVariant variant{};
  std::string board;
  std::string winner;       // "first", "second", or "-": unsolved within the time limit
  std::uint64_t moves = 0;  // legal at the start
  std::uint64_t nodes = 0;
  double seconds = 0;  // processor time
};

/// Winners in a text file, from which a stopped survey resumes. One line per board:
///   knight ....o/...../...../...../x.... first 2 2395 0.06 9b1c…   (variant, board, winner, first moves, positions searched,
///   seconds,
///                                                                    checksum of the line up to there: XXH3, 16 digits)
/// Older files have no checksums; lines without one are trusted only before the first that has one.
class AmazonsWinnersFile {
 public:
  /// An empty path keeps nothing. Ignores incomplete lines (the last one, after a crash); refuses a line whose checksum is wrong.
  static Result<std::unique_ptr<AmazonsWinnersFile>> open(const std::string& path);

  /// Returns null if the start is unknown. An unsolved start counts as known if it had a limit of at least `seconds`.
  [[nodiscard]] const AmazonsWinner* find(AmazonsVariant variant, const std::string& board, double seconds) const;
  Result<void> keep(const AmazonsWinner& winner);

 private:
  Result<void> append(const std::string& text);

  std::map<std::pair<AmazonsVariant, std::string>, AmazonsWinner> known_;
  std::string path_;
  FileLock lock_;
  File out_;
};

/// Solves boards of one size, in parallel, with one transposition table per thread. Each board has a limit of `seconds` of
/// processor time. Fails when stopped.
Result<std::vector<AmazonsWinner>> amazons_winners(AmazonsVariant variant, const std::vector<std::string>& boards, double seconds,
                                                   AmazonsWinnersFile& kept, const Control& control);

struct AmazonsCount {
  std::vector<AmazonsLayout> classes;
  std::vector<AmazonsWinner> winners;  // one per class
  // Numbers of layouts, not of classes.
  std::uint64_t layouts = 0, first_wins = 0, unsolved = 0;
  std::string first_win;  // a board that the first player wins, or empty
};

/// Solves every such layout.
Result<AmazonsCount> count_winners(int rows, int columns, int pieces, AmazonsVariant variant, AmazonsMirror mirror, double seconds,
                                   AmazonsWinnersFile& kept, const Control& control);

/// Plays `games` games, half from each seat; returns the first agent's share of the points in either seat.
using AmazonsMatch = std::function<Result<std::pair<double, double>>(
    const std::string& game, const std::vector<std::string>& agents, std::uint64_t games, const Control& control)>;
/// The study `moves`: correlation over layouts of an agent's score with the number of first moves.
Result<Findings> score_by_moves(const Values& values, const Control& control, const AmazonsMatch& match);

}  // namespace banmen::amazons
