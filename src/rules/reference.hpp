// The reference interpreter of a game: statement by statement on copies of the position, no cleverness. What everything else is
// held against.
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

/// While one lives, the reference interpreter of this thread runs at most so many statements. Then it breaks off: what it has found
/// is not all.
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
  Place place;     // of its first statement, or of the `either` where it has none
  int number = 0;  // which of its place it is, from 0
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
  std::vector<Type> types;  // … and of what kind each is; a number: also which alternative, or that a `repeat` stops
  std::string text;
  std::vector<Note> notes;                // what was chosen or named
  std::vector<std::string> words;         // of alternatives
  std::vector<Alternative> alternatives;  // that it takes
  State after;
  std::vector<long> gains;
  bool pass = false;
  bool endless = false;
};

/// All stones of a hole, one on each of the others.
struct Scattering {
  int from;
  std::vector<int> over;
};

/// What one statement of a move did, for pictures of it.
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
  // Of an endless one, whose last deed is a sowing: from this sowing on so many repeat for ever, so many holes further each time.
  std::size_t loop_from = 0, loop_period = 0;
  int loop_shift = 0;
};

class Reference {
 public:
  explicit Reference(const Rules& rules) : rules_(rules) {}

  [[nodiscard]] State initial() const;
  [[nodiscard]] Seat turn(const State& state) const;
  /// In the order of the page of the language. Outcomes of a die where chance is to act.
  [[nodiscard]] std::vector<ReferenceMove> moves(const State& state) const;
  /// How a move goes that has made these choices and is written so; nothing where there is none, or where its sowings are too many
  /// to be told.
  [[nodiscard]] std::optional<Course> course(const State& state, const std::vector<Note>& choices, const std::string& text) const;
  /// What each seat gets in a position that is over, beside what was taken on the way.
  [[nodiscard]] std::vector<long> payoff(const State& state) const;
  [[nodiscard]] long score(const State& state, int seat) const;  // 0 where the file has none
  [[nodiscard]] long value(const State& state, int seat) const;
  /// Which rule of `sure` holds in a position that is not over, as if the seat before had just moved; -1: none.
  [[nodiscard]] int sure(const State& state) const;

  [[nodiscard]] std::string text(const State& state) const;
  [[nodiscard]] Result<State> read(std::string_view text) const;
  /// The same for who finds out by himself, and faster, whether a position is over as it is read: what he found, and whether to
  /// look.
  [[nodiscard]] std::string text(const State& state, int over_as_read) const;
  [[nodiscard]] Result<State> read(std::string_view text, bool& unsettled) const;

  [[nodiscard]] Result<void> not_too_many(const State& state) const;  // pieces, for a position that was read

  /// Faults met so far (an index of two sites, a division by 0), the first of each place.
  [[nodiscard]] std::vector<Evaluator::Fault> faults() const;

  [[nodiscard]] bool stuck(const State& state, int seat) const;
  /// Looks whether play is over after `mover` has moved.
  void settle(State& state, int mover) const;

 private:
  const Rules& rules_;
  void keep(const std::vector<Evaluator::Fault>& found) const;

  mutable std::mutex mutex_;  // a game is played by several threads at once
  mutable std::vector<Evaluator::Fault> faults_;
};

}  // namespace banmen::rules
