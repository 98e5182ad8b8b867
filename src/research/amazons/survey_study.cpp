// Who wins small boards, layout by layout: the tables of docs/amazons.md.
#include "games/amazons/layout.hpp"
#include "research/amazons/first_moves.hpp"
#include "research/amazons/studies.hpp"
#include "research/amazons/winners_file.hpp"

namespace banmen::amazons {
namespace {

using enum AmazonsVariant;
using Table = Findings::Table;

constexpr AmazonsVariant variants[] = {queen, knight, knightx};

/// Boards whose layouts with the sides opposite each other are counted, with `least` to `most` pieces a side.
struct Case {
  int rows, columns, least, most;
  AmazonsVariant variant;
  AmazonsMirror mirror;
  bool quick;  // counted without --all too
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
  Survey(bool all, double limit, AmazonsKeeper keeper, const Control& control)
      : all_(all), limit_(limit), keeper_(std::move(keeper)), control_(control), part_(control) {
    if (control_.progress)
      part_.progress = [this](std::uint64_t done, std::uint64_t, std::string_view) {
        control_.progress(before_ + done, total_, "starts");
      };
  }

  /// Stopped: what was finished until then.
  Result<Findings> run() {
    if (const auto counted = count_starts(); !counted) return fail(counted.error());
    auto ended = count_opposite();
    if (ended) ended = solve_named();
    if (!ended && !control_.stop.stop_requested()) return fail(ended.error());
    Findings found;
    found.complete = ended.has_value() && given_up_ == 0;
    found.add(std::move(counts_));
    found.add(std::move(winners_));
    found.add("starts", before_, "that no symmetry makes equal");
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

  /// How many there will be, for the progress alone.
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

  /// Over all layouts in which o lies opposite x.
  Result<void> count_opposite() {
    return each_count([&](const Case& c, int pieces) -> Result<void> {
      const auto count = count_winners(c.rows, c.columns, pieces, c.variant, c.mirror, limit_, keeper_, part_);
      if (!count) return fail(count.error());
      looked_at(count->winners);
      Datum::List same_moves;
      for (const SameMoves& same : by_moves(*count)) {
        Findings one;
        one.add("moves", same.moves);
        one.add("layouts", same.layouts);
        one.add("first_wins", same.first_wins);
        same_moves.emplace_back(std::move(one));
      }
      counts_.rows.push_back({c.rows, c.columns, pieces, amazons_variant_name(c.variant), amazons_mirror_name(c.mirror),
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
        auto of_variant = amazons_winners(variant, boards, limit_, keeper_, part_);
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
  AmazonsKeeper keeper_;
  const Control& control_;
  Control part_;                          // of a part of the survey: its progress counts from the first start on
  std::uint64_t before_ = 0, total_ = 0;  // starts
  std::uint64_t given_up_ = 0;

  using Column = Findings::Column;
  Table counts_{"counts",
                "Layouts in which the sides lie opposite each other",
                {{"rows", Column::Kind::integer},
                 {"columns", Column::Kind::integer},
                 {"pieces", Column::Kind::integer, "Of each side"},
                 {"variant"},
                 {"opposite", Column::Kind::text, "Turned about the centre (point), or mirrored in the axis between the halves"},
                 {"layouts", Column::Kind::integer},
                 {"classes", Column::Kind::integer, "Layouts that no symmetry makes equal", -1, true},
                 {"first_wins", Column::Kind::integer, "Layouts that the first player wins"},
                 {"unsolved", Column::Kind::integer, "Layouts given up"},
                 {"moves_correlation", Column::Kind::group, "Of winning with the number of first moves, over the classes"},
                 {"by_moves", Column::Kind::list, "Layouts and wins by the number of first moves", -1, true},
                 {"example", Column::Kind::text, "A layout that the first player wins"}}};
  Table winners_{"winners",
                 "Named starts",
                 {{"size"},
                  {"layout"},
                  {"variant"},
                  {"winner", Column::Kind::text, "Nothing: given up"},
                  {"moves", Column::Kind::integer, "Legal at the start"},
                  {"nodes", Column::Kind::integer, "Positions searched"},
                  {"seconds", Column::Kind::real, "Of the processor", 2}}};
};

Result<Findings> run(const Values& values, const Control& control) {
  const auto file = AmazonsWinnersFile::open(values.text("keep"));
  if (!file) return fail(file.error());
  return Survey(values.flag("all"), values.real("limit"), (*file)->keeper(values.real("limit")), control).run();
}

}  // namespace

Study survey() {
  using P = Parameter;
  return {.id = "survey",
          .help = "Who wins small boards, layout by layout: the tables of docs/amazons.md",
          .examples = {"banmen amazons survey", "banmen amazons survey --all --limit 600 --keep winners.txt"},
          .parameters = {P::flag("all", false, "Larger boards, more pieces and the other variants too"),
                         P::real("limit", "60", 0.01, 1e6, "Give a start up after so many seconds of the processor"),
                         P::path("keep", "Write every winner to this file, and go on from what is in it")},
          .run = run,
          .takes = Study::Takes::minutes,
          .threads = true,
          .resumes = true};
}

}  // namespace banmen::amazons
