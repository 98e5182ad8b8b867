#include <algorithm>

#include "rules/resolver.hpp"

namespace banmen::rules {
namespace {

constexpr int most_nodes = 20'000;
constexpr int deepest_let = 600;

Node fixed_set(const Place& place, std::vector<Set> of_seats = std::vector<Set>(1)) {
  Node node = make_node(Node::Op::fixed, Type::set, place);
  node.sets = std::move(of_seats);
  return node;
}

/// The index of the element with this name, or -1.
template <class List>
int number_of(const List& list, std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.name == name; });
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

}  // namespace

const char* type_name(Type type) {
  switch (type) {
    case Type::site: return "a site";
    case Type::set: return "a set of sites";
    case Type::dirs: return "a direction";
    case Type::number: return "a number";
    case Type::truth: return "a condition";
    case Type::piece: return "a kind of piece";
  }
  return "";
}

Node Resolver::fixed_number(long n, const Place& place) { return with_number(make_node(Op::number, Type::number, place), n); }
Node Resolver::fixed_truth(bool value, const Place& place) { return with_number(make_node(Op::truth, Type::truth, place), value); }
Node Resolver::none(const Place& place) { return with_index(make_node(Op::dirs, Type::dirs, place), -2); }

std::string Resolver::words_at(const Place& place) const {
  if (place.line == 0) return {};
  const std::string_view text = line_at(reading_, place);
  const auto skip = [&](std::size_t from, int characters) {
    while (from < text.size() && characters > 0) {
      ++from;
      while (from < text.size() && !starts_character(text[from])) ++from;
      --characters;
    }
    return from;
  };
  const std::size_t begin = skip(0, place.column - 1);
  return std::string(text.substr(begin, skip(begin, place.length) - begin));
}

void Resolver::error(const Place& place, std::string what, std::string hint) {
  messages_.error(place, std::move(what), std::move(hint));
}

void Resolver::type_error(Type target, const Node& node, const Expr& e) {
  if (!messages_.keeps(e.place)) return;
  const std::string words = words_at(e.place);
  std::string hint;
  if (target == Type::number && (node.type == Type::site || node.type == Type::set))
    hint = rules_.has_stones ? "did you mean 'stones(" + words + ")'?" : "did you mean 'count(" + words + ")'?";
  if (target == Type::set && (e.kind == Kind::both || e.kind == Kind::either))
    hint = std::string("sets are joined by '") + (e.kind == Kind::both ? "&" : "|") + "', conditions by '" +
           (e.kind == Kind::both ? "and" : "or") + "'";
  if (target == Type::set && e.kind == Kind::negation) hint = "say 'all - S' for the sites not in S";
  error(e.place, std::string("expected ") + type_name(target) + ", but '" + words + "' is " + type_name(node.type), hint);
}

const LetSection* Resolver::find_let(std::string_view name) const {
  const int number = number_of(file_.lets, name);
  return number < 0 ? nullptr : &file_.lets[static_cast<std::size_t>(number)];
}

int Resolver::seat_number(std::string_view name) const {
  const auto at = std::find(rules_.seats.begin(), rules_.seats.end(), name);
  return at == rules_.seats.end() ? -1 : static_cast<int>(at - rules_.seats.begin());
}

std::vector<std::string> Resolver::all_names() const {
  std::vector<std::string> names;
  for (const auto& [name, slot] : scope_) names.push_back(name);
  for (const auto& s : file_.regions) names.push_back(s.name);
  for (const auto& s : file_.lets) names.push_back(s.name);
  for (const auto& s : file_.pieces) names.push_back(s.name);
  for (const auto& s : file_.counters) names.push_back(s.name);
  for (const auto& s : file_.params) names.push_back(s.name);
  for (const auto& s : file_.marks) names.push_back(s.first);
  return names;
}

Node Resolver::converted(Node node, Type target, const Expr& e) {
  if (node.type == target) return node;
  if (target == Type::set && node.type == Type::site) return node;  // a set of one site
  if (target == Type::set && node.type == Type::piece && node.op == Op::kind) {
    node.type = Type::set;
    return node;
  }
  if (target == Type::truth && (node.type == Type::set || node.type == Type::site || node.op == Op::kind)) {
    node.type = node.type == Type::piece ? Type::set : node.type;
    const Place place = node.place;
    return make_node(Op::some, Type::truth, place, {std::move(node)});
  }
  if (!messages_.any_error() || node.place.line != 0) type_error(target, node, e);
  Node wrong = make_node(target == Type::number  ? Op::number
                         : target == Type::truth ? Op::truth
                         : target == Type::dirs  ? Op::dirs
                                                 : Op::fixed,
                         target, e.place);
  wrong.sets.resize(1);
  return wrong;
}

