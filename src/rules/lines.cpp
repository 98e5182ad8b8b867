#include "rules/lines.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <map>
#include <tuple>
#include <utility>

#include "core/text.hpp"

namespace banmen::rules {
namespace {

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

/// Scanner of one line.
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
          messages_.error(place(column, at - begin), "unterminated string", "close it with \" on the same line");
        else
          ++at;
      } else {
        token.kind = Token::Kind::symbol;
        // The last ones are not the language's; as one sign they get a hint of their own.
        static constexpr std::string_view pairs[] = {"..", "!=", "<=", ">=", "==", "&&", "||", "//", "<>", ":="};
        at += 1;
        for (const std::string_view pair : pairs)
          if (text_.substr(begin, 2) == pair) at = begin + 2;
        while (at < text_.size() && !starts_character(text_[at])) ++at;
        const char c = text_[begin];
        if (c == '(' || c == '[' || c == '{') ++open_brackets;
        if ((c == ')' || c == ']' || c == '}') && open_brackets > 0) --open_brackets;
      }
      if (token.kind != Token::Kind::string) token.text = text_.substr(begin, at - begin);
      const int length = characters(text_.substr(begin, at - begin));
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

/// The single characters of a line; empty if one of its words is longer.
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

int characters(std::string_view text) { return static_cast<int>(std::count_if(text.begin(), text.end(), starts_character)); }

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
      messages.error({file, number, static_cast<int>(indent) + 1, 1}, "a tab in the indentation", "use spaces");
      continue;
    }
    const bool continues = open > 0 && !lines.empty();
    Line line;
    line.indent = static_cast<int>(indent);
    line.place = {file, number, static_cast<int>(indent) + 1, 1};
    if (!continues) line.cells = cells_of(kept.substr(indent));
    Scanner(kept, file, number, messages).scan(line, open);
    if (!line.cells.empty()) open = 0;  // brackets in a picture are pieces
    const bool condition = !lines.empty() && line.tokens[0].is("where");
    if (continues || condition) {
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
  std::vector<int> depths, edges{0};  // indentations of the open blocks
  for (const Line& line : lines) {
    while (edges.back() > line.indent) edges.pop_back();
    if (edges.back() < line.indent) edges.push_back(line.indent);
    depths.push_back(static_cast<int>(edges.size()) - 1);
  }
  return depths;
}

void Messages::error(const Place& place, std::string what, std::string hint) {
  if (!keeps(place)) return;
  if (place.line != 0) lines_.insert({place.file, place.line});
  all_.push_back({place, std::move(what), std::move(hint), false});
}

void Messages::warn(const Place& place, std::string what, std::string hint) {
  const auto same = [&](const Message& m) { return m.place == place && m.what == what; };
  if (all_.size() < most && std::none_of(all_.begin(), all_.end(), same))
    all_.push_back({place, std::move(what), std::move(hint), true});
}

bool Messages::any_error() const {
  return std::any_of(all_.begin(), all_.end(), [](const Message& m) { return !m.warning; });
}

std::vector<Message> Messages::sorted() const {
  std::vector<Message> out = all_;
  const auto order = [](const Message& m) { return std::tuple(m.place.file, m.place.line, m.place.column); };
  std::stable_sort(out.begin(), out.end(), [&](const Message& a, const Message& b) { return order(a) < order(b); });
  return out;
}

namespace {

using Word = std::string_view;

constexpr Word sections[] = {"game",       "extends", "param", "require", "board",    "seats",  "unequal", "teams", "piece",
                             "hand",       "counter", "marks", "region",  "let",      "start",  "turn",    "else",  "end",
                             "repetition", "score",   "value", "sure",    "notation", "bridge", "show",    "test"};
constexpr Word statements[] = {"choose", "place",  "put",   "move", "remove",  "flip", "sow",   "take", "carry",  "set",    "add",
                               "mark",   "unmark", "clear", "let",  "require", "roll", "again", "if",   "either", "repeat", "stop"};
constexpr Word joining[] = {"otherwise", "or", "and", "not", "where", "in", "of", "to", "as", "while", "among", "when"};
constexpr Word sets[] = {"all",     "empty",  "occupied", "mine", "theirs", "dark", "light",
                         "corners", "centre", "far",      "home", "last",   "full"};
constexpr Word seats[] = {"me", "next", "ahead", "any", "every", "everyone"};
constexpr Word directions[] = {"N",          "NE",       "E",    "SE",   "S",       "SW",       "W",    "NW",    "on",     "back",
                               "orthogonal", "diagonal", "all8", "all6", "forward", "backward", "left", "right", "reverse"};
constexpr Word functions[] = {"near",  "ray",   "slide",  "leap", "jump",   "bracket", "line",    "between",
                              "at",    "axis",  "flood",  "row",  "rows",   "column",  "columns", "site",
                              "sites", "count", "stones", "hand", "groups", "index",   "row_of",  "column_of"};

bool among(std::span<const Word> words, Word word) { return std::find(words.begin(), words.end(), word) != words.end(); }

}  // namespace

