// The text of a rule file: its lines as tokens, with comments removed and continued lines joined; the words of the language;
// messages about places in the text; and the formatter.
#pragma once

#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace banmen::rules {

/// A range within one line. Columns count characters, not bytes, from 1. Line 0: the file as a whole.
struct Place {
  int file = 0;  // which of the texts of a game: the file itself, or one that it extends
  int line = 0;
  int column = 0;
  int length = 0;

  bool operator==(const Place&) const = default;
};

struct Message {
  Place place;
  std::string what;
  std::string hint;
  bool warning = false;
};

/// Collects messages. Only the first error of a line is kept, since the others mostly follow from it.
class Messages {
 public:
  void error(const Place& place, std::string what, std::string hint = {});
  void warn(const Place& place, std::string what, std::string hint = {});

  [[nodiscard]] bool full() const { return all_.size() >= most; }
  /// True if an error at this place would be kept: hints for others need not be looked up.
  [[nodiscard]] bool keeps(const Place& place) const {
    return !full() && (place.line == 0 || !lines_.contains({place.file, place.line}));
  }
  [[nodiscard]] bool any_error() const;
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] const Message& last() const { return all_.back(); }
  /// In the order of the text.
  [[nodiscard]] std::vector<Message> sorted() const;

 private:
  static constexpr std::size_t most = 100;  // enough: a file of another kind has an error in every line
  std::vector<Message> all_;
  std::set<std::pair<int, int>> lines_;  // with an error
};

struct Token {
  enum class Kind { name, number, string, symbol, end };
  Kind kind = Kind::end;
  std::string text;  // of a string: without the quotes
  long number = 0;
  Place place;

  [[nodiscard]] bool is(std::string_view word) const { return (kind == Kind::name || kind == Kind::symbol) && text == word; }
};

struct Line {
  int indent = 0;
  std::vector<Token> tokens;       // the last one is `end`
  std::vector<std::string> cells;  // if every word is a single character: those characters, as a row of a picture
  Place place;
};

constexpr bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }
int characters(std::string_view text);

/// The text with normalised line ends and without a byte order mark.
std::string with_plain_lines(std::string_view text);

/// The lines that are not empty. Reports only malformed tokens.
std::vector<Line> lines_of(std::string_view text, int file, Messages& messages);

/// The nesting depth of each line, whatever the width of its indentation.
std::vector<int> depths_of(const std::vector<Line>& lines);

/// One line without its comment and trailing blanks. A `;` inside quotes, or directly behind another character, begins no comment.
std::string_view without_comment(std::string_view line);

// The words of the language by category.
std::span<const std::string_view> section_words();
std::span<const std::string_view> statement_words();
std::span<const std::string_view> set_words();        // all empty mine …
std::span<const std::string_view> direction_words();  // N … NW on back orthogonal …
std::span<const std::string_view> function_words();   // near ray … count stones …

/// True for words that can't be names.
bool is_reserved(std::string_view word);

/// "did you mean 'theirs'?" if one of the words, or of the names in `more`, is near; else empty.
std::string nearest_hint(std::string_view word, std::initializer_list<std::span<const std::string_view>> words,
                         const std::vector<std::string>& more = {});

/// An everyday word or sign that is not the language's, and the hint that names the right one.
struct Everyday {
  std::string_view word, hint;
};
std::span<const Everyday> everyday_words();

/// The hint for an everyday word; empty for any other.
std::string everyday_hint(std::string_view word);

/// The hint for an everyday word, or else the nearest word.
std::string word_hint(std::string_view word, std::initializer_list<std::span<const std::string_view>> words,
                      const std::vector<std::string>& more = {});

/// The text in canonical format: two blanks per block, one between words, comments kept. The meaning does not change, line breaks
/// stay, and formatting is idempotent. The text may have errors.
std::string formatted(std::string_view given);

}  // namespace banmen::rules