Node Resolver::set(const Expr& e) { return converted(expr(e), Type::set, e); }
Node Resolver::dirs(const Expr& e) { return converted(expr(e), Type::dirs, e); }
Node Resolver::number(const Expr& e) { return converted(expr(e), Type::number, e); }

/// A condition on a set or number `of any` seat holds if it holds for one seat.
Node Resolver::quantified(const Expr& e, Node (Resolver::*atom)(const Expr&)) {
  const int outer = std::exchange(quantifier_, 0);
  Node node = converted((this->*atom)(e), Type::truth, e);
  const int found = std::exchange(quantifier_, outer);
  if (found == 0) return node;
  const Place place = node.place;
  return make_node(found == 1 ? Op::any_seat : Op::every_seat, Type::truth, place, {std::move(node)});
}

Node Resolver::truth(const Expr& e) {
  const auto joined = [&](Op op) {
    if (too_much(e)) return fixed_truth(true, e.place);
    ++depth_;
    std::vector<Node> parts;
    for (const Expr& part : e.parts) parts.push_back(truth(part));
    --depth_;
    // Constant folding of parameters.
    if (op == Op::negation) {
      if (parts[0].op == Op::truth) return fixed_truth(parts[0].number == 0, e.place);
      return make_node(op, Type::truth, e.place, std::move(parts));
    }
    for (std::size_t i = 0; i < 2; ++i)
      if (parts[i].op == Op::truth)
        return (parts[i].number != 0) == (op == Op::either) ? std::move(parts[i]) : std::move(parts[1 - i]);
    return make_node(op, Type::truth, e.place, std::move(parts));
  };
  switch (e.kind) {
    case Kind::negation: return joined(Op::negation);
    case Kind::both: return joined(Op::both);
    case Kind::either: return joined(Op::either);
    case Kind::compare: return quantified(e, &Resolver::compare);
    default: return quantified(e, &Resolver::expr);
  }
}

bool Resolver::too_much(const Expr& e) {
  if (++work_ > most_nodes)
    error(e.place, "this expression is too large", "its nested lets expand to more than " + std::to_string(most_nodes) + " words");
  else if (depth_ > deepest_let)
    error(e.place, "this is nested too deeply", "lets are nested at most " + std::to_string(deepest_let) + " deep");
  else
    return false;
  return true;
}

Node Resolver::expr(const Expr& e) {
  if (too_much(e)) return fixed_number(0, {});
  ++depth_;
  Node node = plain_expr(e);
  --depth_;
  return node;
}

Node Resolver::plain_expr(const Expr& e) {
  switch (e.kind) {
    case Kind::none: return fixed_truth(true, e.place);
    case Kind::number: return fixed_number(e.number, e.place);
    case Kind::name: return name(e);
    case Kind::call: return call(e);
    case Kind::chain: return chain(e);
    case Kind::choice: return choice(e);
    case Kind::of: return seen_by(e);
    case Kind::negation:
    case Kind::both:
    case Kind::either:
    case Kind::compare: return truth(e);
    case Kind::minus: {
      Node of = number(e.parts[0]);
      if (of.op == Op::number) return fixed_number(-of.number, e.place);
      return make_node(Op::minus, Type::number, e.place, {std::move(of)});
    }
    case Kind::within: {
      if (e.parts.size() == 3) {
        std::vector<Node> n{number(e.parts[0]), number(e.parts[1]), number(e.parts[2])};
        if (std::all_of(n.begin(), n.end(), [](const Node& part) { return part.op == Op::number; }))
          return fixed_truth(n[0].number >= n[1].number && n[0].number <= n[2].number, e.place);
        return make_node(Op::within, Type::truth, e.place, std::move(n));
      }
      return make_node(Op::subset, Type::truth, e.place, {set(e.parts[0]), set(e.parts[1])});
    }
    case Kind::stuck: {
      if (!in_end_) error(e.place, "'stuck' is only allowed in 'end'", "only 'end' can ask whether a seat has a move");
      Node node = make_node(Op::stuck, Type::truth, e.place);
      node.who = who(e.parts[0], true);
      return node;
    }
    case Kind::was: return make_node(e.name == "empty" ? Op::was_empty : Op::was_occupied, Type::truth, e.place);
    case Kind::owned: {
      const int kind = kind_of(e.parts[0].name, e.parts[0].place);
      return with_number(with_index(make_node(Op::owned, Type::set, e.place), kind), e.name == "mine");
    }
    case Kind::leading: return with_number(make_node(Op::leading, Type::dirs, e.place, {dirs(e.parts[0])}), e.name == "backward");
    case Kind::reverse: return make_node(Op::reverse, Type::dirs, e.place, {dirs(e.parts[0])});
    case Kind::sites: {
      Node node = fixed_set(e.place);
      for (const Expr& site : e.parts) {
        const auto found = rules_.board.find(site.name);
        if (found)
          node.sets[0].set(static_cast<std::size_t>(*found));
        else
          error(site.place, "the board has no site '" + site.name + "'");
      }
      return node;
    }
    case Kind::those: {
      Node from = set(e.parts[0]);
      const Scope outer = scope_;
      const int slot = new_slot(e.name, Type::site, e.place);
      scope_[e.name] = slot;
      Node where = truth(e.parts[1]);
      scope_ = outer;
      return with_index(make_node(Op::those, Type::set, e.place, {std::move(from), std::move(where)}), slot);
    }
    default: break;
  }
  error(e.place, "unexpected '" + words_at(e.place) + "'");
  return fixed_number(0, e.place);
}

