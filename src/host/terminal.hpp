// Text on a terminal: the terminal's size and the width of texts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace banmen {

struct TerminalSize {
  std::size_t columns = 80, rows = 24;  // if unknown
};
/// The current size of the terminal behind a descriptor.
TerminalSize terminal_size(int descriptor);

/// Columns of a line of UTF-8: two for a wide (Chinese, Japanese, Korean) character, none for a combining accent.
std::size_t columns(std::string_view line);

/// The line if it fits into `width` columns, else its beginning followed by "…".
std::string cut(std::string_view line, std::size_t width);

/// Replaces control characters and invalid bytes by dots.
std::string harmless(std::string_view line);

/// Wraps a text into lines of at most `width` columns; a longer word has its own line. At least one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace banmen
