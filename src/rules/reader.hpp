// Reads a rule file: its sections and statements, as they are written.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "rules/syntax.hpp"

namespace banmen::rules {

/// A text that a file extends: its name as it is written there to its content and the name to report it by.
struct Text {
  std::string name;
  std::string content;
};
using FindText = std::function<std::optional<Text>(const std::string& name, const std::string& beside)>;

/// All that was read: the file with what it extends laid below it. Goes on after a mistake.
struct Reading {
  File file;
  std::vector<Text> texts;  // place.file counts them
};

inline constexpr std::size_t longest_text = 1 << 18;  // bytes; a game is a page or two

Reading read_file(Text text, const FindText& find, Messages& messages);

}  // namespace banmen::rules
