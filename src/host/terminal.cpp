#include "host/terminal.hpp"

#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/text.hpp"

namespace banmen {
namespace {

using Range = std::pair<char32_t, char32_t>;

// Unicode's East Asian Width W and F, with the gaps inside a block filled. The C library's wcwidth needs a locale.
constexpr std::array<Range, 13> wide = {{{0x1100, 0x115f},
                                         {0x2e80, 0x303e},
                                         {0x3041, 0x4dbf},
                                         {0x4e00, 0xa4cf},
                                         {0xa960, 0xa97c},
                                         {0xac00, 0xd7a3},
                                         {0xf900, 0xfaff},
                                         {0xfe30, 0xfe6f},
                                         {0xff01, 0xff60},
                                         {0xffe0, 0xffe6},
                                         {0x1f300, 0x1f64f},
                                         {0x1f680, 0x1f9ff},
                                         {0x20000, 0x3fffd}}};
constexpr std::array<Range, 6> none = {
    {{0x0, 0x1f}, {0x7f, 0x9f}, {0x300, 0x36f}, {0x200b, 0x200f}, {0x3099, 0x309a}, {0xfe00, 0xfe0f}}};

bool within(const auto& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(), [c](const Range& range) { return c >= range.first && c <= range.second; });
}

/// The first character and its size in bytes. An invalid byte counts as a character.
std::pair<char32_t, std::size_t> front(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  if (bytes == 1 || text.size() < bytes) return {lead, 1};
  char32_t c = lead & (0x7f >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) c = c << 6 | (static_cast<unsigned char>(text[k]) & 0x3f);
  return {c, bytes};
}

std::size_t columns_of(char32_t c) { return within(none, c) ? 0 : within(wide, c) ? 2 : 1; }

}  // namespace

TerminalSize terminal_size(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

std::size_t columns(std::string_view line) {
  std::size_t sum = 0;
  while (!line.empty()) {
    const auto [c, bytes] = front(line);
    sum += columns_of(c);
    line.remove_prefix(bytes);
  }
  return sum;
}

std::string cut(std::string_view line, std::size_t width) {
  if (columns(line) <= width) return std::string(line);
  std::size_t at = 0, used = 1;  // "…"
  while (at < line.size()) {
    const auto [c, bytes] = front(line.substr(at));
    used += columns_of(c);
    if (used > width) break;
    at += bytes;
  }
  return width == 0 ? "" : std::string(line.substr(0, at)) + "…";
}

std::string harmless(std::string_view line) {
  std::string out;
  while (!line.empty()) {
    const auto [c, bytes] = front(line);
    const std::string_view character = line.substr(0, bytes);
    const bool stray =
        (bytes == 1 && c >= 0x80) || std::any_of(character.begin() + 1, character.end(), [](char b) { return (b & 0xc0) != 0x80; });
    const bool control = c < ' ' || (c >= 0x7f && c < 0xa0);
    if (stray || control)
      out += '.';
    else
      out += character;
    line.remove_prefix(stray ? 1 : bytes);
  }
  return out;
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
