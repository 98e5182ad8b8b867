// Positions looked up in GNU Backgammon's files.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "engines/backgammon/bearoff/gnubg_files.hpp"
#include "engines/backgammon/bearoff/hypergammon.hpp"
#include "engines/backgammon/bearoff/one_sided.hpp"
#include "host/files.hpp"
#include "research/backgammon/side_text.hpp"
#include "research/backgammon/studies.hpp"

namespace banmen::backgammon {
namespace {

/// Chances of needing 0, 1, … rolls, up to the last that has any.
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
  if (!file->holds(mover.side)) return fail(fmt::format("the file holds checkers on points 1 to {}", file->points()));
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
    return fail(fmt::format("the file holds up to {} checkers on points 1 to {}", file->checkers(), file->points()));
  const auto value = [&, i = file->rank(mover.side), j = file->rank(opponent.side)](BearOff::Table table) {
    return file->value(table, i, j);
  };
  Findings found;
  found.add("value", value(BearOff::cubeless));
  found.add("win", (value(BearOff::cubeless) + 1) / 2);
  if (file->tables() == 4) {
    Findings rolls;
    rolls.add("owned", value(BearOff::owned));
    rolls.add("centred", value(BearOff::centred));
    rolls.add("opponents", value(BearOff::opponents));
    found.add("rolls", std::move(rolls));
  }
  return found;
}

Result<Findings> in_hypergammon(const std::string& path, const PlacedSide& mover, const PlacedSide& opponent) {
  const auto file = HyperFile::open(path);
  if (!file) return fail(file.error());
  if (std::max(mover.count, opponent.count) > file->checkers())
    return fail(fmt::format("the file is of hypergammon with {} checkers a side", file->checkers()));
  const HyperRecord record = file->record(mover.side, opponent.side);
  const auto& o = record.outcomes;
  Findings found, rolls;
  found.add("value", 2 * o[0] - 1 + o[1] + o[2] - o[3] - o[4]);
  found.add("win", o[0]);
  found.add("chances", o, "to win, win a gammon, win a backgammon, lose a gammon, lose a backgammon");
  rolls.add("owned", record.rolls[0]);
  rolls.add("centred", record.rolls[1]);
  rolls.add("jacoby", record.rolls[2]);
  rolls.add("opponents", record.rolls[3]);
  found.add("rolls", std::move(rolls));
  return found;
}

Result<Findings> run(const Values& values, const Control&) {
  const std::string &path = values.text("file"), &other = values.text("opponent");
  const auto mover = read_side(values.text("mover"), "--mover");
  if (!mover) return fail(mover.error());
  std::string start(9, ' ');
  if (!is_plain_file(path)) return fail("'" + path + "' is no plain file", "a database that gnubg wrote is wanted");
  std::ifstream(path, std::ios::binary).read(start.data(), 9);
  if (start == "gnubg-OS-") {
    if (!other.empty()) return fail("a one-sided file knows no opponent", "leave --opponent out");
    return in_one_sided(path, *mover);
  }
  const auto opponent = read_side(other, "--opponent");
  if (!opponent) return fail(opponent.error());
  return start.starts_with("gnubg-H") ? in_hypergammon(path, *mover, *opponent) : in_two_sided(path, *mover, *opponent);
}

}  // namespace

Study probe() {
  return {.id = "probe",
          .help = "Look a position up in a GNU Backgammon file: two-sided, one-sided or hypergammon",
          .examples = {"banmen backgammon probe gnubg_ts0.bd --mover \"5 2\" --opponent \"3 2\""},
          .parameters = {Parameter::path("file", "The file").at_place().needed(),
                         Parameter::text("mover", "", side_form, "The mover's points").needed(),
                         Parameter::text("opponent", "", side_form, "The opponent's points; none for a one-sided file")},
          .run = run,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::backgammon
