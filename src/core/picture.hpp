// A board as coloured text. Games say what is where and whose it is; the front ends choose colours and fonts.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace banmen {

enum class Ink : std::uint8_t { plain, faint, frame, seat0, seat1, seat2, seat3, mark };

struct Span {
  std::string text;
  Ink ink = Ink::plain;
};

class Picture {
 public:
  Picture& line() {
    lines_.emplace_back();
    return *this;
  }
  Picture& put(std::string text, Ink ink = Ink::plain) {
    if (lines_.empty()) lines_.emplace_back();
    lines_.back().push_back({std::move(text), ink});
    return *this;
  }
  [[nodiscard]] const std::vector<std::vector<Span>>& lines() const { return lines_; }
  /// Without colour, one '\n' after each line.
  [[nodiscard]] std::string plain() const;

 private:
  std::vector<std::vector<Span>> lines_;
};

inline Ink seat_ink(int seat) { return static_cast<Ink>(static_cast<int>(Ink::seat0) + (seat & 3)); }

}  // namespace banmen
