// Who wins every layout of one board in which the sides lie opposite each other.
#include <limits>

#include "research/amazons/first_moves.hpp"
#include "research/amazons/studies.hpp"
#include "research/amazons/winners_file.hpp"

namespace banmen::amazons {
namespace {

Result<Findings> run(const Values& values, const Control& control) {
  const double limit = values.real("limit") > 0 ? values.real("limit") : std::numeric_limits<double>::infinity();
  const auto file = AmazonsWinnersFile::open(values.text("keep"));
  if (!file) return fail(file.error());
  const auto count = count_winners(static_cast<int>(values.integer("rows")), static_cast<int>(values.integer("columns")),
                                   static_cast<int>(values.integer("pieces")), amazons_variant(values.text("variant")),
                                   values.text("mirror") == "axis" ? AmazonsMirror::axis : AmazonsMirror::point, limit,
                                   (*file)->keeper(limit), control);
  if (!count) return fail(count.error());
  Findings found;
  found.complete = count->unsolved == 0;
  found.add("layouts", count->layouts);
  found.add("won by the first player", count->first_wins, count->first_win);
  found.add({.name = "unsolved", .value = count->unsolved, .hidden = count->unsolved == 0});
  found.add({.name = "classes", .value = count->classes.size(), .hidden = true});
  found.add("moves_correlation", to_datum(moves_and_wins(*count)));
  using enum Findings::Column::Kind;
  Findings::Table table{"by_moves",
                        "By the number of first moves",
                        {{"moves", integer, "Legal at the start"},
                         {"layouts", integer, "With so many"},
                         {"first_wins", integer, "Of these, won by the first player"}}};
  for (const SameMoves& same : by_moves(*count)) table.rows.push_back({same.moves, same.layouts, same.first_wins});
  found.add(std::move(table));
  return found;
}

}  // namespace

Study winners() {
  using P = Parameter;
  return {.id = "winners",
          .help = "Who wins every layout in which the sides lie opposite each other",
          .examples = {"banmen amazons winners --pieces 2",
                       "banmen amazons winners --rows 5 --columns 5 --pieces 3 --threads 2 --keep winners.txt"},
          .parameters = {P::integer("rows", 4, 2, 8, "Rows of the board"), P::integer("columns", 4, 2, 8, "Columns of the board"),
                         P::integer("pieces", 1, 1, 32, "Pieces of each side"),
                         P::choice("variant", {"knight", "knightx", "amazons"}, "Which game"),
                         P::choice("mirror", {"point", "axis"}, "Opposite: turned about the centre, or mirrored, row by row"),
                         P::real("limit", "0", 0, 1e6, "Give a start up after so many seconds of the processor; 0: never"),
                         P::path("keep", "Write every winner to this file, and go on from what is in it")},
          .run = run,
          .takes = Study::Takes::seconds,
          .threads = true,
          .resumes = true};
}

}  // namespace banmen::amazons