std::span<const Word> section_words() { return sections; }
std::span<const Word> statement_words() { return statements; }
std::span<const Word> set_words() { return sets; }
std::span<const Word> direction_words() { return directions; }
std::span<const Word> function_words() { return functions; }

bool is_reserved(Word word) {
  // `bridge` is younger than the files that may use it as a name.
  return (among(sections, word) && word != "bridge") || among(statements, word) || among(joining, word) || among(sets, word) ||
         among(seats, word) || among(directions, word);
}

std::string nearest_hint(Word word, std::initializer_list<std::span<const Word>> words, const std::vector<std::string>& more) {
  std::vector<std::string> candidates = more;
  for (const auto& list : words) candidates.insert(candidates.end(), list.begin(), list.end());
  const auto near = nearest(word, candidates);
  return near ? "did you mean '" + *near + "'?" : "";
}

namespace {

constexpr Everyday everyday[] = {
    // Sections.
    {"player", "say 'me', or 'next' for the other one; 'seats first second' declares them"},
    {"players", "say 'seats first second'"},
    {"pieces", "say 'piece man \"x\" \"o\"', one line for each kind"},
    {"setup", "say 'start'"},
    {"initial", "say 'start'"},
    {"rules", "say 'turn' for the moves and 'end' for the results"},
    {"moves", "say 'turn'"},
    {"goal", "say 'end', and below it: when line(3, mine): me wins"},
    {"win", "say 'end', and below it: when line(3, mine): me wins"},
    {"include", "say 'extends \"other.game\"'"},
    {"import", "say 'extends \"other.game\"'"},
    {"define", "say 'let name = …'"},
    {"function", "say 'let name(a, b) = …'"},
    {"var", "say 'let name = …', or 'counter name in 0..9' for a number that changes"},
    {"variable", "say 'let name = …', or 'counter name in 0..9' for a number that changes"},
    {"dice", "say 'roll d of 6' as the first statement of a turn"},
    // Statements.
    {"capture", "say 'remove S', or 'move f to t', which takes what is on t"},
    {"captures", "say 'remove S', or 'move f to t', which takes what is on t"},
    {"kill", "say 'remove S'"},
    {"delete", "say 'remove S'"},
    {"promote", "say 'put queen at t'"},
    {"drop", "say 'place man on s in empty'"},
    {"step", "say 'choose t in near(f)', then 'move f to t'"},
    {"swap", "say 'remove' for both pieces, then 'put' for each on its new site"},
    {"for", "there are no loops over sites: a statement takes a whole set, such as [s in S where C]"},
    {"foreach", "there are no loops over sites: a statement takes a whole set, such as [s in S where C]"},
    {"while", "say 'repeat f to t'"},
    {"loop", "say 'repeat f to t'"},
    {"break", "say 'stop'"},
    {"else", "say 'otherwise'; an 'else' at the left edge applies when the turn above has no move"},
    {"elif", "say 'otherwise', and below it 'if'"},
    {"then", "say 'if C: STATEMENT', or indent the statements below"},
    {"pass", "say 'else pass' at the left edge, or 'either \"pass\"' inside a turn"},
    {"increment", "say 'add 1 to name'"},
    {"decrement", "say 'add -1 to name'"},
    {"extraturn", "say 'again'"},
    // Sets and numbers.
    {"opponent", "say 'theirs' for its pieces, 'next' for the seat"},
    {"enemy", "say 'theirs' for its pieces, 'next' for the seat"},
    {"own", "say 'mine'"},
    {"friendly", "say 'mine'"},
    {"free", "say 'empty'"},
    {"vacant", "say 'empty'"},
    {"blank", "say 'empty'"},
    {"everything", "say 'all'"},
    {"neighbours", "say 'near(S)'"},
    {"neighbors", "say 'near(S)'"},
    {"adjacent", "say 'near(S)'"},
    {"connected", "say 'flood(S, in A)'"},
    {"rank", "say 'row(1)'"},
    {"file", "say 'column(1)'"},
    {"edges", "say 'row(1) | row(8) | column(1) | column(8)'"},
    {"number", "say 'count(S)'"},
    {"up", "say 'N'"},
    {"down", "say 'S'"},
    {"diagonals", "say 'diagonal'"},
    // Signs.
    {"==", "say '='"},
    {"<>", "say '!='"},
    {"!", "say 'not'"},
    {":=", "say 'let name = …', or 'set name to …' for a counter"},
    {"&&", "say 'and' between conditions, '&' between sets"},
    {"||", "say 'or' between conditions, '|' between sets"},
    {"#", "a comment begins with ';'"},
    {"//", "a comment begins with ';'"},
    {"%", "say 'n - n / k * k': division rounds down"},
};

}  // namespace

