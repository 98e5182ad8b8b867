#include "research/bao/marks.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cmath>
#include <map>
#include <numeric>

namespace banmen::bao {
namespace {

/// Calls visit(board) for every distribution of the last hole's stones over the holes from `low` on, until it returns false.
template <class Visit>
void lay(Stones& board, std::uint32_t low, const Visit& visit) {
  const auto last = static_cast<std::uint32_t>(board.size()) - 1;
  while (visit(board) && next_laying(board.data(), low, last)) {
  }
}

/// Counts boards with `first` stones in the first hole.
ConditionCount count_part(std::uint32_t holes, std::uint32_t stones, std::uint32_t first, const std::stop_token& stop) {
  constexpr LoopReading readings[2] = {LoopReading::printed, LoopReading::by_itself};
  ConditionCount count;
  for_each_loop(holes, stones, first, stop, [&](const Stones& board, std::uint32_t sowings, std::uint64_t distance) {
    ++count.types;
    count.single += sowings == 1;
    if (spread(board))
      ++count.types_spread;
    else if (count.not_spread.empty())
      count.not_spread = board;
    if (distance % (holes + 1) != 0) {
      ++count.undivided;
      if (distance >= holes) {
        ++count.undivided_period;
        if (count.not_divided.empty()) count.not_divided = board;
      }
    }
    if (distance < holes) return;
    ++count.types_period;
    const auto cycle = cycle_of(board, stop);
    for (int r = 0; r < 2; ++r) {
      bool meets = false;
      for (const Stones& b : cycle) meets = meets || meets_loop(b, readings[r]);
      count.types_loop[r] += meets;
      if (!meets && count.not_loop[r].empty()) count.not_loop[r] = board;
    }
  });
  Stones start(holes);
  start[holes - 1] = static_cast<std::uint8_t>(stones - first);
  start[0] = static_cast<std::uint8_t>(first);
  std::uint64_t seen = 0;
  Control quiet;
  quiet.stop = stop;
  lay(start, 1, [&](const Stones& board) {
    if ((++seen & 0xffff) == 0 && stop.stop_requested()) return false;
    const bool is_spread = spread(board);
    const bool is_loop[2] = {meets_loop(board, readings[0]), meets_loop(board, readings[1])};
    if (!is_spread && !is_loop[1]) return true;  // the printed reading implies the other
    const Fate fate = follow(heaps(board), ~0ULL, quiet);
    if (!fate.known) return false;
    count.spread_boards += is_spread;
    count.spread_ending += is_spread && fate.ends;
    for (int r = 0; r < 2; ++r) {
      count.loop_boards[r] += is_loop[r];
      if (!is_loop[r] || !fate.ends) continue;
      ++count.loop_ending[r];
      if (count.ends_although_loop[r].empty()) count.ends_although_loop[r] = board;
    }
    return true;
  });
  return count;
}

/// A board as places on the tape; the hand starts at place 0.
class Tape {
 public:
  explicit Tape(const Heaps& board) : holes_(static_cast<std::int64_t>(board.size())) {
    for (std::int64_t hole = 0; hole < holes_; ++hole) {
      const auto stones = static_cast<std::int64_t>(board[static_cast<std::size_t>(hole)]);
      emptied_.push_back(hole - holes_ * (hole == 0 ? stones : stones + 1));
    }
  }
  /// Stones in the hole under the hand.
  [[nodiscard]] std::int64_t stones() const { return (place_ - emptied_[under_]) / holes_; }
  void sow(std::int64_t stones) {
    emptied_[under_] = place_;
    place_ += stones;
    under_ = static_cast<std::size_t>((static_cast<std::int64_t>(under_) + stones) % holes_);
  }
  [[nodiscard]] bool looks_like(const Heaps& board) const {
    std::size_t at = under_;
    for (std::int64_t hole = 1; hole < holes_; ++hole) {
      at = at + 1 == emptied_.size() ? 0 : at + 1;
      if ((place_ + hole - emptied_[at]) / holes_ - 1 != static_cast<std::int64_t>(board[static_cast<std::size_t>(hole)]))
        return false;
    }
    return true;
  }
  [[nodiscard]] std::int64_t place() const { return place_; }
  [[nodiscard]] const std::vector<std::int64_t>& emptied() const { return emptied_; }

