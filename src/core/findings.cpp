#include "core/findings.hpp"

namespace banmen {

Datum::Datum(Findings group) : value(std::make_shared<const Findings>(std::move(group))) {}

std::optional<double> Datum::number() const {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? 1 : 0;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

Figures Findings::figures() const {
  Figures out;
  for (const Entry& entry : entries)
    if (const auto* figure = std::get_if<Figure>(&entry); figure != nullptr && !figure->hidden) out.push_back(*figure);
  return out;
}

}  // namespace banmen