Node Resolver::name(const Expr& e) {
  const std::string& word = e.name;
  if (const auto found = scope_.find(word); found != scope_.end())
    return with_index(make_node(Op::slot, rules_.slot_types[static_cast<std::size_t>(found->second)], e.place), found->second);
  if (const auto found = values_.find(word); found != values_.end()) {
    const std::string& value = found->second;
    if (value == "true" || value == "false") return fixed_truth(value == "true", e.place);
    if (!value.empty() && (value[0] == '-' || (value[0] >= '0' && value[0] <= '9'))) return fixed_number(std::stol(value), e.place);
    error(e.place, "the value of '" + word + "' is a word, which can only be compared: " + word + " = " + value);
    return fixed_truth(false, e.place);
  }
  const auto fixed = [&](auto member) {
    Node node = fixed_set(e.place);
    for (int s = 0; s < rules_.board.size(); ++s) node.sets[0][static_cast<std::size_t>(s)] = member(rules_.board.point(s));
    return node;
  };
  const Board& board = rules_.board;
  const bool flat = board.kind() == Board::Kind::grid || board.kind() == Board::Kind::hex;
  const auto needs_grid = [&] {
    if (!flat) error(e.place, "'" + word + "' needs a board of kind grid or hex");
  };
  if (word == "all") return fixed([](const Board::Point&) { return true; });
  if (word == "dark" || word == "light") {
    needs_grid();
    return fixed([&](const Board::Point& p) { return ((p.row + p.column) % 2 == 0) == (word == "dark"); });
  }
  if (word == "corners") {
    needs_grid();
    return fixed([&](const Board::Point& p) {
      return (p.row == 1 || p.row == board.rows()) && (p.column == 1 || p.column == board.columns());
    });
  }
  if (word == "centre") {
    needs_grid();
    const auto middle = [](int n, int of) { return 2 * n >= of && 2 * n <= of + 2; };
    return fixed([&](const Board::Point& p) { return middle(p.row, board.rows()) && middle(p.column, board.columns()); });
  }
  if (word == "far" || word == "home") {
    Node node = fixed_set(e.place, std::vector<Set>(rules_.seats.size()));
    for (std::size_t seat = 0; seat < rules_.seats.size(); ++seat) {
      int facing = rules_.facing[seat];
      if (facing < 0 || facing % 2 != 0 || facing >= 8) {
        error(e.place, "'" + word + "' needs seats that face N, E, S or W", "for example: seats white black facing N S");
        break;
      }
      if (word == "home") facing = turned(facing, 4);
      const bool up = board.from_top() ? facing == 4 : facing == 0;  // toward greater row numbers
      for (int s = 0; s < board.size(); ++s) {
        const Board::Point& p = board.point(s);
        const bool last = facing % 4 == 0 ? p.row == (up ? board.rows() : 1) : p.column == (facing == 2 ? board.columns() : 1);
        node.sets[seat][static_cast<std::size_t>(s)] = last;
      }
    }
    return node;
  }
  if (word == "empty") return make_node(Op::empty, Type::set, e.place);
  if (word == "occupied") return make_node(Op::occupied, Type::set, e.place);
  if (word == "full")
    return make_node(Op::negation, Type::truth, e.place,
                     {make_node(Op::some, Type::truth, e.place, {make_node(Op::empty, Type::set, e.place)})});
  if (word == "last") return make_node(Op::last, Type::site, e.place);
  if (word == "mine" || word == "theirs") return with_number(make_node(Op::owned, Type::set, e.place), word == "mine");
  // Directions.
  const auto directions = [&](Dirs value) { return with_number(make_node(Op::dirs, Type::dirs, e.place), value); };
  for (int d = 0; d < direction_count; ++d)
    if (word == direction_name(d)) {
      if ((d >= 8) == (board.kind() != Board::Kind::ring && board.kind() != Board::Kind::track))
        error(e.place, std::string("this board has no direction '") + word + "'");
      return directions(static_cast<Dirs>(1 << d));
    }
  if (word == "orthogonal") return directions(0x55);
  if (word == "diagonal") return directions(0xaa);
  if (word == "all8" || word == "all6") {
    const bool hex = board.kind() == Board::Kind::hex;
    if (hex != (word == "all6") && board.kind() != Board::Kind::graph)
      error(e.place, "this board has no '" + word + "'", hex ? "use 'all6'" : "use 'all8'");
    return directions(word == "all6" ? board.all_directions() : Dirs{0xff});
  }
  if (word == "forward" || word == "backward" || word == "left" || word == "right") {
    for (const int facing : rules_.facing)
      if (facing < 0) {
        error(e.place, "'" + word + "' needs seats with a direction", "for example: seats white black facing N S");
        break;
      }
    return with_number(make_node(Op::facing, Type::dirs, e.place), word == "forward"    ? 0
                                                                   : word == "right"    ? 2
                                                                   : word == "backward" ? 4
                                                                                        : 6);
  }
  // Names of the file.
  if (const auto found = regions_.find(word); found != regions_.end()) return fixed_set(e.place, found->second);
  if (const auto marks = std::find(rules_.marks.begin(), rules_.marks.end(), word); marks != rules_.marks.end())
    return with_index(make_node(Op::marks, Type::set, e.place), static_cast<int>(marks - rules_.marks.begin()));
  if (const int counter = number_of(rules_.counters, word); counter >= 0)
    return with_index(make_node(Op::counter, Type::number, e.place), counter);
  if (const int kind = number_of(rules_.kinds, word); kind >= 0) return with_index(make_node(Op::kind, Type::piece, e.place), kind);
  if (const LetSection* let = find_let(word)) return let_call(e, *let, {});
  if (seat_number(word) >= 0) {
    if (names_seats_)
      error(e.place, "'" + word + "' is a seat, not a set of sites", "say 'mine', or '… of " + word + "'");
    else
      error(e.place, "a rule may not name a seat: '" + word + "'", "say 'mine' or 'theirs', or declare the game 'unequal'");
  } else {
    if (messages_.keeps(e.place))
      error(e.place, "no set of sites is called '" + word + "'", word_hint(word, {set_words(), direction_words()}, all_names()));
  }
  return fixed_set({});
}

