#include "rules/last_move.hpp"

#include <algorithm>

namespace banmen::rules {
namespace {

using Kind = Statement::Kind;

template <class Test>
bool some(const Steps& steps, const Test& test) {
  return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
    return test(step) || std::any_of(step.blocks.begin(), step.blocks.end(), [&](const Steps& block) { return some(block, test); });
  });
}

}  // namespace

MoveFacts::MoveFacts(const Rules& rules, const Effects& effects) {
  for (std::size_t q = 0; q < effects.quantities.size(); ++q)
    if (effects.quantities[q].kind == Quantity::Kind::pieces && effects.quantities[q].of < 0)
      for (const auto& ways : effects.ways)
        captures_ = captures_ || std::any_of(ways.begin(), ways.end(), [&](const Way& way) { return way.change[q].least < 0; });
  for (const Turn& turn : rules.turns)
    for (const Steps& block : turn.blocks) {
      flips_ = flips_ || some(block, [](const Step& step) { return step.kind == Kind::flip; });
      takes_ = takes_ || some(block, [](const Step& step) { return step.kind == Kind::take; });
      again_ = again_ || some(block, [](const Step& step) { return step.kind == Kind::again; });
      relays_ = relays_ || some(block, [](const Step& step) {
                  return step.kind == Kind::sow && step.given[1] && step.endless != Step::Endless::illegal;
                });
    }
}

std::string MoveFacts::lines(const Rules& rules, const State& before, const State& after, long gained, bool endless) const {
  const auto side_of = [&](int code) { return code < 0 ? -1 : rules.codes[static_cast<std::size_t>(code)].side; };
  const int mine = rules.side[static_cast<std::size_t>(before.seat)];
  long flipped = 0, gone = 0;
  for (std::size_t s = 0; s < before.piece.size(); ++s) {
    const int was = before.piece[s], is = after.piece[s];
    const bool theirs = side_of(was) >= 0 && side_of(was) != mine;
    gone += theirs;
    gone -= side_of(is) >= 0 && side_of(is) != mine;
    flipped += flips_ && theirs && side_of(is) == mine &&
               rules.codes[static_cast<std::size_t>(was)].kind == rules.codes[static_cast<std::size_t>(is)].kind;
  }
  std::string out;
  const auto line = [&](const char* name, const std::string& value) {
    out += (out.empty() ? "" : "\n") + std::string(name) + "=" + value;
  };
  if (captures_) line("captured", std::to_string(gone - flipped));
  if (flips_) line("flipped", std::to_string(flipped));
  if (takes_) line("taken", std::to_string(gained));
  if (again_) line("again", after.over == 0 && after.seat == before.seat ? "true" : "false");
  if (relays_) line("endless", endless ? "true" : "false");
  return out;
}

}  // namespace banmen::rules
