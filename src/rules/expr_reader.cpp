#include <algorithm>

#include "core/characters.hpp"
#include "rules/line_reader.hpp"

namespace banmen::rules {
namespace {

constexpr int deepest = 200;  // nesting of brackets

std::string shown(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the line";
  return "'" + (token.kind == Token::Kind::string ? "\"" + token.text + "\"" : token.text) + "'";
}

Expr begun(Expr::Kind kind, const Place& place, std::string name = {}) {
  Expr e;
  e.kind = kind;
  e.place = place;
  e.name = std::move(name);
  return e;
}

/// An expression with this first part.
Expr around(Expr::Kind kind, Expr first, std::string name = {}) {
  Expr e = begun(kind, first.place, std::move(name));
  e.parts.push_back(std::move(first));
  return e;
}

}  // namespace

Token LineReader::next() {
  Token token = peek();
  if (!done()) ++at_;
  return token;
}

bool LineReader::take(std::string_view word) {
  if (!peek().is(word)) return false;
  ++at_;
  return true;
}

bool LineReader::expect(std::string_view word) {
  if (take(word)) return true;
  expected("'" + std::string(word) + "'");
  return false;
}

void LineReader::error(const Place& place, std::string what, std::string hint) {
  if (!failed_) messages_->error(place, std::move(what), std::move(hint));
  failed_ = true;
  at_ = tokens_->size() - 1;
}

void LineReader::expected(std::string_view what, std::string hint) {
  if (hint.empty() && peek().kind != Token::Kind::string) hint = everyday_hint(peek().text);
  error(peek().place, "expected " + std::string(what) + ", got " + shown(peek()), std::move(hint));
}

std::string LineReader::any_name(std::string_view what, Place* place) {
  if (peek().kind != Token::Kind::name) {
    expected(what);
    return {};
  }
  if (place) *place = peek().place;
  return next().text;
}

std::string LineReader::name(std::string_view what, Place* place) {
  if (peek().kind == Token::Kind::name && is_reserved(peek().text)) {
    if (what == chosen_site)
      expected(what, "write 'choose f in " + peek().text + "' above, then 'f' here");
    else
      error(peek().place, "'" + peek().text + "' is a word of the language and can't be a name");
    return {};
  }
  return any_name(what, place);
}

std::string LineReader::string(std::string_view what) {
  if (peek().kind == Token::Kind::string) return harmless(next().text);
  expected(what, "in quotes");
  return {};
}

long LineReader::number(std::string_view what) {
  const bool minus = take("-");
  if (peek().kind != Token::Kind::number) {
    expected(what);
    return 0;
  }
  const long n = next().number;
  return minus ? -n : n;
}

std::string LineReader::raw_word(bool& colon) {
  std::string word;
  colon = false;
  Place last;
  while (!done()) {
    const Token& token = peek();
    if (!word.empty() && (token.place.line != last.line || token.place.column != last.column + last.length)) break;
    last = token.place;
    word += token.kind == Token::Kind::string ? "\"" + token.text + "\"" : token.text;
    ++at_;
  }
  if (word.size() > 1 && word.back() == ',') {  // a separator
    word.pop_back();
    --at_;
  }
  if (!word.empty() && word.back() == ':') {
    word.pop_back();
    colon = true;
  }
  return word;
}

void LineReader::expect_end() {
  if (!done()) error(peek().place, "unexpected '" + peek().text + "'", everyday_hint(peek().text));
}

void LineReader::spread(Expr& e) const {
  const Place& last = (*tokens_)[at_ > 0 ? at_ - 1 : 0].place;
  if (last.line == e.place.line) e.place.length = std::max(e.place.length, last.column + last.length - e.place.column);
}

Expr LineReader::expr() {
  if (++depth_ > deepest) error(peek().place, "brackets are nested too deeply", "at most " + std::to_string(deepest));
  Expr first = any_of();
  if (peek().is("if")) {
    Expr e = around(Expr::Kind::choice, std::move(first));
    ++at_;
    e.parts.push_back(any_of());
    if (take("otherwise")) e.parts.push_back(expr());
    spread(e);
    first = std::move(e);
  }
  --depth_;
  return first;
}

Expr LineReader::any_of() { return conditions(Expr::Kind::either, "or", &LineReader::all_of); }
Expr LineReader::all_of() { return conditions(Expr::Kind::both, "and", &LineReader::negation); }

Expr LineReader::conditions(Expr::Kind kind, std::string_view word, Expr (LineReader::*part)()) {
  Expr first = (this->*part)();
  while (peek().is(word) && !failed_) {
    if (++joined_ > deepest) error(peek().place, "too many conditions in one line", "at most " + std::to_string(deepest));
    first = around(kind, std::move(first));
    ++at_;
    first.parts.push_back((this->*part)());
    spread(first);
  }
  return first;
}

Expr LineReader::negation() {
  int nots = 0;
  const Place place = peek().place;
  while (take("not")) ++nots;
  Expr e = comparison();
  if (nots % 2 == 0) return e;
  Expr out = begun(Expr::Kind::negation, place);
  out.parts.push_back(std::move(e));
  spread(out);
  return out;
}

Expr LineReader::comparison() {
  Expr left = chain();
  Expr e;
  e.place = left.place;
  static constexpr std::string_view signs[] = {"=", "!=", "<", "<=", ">", ">="};
  const bool compares = std::any_of(std::begin(signs), std::end(signs), [&](std::string_view s) { return peek().is(s); });
  if (compares) {
    e.kind = Expr::Kind::compare;
    e.name = next().text;
    e.parts.push_back(std::move(left));
    e.parts.push_back(chain());
  } else if (peek().is("in")) {
    e.kind = Expr::Kind::within;
    ++at_;
    e.parts.push_back(std::move(left));
    e.parts.push_back(chain());
    if (take("..")) e.parts.push_back(chain());
  } else if (take("stuck")) {
    e.kind = Expr::Kind::stuck;
    e.parts.push_back(std::move(left));
  } else if (left.kind == Expr::Kind::name && left.name == "last" && take("was")) {
    e.kind = Expr::Kind::was;
    e.name = any_name("'empty' or 'occupied'");
    if (!failed_ && e.name != "empty" && e.name != "occupied")
      error(e.place, "unexpected '" + e.name + "'", "say 'last was empty' or 'last was occupied'");
  } else {
    return left;
  }
  spread(e);
  return e;
}

Expr LineReader::chain() { return terms({"+", "-", "&", "|"}, &LineReader::product); }
Expr LineReader::product() { return terms({"*", "/"}, &LineReader::unary); }

Expr LineReader::terms(std::initializer_list<std::string_view> signs, Expr (LineReader::*part)()) {
  const auto at_sign = [&] {
    return std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) { return peek().is(sign); });
  };
  Expr first = (this->*part)();
  if (!at_sign()) return first;
  Expr e = around(Expr::Kind::chain, std::move(first));
  while (!failed_ && at_sign()) {
    if (++joined_ > deepest) error(peek().place, "too many parts in one line", "at most " + std::to_string(deepest));
    if (failed_) break;
    e.operator_places.push_back(peek().place);
    e.operators.push_back(next().text);
    e.parts.push_back((this->*part)());
  }
  spread(e);
  return e;
}

