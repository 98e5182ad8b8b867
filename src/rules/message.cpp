#include "rules/message.hpp"

#include <algorithm>
#include <tuple>

namespace banmen::rules {

void Messages::error(const Place& place, std::string what, std::string hint) {
  if (place.line != 0 && !lines_.emplace(place.file, place.line).second) return;
  all_.push_back({place, std::move(what), std::move(hint), false});
}

void Messages::warn(const Place& place, std::string what, std::string hint) {
  const auto same = [&](const Message& m) { return m.warning && m.place == place && m.what == what; };
  if (std::none_of(all_.begin(), all_.end(), same)) all_.push_back({place, std::move(what), std::move(hint), true});
}

bool Messages::any_error() const {
  return std::any_of(all_.begin(), all_.end(), [](const Message& m) { return !m.warning; });
}

std::vector<Message> Messages::sorted() const {
  std::vector<Message> out = all_;
  const auto order = [](const Message& m) { return std::tuple(m.place.file, m.place.line, m.place.column); };
  std::stable_sort(out.begin(), out.end(), [&](const Message& a, const Message& b) { return order(a) < order(b); });
  return out;
}

}  // namespace banmen::rules
