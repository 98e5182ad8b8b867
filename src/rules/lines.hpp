// The text of a rule file: its lines as words, with comments apart, continued lines joined and the depth given by the indentation;
// the words of the language; messages about places in the text; and the one layout of every rule file.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace banmen::rules {

/// A stretch of one line. Columns count characters, not bytes, from 1. Line 0: the file as a whole.
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

/// Collects messages; of the errors of one line only the first is kept, since the others mostly follow from it.
class Messages {
 public:
  void error(const Place& place, std::string what, std::string hint = {});
  void warn(const Place& place, std::string what, std::string hint = {});

  [[nodiscard]] bool full() const { return all_.size() >= most; }
  [[nodiscard]] bool any_error() const;
  /// In the order of the text.
  [[nodiscard]] std::vector<Message> sorted() const;

 private:
  static constexpr std::size_t most = 100;  // nobody reads on; a file of some other kind has one in every line
  std::vector<Message> all_;
  std::set<std::pair<int, int>> lines_;  // that have an error
};

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

constexpr bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }
int characters(std::string_view text);

/// The text with line ends as here, and without the mark of UTF-8 that some editors put in front.
std::string with_plain_lines(std::string_view text);

/// Lines that hold something. What can't be a word at all is reported; everything else is left to the reader of the line.
std::vector<Line> lines_of(std::string_view text, int file, Messages& messages);

/// How many blocks each line stands in, however far its author moves a block to the right.
std::vector<int> depths_of(const std::vector<Line>& lines);

/// One line of a text without its comment and the blanks before that. A `;` inside quotes begins none, nor one that stands
/// directly behind something.
std::string_view without_comment(std::string_view line);

// The words of the language, by where they may stand.
std::span<const std::string_view> section_words();
std::span<const std::string_view> statement_words();
std::span<const std::string_view> set_words();        // all empty mine …
std::span<const std::string_view> direction_words();  // N … NW on back orthogonal …
std::span<const std::string_view> function_words();   // near ray … count stones …

/// A word that can't be the name of something.
bool is_reserved(std::string_view word);

/// "did you mean 'theirs'?" where one of the words, or of the names in `more`, is near; else nothing.
std::string nearest_hint(std::string_view word, std::initializer_list<std::span<const std::string_view>> words,
                         const std::vector<std::string>& more = {});

/// The text as everybody's text looks: two blanks for each block, one between words, comments kept. It means what it meant,
/// and laying it out once more changes nothing. Lines stay broken where their author broke them. The text need not be right.
std::string formatted(std::string_view given);

}  // namespace banmen::rules
