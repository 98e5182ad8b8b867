// Decomposition of Amazons positions: burnt cells cut the board into independent regions.
//
// A region whose pieces all belong to one side is worth the number of moves which that side can make in it alone: in combinatorial
// game theory it equals that integer, because only one side has options there and the best of them is worth one less. Integers of
// the two sides cancel. A position therefore equals its mixed regions, those with pieces of both sides, plus one integer, the spare
// moves of the mover minus those of the other. The number of moves that a side can make alone is a puzzle of its own, since not
// every territory can be filled (an amazon in a dead end leaves the rest behind); it is searched exactly, with memoisation.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/bitset.hpp"
#include "core/hash.hpp"
#include "games/amazons/grid.hpp"

namespace banmen {

/// A position relative to the mover: its pieces, the opponent's, and the open cells, without the settled regions.
template <int Words>
struct AmazonsState {
  Cells<Words> own{}, other{}, open{};
  std::int32_t spare = 0;  // settled moves of the mover minus those of the opponent
  bool operator==(const AmazonsState&) const = default;
};

/// Splits positions into regions and settles the decided ones. One per solver: it owns the memory of the one-sided puzzles.
template <int Words, AmazonsPiece Piece>
class AmazonsRegions {
 public:
  using Set = Cells<Words>;
  using Grid = AmazonsGrid<Words, Piece>;
  using State = AmazonsState<Words>;

  /// shoots: false where the vacated cell burns instead (knight). `bytes` limits the memory of solved puzzles.
  AmazonsRegions(const Grid& grid, bool shoots, std::size_t bytes = std::size_t{2} << 30)
      : grid_(grid), shoots_(shoots), most_known_(std::min<std::size_t>(4'000'000, bytes / (2 * sizeof(std::pair<Key, Known>)))) {
    for (int cell = 0; cell < grid.cells(); ++cell)
      if ((cell / grid.columns + cell % grid.columns) % 2) dark_.add(cell);
  }

  /// Moves one-sided regions whose value is found with little work into `spare` and leaves the others on the board. Returns whether
  /// the mover wins if counting decides it.
  std::optional<bool> settle(State& state) {
    Set left = state.own | state.other, rest{};
    const Set ground = state.open | left;
    Span own_moves{}, other_moves{};  // of the regions left on the board
    bool mixed = false;
    while (!left.empty()) {
      const Set region = region_of(Set::of(left.first()), ground);
      left -= region;
      const Set own = state.own & region, other = state.other & region, open = state.open & region;
      if (!own.empty() && !other.empty()) {
        mixed = true;
        rest |= region;
        own_moves.most += bound(own, open);
        other_moves.most += bound(other, open);
        continue;
      }
      std::int64_t budget = quick;
      const Span worth = most_in_region(own | other, open, budget);
      if (worth.least == worth.most) {
        state.spare += own.empty() ? -worth.least : worth.least;
      } else {
        rest |= region;
        (own.empty() ? other_moves : own_moves) += worth;
      }
    }
    state.own &= rest;
    state.other &= rest;
    state.open &= rest;
    // The mover stays in its own regions and outlasts all moves that the opponent could ever make; or vice versa.
    const int net = state.spare;
    if (own_moves.least + net > other_moves.most) return true;
    if (other_moves.least - net >= own_moves.most) return false;
    if (mixed) return std::nullopt;
    // No region is contested: raise the effort on the puzzles until the result is clear.
    for (std::int64_t effort = 4 * quick; !stop_.stop_requested(); effort *= 4) {
      std::int64_t budget = effort;
      const Span ours = moves_alone(state.own, state.open, budget);
      budget = effort;
      const Span theirs = moves_alone(state.other, state.open, budget);
      if (ours.least + net > theirs.most) return true;
      if (theirs.least - net >= ours.most) return false;
    }
    return std::nullopt;
  }
  void stop_with(std::stop_token stop) { stop_ = std::move(stop); }

  /// Upper bound on the moves of a side among these open cells: each move burns one. For a knight that burns the vacated cell the
  /// bound is tighter. It changes colour with each move, so k pieces on light cells enter at most k more dark cells than light
  /// ones, and it cannot leave a dead end, so each piece enters at most one.
  [[nodiscard]] int bound(const Set& pieces, const Set& open) const {
    const int n = open.size();
    if (shoots_) return n;
    const int dark = (open & dark_).size(), light = n - dark;
    const int on_dark = (pieces & dark_).size(), on_light = pieces.size() - on_dark;
    const int by_colour = std::min(dark, light + on_light) + std::min(light, dark + on_dark);
    if constexpr (Piece == AmazonsPiece::knight) {
      int dead_ends = 0;
      const Set ground = open | pieces;
      open.each([&](int cell) { dead_ends += (grid_.leaps[cell] & ground).size() <= 1; });
      return std::min(by_colour, n - std::max(0, dead_ends - pieces.size()));
    }
    return by_colour;
  }

