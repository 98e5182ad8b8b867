// Census over the explicit graph: for games without an index, and the plain twin of those that use one.
#pragma once

#include <chrono>
#include <cstring>
#include <map>
#include <string>

#include "solve/census.hpp"
#include "solve/cycles.hpp"
#include "solve/graph.hpp"

namespace banmen {

/// Whether p comes first, bytewise, among those of its images that `reached` holds.
template <SymmetricGame G, class Reached>
bool represents(const G& g, const typename G::Position& p, Reached&& reached) {
  for (int s = 1; s < g.symmetries(); ++s) {
    const auto q = g.image(static_cast<std::uint8_t>(s), p);
    if (std::memcmp(&q, &p, sizeof p) < 0 && reached(q)) return false;
  }
  return true;
}

template <Rules G>
Rows rows_of(const StateGraph<G>& graph) {
  Rows rows;
  rows.first.reserve(graph.size() + 1);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (const Edge& edge : graph.row(node))
      if (edge.target != Edge::nowhere) rows.targets.push_back(edge.target);
    rows.first.push_back(static_cast<std::uint32_t>(rows.targets.size()));
  }
  return rows;
}

template <Rules G>
typename G::Move move_between(const StateGraph<G>& graph, std::uint32_t from, std::uint32_t to) {
  for (const Edge& edge : graph.row(from))
    if (edge.target == to) return graph.move_of(from, edge.move);
  return graph.move_of(from, 0);  // not reached: callers pass an edge
}

/// Of a graph that is not whole, or after a stop, what can be said without long work.
template <Rules G>
Census<typename G::Move> census_of(const StateGraph<G>& graph, bool cycles, const std::stop_token& stop) {
  Census<typename G::Move> census;
  std::vector<CensusRow> tiers;
  std::vector<std::uint32_t> tier_of;
  if constexpr (IndexedGame<G>) tiers.resize(graph.g.tiers());
  std::uint64_t normalised = 0;
  std::uint32_t endless_at = PositionNumbers<G>::none;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    CensusTally tally;
    tally.positions = 1;
    tally.terminal = node < graph.expanded && graph.terminal(node);
    for (const Edge& edge : graph.row(node)) {
      ++tally.moves;
      tally.endless_moves += edge.target == Edge::nowhere;
      tally.quiet_moves += edge.quiet;
      if (edge.target != Edge::nowhere) tally.longest_move = std::max(tally.longest_move, edge.steps);
    }
    if (tally.endless_moves && endless_at == PositionNumbers<G>::none) endless_at = node;
    census.all.add(tally);
    if constexpr (IndexedGame<G>) tiers[graph.g.tier(graph.numbers[node])].add(tally);
    if constexpr (SymmetricGame<G>)
      if (has(graph.g, Capability::symmetric) && graph.complete && !stop.stop_requested())
        normalised += represents(graph.g, graph.numbers[node],
                                 [&](const auto& q) { return graph.numbers.find(q) != PositionNumbers<G>::none; });
  }
  const bool whole = graph.complete && !stop.stop_requested();
  if (has(graph.g, Capability::symmetric) && whole) census.normalised = normalised;
  census.depth = static_cast<std::uint32_t>(graph.levels.size()) - 2;
  if (endless_at != PositionNumbers<G>::none) {
    census.first_endless = graph.way_to(endless_at);
    for (const Edge& edge : graph.row(endless_at))
      if (edge.target == Edge::nowhere) {
        census.first_endless.push_back(graph.move_of(endless_at, edge.move));
        break;
      }
  }
  if constexpr (LoopingMoveGame<G>) {
    std::map<std::string, std::size_t> number;
    for (std::uint32_t node = 0; node < graph.size(); ++node)
      for (const Edge& edge : graph.row(node)) {
        if (edge.target != Edge::nowhere) continue;
        const auto move = graph.move_of(node, edge.move);
        const auto board = graph.g.loop_kind(graph.numbers[node], move);
        const std::string bytes(reinterpret_cast<const char*>(&board), sizeof board);
        const auto [place, fresh] = number.emplace(bytes, census.kinds.size());
        if (fresh) {
          census.kinds.push_back({bytes, 0, 0, graph.way_to(node)});
          census.kinds.back().first.push_back(move);
          if constexpr (IndexedGame<G>) census.kinds.back().tier = graph.g.tier(board);
        }
        ++census.kinds[place->second].moves;
      }
  }
  if (cycles && whole) {
    const Rows rows = rows_of(graph);
    const Components parts = components(rows, stop);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> cyclic;
    for (const std::uint32_t c : nontrivial(rows, parts)) {
      const auto members = parts.members(c);
      census.sizes.push_back(members.size());
      census.cycle_positions += members.size();
      for (const std::uint32_t node : members) cyclic.emplace_back(graph.depth_of(node), node);
      if constexpr (IndexedGame<G>) {
        CensusRow& row = tiers[graph.g.tier(graph.numbers[members[0]])];
        ++row.components;
        row.cycle_positions += members.size();
      }
    }
    std::sort(census.sizes.rbegin(), census.sizes.rend());
    std::sort(cyclic.begin(), cyclic.end());
    census.cycles_sought = !stop.stop_requested();
    const auto lasso = census.cycles_sought ? shortest_lasso(rows, parts.of, cyclic) : std::nullopt;
    if (lasso) {
      census.first_cycle = graph.way_to(lasso->entry);
      census.cycle_entry = lasso->depth;
      std::uint32_t at = lasso->entry;
      for (const std::uint32_t node : lasso->cycle) {
        census.first_cycle.push_back(move_between(graph, at, node));
        at = node;
      }
    }
    census.bytes = rows.bytes() + graph.bytes();
  }
  for (std::size_t t = tiers.size(); t-- > 0;)
    if (tiers[t].positions) {
      tiers[t].tier = static_cast<std::uint32_t>(t);
      census.tiers.push_back(tiers[t]);
    }
  census.bytes = std::max(census.bytes, graph.bytes());
  census.state_bytes = graph.numbers.bytes();
  return census;
}

/// Explores and counts. Where the memory allowed runs out it stops, and reports what was reached by then.
template <Rules G>
Census<typename G::Move> graph_census(const G& g, const typename G::Position& start, const CensusOptions& options,
                                      const Control& control) {
  const auto began = std::chrono::steady_clock::now();
  // Looking for cycles takes the moves once more, and Tarjan's lists.
  const GraphRoom room{.memory = options.memory, .a_position = options.cycles ? 64u : 0u, .a_move = options.cycles ? 4u : 0u};
  const auto graph = explore(g, start, room, control);
  auto census = census_of(graph, options.cycles, control.stop);
  census.complete = graph.complete && !control.stop.stop_requested();
  if (!census.complete)
    census.unfinished = control.stop.stop_requested()
                            ? "stopped; a game without an index has no checkpoint, so it starts over"
                            : "there are more than these " + std::to_string(graph.size()) +
                                  " positions, which are all that the memory allowed holds; --memory allows more";
  census.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return census;
}

}  // namespace banmen
