#include "core/parameter.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/text.hpp"

namespace banmen {
namespace {

/// Numbers of ranges: "13", "0.5".
std::string short_number(double value) {
  char buffer[32];
  // 1000000000000, not 1e+12, which does not parse as an integer.
  const bool whole = std::abs(value) < 1e15 && value == std::trunc(value);
  const auto end = whole ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<long long>(value)).ptr
                         : std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class Number>
Result<std::string> check_number(const Parameter& parameter, std::string_view text, const char* what) {
  const auto value = parse<Number>(text);
  const double real = value ? static_cast<double>(*value) : std::numeric_limits<double>::quiet_NaN();
  const std::string name(parameter.name);
  if (!std::isfinite(real)) return fail(name + "=" + std::string(text) + " is not " + what, name + " takes " + parameter.range());
  if (real < parameter.least || real > parameter.most) {
    const double near = real < parameter.least ? parameter.least : parameter.most;
    return fail(name + "=" + std::string(text) + " is out of range " + parameter.range(),
                "the nearest valid value is " + short_number(near));
  }
  if constexpr (std::is_integral_v<Number>) {
    const double steps = (real - parameter.least) / parameter.step;
    if (steps != std::trunc(steps)) {
      const double near =
          parameter.least +
          parameter.step * std::min(std::round(steps), std::trunc((parameter.most - parameter.least) / parameter.step));
      return fail(name + "=" + std::string(text) + " is not one of " + parameter.range(),
                  "the nearest valid value is " + short_number(near));
    }
    return std::to_string(*value);
  } else {
    return short_number(real);
  }
}

/// A text of this form is the size of a board. A square one can be written as "8" and as "8x8"; the short form is its name.
constexpr std::string_view size_form = "N or ROWSxCOLUMNS";
std::string short_size(std::string_view text) {
  const std::size_t x = text.find('x');
  const auto rows = parse<std::int64_t>(text.substr(0, x)),
             columns = x == std::string_view::npos ? rows : parse<std::int64_t>(text.substr(x + 1));
  if (!rows || !columns) return std::string(text);  // the owner reports the error
  return std::to_string(*rows) + (*rows == *columns ? "" : "x" + std::to_string(*columns));
}

/// The canonical spelling of a value, so that names of stored results are unique: 8 for "08" and "8x8", 1 for "1.0".
Result<std::string> check_value(const Parameter& parameter, std::string_view text) {
  const std::string name(parameter.name);
  switch (parameter.kind) {
    case Parameter::Kind::integer: return check_number<std::int64_t>(parameter, text, "a whole number");
    case Parameter::Kind::real: return check_number<double>(parameter, text, "a number");
    case Parameter::Kind::flag:
      if (text == "true" || text == "false") return std::string(text);
      return fail(name + "=" + std::string(text) + " is neither true nor false", suggest(text, {"true", "false"}));
    case Parameter::Kind::choice:
      if (std::find(parameter.choices.begin(), parameter.choices.end(), text) != parameter.choices.end()) return std::string(text);
      return fail(name + "=" + std::string(text) + " is not a choice of " + name, suggest(text, parameter.choices));
    case Parameter::Kind::text: return parameter.form.starts_with(size_form) ? short_size(text) : std::string(text);
  }
  return fail("a parameter of unknown kind: " + name);
}

}  // namespace

Parameter Parameter::integer(std::string name, std::int64_t fallback, std::int64_t least, std::int64_t most, std::string help) {
  Parameter p = text(std::move(name), std::to_string(fallback), {}, std::move(help));
  p.kind = Kind::integer;
  p.least = static_cast<double>(least);
  p.most = static_cast<double>(most);
  return p;
}

Parameter Parameter::real(std::string name, std::string fallback, double least, double most, std::string help) {
  Parameter p = text(std::move(name), std::move(fallback), {}, std::move(help));
  p.kind = Kind::real;
  p.least = least;
  p.most = most;
  return p;
}

Parameter Parameter::flag(std::string name, bool fallback, std::string help) {
  Parameter p = text(std::move(name), fallback ? "true" : "false", {}, std::move(help));
  p.kind = Kind::flag;
  return p;
}

Parameter Parameter::choice(std::string name, std::vector<std::string> choices, std::string help) {
  Parameter p = text(std::move(name), choices.front(), {}, std::move(help));
  p.kind = Kind::choice;
  p.choices = std::move(choices);
  return p;
}

Parameter Parameter::text(std::string name, std::string fallback, std::string form, std::string help) {
  Parameter p;
  p.name = std::move(name);
  p.fallback = std::move(fallback);
  p.help = std::move(help);
  p.form = std::move(form);
  return p;
}

Parameter Parameter::path(std::string name, std::string help) {
  Parameter p = text(std::move(name), {}, "a file", std::move(help));
  p.file = true;
  return p;
}

Parameter Parameter::at_place() const {
  Parameter p = *this;
  p.positional = true;
  return p;
}

Parameter Parameter::needed() const {
  Parameter p = *this;
  p.required = true;
  return p;
}

Parameter Parameter::without_default() const {
  Parameter p = *this;
  p.fallback.clear();
  return p;
}

std::string Parameter::type() const {
  switch (kind) {
    case Kind::integer: return "integer";
    case Kind::real: return "real";
    case Kind::flag: return "flag";
    case Kind::choice: return "choice";
    case Kind::text: break;
  }
  return "text";
}

std::string Parameter::range() const {
  switch (kind) {
    case Kind::integer:
    case Kind::real: return short_number(least) + ".." + short_number(most) + (step != 1 ? " by " + short_number(step) : "");
    case Kind::flag: return "true|false";
    case Kind::choice: return join(choices, "|");
    case Kind::text: break;
  }
  return form;
}

const std::string& Values::text(std::string_view name) const {
  static const std::string none;
  const auto found = texts_.find(name);
  return found == texts_.end() ? none : found->second;
}

std::vector<std::string> Values::words(std::string_view name) const {
  const std::string& all = text(name);
  std::vector<std::string> out;
  for (const std::string_view word : split(all, all.find('\n') == std::string::npos ? ' ' : '\n'))
    if (!word.empty()) out.emplace_back(word);
  return out;
}

std::int64_t Values::integer(std::string_view name) const { return parse<std::int64_t>(text(name)).value_or(0); }
double Values::real(std::string_view name) const { return parse<double>(text(name)).value_or(0); }
bool Values::flag(std::string_view name) const { return text(name) == "true"; }

Result<Values> check_values(std::string_view owner, const std::vector<Parameter>& schema,
                            const std::vector<std::pair<std::string, std::string>>& given) {
  std::map<std::string, std::string, std::less<>> texts;
  std::vector<std::string> names;
  for (const Parameter& parameter : schema) {
    texts[parameter.name] = parameter.fallback;
    names.push_back(parameter.name);
  }
  std::vector<std::string> seen;
  for (const auto& [key, value] : given) {
    const auto parameter = std::find_if(schema.begin(), schema.end(), [&](const Parameter& p) { return p.name == key; });
    if (parameter == schema.end())
      return fail(std::string(owner) + " has no parameter '" + key + "'",
                  names.empty() ? "it has no parameters" : suggest(key, names));
    if (std::find(seen.begin(), seen.end(), key) != seen.end())
      return fail(std::string(owner) + ": parameter '" + key + "' is given twice");
    seen.push_back(key);
    auto checked = check_value(*parameter, value);
    if (!checked) return fail({std::string(owner) + ": " + checked.error().what, checked.error().hint, 0, 0});
    texts[key] = *checked;
  }
  for (const Parameter& parameter : schema)
    if (parameter.required && std::find(seen.begin(), seen.end(), parameter.name) == seen.end())
      return fail(std::string(owner) + " needs '" + parameter.name + "'", parameter.help);
  return Values(std::move(texts));
}

Result<Name> read_name(std::string_view text) {
  if (text.empty()) return fail("expected a name, but the text is empty");
  Name name;
  // Folders in a file's name may contain any character.
  const std::size_t slash = text.substr(0, text.find('=')).rfind('/');
  const std::size_t colon = text.find(':', slash == std::string_view::npos ? 0 : slash);
  name.id = std::string(text.substr(0, colon));
  if (name.id.empty()) return fail("expected a name before ':'", {}, 1);
  if (colon == std::string_view::npos) return name;
  const std::string_view list = text.substr(colon + 1);
  int column = static_cast<int>(colon) + 2;
  for (const std::string_view part : split(list, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == 0) return fail("expected a parameter name before '='", {}, column);
    if (equals != std::string_view::npos) {
      name.given.emplace_back(part.substr(0, equals), part.substr(equals + 1));
    } else if (!name.given.empty() && !part.empty()) {
      name.given.back().second += ',';
      name.given.back().second += part;
    } else {
      return fail("expected key=value after '" + name.id + ":', got '" + std::string(part) + "'", {}, column);
    }
    column += static_cast<int>(part.size()) + 1;
  }
  return name;
}

std::string canonical_name(std::string_view id, const std::vector<Parameter>& schema, const Values& values) {
  std::string out(id);
  char separator = ':';
  for (const Parameter& parameter : schema) {
    if (values.text(parameter.name) == parameter.fallback) continue;
    out += separator + parameter.name + "=" + values.text(parameter.name);
    separator = ',';
  }
  return out;
}

}  // namespace banmen
