#include "rules/text_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/text.hpp"
#include "rules/check_parts.hpp"
#include "rules/meaning.hpp"
#include "rules/resolve.hpp"

namespace banmen::rules {

std::vector<Parameter> schema_of(const File& file) {
  std::vector<Parameter> schema;
  for (const ParamSection& p : file.params) {
    Parameter out;
    switch (p.kind) {
      case ParamSection::Kind::number:
        out = Parameter::integer(p.name, std::stol(p.fallback), p.least, p.most, p.help);
        out.step = static_cast<double>(p.step);
        break;
      case ParamSection::Kind::flag: out = Parameter::flag(p.name, p.fallback == "true", p.help); break;
      case ParamSection::Kind::choice:
        out = Parameter::choice(p.name, p.choices, p.help);
        out.fallback = p.fallback;
        break;
    }
    schema.push_back(std::move(out));
  }
  return schema;
}

Error first_error(const Reading& reading, const std::vector<Message>& messages) {
  Error error;
  std::size_t errors = 0;
  for (const Message& m : messages) {
    if (m.warning || errors++ > 0) continue;
    error.what = m.what;
    error.hint = m.hint;
    error.line = m.place.line;
    error.column = m.place.column;
    error.where = reading.texts.empty() ? "" : reading.texts[static_cast<std::size_t>(m.place.file)].name;
  }
  if (errors > 1) error.what += " (and " + std::to_string(errors - 1) + (errors == 2 ? " more error)" : " more errors)");
  return error;
}

Result<std::shared_ptr<const TextGame>> TextGame::make(const Reading& reading, const Values& values, std::string name,
                                                       bool by_reference) {
  ParamValues given;
  for (const ParamSection& p : reading.file.params) given.emplace_back(p.name, values.text(p.name));
  Messages messages;
  auto rules = resolve(reading, given, messages);
  if (!rules) return fail(first_error(reading, messages.sorted()));
  auto made = std::shared_ptr<TextGame>(new TextGame(std::move(*rules), std::move(name)));
  const MoveBound bound = move_bound(made->rules_);
  const auto capacity = static_cast<std::uint32_t>(bound.capacity());
  if (check_limits(reading, made->rules_, bound, messages))
    made->interpreter_ =
        by_reference ? make_reference_interpreter(made->rules_, capacity) : make_vm(made->rules_, messages, capacity);
  if (!made->interpreter_) return fail(first_error(reading, messages.sorted()));
  const Effects effects = effects_of(made->rules_);
  made->measure_ = find_measure(made->rules_, effects);
  made->images_ = std::make_unique<const Images>(made->rules_, *made->interpreter_, capacity, symmetries_of(made->rules_));
  made->facts_ = std::make_unique<const MoveFacts>(made->rules_, effects);
  made->stamp_ = fmt::format("{:016x}", meaning_hash(reading));
  made->fill_traits(capacity);
  return made;
}

void TextGame::fill_traits(std::uint32_t move_capacity) {
  const auto any_turn = [&](const auto& test) { return std::any_of(rules_.turns.begin(), rules_.turns.end(), test); };
  const bool passes = any_turn([](const Turn& turn) { return turn.pass; });
  functions_ = interpreter_->functions();
  if (passes) functions_.is_pass = [](const void*, std::uint64_t move) -> int { return move == Interpreter::pass_move; };
  traits_.position_size = static_cast<std::uint32_t>(interpreter_->layout().size);
  traits_.players = rules_.seat_count();
  traits_.move_capacity = move_capacity;
  traits_.symmetries = static_cast<std::uint32_t>(images_->count());
  traits_.has_scene = true;
  ends_in_decisions_ = rules_.sides == 2 && ends_in_decisions(rules_);
  // Payoffs of `rank` and `each gains`, and gains on the way, are each seat's own.
  const bool shared = !takes(rules_) && std::none_of(rules_.ends.begin(), rules_.ends.end(), [](const End& end) {
    return end.result.kind == Outcome::Kind::gains || end.result.kind == Outcome::Kind::rank;
  });
  traits_.zero_sum = shared && rules_.seat_count() == 2 && rules_.sides == 2;
  CapabilitySet& can = traits_.capabilities;
  can.add(Capability::chance, any_turn([](const Turn& turn) { return turn.roll > 0; }));
  can.add(Capability::loopy, rules_.repetition == File::Repetition::draw || any_step(rules_, relays));
  can.add(Capability::symmetric, images_->count() > 1);
  can.add(Capability::team, shared && !rules_.teams.empty());
  can.add(Capability::sampled);
  can.add(Capability::pass, passes);
  can.add(Capability::evaluated, !rules_.value.empty());
  can.add(Capability::horizon, measure_.found && measure_.horizon(rules_, rules_.start) < Measure::unbounded);
  can.add(Capability::scored, !rules_.score.empty());
  can.add(Capability::drawable);
  can.add(Capability::narrated, facts_->any() || can.has(Capability::chance));
  can.add(Capability::sure, !rules_.sure.empty());
}

bool TextGame::endless(const std::uint8_t* position, std::uint64_t move) const {
  if (!has(Capability::loopy) || interpreter_->turn(position) < 0) return false;
  alignas(8) std::uint8_t after[most_bytes];
  std::memcpy(after, position, interpreter_->layout().size);
  std::int32_t gains[most_players] = {};
  return interpreter_->play(after, move, gains);
}

int TextGame::horizon(const std::uint8_t* position) const {
  if (!has(Capability::horizon)) return RuntimeGame::horizon(position);
  return static_cast<int>(measure_.horizon(rules_, interpreter_->layout().read(rules_, position)));
}

bool TextGame::sure(const std::uint8_t* position, std::int32_t* payoff) const {
  const int rule = has(Capability::sure) ? interpreter_->sure(position) : -1;
  if (rule >= 0) pay_what_is_sure(rules_, rule, position[interpreter_->layout().seat], payoff);
  return rule >= 0;
}

Figures TextGame::facts(const std::uint8_t* position, std::uint64_t move) const {
  std::vector<std::uint8_t> after(position, position + interpreter_->layout().size);
  std::int32_t gains[most_players] = {};
  const bool endless = interpreter_->play(after.data(), move, gains);
  if (interpreter_->turn(position) < 0) return throw_facts(rules_, interpreter_->layout().read(rules_, after.data()));
  const State before = interpreter_->layout().read(rules_, position);
  return facts_->of(rules_, before, interpreter_->layout().read(rules_, after.data()), gains[before.seat], endless);
}

std::string TextGame::position_text(const std::uint8_t* position) const {
  const Layout& layout = interpreter_->layout();
  std::vector<std::uint8_t> as_read(position, position + layout.size);
  as_read[layout.over] = 0;
  interpreter_->settle(as_read.data());
  return reference_.text(layout.read(rules_, position), as_read[layout.over]);
}

Result<void> TextGame::read_position(std::string_view text, std::uint8_t* position) const {
  bool unsettled = false;
  const auto state = reference_.read(text, unsettled);
  if (!state) return fail(state.error());
  interpreter_->layout().write(rules_, *state, position);
  if (unsettled) interpreter_->settle(position);
  return {};
}

Result<std::uint64_t> TextGame::read_move(const std::uint8_t* position, std::string_view text) const {
  std::vector<std::uint64_t> list(traits_.move_capacity + 1);
  list.resize(interpreter_->moves(position, list.data()));
  // Skips moves with a chosen site that the text does not name: formatting is slow.
  std::vector<bool> named(static_cast<std::size_t>(rules_.board.size()));
  for (std::size_t s = 0; s < named.size(); ++s) named[s] = text.find(rules_.board.point(static_cast<int>(s)).name) != text.npos;
  std::vector<bool> whole(static_cast<std::size_t>(rules_.slots));
  for (const NotationPart& part : rules_.notation)
    for (const int slot : part.slots) whole[static_cast<std::size_t>(slot)] = part.of == NotationPart::Of::whole;
  const auto may_be = [&](std::uint64_t move) {
    for (const auto& [slot, site] : interpreter_->chosen_sites(position, move))
      if (whole[static_cast<std::size_t>(slot)] && !named[static_cast<std::size_t>(site)]) return false;
    return true;
  };
  for (const std::uint64_t move : list)
    if (may_be(move) && interpreter_->move_text(position, move) == text) return move;
  std::vector<std::string> near;
  for (std::size_t k = 0; k < list.size() && k < 4000; ++k) near.push_back(interpreter_->move_text(position, list[k]));
  const auto nearest_move = nearest(text, near);
  return fail("there is no move '" + std::string(text) + "' here", nearest_move ? "did you mean '" + *nearest_move + "'?" : "", 1);
}

}  // namespace banmen::rules
