// Flat code: an expression as a list of instructions on registers, made for the eyes of one seat, so that nothing about seats,
// pieces or known directions is left to find out while playing. Jumps only lead forward.
//
// The first set registers hold the pieces of each code, as the position has them; what a move does to them is written back at its
// end.
#pragma once

#include <cstdint>
#include <vector>

namespace banmen::rules {

enum class Do : std::uint8_t {
  // Sets, into set register `to`; a, b, c are set registers unless they are said to be numbers.
  known_set,       // *table
  load,            // the set at `number` of the position
  named_set,       // the set that slot `number` holds
  pieces,          // those of all codes that are bits of `number`
  one,             // number a: that site alone, none where it is negative
  all_but,         // all sites without a
  both,            // a & b
  any,             // a | b
  without,         // a - b
  looked_up,       // table[number a], none where that is negative
  look_up_each,    // table[…] of all sites of a
  found_by_index,  // table[number a], which has a place for none
  near,
  ray,
  slide,        // from a through b, onto c
  slide_open,   // from a through b
  sees,         // those of c that a slide from a through b comes to; *table: what it would come to on an empty board
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
  stones_known,  // in the holes of *table
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
  name_set,  // slot `number` is a, for the tests of `those`
  name,
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
  sow,         // the statement *table; ends the move where it is endless
  take,        // the stones of a
  mark,        // a in the set at byte `number`
  unmark,
  set_counter,  // the counter *table at `number` to number a, as far as it goes; `flag`: by number a
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
  const void* table = nullptr;

  bool operator==(const Instruction&) const = default;
};

inline constexpr std::uint16_t no_result = 0xffff;  // of a program that only acts

struct Program {
  std::vector<Instruction> steps;
  std::uint16_t result = 0;
  std::uint16_t other = no_result;  // a second set that is asked for
  bool is_set = false;
  bool fits = true;  // into the registers there are
};

/// Registers of either kind that a program may need at one time.
inline constexpr int most_registers = 128;

constexpr bool has_ways(Do what) {
  switch (what) {
    case Do::near:
    case Do::ray:
    case Do::slide:
    case Do::slide_open:
    case Do::sees:
    case Do::jump:
    case Do::bracket:
    case Do::starts:
    case Do::line:
    case Do::at:
    case Do::axis:
    case Do::flood:
    case Do::groups:
    case Do::has_line: return true;
    default: return false;
  }
}

/// Whether the result of an instruction is a set.
constexpr bool gives_set(Do what) { return what <= Do::those || what == Do::copy_set; }

}  // namespace banmen::rules
