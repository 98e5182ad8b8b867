// A game without its type: positions are bytes, moves are places in the game's list. The solvers' work after exploring a graph or
// finding a proof is compiled once, against this interface; erased_game_of.hpp implements it for a class of games.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
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

namespace banmen {

// Bounds of a position's value: what the first seat still gets minus what the second still gets.

/// The value lies between these two bounds, inclusive.
struct ValueRange {
  std::int32_t low, high;

  [[nodiscard]] bool exact() const { return low == high; }
  [[nodiscard]] bool settles(std::int32_t v) const { return low >= v || high < v; }
  [[nodiscard]] ValueRange shifted(std::int32_t gain) const { return {low + gain, high + gain}; }
  [[nodiscard]] ValueRange turned() const { return {-high, -low}; }
  void narrow(const ValueRange& other) {
    low = std::max(low, other.low);
    high = std::min(high, other.high);
  }
  bool operator==(const ValueRange&) const = default;
};

/// The stake of a game that does not declare one.
inline constexpr std::int32_t unlimited = 1'000'000;

/// Bounds beyond all values: that side can't force play to end.
inline constexpr std::int32_t never_low = std::numeric_limits<std::int32_t>::min() / 4;
inline constexpr std::int32_t never_high = -never_low;

/// The value if endless play is worth `forever`.
constexpr std::int32_t value_between(std::int32_t lower, std::int32_t upper, std::int32_t forever) {
  return std::min(std::max(forever, lower), upper);
}

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

/// The result of a move.
struct Successor {
  std::string position;
  std::int32_t gain = 0;  // first's minus second's; an endless move includes the payoff after it
  bool endless = false;
};

/// Proven bounds of values, from a graph, tables or a search.
class ValueSource {
 public:
  virtual ~ValueSource() = default;
  [[nodiscard]] virtual ValueRange known(PositionBytes p) const = 0;
  /// Tries to decide whether the value is at least v.
  virtual void settle(PositionBytes p, std::int32_t v) = 0;
};

/// A ProofSearch of some game.
class Prover : public ValueSource {
 public:
  virtual ValueRange solve(PositionBytes p) = 0;
  [[nodiscard]] virtual std::uint64_t nodes() const = 0;
};

/// Makes a proof search that uses a game's endgame tables. `owner`: the game's name in their header.
template <class G>
using OwnProver = std::function<Result<std::unique_ptr<Prover>>(const G& g, const std::string& owner, const typename G::Position& p,
                                                                const SolveOptions& options, const Control& control)>;

/// Positions are bytes that the game has made: it does not check them.
class ErasedGame {
 public:
  static constexpr std::uint32_t every = ~std::uint32_t{0};

  virtual ~ErasedGame() = default;

  std::string name, rules;         // with parameters; the stamp of rules that are not compiled in, else empty
  std::vector<std::string> seats;  // their names
  std::string first_side;          // names of the first seat and its team-mates
  bool has_chance = false, zero_sum = true;
  std::int32_t forever = 0;  // what play that never ends is worth to the first seat, above the second's
  std::uint32_t tiers = 0;   // of the index; 0: no index
  std::size_t position_bytes = 0;

  /// Divisor of values: in a zero-sum game the difference of two seats is twice the result.
  [[nodiscard]] std::int32_t unit() const { return zero_sum ? 2 : 1; }
  [[nodiscard]] std::string owner() const { return rules.empty() ? name : name + " rules " + rules; }

  /// An empty text is the start of the game.
  [[nodiscard]] virtual Result<std::string> read_position(std::string_view text) const = 0;
  [[nodiscard]] virtual std::string text(PositionBytes p) const = 0;
  [[nodiscard]] virtual std::string move_text(PositionBytes p, std::uint32_t move) const = 0;
  [[nodiscard]] virtual std::vector<std::string> move_texts(PositionBytes p) const = 0;

  [[nodiscard]] virtual Seat turn(PositionBytes p) const = 0;
  [[nodiscard]] virtual std::int32_t payoff(PositionBytes p) const = 0;  // first's minus second's
  [[nodiscard]] virtual std::vector<std::int32_t> payoffs(PositionBytes p) const = 0;
  [[nodiscard]] virtual std::uint32_t tier(PositionBytes p) const = 0;
  [[nodiscard]] virtual ValueRange stake(PositionBytes p) const = 0;
  /// The position that represents the loop of an endless move, if the game distinguishes loops.
  [[nodiscard]] virtual std::optional<std::string> loop(PositionBytes p, std::uint32_t move) const = 0;
  /// Plays all moves, or only one, and returns the number of legal moves.
  virtual std::uint32_t play(PositionBytes p, std::vector<Successor>& out, std::uint32_t only = every) const = 0;

  /// The graph refers to this game.
  [[nodiscard]] virtual StateGraph explore(PositionBytes start, const GraphRoom& room, const Control& control) const = 0;
  /// Number of positions of a graph up to symmetry, if the game has symmetries.
  [[nodiscard]] virtual std::optional<std::uint64_t> classes(const StateGraph& graph, const std::stop_token& stop) const = 0;
  /// A proof search from a position.
  [[nodiscard]] virtual Result<std::unique_ptr<Prover>> prover(PositionBytes p, const SolveOptions& options,
                                                               const Control& control) const = 0;
};

// The explicit state graph of a game: every position reachable from a start, and every move between them.
//
// Positions are numbered breadth-first, by growing distance from the start. `explore` (erased_game_of.hpp) is compiled for each
// game; the graph itself is numbers, and asks the game for texts.

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
  std::uint32_t expanded = 0;            // number of positions with moves, from the first on: all in a complete graph
  bool complete = true;                  // false: stopped, or out of room

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

/// Limits of a graph's size.
struct GraphRoom {
  std::uint32_t positions = 0xf0000000u;
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes: the graph, its construction, and
  std::uint32_t a_position = 0, a_move = 0;       // the caller's own bytes per position and per move
};

}  // namespace banmen
