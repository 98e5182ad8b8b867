// Text on a terminal: the terminal's size, and texts made to fit it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/characters.hpp"

namespace banmen {

struct TerminalSize {
  std::size_t columns = 80, rows = 24;  // if unknown
};
/// The current size of the terminal behind a descriptor.
TerminalSize terminal_size(int descriptor);

/// The line if it fits into `width` columns, else its beginning followed by "…".
std::string cut(std::string_view line, std::size_t width);

/// Wraps a text into lines of at most `width` columns; a longer word has its own line. At least one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace banmen
