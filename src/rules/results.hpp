// What a game pays at all.
#pragma once

#include <algorithm>

#include "rules/meaning.hpp"

namespace banmen::rules {

/// Whether a move may gain something on the way.
inline bool takes(const Steps& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    return step.kind == Statement::Kind::take || step.endless == Step::Endless::forfeit ||
           std::any_of(step.blocks.begin(), step.blocks.end(), takes);
  });
}
inline bool takes(const Rules& rules) {
  return std::any_of(rules.turns.begin(), rules.turns.end(), [](const Turn& turn) {
    return std::any_of(turn.blocks.begin(), turn.blocks.end(), [](const Steps& steps) { return takes(steps); });
  });
}

constexpr bool is_decision(Outcome::Kind kind) {
  return kind == Outcome::Kind::wins || kind == Outcome::Kind::loses || kind == Outcome::Kind::draw;
}
/// Won, lost or drawn, and nothing taken on the way: every seat gets 1, -1 or nothing.
inline bool ends_in_decisions(const Rules& rules) {
  return !takes(rules) &&
         std::all_of(rules.ends.begin(), rules.ends.end(), [](const End& end) { return is_decision(end.result.kind); });
}

/// The number of the first rule of `sure` that holds, or -1: one expression, so that what two rules count is counted once.
inline Node rule_that_is_sure(const Rules& rules) {
  const auto plain = [](long number) {
    Node node;
    node.op = Node::Op::number;
    node.type = Type::number;
    node.number = number;
    return node;
  };
  Node out = plain(-1);
  for (std::size_t r = rules.sure.size(); r-- > 0;) {
    Node one;
    one.op = Node::Op::choice;
    one.type = Type::number;
    one.place = rules.sure[r].place;
    one.parts = {rules.sure[r].when, plain(static_cast<long>(r)), std::move(out)};
    out = std::move(one);
  }
  return out;
}

/// What a rule of `sure` gives each seat while this one is to move.
inline void pay_what_is_sure(const Rules& rules, int rule, int to_move, std::int32_t* out) {
  const Award& result = rules.sure[static_cast<std::size_t>(rule)].result;
  if (result.kind == Outcome::Kind::draw) return;
  const int seats = rules.seat_count(), me = (to_move + seats - 1) % seats;
  const Who& who = result.who;
  const int chosen = who.kind == Who::Kind::seat      ? who.number
                     : who.kind == Who::Kind::to_move ? to_move
                                                      : (me + who.number) % seats;
  const std::int32_t sign = result.kind == Outcome::Kind::wins ? 1 : -1;
  const auto side = [&](int seat) { return rules.side[static_cast<std::size_t>(seat)]; };
  for (int seat = 0; seat < seats; ++seat) out[seat] = side(seat) == side(chosen) ? sign : -sign;
}

}  // namespace banmen::rules
