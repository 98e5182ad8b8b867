#include "rules/text_game.hpp"

#include <algorithm>

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
    if (m.warning) continue;
    if (errors++ > 0) continue;
    error.what = m.what;
    error.hint = m.hint;
    error.line = m.place.line;
    error.column = m.place.column;
    error.where = reading.texts.empty() ? "" : reading.texts[static_cast<std::size_t>(m.place.file)].name;
  }
  if (errors > 1) error.what += " (and " + std::to_string(errors - 1) + (errors == 2 ? " more mistake)" : " more mistakes)");
  return error;
}

Result<std::shared_ptr<const TextGame>> TextGame::make(const Reading& reading, const Values& values, bool by_reference) {
  ParamValues given;
  for (const ParamSection& p : reading.file.params) given.emplace_back(p.name, values.text(p.name));
  Messages messages;
  auto rules = resolve(reading, given, messages);
  if (!rules) return fail(first_error(reading, messages.sorted()));
  auto made = std::shared_ptr<TextGame>(new TextGame(std::move(*rules)));
  const MoveBound bound = move_bound(made->rules_);
  if (check_limits(reading, made->rules_, bound, messages))
    made->interpreter_ = by_reference ? make_reference_interpreter(made->rules_) : make_vm(made->rules_, messages);
  if (!made->interpreter_) return fail(first_error(reading, messages.sorted()));
  made->capacity_ = static_cast<std::uint32_t>(bound.capacity());
  made->interpreter_->limit_moves(made->capacity_);
  const Effects effects = effects_of(made->rules_);
  made->measure_ = find_measure(made->rules_, effects);
  const long plies = made->measure_.horizon(made->rules_, made->rules_.start);
  made->has_horizon_ = made->measure_.found && plies < Measure::unbounded;
  made->images_ = std::make_unique<Images>(made->rules_, made->interpreter_->layout(), symmetries_of(made->rules_));
  made->facts_ = std::make_unique<MoveFacts>(made->rules_, effects);
  return made;
}

int TextGame::horizon(const std::uint8_t* position) const {
  return static_cast<int>(measure_.horizon(rules_, interpreter_->layout().read(rules_, position)));
}

std::uint64_t TextGame::image_of_move(int symmetry, const std::uint8_t* position, std::uint64_t move) const {
  return images_->move(symmetry, *interpreter_, reference_, capacity_, position, move);
}

std::string TextGame::facts(const std::uint8_t* position, std::uint64_t move) const {
  std::vector<std::uint8_t> after(position, position + interpreter_->layout().size);
  if (interpreter_->turn(position) < 0) return {};  // a die has fallen, and the position shows it
  std::int32_t gains[8] = {};
  const bool endless = interpreter_->play(after.data(), move, gains);
  const State before = interpreter_->layout().read(rules_, position);
  return facts_->lines(rules_, before, interpreter_->layout().read(rules_, after.data()), gains[before.seat], endless);
}

bool TextGame::has_chance() const {
  return std::any_of(rules_.turns.begin(), rules_.turns.end(), [](const Turn& t) { return t.roll > 0; });
}

bool TextGame::has_pass() const {
  return std::any_of(rules_.turns.begin(), rules_.turns.end(), [](const Turn& t) { return t.pass; });
}

namespace {

bool relays(const Steps& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    return (step.kind == Statement::Kind::sow && step.given[1]) || std::any_of(step.blocks.begin(), step.blocks.end(), relays);
  });
}

}  // namespace

bool TextGame::takes() const { return rules::takes(rules_); }

bool TextGame::may_be_endless() const {
  if (rules_.repetition == File::Repetition::draw) return true;
  for (const Turn& turn : rules_.turns)
    if (std::any_of(turn.blocks.begin(), turn.blocks.end(), relays)) return true;
  return false;
}

void TextGame::initial(std::uint8_t* position) const { interpreter_->layout().write(rules_, reference_.initial(), position); }

std::string TextGame::text(const std::uint8_t* position) const {
  const Layout& layout = interpreter_->layout();
  std::vector<std::uint8_t> as_read(position, position + layout.size);
  as_read[layout.over] = 0;
  interpreter_->settle(as_read.data());
  return reference_.text(layout.read(rules_, position), as_read[layout.over]);
}

Result<void> TextGame::read(std::string_view text, std::uint8_t* position) const {
  bool unsettled = false;
  const auto state = reference_.read(text, unsettled);
  if (!state) return fail(state.error());
  interpreter_->layout().write(rules_, *state, position);
  if (unsettled) interpreter_->settle(position);
  return {};
}

Result<std::uint64_t> TextGame::read_move(const std::uint8_t* position, std::string_view text) const {
  std::vector<std::uint64_t> list(capacity_ + 1);
  list.resize(interpreter_->moves(position, list.data()));
  // A move that chose a site which the text does not name is not the one: few need to be written out.
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