Expr LineReader::unary() {
  if (!peek().is("-")) return operand();
  Expr e = begun(Expr::Kind::minus, next().place);
  if (++depth_ > deepest) error(e.place, "too many '-' in a row");
  e.parts.push_back(unary());
  --depth_;
  spread(e);
  return e;
}

Expr LineReader::operand() {
  Expr e = primary();
  while (!failed_ && (peek().is("of") || peek().is("forward") || peek().is("backward"))) {
    if (++joined_ > deepest)
      error(peek().place, "too many 'of', 'forward' and 'backward' in a row", "at most " + std::to_string(deepest));
    if (take("of")) {
      e = around(Expr::Kind::of, std::move(e));
      e.parts.push_back(primary());
    } else if (!failed_) {
      e = around(Expr::Kind::leading, std::move(e), next().text);
    }
    spread(e);
  }
  return e;
}

Expr LineReader::primary() {
  Expr e;
  e.place = peek().place;
  switch (peek().kind) {
    case Token::Kind::number: {
      e.kind = Expr::Kind::number;
      e.number = next().number;
      if (peek().is(":") && peek(1).kind == Token::Kind::number) {  // 1:2, the vector of a leap
        ++at_;
        Expr pair = around(Expr::Kind::pair, std::move(e));
        pair.parts.push_back(begun(Expr::Kind::number, peek().place));
        pair.parts.back().number = number("a number");
        spread(pair);
        return pair;
      }
      return e;
    }
    case Token::Kind::symbol:
      if (peek().is("(") || peek().is("{") || peek().is("[")) return bracketed();
      break;
    case Token::Kind::name: {
      static constexpr std::string_view not_here[] = {"where", "and", "or",   "otherwise", "if",    "in",
                                                      "to",    "as",  "when", "while",     "among", "else"};
      if (std::any_of(std::begin(not_here), std::end(not_here), [&](std::string_view w) { return peek().is(w); })) break;
      const Token name = next();
      if (peek().is("(") && name.text != "reverse") return call(name);
      e.kind = Expr::Kind::name;
      e.name = name.text;
      if (name.text == "reverse") {
        e.kind = Expr::Kind::reverse;
        if (++depth_ > deepest) error(e.place, "'reverse' is nested too deeply");
        e.parts.push_back(operand());
        --depth_;
      } else if (name.text == "ahead") {
        e.kind = Expr::Kind::ahead;
        e.number = number("a number of seats");
      } else if ((name.text == "mine" || name.text == "theirs") && peek().kind == Token::Kind::name && !is_reserved(peek().text) &&
                 !peek().is("stuck") && !peek().is("by")) {
        e.kind = Expr::Kind::owned;
        const Token piece = next();
        e.parts.push_back(begun(Expr::Kind::name, piece.place, piece.text));
      }
      spread(e);
      return e;
    }
    default: break;
  }
  expected("a set, a number or a condition");
  return e;
}

