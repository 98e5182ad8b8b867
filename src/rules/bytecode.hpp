// Bytecode: the compiler's output and the VM's input. The same for boards of every size; constants are sets of sites, which the VM
// turns into sets of its own width once.
//
// An expression is a list of instructions on registers, compiled for the eyes of one seat, so that nothing about seats, pieces or
// known directions is left to find out while playing. Jumps only lead forward. The first set registers hold the pieces of each
// code, as the position has them; what a move does to them is written back at its end.
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
  // Sets, into set register `to`; a, b, c are set registers unless they are said to be numbers.
  known_set,       // constant `number`
  load,            // the set at `number` of the position
  named_set,       // named set `number`
  pieces,          // those of all codes that are bits of `number`
  one,             // number a: that site alone, none where it is negative
  all_but,         // all sites without a
  both,            // a & b
  any,             // a | b
  without,         // a - b
  looked_up,       // table `number` at number a; none where that is negative
  look_up_each,    // table `number` at all sites of a
  found_by_index,  // table `number` at number a, or for no site
  near,
  ray,
  slide,        // from a through b, onto c
  slide_open,   // from a through b
  sees,         // those of c that a slide from a through b comes to; table `number`: the same on an empty board, onto all
  reach,        // all eight ways from number a through b
  jump,         // from a over b to c
  bracket,      // from a over b to c, at most number d
  starts,       // where a bracket over b to c may begin, at most number d
  behind,       // the same on an 8×8 square, all ways, any length
  behind_free,  // … without c, or with `flag` without a and b
  runs,         // from number a over b to c on such a square
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
  less,      // sites whose stones compare so with number a; `flag`: number a stands left
  less_equal,
  equal,
  unequal,
  holding,  // sites with stones
  those,    // of a, by the test `number`, for slot b
  // Numbers, into number register `to`; directions and truths are numbers.
  known,
  named,  // what slot `number` holds
  first,  // the site of a, -1 where there is none
  if_in,  // number a where it is in set b, else -1
  last,   // where the last stone fell
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
  // The way on
  go,         // to `number`
  go_unless,  // number a, to `number`
  copy_set,
  copy,
  name_set,  // named set `number` is a, for the tests of `those`
  name,      // … slot `number`
  // What a move does to the position; set registers as above
  coded,       // number register `to`: `ways` bits of the move from bit `number` on
  put,         // a among the pieces `number`, where nothing stands
  put_one,     // number a among them
  take_off,    // whatever stands on a
  move,        // what stands on number a to number b
  move_known,  // … a piece of code `number`, and nothing stands on b
  move_onto,   // … whatever stands on b
  step,        // two `coded` of `ways` bits from bits c and d on, into `to` and b, and `move_known` from the one to the other
  flip,        // a from the pieces `number` to the pieces `ways`
  flip_runs,   // `runs` of a, b, c, flipped so
  from_hand,   // one less at byte `number`
  sow,         // sowing `number`; ends the move where it is endless
  take,        // the stones of a
  mark,        // a in the set at byte `number`
  unmark,
  set_counter,  // the counter `ways` at byte `number` to number a, as far as it goes; `flag`: by number a
  again,
  // Of a move that is tried
  fail_unless,  // number a: it is none
  give_up_if,   // number a: this program can't tell
};

/// Whether it does something besides giving a value.
constexpr bool acts(Do what) {
  return what == Do::go || what == Do::go_unless || what == Do::name_set || what == Do::name || what > Do::coded;
}

struct Instruction {
  Do what{};
  bool flag = false;
  std::uint16_t to = 0, a = 0, b = 0, c = 0, d = 0, way = 0;
  std::int32_t ways = 0;  // known directions; -1: number register `way`
  std::int32_t number = 0;
  const void* bound = nullptr;  // the VM's own form of the constant, table, sowing or counter that this names
};

inline constexpr std::uint16_t no_result = 0xffff;  // of a program that only acts

inline constexpr int most_registers = 128;  // of either kind that a program may need at one time

struct Program {
  std::vector<Instruction> steps;
  std::uint16_t result = 0;
  std::uint16_t other = no_result;  // a second set that is asked for
  bool is_set = false;
  std::size_t registers = 0;  // of the kind it needs more of

  [[nodiscard]] bool fits() const { return registers <= most_registers; }
};

/// Whether the result of an instruction is a set.
constexpr bool gives_set(Do what) { return what <= Do::those || what == Do::copy_set; }

/// A set of sites for each site, and one for none.
struct SiteTable {
  std::vector<Set> of;
  Set of_none;
  bool operator==(const SiteTable&) const = default;
};

/// A statement `sow`.
struct SowingStep {
  int slot = -1;
  bool back = false, relays = false;
  bool relays_on_occupied = false;  // the relay goes on wherever the last stone fell among others
  std::optional<Program> skip;
  Program relay;
  std::optional<Sowing> ring;  // on a small ring, where what it skips is known
};

