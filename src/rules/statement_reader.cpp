#include <algorithm>
#include <utility>

#include "rules/line_reader.hpp"
#include "rules/lines.hpp"

namespace banmen::rules {
namespace {

using Kind = Statement::Kind;

constexpr int deepest_block = 40;  // nesting of blocks

/// A statement of one or two parts with a word between them. A part is an expression, or the description of a name.
struct Form {
  std::string_view word;
  Kind kind;
  std::string_view first, joint, second;
};
constexpr std::string_view expression = "=";
constexpr Form forms[] = {{"put", Kind::put, "a kind of piece", "at", expression},
                          {"move", Kind::move, chosen_site, "to", chosen_site},
                          {"flip", Kind::flip, expression, {}, {}},
                          {"take", Kind::take, expression, {}, {}},
                          {"carry", Kind::carry, expression, "to", expression},
                          {"set", Kind::set, "a counter", "to", expression},
                          {"add", Kind::add, expression, "to", "a counter"},
                          {"mark", Kind::mark, expression, "as", "marks"},
                          {"unmark", Kind::unmark, expression, "as", "marks"},
                          {"clear", Kind::clear, "marks", {}, {}},
                          {"let", Kind::let, "a name", "=", expression},
                          {"require", Kind::require, expression, {}, {}},
                          {"roll", Kind::roll, "a name for the number rolled", "of", expression},
                          {"again", Kind::again, {}, {}, {}},
                          {"stop", Kind::stop, {}, {}, {}}};

const Form* find_form(std::string_view word) {
  const auto found = std::find_if(std::begin(forms), std::end(forms), [&](const Form& form) { return form.word == word; });
  return found == std::end(forms) ? nullptr : found;
}

class StatementReader {
 public:
  explicit StatementReader(LineCursor& cursor) : cursor_(cursor) {}

  Block block(int indent, const Place& owner, std::string_view what) {
    Block out;
    if (++depth_ > deepest_block) {
      cursor_.messages->error(owner, "blocks are nested too deeply", "at most " + std::to_string(deepest_block));
      cursor_.block(indent, [](const Line&) {});
    } else {
      cursor_.block(indent, [&](const Line& line) { statement(line, out); });
      if (out.empty() && !cursor_.messages->any_error())
        cursor_.messages->error(owner, std::string(what) + " has no statements", "indent them below this line");
    }
    --depth_;
    return out;
  }

 private:
  void statement(const Line& line, Block& out) {
    ++cursor_.at;
    LineReader reader(line, *cursor_.messages);
    Statement s = read(reader, line);
    reader.expect_end();
    if (!reader.failed()) out.push_back(std::move(s));
  }

  Statement read(LineReader& r, const Line& line) {
    Statement s;
    s.place = r.peek().place;
    const std::string word = r.any_name("a statement");
    if (r.failed()) return s;
    if (const Form* form = find_form(word)) {
      s.kind = form->kind;
      if (part(r, s, form->first); !form->joint.empty()) r.expect(form->joint);
      part(r, s, form->second);
    } else if (word == "choose") {
      s.kind = Kind::choose;
      s.name = r.name("a name for what is chosen", &s.name_place);
      if (r.take("among")) {
        s.kind = Kind::among;
        while (!r.done()) {
          s.word_places.push_back(r.peek().place);
          s.words.push_back(r.name("a kind of piece"));
        }
        if (s.words.empty()) r.expected("a kind of piece");
      } else {
        r.expect("in");
        options(r, s);
      }
    } else if (word == "place") {
      s.kind = Kind::place;
      s.other = r.name("a kind of piece", &s.other_place);
      r.expect("on");
      s.name = r.name("a name for the site", &s.name_place);
      r.expect("in");
      options(r, s);
    } else if (word == "remove") {
      s.kind = Kind::remove;
      s.parts.push_back(r.expr());
      if (r.take("from")) s.parts.push_back(r.expr());
    } else if (word == "sow") {
      sow(r, s);
    } else if (word == "if") {
      condition(r, s, line);
    } else if (word == "either") {
      either(r, s, line);
    } else if (word == "repeat") {
      s.kind = Kind::repeat;
      s.name = r.name(chosen_site, &s.name_place);
      r.expect("to");
      s.other = r.name("the site that is chosen in each run", &s.other_place);
      if (r.take("or")) s.or_stop = r.expect("stop");
      r.expect_end();
      s.blocks.push_back(block(line.indent, s.place, "'repeat'"));
    } else if (word == "or" || word == "otherwise") {
      r.error(s.place, "there is no '" + std::string(word == "or" ? "either" : "if") + "' above this '" + word + "'",
              "it must follow directly, with the same indentation");
    } else {
      r.error(s.place, "there is no statement '" + word + "'", word_hint(word, {statement_words()}));
    }
    return s;
  }

