#include "research/amazons/survey.hpp"

#include <fmt/format.h>
#include <time.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <mutex>
#include <sstream>

#include "catalog/catalog.hpp"
#include "core/statistics.hpp"
#include "engines/amazons/solver.hpp"
#include "games/amazons/amazons.hpp"
#include "host/threads.hpp"
#include "lab/match.hpp"
#include "play/agents.hpp"
#include "research/studies.hpp"

namespace banmen::amazons {
namespace {

constexpr std::size_t table_bytes = std::size_t{256} << 20;
/// A larger number of layouts exhausts memory.
constexpr double most_layouts = 1e7;

int opposite(int cell, int rows, int columns, AmazonsMirror mirror) {
  const int row = cell / columns, column = cell % columns;
  return (rows - 1 - row) * columns + (mirror == AmazonsMirror::point ? columns - 1 - column : column);
}

/// The alphabetically first image of a board under the symmetries of its shape. Point-symmetric layouts stay so under all of them
/// (`exchange`: rows and columns may be exchanged), axis-symmetric ones only under the four that map rows to rows.
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

const char* amazons_variant_name(AmazonsVariant variant) {
  return variant == AmazonsVariant::queen ? "amazons" : variant == AmazonsVariant::knight ? "knight" : "knightx";
}

AmazonsVariant amazons_variant(std::string_view name) {
  return name == "knight" ? AmazonsVariant::knight : name == "knightx" ? AmazonsVariant::knightx : AmazonsVariant::queen;
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

/// Canonical name of the game that starts from a board.
std::string amazons_game(AmazonsVariant variant, const std::string& board) {
  std::string parameters;
  for (const auto& [key, value] : given_for(variant, board)) parameters += (parameters.empty() ? ":" : ",") + key + "=" + value;
  return "amazons" + parameters;
}

/// Legal moves at the start, on a board of up to 64 cells.
Result<std::uint64_t> amazons_first_moves(AmazonsVariant variant, const std::string& board) {
  const auto count = [](const auto& game) -> std::uint64_t { return game.count(game.initial()); };
  return variant == AmazonsVariant::queen ? game_with<AmazonsQueen1>(variant, board).map(count)
                                          : game_with<AmazonsKnight1>(variant, board).map(count);
}

/// Processor time of this thread, so that limits do not depend on the load of the machine.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <int Words, AmazonsPiece Piece>
Result<std::vector<AmazonsWinner>> winners_with(AmazonsVariant variant, const std::vector<std::string>& boards, double seconds,
                                                AmazonsWinnersFile& kept, const Control& control) {
  using G = Amazons<Words, Piece>;
  // The boards differ only in the maximum number of pieces, so the rules of the one with the most pieces serve all.
  const auto pieces = [](const std::string& board) {
    return std::max(std::count(board.begin(), board.end(), 'x'), std::count(board.begin(), board.end(), 'o'));
  };
  const auto game = game_with<G>(variant, *std::ranges::max_element(boards, {}, pieces));
  if (!game) return fail(game.error());

  std::vector<AmazonsWinner> winners(boards.size());
  std::mutex keeping;
  Result<void> kept_all;
  // A write error stops the other threads too.
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
        if (const auto* known = kept.find(variant, boards[index], seconds); known != nullptr) {
          cell = *known;
          return;
        }
      }
      if (!solver) solver = std::make_unique<AmazonsSolver<Words, Piece>>(*game, table_bytes);
      cell.variant = variant;
      cell.board = boards[index];
      solve(*solver, positions[index], cell);
      const std::lock_guard lock(keeping);
      if (ours.stop.stop_requested()) return;
      kept_all = kept.keep(cell);
      if (!kept_all) end.request_stop();
    };
  });
  if (!kept_all) return fail(kept_all.error());
  if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped");
  return winners;
}

std::string line_of(const AmazonsWinner& w) {
  const std::string line =
      fmt::format("{} {} {} {} {} {:.2f}", amazons_variant_name(w.variant), w.board, w.winner, w.moves, w.nodes, w.seconds);
  return fmt::format("{} {:016x}\n", line, XXH3_64bits(line.data(), line.size()));
}

