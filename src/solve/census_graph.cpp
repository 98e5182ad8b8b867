// Census over the explicit state graph: for games without an index, and the plain twin of those that use one.
#include <map>

#include "core/control.hpp"
#include "solve/components.hpp"
#include "solve/solver.hpp"

namespace banmen {
namespace {

Rows rows_of(const StateGraph& graph) {
  Rows rows;
  rows.first.reserve(graph.size() + 1);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (const Edge& edge : graph.row(node))
      if (edge.target != Edge::nowhere) rows.targets.push_back(edge.target);
    rows.first.push_back(static_cast<std::uint32_t>(rows.targets.size()));
  }
  return rows;
}

bool endless(const Edge& edge) { return edge.target == Edge::nowhere; }

std::string text_between(const StateGraph& graph, std::uint32_t from, std::uint32_t to) {
  const auto edges = graph.row(from);
  return graph.text(from, *std::find_if(edges.begin(), edges.end(), [&](const Edge& edge) { return edge.target == to; }));
}

/// Moves of a shortest path from the start; among several parents, the first discovered.
std::vector<std::string> way_to(const StateGraph& graph, std::uint32_t node) {
  std::vector<std::string> out;
  const auto leads_here = [&](const Edge& edge) { return edge.target == node; };
  for (std::uint32_t depth = graph.depth_of(node); depth > 0; --depth) {
    std::uint32_t from = graph.levels[depth - 1];
    while (std::ranges::none_of(graph.row(from), leads_here)) ++from;
    out.push_back(text_between(graph, from, node));
    node = from;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

/// Of an incomplete graph, or after a stop, only the facts that are cheap to find.
CensusReport census_of(const StateGraph& graph, bool cycles, const std::stop_token& stop) {
  CensusReport census;
  const ErasedGame& game = *graph.game;
  std::vector<CensusRow> tiers(game.tiers);
  const auto tier_of = [&](std::uint32_t node) -> CensusRow& { return tiers[game.tier(graph.position(node))]; };
  std::uint32_t endless_at = GraphPositions::none;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    CensusTally tally;
    tally.positions = 1;
    tally.terminal = node < graph.expanded && graph.terminal(node);
    for (const Edge& edge : graph.row(node)) {
      ++tally.moves;
      tally.endless_moves += edge.target == Edge::nowhere;
      tally.quiet_moves += edge.quiet;
      if (edge.target != Edge::nowhere) tally.longest_move = std::max<std::uint64_t>(tally.longest_move, edge.steps);
    }
    if (tally.endless_moves && endless_at == GraphPositions::none) endless_at = node;
    (game.tiers ? tier_of(node) : census.all).add(tally);
  }
  const bool whole = graph.complete && !stop.stop_requested();
  if (whole) census.normalised = game.classes(graph, stop);
  census.depth = static_cast<std::uint32_t>(graph.levels.size()) - 2;
  if (endless_at != GraphPositions::none) {
    const auto edges = graph.row(endless_at);
    census.first_endless = way_to(graph, endless_at);
    census.first_endless.push_back(graph.text(endless_at, *std::find_if(edges.begin(), edges.end(), endless)));
  }
  std::map<std::string, std::size_t> number;
  for (std::uint32_t node = 0; node < graph.size(); ++node)
    for (const Edge& edge : graph.row(node)) {
      if (!endless(edge)) continue;
      const auto board = game.loop(graph.position(node), edge.move);
      if (!board) continue;
      const auto [place, fresh] = number.emplace(*board, census.kinds.size());
      if (fresh) {
        census.kinds.push_back({game.text(*board), game.tier(*board), 0, way_to(graph, node)});
        census.kinds.back().first.push_back(graph.text(node, edge));
      }
      ++census.kinds[place->second].moves;
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
      if (game.tiers) {
        CensusRow& row = tier_of(members[0]);
        ++row.components;
        row.cycle_positions += members.size();
      }
    }
    std::sort(census.sizes.rbegin(), census.sizes.rend());
    std::sort(cyclic.begin(), cyclic.end());
    census.cycles_sought = !stop.stop_requested();
    const auto lasso = census.cycles_sought ? shortest_lasso(rows, parts.of, cyclic) : std::nullopt;
    if (lasso) {
      census.first_cycle = way_to(graph, lasso->entry);
      census.cycle_entry = lasso->depth;
      std::uint32_t at = lasso->entry;
      for (const std::uint32_t node : lasso->cycle) {
        census.first_cycle.push_back(text_between(graph, at, node));
        at = node;
      }
    }
    census.bytes = rows.bytes() + graph.bytes();
  }
  census.add_tiers(tiers);
  census.bytes = std::max(census.bytes, graph.bytes());
  census.state_bytes = graph.positions->bytes();
  return census;
}

}  // namespace

std::string graph_census_memory(std::size_t position_bytes) {
  return "about " + std::to_string(position_bytes + 24) + " bytes for every position reached and " + std::to_string(sizeof(Edge)) +
         " for every move";
}

CensusReport graph_census(const ErasedGame& game, PositionBytes start, const CensusOptions& options, const Control& control) {
  const auto began = std::chrono::steady_clock::now();
  // Finding cycles needs a second copy of the moves, and Tarjan's lists.
  const GraphRoom room{.memory = options.memory, .a_position = options.cycles ? 64u : 0u, .a_move = options.cycles ? 4u : 0u};
  const auto graph = game.explore(start, room, control);
  auto census = census_of(graph, options.cycles, control.stop);
  census.complete = graph.complete && !control.stop.stop_requested();
  if (!census.complete)
    census.unfinished = control.stop.stop_requested()
                            ? "stopped; this game has no index, so its census has no checkpoint and starts from the beginning"
                            : "there are more than these " + std::to_string(graph.size()) +
                                  " positions, which fill the memory allowed; raise --memory";
  census.seconds = seconds_since(began);
  return census;
}

}  // namespace banmen
