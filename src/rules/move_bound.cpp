#include "rules/move_bound.hpp"

#include <bitset>
#include <utility>

#include "rules/foresight.hpp"
#include "rules/layout.hpp"

namespace banmen::rules {
namespace {

using SK = Statement::Kind;

int bits_for(long values) {
  int n = 0;
  while ((1L << n) < values) ++n;
  return n;
}

/// Bits outside `repeat`, including the bits that end each `repeat`.
int bits_outside(const Steps& steps, int words) {
  int sum = 0;
  for (const Step& step : steps) {
    int most = step.kind == SK::repeat ? bits_of_a_pass : 0;
    for (const Steps& block : step.blocks)
      if (step.kind != SK::repeat) most = std::max(most, bits_outside(block, words));
    sum += bits_of(step, words) + most;
  }
  return sum;
}

/// Counts the moves of a seat and their bits.
class Counting {
 public:
  Counting(const Rules& rules, int seat, MoveBound& out)
      : see_(rules, seat), unknown_(see_.slots), words_(Layout(rules).words), out_(out) {}

  void turn(const Turn& turn) {
    add(std::max(1, turn.roll), 0);
    for (const Steps& block : turn.blocks) {
      int length = 0;
      const long ways = follow(block, 1, length);
      add(ways, length);
    }
  }

 private:
  void add(long ways, int length) {
    out_.moves = std::max(out_.moves, static_cast<std::uint64_t>(ways));
    out_.bits = std::max(out_.bits, length);
  }

  /// The number of paths through the steps, if `ways` lead to them.
  long follow(const Steps& steps, long ways, int& length) {
    for (const Step& step : steps) ways = follow(step, ways, length);
    return ways;
  }

  long follow(const Step& step, long ways, int& length) {
    SlotFact fact;
    fact.contents = see_.everything();
    switch (step.kind) {
      case SK::choose:
      case SK::place: {
        fact = see_.chosen_by(step);
        const long options = step.type == Type::number ? std::max(0L, fact.number.most - fact.number.least + 1)
                             : step.type == Type::dirs ? static_cast<long>(std::bitset<16>(fact.dirs).count())
                                                       : see_.most(step.parts[0]);
        if (step.type == Type::number && options > most_numbers && out_.wide_number.line == 0) out_.wide_number = step.place;
        see_.slots[static_cast<std::size_t>(step.slot)] = fact;
        ways = chosen(step, ways, options, length);
        if (step.kind == SK::place) forget_contents();
        break;
      }
      case SK::among: ways = chosen(step, ways, static_cast<long>(step.kinds.size()), length); break;
      case SK::let:
        fact.most = see_.most(step.parts[0]);
        if (step.type == Type::number) fact.number = see_.range(step.parts[0]);
        if (step.type == Type::dirs) {
          fact.dirs = see_.dirs(step.parts[0]);
          fact.ways = see_.most_ways(step.parts[0]);
        }
        see_.slots[static_cast<std::size_t>(step.slot)] = fact;
        break;
      case SK::put:
      case SK::move:
      case SK::remove:
      case SK::flip: forget_contents(); break;
      case SK::either:
      case SK::condition: return noted(step, in_blocks(step, ways, length), length);
      case SK::repeat: {
        out_.repeats = true;
        forget_contents();  // a further pass finds them changed
        see_.slots[static_cast<std::size_t>(step.slot)] = unknown_[static_cast<std::size_t>(step.slot)];
        const bool outer = std::exchange(in_repeat_, true);
        ways = follow(step.blocks[0], ways, length);
        length += bits_of_a_pass;  // the bits that end it
        in_repeat_ = outer;
        break;
      }
      default: break;
    }
    return noted(step, ways, length);
  }

  long chosen(const Step& step, long ways, long options, int& length) {
    if (in_repeat_ && options > most_ways_of_a_pass && out_.wide_pass.line == 0) out_.wide_pass = step.place;
    length += !in_repeat_ ? bits_of(step, words_) : step.sole ? 0 : bits_of_a_pass;
    return times(ways, options);
  }