struct ReadWinner {
  AmazonsWinner winner;
  std::string checksum;  // empty: none
  bool is_wrong = false;
};

/// Nothing if the line is incomplete.
std::optional<ReadWinner> read_winner(const std::string& line) {
  std::istringstream words(line);
  std::string name;
  ReadWinner read;
  AmazonsWinner& w = read.winner;
  if (!(words >> name >> w.board >> w.winner >> w.moves >> w.nodes >> w.seconds)) return std::nullopt;
  w.variant = amazons_variant(name);
  if (amazons_variant_name(w.variant) != name) return std::nullopt;
  if (words >> read.checksum) {
    constexpr std::size_t digits = 16;
    if (read.checksum.size() < digits) return std::nullopt;
    const std::size_t end = line.find_last_of(' ');
    read.is_wrong = read.checksum != fmt::format("{:016x}", XXH3_64bits(line.data(), end));
  }
  return read;
}

/// Correlation over classes of a first-player win with the number of first moves.
std::optional<Correlation> moves_and_wins(const AmazonsCount& count) {
  std::vector<std::pair<double, double>> pairs;
  for (const AmazonsWinner& w : count.winners)
    if (w.winner != "-") pairs.emplace_back(static_cast<double>(w.moves), w.winner == "first");
  return correlation(pairs);
}

/// r, its confidence interval and n as a group; unknown without a correlation.
Datum to_datum(const std::optional<Correlation>& correlation) {
  if (!correlation) return {};
  Findings group;
  group.add({.name = "r", .value = correlation->r, .digits = 2});
  group.add({.name = "interval", .value = std::vector{correlation->interval.low, correlation->interval.high}, .digits = 2});
  group.add({.name = "n", .value = correlation->n, .hidden = true});
  return group;
}

/// Layouts (not classes) with the same number of first moves.
struct SameMoves {
  std::uint64_t layouts = 0, first_wins = 0;
};
std::map<std::uint64_t, SameMoves> by_moves(const AmazonsCount& count) {
  std::map<std::uint64_t, SameMoves> found;
  for (std::size_t i = 0; i < count.winners.size(); ++i) {
    SameMoves& same = found[count.winners[i].moves];
    same.layouts += count.classes[i].alike;
    if (count.winners[i].winner == "first") same.first_wins += count.classes[i].alike;
  }
  return found;
}

using enum AmazonsVariant;
using Table = Findings::DataTable;
using P = Parameter;

constexpr AmazonsVariant variants[] = {queen, knight, knightx};

/// Board and symmetry whose layouts with `least` to `most` pieces a side are counted.
struct Case {
  int rows, columns, least, most;
  AmazonsVariant variant;
  AmazonsMirror mirror;
  bool quick;  // also without --all
};
constexpr auto point = AmazonsMirror::point, axis = AmazonsMirror::axis;
constexpr Case cases[] = {
    {4, 4, 1, 8, knight, point, true},   {4, 4, 1, 8, knightx, point, true},  {4, 4, 1, 8, knight, axis, true},
    {4, 4, 1, 8, knightx, axis, true},   {4, 5, 1, 2, knight, point, true},   {4, 5, 1, 2, knightx, point, true},
    {4, 5, 1, 2, knight, axis, true},    {4, 5, 1, 2, knightx, axis, true},   {5, 4, 1, 2, knight, axis, true},
    {5, 4, 1, 2, knightx, axis, true},   {4, 4, 1, 1, queen, point, true},    {5, 5, 1, 3, knight, point, true},
    {3, 3, 1, 4, knight, point, false},  {3, 5, 1, 7, knight, point, false},  {5, 5, 4, 4, knight, point, false},
    {3, 3, 1, 4, knightx, point, false}, {3, 5, 1, 7, knightx, point, false}, {5, 5, 1, 1, knightx, point, false},
    {3, 3, 1, 4, queen, point, false},   {3, 5, 1, 7, queen, point, false},   {4, 4, 2, 8, queen, point, false},
    {5, 5, 1, 1, queen, point, false}};

