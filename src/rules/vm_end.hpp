// The end of play and its payoff.
#pragma once

#include "rules/vm.hpp"

namespace banmen::rules {

template <int W>
void Vm<W>::settle_after(std::uint8_t* p, int mover, bool can) const {
  const int seat = p[layout_.seat];
  Env env(p);
  const auto moved = static_cast<std::size_t>(2 * mover + (seat != mover || seats_ == 1));
  // Shortcut for programs that are a single question.
  const auto holds = [&](const Program& program) {
    if (program.steps.size() == 1) {
      const Instruction& only = program.steps[0];
      if (only.what == Do::everyone_stuck) return !can && everyone_stuck(p, only.number);
      if (only.what == Do::stuck && only.number == seat) {
        can = can || !stuck(p, seat);
        return !can;
      }
    }
    return truth(program, env);
  };
  for (std::size_t r = 0; r < code_.ends.size(); ++r)
    if (holds(code_.ends[r].when[moved])) {
      p[layout_.over] = static_cast<std::uint8_t>(3 + 2 * r);
      if (mover == seat && seats_ > 1) {
        std::int32_t plain[8], by_again[8];
        payoff(p, plain);
        ++p[layout_.over];
        payoff(p, by_again);
        if (std::equal(plain, plain + seats_, by_again)) --p[layout_.over];
      }
      return;
    }
  const CompiledTurn& turn = code_.turns[static_cast<std::size_t>(seat)];
  if (turn.roll > 0 || turn.pass || can) return;
  if (!can_move(p, seat, true)) p[layout_.over] = 1;
}

template <int W>
void Vm<W>::payoff(const std::uint8_t* p, std::int32_t* out) const {
  for (int s = 0; s < seats_; ++s) out[s] = 0;
  const int how = p[layout_.over];
  if (how == 2 && rules_.forfeits)
    for (std::size_t s = 0; s < layout_.bit_of.size(); ++s) out[p[layout_.seat]] += stones(p, s);
  if (how < 3) return;
  const auto rule = static_cast<std::size_t>((how - 3) / 2);
  const int seat = p[layout_.seat];
  const int mover = how % 2 == 0 ? seat : (seat + seats_ - 1) % seats_;
  Env env(p);
  const auto of = [&](int s) { return static_cast<std::int32_t>(number(code_.ends[rule].number[eyes(s, seat)], env)); };
  const auto side = [&](int s) { return rules_.side[static_cast<std::size_t>(s)]; };
  const Award& result = rules_.ends[rule].result;
  switch (result.kind) {
    case Outcome::Kind::draw: break;
    case Outcome::Kind::wins:
    case Outcome::Kind::loses: {
      const Who& who = result.who;
      const int chosen = who.kind == Who::Kind::seat      ? who.number
                         : who.kind == Who::Kind::to_move ? seat
                                                          : (mover + who.number) % seats_;
      const std::int32_t sign = result.kind == Outcome::Kind::wins ? 1 : -1;
      for (int s = 0; s < seats_; ++s) out[s] = side(s) == side(chosen) ? sign : -sign;
      break;
    }
    case Outcome::Kind::difference:
      for (int s = 0; s < seats_; ++s) {
        int other = 0;
        while (side(other) == side(s)) ++other;
        out[s] = of(s) - of(other);
      }
      break;
    case Outcome::Kind::rank: {
      std::int32_t x[8];
      for (int s = 0; s < seats_; ++s) x[s] = of(s);
      for (int s = 0; s < seats_; ++s) {
        out[s] = -1;
        for (int t = 0; t < seats_; ++t) out[s] -= x[t] > x[s];
      }
      break;
    }
    case Outcome::Kind::gains:
      for (int s = 0; s < seats_; ++s) out[s] = of(s);
      break;
  }
}

template <int W>
std::int32_t Vm<W>::value(const std::uint8_t* p, int seat) const {
  Env env(p);
  return code_.value.empty() ? 0 : static_cast<std::int32_t>(number(code_.value[eyes(seat, p[layout_.seat])], env));
}

template <int W>
int Vm<W>::sure(const std::uint8_t* p) const {
  Env env(p);
  return code_.sure.empty() || p[layout_.over] != 0 ? -1 : static_cast<int>(number(code_.sure[p[layout_.seat]], env));
}

}  // namespace banmen::rules