Node Resolver::chain(const Expr& e) {
  std::vector<Node> parts;
  for (const Expr& part : e.parts) parts.push_back(expr(part));
  const bool numbers = parts[0].type == Type::number;
  const Type type = numbers ? Type::number : parts[0].type == Type::dirs ? Type::dirs : Type::set;
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = converted(std::move(parts[i]), type, e.parts[i]);
  for (std::size_t i = 0; i < e.operators.size(); ++i) {
    const std::string& sign = e.operators[i];
    const bool of_numbers = sign == "+" || sign == "*" || sign == "/", of_sets = sign == "&" || sign == "|";
    if (numbers ? of_sets : of_numbers) {
      error(e.operator_places[i], "'" + sign + "' joins " + (numbers ? "sets" : "numbers") + ", but '" +
                                      words_at(e.parts[i].place) + "' is " + type_name(parts[i].type));
      return std::move(parts[0]);
    }
    if (!numbers && sign != e.operators[0]) {
      const auto& o = e.operators;
      std::string what = "brackets needed";
      if (o.size() == 2) what += ": (A " + o[0] + " B) " + o[1] + " C, or A " + o[0] + " (B " + o[1] + " C)?";
      if (o.size() == 3)
        what += ": (A " + o[0] + " B) " + o[1] + " (C " + o[2] + " D), or ((A " + o[0] + " B) " + o[1] + " C) " + o[2] + " D?";
      error(e.operator_places[i], what);
      return std::move(parts[0]);
    }
  }
  Node left = std::move(parts[0]);
  for (std::size_t i = 0; i < e.operators.size(); ++i) {
    const char sign = e.operators[i][0];
    Node right = std::move(parts[i + 1]);
    if (numbers && left.op == Op::number && right.op == Op::number && (sign != '/' || right.number != 0)) {
      const long a = left.number, b = right.number;
      left = fixed_number(within_limits(sign == '+'   ? a + b
                                        : sign == '-' ? a - b
                                        : sign == '*' ? a * b
                                                      : a / b - (a % b != 0 && (a < 0) != (b < 0))),
                          e.place);
      continue;
    }
    const Op op = numbers ? (sign == '+'   ? Op::add
                             : sign == '-' ? Op::sub
                             : sign == '*' ? Op::mul
                                           : Op::div)
                          : (sign == '&'   ? Op::intersect
                             : sign == '|' ? Op::unite
                                           : Op::subtract);
    std::vector<Node> both;
    both.push_back(std::move(left));
    both.push_back(std::move(right));
    left = make_node(op, type, e.place, std::move(both));
  }
  return left;
}