  /// Calls visit(pieces after, open after, from, to, arrow) for every move of `pieces` until it returns true; returns whether it
  /// did.
  template <class Visit>
  bool any_move(const Set& pieces, const Set& open, Visit&& visit) const {
    const auto view = grid_.look(grid_.board - open);
    return pieces.any([&](int from) {
      const Set rest = pieces ^ Set::of(from);
      const auto steps = grid_.reach(from, view);
      if (!shoots_) return steps.any([&](int to) { return visit(rest | Set::of(to), open - Set::of(to), from, to, from); });
      const auto vacated = grid_.vacated(view, from);
      return steps.any([&](int to) {
        const Set here = rest | Set::of(to), ground = (open | Set::of(from)) - Set::of(to);
        return grid_.reach(to, vacated).any([&](int arrow) { return visit(here, ground - Set::of(arrow), from, to, arrow); });
      });
    });
  }

  [[nodiscard]] const Grid& grid() const { return grid_; }

 private:
  struct Key {
    Set pieces, open;
    bool operator==(const Key&) const = default;
  };
  struct Known {
    int least, most;
    std::int64_t spent;
  };
  struct KeyHash {
    using is_avalanching = void;
    std::size_t operator()(const Key& key) const { return hash_bytes(key); }
  };

  /// The connected component of `seed` in `ground`, by neighbours for queens and by knight's moves for knights.
  [[nodiscard]] Set region_of(Set seed, const Set& ground) const {
    if constexpr (Piece == AmazonsPiece::queen) {
      for (;;) {
        const Set wider = (seed | grid_.around(seed)) & ground;
        if (wider == seed) return seed;
        seed = wider;
      }
    } else {
      for (Set front = seed; !front.empty();) {
        front = grid_.spread(front, ground) - seed;
        seed |= front;
      }
      return seed;
    }
  }

  /// Bounds on a number of moves.
  struct Span {
    int least = 0, most = 0;
    void operator+=(const Span& more) {
      least += more.least;
      most += more.most;
    }
  };
  static constexpr std::int64_t quick = 8;  // moves examined before a puzzle is postponed

  Span moves_alone(const Set& pieces, const Set& open, std::int64_t& budget) {
    Span sum{};
    Set left = pieces;
    const Set ground = pieces | open;
    while (!left.empty()) {
      const Set region = region_of(Set::of(left.first()), ground);
      left -= region;
      sum += most_in_region(pieces & region, open & region, budget);
    }
    return sum;
  }

  Span most_in_region(const Set& pieces, const Set& open, std::int64_t& budget) {
    const int most = bound(pieces, open);
    if (most <= 1) {
      const int n = most == 1 && any_move(pieces, open, [](const Set&, const Set&, int, int, int) { return true; });
      return {n, n};
    }
    const Key key{pieces, open};
    if (const auto found = known_.find(key); found != known_.end())
      if (found->second.least == found->second.most || found->second.spent >= budget)
        return {found->second.least, found->second.most};
    const std::int64_t budget_before = budget;
    // Move ordering: most cells left to fill first, then fewest continuations (Warnsdorff); usually the first try fills all.
    struct Try {
      Set pieces, open;
      int most, ways;
    };
    std::vector<Try> tries;
    any_move(pieces, open, [&](const Set& after, const Set& ground, int, int to, int) {
      Set reached{};
      after.each([&](int cell) {
        if (!reached.has(cell)) reached |= region_of(Set::of(cell), after | ground);
      });
      reached &= ground;
      const auto view = grid_.look(grid_.board - ground);
      tries.push_back({after, reached, 1 + bound(after, reached), static_cast<int>(grid_.reach(to, view).count())});
      return false;
    });
    budget -= static_cast<std::int64_t>(tries.size());
    std::sort(tries.begin(), tries.end(),
              [](const Try& a, const Try& b) { return a.most != b.most ? a.most > b.most : a.ways < b.ways; });
    Span best{};
    for (const Try& next : tries) {
      if (next.most <= best.least) break;
      if (budget <= 0 || stop_.stop_requested()) {
        best.most = std::max(best.most, next.most);
        break;
      }
      Span deeper = moves_alone(next.pieces, next.open, budget);
      best.least = std::max(best.least, 1 + deeper.least);
      best.most = std::max(best.most, std::min(next.most, 1 + deeper.most));
      if (best.least == most) break;
    }
    best.most = std::max(best.least, std::min(best.most, most));
    if (stop_.stop_requested()) return best;  // valid, but found with less work than the entry would record
    if (known_.size() >= most_known_) known_.clear();
    known_.insert_or_assign(key, Known{best.least, best.most, best.least == best.most ? 0 : budget_before});
    return best;
  }

  Grid grid_;
  bool shoots_;
  std::size_t most_known_;  // puzzles; the table may be half empty
  std::stop_token stop_;
  Set dark_{};
  boost::unordered_flat_map<Key, Known, KeyHash> known_;
};

}  // namespace banmen
