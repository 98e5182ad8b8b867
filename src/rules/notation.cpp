#include "rules/notation.hpp"

#include <algorithm>

#include "rules/evaluate.hpp"

namespace banmen::rules {
namespace {

std::string written(const Rules& rules, const NotationPart& part, long value, Type type) {
  switch (type) {
    case Type::dirs: return direction_name(static_cast<int>(value));
    case Type::number: return std::to_string(value);
    case Type::piece: {
      std::string letter = rules.kinds[static_cast<std::size_t>(value)].letters[0];
      if (letter.size() == 1 && letter[0] >= 'A' && letter[0] <= 'Z') letter[0] = static_cast<char>(letter[0] - 'A' + 'a');
      return letter;
    }
    default: break;
  }
  const Board::Point& point = rules.board.point(static_cast<int>(value));
  if (part.of == NotationPart::Of::whole) return point.name;
  if (part.of == NotationPart::Of::row) return std::to_string(point.row);
  return column_name(point.column);
}

}  // namespace

std::string move_text(const Rules& rules, const std::vector<Note>& notes, const std::vector<std::string>& words) {
  std::string text;
  const auto values = [&](const NotationPart& part) {
    std::vector<Note> out;
    for (const Note& note : notes)
      if (std::find(part.slots.begin(), part.slots.end(), note.slot) != part.slots.end()) out.push_back(note);
    return out;
  };
  const auto& parts = rules.notation;
  bool written_any = false;
  for (std::size_t i = 0; i < parts.size();) {
    const auto here = values(parts[i]);
    const bool by_pass = !here.empty() && here[0].pass > 0;
    std::size_t end = i + 1;
    if (by_pass)
      while (end < parts.size()) {
        const auto other = values(parts[end]);
        if (!other.empty() && other[0].pass == 0) break;
        ++end;
      }
    const int passes = by_pass ? here.back().pass : 1;
    for (int pass = 1; pass <= passes; ++pass)
      for (std::size_t k = i; k < end; ++k)
        for (const auto& note : values(parts[k]))
          if (!by_pass || note.pass == pass) {
            // The separator of two parts is left out if the first has no value.
            if (k == 0 ? !rules.plain_notation : written_any) text += parts[k].before;
            text += written(rules, parts[k], note.value, rules.slot_types[static_cast<std::size_t>(note.slot)]);
            written_any = true;
          }
    i = end;
  }
  if (written_any) text += rules.notation_tail;
  for (const std::string& word : words) text += (text.empty() ? "" : ":") + word;
  return text.empty() ? "go" : text;
}

Figures throw_facts(const Rules& rules, const State& thrown) {
  const Turn& turn = rules.turns[static_cast<std::size_t>(thrown.seat)];
  View view(rules, thrown.seat, thrown.seat);
  const Evaluator look(rules, thrown, view);
  Figures facts;
  const auto tell = [&](const std::string& name, int slot, long value) {
    if (slot >= 0) view.slots[static_cast<std::size_t>(slot)] = value;
    facts.push_back({name, value});
  };
  tell(rules.slot_names[static_cast<std::size_t>(turn.roll_slot)], turn.roll_slot, thrown.rolled);
  for (const ThrowName& name : turn.throw_names) tell(name.name, name.slot, look.number(name.value));
  return facts;
}

MoveFacts::MoveFacts(const Rules& rules, const Effects& effects) {
  for (std::size_t q = 0; q < effects.quantities.size(); ++q)
    if (effects.quantities[q].kind == Quantity::Kind::pieces && effects.quantities[q].of < 0)
      for (const auto& ways : effects.ways)
        captures_ = captures_ || std::any_of(ways.begin(), ways.end(), [&](const Way& way) { return way.change[q].least < 0; });
  using Kind = Statement::Kind;
  flips_ = any_step(rules, [](const Step& step) { return step.kind == Kind::flip; });
  takes_ = any_step(rules, [](const Step& step) { return step.kind == Kind::take; });
  again_ = any_step(rules, [](const Step& step) { return step.kind == Kind::again; });
  relays_ = any_step(rules, [](const Step& step) { return relays(step) && step.endless != Step::Endless::illegal; });
}

Figures MoveFacts::of(const Rules& rules, const State& before, const State& after, long gained, bool endless) const {
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
  Figures facts;
  if (captures_) facts.push_back({"captured", gone - flipped});
  if (flips_) facts.push_back({"flipped", flipped});
  if (takes_) facts.push_back({"taken", gained});
  if (again_) facts.push_back({"again", after.over == 0 && after.seat == before.seat});
  if (relays_) facts.push_back({"endless", endless});
  return facts;
}

}  // namespace banmen::rules