const std::string named_layouts[] = {"corners", "edges", "pairs", "standard"};
std::vector<std::string> named_sizes(bool all) {
  std::vector<std::string> sizes{"3", "3x4", "4x3", "4", "4x5", "5x4", "5"};
  if (all) sizes.insert(sizes.end(), {"4x6", "6x4", "5x6", "6x5", "6", "7"});
  return sizes;
}

class Survey {
 public:
  Survey(bool all, double limit, AmazonsWinnersFile& kept, const Control& control)
      : all_(all), limit_(limit), kept_(kept), control_(control), part_(control) {
    if (control_.progress)
      part_.progress = [this](std::uint64_t done, std::uint64_t, std::string_view) {
        control_.progress(before_ + done, total_, "starts");
      };
  }

  /// When stopped, returns what was finished by then.
  Result<Findings> run() {
    if (const auto counted = count_starts(); !counted) return fail(counted.error());
    auto ended = count_opposite();
    if (ended) ended = solve_named();
    if (!ended && !control_.stop.stop_requested()) return fail(ended.error());
    Findings found;
    found.complete = ended.has_value() && given_up_ == 0;
    found.add(std::move(counts_));
    found.add(std::move(winners_));
    found.add("starts", before_, "symmetric ones counted once");
    found.add("given up", given_up_);
    return found;
  }

 private:
  template <class Visit>
  Result<void> each_count(Visit visit) {
    for (const Case& c : cases)
      if (c.quick || all_)
        for (int pieces = c.least; pieces <= c.most; ++pieces)
          if (const auto visited = visit(c, pieces); !visited) return visited;
    return {};
  }

  /// Total for the progress bar.
  Result<void> count_starts() {
    total_ = named_sizes(all_).size() * std::size(named_layouts) * std::size(variants);
    return each_count([&](const Case& c, int pieces) -> Result<void> {
      const auto classes = opposite_layouts(c.rows, c.columns, pieces, c.mirror);
      if (!classes) return fail(classes.error());
      total_ += classes->size();
      return {};
    });
  }

  void looked_at(const std::vector<AmazonsWinner>& winners) {
    before_ += winners.size();
    for (const AmazonsWinner& w : winners) given_up_ += w.winner == "-";
  }

  /// All symmetric layouts.
  Result<void> count_opposite() {
    return each_count([&](const Case& c, int pieces) -> Result<void> {
      const auto count = count_winners(c.rows, c.columns, pieces, c.variant, c.mirror, limit_, kept_, part_);
      if (!count) return fail(count.error());
      looked_at(count->winners);
      Datum::List same_moves;
      for (const auto& [moves, same] : by_moves(*count))
        same_moves.emplace_back(group_of({{"moves", moves}, {"layouts", same.layouts}, {"first_wins", same.first_wins}}));
      counts_.rows.push_back({c.rows, c.columns, pieces, amazons_variant_name(c.variant), c.mirror == point ? "point" : "axis",
                              count->layouts, count->classes.size(), count->first_wins, count->unsolved,
                              to_datum(moves_and_wins(*count)), same_moves, count->first_win});
      return {};
    });
  }

  /// The named starts of each size.
  Result<void> solve_named() {
    for (const std::string& size : named_sizes(all_)) {
      std::vector<std::string> boards;
      for (const std::string& layout : named_layouts) {
        const auto board = amazons_board(size, layout, "");
        if (!board) return fail(board.error());
        boards.push_back(board->text());
      }
      std::vector<std::vector<AmazonsWinner>> found;
      for (const AmazonsVariant variant : variants) {
        auto of_variant = amazons_winners(variant, boards, limit_, kept_, part_);
        if (!of_variant) return fail(of_variant.error());
        looked_at(*of_variant);
        found.push_back(std::move(*of_variant));
      }
      for (std::size_t i = 0; i < boards.size(); ++i)
        for (const auto& of_variant : found) {
          const AmazonsWinner& w = of_variant[i];
          winners_.rows.push_back({size, named_layouts[i], amazons_variant_name(w.variant),
                                   w.winner == "-" ? Datum() : Datum(w.winner), w.moves, w.nodes, w.seconds});
        }
    }
    return {};
  }

