// Finds the moves after which the mover surely scores.
#include "core/move_stack.hpp"
#include "engines/hichain/mate.hpp"
#include "research/hichain/inputs.hpp"
#include "research/hichain/studies.hpp"

namespace banmen::hichain {
namespace {

Result<Findings> run(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto p = read_played_position(*g, values);
  if (!p) return fail(p.error());
  const auto gain = static_cast<std::int32_t>(values.integer("gain"));
  const auto k = static_cast<int>(values.integer("K"));

  const auto board = std::make_unique<Hichain::Board>(g->board(*p));
  std::vector<std::string> at_once, mates;
  for (const ScoringMove& scoring : scoring_moves(*g, *board, gain)) at_once.push_back(g->text(*p, scoring.move));
  MateSearch search(*g, gain, ~0ULL, control.stop);
  MoveStack<Hichain> stack(*g);
  const auto list = stack.legal(*g, *p);
  std::uint64_t tried = 0;
  for (const auto m : list) {
    if (search.stopped()) break;
    if (control.progress) control.progress(tried, list.size(), "moves");
    if (search.mates(*board, m, k)) mates.push_back(g->text(*p, m));
    ++tried;
  }

  Findings found;
  found.complete = !search.stopped();
  found.add(Figure{.name = "position", .value = g->text(*p), .hidden = true});
  found.add("turn", g->seat_name(static_cast<Seat>(p->mover)));
  found.add("moves", k, "in which to score after the mating one, or fewer");
  found.add("gain", gain, "points or more");
  found.add("legal", list.size());
  found.add("scoring_moves", at_once.size());
  found.add("mating_moves", mates.size());
  found.add("at_once", at_once);
  found.add("mates", mates);
  found.add(Figure{.name = "nodes", .value = search.nodes, .hidden = true});
  return found;
}

}  // namespace

Study mate() {
  std::vector<Parameter> parameters = {Parameter::integer("K", 1, 1, MateSearch::deepest, "In how many moves").at_place(),
                                       gain_parameter()};
  for (Parameter& parameter : position_parameters()) parameters.push_back(std::move(parameter));
  parameters.push_back(rules_parameter());
  return {.id = "mate",
          .help = "Find moves after which the mover surely scores within K more moves",
          .examples = {"banmen hichain mate 1 --gain 9", "banmen hichain mate 2 --position \"start,b:Zs2-1 r\""},
          .parameters = std::move(parameters),
          .run = run};
}

}  // namespace banmen::hichain
