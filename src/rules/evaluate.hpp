// The reference interpreter of expressions: site by site, as the page of the language says it.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/meaning.hpp"

namespace banmen::rules {

/// What an expression may look at besides the position.
struct View {
  View() = default;
  View(const Rules& rules, int seat, int next)
      : me(seat), to_move(next), slots(static_cast<std::size_t>(rules.slots), -1), set_slots(slots.size()) {}

  int me = 0;                  // the seat that looks
  int to_move = 0;             // whose turn it is now, for rules of the end
  int bound = 0;               // where a quantifier over seats stands
  std::vector<long> slots;     // sites, numbers, directions, kinds
  std::vector<Set> set_slots;  // where a name stands for a set
  int last = -1;               // where the last stone fell
  bool last_was_empty = false;
};

class Evaluator {
 public:
  Evaluator(const Rules& rules, const State& state, View& view) : rules_(rules), state_(state), view_(view) {}

  [[nodiscard]] Set set(const Node& node) const;
  [[nodiscard]] Dirs dirs(const Node& node) const;
  [[nodiscard]] long number(const Node& node) const;
  [[nodiscard]] bool truth(const Node& node) const;
  /// The only site of a set. None or several: -1, and `fault` says so.
  [[nodiscard]] int site(const Node& node) const;

  /// Something that the page of the language forbids was met: what, and where in the text.
  struct Fault {
    std::string what;
    Place place;
  };
  mutable std::vector<Fault> faults;

 private:
  template <class Visit>
  void each_ray(const Set& from, Dirs dirs, Visit visit) const;
  template <class Body>
  auto with_let(const Node& let, Body body) const;
  /// What every type of value may be: one of two, seen by another seat, or below a let.
  template <class Value>
  Value inner(const Node& node, Value (Evaluator::*of)(const Node&) const) const;
  /// Directions that a function takes; all of the board where none are given.
  [[nodiscard]] Dirs ways(const Node& node) const { return node.index == -2 ? rules_.board.all_directions() : dirs(node); }

  const Rules& rules_;
  const State& state_;
  View& view_;
};

/// Whether the seat, were it its turn, had nothing but a pass. Defined with the moves of the reference interpreter.
bool is_stuck(const Rules& rules, const State& state, int seat, std::vector<Evaluator::Fault>& faults);

}  // namespace banmen::rules
