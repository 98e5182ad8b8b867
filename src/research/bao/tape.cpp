#include "research/bao/tape.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cmath>
#include <numeric>

#include "research/bao/marks.hpp"

namespace banmen::bao {
namespace {

/// A board as places; the hand stands on place 0 at first.
class Tape {
 public:
  explicit Tape(const Heaps& board) : holes_(static_cast<std::int64_t>(board.size())) {
    for (std::int64_t hole = 0; hole < holes_; ++hole) {
      const auto stones = static_cast<std::int64_t>(board[static_cast<std::size_t>(hole)]);
      emptied_.push_back(hole - holes_ * (hole == 0 ? stones : stones + 1));
    }
  }
  /// In the hole under the hand.
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

}  // namespace

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

Heaps folded(const Heaps& board, std::uint64_t c) {
  const Tape tape(board);
  const auto holes = static_cast<std::int64_t>(board.size()), by = static_cast<std::int64_t>(c);
  Heaps out(board.size());
  for (std::int64_t hole = 0; hole < holes; ++hole) {
    const std::int64_t to = hole * by % holes;
    const std::int64_t passes = (to - by * tape.emptied()[static_cast<std::size_t>(hole)]) / holes;
    out[static_cast<std::size_t>(to)] = static_cast<std::uint64_t>(to == 0 ? passes : passes - 1);
  }
  return out;
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
    small[up_to_sign(x)] = j;  // the largest j: the least k
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

void sow_on(Stones& board) {
  const std::size_t holes = board.size();
  std::uint32_t hand = board[0];
  board[0] = 0;
  std::size_t at = 0;
  while (hand-- > 0) {
    at = at + 1 == holes ? 0 : at + 1;
    ++board[at];
  }
  std::rotate(board.begin(), board.begin() + static_cast<long>(at), board.end());
}

std::optional<Stones> ending_twin(const Stones& endless) {
  if (spread(endless)) return std::nullopt;
  // Every mark comes into the hand while the loop goes round, so one with a neighbour does: here the hand's is 0 and that is 1.
  for (Stones board = endless;;) {
    const std::size_t modulus = board.size() + 1;
    std::size_t hole = 0;
    while (++hole < board.size() && (hole + board[hole]) % modulus != 0) {
    }
    const bool first_has_it = board[0] % modulus == 1;  // with laps: one stone is not met in a loop
    if (hole == board.size() && !first_has_it) {
      sow_on(board);
      continue;
    }
    // The first hole takes over that mark with one stone, and the hole that had it the first one's, with all other stones.
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
  // ways[sum][x]: of the steps so far, with the last being x.
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

}  // namespace banmen::bao
