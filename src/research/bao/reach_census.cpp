#include <cstring>

#include "research/bao/reach.hpp"
#include "solve/census_index.hpp"

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
  for (const auto& kind : census->kinds) {
    Bao::Position board;
    std::memcpy(&board, kind.board.data(), sizeof board);
    ReachedLoop loop{*loop_of(turned_to(g, board, 0)), {}};
    for (const Bao::Move m : kind.first) loop.moves.push_back(Bao::text({}, m));
    report.loops.push_back(std::move(loop));
  }
  return report;
}

}  // namespace banmen::bao
