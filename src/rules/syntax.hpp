// Syntax tree of a rule file: sections, statements, expressions, each with its place; names are unresolved.
#pragma once

#include <string>
#include <vector>

#include "core/correspondence.hpp"
#include "rules/lines.hpp"

namespace banmen::rules {

/// An expression. Its type is found later: `a - b` may be a difference of sets or of numbers.
struct Expr {
  enum class Kind {
    none,
    number,    // number
    name,      // name: a word of the language or of the file
    call,      // name(parts…), each part an argument
    argument,  // of a call: name = the words before it ("over", "at most"), parts[0]
    range,     // parts[0] .. parts[1]
    pair,      // 1:2
    chain,     // parts joined by operators of one level, `operators` between them
    minus,     // -parts[0]
    compare,   // name = the sign
    within,    // parts[0] in parts[1], or in parts[1] .. parts[2]
    stuck,     // parts[0]: the seat
    was,       // last was NAME
    negation,  // not
    both,      // and
    either,    // or
    choice,    // parts[0] if parts[1] otherwise parts[2]
    of,        // parts[0] of parts[1], a seat
    ahead,     // ahead number
    owned,     // name = mine or theirs, parts[0] = the kind
    leading,   // parts[0] forward, or backward: name
    reverse,   // reverse parts[0]
    sites,     // { a1 b2 }: parts are names
    those,     // [ name in parts[0] where parts[1] ]
  };
  Kind kind = Kind::none;
  Place place;
  std::string name;
  long number = 0;
  std::vector<std::string> operators;
  std::vector<Place> operator_places;
  std::vector<Expr> parts;
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  enum class Kind {
    choose,  // name in parts[0] (where parts[1])
    among,   // choose name among words
    place,   // place kind on name in parts[0] (where parts[1])
    put,     // put kind at parts[0]
    move,    // name to other
    remove,  // parts[0]; of stones: parts[0] from parts[1]
    flip,
    sow,  // name, other = on or back; parts: skip, relay condition; words[0] = endless
    take,
    carry,  // parts[0] to parts[1]
    set,    // name to parts[0]
    add,    // parts[0] to name
    mark,   // parts[0] as name
    unmark,
    clear,  // name
    let,    // name = parts[0]
    require,
    roll,  // name of parts[0]
    again,
    condition,  // if parts[0] blocks[0] otherwise blocks[1]
    either,     // blocks; words are their names, empty if they have none
    repeat,     // name to other, or_stop
    stop,
  };
  Kind kind{};
  Place place;
  std::string name, other;
  Place name_place, other_place;
  std::vector<Expr> parts;  // absent ones have kind none
  std::vector<std::string> words;
  std::vector<Place> word_places;
  std::vector<Block> blocks;
  bool or_stop = false;
};

struct ParamSection {
  std::string name, help;
  Place place;
  enum class Kind { number, flag, choice } kind{};
  std::string fallback;
  long least = 0, most = 0, step = 1;
  std::vector<std::string> choices;
};

struct BoardSection {
  enum class Kind { none, grid, hex, ring, track, graph } kind = Kind::none;
  Place place;
  Expr rows, columns;  // ring, track: only columns
  bool from_top = false;
  bool only = false;  // else `without`, if there is a `cut`
  Expr cut;
  struct Way {
    bool line;  // else an edge
    std::vector<std::string> points;
    Place place;
  };
  std::vector<Way> ways;
  struct Spot {
    std::string point;
    long x, y;
    Place place;
  };
  std::vector<Spot> spots;
};

struct SeatsSection {
  std::vector<std::string> names;
  std::vector<Expr> facing;
  Place place;
};

struct TeamsSection {
  struct Team {
    std::string name;
    std::vector<std::string> seats;
  };
  std::vector<Team> teams;
  Place place;
};

struct PieceSection {
  std::string name;
  std::vector<std::string> letters;
  bool by_team = false, neutral = false;
  std::string owner;  // of SEAT
  Place place;
};

struct HandSection {
  std::string piece;
  Expr count;
  Place place;
};

struct CounterSection {
  std::string name;
  Expr least, most;
  bool each = false;
  Place place;
};

struct RegionSection {
  std::string name;
  std::vector<Expr> sets;
  Place place;
};

struct LetSection {
  std::string name;
  std::vector<std::string> parameters;
  Expr body;
  Place place;
};

struct StartLine {
  enum class Kind { put, mark, stones, stones_at } kind{};
  std::string name, seat;  // piece and owner, or marks
  Expr set;
  std::vector<Expr> numbers;
  bool repeated = false;
  Place place;
};

struct StartSection {
  Expr when;
  bool centre = false;
  std::vector<Line> rows;  // of a picture
  std::vector<StartLine> lines;
  Place place;
};

struct TurnSection {
  std::string seat;           // empty: of every seat
  std::vector<Block> blocks;  // tried in order
  bool pass = false;
  Place place;
};

struct Outcome {
  enum class Kind { wins, loses, draw, difference, rank, gains } kind{};
  Expr who, number;
  Place place;
};

struct EndRule {
  Expr when;
  Outcome outcome;
  Place place;
};

struct Fact {
  enum class Kind { moves, gains, result, turn, over, illegal, position } kind{};
  std::vector<long> numbers;
  std::string text;
  Place place;
};

struct TestLine {
  bool slow = false;
  std::vector<std::pair<std::string, std::string>> with;
  enum class Kind { perft, games, positions, value, same, after } kind{};
  std::vector<long> numbers;
  std::string text;  // the other game
  std::vector<std::string> moves;
  std::vector<Fact> facts;
  Place place;
};

struct RequireSection {
  Expr cond;
  std::string why;
  Place place;
};

/// A hint for drawing: `squares`, `KIND round`, `tint REGION`.
struct ShowHint {
  std::vector<std::string> words;
  std::vector<Place> places;
};

/// The game in another protocol.
struct BridgeSection : Correspondence {
  Place place;
};

/// All sections of a file, `extends` resolved.
struct File {
  std::string title, base;
  Place title_place, base_place;
  std::vector<ParamSection> params;
  std::vector<RequireSection> requires_;
  BoardSection board;
  SeatsSection seats;
  bool unequal = false;
  TeamsSection teams;
  std::vector<PieceSection> pieces;
  std::vector<HandSection> hands;
  std::vector<CounterSection> counters;
  std::vector<RegionSection> regions;
  std::vector<std::pair<std::string, Place>> marks;
  std::vector<LetSection> lets;
  std::vector<StartSection> starts;
  std::vector<TurnSection> turns;
  std::vector<EndRule> end;
  Place end_place;
  enum class Repetition { unspecified, draw, never } repetition = Repetition::unspecified;
  Expr score, value;
  std::vector<EndRule> sure;
  Place sure_place;
  std::string notation;
  Place notation_place;
  std::vector<BridgeSection> bridges;
  std::vector<ShowHint> show;
  std::vector<TestLine> tests;
};

}  // namespace banmen::rules
