// The paper's backward induction on one of its sets.
#include <algorithm>

#include "research/backgammon/paper.hpp"
#include "research/backgammon/studies.hpp"

namespace banmen::backgammon {
namespace {

Result<Findings> run(const Values& values, const Control&) {
  const int n = 15 - static_cast<int>(values.integer("white")), m = 15 - static_cast<int>(values.integer("black"));
  const SideFamily sides(std::max(n, m));
  const auto reports = BackwardInduction(sides).run(n, m);
  const auto r = std::find_if(reports.begin(), reports.end(), [&](const InductionReport& one) { return one.n == n && one.m == m; });
  if (r == reports.end()) return fail("backward induction gave no report");
  Findings found;
  found.add("positions", r->positions);
  found.add("valued", r->known);
  found.add("races", r->races);
  found.add("races valued", r->races_known);
  return found;
}

}  // namespace

Study induction() {
  return {.id = "induction",
          .help = "Algorithm 1 of the backgammon paper: positions valued by backward induction",
          .examples = {"banmen backgammon induction", "banmen backgammon induction --black 13"},
          .parameters = {Parameter::integer("black", 14, 13, 14, "Black checkers borne off"),
                         Parameter::integer("white", 14, 13, 14, "White checkers borne off; white is to move")},
          .run = run,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::backgammon
