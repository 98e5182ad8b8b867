// Sennichite: the earliest play that comes back to a position, and the sets of positions that lead back to each other.
#include <fmt/format.h>

#include "core/text.hpp"
#include "research/bao/from_start.hpp"
#include "research/bao/repeat.hpp"
#include "research/bao/studies.hpp"

namespace banmen::bao {
namespace {

Result<Findings> run(const Values& values, const Control& control) {
  const Bao g = Bao::plain(static_cast<std::uint32_t>(values.integer("holes")));
  if (const auto good = can_be_gone_through(g); !good) return fail(good.error());
  const auto most = static_cast<std::uint64_t>(values.integer("positions"));
  const auto progress = counting(control, "positions");
  const RepeatReport r = earliest_repetition(g, {.positions = most}, control.stop, progress);

  Findings findings;
  findings.complete = r.complete;
  findings.add({.name = "found", .value = r.found, .hidden = true});
  findings.add({.name = "plies", .value = r.plies, .hidden = true});
  findings.add({.name = "positions", .value = r.positions, .hidden = true});
  findings.add("result",
               r.found      ? "a position comes back"
               : r.complete ? "no position can come back"
                            : fmt::format("no position has come back up to ply {}", r.plies),
               fmt::format("{} positions were met", r.positions));
  if (r.found) {
    const std::size_t back = r.lead.size() + r.cycle.size();
    findings.add({.name = "lead", .value = r.lead, .hidden = true});
    findings.add({.name = "cycle", .value = r.cycle, .hidden = true});
    findings.add({.name = "back_at", .value = back, .hidden = true});
    findings.add("position", g.text(r.position));
    findings.add("first at ply", r.lead.size(), join(r.lead, " "));
    findings.add("back at ply", back, join(r.cycle, " "));
  }
  if (values.flag("components")) {
    const Components components = repetition_components(g, most, control.stop, progress);
    Findings sets;
    sets.add("sizes", components.sizes, "of the sets of positions that lead back to each other");
    sets.add("complete", components.complete, components.complete ? "" : "there are more positions");
    findings.add("components", std::move(sets));
  }
  return findings;
}

}  // namespace

Study repeat() {
  return {.id = "repeat",
          .help = "The earliest play that comes back to a position",
          .examples = {"banmen bao repeat 8", "banmen bao repeat 4 --components"},
          .parameters = {Parameter::integer("holes", 8, 2, 13, "Holes a side").at_place(),
                         Parameter::integer("positions", static_cast<long>(ReachLimits{}.positions), 1, 1'000'000'000'000,
                                            "Stop after so many positions"),
                         Parameter::flag("components", false, "Also the sets of positions that lead back to each other")},
          .run = run,
          .takes = Study::Takes::seconds,
          .in_experiments = {{"positions", "20000000"}}};
}

}  // namespace banmen::bao
