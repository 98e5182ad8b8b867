#include "solve/census_index.hpp"
#include "study/bao/reach.hpp"

namespace banmen::bao {

Result<ReachReport> loops_of_census(const Bao& g, const CensusOptions& options, const Control& control) {
  const auto census = index_census(g, g.initial(), options, control, "loops of " + g.text(g.initial()));
  if (!census) return fail(census.error());
  if (!census->complete && !control.stop.stop_requested()) return fail(census->unfinished);
  ReachReport report;
  report.positions = census->all.positions;
  report.moves = census->all.moves;
  report.endless_moves = census->all.endless_moves;
  report.plies = census->depth;
  report.complete = census->complete;
  for (const auto& kind : census->kinds)
    report.loops.push_back({*loop_of(turned_to(g, *g.read_position(kind.board), 0)), kind.first});
  return report;
}

}  // namespace banmen::bao
