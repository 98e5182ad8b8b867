#include "rules/format.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>

#include "rules/lines.hpp"

namespace banmen::rules {
namespace {

using Kind = Token::Kind;
using Words = std::initializer_list<std::string_view>;

constexpr int block_width = 2;
constexpr int broken_width = 4;  // how much deeper the rest of a broken line stands

bool is_one_of(const Token& token, Words words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
}

/// Symbols of the language; next to any other a blank might change what is read.
bool is_foreign(const Token& token) {
  return token.kind == Token::Kind::symbol &&
         !is_one_of(token,
                    {"(", ")", "[", "]", "{", "}", ",", ":", "..", "=", "!=", "<", "<=", ">", ">=", "&", "|", "+", "-", "*", "/"});
}

int characters(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string spelled(const Token& token) {
  if (token.kind != Token::Kind::string) return token.text;
  const bool closed = token.place.length == characters(token.text) + 2;
  return "\"" + token.text + (closed ? "\"" : "");
}

/// Where blanks stand between the words of one line.
class Spacing {
 public:
  Spacing(const Line& line, std::string_view section)
      : tokens_(line.tokens), section_(section), opens_(tokens_.size()), tight_(tokens_.size()), as_written_(tokens_.size()) {
    for (std::size_t i = 0; i < tokens_.size(); ++i) opens_[i] = opens(i);
    find_tight_signs();
    if (section_ == "test") find_moves();
    // Words of one character may be a picture, in which every character counts for itself.
    std::size_t first_row = 0;
    while (tokens_[first_row].place.line == line.place.line && tokens_[first_row].kind != Token::Kind::end) ++first_row;
    if (std::all_of(tokens_.begin(), tokens_.begin() + static_cast<std::ptrdiff_t>(first_row),
                    [](const Token& t) { return t.place.length <= 1; }))
      std::fill(as_written_.begin(), as_written_.begin() + static_cast<std::ptrdiff_t>(first_row), true);
  }

  [[nodiscard]] bool blank_before(std::size_t i) const {
    const Token &left = tokens_[i - 1], &right = tokens_[i];
    if (as_written_[i] || is_foreign(left) || is_foreign(right)) return stand_apart(left, right);
    if (is_one_of(right, {")", "]", "}", ",", ":", ".."}) || is_one_of(left, {"(", "[", "{", ".."})) return false;
    if (left.is(":")) return !(right.kind == Token::Kind::number && i >= 2 && tokens_[i - 2].kind == Token::Kind::number);  // 1:2
    if (section_ == "test" && (left.is("=") || right.is("="))) return false;
    if (tight_[i] || tight_[i - 1] || is_sign_of_number(i - 1)) return false;
    if (right.is("(") && left.kind == Token::Kind::name) return opens_[i - 1];
    return true;
  }

 private:
  static bool stand_apart(const Token& left, const Token& right) {
    return right.place.line != left.place.line || right.place.column != left.place.column + left.place.length;
  }

  /// Behind this word a value begins: a bracket there is no list of arguments, a minus sign no difference.
  [[nodiscard]] bool opens(std::size_t i) const {
    const Token& t = tokens_[i];
    if (i == 0 || tokens_[i - 1].is(":")) return true;  // the word of a section or statement
    if (t.kind == Token::Kind::symbol) return !is_one_of(t, {")", "]", "}"});
    if (t.is("at")) return !opens_[i - 1];  // `put man at (…)`, but the function in `choose t in at(…)`
    if (tokens_[0].is("board") && is_one_of(t, {"grid", "hex", "ring", "track", "x"})) return true;
    return is_one_of(
        t, {"of",   "in",   "to",    "as",   "where", "when",    "while",   "if",   "otherwise", "and",   "or",      "not",    "by",
            "from", "skip", "gains", "over", "onto",  "through", "exactly", "most", "only",      "among", "without", "reverse"});
  }

  [[nodiscard]] bool is_sign_of_number(std::size_t i) const {
    if (!tokens_[i].is("-")) return false;
    return i == 0 || section_ == "test" || (section_ == "board" && tokens_[0].is("at")) || opens_[i - 1];
  }

  /// Signs between single words stand close to them where one of the words is a number, as in `2*holes-1`; sets are always
  /// parted by blanks, and so are sums with a longer word in them, `2*pits - index(h)`.
  void find_tight_signs() {
    std::vector<std::vector<std::size_t>> sums(1);  // the signs of the sum that is open at each depth of brackets
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token& t = tokens_[i];
      if (is_one_of(t, {"(", "[", "{"})) {
        sums.emplace_back();
      } else if (is_one_of(t, {")", "]", "}"})) {
        settle(sums.back());
        sums.pop_back();
        if (sums.empty()) sums.emplace_back();
      } else if (is_one_of(t, {"+", "-", "*", "/"})) {
        if (i > 0 && !is_sign_of_number(i)) sums.back().push_back(i);
      } else if (t.kind == Token::Kind::end || (opens_[i] && !t.is("of"))) {
        settle(sums.back());
        sums.back().clear();
      }
    }
    for (const auto& signs : sums) settle(signs);
  }

  void settle(const std::vector<std::size_t>& signs) {
    const auto single = [&](std::size_t i) { return single_before(i) && single_behind(i); };
    const auto product = [&](std::size_t i) { return is_one_of(tokens_[i], {"*", "/"}); };
    const auto with_number = [&](std::size_t i) {
      return tokens_[i - 1].kind == Token::Kind::number || tokens_[i + 1].kind == Token::Kind::number;
    };
    const bool products = std::all_of(signs.begin(), signs.end(), [&](std::size_t i) { return !product(i) || single(i); });
    const bool all = std::all_of(signs.begin(), signs.end(), single) && std::any_of(signs.begin(), signs.end(), with_number);
    for (const std::size_t i : signs) tight_[i] = product(i) ? products : all;
  }

  [[nodiscard]] bool single_before(std::size_t i) const {
    const Token& t = tokens_[i - 1];
    return (t.kind == Token::Kind::name || t.kind == Token::Kind::number) &&
           !(i >= 2 && is_one_of(tokens_[i - 2], {"of", "ahead", "mine", "theirs"}));
  }
  [[nodiscard]] bool single_behind(std::size_t i) const {
    const Token& t = tokens_[i + 1];
    return (t.kind == Token::Kind::name || t.kind == Token::Kind::number) &&
           !is_one_of(t, {"ahead", "mine", "theirs", "reverse"}) && !is_one_of(tokens_[i + 2], {"(", "of"});
  }

  /// Moves and names of games in tests are what stands together: `after a1-b2 pass: …`, `same as reversi:size=4`.
  void find_moves() {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      std::size_t at = i + 1;
      if (tokens_[i].is("as")) {
        for (; at < tokens_.size(); ++at) as_written_[at] = true;
      } else if (tokens_[i].is("illegal")) {
        do as_written_[at++] = true;
        while (at < tokens_.size() && !stand_apart(tokens_[at - 1], tokens_[at]));
      } else if (tokens_[i].is("after") && !tokens_[at].is(":")) {
        do as_written_[at++] = true;
        while (at < tokens_.size() &&
               !(tokens_[at - 1].is(":") && (tokens_[at].kind == Token::Kind::end || stand_apart(tokens_[at - 1], tokens_[at]))));
      } else {
        continue;
      }
      i = at - 1;
    }
  }

