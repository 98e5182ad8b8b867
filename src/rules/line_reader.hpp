// Readers of expressions (from the words of a line) and statements (from the lines of a block).
#pragma once

#include <initializer_list>
#include <string>

#include "rules/syntax.hpp"

namespace banmen::rules {

inline constexpr std::string_view chosen_site = "a chosen site";  // a name that statements move, sow or repeat from

/// A cursor over the words of one line. After an error it is at the end, so that one line gives one message.
class LineReader {
 public:
  LineReader(const Line& line, Messages& messages) : tokens_(&line.tokens), messages_(&messages) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const { return (*tokens_)[std::min(at_ + ahead, tokens_->size() - 1)]; }
  [[nodiscard]] bool done() const { return peek().kind == Token::Kind::end; }
  [[nodiscard]] bool failed() const { return failed_; }
  Token next();
  bool take(std::string_view word);    // takes the word if it is next
  bool expect(std::string_view word);  // takes the word, or reports an error

  std::string name(std::string_view what, Place* place = nullptr);      // a name that is not a word of the language
  std::string any_name(std::string_view what, Place* place = nullptr);  // any word
  std::string string(std::string_view what);                            // for people: unprintable characters are replaced
  long number(std::string_view what);                                   // an integer
  /// The tokens up to the next blank as one word; a `:` at its end is taken and reported by `colon`.
  std::string raw_word(bool& colon);
  void expect_end();

  Expr expr();
  Expr primary();  // a single word, call or bracket
  Expr operand();  // binds as tightly as a single word

  void error(const Place& place, std::string what, std::string hint = {});
  void expected(std::string_view what, std::string hint = {});

 private:
  Expr any_of();
  Expr all_of();
  Expr conditions(Expr::Kind kind, std::string_view word, Expr (LineReader::*part)());  // parts with `word` between them
  Expr negation();
  Expr comparison();
  Expr chain();
  Expr product();
  Expr terms(std::initializer_list<std::string_view> signs, Expr (LineReader::*part)());  // parts with signs between them
  Expr unary();
  Expr bracketed();
  Expr call(const Token& name);
  Expr argument();
  Expr range();
  void spread(Expr& e) const;  // extends its place to the last word read

  const std::vector<Token>* tokens_;
  Messages* messages_;
  std::size_t at_ = 0;
  bool failed_ = false;
  int depth_ = 0;   // brackets that are open
  int joined_ = 0;  // nesting without brackets: `or`, `and`, `of`, `forward`, signs
};

/// A cursor over the lines of a file.
struct LineCursor {
  const std::vector<Line>* lines;
  std::size_t at = 0;
  Messages* messages;

  [[nodiscard]] bool done() const { return at == lines->size(); }
  [[nodiscard]] const Line& peek() const { return (*lines)[at]; }
  /// True if the next line begins with this word at this depth.
  [[nodiscard]] bool continues(int indent, std::string_view word) const {
    return !done() && peek().indent == indent && peek().tokens[0].is(word);
  }
  /// The lines indented deeper than `indent`; reports lines that fit no block.
  template <class Visit>
  void block(int indent, Visit visit) {
    if (done() || peek().indent <= indent) return;
    const int depth = peek().indent;
    while (!done() && peek().indent > indent) {
      if (peek().indent != depth) {
        messages->error(peek().place, "this indentation matches no block", "align the lines of a block");
        ++at;
        continue;
      }
      const std::size_t before = at;
      visit(peek());
      if (at == before) ++at;
    }
  }
};

/// The block below a line at `indent`. An empty one is an error at `owner`.
Block read_block(LineCursor& cursor, int indent, const Place& owner, std::string_view what);

}  // namespace banmen::rules
