#include "app/parameters.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace banmen::app {
namespace {

std::string option_of(const Parameter& parameter) {
  const auto dashed = [](std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return "--" + name;
  };
  if (parameter.positional) return parameter.name;
  return dashed(parameter.name) + (parameter.also.empty() ? "" : "," + dashed(parameter.also));
}

/// "Holes a side (2..13; 4 where left out)".
std::string help_of(const Parameter& parameter) {
  if (parameter.kind == Parameter::Kind::flag) return parameter.help;
  const bool shown_as_type = parameter.file || parameter.kind == Parameter::Kind::choice;
  std::string more = shown_as_type ? "" : parameter.range();
  if (!parameter.required && !parameter.fallback.empty())
    more += (more.empty() ? "" : "; ") + parameter.fallback + " where left out";
  return more.empty() ? parameter.help : parameter.help + " (" + more + ")";
}

}  // namespace

void GivenValues::add_options(Command& command) {
  for (const Parameter& parameter : schema_) {
    if (parameter.name == "seed") continue;
    const std::string name = option_of(parameter), help = help_of(parameter);
    Place& place = places_[parameter.name];
    if (parameter.kind == Parameter::Kind::flag) {
      place.option = command.add_flag(name, place.flag, help);
      continue;
    }
    // A place for several words would also take the next argument.
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
