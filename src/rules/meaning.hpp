// The typed rules of a game at given parameter values: names resolved, expressions typed, relative to the viewing seat.
#pragma once

#include <algorithm>
#include <bitset>
#include <string>
#include <utility>
#include <vector>

#include "rules/board.hpp"
#include "rules/lines.hpp"
#include "rules/syntax.hpp"

namespace banmen::rules {

using Set = std::bitset<most_sites>;

// Limits of a game, from the VM's fixed sizes.
inline constexpr int most_names = 128;           // chosen and named things
inline constexpr int most_named_sets = 24;       // … that are sets
inline constexpr std::size_t most_pieces = 64;   // kinds with their owners
inline constexpr std::size_t most_bytes = 1024;  // of a position

/// Numbers saturate at this distance from 0, in the reference interpreter and in the VM.
inline constexpr long largest_number = 1'000'000'000;
constexpr long within_limits(long n) { return n > largest_number ? largest_number : n < -largest_number ? -largest_number : n; }

enum class Type { site, set, dirs, number, truth, piece };
const char* type_name(Type type);  // "a site", "a set of sites", …

/// A seat, relative to the viewing seat, by number, or bound by a quantifier.
struct Who {
  enum class Kind { ahead, seat, bound, to_move, everyone } kind = Kind::ahead;
  int number = 0;  // ahead: distance; seat: number

