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

/// The text with line ends as here, and without the mark of UTF-8 that some editors put in front.
std::string with_plain_lines(std::string_view text);

/// Lines that hold something. What can't be a word at all is reported; everything else is left to the reader of the line.
std::vector<Line> lines_of(std::string_view text, int file, Messages& messages);

/// How many blocks each line stands in, however far its author moves a block to the right.
std::vector<int> depths_of(const std::vector<Line>& lines);

/// One line of a text without its comment and the blanks before that. A `;` inside quotes begins none, nor one that stands
/// directly behind something.
std::string_view without_comment(std::string_view line);

}  // namespace banmen::rules
