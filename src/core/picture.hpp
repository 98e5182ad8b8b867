// A board as coloured text. Games provide the contents and their owners; front ends choose colours and fonts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace banmen {

enum class Ink : std::uint8_t { plain, faint, frame, seat0, seat1, seat2, seat3, mark };

/// Marks of a front end: origins of legal moves, and sites touched by the last move.
enum class Mark : std::uint8_t { legal, last };

struct Span {
  std::string text;
  Ink ink = Ink::plain;
  std::string site = {};  // the name of the site that it draws; mostly empty
  bool legal = false, last = false;

  /// Without colour: marks are characters in the blanks around the text, or replace an empty cell's dot.
  [[nodiscard]] std::string plain() const;
};

class Picture {
 public:
  Picture& line() {
    lines_.emplace_back();
    return *this;
  }
  Picture& put(std::string text, Ink ink = Ink::plain, std::string site = {}) {
    if (lines_.empty()) lines_.emplace_back();
    lines_.back().push_back({std::move(text), ink, std::move(site)});
    return *this;
  }
  /// Marks all spans of a site.
  void mark(std::string_view site, Mark mark);
  [[nodiscard]] const std::vector<std::vector<Span>>& lines() const { return lines_; }
  /// Without colour, one '\n' after each line.
  [[nodiscard]] std::string plain() const;

 private:
  std::vector<std::vector<Span>> lines_;
};

inline Ink seat_ink(int seat) { return static_cast<Ink>(static_cast<int>(Ink::seat0) + (seat & 3)); }

}  // namespace banmen
