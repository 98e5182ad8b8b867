// Checks of results: a seat without a move must get one; rules that never hold are reported.
#include <algorithm>

#include "rules/check_parts.hpp"

namespace banmen::rules {
namespace {

using Op = Node::Op;
using SK = Statement::Kind;

/// Compares two expressions seen by different seats. Seats are counted from the one that has just moved; `offset` is the viewing
/// seat.
class SameSets {
 public:
  explicit SameSets(const Rules& rules) : rules_(rules) {}

  bool same(const Node& a, int a_offset, const Node& b, int b_offset) {
    if (a.op == Op::as_seat && a.who.kind == Who::Kind::ahead) return same(a.parts[0], a_offset + a.who.number, b, b_offset);
    if (b.op == Op::as_seat && b.who.kind == Who::Kind::ahead) return same(a, a_offset, b.parts[0], b_offset + b.who.number);
    if (a.op == Op::as_seat && b.op == Op::as_seat && a.who.kind == b.who.kind && a.who.kind == Who::Kind::bound)
      return same(a.parts[0], a_offset, b.parts[0], b_offset);
    if (b.op == Op::as_seat && b.who.kind == Who::Kind::bound)
      return same(a, a_offset, b.parts[0], a_offset);  // `of any` includes that seat
    if (a.op == Op::as_seat && a.who.kind == Who::Kind::bound) return false;
    const int seats = rules_.seat_count();
    const bool one_view = (a_offset - b_offset) % seats == 0;
    if (a.op == Op::owned && b.op == Op::owned && a.index == b.index) {
      if (one_view) return a.number == b.number;
      return seats == 2 && rules_.sides == 2 && a.number != b.number;
    }
    if (a.op != b.op || a.parts.size() != b.parts.size() || a.number != b.number) return false;
    if (a.op == Op::slot || a.op == Op::let_in || a.op == Op::those) {
      if (a.op != Op::slot) slots_.emplace_back(a.index, b.index);
      if (a.op == Op::slot && a.index != b.index &&
          std::find(slots_.begin(), slots_.end(), std::pair(a.index, b.index)) == slots_.end())
        return false;
    } else if (a.index != b.index) {
      return false;
    }
    if (!one_view) {
      const bool looks = a.op == Op::facing || a.op == Op::leading || a.op == Op::hand ||
                         (a.op == Op::fixed && a.sets.size() > 1) ||
                         (a.op == Op::counter && rules_.counters[static_cast<std::size_t>(a.index)].each);
      if (looks) return false;
    }
    if (a.sets != b.sets) return false;
    if (a.who.kind != b.who.kind || a.who.number != b.who.number) return false;
    for (std::size_t i = 0; i < a.parts.size(); ++i)
      if (!same(a.parts[i], a_offset, b.parts[i], b_offset)) return false;
    return true;
  }