std::span<const Everyday> everyday_words() { return everyday; }

std::string everyday_hint(Word word) {
  const auto found = std::find_if(std::begin(everyday), std::end(everyday), [&](const Everyday& e) { return e.word == word; });
  return found == std::end(everyday) ? std::string() : std::string(found->hint);
}

std::string word_hint(Word word, std::initializer_list<std::span<const Word>> words, const std::vector<std::string>& more) {
  const std::string hint = everyday_hint(word);
  return hint.empty() ? nearest_hint(word, words, more) : hint;
}

namespace {

using Kind = Token::Kind;
using Words = std::initializer_list<std::string_view>;

constexpr int block_width = 2;
constexpr int broken_width = 4;  // additional indentation of continued lines

bool is_one_of(const Token& token, Words words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
}

/// Symbols that are not the language's; blanks next to them are kept, as they might matter.
bool is_foreign(const Token& token) {
  return token.kind == Token::Kind::symbol &&
         !is_one_of(token,
                    {"(", ")", "[", "]", "{", "}", ",", ":", "..", "=", "!=", "<", "<=", ">", ">=", "&", "|", "+", "-", "*", "/"});
}

std::string spelled(const Token& token) {
  if (token.kind != Token::Kind::string) return token.text;
  const bool closed = token.place.length == characters(token.text) + 2;
  return "\"" + token.text + (closed ? "\"" : "");
}

/// Blanks between the words of one line.
class Spacing {
 public:
  Spacing(const Line& line, std::string_view section)
      : tokens_(line.tokens), section_(section), opens_(tokens_.size()), tight_(tokens_.size()), as_written_(tokens_.size()) {
    for (std::size_t i = 0; i < tokens_.size(); ++i) opens_[i] = opens(i);
    find_tight_signs();
    if (section_ == "test") find_moves();
    // Words of one character may be a row of a picture.
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

  /// True if a value begins after this word: a bracket is no argument list, a minus sign no difference.
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

  /// Operators between single words have no blanks around them if one of the words is a number, as in `2*holes-1`. Operators on
  /// sets have, and so have sums with a longer term, `2*pits - index(h)`.
  void find_tight_signs() {
    std::vector<std::vector<std::size_t>> sums(1);  // operators of the open sum at each depth of brackets
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

  /// Moves and names of games in tests have no blanks inside: `after a1-b2 pass: …`, `same as reversi:size=4`.
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

/// The formatted lines by line number, without comments.
std::map<int, std::string> formatted_lines(std::string_view text) {
  Messages ignored;
  const std::vector<Line> lines = lines_of(text, 0, ignored);
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
  const std::map<int, std::string> written = formatted_lines(text);
  std::string out;
  bool empty = false;  // an empty line is pending
  struct Comment {
    bool empty_before;
    std::string_view text;
  };
  std::vector<Comment> waiting;  // indented like the next line
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
    const std::string_view line = here == written.end() ? kept : here->second;  // lines that are no tokens stay as they are
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