 private:
  std::int64_t holes_, place_ = 0;
  std::size_t under_ = 0;
  std::vector<std::int64_t> emptied_;
};

/// Canonical form of the marks under rotation: the largest rotation.
std::vector<std::uint32_t> turned_marks(const Stones& board) {
  auto turning = marks(board);
  auto largest = turning;
  for (std::size_t i = 1; i < turning.size(); ++i) {
    std::rotate(turning.begin(), turning.begin() + 1, turning.end());
    largest = std::max(largest, turning);
  }
  return largest;
}

struct InPattern {
  bool spread = false;
  std::uint64_t ends = 0, loops = 0;
};

}  // namespace

std::vector<std::uint32_t> marks(const Stones& board) {
  const std::size_t modulus = board.size() + 1;
  std::vector<std::uint32_t> counts(modulus);
  ++counts[0];
  ++counts[board[0] % modulus];
  for (std::size_t hole = 1; hole < board.size(); ++hole) ++counts[(hole + board[hole] + 1) % modulus];
  return counts;
}

bool spread(const Stones& board) {
  const auto counts = marks(board);
  for (std::size_t mark = 0; mark < counts.size(); ++mark)
    if (counts[mark] > 0 && counts[(mark + 1) % counts.size()] > 0) return false;
  return true;
}

Stones single_sowing_loop(std::uint32_t first, std::uint32_t holes) {
  if (first < 2 || std::gcd(first, holes) != 1) return {};
  const std::uint32_t laps = first / holes, rest = first % holes;
  std::vector<std::uint32_t> board(holes);
  // Hole j of the board is hole j + first of the sown one: start at the emptied hole and go backwards.
  std::uint32_t hole = 0, stones = laps;
  for (std::uint32_t step = 0; step < holes; ++step) {
    const std::uint32_t before = (hole + holes - rest) % holes;
    board[before] = stones;
    hole = before;
    stones += laps + (hole >= 1 && hole <= rest ? 1 : 0);
  }
  Stones out;
  for (const std::uint32_t count : board) {
    if (count > 255) return {};
    out.push_back(static_cast<std::uint8_t>(count));
  }
  return out;
}

void for_each_board(std::uint32_t holes, std::uint32_t stones, const std::function<bool(const Stones&)>& visit) {
  Stones board(holes);
  board[holes - 1] = static_cast<std::uint8_t>(stones);
  lay(board, 0, visit);
}

void ConditionCount::add(const ConditionCount& later) {
  types += later.types;
  types_spread += later.types_spread;
  types_period += later.types_period;
  undivided += later.undivided;
  undivided_period += later.undivided_period;
  single += later.single;
  spread_boards += later.spread_boards;
  spread_ending += later.spread_ending;
  const auto keep_first = [](Stones& ours, const Stones& theirs) {
    if (ours.empty()) ours = theirs;
  };
  keep_first(not_spread, later.not_spread);
  keep_first(not_divided, later.not_divided);
  for (int r = 0; r < 2; ++r) {
    types_loop[r] += later.types_loop[r];
    loop_boards[r] += later.loop_boards[r];
    loop_ending[r] += later.loop_ending[r];
    keep_first(not_loop[r], later.not_loop[r]);
    keep_first(ends_although_loop[r], later.ends_although_loop[r]);
  }
}

ConditionCount count_conditions(std::uint32_t holes, std::uint32_t stones, const Control& control) {
  ConditionCount count;
  count.stones = stones;
  for (const ConditionCount& part :
       by_first_hole(stones, control, [&](std::uint32_t first) { return count_part(holes, stones, first, control.stop); }))
    count.add(part);
  return count;
}

Heaps heaps(const Stones& board) { return {board.begin(), board.end()}; }

Fate follow(const Heaps& board, std::uint64_t most, const Control& control) {
  Tape tape(board);
  Fate fate;
  auto here = static_cast<std::int64_t>(board[0]);
  while (fate.sowings < most) {
    if ((++fate.sowings & 0xfffff) == 0) {
      if (control.stop.stop_requested()) break;
      if (control.progress) control.progress(fate.sowings, most, "sowings");
    }
    tape.sow(here);
    here = tape.stones();
    fate.ends = here == 1;
    fate.known = fate.ends || (here == static_cast<std::int64_t>(board[0]) && tape.looks_like(board));
    if (fate.known) break;
  }
  fate.distance = static_cast<std::uint64_t>(tape.place());
  return fate;
}

std::uint64_t fold(const Heaps& board) {
  const Tape tape(board);
  const auto holes = static_cast<std::int64_t>(board.size());
  std::int64_t common = 0;
  for (const std::int64_t place : tape.emptied()) common = std::gcd(common, place);
  for (std::int64_t shared; (shared = std::gcd(common, holes)) > 1;) common /= shared;
  return static_cast<std::uint64_t>(common);
}

std::optional<std::uint64_t> sowings_on_two(std::uint64_t first, std::uint64_t stones) {
  const std::uint64_t n = 2 * stones + 1;
  if (std::gcd(first, n) != 1) return std::nullopt;
  const auto up_to_sign = [n](std::uint64_t x) { return std::min(x, n - x); };
  // 2^(k) = ±a with k = i·step - j, 0 ≤ j < step: ±a·2^j for every j, then 2^step, 2^(2 step), …
  const auto step = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(stones))) + 1;
  boost::unordered_flat_map<std::uint64_t, std::uint64_t> small;
  std::uint64_t x = first % n, giant = 1;
  for (std::uint64_t j = 0; j < step; ++j) {
    small[up_to_sign(x)] = j;  // the largest j gives the least k
    x = x * 2 % n;
    giant = giant * 2 % n;
  }
  x = 1;
  for (std::uint64_t i = 1; (i - 1) * step <= stones; ++i) {
    x = x * giant % n;
    if (const auto found = small.find(up_to_sign(x)); found != small.end()) {
      const std::uint64_t k = i * step - found->second;
      if (k > 0) return k;
    }
  }
  return std::nullopt;
}