  bool all_;
  double limit_;
  AmazonsWinnersFile& kept_;
  const Control& control_;
  Control part_;                          // for a part of the survey: reports progress of the whole
  std::uint64_t before_ = 0, total_ = 0;  // starts
  std::uint64_t given_up_ = 0;

  using Column = Findings::Column;
  Table counts_{
      "counts",
      "Layouts in which the sides lie opposite each other",
      {{"rows", Column::Kind::integer},
       {"columns", Column::Kind::integer},
       {"pieces", Column::Kind::integer, "Pieces of each side"},
       {"variant"},
       {"opposite", Column::Kind::text, "Turned about the centre (point), or mirrored in the axis between the halves"},
       {"layouts", Column::Kind::integer},
       {"classes", Column::Kind::integer, "Layouts, symmetric ones counted once", -1, true},
       {"first_wins", Column::Kind::integer, "Layouts that the first player wins"},
       {"unsolved", Column::Kind::integer, "Layouts given up"},
       {"moves_correlation", Column::Kind::group, "Correlation of winning with the number of first moves, each class counted once"},
       {"by_moves", Column::Kind::list, "Layouts and wins by the number of first moves", -1, true},
       {"example", Column::Kind::text, "A layout that the first player wins"}}};
  Table winners_{"winners",
                 "Named starts",
                 {{"size"},
                  {"layout"},
                  {"variant"},
                  {"winner", Column::Kind::text, "Winner; empty if the search gave up"},
                  {"moves", Column::Kind::integer, "Legal moves at the start"},
                  {"nodes", Column::Kind::integer, "Positions searched"},
                  {"seconds", Column::Kind::real, "Processor time", 2}}};
};

Result<Findings> run_survey(const Values& values, const Control& control) {
  const auto file = AmazonsWinnersFile::open(values.text("keep"));
  if (!file) return fail(file.error());
  return Survey(values.flag("all"), values.real("limit"), **file, control).run();
}

Result<Findings> run_winners(const Values& values, const Control& control) {
  const double limit = values.real("limit") > 0 ? values.real("limit") : std::numeric_limits<double>::infinity();
  const auto file = AmazonsWinnersFile::open(values.text("keep"));
  if (!file) return fail(file.error());
  const auto count =
      count_winners(static_cast<int>(values.integer("rows")), static_cast<int>(values.integer("columns")),
                    static_cast<int>(values.integer("pieces")), amazons_variant(values.text("variant")),
                    values.text("mirror") == "axis" ? AmazonsMirror::axis : AmazonsMirror::point, limit, **file, control);
  if (!count) return fail(count.error());
  Findings found;
  found.complete = count->unsolved == 0;
  found.add("layouts", count->layouts);
  found.add("won by the first player", count->first_wins, count->first_win);
  found.add({.name = "unsolved", .value = count->unsolved, .hidden = count->unsolved == 0});
  found.add(hidden("classes", count->classes.size()));
  found.add("moves_correlation", to_datum(moves_and_wins(*count)));
  using enum Findings::Column::Kind;
  Findings::DataTable table{"by_moves",
                            "By the number of first moves",
                            {{"moves", integer, "Legal moves at the start"},
                             {"layouts", integer, "Layouts with this number of first moves"},
                             {"first_wins", integer, "Of these, won by the first player"}}};
  for (const auto& [moves, same] : by_moves(*count)) table.rows.push_back({moves, same.layouts, same.first_wins});
  found.add(std::move(table));
  return found;
}

struct Start {
  std::string game;
  std::uint64_t moves = 0;       // legal at the start
  double first = 0, second = 0;  // the first agent's share of points in that seat
};

constexpr const char* usual_agent = "uct:playouts=500,c=1,expand=1";