  /// True if this does not depend on the position or a quantifier.
  [[nodiscard]] bool is_fixed() const { return kind == Kind::ahead || kind == Kind::seat; }
  /// The seat for the view of `me`; `at` is the present seat of a quantifier.
  [[nodiscard]] int seat(int me, int to_move, int at, int seats) const {
    switch (kind) {
      case Kind::ahead: return (me + number) % seats;
      case Kind::seat: return number;
      case Kind::bound: return at;
      case Kind::to_move: return to_move;
      case Kind::everyone: break;
    }
    return me;
  }
};

struct Node {
  enum class Op {
    number,
    truth,
    dirs,   // known: `number`
    fixed,  // a set that is known for each seat: `sets`
    slot,   // a choice or name: `index`
    empty,
    occupied,
    owned,
    kind,
    marks,
    last,  // owned: number 1 = mine, 0 = theirs, index = kind or -1
    intersect,
    unite,
    subtract,  // of sets or of directions
    near,
    ray,
    slide,
    leap,
    jump,
    bracket,
    line,
    between,
    at,
    axis,
    flood,
    rows,
    columns,
    sites,
    those,
    facing,
    leading,
    reverse,  // facing: `number` eighths clockwise from the seat's facing
    choice,   // parts: condition, then, otherwise
    as_seat,  // parts[0] seen by `who`
    let_in,   // slot `index` is parts[0] in parts[1]
    add,
    sub,
    mul,
    div,
    minus,
    count,
    stones,
    hand,
    counter,
    groups,
    index_of,
    row_of,
    column_of,
    equal,
    unequal,
    less,
    less_equal,
    within,
    subset,
    some,
    stuck,
    was_empty,
    was_occupied,
    negation,
    both,
    either,
    any_seat,
    every_seat,  // parts[0] for some seat, for all
  };
  Op op{};
  Type type{};
  Place place;
  long number = 0;
  int index = -1;
  Who who;
  std::vector<Set> sets;
  std::vector<Node> parts;
};

inline Node make_node(Node::Op op, Type type, const Place& place, std::vector<Node> parts = {}) {
  Node node;
  node.op = op;
  node.type = type;
  node.place = place;
  node.parts = std::move(parts);
  return node;
}
inline Node with_number(Node node, long number) {
  node.number = number;
  return node;
}
inline Node with_index(Node node, int index) {
  node.index = index;
  return node;
}

/// True if the expression or some part of it passes the test.
template <class Test>
bool any_node(const Node& node, const Test& test) {
  return test(node) || std::any_of(node.parts.begin(), node.parts.end(), [&](const Node& part) { return any_node(part, test); });
}

/// True for operators that read the position, so that they have no value without one.
constexpr bool looks_at_position(Node::Op op) {
  using Op = Node::Op;
  switch (op) {
    case Op::empty:
    case Op::occupied:
    case Op::owned:
    case Op::kind:
    case Op::marks:
    case Op::last:
    case Op::stones:
    case Op::hand:
    case Op::counter:
    case Op::stuck:
    case Op::was_empty:
    case Op::was_occupied: return true;
    default: return false;
  }
}

struct Step;
using Steps = std::vector<Step>;

/// A statement.
struct Step {
  Statement::Kind kind{};
  Place place;
  int slot = -1;            // the name it chooses, defines, moves or sows from
  int other = -1;           // move: to; repeat: to
  int piece = -1;           // a kind; -2: the one that slot `other` holds
  int index = -1;           // a counter or marks
  Type type = Type::set;    // choose: type of the options
  std::vector<Node> parts;  // choose in numbers: least, most, condition; sow: skip, relay
  std::vector<bool> given;  // parts that are present
  std::vector<int> kinds;   // choose among
  enum class Endless { unspecified, none, illegal, forfeit } endless = Endless::unspecified;
  bool back = false, or_stop = false;
  bool sole = false;  // a choice inside `repeat` with one option at most: the code of a move leaves it out
  std::vector<std::string> words;
  std::vector<Steps> blocks;
};

struct PieceKind {
  std::string name;
  enum class Owner { seats, teams, neutral, one } owner{};
  int first_code = 0;  // followed by its other codes
  int seat = -1;       // Owner::one
  bool has_hand = false;
  int hand = 0;  // of each seat at the start
  std::vector<std::string> letters;
};

/// A kind with its owner: the contents of a site.
struct PieceCode {
  int kind;
  int owner;  // seat or team, by the kind; -1: nobody
  int side;   // -1: nobody's
  std::string letter;
};

/// A named set of sites: the same for all seats, or one for each.
struct Region {
  std::string name;
  std::vector<Set> of_seat;
};

struct Counter {
  std::string name;
  int least, most, start;
  bool each;
};

/// A number that follows from the throw before anything is chosen: a `let` of the turn, or one called with the die.
struct ThrowName {
  std::string name;
  Node value;
  int slot = -1;  // of the `let` statement
};

struct Turn {
  std::vector<Steps> blocks;
  bool pass = false;
  int roll = 0;  // sides of the die rolled first; 0: none
  int roll_slot = -1;
  std::vector<ThrowName> throw_names;  // in the order of the text
  Place place;
};

struct Award {
  Outcome::Kind kind{};
  Who who;
  Node number;
  Place place;
};

struct End {
  Node when;
  Award result;
  Place place;
};

struct NotationPart {
  std::string before;
  std::vector<int> slots;  // with that name; mostly one
  enum class Of { whole, column, row } of = Of::whole;
  std::string name;
};

/// The complete contents of a position.
struct State {
  std::vector<std::int16_t> piece;  // of each site; -1: none
  std::vector<int> stones;
  std::vector<int> hands;     // [kind][seat]
  std::vector<int> counters;  // [counter][seat]; one that is not `each` has its value at every seat
  std::vector<Set> marks;
  int seat = 0;
  int rolled = 0;  // 0: not yet, if a turn begins with a roll
  int over = 0;    // 0: play continues; 1: without a result; 2: by an endless move; 3 + 2r: by rule r of `end`;
                   // 4 + 2r: by that rule, if the seat to move also made the last move
  bool operator==(const State&) const = default;
};

struct Rules {
  std::string title;
  Board board;
  std::vector<std::string> seats;
  std::vector<int> facing;  // a direction each, -1 if none is given
  std::vector<int> side;    // of each seat
  int sides = 0;
  std::vector<std::string> teams;
  bool unequal = false;
  std::vector<PieceKind> kinds;
  std::vector<PieceCode> codes;
  std::vector<Counter> counters;
  std::vector<std::string> marks;
  std::vector<Region> regions;  // for pictures: rules have them expanded
  std::vector<Turn> turns;      // of each seat
  std::vector<End> ends;
  std::vector<End> sure;  // results known before the end
  File::Repetition repetition{};
  std::vector<Node> score, value;  // one or none
  std::vector<NotationPart> notation;
  std::string notation_tail;
  bool plain_notation = false;  // all choices joined by `-`: the file has no notation
  int slots = 0;
  std::vector<std::string> slot_names;
  std::vector<Type> slot_types;
  State start;
  bool has_stones = false;
  bool forfeits = false;  // after an endless move the next seat gets the stones on the board
  long all_stones = 0;    // upper bound of a site's stones
  std::vector<Correspondence> bridges;
  std::vector<std::string> show;

