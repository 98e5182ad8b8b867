// For tests: the rules of a text without errors.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "rules/reader.hpp"
#include "rules/resolve.hpp"

namespace banmen::rules {

inline Rules rules_of(const std::string& text) {
  Messages messages;
  const Reading reading = read_file(
      {"x.game", text}, [](const std::string&, const std::string&) { return std::nullopt; }, messages);
  auto rules = resolve(reading, default_values(reading.file), messages);
  for (const Message& m : messages.sorted()) ADD_FAILURE() << m.place.line << ":" << m.place.column << " " << m.what;
  return std::move(*rules);
}

}  // namespace banmen::rules