Node Resolver::compare(const Expr& e) {
  // A choice parameter is compared with its words.
  for (int side = 0; side < 2; ++side) {
    const Expr& word = e.parts[static_cast<std::size_t>(side)];
    const Expr& other = e.parts[static_cast<std::size_t>(1 - side)];
    if (word.kind != Kind::name || other.kind != Kind::name || scope_.contains(word.name)) continue;
    const auto section =
        std::find_if(file_.params.begin(), file_.params.end(), [&](const ParamSection& p) { return p.name == word.name; });
    if (section == file_.params.end() || section->kind != ParamSection::Kind::choice) continue;
    if (std::find(section->choices.begin(), section->choices.end(), other.name) == section->choices.end()) {
      if (values_.contains(other.name)) continue;
      error(other.place, "'" + word.name + "' never has the value '" + other.name + "'",
            nearest_hint(other.name, {}, section->choices));
    }
    if (e.name != "=" && e.name != "!=") error(e.place, "words can only be compared by = and !=");
    return fixed_truth((values_.find(word.name)->second == other.name) == (e.name == "="), e.place);
  }
  Node a = number(e.parts[0]), b = number(e.parts[1]);
  if (e.name == ">" || e.name == ">=") std::swap(a, b);
  const Op op = e.name == "="                    ? Op::equal
                : e.name == "!="                 ? Op::unequal
                : e.name == "<" || e.name == ">" ? Op::less
                                                 : Op::less_equal;
  if (a.op == Op::number && b.op == Op::number) {
    const bool holds = op == Op::equal     ? a.number == b.number
                       : op == Op::unequal ? a.number != b.number
                       : op == Op::less    ? a.number < b.number
                                           : a.number <= b.number;
    return fixed_truth(holds, e.place);
  }
  return make_node(op, Type::truth, e.place, {std::move(a), std::move(b)});
}

Who Resolver::who(const Expr& e, bool of_end) {
  Who w;
  if (e.kind == Kind::ahead) {
    w.number = static_cast<int>(e.number);
    if (e.number < 0 || e.number > 7) error(e.place, "'ahead' takes a number from 0 to 7");
    return w;
  }
  if (e.kind == Kind::name) {
    if (e.name == "me") return w;
    if (e.name == "next") {
      w.number = 1;
      if (of_end && in_end_) w.kind = Who::Kind::to_move;
      return w;
    }
    if (e.name == "everyone") {
      w.kind = Who::Kind::everyone;
      return w;
    }
    if (e.name == "any" || e.name == "every") {
      w.kind = Who::Kind::bound;
      const int quantifier = e.name == "any" ? 1 : 2;
      if (quantifier_ != 0 && quantifier_ != quantifier) error(e.place, "a condition can't contain both 'any' and 'every'");
      quantifier_ = quantifier;
      return w;
    }
    const int seat = seat_number(e.name);
    if (seat >= 0) {
      if (!names_seats_)
        error(e.place, "a rule may not name a seat: '" + e.name + "'", "say 'me' or 'next', or declare the game 'unequal'");
      w.kind = Who::Kind::seat;
      w.number = seat;
      return w;
    }
  }
  const std::string hint = everyday_hint(e.name);
  error(e.place, "expected a seat, got '" + words_at(e.place) + "'",
        hint.empty() ? "such as me, next, ahead 2, any or every" : hint);
  return w;
}

