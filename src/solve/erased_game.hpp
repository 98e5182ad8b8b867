// A game without its type: positions are bytes, moves are places in the game's list. What the solvers do once a graph is explored
// or a proof is found is compiled once, on this interface; erased_game_of.hpp implements it for a class of games.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "core/seat.hpp"
#include "solve/reports.hpp"
#include "solve/value_range.hpp"

namespace banmen {

struct GraphRoom;
struct StateGraph;

using PositionBytes = std::string_view;

template <class Position>
PositionBytes bytes_of(const Position& p) {
  return {reinterpret_cast<const char*>(&p), sizeof p};
}
template <class Position>
Position position_of(PositionBytes bytes) {
  Position p;
  std::memcpy(&p, bytes.data(), sizeof p);
  return p;
}

/// A move played.
struct Successor {
  std::string position;
  std::int32_t gain = 0;  // first's minus second's; of a move that never ends, with what is handed out after it
  bool endless = false;
};

/// True bounds of values, from a graph, tables or a search.
class ValueSource {
 public:
  virtual ~ValueSource() = default;
  [[nodiscard]] virtual ValueRange known(PositionBytes p) const = 0;
  /// Tries to find out whether the value is at least v.
  virtual void settle(PositionBytes p, std::int32_t v) = 0;
};

/// A ProofSearch of some game.
class Prover : public ValueSource {
 public:
  virtual ValueRange solve(PositionBytes p) = 0;
  [[nodiscard]] virtual std::uint64_t nodes() const = 0;
};

/// Makes a proof search from a position of a game that has endgame tables, with those that fit. `owner`: the game in their header.
template <class G>
using OwnProver = std::function<Result<std::unique_ptr<Prover>>(const G& g, const std::string& owner, const typename G::Position& p,
                                                                const SolveOptions& options, const Control& control)>;

class ErasedGame {
 public:
  static constexpr std::uint32_t every = ~std::uint32_t{0};

  virtual ~ErasedGame() = default;

  std::string name, rules;         // with parameters; the stamp of rules from outside, else empty
  std::vector<std::string> seats;  // their names
  std::string first_side;          // names of the first seat and its team-mates
  bool has_chance = false, zero_sum = true;
  std::int32_t forever = 0;  // what play that never ends is worth to the first seat, above the second's
  std::uint32_t tiers = 0;   // of the index; 0: there is none
  std::size_t position_bytes = 0;

  /// The result of a game is half the difference of two seats where one gets what the other loses: values are differences divided
  /// by this.
  [[nodiscard]] std::int32_t unit() const { return zero_sum ? 2 : 1; }
  [[nodiscard]] std::string owner() const { return rules.empty() ? name : name + " rules " + rules; }

  /// An empty text means the game's own start.
  [[nodiscard]] virtual Result<std::string> read_position(std::string_view text) const = 0;
  /// Whether bytes from outside are a position that may be played from.
  [[nodiscard]] virtual bool well_formed(PositionBytes p) const = 0;
  [[nodiscard]] virtual std::string text(PositionBytes p) const = 0;
  [[nodiscard]] virtual std::string move_text(PositionBytes p, std::uint32_t move) const = 0;
  [[nodiscard]] virtual std::vector<std::string> move_texts(PositionBytes p) const = 0;

  [[nodiscard]] virtual Seat turn(PositionBytes p) const = 0;
  [[nodiscard]] virtual std::int32_t payoff(PositionBytes p) const = 0;  // first's minus second's
  [[nodiscard]] virtual std::vector<std::int32_t> payoffs(PositionBytes p) const = 0;
  [[nodiscard]] virtual std::uint32_t tier(PositionBytes p) const = 0;
  [[nodiscard]] virtual ValueRange stake(PositionBytes p) const = 0;
  /// The position that stands for the loop of a move without end, where the game tells loops apart.
  [[nodiscard]] virtual std::optional<std::string> loop(PositionBytes p, std::uint32_t move) const = 0;
  /// Plays all moves, or only one, and returns how many there are.
  virtual std::uint32_t play(PositionBytes p, std::vector<Successor>& out, std::uint32_t only = every) const = 0;

  /// Refers to this game.
  [[nodiscard]] virtual StateGraph explore(PositionBytes start, const GraphRoom& room, const Control& control) const = 0;
  /// Positions of a graph up to symmetry, where the game has symmetries.
  [[nodiscard]] virtual std::optional<std::uint64_t> classes(const StateGraph& graph, const std::stop_token& stop) const = 0;
  /// A proof search from a position.
  [[nodiscard]] virtual Result<std::unique_ptr<Prover>> prover(PositionBytes p, const SolveOptions& options,
                                                               const Control& control) const = 0;
};

// The whole state graph of a game, explicit: every position reachable from a start, and every move between them.
//
// Breadth-first, so that the number of a position grows with its distance from the start. `explore` (erased_game_of.hpp) is
// compiled for each game; the graph itself is numbers, and asks the game for texts.

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
