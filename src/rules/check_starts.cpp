// Whether every combination of parameters gives a game: each has a start that fits its board.
#include <algorithm>

#include "rules/check_parts.hpp"
#include "rules/layout.hpp"

namespace banmen::rules {
namespace {

constexpr std::size_t most_combinations = 200;

/// All values of a parameter, or its ends and its default where there are many.
std::vector<std::string> values_of(const ParamSection& p, bool ends_only) {
  if (p.kind == ParamSection::Kind::flag) return {"false", "true"};
  if (p.kind == ParamSection::Kind::choice) return p.choices;
  const long last = p.least + (p.most - p.least) / p.step * p.step;
  if (ends_only) return {std::to_string(p.least), p.fallback, std::to_string(last)};
  std::vector<std::string> out;
  for (long v = p.least; v <= p.most; v += p.step) out.push_back(std::to_string(v));
  return out;
}

long count_of(const ParamSection& p) {
  if (p.kind == ParamSection::Kind::flag) return 2;
  if (p.kind == ParamSection::Kind::choice) return static_cast<long>(p.choices.size());
  return (p.most - p.least) / p.step + 1;
}

std::vector<ParamValues> combinations(const std::vector<ParamSection>& params) {
  long product = 1;
  for (const ParamSection& p : params)
    if (product <= static_cast<long>(most_combinations)) product *= std::min(count_of(p), 1000L);
  std::vector<ParamValues> out;
  if (product <= static_cast<long>(most_combinations)) {
    out.push_back({});
    for (const ParamSection& p : params) {
      std::vector<ParamValues> longer;
      for (const ParamValues& values : out)
        for (const std::string& v : values_of(p, false)) {
          longer.push_back(values);
          longer.back().emplace_back(p.name, v);
        }
      out = std::move(longer);
    }
    return out;
  }
  ParamValues usual, least, most;
  for (const ParamSection& p : params) {
    const auto values = values_of(p, true);
    usual.emplace_back(p.name, p.fallback);
    least.emplace_back(p.name, values.front());
    most.emplace_back(p.name, values.back());
  }
  out = {least, most};
  for (std::size_t i = 0; i < params.size() && out.size() < most_combinations; ++i)
    for (const std::string& v : values_of(params[i], true)) {
      out.push_back(usual);
      out.back()[i].second = v;
    }
  return out;
}

}  // namespace

void check_starts(const Reading& reading, Messages& messages) {
  for (const ParamValues& values : combinations(reading.file.params)) {
    if (values == default_values(reading.file)) continue;  // they were looked at before
    if (!parameters_fit(reading, values)) continue;
    Messages own;
    const auto rules = resolve(reading, values, own);
    std::string with;
    for (const auto& [name, value] : values) with += (with.empty() ? "" : ", ") + name + "=" + value;
    if (rules && Layout(*rules).size > 1024)
      own.error(reading.file.board.place,
                "a position has " + std::to_string(Layout(*rules).size) + " bytes, and at most 1024 are possible");
    for (const Message& m : own.sorted())
      if (!m.warning) messages.error(m.place, m.what + " with " + with, m.hint);
    if (messages.any_error()) return;
  }
}

}  // namespace banmen::rules
