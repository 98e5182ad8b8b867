// The Game concept.
//
// Rules are an immutable, trivially copyable object; a position is plain bytes without padding; a move is a small value. So a
// position can go into a table, a database, over a wire, to another thread, to a GPU.
//
//   Rules<G>   everything that searches, solvers and playouts need: no strings, no allocation, no I/O
//   Game<G>    Rules plus notation: text of positions and moves both ways, names of seats
//   NativeGame<G>  a Game that describes its own parameters, for the catalog's table
//
// Each requirement is a concept of its own, so that the compiler's output for `require_native_game<G>()` names the missing one.
// Capabilities (core/capabilities.hpp) are optional.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/capabilities.hpp"
#include "core/error.hpp"
#include "core/move_list.hpp"
#include "core/parameter.hpp"
#include "core/seat.hpp"

namespace banmen {

namespace scene {
template <class G>
struct Scenery;  // for games drawn as data: core/scene.hpp
}  // namespace scene

// ---------------------------------------------------------------------------------------------- requirements, one by one

template <class T>
concept PlainBytes = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T> && std::equality_comparable<T>;

template <class G>
concept HasPosition = PlainBytes<typename G::Position>;

template <class G>
concept HasMove = PlainBytes<typename G::Move> && sizeof(typename G::Move) <= 8;

/// The most seats that any parameters of this G can give; the length of its Gains.
template <class G>
concept HasMaxPlayers = requires {
  { G::max_players } -> std::convertible_to<int>;
  requires(G::max_players >= 1);
};

template <class G>
concept HasPlayers = requires(const G g) {
  { g.players() } -> std::convertible_to<int>;
};

template <class G>
concept HasInitial = requires(const G g) {
  { g.initial() } -> std::same_as<typename G::Position>;
};

/// The seat that acts, or `chance`, or `over` if the bytes themselves show it; in constant time.
template <class G>
concept HasTurn = requires(const G g, const typename G::Position p) {
  { g.turn(p) } -> std::same_as<Seat>;
};

/// Appends the legal moves in a fixed, documented order. A pass is a move; no move means that the game is over.
template <class G>
concept HasMoves = requires(const G g, const typename G::Position p, MoveList<typename G::Move>& list) {
  { g.moves(p, list) } -> std::same_as<void>;
};

/// An upper bound on how many moves `moves` can append.
template <class G>
concept HasMoveCapacity = requires(const G g) {
  { g.move_capacity() } -> std::convertible_to<std::uint32_t>;
};

/// Plays in place (the caller copies) and returns each seat's gain by the move: zeros in most games.
template <class G>
concept HasPlay = requires(const G g, typename G::Position& p, const typename G::Move m) {
  { g.play(p, m) } -> std::same_as<GainsOf<G>>;
};

/// When over: what each seat still gets.
template <class G>
concept HasPayoff = requires(const G g, const typename G::Position p) {
  { g.payoff(p) } -> std::same_as<GainsOf<G>>;
};

template <class G>
concept HasHash = requires(const G g, const typename G::Position p) {
  { g.hash(p) } -> std::same_as<std::uint64_t>;
};

template <class G>
concept HasPositionText = requires(const G g, const typename G::Position p, std::string_view text) {
  { g.text(p) } -> std::same_as<std::string>;
  { g.read_position(text) } -> std::same_as<Result<typename G::Position>>;
};

/// Texts of moves depend on the position.
template <class G>
concept HasMoveText = requires(const G g, const typename G::Position p, const typename G::Move m, std::string_view text) {
  { g.text(p, m) } -> std::same_as<std::string>;
  { g.read_move(p, text) } -> std::same_as<Result<typename G::Move>>;
};

template <class G>
concept HasSeatNames = requires(const G g, Seat seat) {
  { g.seat_name(seat) } -> std::convertible_to<std::string>;
};

/// The game describes its own parameters; `make` gets them checked and may still refuse combinations.
template <class G>
concept HasParameters = requires(const Values& values) {
  { G::id() } -> std::convertible_to<std::string_view>;
  { G::title() } -> std::convertible_to<std::string_view>;
  { G::parameters() } -> std::convertible_to<std::vector<Parameter>>;
  { G::make(values) } -> std::same_as<Result<G>>;
};

// ---------------------------------------------------------------------------------------------- the two concepts

template <class G>
concept Rules = std::is_trivially_copyable_v<G> && HasPosition<G> && HasMove<G> && HasMaxPlayers<G> && HasPlayers<G> &&
    HasInitial<G> && HasTurn<G> && HasMoves<G> && HasMoveCapacity<G> && HasPlay<G> && HasPayoff<G> && HasHash<G>;

template <class G>
concept Game = Rules<G> && HasPositionText<G> && HasMoveText<G> && HasSeatNames<G>;

/// The position of a text; an empty one is the start.
template <Game G>
Result<typename G::Position> position_or_start(const G& g, std::string_view text) {
  if (text.empty()) return g.initial();
  return g.read_position(text);
}

/// A game of this library, which describes itself; an AnyGame is described by its rule file or plug-in.
template <class G>
concept NativeGame = Game<G> && HasParameters<G>;

/// Names the requirement that a game misses; a failing concept alone only reports that "Game" is not satisfied.
template <class G>
consteval bool require_rules() {
  static_assert(std::is_trivially_copyable_v<G>, "banmen: the rules object must be trivially copyable");
  static_assert(HasPosition<G>, "banmen: G::Position must be trivially copyable, comparable and without padding bytes");
  static_assert(HasMove<G>, "banmen: G::Move must be trivially copyable, comparable, without padding, and at most 8 bytes");
  static_assert(HasMaxPlayers<G>, "banmen: static constexpr int G::max_players is missing");
  static_assert(HasPlayers<G>, "banmen: int g.players() const is missing");
  static_assert(HasInitial<G>, "banmen: Position g.initial() const is missing");
  static_assert(HasTurn<G>, "banmen: Seat g.turn(position) const is missing");
  static_assert(HasMoves<G>, "banmen: void g.moves(position, MoveList<Move>&) const is missing");
  static_assert(HasMoveCapacity<G>, "banmen: std::uint32_t g.move_capacity() const is missing");
  static_assert(HasPlay<G>, "banmen: Gains<max_players> g.play(position&, move) const is missing");
  static_assert(HasPayoff<G>, "banmen: Gains<max_players> g.payoff(position) const is missing");
  static_assert(HasHash<G>, "banmen: std::uint64_t g.hash(position) const is missing");
  return true;
}

template <class G>
consteval bool require_game() {
  require_rules<G>();
  static_assert(HasPositionText<G>, "banmen: g.text(position) and g.read_position(text) are missing");
  static_assert(HasMoveText<G>, "banmen: g.text(position, move) and g.read_move(position, text) are missing");
  static_assert(HasSeatNames<G>, "banmen: std::string g.seat_name(seat) const is missing");
  return true;
}

template <class G>
consteval bool require_native_game() {
  require_game<G>();
  static_assert(HasParameters<G>, "banmen: static G::id(), title(), parameters() and make(values) are missing");
  return true;
}

// ---------------------------------------------------------------------------------------------- at run time

/// A game whose capabilities are known only at run time: its class has members for all capabilities of games that are not compiled
/// in. A member without implementation returns a neutral answer (no pass, a score of zeros, every seat its own team), so `has` is
/// needed only where one capability replaces another or its absence is an error.
template <class G>
concept SaysWhatItHas = requires(const G g, Capability capability) {
  { g.has(capability) } -> std::same_as<bool>;
};

/// True if the game has the capability: a constant for a native game.
template <Rules G>
constexpr bool has(const G& g, Capability capability) {
  if constexpr (SaysWhatItHas<G>) return g.has(capability);
  switch (capability) {
#define BANMEN_CASE(name, concept_of) \
  case Capability::name: return concept_of<G>;
    BANMEN_CAPABILITIES(BANMEN_CASE)
#undef BANMEN_CASE
  }
  return false;
}

// ---------------------------------------------------------------------------------------------- derived

/// True for a forced pass, in games with passes.
template <Rules G>
bool is_pass(const G& g, typename G::Move m) {
  if constexpr (PassGame<G>) return g.is_pass(m);
  return false;
}

/// True if chance can act in this game.
template <Rules G>
bool rolls_dice(const G& g) {
  return has(g, Capability::chance);
}

/// True if the gain of one of two seats is always the loss of the other: the default unless the game defines `zero_sum()`, as Bao
/// does, where the stones are shared out. The conformance tests check it for every game of two seats.
template <Rules G>
bool zero_sum(const G& g) {
  if constexpr (HasZeroSum<G>) return g.zero_sum();
  return true;
}

/// The team of a seat; without teams every seat is its own.
template <Rules G>
int team_of(const G& g, Seat seat) {
  if constexpr (TeamGame<G>) return g.team(seat);
  return seat;
}

}  // namespace banmen
