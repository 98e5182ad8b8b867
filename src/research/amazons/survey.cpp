#include "research/amazons/survey.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "engines/amazons/solver.hpp"
#include "games/amazons/amazons.hpp"
#include "host/threads.hpp"

namespace banmen {
namespace {

constexpr std::size_t table_bytes = std::size_t{256} << 20;
/// More than these fill the memory, and nobody would wait for their winners.
constexpr double most_layouts = 1e7;

int opposite(int cell, int rows, int columns, AmazonsMirror mirror) {
  const int row = cell / columns, column = cell % columns;
  return (rows - 1 - row) * columns + (mirror == AmazonsMirror::point ? columns - 1 - column : column);
}

/// The first in alphabetical order among the images of a board under the symmetries of its shape. Mirrored layouts stay mirrored in
/// the same axis under the four symmetries that keep rows rows; turned ones under all.
std::string first_image(const std::string& cells, int rows, int columns, bool exchange) {
  std::string best = cells;
  for (int symmetry = 1; symmetry < (exchange && rows == columns ? 8 : 4); ++symmetry) {
    std::string image(cells.size(), '.');
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        const int y = symmetry & 1 ? rows - 1 - row : row, x = symmetry & 2 ? columns - 1 - column : column;
        image[static_cast<std::size_t>(symmetry & 4 ? x * columns + y : y * columns + x)] =
            cells[static_cast<std::size_t>(row * columns + column)];
      }
    best = std::min(best, image);
  }
  return best;
}

std::string with_slashes(const std::string& cells, int columns) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); i += static_cast<std::size_t>(columns))
    out += (i > 0 ? "/" : "") + cells.substr(i, static_cast<std::size_t>(columns));
  return out;
}

/// In the order of the game's parameters.
std::vector<std::pair<std::string, std::string>> given_for(AmazonsVariant variant, const std::string& board) {
  std::vector<std::pair<std::string, std::string>> given;
  if (variant != AmazonsVariant::queen) given.emplace_back("piece", "knight");
  if (variant == AmazonsVariant::knightx) given.emplace_back("arrow", "knight");
  given.emplace_back("board", board);
  return given;
}

template <class G>
Result<G> game_with(AmazonsVariant variant, const std::string& board) {
  const auto values = check_values("amazons", G::parameters(), given_for(variant, board));
  if (!values) return fail(values.error());
  return G::make(*values);
}

/// Of this thread: a limit in these does not depend on what else the machine does.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <int Words, AmazonsPiece Piece>
Result<std::vector<AmazonsWinner>> winners_with(AmazonsVariant variant, const std::vector<std::string>& boards, double seconds,
                                                const AmazonsKeeper& keeper, const Control& control) {
  using G = Amazons<Words, Piece>;
  // The rules of any of the boards are those of all, but for how many pieces a position may have: the one with most serves all.
  const auto pieces = [](const std::string& board) {
    return std::max(std::count(board.begin(), board.end(), 'x'), std::count(board.begin(), board.end(), 'o'));
  };
  const auto fullest = std::max_element(boards.begin(), boards.end(),
                                        [&](const std::string& a, const std::string& b) { return pieces(a) < pieces(b); });
  const auto game = game_with<G>(variant, *fullest);
  if (!game) return fail(game.error());

  std::vector<AmazonsWinner> winners(boards.size());
  std::mutex keeping;
  Result<void> kept_all;
  // Also stopped where a winner can't be kept.
  std::stop_source end;
  const std::stop_callback asked(control.stop, [&] { end.request_stop(); });
  Control ours = control;
  ours.stop = end.get_token();
  const auto solve = [&](AmazonsSolver<Words, Piece>& solver, const typename G::Position& p, AmazonsWinner& cell) {
    const double began = processor_seconds();
    const auto since = [&] { return processor_seconds() - began; };
    std::stop_source stop;
    const std::stop_callback passed_on(ours.stop, [&] { stop.request_stop(); });
    Control limited;
    limited.stop = stop.get_token();
    limited.progress = [&](std::uint64_t, std::uint64_t, std::string_view) {
      if (since() > seconds) stop.request_stop();
    };
    const std::uint64_t before = solver.nodes();
    const auto winner = solver.winner(p, limited);
    cell.winner = !winner ? "-" : *winner == 0 ? "first" : "second";
    cell.moves = game->count(p);
    cell.nodes = solver.nodes() - before;
    cell.seconds = since();
  };
  std::vector<typename G::Position> positions;
  for (const std::string& board : boards) {
    const auto p = game->read_position(board);
    if (!p) return fail(p.error());
    positions.push_back(*p);
  }
  run_chunks(ours, boards.size(), 1, "layouts", [&] {
    return [&, solver = std::unique_ptr<AmazonsSolver<Words, Piece>>()](std::uint64_t index, std::uint64_t) mutable {
      AmazonsWinner& cell = winners[index];
      {
        const std::lock_guard lock(keeping);
        if (const auto* kept = keeper.find ? keeper.find(variant, boards[index]) : nullptr; kept != nullptr) {
          cell = *kept;
          return;
        }
      }
      if (!solver) solver = std::make_unique<AmazonsSolver<Words, Piece>>(*game, table_bytes);
      cell.variant = variant;
      cell.board = boards[index];
      solve(*solver, positions[index], cell);
      const std::lock_guard lock(keeping);
      if (!keeper.keep || ours.stop.stop_requested()) return;
      kept_all = keeper.keep(cell);
      if (!kept_all) end.request_stop();
    };
  });
  if (!kept_all) return fail(kept_all.error());
  if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped");
  return winners;
}

}  // namespace