Result<std::vector<std::string>> agents_of(const Values& values) {
  if (values.text("agents").empty()) return std::vector<std::string>{values.text("agent"), "random"};
  if (values.text("agent") != usual_agent) return fail("--agent and --agents exclude each other", "give one of them");
  auto agents = values.words("agents");
  if (agents.size() != 2) return fail(fmt::format("--agents expects 2 agents, got {}", agents.size()));
  return agents;
}

/// Correlation over starts of a share of points with the number of moves.
template <class Share>
std::optional<Correlation> with_moves(const std::vector<Start>& starts, Share share) {
  std::vector<std::pair<double, double>> pairs;
  for (const Start& start : starts) pairs.emplace_back(static_cast<double>(start.moves), share(start));
  return correlation(pairs);
}

Figure figure_of(std::string name, const std::optional<Correlation>& found) {
  if (!found) return {.name = std::move(name), .value = {}, .words = "undefined: too few layouts, or all have the same score"};
  const auto [low, high] = found->interval;
  return estimate(std::move(name), found->r, (high - low) / (2 * 1.96), found->n, 2,
                  fmt::format("95 % interval {:+.2f} … {:+.2f}", low, high));
}

Findings findings_of(const std::vector<Start>& starts, const std::vector<std::string>& agents, long games) {
  const auto as_first = with_moves(starts, [](const Start& s) { return s.first; });
  const auto as_second = with_moves(starts, [](const Start& s) { return s.second; });
  const auto in_both = with_moves(starts, [](const Start& s) { return (s.first + s.second) / 2; });
  const auto difference = with_moves(starts, [](const Start& s) { return s.first - s.second; });
  Findings found;
  found.add("agents", agents);
  found.add(hidden("games", games));
  using enum Findings::Column::Kind;
  Findings::DataTable table{"starts",
                            "",
                            {{"game", text, "Game with its start"},
                             {"moves", integer, "Legal moves at the start"},
                             {"first", real, "The first agent's share of points when it moves first", 3},
                             {"second", real, "The first agent's share of points when it moves second", 3}}};
  for (const Start& s : starts) table.rows.push_back({s.game, s.moves, s.first, s.second});
  found.add(std::move(table));
  found.add("layouts", starts.size());
  found.add(figure_of("correlation as first", as_first));
  found.add(figure_of("correlation as second", as_second));
  found.add(figure_of("correlation in both seats", in_both));
  found.add(figure_of("correlation of first minus second", difference));
  found.add(hidden("correlation", group_of({{"first", to_datum(as_first)},
                                            {"second", to_datum(as_second)},
                                            {"both", to_datum(in_both)},
                                            {"difference", to_datum(difference)}})));
  return found;
}

Result<std::pair<double, double>> shares_of_points(const std::string& name, const std::vector<std::string>& agents,
                                                   std::uint64_t games, const Control& control) {
  const auto game = Catalog().open(name);
  if (!game) return fail(game.error());
  const lab::MatchPlan plan{.agents = agents, .games = games};
  const auto report = lab::play_match(
      **game, plan, [&](const std::string& agent) { return make_agent(**game, agent); }, {}, control);
  if (!report) return fail(report.error());
  if (!report->complete) return fail(ErrorKind::stopped, "stopped");
  const auto share = [&](std::size_t seat) {
    const lab::AgentScore::AtSeat& at = report->agents.at(0).by_seat.at(seat);
    return (static_cast<double>(at.wins) + 0.5 * static_cast<double>(at.draws)) / static_cast<double>(at.games);
  };
  return std::pair{share(0), share(1)};
}

}  // namespace