  [[nodiscard]] int seat_count() const { return static_cast<int>(seats.size()); }
};

/// The code of a seat's piece of a kind.
inline std::size_t code_of(const Rules& rules, int kind, int seat) {
  const PieceKind& k = rules.kinds[static_cast<std::size_t>(kind)];
  const int owner = k.owner == PieceKind::Owner::seats   ? seat
                    : k.owner == PieceKind::Owner::teams ? rules.side[static_cast<std::size_t>(seat)]
                                                         : 0;
  return static_cast<std::size_t>(k.first_code + owner);
}

/// The first statement, inner blocks included, that passes the test; null if there is none.
inline const Step* find_step(const Steps& steps, bool (*test)(const Step&)) {
  for (const Step& step : steps) {
    if (test(step)) return &step;
    for (const Steps& block : step.blocks)
      if (const Step* inner = find_step(block, test)) return inner;
  }
  return nullptr;
}
inline const Step* find_step(const Turn& turn, bool (*test)(const Step&)) {
  for (const Steps& block : turn.blocks)
    if (const Step* found = find_step(block, test)) return found;
  return nullptr;
}
inline bool any_step(const Rules& rules, bool (*test)(const Step&)) {
  return std::any_of(rules.turns.begin(), rules.turns.end(), [&](const Turn& turn) { return find_step(turn, test); });
}

/// True if a move may gain something on the way.
inline bool takes(const Rules& rules) {
  return any_step(rules,
                  [](const Step& step) { return step.kind == Statement::Kind::take || step.endless == Step::Endless::forfeit; });
}
/// True if a sowing may continue from its last site.
inline bool relays(const Step& step) { return step.kind == Statement::Kind::sow && step.given[1]; }

constexpr bool is_decision(Outcome::Kind kind) {
  return kind == Outcome::Kind::wins || kind == Outcome::Kind::loses || kind == Outcome::Kind::draw;
}
/// True if games are won, lost or drawn and nothing is taken on the way: every seat gets 1, -1 or 0.
inline bool ends_in_decisions(const Rules& rules) {
  return !takes(rules) &&
         std::all_of(rules.ends.begin(), rules.ends.end(), [](const End& end) { return is_decision(end.result.kind); });
}

/// The number of the first rule of `sure` that holds, or -1, as one expression, so that common parts are computed once.
inline Node rule_that_is_sure(const Rules& rules) {
  const auto plain = [](long number) { return with_number(make_node(Node::Op::number, Type::number, {}), number); };
  Node out = plain(-1);
  for (std::size_t r = rules.sure.size(); r-- > 0;)
    out = make_node(Node::Op::choice, Type::number, rules.sure[r].place,
                    {rules.sure[r].when, plain(static_cast<long>(r)), std::move(out)});
  return out;
}

/// The payoff of a win, a loss or a draw for all seats; `me` is the viewing seat.
template <class Number>
void pay_decision(const Rules& rules, const Award& result, int me, int to_move, Number* out) {
  if (result.kind == Outcome::Kind::draw) return;
  const int chosen = result.who.seat(me, to_move, me, rules.seat_count());
  const Number sign = result.kind == Outcome::Kind::wins ? 1 : -1;
  const auto side = [&](int seat) { return rules.side[static_cast<std::size_t>(seat)]; };
  for (int seat = 0; seat < rules.seat_count(); ++seat) out[seat] = side(seat) == side(chosen) ? sign : -sign;
}
/// The payoff of a rule of `sure` while this seat is to move.
inline void pay_what_is_sure(const Rules& rules, int rule, int to_move, std::int32_t* out) {
  const int seats = rules.seat_count();
  pay_decision(rules, rules.sure[static_cast<std::size_t>(rule)].result, (to_move + seats - 1) % seats, to_move, out);
}

}  // namespace banmen::rules
