// Optional capabilities of games beyond the requirements of core/game.hpp, which includes this: each is a concept that enables the
// code that needs it. Missing capabilities are absent at compile time and named at run time. docs/architecture.md lists them all.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/findings.hpp"
#include "core/move_list.hpp"
#include "core/parameter.hpp"
#include "core/picture.hpp"
#include "core/random.hpp"
#include "core/seat.hpp"

namespace banmen {

/// Chance acts where turn(p) == chance: `moves` lists the distinct outcomes, each with an exact integer weight.
template <class G>
concept ChanceGame = requires(const G g, const typename G::Position p, const typename G::Move m) {
  { g.weight(p, m) } -> std::same_as<std::uint32_t>;
  { g.total_weight(p) } -> std::same_as<std::uint32_t>;
};

/// Play, or a single move, may never end. `endless(p, m)`: the move never ends (it is then an ordinary legal move whose play marks
/// the position over). `forever()`: what each seat still gets if play repeats for ever.
template <class G>
concept LoopyGame = requires(const G g, const typename G::Position p, const typename G::Move m) {
  { g.endless(p, m) } -> std::same_as<bool>;
  { g.forever() } -> std::same_as<GainsOf<G>>;
};

/// A loopy game whose single moves may loop. `endless_mark(p)`: the position shows that the move that led to it never ended.
/// `loop_kind(p, m)`: the loop of such a move, as a position of the same tier that represents it. `play` with a third argument also
/// counts the steps of the move (Bao: its sowings), at no extra cost.
template <class G>
concept LoopingMoveGame = LoopyGame<G> &&
    requires(const G g, typename G::Position& p, const typename G::Move m, std::uint32_t& steps) {
  { g.endless_mark(p) } -> std::same_as<bool>;
  { g.loop_kind(p, m) } -> std::same_as<typename G::Position>;
  { g.play(p, m, steps) } -> std::same_as<GainsOf<G>>;
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

/// Symmetries of the rules. Symmetry 0 is the identity. If a symmetry exchanges seats, values change sides with them. The image of
/// a move may depend on its position.
template <class G>
concept SymmetricGame = requires(const G g, const typename G::Position p, std::uint8_t symmetry, Seat seat) {
  { g.symmetries() } -> std::convertible_to<int>;
  { g.canonical(p) } -> std::same_as<Canonical<typename G::Position>>;
  { g.image(symmetry, p) } -> std::same_as<typename G::Position>;
  { g.image_seat(symmetry, seat) } -> std::same_as<Seat>;
}
&&(
    requires(const G g, const typename G::Move m, std::uint8_t symmetry) {
      { g.image(symmetry, m) } -> std::same_as<typename G::Move>;
    } ||
    requires(const G g, const typename G::Position p, const typename G::Move m, std::uint8_t symmetry) {
      { g.image(symmetry, p, m) } -> std::same_as<typename G::Move>;
    });

/// In-place play and undo on a board with derived data, for games whose board is much larger than the position's bytes. It also
/// counts and draws moves and pays the end, so that a random playout keeps one board from start to end; a StagedGame also draws in
/// stages on it.
template <class G>
concept UndoGame = requires(const G g, const typename G::Position p, typename G::Board& board, const typename G::Board at,
                            const typename G::Move m, MoveList<typename G::Move>& list, Random& random) {
  { g.board(p) } -> std::same_as<typename G::Board>;
  { g.position(at) } -> std::same_as<typename G::Position>;
  { g.turn(at) } -> std::same_as<Seat>;
  { g.moves(at, list) } -> std::same_as<void>;
  { g.count(at) } -> std::same_as<std::uint32_t>;
  { g.sample(at, random) } -> std::same_as<Sample<typename G::Move>>;
  { g.payoff(at) } -> std::same_as<GainsOf<G>>;
  { g.play(board, m) } -> std::same_as<GainsOf<G>>;
  { g.undo(board) } -> std::same_as<void>;
};

/// Team-mates get the team's payoff.
template <class G>
concept TeamGame = requires(const G g, Seat seat) {
  { g.team(seat) } -> std::convertible_to<int>;
};

/// Counts the moves, or draws one exactly uniformly, without listing them: the normal path of a random playout.
/// sample must draw the same distribution as a uniform choice from `moves`, and count must equal its length.
template <class G>
concept SampledGame = requires(const G g, const typename G::Position p, Random& random) {
  { g.count(p) } -> std::same_as<std::uint32_t>;
  { g.sample(p, random) } -> std::same_as<Sample<typename G::Move>>;
};

/// Draws a move in stages: a part of it first, the rest among what then remains (Amazons: the piece's move, then its arrow), which
/// is not a uniform draw over whole moves. `counted`: the count is that of all legal moves, as for `sample`; otherwise it only has
/// to be zero if there is no move, which suffices for a search.
template <class G>
concept StagedGame = requires(const G g, const typename G::Position p, Random& random, bool counted) {
  { g.sample_staged(p, random, counted) } -> std::same_as<Sample<typename G::Move>>;
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

/// Evaluation points per point of payoff. Without it, or if it is 0, an exact result outweighs every evaluation.
template <class G>
concept HasEvaluationUnit = requires(const G g) {
  { g.evaluation_unit() } -> std::convertible_to<std::int32_t>;
};

/// The evaluation points that make a win e times as likely as a loss, for searches that need a chance of winning; 0: unknown.
template <class G>
concept HasEvaluationScale = requires(const G g) {
  { g.evaluation_scale() } -> std::convertible_to<double>;
};

/// An upper bound on the moves, passes apart, that can still be made (Reversi: the empty squares), so that a search knows when the
/// end is near enough for exact search. It falls by at least one with every move that is not a pass.
template <class G>
concept HorizonGame = requires(const G g, const typename G::Position p) {
  { g.horizon(p) } -> std::convertible_to<int>;
};

/// A cheap move ordering: larger is earlier.
template <class G>
concept OrderedGame = requires(const G g, const typename G::Position p, const typename G::Move m) {
  { g.urgency(p, m) } -> std::same_as<std::int32_t>;
};

/// The standing at any time, without the payoff (Reversi: the discs of each colour).
template <class G>
concept ScoredGame = requires(const G g, const typename G::Position p) {
  { g.score(p) } -> std::same_as<GainsOf<G>>;
};

/// The board as coloured text.
template <class G>
concept DrawableGame = requires(const G g, const typename G::Position p) {
  { g.picture(p) } -> std::same_as<Picture>;
};

/// The names of the sites in the picture that a move touches, its origin first. Without this capability they are the words and
/// numbers in the move's text.
template <class G>
concept SitedGame = requires(const G g, const typename G::Position p, const typename G::Move m) {
  { g.sites(p, m) } -> std::same_as<std::vector<std::string>>;
};

/// A larger picture, for games whose small picture omits details that decide the moves (HICHAIN: where cards touch).
template <class G>
concept LargeDrawableGame = requires(const G g, const typename G::Position p) {
  { g.large_picture(p) } -> std::same_as<Picture>;
};

/// No more than this can still change hands from here on, however play goes: |value| ≤ stake.
template <class G>
concept StakedGame = requires(const G g, const typename G::Position p) {
  { g.stake(p) } -> std::same_as<std::int32_t>;
};

/// The gains of each seat under best play, if they are obvious for a position that is not over; otherwise nullopt. Searches rely
/// on it, certificates do not.
template <class G>
concept SureGame = requires(const G g, const typename G::Position p) {
  { g.sure(p) } -> std::same_as<std::optional<GainsOf<G>>>;
};

/// True if one of two seats always gets what the other loses: the default for games without this capability.
template <class G>
concept HasZeroSum = requires(const G g) {
  { g.zero_sum() } -> std::same_as<bool>;
};

/// Named facts about a move that the next position no longer shows (Bao: sowings, stop, captured, endless).
template <class G>
concept NarratedGame = requires(const G g, const typename G::Position p, const typename G::Move m) {
  { g.facts(p, m) } -> std::same_as<Figures>;
};

/// One of several classes of a game (for small and large boards, say): `fits` selects the one for these values.
template <class G>
concept OneOfSeveral = requires(const Values& values) {
  { G::fits(values) } -> std::same_as<bool>;
};

// ---- At run time

/// The capabilities with names at run time, with their concepts, in the order of listings.
#define BANMEN_CAPABILITIES(X) \
  X(chance, ChanceGame)        \
  X(loopy, LoopyGame)          \
  X(indexed, IndexedGame)      \
  X(symmetric, SymmetricGame)  \
  X(undo, UndoGame)            \
  X(team, TeamGame)            \
  X(staged, StagedGame)        \
  X(sampled, SampledGame)      \
  X(pass, PassGame)            \
  X(evaluated, EvaluatedGame)  \
  X(horizon, HorizonGame)      \
  X(scored, ScoredGame)        \
  X(drawable, DrawableGame)    \
  X(narrated, NarratedGame)    \
  X(sure, SureGame)

#define BANMEN_NAME(name, concept_of) name,
#define BANMEN_TEXT(name, concept_of) #name,
enum class Capability : std::uint8_t { BANMEN_CAPABILITIES(BANMEN_NAME) };
inline constexpr const char* capability_names[] = {BANMEN_CAPABILITIES(BANMEN_TEXT)};
#undef BANMEN_NAME
#undef BANMEN_TEXT

class CapabilitySet {
 public:
  constexpr void add(Capability capability, bool present = true) {
    if (present) bits_ |= std::uint32_t{1} << static_cast<unsigned>(capability);
  }
  [[nodiscard]] constexpr bool has(Capability capability) const { return bits_ >> static_cast<unsigned>(capability) & 1; }

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace banmen
