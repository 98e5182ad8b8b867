#include "research/bao/from_start.hpp"

#include "research/bao/visited.hpp"
#include "solve/index_space.hpp"

namespace banmen::bao {

Result<void> can_be_gone_through(const Bao& g) {
  if (IndexSpace<Bao>(g).size() != too_many) return {};
  return fail("the positions of " + std::to_string(g.holes_a_side()) + "x2 have no 64-bit numbers, so they can't be gone through",
              "at most 12 holes a side");
}

Result<ReachReport> loops_from_start(const Bao& g, const ReachLimits& limits, const Control& control) {
  if (const auto good = can_be_gone_through(g); !good) return fail(good.error());
  const ReachLimits none;
  if (IndexSpace<Bao>(g).size() > Visited::most_bits || limits.positions != none.positions || limits.plies != none.plies)
    return reachable_loops(g, limits, control.stop, counting(control, "positions"));
  CensusOptions options;
  options.cycles = false;
  return loops_of_census(g, options, control);
}

std::function<void(std::uint64_t)> counting(const Control& control, std::string_view what) {
  if (!control.progress) return {};
  return [progress = control.progress, what](std::uint64_t done) { progress(done, 0, what); };
}

}  // namespace banmen::bao
