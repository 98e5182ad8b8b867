// The reference interpreter of a game: statement by statement on copies of the position, without optimisations. The VM, the checker
// and the fuzzers are tested against it.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/seat.hpp"
#include "rules/evaluate.hpp"
#include "rules/meaning.hpp"
#include "rules/notation.hpp"

namespace banmen::rules {

/// Limits the number of statements that the reference interpreter runs on this thread during its lifetime. At the limit it stops
/// with incomplete results.
class StepLimit {
 public:
  explicit StepLimit(long steps);
  ~StepLimit();
  StepLimit(const StepLimit&) = delete;
  StepLimit& operator=(const StepLimit&) = delete;
  [[nodiscard]] static bool reached();

 private:
  long before_;
};

/// One of several blocks of which a move takes one: of an `either`, or of a turn with `else`.
struct Alternative {
  Place place;     // of its first statement, or of the `either` if it is empty
  int number = 0;  // index among the alternatives of its place
  bool operator==(const Alternative&) const = default;
};
/// `of`: an `either` or a turn.
template <class Of>
Alternative alternative_of(const Of& of, std::size_t which) {
  const Steps& block = of.blocks[which];
  return {block.empty() ? of.place : block[0].place, static_cast<int>(which)};
}

struct ReferenceMove {
  std::vector<long> tuple;  // its choices, in order
  std::vector<Type> types;  // … and their types; a number is also an alternative, or the end of a `repeat`
  std::string text;
  std::vector<Note> notes;                // choices and names
  std::vector<std::string> words;         // of alternatives
  std::vector<Alternative> alternatives;  // taken by it
  State after;
  std::vector<long> gains;
  bool pass = false;
  bool endless = false;
};

/// All stones of a hole, one into each of the others.
struct Scattering {
  int from;
  std::vector<int> over;
};

/// The effect of one statement of a move, for animations.
struct Deed {
  const Step* step;
  State after;
  std::vector<Scattering> sowings;  // of `sow`
};

/// A move statement by statement.
struct Course {
  std::vector<Deed> deeds;
  std::vector<long> gains;
  bool endless = false;
  // Of an endless move, whose last deed is a sowing: the loop from this sowing on, its number of sowings, and the holes it advances
  // each time.
  std::size_t loop_from = 0, loop_period = 0;
  int loop_shift = 0;
};

class Reference {
 public:
  explicit Reference(const Rules& rules) : rules_(rules) {}

  [[nodiscard]] State initial() const;
  [[nodiscard]] Seat turn(const State& state) const;
  /// In the order defined by the language page. A die's outcomes if it is chance's turn.
  [[nodiscard]] std::vector<ReferenceMove> moves(const State& state) const;
  /// The course of the move with these choices and this text; nothing if there is none, or if it has too many sowings.
  [[nodiscard]] std::optional<Course> course(const State& state, const std::vector<Note>& choices, const std::string& text) const;
  /// The payoff of a position that is over, without gains on the way.
  [[nodiscard]] std::vector<long> payoff(const State& state) const;
  [[nodiscard]] long score(const State& state, int seat) const;  // 0 if the file has none
  [[nodiscard]] long value(const State& state, int seat) const;
  /// The rule of `sure` that holds in a position that is not over, as if the previous seat had just moved; -1: none.
  [[nodiscard]] int sure(const State& state) const;

  [[nodiscard]] std::string text(const State& state) const;
  [[nodiscard]] Result<State> read(std::string_view text) const;
  /// For callers that compute `over` by the VM, which is faster: `over_as_read` is its value for the position as read, `unsettled`
  /// is set if `over` has to be computed.
  [[nodiscard]] std::string text(const State& state, int over_as_read) const;
  [[nodiscard]] Result<State> read(std::string_view text, bool& unsettled) const;

  [[nodiscard]] Result<void> not_too_many(const State& state) const;  // pieces, in a position that was read

  /// Faults met so far (an index of two sites, division by 0), the first of each place.
  [[nodiscard]] std::vector<Evaluator::Fault> faults() const;

  [[nodiscard]] bool stuck(const State& state, int seat) const;
  /// Sets `over` if play has ended after a move of `mover`.
  void settle(State& state, int mover) const;

 private:
  const Rules& rules_;
  void keep(const std::vector<Evaluator::Fault>& found) const;

  mutable std::mutex mutex_;  // a game is played by several threads at once
  mutable std::vector<Evaluator::Fault> faults_;
};

}  // namespace banmen::rules