std::optional<Stones> ending_twin(const Stones& endless) {
  if (spread(endless)) return std::nullopt;
  // In a cycle every mark comes into the hand, so one with a neighbour does: here the hand's mark is 0 and the neighbour 1.
  for (Stones board = endless;;) {
    const std::size_t modulus = board.size() + 1;
    std::size_t hole = 0;
    while (++hole < board.size() && (hole + board[hole]) % modulus != 0) {
    }
    const bool first_has_it = board[0] % modulus == 1;  // after full laps, since a loop has no single stone there
    if (hole == board.size() && !first_has_it) {
      sow_on(board);
      continue;
    }
    // Exchange marks: the first hole gets that mark and one stone, the other hole the first one's mark and the other stones.
    Stones twin = board;
    twin[first_has_it ? 1 : hole] = static_cast<std::uint8_t>(twin[first_has_it ? 1 : hole] + twin[0] - 1);
    twin[0] = 1;
    Stones later = twin;
    do sow_on(later);
    while (later[0] == 1 && later != twin);
    return later[0] == 1 ? twin : later;
  }
}

std::uint64_t proved_types(std::uint32_t n, std::uint32_t stones) {
  if (n < 3 || stones < n + 3) return 0;
  const std::uint32_t over = stones - n - 3;
  if (over == 1) return 0;
  // Raising x₁ marks from 3 to 5, x₂ from 5 to 7, … and the last from M-1 to M+1, x₁ + … = e in all, from a board with 3 (or, for
  // an even number of stones too many, 4) marks 3 and two of each other: x₁ ≤ 3 (4), and every other at most 2 more than the one
  // before.
  const std::uint32_t e = over % 2 == 0 ? over / 2 : (over - 3) / 2;
  const std::uint32_t first = over % 2 == 0 ? 3 : 4;
  // ways[sum][x]: sequences of steps so far with this sum and last step x.
  std::vector<std::vector<std::uint64_t>> ways(e + 1, std::vector<std::uint64_t>(e + 1));
  for (std::uint32_t x = 0; x <= std::min(first, e); ++x) ways[x][x] = 1;
  for (std::uint32_t step = 1; step + 1 < n; ++step) {
    std::vector<std::vector<std::uint64_t>> next(e + 1, std::vector<std::uint64_t>(e + 1));
    for (std::uint32_t sum = 0; sum <= e; ++sum)
      for (std::uint32_t last = 0; last <= sum; ++last)
        for (std::uint32_t x = 0; x <= last + 2 && sum + x <= e; ++x) next[sum + x][x] += ways[sum][last];
    ways = std::move(next);
  }
  return std::accumulate(ways[e].begin(), ways[e].end(), std::uint64_t{0});
}

PatternCount count_patterns(std::uint32_t holes, std::uint32_t stones, const Control& control) {
  PatternCount count;
  count.stones = stones;
  std::vector<bool> met(boards(holes, stones));
  const auto number = [holes](const Stones& board) { return board_number(board.data(), holes); };
  std::map<std::vector<std::uint32_t>, InPattern> patterns;
  std::uint64_t tried = 0;
  for_each_board(holes, stones, [&](const Stones& start) {
    if ((++tried & 0xffff) == 0) {
      if (control.stop.stop_requested()) return false;
      if (control.progress) control.progress(tried, met.size(), "boards");
    }
    if (start[0] == 0 || met[number(start)]) return true;
    std::uint64_t length = 0, ends = 0, since = 0, first_end = 0, longest = 0;
    Stones board = start;
    do {
      met[number(board)] = true;
      if (board[0] == 1) {
        if (ends++ == 0)
          first_end = length;
        else
          longest = std::max(longest, length - since);
        since = length;
      }
      if ((++length & 0xfffff) == 0 && control.stop.stop_requested()) return false;
      sow_on(board);
    } while (board != start);
    if (ends > 0) longest = std::max(longest, length - since + first_end);
    count.boards += length;
    InPattern& in = patterns[turned_marks(start)];
    in.spread = spread(start);
    in.ends += ends;
    count.longest_end = std::max(count.longest_end, longest);
    if (ends > 0) return true;
    ++in.loops;
    ++count.types;
    count.longest_loop = std::max(count.longest_loop, length);
    const bool is_fold = fold(heaps(start)) > 1;
    count.types_spread += in.spread;
    count.types_fold += is_fold;
    count.types_both += in.spread && is_fold;
    if (!in.spread && count.endless.empty()) {
      const auto cycle = cycle_of(start, control.stop);
      if (cycle.empty()) return false;  // stopped
      count.endless = representative(cycle);
      count.twin = ending_twin(count.endless).value_or(Stones{});
    }
    return true;
  });
  for (const auto& [marks, in] : patterns) {
    ++count.patterns;
    if (in.spread)
      ++count.spread;
    else if (in.ends == 0)
      ++count.unmet;
    else
      ++(in.loops == 0 ? count.ending : count.either);
  }
  return count;
}

}  // namespace banmen::bao
