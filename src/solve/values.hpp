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

#include "core/error.hpp"
#include "solve/erased_game.hpp"

namespace banmen {

/// What one side can force on a graph by play that ends.
struct Forced {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<std::int32_t> value;    // first minus second
  std::vector<std::uint32_t> choice;  // where that side moves: the edge (place in the row) to play; none elsewhere
  std::vector<std::uint32_t> order;   // successors that a forced line goes to have a smaller one: it must end
};

struct GraphSolution {
  Forced first, second;  // what each seat can force: lower and upper bounds
  std::int32_t forever = 0;

  [[nodiscard]] ValueRange bounds(std::uint32_t node) const { return {first.value[node], second.value[node]}; }
  [[nodiscard]] std::int32_t value(std::uint32_t node) const {
    return value_between(first.value[node], second.value[node], forever);
  }
  [[nodiscard]] std::int32_t value(const Edge& edge) const {
    return edge.gain + (edge.target == Edge::nowhere ? 0 : value(edge.target));
  }
  /// Best play, until the end or until a position comes back. Sides that can force the value play to end the game.
  [[nodiscard]] std::vector<std::string> line(const StateGraph& graph) const;
};

/// Needs two players and no chance. Fails when a cycle gains something, or when it is stopped.
Result<GraphSolution> solve_graph(const StateGraph& graph, const std::stop_token& stop = {});

}  // namespace banmen
