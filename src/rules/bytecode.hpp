// Bytecode: the compiler's output and the VM's input. It does not depend on the width of the VM's sets: constants are sets of
// sites, which the VM converts to its own width once.
//
// An expression is a list of instructions on registers, compiled for one seat's view, so that seats, pieces and known directions
// are resolved before play. Jumps only lead forward. The first set registers hold the pieces of each code; a move's changes to them
// are written back at its end.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/stones.hpp"
#include "rules/meaning.hpp"

namespace banmen::rules {

struct Layout;

enum class Do : std::uint8_t {
  // Sets, into set register `to`; a, b, c are set registers unless called numbers.
  known_set,       // constant `number`
  load,            // the set at `number` of the position
  named_set,       // named set `number`
  pieces,          // the union of all codes whose bit is set in `number`
  one,             // only the site with number a; empty if a is negative
  all_but,         // all sites without a
  both,            // a & b
  any,             // a | b
  without,         // a - b
  looked_up,       // entry a of table `number`; empty if a is negative
  look_up_each,    // the union of the entries of table `number` for all sites of a
  found_by_index,  // entry a of table `number`, or its entry for no site
  near,
  ray,
  slide,        // from a through b, onto c
  slide_open,   // from a through b
  sees,         // the sites of c reached by a slide from a through b; table `number` holds the rays of an empty board
  reach,        // slides from number a through b in all eight directions
  jump,         // from a over b to c
  bracket,      // from a over b to c, at most number d
  starts,       // possible origins of a bracket over b to c, at most number d long
  behind,       // the same on an 8×8 board, in all directions, of any length
  behind_free,  // … without c, or with `flag` without a and b
  runs,         // from number a over b to c on an 8×8 board
  line,         // of b, number a of them; `flag`: exactly
  between,
  at,  // number b away from a
  axis,
  flood,  // from a in b
  rows,   // numbers a to b
  columns,
  sites,
  site,      // of number a
  occupied,  // a, and sites with stones
  less,      // sites whose number of stones compares so with number a; `flag`: a is the left operand
  less_equal,
  equal,
  unequal,
  holding,  // sites with stones
  those,    // the sites of a that pass test `number` as slot b
  // Numbers, into number register `to`; directions and truths are numbers.
  known,
  named,  // the value of slot `number`
  first,  // the site of a, -1 if it is empty
  if_in,  // number a if it is in set b, else -1
  last,   // the site of the last stone sown
  add,
  subtract,
  multiply,
  divide,
  negative,
  count,
  stones,
  stones_known,  // in the holes of constant `number`
  byte,          // of the position, at `number`
  counter,       // two bytes of the position, at `number`
  groups,
  index_of,  // of a
  row_of,
  column_of,
  index,  // of the site that is number a
  reverse,
  ways_both,
  ways_any,
  ways_without,
  leading,  // a, `number` facing; `flag`: backward
  some,
  has_line,
  same,
  differs,
  below,
  up_to,
  within,  // a is b to c
  subset,
  is_in,           // number a is a site, and in set b
  stuck,           // the seat `number`
  everyone_stuck,  // `number` is to move
  was_empty,
  negation,
  both_true,
  one_true,
  // Control flow
  go,         // to `number`
  go_unless,  // number a, to `number`
  copy_set,
  copy,
  name_set,  // named set `number` is a, for the tests of `those`
  name,      // … slot `number`
  // Effects of a move on the position; set registers as above
  coded,       // number register `to`: `ways` bits of the move from bit `number` on
  put,         // adds a to the pieces `number`; the sites are empty
  put_one,     // adds number a to them
  take_off,    // removes all pieces on a
  move,        // moves the piece on number a to number b
  move_known,  // … of code `number`, and b is empty
  move_onto,   // … and removes any piece on b
  step,        // two `coded` of `ways` bits from bits c and d on, into `to` and b, and `move_known` between them
  flip,        // moves a from the pieces `number` to the pieces `ways`
  flip_runs,   // the same for `runs` of a, b, c
  from_hand,   // decrements byte `number`
  sow,         // sowing `number`; ends the move if it is endless
  take,        // takes the stones of a
  mark,        // adds a to the set at byte `number`
  unmark,
  set_counter,  // sets the counter `ways` at byte `number` to number a, clamped; `flag`: adds a
  again,
  // Conditions of a move that is tried
  fail_unless,  // the move is illegal unless number a is true
  give_up_if,   // this program can't decide if number a is true
};

/// True for instructions with an effect besides their result.
constexpr bool acts(Do what) {
  return what == Do::go || what == Do::go_unless || what == Do::name_set || what == Do::name || what > Do::coded;
}

struct Instruction {
  Do what{};
  bool flag = false;
  std::uint16_t to = 0, a = 0, b = 0, c = 0, d = 0, way = 0;
  std::int32_t ways = 0;  // known directions; -1: number register `way`
  std::int32_t number = 0;
  const void* bound = nullptr;  // the constant, table, sowing or counter named by this, in the VM's own form
};

inline constexpr std::uint16_t no_result = 0xffff;  // of a program that only has effects

inline constexpr int most_registers = 128;  // of either kind, live at the same time

struct Program {
  std::vector<Instruction> steps;
  std::uint16_t result = 0;
  std::uint16_t other = no_result;  // a second set that the program gives
  bool is_set = false;
  std::size_t registers = 0;  // of the kind that needs more of them

