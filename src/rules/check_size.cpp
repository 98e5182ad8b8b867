// Whether a game fits: bytes of a position, bits of a move, moves of a position. Says which line makes it too large.
#include <algorithm>

#include "rules/check_parts.hpp"
#include "rules/layout.hpp"

namespace banmen::rules {
namespace {

using SK = Statement::Kind;

constexpr long most_moves = 1'000'000;
constexpr long room_with_repeat = 65'536;
constexpr int most_bits = 64;
constexpr std::size_t most_bytes = 1024;

int bits_for(long values) {
  int n = 0;
  while ((1L << n) < values) ++n;
  return n;
}

long times(long a, long b) { return b != 0 && a > Range::endless / b ? Range::endless : a * b; }

/// Counts the moves and the bits that statements can make.
class Counting {
 public:
  Counting(const Rules& rules, int seat) : see_(rules, seat), words_(Layout(rules).words) {}

  Place too_many, too_long;  // the first line that is too much
  long moves = 0;
  int bits = 0;
  bool repeats = false;

  void turn(const Turn& turn) {
    moves = std::max(1, turn.roll);
    for (const Steps& block : turn.blocks) {
      int length = 0;
      moves = std::max(moves, follow(block, 1, length));
      bits = std::max(bits, length);
    }
  }

 private:
  /// How many ways lead through the steps, where `ways` lead to them.
  long follow(const Steps& steps, long ways, int& length) {
    for (const Step& step : steps) ways = follow(step, ways, length);
    return ways;
  }

  long follow(const Step& step, long ways, int& length) {
    SlotFact fact;
    fact.contents = see_.everything();
    switch (step.kind) {
      case SK::choose:
      case SK::place:
        if (step.type == Type::number) {
          fact.number = {see_.range(step.parts[0]).least, see_.range(step.parts[1]).most};
          ways = times(ways, std::max(0L, fact.number.most - fact.number.least + 1));
          length += 16;
        } else if (step.type == Type::dirs) {
          fact.dirs = see_.dirs(step.parts[0]);
          ways = times(ways, static_cast<long>(std::bitset<16>(fact.dirs).count()));
          length += 4;
        } else {
          ways = times(ways, see_.most(step.parts[0]));
          fact = see_.chosen_from(step.parts[0]);
          length += in_repeat_ ? 4 : bits_for(64L * words_);
        }
        see_.slots[static_cast<std::size_t>(step.slot)] = fact;
        break;
      case SK::among:
        ways = times(ways, static_cast<long>(step.kinds.size()));
        length += bits_for(static_cast<long>(step.kinds.size()));
        break;
      case SK::let:
        fact.most = see_.most(step.parts[0]);
        if (step.type == Type::number) fact.number = see_.range(step.parts[0]);
        if (step.type == Type::dirs) fact.dirs = see_.dirs(step.parts[0]);
        see_.slots[static_cast<std::size_t>(step.slot)] = fact;
        break;
      case SK::put:
      case SK::move:
      case SK::remove:
      case SK::flip:
        // What stands where is not followed here: only how many sites there are.
        for (SlotFact& f : see_.slots) f.contents = see_.everything();
        break;
      case SK::either:
      case SK::condition: {
        long sum = step.kind == SK::condition && step.blocks.size() < 2 ? ways : 0;
        int longest = 0;
        if (step.kind == SK::either) length += bits_for(static_cast<long>(step.blocks.size()));
        for (const Steps& block : step.blocks) {
          int own = 0;
          const long here = follow(block, ways, own);
          sum = step.kind == SK::either ? std::min(Range::endless, sum + here) : std::max(sum, here);
          longest = std::max(longest, own);
        }
        for (SlotFact& f : see_.slots) f.contents = see_.everything();
        length += longest;
        return noted(step, sum, length);
      }
      case SK::repeat: {
        repeats = true;
        const bool outer = std::exchange(in_repeat_, true);
        ways = follow(step.blocks[0], ways, length);
        in_repeat_ = outer;
        break;
      }
      default: break;
    }
    return noted(step, ways, length);
  }

  long noted(const Step& step, long ways, int length) {
    if (ways > most_moves && too_many.line == 0) too_many = step.place;
    if (length > most_bits && too_long.line == 0) too_long = step.place;
    return ways;
  }

  Foresight see_;
  int words_;
  bool in_repeat_ = false;
};

/// The line with which the position passes its limit.
Place heaviest(const Case& c) {
  const File& file = c.reading.file;
  const Layout layout(c.rules);
  const auto set_bytes = static_cast<std::size_t>(8 * layout.words);
  std::size_t sum = 0;
  Place where = file.board.place;
  const auto add = [&](std::size_t bytes, const Place& place) {
    if (sum <= most_bytes) where = place;
    sum += bytes;
  };
  for (std::size_t k = 0; k < file.pieces.size(); ++k) add(set_bytes * file.pieces[k].letters.size(), file.pieces[k].place);
  for (const auto& [name, place] : file.marks) add(set_bytes, place);
  add(layout.stone_bytes * static_cast<std::size_t>(c.rules.board.size()), file.board.place);
  for (const HandSection& hand : file.hands) add(c.rules.seats.size(), hand.place);
  for (const CounterSection& counter : file.counters) add(2 * (counter.each ? c.rules.seats.size() : 1), counter.place);
  return where;
}

}  // namespace

bool check_size(const Case& c, Facts& facts) {
  facts.position_bytes = Layout(c.rules).size;
  if (facts.position_bytes > most_bytes || c.rules.codes.size() >= most_codes) {
    c.messages.error(heaviest(c), "a position has " + std::to_string(facts.position_bytes) + " bytes, and at most " +
                                      std::to_string(most_bytes) + " are possible");
    return false;
  }
  for (int seat = 0; seat < c.rules.seat_count(); ++seat) {
    Counting counting(c.rules, seat);
    counting.turn(c.rules.turns[static_cast<std::size_t>(seat)]);
    if (counting.moves > most_moves)
      c.messages.error(counting.too_many, "a position may have " +
                                              (counting.moves >= Range::endless ? "very many" : std::to_string(counting.moves)) +
                                              " moves, and at most a million are possible");
    if (counting.bits > most_bits)
      c.messages.error(counting.too_long, "a move has " + std::to_string(counting.bits) + " bits, and at most " +
                                              std::to_string(most_bits) + " are possible");
    facts.move_bits = std::max(facts.move_bits, counting.bits);
    facts.most_moves = std::max(facts.most_moves, counting.repeats ? std::max(counting.moves, room_with_repeat) : counting.moves);
  }
  return !c.messages.any_error();
}

}  // namespace banmen::rules
