#include "app/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/text.hpp"

namespace banmen::app {
namespace {

constexpr const char* not_empty = "not empty";

/// Refuses an empty text: CLI11 takes it for a missing one, and it is usually a shell variable that was not set.
Option text_option(CLI::Option* option) {
  const auto refuse = [](const std::string& text) { return std::string(text.empty() ? "the value is empty" : ""); };
  option->check(CLI::Validator(refuse, "", not_empty));
  return Option(option);
}

std::string option_of(const Parameter& parameter) {
  const auto dashed = [](std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return "--" + name;
  };
  if (parameter.positional) return parameter.name;
  return dashed(parameter.name) + (parameter.also.empty() ? "" : "," + dashed(parameter.also));
}

/// "Holes a side (2..13; default 4)".
std::string help_of(const Parameter& parameter) {
  if (parameter.kind == Parameter::Kind::flag) return parameter.help;
  const bool shown_as_type = parameter.file || parameter.kind == Parameter::Kind::choice;
  std::string more = shown_as_type ? "" : parameter.range();
  if (!parameter.required && !parameter.fallback.empty()) more += (more.empty() ? "default " : "; default ") + parameter.fallback;
  return more.empty() ? parameter.help : parameter.help + " (" + more + ")";
}

}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}
Option& Option::range(double least, double most) {
  *limits_ = {least, most};
  option_->type_name(option_->get_type_name() + " in " + Parameter::real({}, {}, least, most, {}).range());
  return *this;
}
Option& Option::one_of(const std::vector<std::string>& texts) {
  option_->check(CLI::IsMember(texts));
  return *this;
}
Option& Option::folder() {
  option_->check(CLI::ExistingDirectory);
  return *this;
}
Option& Option::words(int count) {
  option_->expected(count);
  return *this;
}
Option& Option::repeated() {
  option_->expected(1)->take_all();
  return *this;
}
Option& Option::type(const std::string& name) {
  option_->type_name(name);
  return *this;
}
Option& Option::show_default() {
  option_->capture_default_str();
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

bool Option::given() const { return option_->count() > 0; }

Option& Option::may_be_empty() {
  option_->get_validator(not_empty)->active(false);
  return *this;
}

Option& Option::may_be_bare() {
  option_->expected(0, 1);
  return may_be_empty();
}

Option Command::add_option(const std::string& name, std::string& to, const std::string& help) {
  return text_option(app_->add_option(name, to, help));
}
Option Command::add_option(const std::string& name, std::vector<std::string>& to, const std::string& help) {
  return text_option(app_->add_option(name, to, help));
}
Option Command::add_flag(const std::string& name, bool& to, const std::string& help) {
  return Option(app_->add_flag(name, to, help));
}

/// Parsed here and not by CLI11, so that "-1" for an unsigned number, "1e6" and "nan" are refused in the same way everywhere.
template <class Number>
Option Command::add_option(const std::string& name, Number& to, const std::string& help) {
  constexpr bool whole = std::is_integral_v<Number>;
  auto limits = std::make_shared<Option::Limits>(Option::Limits{static_cast<double>(std::numeric_limits<Number>::lowest()),
                                                                static_cast<double>(std::numeric_limits<Number>::max())});
  const auto read = [&to, limits](const std::string& text) {
    Number value{};
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto real = static_cast<double>(value);
    if (bad == std::errc{} && end == text.data() + text.size() && std::isfinite(real) && real >= limits->least &&
        real <= limits->most) {
      to = value;
      return std::string();
    }
    std::string range = Parameter::real({}, {}, limits->least, limits->most, {}).range();
    range.replace(range.find(".."), 2, " to ");
    if constexpr (std::is_same_v<Number, std::uint64_t>)  // the largest has no double
      if (limits->most > 0x1p63) range = "0 to " + std::to_string(std::numeric_limits<Number>::max());
    return "'" + text + "' is not a " + (whole ? "whole number" : "number") + " from " + range;
  };
  CLI::Option* option = app_->add_option_function<std::string>(
      name, [](const std::string&) {}, help);
  option->check(CLI::Validator(read, "", ""));
  option->type_name(!whole ? "FLOAT" : std::is_signed_v<Number> ? "INT" : "UINT");
  option->default_function([&to] {
    char text[32];
    return std::string(text, std::to_chars(text, text + sizeof text, to).ptr);
  });
  return Option(option, std::move(limits));
}
template Option Command::add_option(const std::string&, int&, const std::string&);
template Option Command::add_option(const std::string&, std::uint32_t&, const std::string&);
template Option Command::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::add_option(const std::string&, double&, const std::string&);

Command Command::add_group(const std::string& name, const std::string& description) {
  Command group(app_->add_subcommand(name, description));
  group.needs_command();
  return group;
}
void Command::needs_command() { app_->require_subcommand(1); }
void Command::takes_command() { app_->require_subcommand(0, 1); }
void Command::hide() { app_->group(""); }

bool Command::given(const std::string& option) const { return app_->get_option(option)->count() > 0; }

void GivenValues::add_options(Command& command) {
  for (const Parameter& parameter : schema_) {
    if (parameter.name == "seed") continue;
    const std::string name = option_of(parameter), help = help_of(parameter);
    Place& place = places_[parameter.name];
    if (parameter.kind == Parameter::Kind::flag) {
      place.option = command.add_flag(name, place.flag, help);
      continue;
    }
    // A vector would also take the next argument.
    place.option = parameter.words == 1 ? command.add_option(name, place.text, help) : command.add_option(name, place.words, help);
    place.option->words(parameter.words)
        .type(parameter.file                              ? "FILE"
              : parameter.kind == Parameter::Kind::choice ? parameter.range()
                                                          : parameter.type());
    if (parameter.required) place.option->required();
  }
}

std::vector<std::pair<std::string, std::string>> GivenValues::given() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const Parameter& parameter : schema_) {
    const auto place = places_.find(parameter.name);
    if (place == places_.end() || !place->second.option->given()) continue;
    out.emplace_back(parameter.name, parameter.kind == Parameter::Kind::flag ? "true"
                                     : parameter.words == 1                  ? place->second.text
                                                                             : join(place->second.words, "\n"));
  }
  return out;
}

}  // namespace banmen::app
