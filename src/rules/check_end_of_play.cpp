// Whether play and moves end: a measure that every turn lowers, and passes of `repeat` that use something up.
#include <algorithm>

#include "rules/check_parts.hpp"

namespace banmen::rules {
namespace {

/// One that rises is told by what is left of it.
std::string words_of(const Quantity& q, int sign) {
  if (sign > 0) return q.words;
  if (q.kind == Quantity::Kind::pieces && q.of < 0) return "empty sites";
  return q.words + " still to come";
}

bool relays_without_word(const Steps& steps, Place& where) {
  for (const Step& step : steps) {
    if (step.kind == Statement::Kind::sow && step.given[1] && step.endless == Step::Endless::unsaid) {
      where = step.place;
      return true;
    }
    for (const Steps& block : step.blocks)
      if (relays_without_word(block, where)) return true;
  }
  return false;
}

}  // namespace

long Measure::rank(const Rules& rules, const State& state) const {
  long rank = 0;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const Quantity& q = quantities[i];
    const long value = q.value(rules, state);
    const long left = std::clamp(signs[i] > 0 ? value - q.least : q.most - value, 0L, q.most - q.least);
    if (i > 0) rank = rank > unbounded / (q.most - q.least + 1) ? unbounded : rank * (q.most - q.least + 1);
    rank = std::min(unbounded, rank + left);
  }
  return rank;
}

long Measure::moves_left(const Rules& rules, const State& state) const {
  if (!found || state.over != 0) return found ? 0 : unbounded;
  const long left = rank(rules, state);
  return left > unbounded / times ? unbounded : std::min(unbounded, left * times + once);
}

long Measure::horizon(const Rules& rules, const State& state) const {
  if (!found || rolls || state.over != 0) return found && !rolls ? 0 : unbounded;
  const long left = rank(rules, state);
  if (lowering < 0) return left;
  // Until the lowering seat moves every move brings its turn nearer, and then something falls that outweighs a whole round.
  const long seats = rules.seat_count(), until = (lowering - state.seat + seats) % seats;
  return left > unbounded / seats ? unbounded : std::min(unbounded, left * seats + until);
}

Measure find_measure(const Rules& rules, const Effects& effects) {
  Measure out;
  const long seats = rules.seat_count();
  std::vector<const Way*> ways;
  bool again = false, passes = false, rolls = false;
  for (std::size_t s = 0; s < rules.turns.size(); ++s) {
    for (const Way& way : effects.ways[s]) {
      ways.push_back(&way);
      again = again || way.again;
    }
    passes = passes || rules.turns[s].pass;
    rolls = rolls || rules.turns[s].roll > 0;
  }
  const auto falls = falling(effects.quantities, ways);
  if (falls.empty()) return out;
  if (passes) {
    // A pass lowers nothing: only a game that ends when nobody can move has few of them in a row.
    const auto ends = [](const End& end) { return holds_when_stuck(end.when, true); };
    if (!ways.empty() || rolls || std::none_of(rules.ends.begin(), rules.ends.end(), ends)) return out;
    out.times = seats;
  } else if (!ways.empty()) {
    // It is enough that one seat lowers something whenever its turn comes.
    if (again) return out;
    const auto lowers = [&](const std::vector<Way>& own) {
      return std::none_of(own.begin(), own.end(),
                          [&](const Way& w) { return std::find(ways.begin(), ways.end(), &w) != ways.end(); });
    };
    const auto seat = std::find_if(effects.ways.begin(), effects.ways.end(), lowers);
    if (seat == effects.ways.end()) return out;
    out.lowering = static_cast<int>(seat - effects.ways.begin());
    out.times = seats;
    out.once = seats - 1;
  }
  out.rolls = rolls;
  if (rolls) {
    out.times *= 2;
    out.once = 2 * out.once + 1;
  }
  for (const Falling& f : falls) {
    out.quantities.push_back(effects.quantities[f.quantity]);
    out.signs.push_back(f.sign);
    out.words += (out.words.empty() ? "" : ", then ") + words_of(effects.quantities[f.quantity], f.sign);
  }
  out.found = true;
  return out;
}

void check_moves_end(const Case& c, const Played& played) {
  for (const Finding& finding : c.effects.findings)
    if (finding.kind == Finding::Kind::endless_repeat)
      c.messages.error(finding.place, "a move may be repeated without end",
                       "every pass must remove, place or use up something, or 'stop'");
  Place where;
  for (const Turn& turn : c.rules.turns)
    for (const Steps& block : turn.blocks)
      if (relays_without_word(block, where))
        c.messages.error(where, "a move may never end" + (played.endless.empty() ? "" : ": after " + played.endless),
                         "add 'endless: void', 'illegal' or 'forfeit'");
}

void check_end_of_play(const Case& c, const Facts& facts, const Played& played) {
  if (facts.measure.found) return;
  if (c.rules.repetition == File::Repetition::unsaid)
    c.messages.error({},
                     "play may go on for ever" +
                         (played.repeating.empty() ? ": nothing was found that every turn lowers" : ": " + played.repeating),
                     "add 'repetition: draw'");
  if (c.rules.repetition == File::Repetition::never && !played.repeating.empty())
    c.messages.error({}, "a position comes back: " + played.repeating,
                     "'repetition: never' promises that none does; say 'repetition: draw'");
}

}  // namespace banmen::rules
