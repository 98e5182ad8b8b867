// Bear-off tables, of both sides or of one, and GNU Backgammon's files of them.
#include <fmt/format.h>

#include "engines/backgammon/bearoff/gnubg_files.hpp"
#include "engines/backgammon/bearoff/one_sided.hpp"
#include "host/files.hpp"
#include "research/backgammon/studies.hpp"

namespace banmen::backgammon {
namespace {

Figure file_figure(const std::string& path) { return {.name = "file", .value = path, .hidden = path.empty()}; }

/// One side alone: how many rolls it needs.
Result<Findings> of_one_side(const Values& values, const Control& control) {
  const auto points = static_cast<int>(values.integer("points"));
  const std::string& path = values.text("out");
  if (values.flag("no_cube") || values.text("rounding") != "exact")
    return fail("--no-cube and --rounding belong to two-sided tables");
  if (points > 9) return fail(fmt::format("{} points make too large a table", points), "up to 9 points, which are 1,307,504 sides");
  OneSided table(points);
  if (!table.solve(control)) return fail(ErrorKind::stopped, "stopped before the table was whole");
  if (!path.empty())
    if (auto written = table.write(path, {!values.flag("no_gammon"), !values.flag("no_compress")}); !written)
      return fail(written.error());
  Findings found;
  found.add("points", points);
  found.add("sides", table.size());
  found.add(file_figure(path));
  return found;
}

Result<Findings> of_two_sides(const Values& values, const Control& control) {
  const auto points = static_cast<int>(values.integer("points")), checkers = static_cast<int>(values.integer("checkers"));
  const std::string& path = values.text("out");
  if (values.flag("no_gammon") || values.flag("no_compress")) return fail("--no-gammon and --no-compress belong to --one-sided");
  if (const std::uint64_t sides = choose(points + checkers, points); sides > 5005)
    return fail(fmt::format("{} configurations of a side make too large a table", sides),
                "up to 5005, such as 6 points and 9 checkers");
  BearOff table(points, checkers);
  const bool cube = !values.flag("no_cube");
  if (!(values.text("rounding") == "gnubg" ? table.solve_rounded(cube, control) : table.solve(cube, control)))
    return fail(ErrorKind::stopped, "stopped before the table was whole");
  if (!path.empty())
    if (auto written = write_two_sided(table, path); !written) return fail(written.error());
  Findings found;
  found.add("points", points);
  found.add("checkers", checkers);
  found.add("positions", std::uint64_t{table.size()} * table.size());
  found.add("tables", table.tables(), cube ? "cubeless, cube owned, centred, the opponent's" : "cubeless");
  found.add(file_figure(path));
  return found;
}

Result<Findings> run(const Values& values, const Control& control) {
  if (auto can = can_write(values.text("out")); !can) return fail(can.error());
  return values.flag("one_sided") ? of_one_side(values, control) : of_two_sides(values, control);
}

}  // namespace

Study bearoff() {
  return {
      .id = "bearoff",
      .help = "A two-sided or one-sided bear-off table, as a GNU Backgammon file",
      .examples = {"banmen backgammon bearoff --points 6 --checkers 6 --rounding gnubg --out ts66.bd",
                   "banmen backgammon bearoff --one-sided --points 6 --out os6.bd"},
      .parameters = {Parameter::integer("points", 6, 1, 12, "Checkers stand on points 1 to P"),
                     Parameter::integer("checkers", 6, 1, 15, "Up to C checkers of each side"),
                     Parameter::flag("no_cube", false, "Only cubeless values"),
                     Parameter::flag("one_sided", false, "One side alone, always with 15 checkers: chances to need so many rolls"),
                     Parameter::flag("no_gammon", false, "One-sided: without the rolls that save a gammon"),
                     Parameter::flag("no_compress", false, "One-sided: all 32 chances of every side"),
                     Parameter::choice("rounding", {"exact", "gnubg"},
                                       "Values as they are, or rounded after every position as makebearoff does"),
                     Parameter::path("out", "The file to write")},
      .run = run,
      .takes = Study::Takes::seconds,
      .threads = true};
}

}  // namespace banmen::backgammon
