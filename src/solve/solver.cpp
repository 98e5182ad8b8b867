// Choice of the method, and reports of values.
#include "solve/solver.hpp"

#include "core/control.hpp"
#include "core/text.hpp"

namespace banmen {
namespace {

class GraphValues final : public ValueSource {
 public:
  GraphValues(const StateGraph& graph, const GraphSolution& solution) : graph_(graph), solution_(solution) {}
  ValueRange known(PositionBytes p) const override { return solution_.bounds(graph_.positions->number_of(p)); }
  void settle(PositionBytes, std::int32_t) override {}

 private:
  const StateGraph& graph_;
  const GraphSolution& solution_;
};

Result<SolveReport> by_graph(const StateGraph& graph, PositionBytes start, std::string_view text, const SolveOptions& options,
                             const std::stop_token& stop) {
  const auto solution = solve_graph(graph, stop);
  if (!solution) return fail(solution.error());
  SolveReport report;
  report.method = "graph";
  report.positions = report.nodes = graph.size();
  report.value = solution->value(0u);
  report.low = solution->first.value[0];
  report.high = solution->second.value[0];
  const auto moves = graph.game->move_texts(start);
  for (const Edge& edge : graph.row(0)) {
    const std::int32_t v = solution->value(edge);
    report.openings.push_back({moves[edge.move], v, v});
  }
  report.line = solution->line(graph);
  if (options.certificate) {
    if (report.low != report.high) return fail("the value depends on the rule of repetition, so there is no certificate for it");
    GraphValues values(graph, *solution);
    const auto file = write_certificate(*graph.game, start, text, {report.low, report.high}, values);
    if (!file) return fail(file.error());
    report.certificate = pack_certificate(*file);
  }
  return report;
}

/// Best play as far as the search knows it.
std::vector<std::string> proof_line(const ErasedGame& game, const Prover& prover, std::string p, std::int32_t value) {
  std::vector<std::string> out, seen;
  std::vector<Successor> moves;
  bool endless = false;
  while (!endless && out.size() < 200 && std::find(seen.begin(), seen.end(), p) == seen.end()) {
    seen.push_back(p);
    game.play(p, moves);
    const auto best = std::find_if(moves.begin(), moves.end(), [&](const Successor& s) {
      const ValueRange at = s.endless ? ValueRange{0, 0} : prover.known(s.position);
      return at.shifted(s.gain) == ValueRange{value, value};
    });
    if (best == moves.end()) break;
    out.push_back(game.move_text(p, static_cast<std::uint32_t>(best - moves.begin())));
    endless = best->endless;
    value -= best->gain;
    p = best->position;
  }
  return out;
}

Result<SolveReport> by_proof(const ErasedGame& game, PositionBytes start, std::string_view text, const SolveOptions& options,
                             const Control& control) {
  const auto made = game.prover(start, options, control);
  if (!made) return fail(made.error());
  if (game.turn(start) == chance) return fail("a game with dice can't be solved by proof");
  Prover& prover = **made;
  const auto low_of = [](const ValueRange& at) { return at.low > -unlimited ? at.low : never_low; };
  const auto high_of = [](const ValueRange& at) { return at.high < unlimited ? at.high : never_high; };
  SolveReport report;
  report.method = "proof";
  if (options.openings) {
    std::vector<Successor> moves;
    game.play(start, moves);
    const auto texts = game.move_texts(start);
    for (std::size_t k = 0; k < moves.size(); ++k) {
      const ValueRange at = moves[k].endless ? ValueRange{0, 0} : prover.solve(moves[k].position);
      const std::int32_t low = low_of(at), high = high_of(at), gain = moves[k].gain;
      report.openings.push_back({texts[k], low == never_low ? low : low + gain, high == never_high ? high : high + gain});
    }
  }
  const ValueRange at = prover.solve(start);
  report.low = low_of(at);
  report.high = high_of(at);
  report.nodes = prover.nodes();
  report.proved = at.exact();
  if (at.exact()) {
    report.value = at.low;
    report.line = proof_line(game, prover, std::string(start), at.low);
  } else {
    report.unfinished = control.stop.stop_requested() ? "stopped; the bounds found so far hold"
                                                      : "the search gave up; the bounds found so far hold";
  }
  if (options.certificate && at.exact()) {
    const auto file = write_certificate(game, start, text, at, prover);
    if (!file) return fail(file.error());
    report.certificate = pack_certificate(*file);
  }
  return report;
}

void in_units(SolveReport& report, std::int32_t unit) {
  const auto divide = [&](std::int32_t& bound) {
    if (bound > never_low && bound < never_high) bound /= unit;
  };
  if (report.value) *report.value /= unit;
  divide(report.low);
  divide(report.high);
  for (OpeningValue& opening : report.openings) {
    divide(opening.low);
    divide(opening.high);
  }
}

}  // namespace

std::string view_of(const ErasedGame& game) {
  if (game.unit() == 1) return game.first_side + "'s result minus " + game.seats[1] + "'s";
  return game.first_side + "'s result";
}

Result<void> can_solve(const ErasedGame& game, const SolveOptions& options) {
  if (game.seats.size() != 2)
    return fail(game.name + " has " + std::to_string(game.seats.size()) + " seats: only games of two can be solved");
  if (!options.method.empty() && options.method != "graph" && options.method != "proof")
    return fail("there is no method '" + options.method + "'", suggest(options.method, {"graph", "proof"}));
  if (game.has_chance) return fail(game.name + " has chance: only games without chance can be solved");
  return {};
}

Result<SolveReport> solve(const ErasedGame& game, PositionBytes start, std::string_view text, const SolveOptions& options,
                          const Control& control) {
  if (const auto can = can_solve(game, options); !can) return fail(can.error());
  const auto began = std::chrono::steady_clock::now();
  std::optional<Result<SolveReport>> report;
  Control proving = control;
  std::string why;  // a proof is tried although none was requested
  if (options.method != "proof") {
    // Both sides' forced values, Tarjan's lists, and a component's reversed moves.
    GraphRoom room{.memory = options.memory, .a_position = 96, .a_move = 8};
    if (options.method != "graph") room.positions = options.graph_limit;
    const auto graph = game.explore(start, room, control);
    why = "the graph has more than " + std::to_string(graph.size()) + " positions";
    if (graph.complete)
      report = by_graph(graph, start, text, options, control.stop);
    else if (options.method == "graph" && !control.stop.stop_requested())
      return fail(why + ", too many for the memory allowed", "use --method proof or raise --memory");
    if (control.progress)
      proving.progress = [&](std::uint64_t done, std::uint64_t total, std::string_view what) {
        control.progress(done, total, std::string(what) + " by proof, as the graph is too large");
      };
  }
  if (!report) {
    if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before a result");
    report = by_proof(game, start, text, options, proving);
    if (*report && !(*report)->unfinished.empty() && !why.empty()) (*report)->unfinished += "; " + why + ", so a proof was tried";
  }
  if (!*report) return *report;
  in_units(**report, game.unit());
  (*report)->view = view_of(game);
  (*report)->seconds = seconds_since(began);
  return *report;
}

}  // namespace banmen
