// Text on a terminal: how wide the terminal is, and how many of its columns a text takes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace banmen {

struct TerminalSize {
  std::size_t columns = 80, rows = 24;  // where nothing is known
};
/// Of the terminal behind a descriptor, at this moment.
TerminalSize terminal_size(int descriptor);

/// Columns of a line of UTF-8: two for a wide (Chinese, Japanese, Korean) character, none for an accent that stands on another.
std::size_t columns(std::string_view line);

/// The line if it fits into so many columns, else as much of its beginning as fits with "…" after it.
std::string cut(std::string_view line, std::size_t width);

/// With a dot for each character that a terminal would take for a command, and for bytes that are no characters.
std::string harmless(std::string_view line);

/// The words of a text in lines of at most `width` columns; a longer word has a line of its own. At least one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace banmen
