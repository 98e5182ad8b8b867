// A board as coloured text. Games say what is where and whose it is; the front ends choose colours and fonts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace banmen {

enum class Ink : std::uint8_t { plain, faint, frame, seat0, seat1, seat2, seat3, mark };

/// What a front end points at: where a move can begin, and what the last move touched.
enum class Mark : std::uint8_t { legal, last };

struct Span {
  std::string text;
  Ink ink = Ink::plain;
  std::string site = {};  // the place of the board that it draws, by the name that a move's sites have; mostly none
  bool legal = false, last = false;

  /// Without colour: marks are characters in the blanks around the text, or take the place of an empty cell's dot.
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
  /// Marks a site wherever it is drawn.
  void mark(std::string_view site, Mark mark);
  [[nodiscard]] const std::vector<std::vector<Span>>& lines() const { return lines_; }
  /// Without colour, one '\n' after each line.
  [[nodiscard]] std::string plain() const;

 private:
  std::vector<std::vector<Span>> lines_;
};

inline Ink seat_ink(int seat) { return static_cast<Ink>(static_cast<int>(Ink::seat0) + (seat & 3)); }

}  // namespace banmen
