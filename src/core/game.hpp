// What a game is.
//
// Rules are an immutable, trivially copyable object; a position is plain bytes without padding; a move is a small value. So a
// position can go into a table, a database, over a wire, to another thread, to a GPU.
//
//   Rules<G>   everything that searches, solvers and playouts need: no strings, no allocation, no I/O
//   Game<G>    Rules plus notation: text of positions and moves both ways, names of seats
//   NativeGame<G>  a Game that describes its own parameters, for the catalog's table
//
// Each requirement is a concept of its own, so that `require_native_game<G>()` can say in the compiler's output which one is
// missing. Capabilities (below) are optional: what a game lacks is missing at compile time and named at run time.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.hpp"
#include "core/move_list.hpp"
#include "core/parameter.hpp"
#include "core/picture.hpp"
#include "core/random.hpp"
#include "core/sample.hpp"
#include "core/seat.hpp"

namespace banmen {

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

/// Constant time: the seat that acts, or `chance`, or `over` where the bytes themselves say so.
template <class G>
concept HasTurn = requires(const G g, const typename G::Position p) {
  { g.turn(p) } -> std::same_as<Seat>;
};

/// Appends the legal moves in a fixed documented order. A pass is a move; no move means that the game is over.
template <class G>
concept HasMoves = requires(const G g, const typename G::Position p, MoveList<typename G::Move>& list) {
  { g.moves(p, list) } -> std::same_as<void>;
};

/// An upper bound on how many moves `moves` can append.
template <class G>
concept HasMoveCapacity = requires(const G g) {
  { g.move_capacity() } -> std::convertible_to<std::uint32_t>;
};

template <class G>
using GainsOf = Gains<G::max_players>;

/// Plays in place (the caller copies) and returns what each seat gains by the move: zeros in most games.
template <class G>
concept HasPlay = requires(const G g, typename G::Position& p, const typename G::Move m) {
  { g.play(p, m) } -> std::same_as<GainsOf<G>>;
};

/// When over: what is still to be handed out.
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

/// Moves are written and read beside the position that they are played in.
template <class G>
concept HasMoveText = requires(const G g, const typename G::Position p, const typename G::Move m, std::string_view text) {
  { g.text(p, m) } -> std::same_as<std::string>;
  { g.read_move(p, text) } -> std::same_as<Result<typename G::Move>>;
};

template <class G>
concept HasSeatNames = requires(const G g, Seat seat) {
  { g.seat_name(seat) } -> std::convertible_to<std::string>;
};

/// The game describes its own parameters; `make` gets them checked and may still refuse what does not fit together.
template <class G>
concept HasParameters = requires(const Values& values) {
  { G::id() } -> std::convertible_to<std::string_view>;
  { G::title() } -> std::convertible_to<std::string_view>;
  { G::parameters() } -> std::convertible_to<std::vector<Parameter>>;
  { G::make(values) } -> std::same_as<Result<G>>;
};

/// One of several classes that play a game (for small and large boards, say): whether it is the one for these values.
template <class G>
concept OneOfSeveral = requires(const Values& values) {
  { G::fits(values) } -> std::same_as<bool>;
};

// ---------------------------------------------------------------------------------------------- the two concepts

template <class G>
concept Rules = std::is_trivially_copyable_v<G> && HasPosition<G> && HasMove<G> && HasMaxPlayers<G> && HasPlayers<G> &&
    HasInitial<G> && HasTurn<G> && HasMoves<G> && HasMoveCapacity<G> && HasPlay<G> && HasPayoff<G> && HasHash<G>;

template <class G>
concept Game = Rules<G> && HasPositionText<G> && HasMoveText<G> && HasSeatNames<G>;

/// A game of this library, which brings its own description; one from outside (AnyGame) is described by its function table.
template <class G>
concept NativeGame = Game<G> && HasParameters<G>;

/// Names the requirement that a game misses: a failing concept alone only says that "Game" is not satisfied.
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

// ---------------------------------------------------------------------------------------------- capabilities

/// Chance acts where turn(p) == chance: `moves` lists the distinct outcomes, each with an exact integer weight.
template <class G>
concept ChanceGame = requires(const G g, const typename G::Position p, const typename G::Move m) {
  { g.weight(p, m) } -> std::same_as<std::uint32_t>;
  { g.total_weight(p) } -> std::same_as<std::uint32_t>;
};

/// Play, or a single move, may never end. `endless(p, m)`: the move never ends (it is then an ordinary legal move whose play
/// marks the position over). `forever()`: what each seat still gets when play repeats for ever.
template <class G>
concept LoopyGame = requires(const G g, const typename G::Position p, const typename G::Move m) {
  { g.endless(p, m) } -> std::same_as<bool>;
  { g.forever() } -> std::same_as<GainsOf<G>>;
};

/// A perfect index of a set of positions closed under play. Tiers never grow along a move: play from tier t leads to tiers ≤ t.
/// rank gives 0 … tier_size(t)-1 inside the tier; unrank is its inverse and always yields a well-formed position.
template <class G>
concept IndexedGame = requires(const G g, const typename G::Position p, std::uint32_t tier, std::uint64_t rank) {
  { g.tiers() } -> std::same_as<std::uint32_t>;
  { g.tier(p) } -> std::same_as<std::uint32_t>;
  { g.tier_size(tier) } -> std::same_as<std::uint64_t>;
  { g.rank(p) } -> std::same_as<std::uint64_t>;
  { g.unrank(tier, rank) } -> std::same_as<typename G::Position>;
};

/// Positions from which one move leads here, appended to a caller-owned list.
template <class G>
concept RetroGame = requires(const G g, const typename G::Position p, MoveList<typename G::Position>& list) {
  { g.predecessors(p, list) } -> std::same_as<void>;
};

/// Symmetries of the rules. Symmetry 0 is the identity. Where one exchanges seats, values must be turned with them.
template <class G>
concept SymmetricGame = requires(const G g, const typename G::Position p, const typename G::Move m, std::uint8_t symmetry,
                                 Seat seat) {
  { g.symmetries() } -> std::convertible_to<int>;
  { g.canonical(p) } -> std::same_as<Canonical<typename G::Position>>;
  { g.image(symmetry, p) } -> std::same_as<typename G::Position>;
  { g.image(symmetry, m) } -> std::same_as<typename G::Move>;
  { g.image_seat(symmetry, seat) } -> std::same_as<Seat>;
};

/// In-place play and undo on a board with derived data, for games whose useful board is much larger than its bytes.
template <class G>
concept UndoGame = requires(const G g, const typename G::Position p, typename G::Board& board, const typename G::Move m,
                            MoveList<typename G::Move>& list) {
  { g.board(p) } -> std::same_as<typename G::Board>;
  { g.position(board) } -> std::same_as<typename G::Position>;
  { g.moves(board, list) } -> std::same_as<void>;
  { g.play(board, m) } -> std::same_as<GainsOf<G>>;
  { g.undo(board) } -> std::same_as<void>;
};

/// Team-mates get the team's payoff.
template <class G>
concept TeamGame = requires(const G g, Seat seat) {
  { g.team(seat) } -> std::convertible_to<int>;
};

/// A move made in steps. A partial move is a Move too; `first_step` lists the distinct first steps, `next_step` what may
/// follow; `complete(m)` says whether a move is whole. A uniform draw over steps is not a uniform draw over whole moves.
template <class G>
concept StagedGame = requires(const G g, const typename G::Position p, const typename G::Move m, MoveList<typename G::Move>& list) {
  { g.first_step(p, list) } -> std::same_as<void>;
  { g.next_step(p, m, list) } -> std::same_as<void>;
  { g.complete(m) } -> std::same_as<bool>;
};

/// A staged game that draws a whole move step by step, each uniformly among those that first_step, or next_step, would list,
/// without listing them. The count is that of the first step.
template <class G>
concept SampledStagedGame = StagedGame<G> && requires(const G g, const typename G::Position p, Random& random) {
  { g.sample_steps(p, random) } -> std::same_as<Sample<typename G::Move>>;
};

/// Counts the moves, or draws one exactly uniformly, without listing them: the normal path of a random playout.
/// sample must draw the same distribution as a uniform choice from `moves`, and count must equal its length.
template <class G>
concept SampledGame = requires(const G g, const typename G::Position p, Random& random) {
  { g.count(p) } -> std::same_as<std::uint32_t>;
  { g.sample(p, random) } -> std::same_as<Sample<typename G::Move>>;
};

/// Draws a move stage by stage (a part of it first, the rest among what then remains), which is not a uniform draw. The count is
/// that of all legal moves, as for `sample`.
template <class G>
concept StagedDrawGame = requires(const G g, const typename G::Position p, Random& random) {
  { g.sample_staged(p, random) } -> std::same_as<Sample<typename G::Move>>;
};

/// A board on which moves are counted and drawn, and the end is paid, without going back to the position's bytes: a random
/// playout then keeps one board from start to end. Every answer must equal the one for the position.
template <class G>
concept PlayoutBoardGame = UndoGame<G> && requires(const G g, const typename G::Board board, Random& random) {
  { g.turn(board) } -> std::same_as<Seat>;
  { g.count(board) } -> std::same_as<std::uint32_t>;
  { g.sample(board, random) } -> std::same_as<Sample<typename G::Move>>;
  { g.payoff(board) } -> std::same_as<GainsOf<G>>;
};

/// Some moves are forced passes: one ply, but no decision (branching statistics count them as 0 moves).
template <class G>
concept PassGame = requires(const G g, const typename G::Move m) {
  { g.is_pass(m) } -> std::same_as<bool>;
};

/// A heuristic value of the position for a seat, larger is better, in units of the payoff where possible.
template <class G>
concept EvaluatedGame = requires(const G g, const typename G::Position p, Seat seat) {
  { g.evaluate(p, seat) } -> std::same_as<std::int32_t>;
};

/// How many evaluation points make one point of payoff. Without it, or where it is 0, an exact result outweighs every evaluation.
template <class G>
concept HasEvaluationUnit = requires(const G g) {
  { g.evaluation_unit() } -> std::convertible_to<std::int32_t>;
};

/// How many evaluation points make a win e times as likely as a loss, for searches that want a chance of winning; 0 where the game
/// does not say.
template <class G>
concept HasEvaluationScale = requires(const G g) {
  { g.evaluation_scale() } -> std::convertible_to<double>;
};

/// An upper bound on the moves, passes apart, that can still be made (Reversi: the empty squares), so that a search can tell
/// when the end is near enough to be read out. It falls by at least one with every move that is not a pass.
template <class G>
concept HorizonGame = requires(const G g, const typename G::Position p) {
  { g.horizon(p) } -> std::convertible_to<int>;
};

/// The game brings a player who knows it; where there is no move it is not asked.
template <class G>
concept ExpertGame = requires(const G g, const typename G::Position p, Random& random) {
  { g.expert(p, random) } -> std::same_as<typename G::Move>;
};

/// A cheap guess at which moves to look at first: larger is earlier.
template <class G>
concept OrderedGame = requires(const G g, const typename G::Position p, const typename G::Move m) {
  { g.urgency(p, m) } -> std::same_as<std::int32_t>;
};

/// The standing on the board at any time, before anything is handed out (Reversi: the discs of each colour).
template <class G>
concept ScoredGame = requires(const G g, const typename G::Position p) {
  { g.score(p) } -> std::same_as<GainsOf<G>>;
};

/// The board as coloured text.
template <class G>
concept DrawableGame = requires(const G g, const typename G::Position p) {
  { g.picture(p) } -> std::same_as<Picture>;
};

/// A named fact about a move that the position afterwards no longer shows (Bao: sowings, stop, captured, endless).
struct Fact {
  std::string name;
  std::variant<bool, long, std::string> value;
};

template <class G>
concept NarratedGame = requires(const G g, const typename G::Position p, const typename G::Move m) {
  { g.facts(p, m) } -> std::same_as<std::vector<Fact>>;
};

// ---------------------------------------------------------------------------------------------- at run time

/// Capabilities that are named at run time, in the order in which they are listed.
enum class Capability {
  chance,
  loopy,
  indexed,
  retro,
  symmetric,
  undo,
  team,
  staged,
  sampled,
  pass,
  evaluated,
  horizon,
  expert,
  scored,
  drawable,
  narrated
};

inline constexpr std::pair<Capability, const char*> capability_names[] = {
    {Capability::chance, "chance"},     {Capability::loopy, "loopy"},         {Capability::indexed, "indexed"},
    {Capability::retro, "retro"},       {Capability::symmetric, "symmetric"}, {Capability::undo, "undo"},
    {Capability::team, "team"},         {Capability::staged, "staged"},       {Capability::sampled, "sampled"},
    {Capability::pass, "pass"},         {Capability::evaluated, "evaluated"}, {Capability::horizon, "horizon"},
    {Capability::expert, "expert"},     {Capability::scored, "scored"},       {Capability::drawable, "drawable"},
    {Capability::narrated, "narrated"},
};

/// A game that knows only at run time what it has: its class has a member for everything that a game from outside may bring. A
/// member with nothing behind it gives the answer that changes nothing (no pass, a score of zeros, every seat a team of its own),
/// so that `has` need only be asked where one capability takes the place of another or something is refused for want of it.
template <class G>
concept SaysWhatItHas = requires(const G g, Capability capability) {
  { g.has(capability) } -> std::same_as<bool>;
};

/// Whether the game has it: a constant for a native game, which has what its class has.
template <Rules G>
constexpr bool has(const G& g, Capability capability) {
  if constexpr (SaysWhatItHas<G>) return g.has(capability);
  switch (capability) {
    case Capability::chance: return ChanceGame<G>;
    case Capability::loopy: return LoopyGame<G>;
    case Capability::indexed: return IndexedGame<G>;
    case Capability::retro: return RetroGame<G>;
    case Capability::symmetric: return SymmetricGame<G>;
    case Capability::undo: return UndoGame<G>;
    case Capability::team: return TeamGame<G>;
    case Capability::staged: return StagedGame<G>;
    case Capability::sampled: return SampledGame<G>;
    case Capability::pass: return PassGame<G>;
    case Capability::evaluated: return EvaluatedGame<G>;
    case Capability::horizon: return HorizonGame<G>;
    case Capability::expert: return ExpertGame<G>;
    case Capability::scored: return ScoredGame<G>;
    case Capability::drawable: return DrawableGame<G>;
    case Capability::narrated: return NarratedGame<G>;
  }
  return false;
}

// ---------------------------------------------------------------------------------------------- derived

/// A forced pass, where the game knows passes at all.
template <Rules G>
bool is_pass(const G& g, typename G::Move m) {
  if constexpr (PassGame<G>) return g.is_pass(m);
  return false;
}

/// Whether chance can act at all.
template <Rules G>
bool rolls_dice(const G& g) {
  return has(g, Capability::chance);
}

/// Whether two seats share a payoff; without teams every seat is its own.
template <Rules G>
int team_of(const G& g, Seat seat) {
  if constexpr (TeamGame<G>) return g.team(seat);
  return seat;
}

}  // namespace banmen