Node Resolver::seen_by(const Expr& e) {
  if (in_start_ && e.parts[1].kind == Kind::name && e.parts[1].name == "every") {
    if (std::exchange(in_every_, true)) error(e.place, "'of every' can't be inside another 'of every'");
    Node all = set(e.parts[0]);
    in_every_ = false;
    const Place place = e.place;
    std::vector<Node> views;
    for (int seat = 0; seat < rules_.seat_count(); ++seat) {
      Node view = make_node(Op::as_seat, Type::set, place, {all});
      view.who = {Who::Kind::seat, seat};
      views.push_back(std::move(view));
    }
    Node out = std::move(views[0]);
    for (std::size_t i = 1; i < views.size(); ++i)
      out = make_node(Op::unite, Type::set, place, {std::move(out), std::move(views[i])});
    return out;
  }
  const Who w = who(e.parts[1], false);
  Node of = expr(e.parts[0]);
  if (w.kind == Who::Kind::everyone) error(e.parts[1].place, "'everyone' is only allowed before 'stuck'", "use 'every'");
  const Type type = of.type;
  Node node = make_node(Op::as_seat, type, e.place, {std::move(of)});
  node.who = w;
  return node;
}

Node Resolver::choice(const Expr& e) {
  Node when = truth(e.parts[1]);
  Node then = expr(e.parts[0]);
  if (then.type == Type::site || then.type == Type::piece) then = converted(std::move(then), Type::set, e.parts[0]);
  const Type type = then.type == Type::site ? Type::set : then.type;
  std::vector<Node> parts{std::move(when), std::move(then)};
  if (e.parts.size() > 2) parts.push_back(converted(expr(e.parts[2]), type, e.parts[2]));
  if (e.parts.size() == 2 && type != Type::set && type != Type::dirs)
    error(e.place, "this 'if' needs an 'otherwise'", "only an 'if' of sets or directions can omit it");
  if (parts[0].op == Op::truth) {  // known before play
    if (parts[0].number != 0) return std::move(parts[1]);
    if (parts.size() > 2) return std::move(parts[2]);
    Node nothing = make_node(type == Type::dirs ? Op::dirs : Op::fixed, type, e.place);
    nothing.sets.resize(1);
    return nothing;
  }
  return make_node(Op::choice, type, e.place, std::move(parts));
}

Node Resolver::let_call(const Expr& e, const LetSection& let, const std::vector<const Expr*>& arguments) {
  used_lets_.insert(let.name);
  if (arguments.size() != let.parameters.size()) {
    error(e.place, "'" + let.name + "' takes " + std::to_string(let.parameters.size()) + " arguments, not " +
                       std::to_string(arguments.size()));
    return fixed_number(0, e.place);
  }
  if (std::find(expanding_.begin(), expanding_.end(), &let) != expanding_.end()) {
    error(let.place, "'" + let.name + "' uses itself in its definition");
    return fixed_set({});
  }
  std::vector<Node> values;
  for (const Expr* argument : arguments) {
    Node value = expr(*argument);
    if (value.type == Type::piece) value = converted(std::move(value), Type::set, *argument);
    if (value.type == Type::truth) type_error(Type::set, value, *argument);
    values.push_back(std::move(value));
  }
  Scope inner;
  std::vector<int> slots;
  for (std::size_t i = 0; i < values.size(); ++i) {
    // Every call has slots of its own, since calls are nested.
    const int slot = rules_.slots++;
    rules_.slot_names.push_back("");
    rules_.slot_types.push_back(values[i].type);
    inner[let.parameters[i]] = slot;
    slots.push_back(slot);
  }
  std::swap(scope_, inner);
  expanding_.push_back(&let);
  Node body = expr(let.body);
  expanding_.pop_back();
  std::swap(scope_, inner);
  for (std::size_t i = values.size(); i-- > 0;) {
    const Type type = body.type;
    body = with_index(make_node(Op::let_in, type, e.place, {std::move(values[i]), std::move(body)}), slots[i]);
  }
  const bool of_the_die =
      turn_ != nullptr && slots.size() == 1 && body.parts[0].op == Op::slot && body.parts[0].index == turn_->roll_slot;
  if (of_the_die) name_throw(let.name, body);
  return body;
}

