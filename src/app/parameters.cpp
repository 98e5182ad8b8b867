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
  std::string more = parameter.file ? "" : parameter.range();
  if (!parameter.required && !parameter.fallback.empty())
    more += (more.empty() ? "" : "; ") + parameter.fallback + " where left out";
  return more.empty() ? parameter.help : parameter.help + " (" + more + ")";
}

}  // namespace

void GivenValues::add_options(Command& command) {
  for (const Parameter& parameter : schema_) {
    if (parameter.name == "seed") continue;
    if (parameter.kind == Parameter::Kind::flag) {
      command.add_flag(option_of(parameter), flags_[parameter.name], help_of(parameter));
      continue;
    }
    Option option = command.add_option(option_of(parameter), texts_[parameter.name], help_of(parameter));
    option.words(parameter.words).type(parameter.file ? "FILE" : parameter.type());
    if (parameter.required) option.required();
  }
}

std::vector<std::pair<std::string, std::string>> GivenValues::given() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const Parameter& parameter : schema_) {
    if (const auto flag = flags_.find(parameter.name); flag != flags_.end() && flag->second)
      out.emplace_back(parameter.name, "true");
    if (const auto text = texts_.find(parameter.name); text != texts_.end() && !text->second.empty())
      out.emplace_back(parameter.name, join(text->second, "\n"));
  }
  return out;
}

}  // namespace banmen::app
