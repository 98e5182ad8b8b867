// A text as lines of words: comments apart, lines that go on joined, the depth of each told by its indentation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/message.hpp"

namespace banmen::rules {

struct Token {
  enum class Kind { name, number, string, symbol, end };
  Kind kind = Kind::end;
  std::string text;  // of a string: what stands between the quotes
  long number = 0;
  Place place;

  [[nodiscard]] bool is(std::string_view wanted) const { return (kind == Kind::name || kind == Kind::symbol) && text == wanted; }
};

struct Line {
  int indent = 0;
  std::vector<Token> tokens;       // the last one is `end`
  std::vector<std::string> cells;  // where every word is a single character: those characters, as a row of a picture
  Place place;
};

/// Lines that hold something. What can't be a word at all is reported; everything else is left to the reader of the line.
std::vector<Line> lines_of(std::string_view text, int file, Messages& messages);

}  // namespace banmen::rules