  [[nodiscard]] bool fits() const { return registers <= most_registers; }
};

/// True for instructions whose result is a set.
constexpr bool gives_set(Do what) { return what <= Do::those || what == Do::copy_set; }

/// A set of sites for each site, and one for no site.
struct SiteTable {
  std::vector<Set> of;
  Set of_none;
  bool operator==(const SiteTable&) const = default;
};

/// A `sow` statement.
struct SowingStep {
  int slot = -1;
  bool back = false, relays = false;
  bool relays_on_occupied = false;  // the relay continues whenever the last stone fell among others
  std::optional<Program> skip;
  Program relay;
  std::optional<Sowing> ring;  // if the ring is small and the skipped sites are known
};

/// A statement.
struct CompiledStep {
  Statement::Kind kind{};
  const Step* step = nullptr;
  std::vector<Program> parts;
  Program options;           // choose: the sites, conditions included
  bool tested = false;       // … except one that is tested site by site: parts[2]
  int bits = 0;              // of its part of the move's code
  bool by_option = false;    // inside `repeat`: coded by the number of the option, or not at all if it has no bits
  bool last_choice = false;  // no later choice, and nothing later can fail
  bool onto_empty = false;   // place: the site is empty
  bool for_show = false;     // no later choice or condition depends on it: only making a move executes it
  bool next_tries = false;   // choose: the next statement is a choice too, which leaves the position unchanged
  std::size_t at = 0;        // place: the byte of the hand; counters and marks: their offset in the position
  int sowing = -1;
  std::optional<Program> ahead;  // choose: if this is empty, no site leads to a move
  // Two choices in succession: `once` is the part of the second one's options that does not depend on the first choice, `ways` the
  // rest for each first choice: way 0, or the way for the piece on its site.
  std::vector<Instruction> once;
  std::vector<Program> ways;
  std::vector<std::uint8_t> way_of;  // by the code of the piece on the first choice's site
  // Effects and conditions of the rest of the move after this choice, by way; empty if that takes a walk.
  std::vector<std::vector<Instruction>> rest;
  std::vector<std::pair<std::size_t, std::size_t>> flips;  // flip: pairs of codes, from and to
  std::vector<std::vector<CompiledStep>> blocks;
};
using CompiledBlock = std::vector<CompiledStep>;

/// A turn that only consists of choices of sites, with moves of a piece between them: counted and drawn without trying moves.
struct Chain {
  struct Link {
    std::vector<Instruction> code;
    std::uint16_t options = 0;
    int slot = -1, shift = 0;
    // The options are computed by a program or found in a table by the previous choice, possibly restricted to, or without, the set
    // `among`.
    enum class How { computed, found, found_among, found_without } how = How::computed;
    std::int32_t table = -1;
    const void* bound = nullptr;  // the table in the VM's form
    std::uint16_t among = 0;
  };
  std::vector<Link> links;
  // A slide of one of `movers` followed by a slide from its target, both through `open`: counted together.
  bool volley = false;
  std::vector<Instruction> before;
  std::uint16_t movers = 0, open = 0;
  bool pairs = false;  // two links, the second one's options found by the first choice
};

/// The beginning of most moves, the first three instructions of the program in one: a piece is placed on the site named by the
/// move, and runs of others from there are flipped.
struct Placing {
  std::uint16_t number = 0;                            // the register of the site
  int shift = 0, bits = 0;                             // position in the code of the move
  std::uint16_t placed = 0;                            // the pieces it is added to
  std::uint16_t over = 0, to = 0, from = 0, into = 0;  // runs over these, up to those, flipped from `from` to `into`
};

struct CompiledTurn {
  std::vector<CompiledBlock> blocks;
  bool pass = false, single = false;  // single: one choice, and nothing else can fail
  int roll = 0, roll_slot = -1;
  int room = 0;  // for choices inside `repeat`
  std::optional<Chain> chain;
  bool straight = false;           // one program has all effects of a move
  std::optional<Placing> placing;  // … after this, if it begins so
  Program effects;
  bool looks_on = false;  // … which ends with the next seat's options
};

struct CompiledEnd {
  std::vector<Program> when;    // by the seat that moved, and by whether it moves again (0) or the next seat does (1)
  std::vector<Program> number;  // by viewing seat and seat to move
};

struct Bytecode {
  std::vector<CompiledTurn> turns;  // of each seat
  std::vector<CompiledEnd> ends;
  std::vector<Program> score, value;  // by viewing seat and seat to move
  std::vector<Program> sure;          // by the seat to move
  bool ends_when_stuck = false;       // play never ends while the next seat can move
  bool keeps_before = false;          // a move may turn out to be endless, which undoes all of it
  std::vector<int> named_set;         // of a slot that holds a set: its number
  // Operands that instructions name by number.
  std::vector<Set> sets;
  std::vector<SiteTable> tables;
  std::vector<Program> tests;  // of `those`
  std::vector<SowingStep> sowings;
  // For reports.
  std::vector<Place> site_by_site;  // conditions tested site by site, because they have no equivalent set
  int move_bits = 0;
  Place too_large;            // the first expression that needs too many registers
  std::size_t registers = 0;  // … and their number; 0 if there is none
};

/// The rules must keep the limits of `check_limits` and outlive the result. The result can't be run unless `registers` is 0.
Bytecode compile(const Rules& rules, const Layout& layout);

}  // namespace banmen::rules
