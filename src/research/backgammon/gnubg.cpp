// Builds and probes GNU Backgammon's files: one-sided and two-sided bear-off databases, and hypergammon.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "engines/backgammon/bearoff/hypergammon.hpp"
#include "engines/backgammon/bearoff/one_sided.hpp"
#include "host/files.hpp"
#include "research/backgammon/side_text.hpp"
#include "research/studies.hpp"

namespace banmen::backgammon {
namespace {

Figure file_figure(const std::string& path) { return {.name = "file", .value = path, .hidden = path.empty()}; }

/// A one-sided bear-off table: distributions of the number of rolls.
Result<Findings> of_one_side(const Values& values, const Control& control) {
  const auto points = static_cast<int>(values.integer("points"));
  const std::string& path = values.text("out");
  if (values.flag("no_cube") || values.text("rounding") != "exact")
    return fail("--no-cube and --rounding can't be combined with --one-sided");
  if (points > 9)
    return fail(fmt::format("{} points make the database too large", points),
                "use at most 9 points (1,307,504 positions of a side)");
  OneSided table(points);
  if (!table.solve(control)) return fail(ErrorKind::stopped, "stopped before the database was complete");
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
  if (values.flag("no_gammon") || values.flag("no_compress")) return fail("--no-gammon and --no-compress need --one-sided");
  if (const std::uint64_t sides = choose(points + checkers, points); sides > 5005)
    return fail(fmt::format("{} configurations of a side make the database too large", sides),
                "use at most 5005, such as 6 points and 9 checkers");
  BearOff table(points, checkers);
  const bool cube = !values.flag("no_cube");
  if (!(values.text("rounding") == "gnubg" ? table.solve_rounded(cube, control) : table.solve(cube, control)))
    return fail(ErrorKind::stopped, "stopped before the database was complete");
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

Result<Findings> run_bearoff(const Values& values, const Control& control) {
  if (auto can = can_write(values.text("out")); !can) return fail(can.error());
  return values.flag("one_sided") ? of_one_side(values, control) : of_two_sides(values, control);
}

Result<Findings> run_hyper(const Values& values, const Control& control) {
  const auto checkers = static_cast<int>(values.integer("checkers"));
  const std::string& path = values.text("out");
  if (auto can = can_write(path); !can) return fail(can.error());
  Hypergammon hypergammon(checkers);
  const EndgameOptions options = EndgameOptions::from(control);
  // A file includes cubeful values and gammon chances.
  if (!(path.empty() ? hypergammon.solve_cubeless(options) : hypergammon.solve(options)))
    return fail(ErrorKind::stopped, "stopped before all positions were solved");
  if (!path.empty())
    if (auto written = hypergammon.write(path, control); !written) return fail(written.error());
  double residual = 0;
  std::uint64_t positions = 0;
  for (const TierReport& r : hypergammon.cubeless().reports()) {
    residual = std::max(residual, r.residual);
    positions += r.positions;
  }
  Findings found;
  found.add("checkers", checkers);
  found.add("positions", positions);
  found.add({.name = "opening",
             .value = hypergammon.opening(),
             .words = "value for the winner of the opening roll, cubeless",
             .digits = 16});
  found.add("residual", residual, "the largest");
  found.add(file_figure(path));
  return found;
}

/// Probabilities of needing 0, 1, … rolls, without trailing zeros.
std::vector<double> chances_of(const RollWords& words) {
  std::vector<double> out;
  std::size_t count = words.size();
  while (count > 1 && words[count - 1] == 0) --count;
  for (std::size_t k = 0; k < count; ++k) out.push_back(words[k] / 65535.0);
  return out;
}

Result<Findings> in_one_sided(const std::string& path, const PlacedSide& mover) {
  const auto file = OneSidedFile::open(path);
  if (!file) return fail(file.error());
  if (!file->holds(mover.side)) return fail(fmt::format("the file only covers checkers on points 1 to {}", file->points()));
  const OneSidedRecord record = file->record(mover.side);
  Findings found;
  found.add("rolls", mean_rolls(record.off), "to bear everything off, on average");
  found.add("chances", chances_of(record.off), "to need 0, 1, … rolls");
  if (file->gammons()) {
    found.add("first_off_rolls", mean_rolls(record.gammon), "to bear the first checker off");
    found.add("first_off_chances", chances_of(record.gammon));
  }
  return found;
}

Result<Findings> in_two_sided(const std::string& path, const PlacedSide& mover, const PlacedSide& opponent) {
  const auto file = TwoSidedFile::open(path);
  if (!file) return fail(file.error());
  if (!file->holds(mover.side) || !file->holds(opponent.side))
    return fail(fmt::format("the file only covers up to {} checkers on points 1 to {}", file->checkers(), file->points()));
  const auto value = [&, i = file->rank(mover.side), j = file->rank(opponent.side)](BearOff::Table table) {
    return file->value(table, i, j);
  };
  Findings found;
  found.add("value", value(BearOff::cubeless));
  found.add("win", (value(BearOff::cubeless) + 1) / 2);
  if (file->tables() == 4) {
    found.add("rolls", group_of({{"owned", value(BearOff::owned)},
                                 {"centred", value(BearOff::centred)},
                                 {"opponents", value(BearOff::opponents)}}));
  }
  return found;
}

Result<Findings> in_hypergammon(const std::string& path, const PlacedSide& mover, const PlacedSide& opponent) {
  const auto file = HyperFile::open(path);
  if (!file) return fail(file.error());
  if (std::max(mover.count, opponent.count) > file->checkers())
    return fail(fmt::format("the file only covers hypergammon with {} checkers of each side", file->checkers()));
  const HyperRecord record = file->record(mover.side, opponent.side);
  const auto& o = record.outcomes;
  Findings found;
  found.add("value", 2 * o[0] - 1 + o[1] + o[2] - o[3] - o[4]);
  found.add("win", o[0]);
  found.add("chances", o, "to win, win a gammon, win a backgammon, lose a gammon, lose a backgammon");
  const auto& rolls = record.rolls;
  found.add("rolls", group_of({{"owned", rolls[0]}, {"centred", rolls[1]}, {"jacoby", rolls[2]}, {"opponents", rolls[3]}}));
  return found;
}

Result<Findings> run_probe(const Values& values, const Control&) {
  const std::string &path = values.text("file"), &other = values.text("opponent");
  const auto mover = read_side(values.text("mover"), "--mover");
  if (!mover) return fail(mover.error());
  std::string start(9, ' ');
  if (!is_plain_file(path)) return fail("'" + path + "' is not a regular file", "expected a GNU Backgammon database");
  std::ifstream(path, std::ios::binary).read(start.data(), 9);
  if (start == "gnubg-OS-") {
    if (!other.empty()) return fail("--opponent needs a two-sided file", "omit --opponent");
    return in_one_sided(path, *mover);
  }
  const auto opponent = read_side(other, "--opponent");
  if (!opponent) return fail(opponent.error());
  return start.starts_with("gnubg-H") ? in_hypergammon(path, *mover, *opponent) : in_two_sided(path, *mover, *opponent);
}

}  // namespace

Study bearoff_study() {
  return {.id = "bearoff",
          .help = "Build a two-sided or one-sided bear-off database as a GNU Backgammon file",
          .examples = {"banmen backgammon bearoff --points 6 --checkers 6 --rounding gnubg --out ts66.bd",
                       "banmen backgammon bearoff --one-sided --points 6 --out os6.bd"},
          .parameters = {Parameter::integer("points", 6, 1, 12, "Highest point that a checker may be on"),
                         Parameter::integer("checkers", 6, 1, 15, "Maximum checkers of each side"),
                         Parameter::flag("no_cube", false, "Store only cubeless values"),
                         Parameter::flag("one_sided", false,
                                         "Build for one side with up to 15 checkers: distributions of the number of rolls"),
                         Parameter::flag("no_gammon", false,
                                         "One-sided: omit the distributions of the number of rolls that saves a gammon"),
                         Parameter::flag("no_compress", false, "One-sided: store all 32 probabilities of every position"),
                         Parameter::choice("rounding", {"exact", "gnubg"},
                                           "exact: unrounded; gnubg: rounded after every position, as makebearoff does"),
                         Parameter::path("out", "The file to write")},
          .run = run_bearoff,
          .takes = Study::Takes::seconds,
          .threads = true};
}

Study hyper_study() {
  return {.id = "hyper",
          .help = "Solve hypergammon with 1 to 3 checkers; with --out, write a GNU Backgammon file",
          .examples = {"banmen backgammon hyper --checkers 3 --threads 2", "banmen backgammon hyper --checkers 2 --out hyper2.bd"},
          .parameters = {Parameter::integer("checkers", 3, 1, 3, "Checkers of each side").needed(),
                         Parameter::path("out", "The file to write")},
          .run = run_hyper,
          .takes = Study::Takes::minutes,
          .threads = true};
}

Study probe_study() {
  return {.id = "probe",
          .help = "Look a position up in a GNU Backgammon file: two-sided, one-sided or hypergammon",
          .examples = {"banmen backgammon probe gnubg_ts0.bd --mover \"5 2\" --opponent \"3 2\""},
          .parameters = {Parameter::path("file", "The file").at_place().needed(),
                         Parameter::text("mover", "", side_form, "Points of the mover's checkers").needed(),
                         Parameter::text("opponent", "", side_form, "Points of the opponent's checkers; none for one-sided files")},
          .run = run_probe,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::backgammon
