// Exact values over the explicit graph, cycles and all.
//
// The value of a position is what the first seat still gets minus what the second still gets. Play may go round for ever, and what
// that is worth differs from rule to rule, so two bounds are computed that hold under any of them:
//   lower  the most that the first seat can force by play that ends (play without end counts as the worst for it)
//   upper  the least that the second seat can hold it down to by play that ends
// If play without end is worth f, the value is f where lower ≤ f ≤ upper, else the bound nearer to f: a player can get past f only
// by ending the game. Where both bounds agree, the repetition rule does not matter.
//
// Backward induction over strongly connected components. Inside one, the set from which a side can force an exit worth at least v
// is an attractor; taking v from high to low finds every position's best v. Inside a component moves must not gain anything, else
// going round would.
#pragma once

#include <limits>
#include <queue>

#include "solve/census_graph.hpp"
#include "solve/components.hpp"
#include "solve/graph.hpp"

namespace banmen {

/// Bounds that nothing reaches: that side can't make play end.
inline constexpr std::int32_t never_low = std::numeric_limits<std::int32_t>::min() / 4;
inline constexpr std::int32_t never_high = -never_low;

/// The value where play without end is worth `forever`.
constexpr std::int32_t value_between(std::int32_t lower, std::int32_t upper, std::int32_t forever) {
  return std::min(std::max(forever, lower), upper);
}

/// What one side can force on a graph by play that ends.
struct Forced {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<std::int32_t> value;    // first minus second
  std::vector<std::uint32_t> choice;  // where that side moves: the edge (place in the row) to play; none elsewhere
  std::vector<std::uint32_t> order;   // successors that a forced line goes to have a smaller one: it must end
};

/// Needs two players and no chance. Fails when a cycle gains something, or when it is stopped.
template <Rules G>
Result<Forced> force(const StateGraph<G>& graph, const Components& parts, Seat prover, const std::stop_token& stop) {
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
  std::vector<std::uint32_t> local(nodes);  // number inside the component at hand
  for (std::uint32_t c = 0; c < parts.count(); ++c) {
    if (stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before anything was solved");
    const auto members = parts.members(c);
    const auto count = static_cast<std::uint32_t>(members.size());
    auto inside = [&](const Edge& edge) { return edge.target != Edge::nowhere && parts.of[edge.target] == c; };
    // The best way out of the component, and the moves that stay in it, reversed.
    std::vector<std::int32_t> exit(count);
    std::vector<std::uint32_t> exit_edge(count, Forced::none), staying(count, 0);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> back;  // to, from
    for (std::uint32_t i = 0; i < count; ++i) local[members[i]] = i;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t node = members[i];
      const bool ours = graph.turn(node) == prover;
      exit[i] = ours ? never_low : never_high;
      const auto row = graph.row(node);
      if (row.empty()) exit[i] = sign * difference(graph.g.payoff(graph.numbers[node]));
      for (std::uint32_t e = 0; e < row.size(); ++e) {
        if (inside(row[e])) {
          if (row[e].gain != 0) return fail("play can gain for ever on a cycle, so values need not exist");
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
        const bool ours = graph.turn(members[i]) == prover;
        if (!ours && staying[i] != 0) continue;
        if (ours) out.choice[members[i]] = exit_edge[i];
        settle(i, v);
      }
      for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t to = queue[at];
        for (auto b = std::lower_bound(back.begin(), back.end(), std::pair{to, 0u}); b != back.end() && b->first == to; ++b) {
          const std::uint32_t from = b->second;
          if (settled[from]) continue;
          if (graph.turn(members[from]) == prover) {
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

template <Rules G>
struct GraphSolution {
  Forced first, second;  // what each seat can force: lower and upper bounds
  std::int32_t forever = 0;

  [[nodiscard]] std::int32_t value(std::uint32_t node) const {
    return value_between(first.value[node], second.value[node], forever);
  }
  [[nodiscard]] std::int32_t value(const Edge& edge) const {
    return edge.gain + (edge.target == Edge::nowhere ? 0 : value(edge.target));
  }
  /// Best play, until the end or until a position comes back. Sides that can force the value play to end the game.
  [[nodiscard]] std::vector<typename G::Move> line(const StateGraph<G>& graph, std::uint32_t node = 0) const {
    std::vector<typename G::Move> out;
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
      out.push_back(graph.move_of(node, row[chosen].move));
      node = row[chosen].target;
    }
    return out;
  }
};

template <Rules G>
Result<GraphSolution<G>> solve_graph(const StateGraph<G>& graph, const std::stop_token& stop = {}) {
  if (graph.g.players() != 2) return fail("only games of two seats have a value to solve for");
  for (std::uint32_t node = 0; node < graph.size(); ++node)
    if (graph.g.turn(graph.numbers[node]) == chance) return fail("a game with dice can't be solved on its graph alone");
  struct Targets {
    const Edge* at;
    std::uint32_t operator*() const { return at->target; }
    Targets& operator++() { return ++at, *this; }
    bool operator!=(const Targets& other) const { return at != other.at; }
    bool operator==(const Targets& other) const { return at == other.at; }
  };
  struct Row {
    std::span<const Edge> edges;
    Targets begin() const { return {edges.data()}; }
    Targets end() const { return {edges.data() + edges.size()}; }
  };
  const Components parts = components(
      graph.size(), [&](std::uint32_t node) { return Row{graph.row(node)}; }, Edge::nowhere, stop);
  if (stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before anything was solved");
  auto first = force(graph, parts, 0, stop);
  if (!first) return fail(first.error());
  auto second = force(graph, parts, 1, stop);
  if (!second) return fail(second.error());
  return GraphSolution<G>{std::move(*first), std::move(*second), forever_of(graph.g)};
}

}  // namespace banmen
