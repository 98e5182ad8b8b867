// The characters of UTF-8: which of them are safe to print, and their width on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace banmen {

/// The first character of a text that is not empty, and its size. An invalid byte counts as a character.
struct Character {
  char32_t code;
  std::size_t bytes;
  bool valid;  // well-formed UTF-8
};
Character first_character(std::string_view text);

/// True for control characters, and for those that have no glyph: zero-width ones and those that change the direction of text. On a
/// terminal the first act, and the others make texts look alike or in another order.
bool is_unprintable(char32_t character);

/// Replaces unprintable characters and invalid bytes by dots.
std::string harmless(std::string_view line);

/// The same for a text of several lines.
std::string harmless_lines(std::string_view text);

/// Columns of a line of UTF-8 on a terminal: two for a wide (Chinese, Japanese, Korean) character, none for a combining accent.
std::size_t columns(std::string_view line);

}  // namespace banmen