Result<std::vector<AmazonsLayout>> opposite_layouts(int rows, int columns, int pieces, AmazonsMirror mirror,
                                                    const std::stop_token& stop) {
  std::vector<std::pair<int, int>> pairs;
  for (int cell = 0; cell < rows * columns; ++cell)
    if (const int image = opposite(cell, rows, columns, mirror); cell < image) pairs.emplace_back(cell, image);
  double total = 1;  // choices of `pieces` pairs times two placements each
  for (int i = 0; i < pieces; ++i) total *= 2.0 * (static_cast<double>(pairs.size()) - i) / (i + 1);
  if (total < 0.5) return fail("no layout has that many pieces", "use fewer pieces or a larger board");
  if (total > most_layouts)
    return fail(fmt::format("there are {:.3g} layouts with that many pieces; the limit is ten million", total),
                "use fewer pieces or a smaller board");
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
                                                   AmazonsWinnersFile& kept, const Control& control) {
  if (boards.empty()) return std::vector<AmazonsWinner>{};
  return variant == AmazonsVariant::queen ? winners_with<1, AmazonsPiece::queen>(variant, boards, seconds, kept, control)
                                          : winners_with<1, AmazonsPiece::knight>(variant, boards, seconds, kept, control);
}

Result<AmazonsCount> count_winners(int rows, int columns, int pieces, AmazonsVariant variant, AmazonsMirror mirror, double seconds,
                                   AmazonsWinnersFile& kept, const Control& control) {
  auto classes = opposite_layouts(rows, columns, pieces, mirror, control.stop);
  if (!classes) return fail(classes.error());
  if (rows * columns > 64) return fail("boards are limited to 64 cells", "use smaller --rows or --columns");
  AmazonsCount count;
  count.classes = std::move(*classes);
  std::vector<std::string> boards;
  for (const AmazonsLayout& layout : count.classes) boards.push_back(layout.board);
  auto winners = amazons_winners(variant, boards, seconds, kept, control);
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

Result<std::unique_ptr<AmazonsWinnersFile>> AmazonsWinnersFile::open(const std::string& path) {
  auto file = std::make_unique<AmazonsWinnersFile>();
  if (path.empty()) return file;
  auto lock = FileLock::take(path);
  if (!lock) return fail(lock.error());
  file->lock_ = std::move(*lock);
  bool whole = true, checked = false;  // `checked`: a line had a checksum
  if (is_plain_file(path)) {           // devices are not read
    std::ifstream in(path);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      whole = !in.eof();
      const auto winner = read_winner(line);
      // Never append to a foreign file. A line of our own may be cut off after its first word.
      const std::string first = line.substr(0, line.find(' '));
      if (file->known_.empty() && !winner && amazons_variant_name(amazons_variant(first)) != first)
        return fail("'" + path + "' is not a file of winners of Amazons boards", "use a new file, or one that --keep wrote");
      if (!winner || !whole || (winner->checksum.empty() && checked)) continue;
      if (winner->is_wrong) {
        Error error{"the checksum of this line is wrong: the file is damaged", "delete the line, and its board is solved again"};
        error.where = path;
        error.line = number;
        return fail(std::move(error));
      }
      checked = !winner->checksum.empty();
      file->known_[{winner->winner.variant, winner->winner.board}] = winner->winner;
    }
  }
  file->path_ = path;
  file->out_.reset(std::fopen(path.c_str(), "ab"));
  if (!file->out_) return fail(kind_of_errno(errno), "can't write '" + path + "': " + std::strerror(errno));
  if (!whole)
    if (const auto ended = file->append("\n"); !ended) return fail(ended.error());
  return file;
}

Result<void> AmazonsWinnersFile::append(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), out_.get()) == text.size() && std::fflush(out_.get()) == 0) return {};
  return fail(kind_of_errno(errno), "can't write '" + path_ + "': " + std::strerror(errno));
}

const AmazonsWinner* AmazonsWinnersFile::find(AmazonsVariant variant, const std::string& board, double seconds) const {
  const auto found = known_.find({variant, board});
  if (found == known_.end() || (found->second.winner == "-" && found->second.seconds < seconds)) return nullptr;
  return &found->second;
}

Result<void> AmazonsWinnersFile::keep(const AmazonsWinner& w) {
  known_[{w.variant, w.board}] = w;
  if (!out_) return {};
  return append(line_of(w));
}

