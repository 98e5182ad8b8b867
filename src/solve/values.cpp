#include "solve/components.hpp"
#include "solve/solver.hpp"

namespace banmen {
namespace {

Result<Forced> force(const StateGraph& graph, const std::vector<Seat>& turn, const Components& parts, Seat prover,
                     const std::stop_token& stop) {
  const std::uint32_t nodes = graph.size();
  const std::int32_t sign = prover == 0 ? 1 : -1;
  Forced out;
  out.value.assign(nodes, never_low);  // in the prover's own terms until the end
  out.choice.assign(nodes, Forced::none);
  out.order.assign(nodes, 0);
  std::uint32_t clock = 0;
  auto worth = [&](const Edge& edge) {
    if (edge.target == Edge::nowhere) return sign * edge.gain;
    const std::int32_t then = out.value[edge.target];
    return then == never_low ? never_low : then + sign * edge.gain;
  };
  std::vector<std::uint32_t> local(nodes);  // number inside the current component
  for (std::uint32_t c = 0; c < parts.count(); ++c) {
    if (stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before a result");
    const auto members = parts.members(c);
    const auto count = static_cast<std::uint32_t>(members.size());
    auto inside = [&](const Edge& edge) { return edge.target != Edge::nowhere && parts.of[edge.target] == c; };
    // The best exit from the component, and the moves inside it, reversed.
    std::vector<std::int32_t> exit(count);
    std::vector<std::uint32_t> exit_edge(count, Forced::none), staying(count, 0);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> back;  // to, from
    for (std::uint32_t i = 0; i < count; ++i) local[members[i]] = i;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t node = members[i];
      const bool ours = turn[node] == prover;
      exit[i] = ours ? never_low : never_high;
      const auto row = graph.row(node);
      if (row.empty()) exit[i] = sign * graph.game->payoff(graph.position(node));
      for (std::uint32_t e = 0; e < row.size(); ++e) {
        if (inside(row[e])) {
          if (row[e].gain != 0) return fail("a seat can score forever on a cycle, so positions may have no value");
          ++staying[i];
          back.emplace_back(local[row[e].target], i);
          continue;
        }
        const std::int32_t w = worth(row[e]);
        if (ours ? w > exit[i] : w < exit[i]) {
          exit[i] = w;
          exit_edge[i] = e;
        }
      }
    }
    std::sort(back.begin(), back.end());
    std::vector<std::int32_t> levels;
    for (const std::int32_t v : exit)
      if (v != never_low && v != never_high) levels.push_back(v);
    std::sort(levels.begin(), levels.end(), std::greater<>());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    std::vector<std::uint8_t> settled(count, 0);
    std::vector<std::uint32_t> queue;
    auto settle = [&](std::uint32_t i, std::int32_t v) {
      settled[i] = 1;
      out.value[members[i]] = v;
      out.order[members[i]] = ++clock;
      queue.push_back(i);
    };
    for (const std::int32_t v : levels) {
      for (std::uint32_t i = 0; i < count; ++i) {
        if (settled[i] || exit[i] != v) continue;
        const bool ours = turn[members[i]] == prover;
        if (!ours && staying[i] != 0) continue;
        if (ours) out.choice[members[i]] = exit_edge[i];
        settle(i, v);
      }
      for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t to = queue[at];
        for (auto b = std::lower_bound(back.begin(), back.end(), std::pair{to, 0u}); b != back.end() && b->first == to; ++b) {
          const std::uint32_t from = b->second;
          if (settled[from]) continue;
          if (turn[members[from]] == prover) {
            const auto row = graph.row(members[from]);
            for (std::uint32_t e = 0; e < row.size(); ++e)
              if (row[e].target == members[to]) {
                out.choice[members[from]] = e;
                break;
              }
            settle(from, v);
          } else if (--staying[from] == 0 && exit[from] >= v) {
            settle(from, v);
          }
        }
      }
      queue.clear();
    }
  }
  if (prover != 0)
    for (std::int32_t& v : out.value) v = -v;
  return out;
}

}  // namespace

std::vector<std::string> GraphSolution::line(const StateGraph& graph) const {
  std::vector<std::string> out;
  std::uint32_t node = 0;
  std::vector<std::uint8_t> seen(graph.size());
  while (node != Edge::nowhere && !graph.terminal(node) && !seen[node]) {
    seen[node] = 1;
    const Forced& own = graph.turn(node) == 0 ? first : second;
    std::uint32_t chosen = own.choice[node];
    const auto row = graph.row(node);
    if (chosen == Forced::none || own.value[node] != value(node)) {
      chosen = 0;
      while (chosen + 1 < row.size() && value(row[chosen]) != value(node)) ++chosen;
    }
    out.push_back(graph.text(node, row[chosen]));
    node = row[chosen].target;
  }
  return out;
}

Result<GraphSolution> solve_graph(const StateGraph& graph, const std::stop_token& stop) {
  if (graph.game->seats.size() != 2) return fail("only games of two seats can be solved");
  std::vector<Seat> turn(graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    turn[node] = graph.game->turn(graph.position(node));
    if (turn[node] == chance) return fail("only games without chance can be solved");
    if (graph.terminal(node)) turn[node] = over;
  }
  const Components parts = components(
      graph.size(), [&](std::uint32_t node) { return graph.row(node); }, Edge::nowhere, stop);
  if (stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before a result");
  auto first = force(graph, turn, parts, 0, stop);
  if (!first) return fail(first.error());
  auto second = force(graph, turn, parts, 1, stop);
  if (!second) return fail(second.error());
  return GraphSolution{std::move(*first), std::move(*second), graph.game->forever};
}

}  // namespace banmen
