// The reference interpreter of expressions: site by site, as the language page defines them.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/meaning.hpp"

namespace banmen::rules {

/// Inputs of an expression besides the position.
struct View {
  View() = default;
  View(const Rules& rules, int seat, int next)
      : me(seat), to_move(next), slots(static_cast<std::size_t>(rules.slots), -1), set_slots(slots.size()) {}

  int me = 0;                  // the viewing seat
  int to_move = 0;             // the seat to move, for rules of `end`
  int bound = 0;               // the present seat of a quantifier
  std::vector<long> slots;     // sites, numbers, directions, kinds
  std::vector<Set> set_slots;  // of names of sets
  int last = -1;               // the site of the last stone sown
  bool last_was_empty = false;
};

class Evaluator {
 public:
  Evaluator(const Rules& rules, const State& state, View& view) : rules_(rules), state_(state), view_(view) {}

  [[nodiscard]] Set set(const Node& node) const;
  [[nodiscard]] Dirs dirs(const Node& node) const;
  [[nodiscard]] long number(const Node& node) const;
  [[nodiscard]] bool truth(const Node& node) const;
  /// The only site of a set. If it has none or several: -1, and a fault.
  [[nodiscard]] int site(const Node& node) const;

  /// An error at run time that the language forbids.
  struct Fault {
    std::string what;
    Place place;
    bool harmless = false;  // a seat that may stop has no room to continue
  };
  mutable std::vector<Fault> faults;

 private:
  template <class Visit>
  void each_ray(const Set& from, Dirs dirs, Visit visit) const;
  template <class Body>
  auto with_let(const Node& let, Body body) const;
  /// The operators that every type has: choice, another seat's view, let.
  template <class Value>
  Value inner(const Node& node, Value (Evaluator::*of)(const Node&) const) const;
  /// The directions given to a function; all of the board by default.
  [[nodiscard]] Dirs ways(const Node& node) const { return node.index == -2 ? rules_.board.all_directions() : dirs(node); }

  const Rules& rules_;
  const State& state_;
  View& view_;
};

/// True if the seat, were it to move, had nothing but a pass. Defined with the moves of the reference interpreter.
bool is_stuck(const Rules& rules, const State& state, int seat, std::vector<Evaluator::Fault>& faults);

}  // namespace banmen::rules