  long in_blocks(const Step& step, long ways, int& length) {
    const bool either = step.kind == SK::either;
    if (either) chosen(step, 1, static_cast<long>(step.blocks.size()), length);
    const auto before = see_.slots;
    auto after = before;
    long sum = !either && step.blocks.size() < 2 ? ways : 0;
    int longest = 0;
    for (const Steps& block : step.blocks) {
      see_.slots = before;
      int own = 0;
      const long here = follow(block, ways, own);
      sum = either ? std::min(Range::endless, sum + here) : std::max(sum, here);
      longest = std::max(longest, own);
      // A name set by one of the blocks is unknown after all of them.
      for (std::size_t s = 0; s < after.size(); ++s)
        if (!(see_.slots[s] == before[s])) after[s] = unknown_[s];
    }
    see_.slots = std::move(after);
    forget_contents();
    length += longest;
    return sum;
  }

  /// After an effect: contents are not tracked here, only sizes of sets.
  void forget_contents() {
    for (SlotFact& f : see_.slots) {
      f.contents = f.jumped = see_.everything();
      f.unmarked.reset();
    }
  }

  long noted(const Step& step, long ways, int length) {
    if (ways > static_cast<long>(most_moves) && out_.too_many.line == 0) out_.too_many = step.place;
    if (length > bits_of_a_move && out_.too_long.line == 0) out_.too_long = step.place;
    return ways;
  }

  Foresight see_;
  const std::vector<SlotFact> unknown_;
  int words_;
  MoveBound& out_;
  bool in_repeat_ = false;
};

}  // namespace

int bits_of(const Step& step, int words) {
  switch (step.kind) {
    case SK::choose:
    case SK::place: return step.type == Type::number ? 16 : step.type == Type::dirs ? 4 : bits_for(64L * words);
    case SK::among: return bits_for(static_cast<long>(step.kinds.size()));
    case SK::either: return bits_for(static_cast<long>(step.blocks.size()));
    default: return 0;
  }
}

int room_in_repeat(const Rules& rules, const Turn& turn) {
  const int words = Layout(rules).words;
  int outside = 0;
  for (const Steps& block : turn.blocks) outside = std::max(outside, bits_outside(block, words));
  return std::max(0, bits_of_a_move - outside) / bits_of_a_pass;
}

namespace {

void each_step(Steps& steps, const auto& visit) {
  for (Step& step : steps) {
    visit(step);
    for (Steps& block : step.blocks) each_step(block, visit);
  }
}

bool is_choice(SK kind) { return kind == SK::choose || kind == SK::place || kind == SK::among || kind == SK::either; }

/// `see` holds for every pass.
bool has_one_option(const Foresight& see, const Step& step) {
  if (step.kind == SK::either) return false;
  if (step.kind == SK::among) return step.kinds.size() == 1;
  if (step.type == Type::number) return see.range(step.parts[1]).most <= see.range(step.parts[0]).least;
  return (step.type == Type::dirs ? see.most_ways(step.parts[0]) : see.most(step.parts[0])) <= 1;
}

}  // namespace

void mark_sole_choices(Rules& rules) {
  for (int seat = 0; seat < rules.seat_count(); ++seat) {
    Foresight see(rules, seat);
    std::vector<long> ways(see.slots.size());  // of names of directions, over all statements that give them a value
    auto& blocks = rules.turns[static_cast<std::size_t>(seat)].blocks;
    for (Steps& block : blocks)
      each_step(block, [&](const Step& step) {
        if (step.slot < 0 || step.type != Type::dirs) return;
        long& most = ways[static_cast<std::size_t>(step.slot)];
        most = std::max<long>(most, step.kind == SK::choose ? 1 : direction_count);
      });
    for (std::size_t s = 0; s < ways.size(); ++s)
      if (ways[s] > 0) see.slots[s].ways = ways[s];
    for (Steps& block : blocks)
      each_step(block, [&](Step& repeat) {
        if (repeat.kind != SK::repeat) return;
        Steps& pass = repeat.blocks[0];
        const auto first = std::find_if(pass.begin(), pass.end(), [](const Step& step) { return is_choice(step.kind); });
        if (first == pass.end()) return;  // perhaps none is made
        const bool others =
            std::any_of(first, pass.end(), [&](const Step& step) { return is_choice(step.kind) && !has_one_option(see, step); });
        each_step(pass, [&](Step& step) { step.sole = is_choice(step.kind) && has_one_option(see, step); });
        if (!others) first->sole = false;
      });
  }
}

MoveBound move_bound(const Rules& rules) {
  MoveBound bound;
  for (int seat = 0; seat < rules.seat_count(); ++seat)
    Counting(rules, seat, bound).turn(rules.turns[static_cast<std::size_t>(seat)]);
  return bound;
}

}  // namespace banmen::rules