  /// A part of a plain statement: nothing, an expression or a name. The second name of a statement is its `other`.
  static void part(LineReader& r, Statement& s, std::string_view what) {
    if (what == expression)
      s.parts.push_back(r.expr());
    else if (!what.empty() && s.name_place.line == 0)
      s.name = r.name(what, &s.name_place);
    else if (!what.empty())
      s.other = r.name(what, &s.other_place);
  }

  /// After `in`: a set, directions, or a range of numbers, with an optional condition.
  static void options(LineReader& r, Statement& s) {
    s.parts.push_back(r.expr());
    if (r.take("..")) {
      Expr range;
      range.kind = Expr::Kind::range;
      range.place = s.parts[0].place;
      range.parts.push_back(std::move(s.parts[0]));
      range.parts.push_back(r.expr());
      s.parts[0] = std::move(range);
    }
    s.parts.push_back(r.take("where") ? r.expr() : Expr{});
  }

  static void sow(LineReader& r, Statement& s) {
    s.kind = Kind::sow;
    s.name = r.name(chosen_site, &s.name_place);
    if (r.take("on"))
      s.other = "on";
    else if (r.take("back"))
      s.other = "back";
    else
      r.expected("'on' or 'back'");
    s.parts.resize(2);
    while (!r.failed() && r.take(",")) {
      if (r.take("skip")) {
        s.parts[0] = r.expr();
      } else if (r.take("relay")) {
        r.expect("while");
        s.parts[1] = r.expr();
      } else if (r.take("endless")) {
        r.expect(":");
        s.word_places.push_back(r.peek().place);
        s.words.push_back(r.any_name("'void', 'illegal' or 'forfeit'"));
      } else {
        r.expected("'skip', 'relay while' or 'endless:'");
      }
    }
  }

  void condition(LineReader& r, Statement& s, const Line& line) {
    s.kind = Kind::condition;
    s.parts.push_back(r.expr());
    branch(r, s, line, s.place, "'if'");
    if (r.failed() || !cursor_.continues(line.indent, "otherwise")) return;
    const Line& other = cursor_.peek();
    ++cursor_.at;
    LineReader rest(other, *cursor_.messages);
    rest.take("otherwise");
    branch(rest, s, other, other.place, "'otherwise'");
    rest.expect_end();
  }

  /// One statement after a colon, or the lines below.
  void branch(LineReader& r, Statement& s, const Line& line, const Place& owner, std::string_view what) {
    if (r.take(":")) {
      if (++depth_ > deepest_block) r.error(owner, "blocks are nested too deeply", "at most " + std::to_string(deepest_block));
      s.blocks.push_back({read(r, line)});
      --depth_;
    } else {
      r.expect_end();
      s.blocks.push_back(block(line.indent, owner, what));
    }
  }

  void either(LineReader& r, Statement& s, const Line& line) {
    s.kind = Kind::either;
    alternative(r, s, line);
    while (cursor_.continues(line.indent, "or")) {
      const Line& other = cursor_.peek();
      ++cursor_.at;
      LineReader rest(other, *cursor_.messages);
      rest.take("or");
      alternative(rest, s, other);
    }
    if (s.blocks.size() < 2 && !r.failed()) r.error(s.place, "'either' has only one alternative", "add another with 'or'");
  }

  void alternative(LineReader& r, Statement& s, const Line& line) {
    s.word_places.push_back(r.peek().place);
    const bool named = r.peek().kind == Token::Kind::string;
    s.words.push_back(named ? r.string("a word") : "");
    for (const char c : s.words.back())
      if (c == ' ' || c == ':')
        r.error(s.word_places.back(), "the word of an alternative is part of a move and must not contain a space or ':'");
    r.expect_end();
    // An alternative with a word may be empty: "pass".
    if (named && (cursor_.done() || cursor_.peek().indent <= line.indent))
      s.blocks.emplace_back();
    else
      s.blocks.push_back(block(line.indent, line.place, "this alternative"));
  }

  LineCursor& cursor_;
  int depth_ = 0;
};

}  // namespace

Block read_block(LineCursor& cursor, int indent, const Place& owner, std::string_view what) {
  return StatementReader(cursor).block(indent, owner, what);
}

}  // namespace banmen::rules