void Resolver::name_throw(const std::string& name, const Node& value, int slot) {
  std::vector<int> known{turn_->roll_slot};  // and slots that the value itself binds
  for (const ThrowName& other : turn_->throw_names) {
    if (other.name == name) return;
    known.push_back(other.slot);
  }
  const auto follows = [&](const Node& node, const auto& self) -> bool {
    if (node.op == Op::slot) return std::find(known.begin(), known.end(), node.index) != known.end();
    if (node.op == Op::let_in || node.op == Op::those) known.push_back(node.index);
    return std::all_of(node.parts.begin(), node.parts.end(), [&](const Node& part) { return self(part, self); });
  };
  if (value.type == Type::number && follows(value, follows)) turn_->throw_names.push_back({name, value, slot});
}

Node Resolver::call(const Expr& e) {
  if (const LetSection* let = find_let(e.name); let && !let->parameters.empty()) {
    std::vector<const Expr*> arguments;
    for (const Expr& argument : e.parts) arguments.push_back(&argument.parts[0]);
    return let_call(e, *let, arguments);
  }
  return function(e);
}

namespace {

/// A function of the language. `plain` describes the arguments without a keyword: sets (`s`), numbers (`n`), directions (`d`, or
/// `D` if optional), and arguments that need special treatment (`*`). The keyword arguments are sets; an optional one defaults to
/// the empty sites or to none.
struct Function {
  struct Key {
    std::string_view word;
    enum class Absent { refused, empty, none } absent = Absent::refused;
  };
  std::string_view name, form;  // `form`: example for messages
  Node::Op op;
  Type type;
  std::string_view plain;
  std::vector<Key> keys = {};
};

const Function* find_function(std::string_view name) {
  using Op = Node::Op;
  using Absent = Function::Key::Absent;
  static const Function functions[] = {
      {"near", "near(S, D)", Op::near, Type::set, "sD"},
      {"ray", "ray(S, D)", Op::ray, Type::set, "sD"},
      {"slide", "slide(S, D, through T, onto U)", Op::slide, Type::set, "sD", {{"through", Absent::empty}, {"onto", Absent::none}}},
      {"leap", "leap(S, 1:2)", Op::leap, Type::set, "s*"},
      {"jump", "jump(S, D, over A, to B)", Op::jump, Type::set, "sD", {{"over"}, {"to"}}},
      {"bracket", "bracket(S, D, over A, to B)", Op::bracket, Type::set, "sD", {{"over"}, {"to"}}},
      {"line", "line(3, A, D)", Op::line, Type::set, "nsD"},
      {"between", "between(x, y)", Op::between, Type::set, "ss"},
      {"at", "at(x, D, k)", Op::at, Type::set, "sdn"},
      {"axis", "axis(x, D)", Op::axis, Type::set, "sd"},
      {"flood", "flood(S, in A, D)", Op::flood, Type::set, "sD", {{"in"}}},
      {"row", "row(1)", Op::rows, Type::set, "*"},
      {"rows", "rows(1..2)", Op::rows, Type::set, "*"},
      {"column", "column(1)", Op::columns, Type::set, "*"},
      {"columns", "columns(1..2)", Op::columns, Type::set, "*"},
      {"site", "site(0)", Op::sites, Type::set, "*"},
      {"sites", "sites(0..3)", Op::sites, Type::set, "*"},
      {"count", "count(S)", Op::count, Type::number, "s"},
      {"stones", "stones(S)", Op::stones, Type::number, "s"},
      {"hand", "hand(KIND)", Op::hand, Type::number, "*"},
      {"groups", "groups(S, D)", Op::groups, Type::number, "sD"},
      {"index", "index(x)", Op::index_of, Type::number, "s"},
      {"row_of", "row_of(x)", Op::row_of, Type::number, "s"},
      {"column_of", "column_of(x)", Op::column_of, Type::number, "s"},
  };
  const auto found = std::find_if(std::begin(functions), std::end(functions), [&](const Function& f) { return f.name == name; });
  return found == std::end(functions) ? nullptr : found;
}

}  // namespace

