#include "host/terminal.hpp"

#include <sys/ioctl.h>

#include "core/text.hpp"

namespace banmen {

TerminalSize terminal_size(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

std::string cut(std::string_view line, std::size_t width) {
  if (columns(line) <= width) return std::string(line);
  std::size_t at = 0, used = 1;  // "…"
  while (at < line.size()) {
    const std::size_t bytes = first_character(line.substr(at)).bytes;
    used += columns(line.substr(at, bytes));
    if (used > width) break;
    at += bytes;
  }
  return width == 0 ? "" : std::string(line.substr(0, at)) + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (const std::string_view word : words(text)) {
    if (!lines.back().empty() && columns(lines.back()) + 1 + columns(word) > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + std::string(word);
  }
  return lines;
}

}  // namespace banmen
