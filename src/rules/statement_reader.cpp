#include "rules/statement_reader.hpp"

#include <utility>

#include "rules/lines.hpp"

namespace banmen::rules {
namespace {

using Kind = Statement::Kind;

constexpr int deepest_block = 40;  // blocks in blocks

class StatementReader {
 public:
  explicit StatementReader(LineCursor& cursor) : cursor_(cursor) {}

  Block block(int indent, const Place& owner, std::string_view what) {
    Block out;
    if (++depth_ > deepest_block) {
      cursor_.messages->error(owner, "too many blocks inside one another", "at most " + std::to_string(deepest_block));
      cursor_.block(indent, [](const Line&) {});
    } else {
      cursor_.block(indent, [&](const Line& line) { statement(line, out); });
      if (out.empty() && !cursor_.messages->any_error())
        cursor_.messages->error(owner, std::string(what) + " has nothing below it", "write its statements deeper than this line");
    }
    --depth_;
    return out;
  }

 private:
  void statement(const Line& line, Block& out) {
    ++cursor_.at;
    LineReader reader(line, *cursor_.messages);
    Statement s = read(reader, line);
    reader.want_end();
    if (!reader.failed()) out.push_back(std::move(s));
  }

  Statement read(LineReader& r, const Line& line) {
    Statement s;
    s.place = r.peek().place;
    const std::string word = r.any_name("a statement");
    if (r.failed()) return s;
    if (word == "choose") {
      s.kind = Kind::choose;
      s.name = r.name("a name for what is chosen", &s.name_place);
      if (r.take("among")) {
        s.kind = Kind::among;
        while (!r.done()) {
          s.word_places.push_back(r.peek().place);
          s.words.push_back(r.name("a kind of piece"));
        }
        if (s.words.empty()) r.wanted("a kind of piece");
      } else {
        r.want("in");
        options(r, s);
      }
    } else if (word == "place") {
      s.kind = Kind::place;
      s.other = r.name("a kind of piece", &s.other_place);
      r.want("on");
      s.name = r.name("a name for the site", &s.name_place);
      r.want("in");
      options(r, s);
    } else if (word == "put") {
      s.kind = Kind::put;
      s.name = r.name("a kind of piece", &s.name_place);
      r.want("at");
      s.parts.push_back(r.expr());
    } else if (word == "move") {
      s.kind = Kind::move;
      s.name = r.name("a chosen site", &s.name_place);
      r.want("to");
      s.other = r.name("a chosen site", &s.other_place);
    } else if (word == "remove") {
      s.kind = Kind::remove;
      s.parts.push_back(r.expr());
      if (r.take("from")) s.parts.push_back(r.expr());
    } else if (word == "flip" || word == "take") {
      s.kind = word == "flip" ? Kind::flip : Kind::take;
      s.parts.push_back(r.expr());
    } else if (word == "sow") {
      sow(r, s);
    } else if (word == "carry") {
      s.kind = Kind::carry;
      s.parts.push_back(r.expr());
      r.want("to");
      s.parts.push_back(r.expr());
    } else if (word == "set") {
      s.kind = Kind::set;
      s.name = r.name("a counter", &s.name_place);
      r.want("to");
      s.parts.push_back(r.expr());
    } else if (word == "add") {
      s.kind = Kind::add;
      s.parts.push_back(r.expr());
      r.want("to");
      s.name = r.name("a counter", &s.name_place);
    } else if (word == "mark" || word == "unmark") {
      s.kind = word == "mark" ? Kind::mark : Kind::unmark;
      s.parts.push_back(r.expr());
      r.want("as");
      s.name = r.name("marks", &s.name_place);
    } else if (word == "clear") {
      s.kind = Kind::clear;
      s.name = r.name("marks", &s.name_place);
    } else if (word == "let") {
      s.kind = Kind::let;
      s.name = r.name("a name", &s.name_place);
      r.want("=");
      s.parts.push_back(r.expr());
    } else if (word == "require") {
      s.kind = Kind::require;
      s.parts.push_back(r.expr());
    } else if (word == "roll") {
      s.kind = Kind::roll;
      s.name = r.name("a name for the number rolled", &s.name_place);
      r.want("of");
      s.parts.push_back(r.expr());
    } else if (word == "again") {
      s.kind = Kind::again;
    } else if (word == "stop") {
      s.kind = Kind::stop;
    } else if (word == "if") {
      condition(r, s, line);
    } else if (word == "either") {
      either(r, s, line);
    } else if (word == "repeat") {
      s.kind = Kind::repeat;
      s.name = r.name("a chosen site", &s.name_place);
      r.want("to");
      s.other = r.name("the site that is chosen in each pass", &s.other_place);
      if (r.take("or")) s.or_stop = r.want("stop");
      r.want_end();
      s.blocks.push_back(block(line.indent, s.place, "'repeat'"));
    } else if (word == "or" || word == "otherwise") {
      r.error(s.place, "there is no '" + std::string(word == "or" ? "either" : "if") + "' above this '" + word + "'",
              "it stands directly below it, at the same depth");
    } else {
      r.error(s.place, "there is no statement '" + word + "'", nearest_hint(word, {statement_words()}));
    }
    return s;
  }

