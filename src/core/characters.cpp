#include "core/characters.hpp"

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
constexpr std::array<Range, 3> combining = {{{0x300, 0x36f}, {0x3099, 0x309a}, {0xfe00, 0xfe0f}}};
// Controls; then Unicode's Default_Ignorable_Code_Point without the variation selectors of emoji (combining, above), the line
// separators, the annotation marks and the empty Braille pattern.
constexpr std::array<Range, 19> unprintable = {{{0x0, 0x1f},
                                                {0x7f, 0x9f},
                                                {0xad, 0xad},
                                                {0x34f, 0x34f},
                                                {0x61c, 0x61c},
                                                {0x115f, 0x1160},
                                                {0x17b4, 0x17b5},
                                                {0x180b, 0x180f},
                                                {0x200b, 0x200f},
                                                {0x2028, 0x202e},
                                                {0x2060, 0x206f},
                                                {0x2800, 0x2800},
                                                {0x3164, 0x3164},
                                                {0xfeff, 0xfeff},
                                                {0xffa0, 0xffa0},
                                                {0xfff0, 0xfffb},
                                                {0x1bca0, 0x1bca3},
                                                {0x1d173, 0x1d17a},
                                                {0xe0000, 0xe0fff}}};

bool within(const auto& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(), [c](const Range& range) { return c >= range.first && c <= range.second; });
}

}  // namespace

Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  if (bytes == 1 || lead > 0xf4 || text.size() < bytes) return {lead, 1, lead < 0x80};
  char32_t c = lead & (0x7f >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((text[k] & 0xc0) != 0x80) return {lead, 1, false};
    c = c << 6 | (static_cast<unsigned char>(text[k]) & 0x3f);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  return {c, bytes, c >= least[bytes] && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff)};
}

bool is_unprintable(char32_t character) { return within(unprintable, character); }

std::string harmless(std::string_view line) {
  std::string out;
  while (!line.empty()) {
    const Character c = first_character(line);
    if (c.valid && !is_unprintable(c.code))
      out += line.substr(0, c.bytes);
    else
      out += '.';
    line.remove_prefix(c.bytes);
  }
  return out;
}

std::string harmless_lines(std::string_view text) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) out += harmless(line) + '\n';
  out.pop_back();
  return out;
}

std::size_t columns(std::string_view line) {
  std::size_t sum = 0;
  while (!line.empty()) {
    const Character c = first_character(line);
    sum += is_unprintable(c.code) || within(combining, c.code) ? 0 : within(wide, c.code) ? 2 : 1;
    line.remove_prefix(c.bytes);
  }
  return sum;
}

}  // namespace banmen
