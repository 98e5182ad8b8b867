#include "rules/check.hpp"

#include <algorithm>

#include "rules/check_parts.hpp"
#include "rules/symmetries.hpp"

namespace banmen::rules {
namespace {

bool names(const Expr& e, const File& file, std::vector<std::string>& lets) {
  const auto is = [&](const auto& section) { return section.name == e.name; };
  if (e.kind == Expr::Kind::name || e.kind == Expr::Kind::call) {
    if (std::any_of(file.params.begin(), file.params.end(), is)) return true;
    const auto let = std::find_if(file.lets.begin(), file.lets.end(), is);
    if (let != file.lets.end() && std::find(lets.begin(), lets.end(), e.name) == lets.end()) {
      lets.push_back(e.name);
      if (names(let->body, file, lets)) return true;
    }
  }
  return std::any_of(e.parts.begin(), e.parts.end(), [&](const Expr& part) { return names(part, file, lets); });
}

void find_facts(const Rules& rules, const Effects& effects, Facts& facts) {
  facts.measure = find_measure(rules, effects);
  const long bound = facts.measure.moves_left(rules, rules.start);
  facts.most_plies = facts.measure.found && bound < Measure::unbounded ? bound : 0;
  facts.symmetries = symmetries_of(rules);
}

}  // namespace

bool Case::names_parameter(const Expr& e) const {
  std::vector<std::string> lets;
  return names(e, reading.file, lets);
}

bool Checked::valid() const {
  return std::all_of(messages.begin(), messages.end(), [](const Message& m) { return m.warning; });
}

Checked check_file(Text text, const FindText& find) {
  Checked out;
  Messages messages;
  out.reading = read_file(std::move(text), find, messages);
  const auto finish = [&] {
    out.messages = messages.sorted();
    if (!out.valid()) out.rules.reset();
    return std::move(out);
  };
  if (messages.any_error()) return finish();
  out.rules = resolve(out.reading, default_values(out.reading.file), messages);
  if (!out.rules) return finish();
  check_starts(out.reading, messages);
  Effects effects;
  const Case c{out.reading, *out.rules, effects, messages};
  if (messages.any_error() || !check_size(c, out.facts)) return finish();
  effects = effects_of(*out.rules);
  find_facts(*out.rules, effects, out.facts);
  const Played played = check_by_playing(c, out.facts);
  check_moves_end(c, played);
  check_never_true(c);
  check_results(c, played);
  check_end_of_play(c, out.facts, played);
  check_seats_alike(c, out.facts);
  return finish();
}

std::string shown(const Message& message, const Reading& reading) {
  const Place& place = message.place;
  const auto file = static_cast<std::size_t>(place.file);
  std::string out = file < reading.texts.size() ? reading.texts[file].name : "";
  if (place.line > 0) out += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  out += ": " + message.what + (message.hint.empty() ? "" : " (" + message.hint + ")") + "\n";
  if (place.line == 0 || file >= reading.texts.size()) return out;
  std::string_view text = reading.texts[file].content;
  for (int line = 1; line < place.line; ++line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  text = text.substr(0, text.find('\n'));
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  const std::string number = std::to_string(place.line);
  out += std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " | " + std::string(text) + "\n";
  out += "      | " + std::string(static_cast<std::size_t>(std::max(0, place.column - 1)), ' ') +
         std::string(static_cast<std::size_t>(std::max(1, place.length)), '^') + "\n";
  return out;
}

}  // namespace banmen::rules