Study survey_study() {
  return {.id = "survey",
          .help = "Solve small boards layout by layout: the tables of docs/games/amazons/findings.md",
          .examples = {"banmen amazons survey", "banmen amazons survey --all --limit 600 --keep winners.txt"},
          .parameters = {P::flag("all", false, "Include larger boards, more pieces and the other variants"),
                         P::real("limit", "60", 0.01, 1e6, "Maximum processor seconds per layout"),
                         P::path("keep", "Write every winner to this file and resume from it")},
          .run = run_survey,
          .takes = Study::Takes::minutes,
          .threads = true,
          .resumes = true};
}

Study winners_study() {
  return {.id = "winners",
          .help = "Solve all layouts where one side's pieces mirror the other's",
          .examples = {"banmen amazons winners --pieces 2",
                       "banmen amazons winners --rows 5 --columns 5 --pieces 3 --threads 2 --keep winners.txt"},
          .parameters = {P::integer("rows", 4, 2, 8, "Rows of the board"), P::integer("columns", 4, 2, 8, "Columns of the board"),
                         P::integer("pieces", 1, 1, 32, "Pieces of each side"),
                         P::choice("variant", {"knight", "knightx", "amazons"}, "The game"),
                         P::choice("mirror", {"point", "axis"}, "Symmetry: rotation about the centre, or reflection of rows"),
                         P::real("limit", "0", 0, 1e6, "Maximum processor seconds per layout; 0: no limit"),
                         P::path("keep", "Write every winner to this file and resume from it")},
          .run = run_winners,
          .takes = Study::Takes::seconds,
          .threads = true,
          .resumes = true};
}

Result<Findings> score_by_moves(const Values& values, const Control& control, const AmazonsMatch& match) {
  const auto agents = agents_of(values);
  if (!agents) return fail(agents.error());
  const AmazonsVariant variant = amazons_variant(values.text("variant"));
  const auto layouts = opposite_layouts(static_cast<int>(values.integer("rows")), static_cast<int>(values.integer("columns")),
                                        static_cast<int>(values.integer("pieces")), AmazonsMirror::point, control.stop);
  if (!layouts) return fail(layouts.error());
  Control quiet = control;  // the progress bar counts starts
  quiet.progress = {};
  std::vector<Start> starts;
  for (const AmazonsLayout& layout : *layouts) {
    const std::string game = amazons_game(variant, layout.board);
    const auto moves = amazons_first_moves(variant, layout.board);
    if (!moves) return fail(moves.error());
    const auto shares = match(game, *agents, static_cast<std::uint64_t>(values.integer("games")), quiet);
    if (control.stop.stop_requested()) break;
    if (!shares) return fail(shares.error());
    starts.push_back({game, *moves, shares->first, shares->second});
    if (control.progress) control.progress(starts.size(), layouts->size(), "starts");
  }
  Findings found = findings_of(starts, *agents, values.integer("games"));
  found.complete = starts.size() == layouts->size();
  return found;
}

Study moves_study() {
  Parameter agents = P::text("agents", "", "AGENT AGENT", "Agent whose score is measured, and its opponent");
  agents.words = 2;
  return {.id = "moves",
          .help = "Correlate an agent's score with the number of first moves over point-symmetric layouts",
          .examples = {"banmen amazons moves --variant knight --pieces 2 --games 200",
                       "banmen amazons moves --agents random random --games 2000"},
          .parameters = {P::integer("rows", 5, 3, 8, "Rows of the board"), P::integer("columns", 5, 3, 8, "Columns of the board"),
                         P::integer("pieces", 2, 1, 32, "Pieces of each side"),
                         P::choice("variant", {"knight", "knightx", "amazons"}, "The game"),
                         P::integer("games", 200, 2, 1'000'000, "Games per layout, half from each seat"),
                         P::text("agent", usual_agent, "an agent", "Agent whose score against random is measured"), agents},
          .run = [](const Values& values, const Control& control) { return score_by_moves(values, control, shares_of_points); },
          .takes = Study::Takes::minutes,
          .threads = true};
}

}  // namespace banmen::amazons