  const std::vector<Token>& tokens_;
  std::string_view section_;
  std::vector<bool> opens_, tight_, as_written_;
};

/// What stands on each line of the text, by its number, comments apart.
std::map<int, std::string> laid_out(std::string_view text) {
  Messages unheard;
  const std::vector<Line> lines = lines_of(text, 0, unheard);
  const std::vector<int> depths = depths_of(lines);
  std::map<int, std::string> out;
  std::string_view section;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const auto& tokens = lines[n].tokens;
    if (depths[n] == 0) section = tokens[0].text;
    const Spacing spacing(lines[n], section);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      std::string& here = out[tokens[i].place.line];
      if (here.empty())
        here.assign(static_cast<std::size_t>(depths[n] * block_width + (i > 0 ? broken_width : 0)), ' ');
      else if (spacing.blank_before(i))
        here += ' ';
      here += spelled(tokens[i]);
    }
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  return text;
}

}  // namespace

std::string formatted(std::string_view given) {
  const std::string plain = with_plain_lines(given);
  std::string_view text = plain;
  const std::map<int, std::string> written = laid_out(text);
  std::string out;
  bool empty = false;  // whether an empty line waits to be written
  struct Comment {
    bool empty_before;
    std::string_view text;
  };
  std::vector<Comment> waiting;  // they stand as deep as what follows them
  const auto write = [&](bool empty_before, std::size_t indent, std::string_view line) {
    if (empty_before && !out.empty()) out += '\n';
    out.append(indent, ' ');
    out += line;
  };
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end), kept = without_comment(whole), comment = trimmed(whole.substr(kept.size()));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (trimmed(kept).empty()) {
      if (comment.empty())
        empty = true;
      else
        waiting.push_back({std::exchange(empty, false), comment});
      continue;
    }
    const auto here = written.find(number);
    const std::string_view line = here == written.end() ? kept : here->second;  // a line that is none is left as it is
    for (const Comment& c : waiting) {
      write(c.empty_before, std::min(line.find_first_not_of(' '), line.size()), c.text);
      out += '\n';
    }
    waiting.clear();
    write(std::exchange(empty, false), 0, line);
    if (!comment.empty()) out.append("  ").append(comment);
    out += '\n';
  }
  for (const Comment& c : waiting) {
    write(c.empty_before, 0, c.text);
    out += '\n';
  }
  return out;
}

}  // namespace banmen::rules
