// The whole state graph of a game, explicit: every position reachable from a start, and every move between them.
//
// Breadth-first, so that the number of a position grows with its distance from the start. `explore` (explore.hpp) is compiled for
// each game; the graph itself is numbers, and asks the game for texts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solve/erased_game.hpp"

namespace banmen {

struct Edge {
  std::uint32_t target;  // Edge::nowhere: the move never ends
  std::int32_t gain;     // first's minus second's; of a move that never ends, with what is handed out after it
  std::uint32_t move;    // its place in the game's list of moves
  std::uint32_t steps;   // as a LoopingMoveGame counts them, else 0
  bool quiet;

  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
};

constexpr std::uint32_t target_of(const Edge& edge) { return edge.target; }

/// The positions of a graph by their numbers.
class GraphPositions {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  virtual ~GraphPositions() = default;
  [[nodiscard]] virtual PositionBytes bytes_of(std::uint32_t number) const = 0;
  [[nodiscard]] virtual std::uint32_t number_of(PositionBytes p) const = 0;  // or none
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

struct StateGraph {
  const ErasedGame* game = nullptr;
  std::unique_ptr<const GraphPositions> positions = {};
  std::vector<std::uint64_t> first{0};  // of node i's edges
  std::vector<Edge> edges = {};
  std::vector<std::uint32_t> levels{0};  // levels[d]: the first number at distance d; the last entry is the size
  std::uint32_t expanded = 0;            // positions, from the first on, whose moves are there: all of them in a whole graph
  bool complete = true;                  // false: stopped, or no more room

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(first.size() - 1); }
  [[nodiscard]] std::span<const Edge> row(std::uint32_t node) const {
    return {edges.data() + first[node], edges.data() + first[node + 1]};
  }
  [[nodiscard]] std::uint32_t depth_of(std::uint32_t node) const {
    return static_cast<std::uint32_t>(std::upper_bound(levels.begin(), levels.end(), node) - levels.begin()) - 1;
  }
  [[nodiscard]] bool terminal(std::uint32_t node) const { return first[node] == first[node + 1]; }
  [[nodiscard]] PositionBytes position(std::uint32_t node) const { return positions->bytes_of(node); }
  [[nodiscard]] Seat turn(std::uint32_t node) const { return terminal(node) ? over : game->turn(position(node)); }
  [[nodiscard]] std::uint64_t bytes() const {
    return positions->bytes() + first.capacity() * 8 + edges.capacity() * sizeof(Edge) + levels.capacity() * 4;
  }
  [[nodiscard]] std::string text(std::uint32_t node, const Edge& edge) const { return game->move_text(position(node), edge.move); }
};

/// How large a graph may become.
struct GraphRoom {
  std::uint32_t positions = 0xf0000000u;
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes: the graph, its making, and
  std::uint32_t a_position = 0, a_move = 0;       // what whoever asked for it wants beside each position and move afterwards
};

}  // namespace banmen