 private:
  const Rules& rules_;
  std::vector<std::pair<int, int>> slots_;
};

bool can_fail(const Rules& rules, const Steps& steps);

bool can_fail(const Rules& rules, const Step& step) {
  switch (step.kind) {
    case SK::choose:
      if (step.type == Type::number && !step.given[2]) {
        const Foresight see(rules, 0);
        return see.range(step.parts[0]).most > see.range(step.parts[1]).least;
      }
      return true;
    case SK::place:
    case SK::require:
    case SK::repeat: return true;
    case SK::sow: return step.endless == Step::Endless::illegal;
    case SK::either: return std::all_of(step.blocks.begin(), step.blocks.end(), [&](const Steps& b) { return can_fail(rules, b); });
    case SK::condition:
      return std::any_of(step.blocks.begin(), step.blocks.end(), [&](const Steps& b) { return can_fail(rules, b); });
    default: return false;
  }
}

bool can_fail(const Rules& rules, const Steps& steps) {
  return std::any_of(steps.begin(), steps.end(), [&](const Step& s) { return can_fail(rules, s); });
}

/// The only statement of the block that can fail, if it is a choice of a site.
const Step* only_obstacle(const Rules& rules, const Steps& steps) {
  const Step* found = nullptr;
  for (const Step& step : steps) {
    if (!can_fail(rules, step)) continue;
    const bool from_hand = step.kind == SK::place && rules.kinds[static_cast<std::size_t>(step.piece)].has_hand;
    if (found || (step.kind != SK::choose && step.kind != SK::place) || step.type != Type::site || from_hand) return nullptr;
    found = &step;
  }
  return found;
}

/// If X has a site, so has `X - near(X, D)`, as D leads off the board in the end.
const Node& core_of(const Rules& rules, const Node& set, SameSets same) {
  const Board::Kind kind = rules.board.kind();
  if (set.op != Op::subtract || set.parts[1].op != Op::near || kind == Board::Kind::ring || kind == Board::Kind::graph) return set;
  const Node& near = set.parts[1];
  if (near.parts[1].op != Op::dirs || near.parts[1].index == -2 || !same.same(set.parts[0], 0, near.parts[0], 0)) return set;
  const auto way = static_cast<Dirs>(near.parts[1].number);
  return way != 0 && (way & (way - 1)) == 0 ? set.parts[0] : set;
}

/// True if the rule holds whenever the seat at `offset` has no option there.
bool holds_without(const Rules& rules, const Node& rule, const Step& obstacle, int offset) {
  if (rule.op == Op::either)
    return holds_without(rules, rule.parts[0], obstacle, offset) || holds_without(rules, rule.parts[1], obstacle, offset);
  if (rule.op == Op::any_seat) return holds_without(rules, rule.parts[0], obstacle, offset);
  const Node& from = core_of(rules, obstacle.parts[0], SameSets(rules));
  const Node& where = obstacle.parts[2];
  if (!obstacle.given[2] && rule.op == Op::negation && rule.parts[0].op == Op::some)
    return SameSets(rules).same(from, offset, rule.parts[0].parts[0], 0);
  // choose h in X where stones(h) > 0: without an option there are no stones on X.
  const bool with_stones = obstacle.given[2] && where.op == Op::less && where.parts[0].op == Op::number &&
                           where.parts[0].number == 0 && where.parts[1].op == Op::stones &&
                           where.parts[1].parts[0].op == Op::slot && where.parts[1].parts[0].index == obstacle.slot;
  if (with_stones && rule.op == Op::equal)
    for (std::size_t i = 0; i < 2; ++i) {
      const Node &zero = rule.parts[i], *of = &rule.parts[1 - i];
      if (zero.op != Op::number || zero.number != 0) continue;
      int seen = 0;
      if (of->op == Op::as_seat && of->who.kind == Who::Kind::ahead) seen = std::exchange(of, &of->parts[0])->who.number;
      if (of->op == Op::as_seat && of->who.kind == Who::Kind::bound) {
        of = &of->parts[0];
        seen = offset;
      }
      if (of->op == Op::stones) return SameSets(rules).same(from, offset, of->parts[0], seen);
    }
  return false;
}

/// The operands of a conjunction.
void conjuncts(const Node& node, std::vector<const Node*>& out) {
  if (node.op == Op::both)
    for (const Node& part : node.parts) conjuncts(part, out);
  else
    out.push_back(&node);
}

std::string line_of(const Place& place) { return "line " + std::to_string(place.line); }

}  // namespace

bool holds_when_stuck(const Node& c, bool everyone) {
  switch (c.op) {
    case Op::truth: return c.number != 0;
    case Op::stuck: return c.who.kind == Who::Kind::to_move || c.who.kind == Who::Kind::bound || everyone;
    case Op::either: return holds_when_stuck(c.parts[0], everyone) || holds_when_stuck(c.parts[1], everyone);
    case Op::both: return holds_when_stuck(c.parts[0], everyone) && holds_when_stuck(c.parts[1], everyone);
    case Op::any_seat: return holds_when_stuck(c.parts[0], everyone);
    default: return false;
  }
}

bool always_playable(const Rules& rules, const Turn& turn) {
  if (turn.roll > 0) return true;
  // A move with the text `pass` does not count; one without choices is written with the words of its alternatives.
  const auto free = [&](const Steps& steps, auto&& self) -> bool {
    for (const Step& step : steps) {
      if (step.kind == SK::either) {
        const auto good = [&](std::size_t i) { return !can_fail(rules, step.blocks[i]) && step.words[i] != "pass"; };
        bool any = false;
        for (std::size_t i = 0; i < step.blocks.size(); ++i) any = any || (good(i) && self(step.blocks[i], self));
        if (!any) return false;
      } else if (can_fail(rules, step)) {
        return false;
      }
    }
    return true;
  };
  return std::any_of(turn.blocks.begin(), turn.blocks.end(), [&](const Steps& b) { return free(b, free); });
}

bool result_is_certain(const Rules& rules) {
  if (std::any_of(rules.ends.begin(), rules.ends.end(), [](const End& end) { return holds_when_stuck(end.when, false); })) {
    // This does not cover a seat that can't move after a roll.
    if (std::all_of(rules.turns.begin(), rules.turns.end(), [](const Turn& t) { return t.roll == 0; })) return true;
  }
  const bool again = any_step(rules, [](const Step& step) { return step.kind == SK::again; });
  return std::all_of(rules.turns.begin(), rules.turns.end(), [&](const Turn& turn) {
    if (turn.pass || std::any_of(turn.blocks.begin(), turn.blocks.end(), [&](const Steps& b) { return !can_fail(rules, b); }))
      return true;
    if (turn.roll > 0) return false;
    return std::any_of(turn.blocks.begin(), turn.blocks.end(), [&](const Steps& block) {
      const Step* obstacle = only_obstacle(rules, block);
      if (!obstacle) return false;
      return std::any_of(rules.ends.begin(), rules.ends.end(), [&](const End& end) {
        return holds_without(rules, end.when, *obstacle, 1) && (!again || holds_without(rules, end.when, *obstacle, 0));
      });
    });
  });
}

void check_results(const Case& c, const Played& played) {
  if (result_is_certain(c.rules)) return;
  const Place& end = c.reading.file.end_place;
  for (const Turn& turn : c.rules.turns)
    if (turn.roll > 0 && !turn.pass) {
      c.messages.error(turn.place, "a seat may have no move after its roll", "add 'else pass'");
      return;
    }
  if (!played.stranded.empty())
    c.messages.error(end, "no result: a seat has no move " + played.stranded + ", and no rule of 'end' holds",
                     "add 'when next stuck: …'");
  else
    c.messages.warn(end, "no result: a seat may have no move, and no rule of 'end' is sure to hold then",
                    "add 'when next stuck: …'");
}

void check_never_true(const Case& c) {
  const Rules& rules = c.rules;
  const auto& written = c.reading.file.end;
  const bool never_stuck =
      std::all_of(rules.turns.begin(), rules.turns.end(), [&](const Turn& t) { return always_playable(rules, t); });
  const bool all_pass = std::all_of(rules.turns.begin(), rules.turns.end(), [](const Turn& t) { return t.pass; });
  for (std::size_t r = 0; r < rules.ends.size(); ++r) {
    const Node& when = rules.ends[r].when;
    const Place& place = written[r].when.place;
    std::vector<const Node*> parts;
    conjuncts(when, parts);
    for (const Node* part : parts) {
      if (part->op != Op::stuck) continue;
      if (never_stuck)
        c.messages.warn(part->place, "never true: nobody is ever stuck, since the turn on " + line_of(rules.turns[0].place) +
                                         " always has a move");
      else if (all_pass && parts.size() == 1 && part->who.kind == Who::Kind::to_move)
        c.messages.warn(
            part->place,
            "this ends the game before anybody can pass, which the turn on " + line_of(rules.turns[0].place) + " allows",
            "did you mean 'everyone stuck'?");
    }
    bool always = true, never = true;
    for (int seat = 0; seat < rules.seat_count(); ++seat) {
      const auto truth = Foresight(rules, seat).truth(when);
      always = always && truth == true;
      never = never && truth == false;
    }
    if (c.names_parameter(written[r].when)) continue;
    if (never) c.messages.warn(place, "never true");
    if (always && r + 1 < rules.ends.size())
      c.messages.warn(written[r + 1].place, "never used: the rule on " + line_of(place) + " always holds");
    for (std::size_t above = 0; above < r; ++above)
      if (std::any_of(parts.begin(), parts.end(),
                      [&](const Node* part) { return SameSets(rules).same(rules.ends[above].when, 0, *part, 0); }))
        c.messages.warn(place, "never true: the rule on " + line_of(written[above].place) + " has ended the game already");
  }
  // An alternative that no seat can ever take.
  const auto seats_of = [&](const Place& turn) {
    return std::count_if(rules.turns.begin(), rules.turns.end(), [&](const Turn& t) { return t.place == turn; });
  };
  for (const Finding& finding : c.effects.findings) {
    if (finding.kind != Finding::Kind::unreachable) continue;
    const auto same = [&](const Finding& f) { return f.kind == finding.kind && f.place == finding.place; };
    const auto found = std::count_if(c.effects.findings.begin(), c.effects.findings.end(), same);
    if (found == seats_of(rules.turns[static_cast<std::size_t>(finding.seat)].place))
      c.messages.warn(finding.place, "never used: no move can take this alternative");
  }
}

}  // namespace banmen::rules
