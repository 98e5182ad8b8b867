#include "study/amazons/survey.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <thread>

#include "games/amazons/amazons.hpp"
#include "study/amazons/own_solver.hpp"

namespace banmen {
namespace {

constexpr std::size_t table_bytes = std::size_t{256} << 20;

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

std::vector<std::pair<std::string, std::string>> given_for(AmazonsVariant variant) {
  std::vector<std::pair<std::string, std::string>> given;
  if (variant != AmazonsVariant::queen) given.emplace_back("piece", "knight");
  if (variant == AmazonsVariant::knightx) given.emplace_back("arrow", "knight");
  return given;
}

template <class G>
Result<std::unique_ptr<G>> game_of(std::vector<std::pair<std::string, std::string>> given) {
  const auto values = check_values("amazons", G::parameters(), given);
  if (!values) return fail(values.error());
  auto game = G::make(*values);
  if (!game) return fail(game.error());
  return std::make_unique<G>(*game);
}

template <int Words, AmazonsPiece Piece>
Result<AmazonsCount> count_with(AmazonsCount count, const std::vector<AmazonsLayout>& layouts, const Control& control) {
  using G = Amazons<Words, Piece>;
  auto given = given_for(count.variant);
  given.emplace_back("board", layouts.front().board);
  const auto game = game_of<G>(given);
  if (!game) return fail(game.error());
  AmazonsSolver<Words, Piece> solver(**game, table_bytes);
  for (const AmazonsLayout& layout : layouts) {
    const auto p = (*game)->read_position(layout.board);
    if (!p) return fail(p.error());
    const auto winner = solver.winner(*p, control);
    if (!winner) return fail("stopped");
    const std::uint64_t moves = (*game)->count(*p);
    if (count.by_moves.size() <= moves) count.by_moves.resize(moves + 1);
    count.by_moves[moves].first += layout.alike;
    count.layouts += layout.alike;
    ++count.classes;
    if (*winner == 0) {
      if (count.first_wins == 0) count.first_win = layout.board;
      count.first_wins += layout.alike;
      count.by_moves[moves].second += layout.alike;
      count.moves_where_first_wins += moves * layout.alike;
    } else {
      count.moves_where_second_wins += moves * layout.alike;
    }
  }
  return count;
}

template <int Words, AmazonsPiece Piece>
Result<AmazonsWinner> winner_with(AmazonsWinner cell, double seconds, const Control& control) {
  auto given = given_for(cell.variant);
  given.emplace_back("size", cell.size);
  given.emplace_back("layout", cell.layout);
  const auto game = game_of<Amazons<Words, Piece>>(given);
  if (!game) return fail(game.error());
  AmazonsSolver<Words, Piece> solver(**game, table_bytes);
  const auto began = std::chrono::steady_clock::now();
  const auto since = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
  std::stop_source stop;
  const std::stop_callback passed_on(control.stop, [&] { stop.request_stop(); });
  Control limited;
  limited.stop = stop.get_token();
  limited.progress = [&](std::uint64_t, std::uint64_t, std::string_view) {
    if (since() > seconds) stop.request_stop();
  };
  const auto winner = solver.winner((*game)->initial(), limited);
  if (control.stop.stop_requested()) return fail("stopped");
  cell.winner = !winner ? "-" : *winner == 0 ? "first" : "second";
  cell.nodes = solver.nodes();
  cell.moves = (*game)->count((*game)->initial());
  cell.seconds = since();
  return cell;
}

}  // namespace

const char* amazons_variant_name(AmazonsVariant variant) {
  return variant == AmazonsVariant::queen ? "amazons" : variant == AmazonsVariant::knight ? "knight" : "knightx";
}

std::vector<AmazonsLayout> opposite_layouts(int rows, int columns, int pieces, AmazonsMirror mirror) {
  std::vector<std::pair<int, int>> pairs;
  for (int cell = 0; cell < rows * columns; ++cell)
    if (const int image = opposite(cell, rows, columns, mirror); cell < image) pairs.emplace_back(cell, image);
  std::map<std::string, std::uint32_t> classes;
  std::string cells(static_cast<std::size_t>(rows * columns), '.');
  const auto place = [&](const auto& self, std::size_t from, int left) -> void {
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
  std::vector<AmazonsLayout> layouts;
  for (const auto& [board, alike] : classes) layouts.push_back({with_slashes(board, columns), alike});
  return layouts;
}

Result<AmazonsCount> count_winners(int rows, int columns, int pieces, AmazonsVariant variant, AmazonsMirror mirror,
                                   const Control& control) {
  AmazonsCount count{};
  count.rows = rows;
  count.columns = columns;
  count.pieces = pieces;
  count.variant = variant;
  count.mirror = mirror;
  const auto layouts = opposite_layouts(rows, columns, pieces, mirror);
  if (layouts.empty()) return fail("there is no such layout");
  if (rows * columns > 64) return fail("layouts are counted on boards of at most 64 cells");
  return variant == AmazonsVariant::queen ? count_with<1, AmazonsPiece::queen>(count, layouts, control)
                                          : count_with<1, AmazonsPiece::knight>(count, layouts, control);
}

Result<AmazonsWinner> winner_of(const std::string& size, const std::string& layout, AmazonsVariant variant, double seconds,
                                const Control& control) {
  AmazonsWinner cell{size, layout, variant, {}, 0, 0, 0};
  return variant == AmazonsVariant::queen ? winner_with<1, AmazonsPiece::queen>(cell, seconds, control)
                                          : winner_with<1, AmazonsPiece::knight>(cell, seconds, control);
}

}  // namespace banmen
