#include "rules/lines.hpp"

#include <charconv>

namespace banmen::rules {
namespace {

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }
bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

/// One line of the file, taken apart.
class Scanner {
 public:
  Scanner(std::string_view text, int file, int number, Messages& messages)
      : text_(text), file_(file), number_(number), messages_(messages) {}

  void scan(Line& line, int& open_brackets) {
    std::size_t at = line.indent;
    int column = line.indent + 1;
    while (at < text_.size()) {
      if (text_[at] == ' ') {
        ++at;
        ++column;
        continue;
      }
      Token token;
      const std::size_t begin = at;
      if (letter(text_[at])) {
        while (at < text_.size() && (letter(text_[at]) || digit(text_[at]))) ++at;
        token.kind = Token::Kind::name;
      } else if (digit(text_[at])) {
        while (at < text_.size() && digit(text_[at])) ++at;
        token.kind = Token::Kind::number;
        const auto [end, wrong] = std::from_chars(text_.data() + begin, text_.data() + at, token.number);
        if (wrong != std::errc{} || token.number > 1'000'000'000)
          messages_.error(place(column, at - begin), "this number is too large", "at most 1000000000");
      } else if (text_[at] == '"') {
        ++at;
        while (at < text_.size() && text_[at] != '"') ++at;
        token.kind = Token::Kind::string;
        token.text = text_.substr(begin + 1, at - begin - 1);
        if (at == text_.size())
          messages_.error(place(column, at - begin), "this text has no end", "it ends with a \" on the same line");
        else
          ++at;
      } else {
        token.kind = Token::Kind::symbol;
        static constexpr std::string_view pairs[] = {"..", "!=", "<=", ">="};
        at += 1;
        for (const std::string_view pair : pairs)
          if (text_.substr(begin, 2) == pair) at = begin + 2;
        while (at < text_.size() && !starts_character(text_[at])) ++at;
        const char c = text_[begin];
        if (c == '(' || c == '[' || c == '{') ++open_brackets;
        if ((c == ')' || c == ']' || c == '}') && open_brackets > 0) --open_brackets;
      }
      if (token.kind != Token::Kind::string) token.text = text_.substr(begin, at - begin);
      int length = 0;
      for (std::size_t i = begin; i < at; ++i) length += starts_character(text_[i]);
      token.place = place(column, static_cast<std::size_t>(length));
      column += length;
      line.tokens.push_back(std::move(token));
    }
  }

 private:
  [[nodiscard]] Place place(int column, std::size_t length) const { return {file_, number_, column, static_cast<int>(length)}; }

  std::string_view text_;
  int file_;
  int number_;
  Messages& messages_;
};

/// The single characters of which a line consists, or nothing where one of its words is longer.
std::vector<std::string> cells_of(std::string_view text) {
  std::vector<std::string> cells;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (end < text.size() && !starts_character(text[end])) ++end;
    if (end < text.size() && text[end] != ' ') return {};
    cells.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return cells;
}

}  // namespace

std::string_view without_comment(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == ';' && !quoted && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t')) {
      text = text.substr(0, i);
      break;
    }
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string with_plain_lines(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (!pair) out += text[i] == '\r' ? '\n' : text[i];
  }
  return out;
}

std::vector<Line> lines_of(std::string_view text, int file, Messages& messages) {
  std::vector<Line> lines;
  int open = 0, number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    const std::string_view kept = without_comment(whole);
    std::size_t indent = 0;
    while (indent < kept.size() && kept[indent] == ' ') ++indent;
    if (indent == kept.size()) continue;
    if (kept[indent] == '\t') {
      messages.error({file, number, static_cast<int>(indent) + 1, 1}, "a tab in front of a line", "blocks are made by blanks");
      continue;
    }
    const bool goes_on = open > 0 && !lines.empty();
    Line line;
    line.indent = static_cast<int>(indent);
    line.place = {file, number, static_cast<int>(indent) + 1, 1};
    if (!goes_on) line.cells = cells_of(kept.substr(indent));
    Scanner(kept, file, number, messages).scan(line, open);
    if (!line.cells.empty()) open = 0;  // brackets in a picture are pieces
    const bool condition = !lines.empty() && line.tokens[0].is("where");
    if (goes_on || condition) {
      auto& tokens = lines.back().tokens;
      tokens.insert(tokens.end(), line.tokens.begin(), line.tokens.end());
      lines.back().cells.clear();
    } else {
      lines.push_back(std::move(line));
    }
  }
  for (Line& line : lines) {
    Token last;
    last.place = line.tokens.back().place;
    last.place.column += last.place.length;
    last.place.length = 1;
    line.tokens.push_back(last);
  }
  return lines;
}

std::vector<int> depths_of(const std::vector<Line>& lines) {
  std::vector<int> depths, edges{0};  // where the open blocks begin
  for (const Line& line : lines) {
    while (edges.back() > line.indent) edges.pop_back();
    if (edges.back() < line.indent) edges.push_back(line.indent);
    depths.push_back(static_cast<int>(edges.size()) - 1);
  }
  return depths;
}

}  // namespace banmen::rules