Expr LineReader::bracketed() {
  const Token open = next();
  Expr e;
  e.place = open.place;
  if (open.text == "(") {
    Expr inner = expr();
    expect(")");
    inner.place = e.place;
    spread(inner);
    // `(a & b)` is one operand: a chain in brackets is not joined with the one around it.
    return inner;
  }
  if (open.text == "{") {
    e.kind = Expr::Kind::sites;
    while (!done() && !peek().is("}")) {
      e.parts.push_back(begun(Expr::Kind::name, peek().place));
      e.parts.back().name = any_name("the name of a site");
    }
    expect("}");
    spread(e);
    return e;
  }
  e.kind = Expr::Kind::those;
  e.name = name("a name for the site");
  expect("in");
  e.parts.push_back(chain());
  expect("where");
  e.parts.push_back(expr());
  expect("]");
  spread(e);
  return e;
}

Expr LineReader::range() {
  Expr first = expr();
  if (!take("..")) return first;
  Expr e = around(Expr::Kind::range, std::move(first));
  e.parts.push_back(expr());
  spread(e);
  return e;
}

Expr LineReader::call(const Token& name) {
  Expr e = begun(Expr::Kind::call, name.place, name.text);
  expect("(");
  while (!failed_ && !peek().is(")")) {
    e.parts.push_back(argument());
    if (!take(",")) break;
  }
  expect(")");
  spread(e);
  return e;
}

Expr LineReader::argument() {
  Expr e = begun(Expr::Kind::argument, peek().place);
  static constexpr std::string_view before[] = {"through", "onto", "over", "to", "in", "exactly"};
  for (const std::string_view word : before)
    if (peek().is(word) && !peek(1).is(",") && !peek(1).is(")")) {
      e.name = next().text;
      break;
    }
  if (e.name.empty() && peek().is("at") && peek(1).is("most")) {
    at_ += 2;
    e.name = "at most";
  }
  e.parts.push_back(range());
  spread(e);
  return e;
}

}  // namespace banmen::rules