Node Resolver::function(const Expr& e) {
  const Function* f = find_function(e.name);
  if (!f) {
    if (messages_.keeps(e.place))
      error(e.place, "there is no function '" + e.name + "'", word_hint(e.name, {function_words()}, all_names()));
    return fixed_number(0, {});
  }
  const auto wrong_arguments = [&] { error(e.place, "wrong arguments for '" + e.name + "'", "write " + std::string(f->form)); };
  std::vector<const Expr*> plain;
  std::map<std::string_view, const Expr*> keyed;
  bool exact = false;
  for (const Expr& argument : e.parts) {
    const std::string& word = argument.name;
    const bool limit = f->op == Op::bracket && (word == "exactly" || word == "at most");
    if (word.empty() || (f->op == Op::line && word == "exactly")) {
      exact = exact || !word.empty();
      plain.push_back(&argument.parts[0]);
    } else if ((!limit && std::none_of(f->keys.begin(), f->keys.end(), [&](const auto& key) { return key.word == word; })) ||
               !keyed.emplace(word, &argument.parts[0]).second) {
      error(argument.parts[0].place, "'" + e.name + "' has no '" + word + "' here", "write " + std::string(f->form));
      return fixed_number(0, {});
    }
  }
  const bool may_leave_out = f->plain.back() == 'D';
  const bool whole = plain.size() <= f->plain.size() && plain.size() + may_leave_out >= f->plain.size();
  if (!whole || std::any_of(f->keys.begin(), f->keys.end(), [&](const Function::Key& key) {
        return key.absent == Function::Key::Absent::refused && !keyed.contains(key.word);
      })) {
    wrong_arguments();
    return fixed_number(0, {});
  }
  Node node = make_node(f->op, f->type, e.place);
  for (std::size_t i = 0; i < f->plain.size(); ++i) {
    const char is = f->plain[i];
    if (is == 's') node.parts.push_back(set(*plain[i]));
    if (is == 'n') node.parts.push_back(number(*plain[i]));
    if ((is == 'd' || is == 'D') && i < plain.size()) node.parts.push_back(dirs(*plain[i]));
    if (i >= plain.size() && f->op != Op::groups) node.parts.push_back(none(e.place));
  }
  for (const auto& [word, absent] : f->keys) {
    const auto found = keyed.find(word);
    node.parts.push_back(found != keyed.end()                     ? set(*found->second)
                         : absent == Function::Key::Absent::empty ? make_node(Op::empty, Type::set, e.place)
                                                                  : none(e.place));
  }
  switch (f->op) {
    case Op::flood: std::swap(node.parts[1], node.parts[2]); break;  // the set before the directions
    case Op::line: node.number = exact; break;
    case Op::bracket:
      if (const auto limit = keyed.find("exactly"); limit != keyed.end()) {
        node.number = 1;
        node.parts.push_back(number(*limit->second));
      } else if (const auto most = keyed.find("at most"); most != keyed.end()) {
        node.number = 2;
        node.parts.push_back(number(*most->second));
      }
      break;
    case Op::leap:
      if (plain[1]->kind != Kind::pair) {
        error(plain[1]->place, "expected a leap such as 1:2");
        break;
      }
      if (rules_.board.kind() != Board::Kind::grid) error(e.place, "'leap' needs a board of kind grid");
      node.number = plain[1]->parts[0].number;
      node.index = static_cast<int>(plain[1]->parts[1].number);
      break;
    case Op::rows:
    case Op::columns:
    case Op::sites:
      if (plain[0]->kind != Kind::range) {
        node.parts = {number(*plain[0])};
      } else if (e.name.back() == 's') {
        node.parts = {number(plain[0]->parts[0]), number(plain[0]->parts[1])};
      } else {
        wrong_arguments();
        node.parts = {fixed_number(0, e.place)};
      }
      break;
    case Op::stones: rules_.has_stones = true; break;
    case Op::hand:
      node.index = std::max(0, kind_of(plain[0]->name, plain[0]->place));
      if (!messages_.any_error() && !rules_.kinds[static_cast<std::size_t>(node.index)].has_hand)
        error(plain[0]->place, "'" + plain[0]->name + "' is never held in hand",
              "declare it, for example: hand " + plain[0]->name + " 9");
      break;
    default: break;
  }
  return node;
}

std::optional<long> Resolver::known_number(const Expr& e, std::string_view what) {
  const Node node = number(e);
  if (node.op == Op::number) return node.number;
  if (!messages_.any_error())
    error(e.place, std::string(what) + " must be constant", "only numbers and parameters are allowed here");
  return std::nullopt;
}

}  // namespace banmen::rules
