// How much the marks of a board, and the number of its stones, say of its move.
#include <fmt/format.h>

#include "research/bao/mark_patterns.hpp"
#include "research/bao/ring.hpp"
#include "research/bao/studies.hpp"

namespace banmen::bao {
namespace {

Result<Findings> run(const Values& values, const Control& control) {
  const auto ring = ring_of(values, "banmen bao marks 4");
  if (!ring) return fail(ring.error());
  const auto most = static_cast<std::uint32_t>(values.integer("stones"));
  if (boards(*ring, most) > most_pattern_boards)
    return fail(fmt::format("there are more than {} boards of {} stones in {} holes", most_pattern_boards, most, *ring),
                "give --stones less");
  using enum Findings::Column::Kind;
  Findings findings;
  findings.add({.name = "ring", .value = *ring, .hidden = true});
  Findings::Table table{
      .name = "stones",
      .help = "",
      .columns = {{"stones", integer, "on the board"},
                  {.name = "boards", .kind = integer, .help = "turned boards with a first hole to sow from", .hidden = true},
                  {"patterns", integer, "of marks, up to turning; of those:"},
                  {"spread", integer, "… without neighbours: no move ends"},
                  {"unmet", integer, "… with neighbours, yet no move ends (proved: none)"},
                  {"ending", integer, "… every move ends"},
                  {"either", integer, "… some moves end, some do not"},
                  {"types", integer, "loop types"},
                  {.name = "types_spread", .kind = integer, .help = "… that are spread", .title = "spread types"},
                  {.name = "types_fold", .kind = integer, .help = "… that are c-fold, c ≥ 2", .title = "fold types"},
                  {.name = "types_other", .kind = integer, .help = "… that are neither", .title = "other types"},
                  {.name = "longest_end", .kind = integer, .help = "sowings of the longest move that ends", .title = "longest end"},
                  {.name = "longest_loop", .kind = integer, .help = "sowings of the longest loop", .title = "longest loop"},
                  {.name = "endless", .kind = list, .help = "a loop that is not spread", .title = "never ends"},
                  {.name = "twin", .kind = list, .help = "marks and stones as there, but its move ends", .title = "ends"}}};
  std::uint64_t done = 0, all = 0;
  for (std::uint32_t stones = 2; stones <= most; ++stones) all += boards(*ring, stones);
  for (std::uint32_t stones = 2; stones <= most; ++stones) {
    Control counting = control;
    if (control.progress)
      counting.progress = [&](std::uint64_t tried, std::uint64_t, std::string_view what) {
        control.progress(done + tried, all, what);
      };
    const PatternCount n = count_patterns(*ring, stones, counting);
    if (control.stop.stop_requested()) {
      findings.complete = false;
      break;
    }
    done += boards(*ring, stones);
    table.rows.push_back({stones, n.boards, n.patterns, n.spread, n.unmet, n.ending, n.either, n.types, n.types_spread,
                          n.types_fold, n.types - n.types_spread - n.types_fold + n.types_both, n.longest_end, n.longest_loop,
                          n.endless, n.twin});
    findings.add({.name = fmt::format("types[{}]", stones), .value = n.types, .tabled = true});
    findings.add({.name = fmt::format("patterns that decide nothing[{}]", stones), .value = n.either, .tabled = true});
    findings.add({.name = fmt::format("not spread, yet no move ends[{}]", stones), .value = n.unmet, .tabled = true});
  }
  findings.add(std::move(table));
  return findings;
}

}  // namespace

Study marks_study() {
  std::vector<Parameter> parameters = ring_parameters();
  parameters.push_back(Parameter::integer("stones", 13, 2, most_stones, "All boards with up to so many stones"));
  return {.id = "marks",
          .help = "What the marks of a board decide, and two boards that they do not tell apart",
          .examples = {"banmen bao marks 4", "banmen bao marks --ring 2 --stones 40"},
          .parameters = std::move(parameters),
          .run = run,
          .takes = Study::Takes::seconds};
}

}  // namespace banmen::bao
