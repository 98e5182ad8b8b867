// Small helpers that every solver uses: listing moves into owned storage, playing one move with all that is known about it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/game.hpp"

namespace banmen {

/// Optional: play that also tells how many steps the move took (Bao: its sowings), at no extra cost.
template <class G>
concept MeasuredGame = requires(const G g, typename G::Position& p, const typename G::Move m, std::uint32_t& steps) {
  { g.play(p, m, steps) } -> std::same_as<GainsOf<G>>;
};

/// Optional: the position itself shows that the move that led to it never ended.
template <class G>
concept MarkingGame = LoopyGame<G> && requires(const G g, const typename G::Position p) {
  { g.endless_mark(p) } -> std::same_as<bool>;
};

/// Optional: which of its loops a move without end goes round, as a position of the same tier that stands for it.
template <class G>
concept LoopKindGame = LoopyGame<G> && requires(const G g, const typename G::Position p, const typename G::Move m) {
  { g.loop_kind(p, m) } -> std::same_as<typename G::Position>;
};

/// Owns the storage for one list of moves.
template <Rules G>
class Moves {
 public:
  explicit Moves(const G& g) : g_(&g), storage_(std::make_unique_for_overwrite<typename G::Move[]>(g.move_capacity())) {}

  MoveList<typename G::Move> operator()(const typename G::Position& p) {
    MoveList<typename G::Move> list(storage_.get(), g_->move_capacity());
    if (g_->turn(p) != over) g_->moves(p, list);
    return list;
  }

 private:
  const G* g_;
  std::unique_ptr<typename G::Move[]> storage_;
};

/// One move played: where it leads and what it brought.
template <Rules G>
struct Step {
  typename G::Position next;
  GainsOf<G> gains{};
  std::uint32_t steps = 0;
  bool endless = false;  // leads to no position that play goes on from

  [[nodiscard]] bool quiet() const {
    if (endless) return false;
    for (const auto gain : gains)
      if (gain != 0) return false;
    return true;
  }
};

/// Plays into `out`, which must not be read as a whole at once after: it was just written in pieces.
template <Rules G>
void step_into(const G& g, const typename G::Position& p, typename G::Move m, Step<G>& out) {
  out.next = p;
  if constexpr (MeasuredGame<G>)
    out.gains = g.play(out.next, m, out.steps);
  else
    out.gains = g.play(out.next, m);
  // A move without end marks the position over, so only such ones need the second question.
  if constexpr (MarkingGame<G>)
    out.endless = g.endless_mark(out.next);
  else if constexpr (LoopyGame<G>)
    out.endless = has(g, Capability::loopy) && g.turn(out.next) == over && g.endless(p, m);
}

template <Rules G>
Step<G> step(const G& g, const typename G::Position& p, typename G::Move m) {
  Step<G> out;
  step_into(g, p, m, out);
  return out;
}

/// First seat's share minus the second's: the value that two-player solvers work with.
template <std::size_t N>
constexpr std::int32_t difference(const std::array<std::int32_t, N>& gains) {
  static_assert(N >= 2);
  return gains[0] - gains[1];
}

/// What play that never ends is worth to the first seat, above the second's.
template <Rules G>
std::int32_t forever_of(const G& g) {
  if constexpr (LoopyGame<G>) return difference(g.forever());
  return 0;
}

}  // namespace banmen