const char* amazons_variant_name(AmazonsVariant variant) {
  return variant == AmazonsVariant::queen ? "amazons" : variant == AmazonsVariant::knight ? "knight" : "knightx";
}

AmazonsVariant amazons_variant(std::string_view name) {
  return name == "knight" ? AmazonsVariant::knight : name == "knightx" ? AmazonsVariant::knightx : AmazonsVariant::queen;
}

const char* amazons_mirror_name(AmazonsMirror mirror) { return mirror == AmazonsMirror::point ? "point" : "axis"; }

std::string amazons_game(AmazonsVariant variant, const std::string& board) {
  std::string name = "amazons";
  char separator = ':';
  for (const auto& [key, value] : given_for(variant, board)) {
    name += separator + key + "=" + value;
    separator = ',';
  }
  return name;
}

Result<std::uint64_t> amazons_first_moves(AmazonsVariant variant, const std::string& board) {
  const auto count = [](const auto& game) -> std::uint64_t { return game.count(game.initial()); };
  return variant == AmazonsVariant::queen ? game_with<AmazonsQueen1>(variant, board).map(count)
                                          : game_with<AmazonsKnight1>(variant, board).map(count);
}

Result<std::vector<AmazonsLayout>> opposite_layouts(int rows, int columns, int pieces, AmazonsMirror mirror,
                                                    const std::stop_token& stop) {
  std::vector<std::pair<int, int>> pairs;
  for (int cell = 0; cell < rows * columns; ++cell)
    if (const int image = opposite(cell, rows, columns, mirror); cell < image) pairs.emplace_back(cell, image);
  double total = 1;  // a choice of `pieces` pairs, and of who stands where in each
  for (int i = 0; i < pieces; ++i) total *= 2.0 * (static_cast<double>(pairs.size()) - i) / (i + 1);
  if (total < 0.5) return fail("there is no layout with so many pieces");
  if (total > most_layouts)
    return fail(fmt::format("there are {:.3g} layouts with so many pieces, too many to list", total), "at most ten million are");
  std::map<std::string, std::uint32_t> classes;
  std::string cells(static_cast<std::size_t>(rows * columns), '.');
  const auto place = [&](const auto& self, std::size_t from, int left) -> void {
    if (stop.stop_requested()) return;
    if (left == 0) {
      ++classes[first_image(cells, rows, columns, mirror == AmazonsMirror::point)];
      return;
    }
    for (std::size_t i = from; i < pairs.size(); ++i) {
      const auto a = static_cast<std::size_t>(pairs[i].first), b = static_cast<std::size_t>(pairs[i].second);
      for (const bool turned : {false, true}) {
        cells[a] = turned ? 'o' : 'x';
        cells[b] = turned ? 'x' : 'o';
        self(self, i + 1, left - 1);
      }
      cells[a] = cells[b] = '.';
    }
  };
  place(place, 0, pieces);
  if (stop.stop_requested()) return fail(ErrorKind::stopped, "stopped");
  std::vector<AmazonsLayout> layouts;
  for (const auto& [board, alike] : classes) layouts.push_back({with_slashes(board, columns), alike});
  return layouts;
}

Result<std::vector<AmazonsWinner>> amazons_winners(AmazonsVariant variant, const std::vector<std::string>& boards, double seconds,
                                                   const AmazonsKeeper& keeper, const Control& control) {
  if (boards.empty()) return std::vector<AmazonsWinner>{};
  return variant == AmazonsVariant::queen ? winners_with<1, AmazonsPiece::queen>(variant, boards, seconds, keeper, control)
                                          : winners_with<1, AmazonsPiece::knight>(variant, boards, seconds, keeper, control);
}

Result<AmazonsCount> count_winners(int rows, int columns, int pieces, AmazonsVariant variant, AmazonsMirror mirror, double seconds,
                                   const AmazonsKeeper& keeper, const Control& control) {
  auto classes = opposite_layouts(rows, columns, pieces, mirror, control.stop);
  if (!classes) return fail(classes.error());
  AmazonsCount count{rows, columns, pieces, variant, mirror, std::move(*classes), {}, 0, 0, 0, {}};
  if (rows * columns > 64) return fail("layouts are counted on boards of at most 64 cells");
  std::vector<std::string> boards;
  for (const AmazonsLayout& layout : count.classes) boards.push_back(layout.board);
  auto winners = amazons_winners(variant, boards, seconds, keeper, control);
  if (!winners) return fail(winners.error());
  count.winners = std::move(*winners);
  for (std::size_t i = 0; i < count.classes.size(); ++i) {
    const std::uint32_t alike = count.classes[i].alike;
    count.layouts += alike;
    if (count.winners[i].winner == "-") count.unsolved += alike;
    if (count.winners[i].winner != "first") continue;
    if (count.first_wins == 0) count.first_win = boards[i];
    count.first_wins += alike;
  }
  return count;
}

}  // namespace banmen