/// A statement.
struct CompiledStep {
  Statement::Kind kind{};
  const Step* step = nullptr;
  std::vector<Program> parts;
  Program options;           // choose: the sites, conditions included
  bool tested = false;       // … but for one that is tested site by site: parts[2]
  int bits = 0;              // of its part of a move
  bool by_option = false;    // inside `repeat`: coded by which option it is
  bool last_choice = false;  // nothing after it can be chosen or can fail
  bool onto_empty = false;   // place: nothing stands there
  bool for_show = false;     // no later choice or condition of the move depends on it: only a move that is made needs it
  bool next_tries = false;   // choose: what comes next is a choice too, which leaves the position as it was
  std::size_t at = 0;        // place: the byte of the hand; counters and marks: where the position has them
  int sowing = -1;
  std::optional<Program> ahead;  // choose: where this is empty, none of the sites leads on
  // Two choices in succession: what the second needs whatever the first is, once; and the rest, for each first one: way 0, or
  // the way for the piece that stands there.
  std::vector<Instruction> once;
  std::vector<Program> ways;
  std::vector<std::uint8_t> way_of;  // of the choice before: by the code of the piece
  // What the rest of the move does and asks for once this is chosen, by way; empty where that takes a walk.
  std::vector<std::vector<Instruction>> rest;
  std::vector<std::pair<std::size_t, std::size_t>> flips;  // flip: from which pieces to which
  std::vector<std::vector<CompiledStep>> blocks;
};
using CompiledBlock = std::vector<CompiledStep>;

/// A turn that is nothing but choices of sites, with at most moves of a piece between them: counted and drawn without trying.
struct Chain {
  struct Link {
    std::vector<Instruction> code;
    std::uint16_t options = 0;
    int slot = -1, shift = 0;
    // The options are a program's, or those of a table by the choice before, perhaps only those in or not in the set `among`.
    enum class How { computed, found, found_among, found_without } how = How::computed;
    std::int32_t table = -1;
    const void* bound = nullptr;  // the VM's form of the table
    std::uint16_t among = 0;
  };
  std::vector<Link> links;
  // A slide of one of `movers`, and a slide from where it ends, both through `open`: counted together.
  bool volley = false;
  std::vector<Instruction> before;
  std::uint16_t movers = 0, open = 0;
  bool pairs = false;  // two links, the second found by the first
};

/// The beginning of most moves: a piece on the site that the move names, and runs of others from there turned over. The first three
/// instructions of the program in one.
struct Placing {
  std::uint16_t number = 0;                            // the register of the site
  int shift = 0, bits = 0;                             // where it stands in the code of the move
  std::uint16_t placed = 0;                            // the pieces that it joins
  std::uint16_t over = 0, to = 0, from = 0, into = 0;  // runs over these, up to those, from the pieces `from` into `into`
};

struct CompiledTurn {
  std::vector<CompiledBlock> blocks;
  bool pass = false, single = false;  // single: one choice and nothing else that can fail
  int roll = 0, roll_slot = -1;
  int room = 0;  // for choices inside `repeat`
  std::optional<Chain> chain;
  bool straight = false;           // all that a move does is one program
  std::optional<Placing> placing;  // … after this, where it begins so
  Program effects;
  bool looks_on = false;  // … which ends with what the next seat can do
};

struct CompiledEnd {
  std::vector<Program> when;    // by the seat that moved, and whether it moves again (0) or the next seat does (1)
  std::vector<Program> number;  // by the seat that looks and the one to move
};

struct Bytecode {
  std::vector<CompiledTurn> turns;  // of each seat
  std::vector<CompiledEnd> ends;
  std::vector<Program> score, value;  // by the seat that looks and the one to move
  std::vector<Program> sure;          // by the seat to move
  bool ends_when_stuck = false;       // play never ends while the next seat can move
  bool keeps_before = false;          // a move may turn out to be endless, and then nothing of it has happened
  std::vector<int> named_set;         // of a slot that holds a set: which one
  // What instructions name by number.
  std::vector<Set> sets;
  std::vector<SiteTable> tables;
  std::vector<Program> tests;  // of `those`
  std::vector<SowingStep> sowings;
  // What is reported of it.
  std::vector<Place> site_by_site;  // conditions that are tested site by site, since no set could be made of them
  int move_bits = 0;
  Place too_large;            // the first expression that needs more registers than there are
  std::size_t registers = 0;  // … and how many; 0: none does
};

/// The rules must have no more pieces and names than `check_limits` allows, and must live as long as the result. Where `registers`
/// is not 0 the result can't be run.
Bytecode compile(const Rules& rules, const Layout& layout);

}  // namespace banmen::rules