  /// `in` is read: a set, directions, or numbers from … to, perhaps with a condition.
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
    s.name = r.name("a chosen site", &s.name_place);
    if (r.take("on"))
      s.other = "on";
    else if (r.take("back"))
      s.other = "back";
    else
      r.wanted("'on' or 'back'");
    s.parts.resize(2);
    while (!r.failed() && r.take(",")) {
      if (r.take("skip")) {
        s.parts[0] = r.expr();
      } else if (r.take("relay")) {
        r.want("while");
        s.parts[1] = r.expr();
      } else if (r.take("endless")) {
        r.want(":");
        s.word_places.push_back(r.peek().place);
        s.words.push_back(r.any_name("'void', 'illegal' or 'forfeit'"));
      } else {
        r.wanted("'skip', 'relay while' or 'endless:'");
      }
    }
  }

  void condition(LineReader& r, Statement& s, const Line& line) {
    s.kind = Kind::condition;
    s.parts.push_back(r.expr());
    branch(r, s, line, s.place, "'if'");
    if (r.failed() || cursor_.done() || cursor_.peek().indent != line.indent || !cursor_.peek().tokens[0].is("otherwise")) return;
    const Line& other = cursor_.peek();
    ++cursor_.at;
    LineReader rest(other, *cursor_.messages);
    rest.take("otherwise");
    branch(rest, s, other, other.place, "'otherwise'");
    rest.want_end();
  }

  /// One statement after a colon, or the lines below.
  void branch(LineReader& r, Statement& s, const Line& line, const Place& owner, std::string_view what) {
    if (r.take(":")) {
      if (++depth_ > deepest_block)
        r.error(owner, "too many blocks inside one another", "at most " + std::to_string(deepest_block));
      s.blocks.push_back({read(r, line)});
      --depth_;
    } else {
      r.want_end();
      s.blocks.push_back(block(line.indent, owner, what));
    }
  }

  void either(LineReader& r, Statement& s, const Line& line) {
    s.kind = Kind::either;
    alternative(r, s, line);
    while (!cursor_.done() && cursor_.peek().indent == line.indent && cursor_.peek().tokens[0].is("or")) {
      const Line& other = cursor_.peek();
      ++cursor_.at;
      LineReader rest(other, *cursor_.messages);
      rest.take("or");
      alternative(rest, s, other);
    }
    if (s.blocks.size() < 2 && !r.failed()) r.error(s.place, "'either' has one alternative only", "a second one begins with 'or'");
  }

  void alternative(LineReader& r, Statement& s, const Line& line) {
    s.word_places.push_back(r.peek().place);
    const bool named = r.peek().kind == Token::Kind::string;
    s.words.push_back(named ? r.string("a word") : "");
    for (const char c : s.words.back())
      if (c == ' ' || c == ':') r.error(s.word_places.back(), "the word of an alternative is part of a move and holds no blank");
    r.want_end();
    // An alternative with a word may do nothing at all: "pass".
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
