#include <algorithm>

#include "rules/resolver.hpp"

namespace banmen::rules {
namespace {

using SK = Statement::Kind;

/// Names with the same slot in both.
template <class Scope>
Scope common(const Scope& a, const Scope& b) {
  Scope out;
  for (const auto& [name, slot] : a)
    if (const auto other = b.find(name); other != b.end() && other->second == slot) out[name] = slot;
  return out;
}

}  // namespace

/// One slot for each name and type: alternatives that define a name share it.
int Resolver::new_slot(const std::string& name, Type type, const Place& place) {
  const auto names = all_names();
  if (scope_.contains(name))
    error(place, "'" + name + "' already has a value");
  else if (std::find(names.begin(), names.end(), name) != names.end())
    error(place, "'" + name + "' already means something else in this file");
  const auto [found, added] = slot_of_.try_emplace({name, type}, rules_.slots);
  if (added) {
    ++rules_.slots;
    rules_.slot_names.push_back(name);
    rules_.slot_types.push_back(type);
    const auto sets = std::count(rules_.slot_types.begin(), rules_.slot_types.end(), Type::set);
    if (rules_.slots > most_names)
      error(place, "'" + name + "' exceeds the limit of " + std::to_string(most_names) + " names");
    else if (type == Type::set && sets > most_named_sets)
      error(place, "'" + name + "' exceeds the limit of " + std::to_string(most_named_sets) + " names for sets");
  }
  return found->second;
}

int Resolver::site_slot(const std::string& name, const Place& place) {
  const auto found = scope_.find(name);
  if (found == scope_.end()) {
    if (!messages_.keeps(place)) return 0;
    std::vector<std::string> names;
    for (const auto& [known, slot] : scope_) names.push_back(known);
    const auto sets = all_names();
    const bool known = std::find(sets.begin(), sets.end(), name) != sets.end();
    error(place, "nothing called '" + name + "' was chosen before",
          known ? "write 'choose f in " + name + "' above, then 'f' here" : nearest_hint(name, {}, names));
    return 0;
  }
  if (rules_.slot_types[static_cast<std::size_t>(found->second)] != Type::site)
    error(place, "expected a site, but '" + name + "' is " + type_name(rules_.slot_types[static_cast<std::size_t>(found->second)]));
  return found->second;
}

int Resolver::kind_of(const std::string& name, const Place& place) {
  std::vector<std::string> names;
  for (const PieceKind& kind : rules_.kinds) names.push_back(kind.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  error(place, "there is no piece '" + name + "'", nearest_hint(name, {}, names));
  return 0;
}

Steps Resolver::block(const Block& statements) {
  Steps out;
  for (const Statement& s : statements) statement(s, out);
  return out;
}

void Resolver::name_choice(const Statement& s, Step& step) {
  step.slot = new_slot(s.name, step.type, s.name_place);
  scope_[s.name] = step.slot;
  if (std::find(choices_.begin(), choices_.end(), step.slot) == choices_.end()) choices_.push_back(step.slot);
}

void Resolver::choose(const Statement& s, Step& step) {
  const Expr& from = s.parts[0];
  if (from.kind == Kind::range) {
    step.type = Type::number;
    step.parts = {number(from.parts[0]), number(from.parts[1])};
  } else {
    Node options = expr(from);
    if (options.type == Type::dirs) {
      step.type = Type::dirs;
    } else {
      options = converted(std::move(options), Type::set, from);
      step.type = Type::site;
    }
    step.parts = {std::move(options), Node{}};
  }
  name_choice(s, step);
  const bool where = s.parts[1].kind != Kind::none;
  step.parts.push_back(where ? truth(s.parts[1]) : fixed_truth(true, s.place));
  step.given = {true, step.type == Type::number, where};
}

void Resolver::statement(const Statement& s, Steps& out) {
  Step step;
  step.kind = s.kind;
  step.place = s.place;
  const auto one = [&](Node node) { step.parts.push_back(std::move(node)); };
  switch (s.kind) {
    case SK::choose: choose(s, step); break;
    case SK::among:
      for (std::size_t i = 0; i < s.words.size(); ++i) step.kinds.push_back(kind_of(s.words[i], s.word_places[i]));
      step.type = Type::piece;
      name_choice(s, step);
      break;
    case SK::place:
      step.piece = kind_of(s.other, s.other_place);
      choose(s, step);
      if (step.type != Type::site) error(s.place, "'place' needs sites, not numbers or kinds of pieces");
      break;
    case SK::put: {
      const auto named = scope_.find(s.name);
      if (named != scope_.end() && rules_.slot_types[static_cast<std::size_t>(named->second)] == Type::piece) {
        step.piece = -2;
        step.other = named->second;
      } else {
        step.piece = kind_of(s.name, s.name_place);
      }
      one(set(s.parts[0]));
      break;
    }
    case SK::move:
      step.slot = site_slot(s.name, s.name_place);
      step.other = site_slot(s.other, s.other_place);
      break;
    case SK::remove:
    case SK::flip:
    case SK::take:
    case SK::carry: {
      const bool of_stones = s.kind == SK::remove && s.parts.size() == 2;
      rules_.has_stones = rules_.has_stones || of_stones || s.kind == SK::take || s.kind == SK::carry;
      for (const Expr& part : s.parts) one(of_stones && step.parts.empty() ? number(part) : set(part));
      break;
    }
    case SK::sow: {
      rules_.has_stones = true;
      if (rules_.board.kind() != Board::Kind::ring) error(s.place, "'sow' needs a ring", "for example: board ring 12");
      step.slot = site_slot(s.name, s.name_place);
      step.back = s.other == "back";
      step.given = {s.parts[0].kind != Kind::none, s.parts[1].kind != Kind::none};
      one(step.given[0] ? set(s.parts[0]) : none(s.place));
      one(step.given[1] ? truth(s.parts[1]) : none(s.place));
      if (!s.words.empty()) {
        std::string word = s.words[0];
        if (const auto value = values_.find(word); value != values_.end()) word = value->second;
        using Endless = Step::Endless;
        step.endless = word == "void"      ? Endless::none
                       : word == "illegal" ? Endless::illegal
                       : word == "forfeit" ? Endless::forfeit
                                           : Endless::unspecified;
        if (step.endless == Endless::unspecified)
          error(s.word_places[0], "expected 'void', 'illegal' or 'forfeit', got '" + word + "'");
      }
      rules_.forfeits = rules_.forfeits || step.endless == Step::Endless::forfeit;
      break;
    }
    case SK::set:
    case SK::add:
    case SK::mark:
    case SK::unmark:
    case SK::clear: {
      const bool counter = s.kind == SK::set || s.kind == SK::add;
      std::vector<std::string> names;
      if (counter)
        for (const Counter& c : rules_.counters) names.push_back(c.name);
      else
        names = rules_.marks;
      const auto found = std::find(names.begin(), names.end(), s.name);
      if (found == names.end())
        error(s.name_place, std::string(counter ? "there is no counter '" : "there are no marks '") + s.name + "'",
              nearest_hint(s.name, {}, names));
      else
        step.index = static_cast<int>(found - names.begin());
      if (s.kind != SK::clear) one(counter ? number(s.parts[0]) : set(s.parts[0]));
      break;
    }
    case SK::let: {
      Node value = expr(s.parts[0]);
      if (value.type == Type::piece) value = converted(std::move(value), Type::set, s.parts[0]);
      if (value.type == Type::truth) type_error(Type::set, value, s.parts[0]);
      if (value.type == Type::site && value.op != Op::slot) value.type = Type::set;  // it may be empty
      step.type = value.type;
      one(std::move(value));
      step.slot = new_slot(s.name, step.type, s.name_place);
      if (turn_ != nullptr) name_throw(s.name, step.parts[0], step.slot);
      scope_[s.name] = step.slot;
      break;
    }
    case SK::require: one(truth(s.parts[0])); break;
    case SK::roll: error(s.place, "'roll' must be the first statement of a turn"); break;
    case SK::again: break;
    case SK::stop:
      if (!in_repeat_) error(s.place, "'stop' is only allowed inside 'repeat'");
      break;
    case SK::condition: {
      one(truth(s.parts[0]));
      const Scope before = scope_;
      step.blocks.push_back(block(s.blocks[0]));
      const Scope after = scope_;
      scope_ = before;
      if (s.blocks.size() > 1) {
        step.blocks.push_back(block(s.blocks[1]));
        scope_ = common(after, scope_);
      }
      break;
    }
    case SK::either: {
      const Scope before = scope_;
      Scope all;
      for (std::size_t i = 0; i < s.blocks.size(); ++i) {
        scope_ = before;
        step.blocks.push_back(block(s.blocks[i]));
        all = i == 0 ? scope_ : common(all, scope_);
      }
      scope_ = all;
      step.words = s.words;
      break;
    }
    case SK::repeat: {
      step.slot = site_slot(s.name, s.name_place);
      step.or_stop = s.or_stop;
      const bool outer = std::exchange(in_repeat_, true);
      step.blocks.push_back(block(s.blocks[0]));
      in_repeat_ = outer;
      if (outer) error(s.place, "a 'repeat' can't be inside another 'repeat'");
      step.other = site_slot(s.other, s.other_place);
      break;
    }
  }
  out.push_back(std::move(step));
}

}  // namespace banmen::rules
