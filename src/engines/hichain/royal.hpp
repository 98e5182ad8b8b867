// Threats of C-H-A-I-N: plans, the placements that complete it, and forced wins.
//
// A plan is a simple path of five cells read in one direction, each either an own card that fits its place in the word or an empty
// cell that a card from the field would fit. As in five in a row, one missing card is a threat that must be answered, and two
// threats that no single reply removes win: threat-space search finds forced wins.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "games/hichain/threats.hpp"

namespace banmen::hichain {

struct RoyalPlan {
  struct Gap {
    Cell cell;
    Ways ways;  // cards of the field that fit the place and clash with no side there; they may lack a point yet
    bool open;  // some of them can be laid now
  };
  int missing = 0, waiting = 0;  // gaps, and those of them that meet no opponent's point yet
  std::array<Gap, 5> gaps{};
};

/// Enumerates the plans of one colour with at least one card laid.
class RoyalPlans {
 public:
  RoyalPlans(const HichainRules& g, const HichainRules::Board& board, int colour)
      : rules_(g.chain),
        letters_(g.chain.letters()),
        showing_(showings[static_cast<std::size_t>(g.chain.turned)]),
        board_(board),
        colour_(colour) {}

  /// Calls f(plan) for all plans with at most `most` gaps, once for each way to find it.
  template <class F>
  void each(int most, F&& f) {
    most_ = most;
    const auto start = [&](int x, int y, Code code) {
      if (code_colour(code) != colour_) return;
      for (reader_ = 0; reader_ < 4; ++reader_) {
        const int shown = letters_[code & 127u][static_cast<std::size_t>(reader_)];
        for (int place = 0; place < 5; ++place)
          if (fits(shown, place) && place <= most_) backward(cell_at(x, y), place, f);
      }
    };
    HichainRules::each_card(board_.at, start);
  }

 private:
  [[nodiscard]] bool fits(int shown, int place) const {
    if (shown == asterisk) return rules_.asterisk_ends || (place > 0 && place < 4);
    return shown == royal_word[static_cast<std::size_t>(place)];
  }

  /// Only gaps precede the first card laid, so each path is met once.
  template <class F>
  void backward(Cell first_card, int place, F& f) {
    plan_ = {};
    path_[static_cast<std::size_t>(place)] = first_card;
    extend_back(first_card, place, place, f);
  }
  template <class F>
  void extend_back(Cell c, int place, int card_place, F& f) {
    if (place == 0) {
      extend_forward(path_[static_cast<std::size_t>(card_place)], card_place, f);
      return;
    }
    for (int k = 1; k < 8; k += 2) {
      const Cell n = neighbour(c, k);
      if (!board_.ground.is_empty(n) || on_path(n, place, card_place) || !push(n, place - 1)) continue;
      path_[static_cast<std::size_t>(place - 1)] = n;
      extend_back(n, place - 1, card_place, f);
      pop();
    }
  }
  template <class F>
  void extend_forward(Cell c, int place, F& f) {
    if (place == 4) {
      if (distinct(0, 0)) f(static_cast<const RoyalPlan&>(plan_));
      return;
    }
    for (int k = 1; k < 8; k += 2) {
      const Cell n = neighbour(c, k);
      if (on_path(n, 0, place)) continue;
      const Code code = board_.ground.card(n);
      if (code == 0) {
        if (!push(n, place + 1)) continue;
      } else if (code_colour(code) != colour_ || !fits(letters_[code & 127u][static_cast<std::size_t>(reader_)], place + 1)) {
        continue;
      }
      path_[static_cast<std::size_t>(place + 1)] = n;
      extend_forward(n, place + 1, f);
      if (code == 0) pop();
    }
  }

  [[nodiscard]] bool on_path(Cell c, int from, int to) const {
    for (int i = from; i <= to; ++i)
      if (path_[static_cast<std::size_t>(i)] == c) return true;
    return false;
  }

  bool push(Cell c, int place) {
    if (plan_.missing == most_) return false;
    Ways ways = showing_[static_cast<std::size_t>(reader_)][royal_word[static_cast<std::size_t>(place)]];
    if (fits(asterisk, place)) ways = ways | ways_of(asterisk);
    ways = ways & board_.left[static_cast<std::size_t>(colour_)] & board_.ground.unbarred_ways(c);
    if (ways.empty()) return false;
    const bool open = !(ways & board_.ground.open_ways(colour_, c)).empty();
    plan_.gaps[static_cast<std::size_t>(plan_.missing++)] = {c, ways, open};
    plan_.waiting += !open;
    return true;
  }
  void pop() { plan_.waiting -= !plan_.gaps[static_cast<std::size_t>(--plan_.missing)].open; }

  /// True if the gaps can be filled with different cards (H and I, and the asterisk, fit several places).
  [[nodiscard]] bool distinct(int gap, std::uint32_t used) const {
    if (gap == plan_.missing) return true;
    Ways ways = plan_.gaps[static_cast<std::size_t>(gap)].ways;
    while (!ways.empty()) {
      const int sign = ways.take() / 4;
      for (int q = 0; q < 4; ++q) ways.remove(4 * sign + q);
      if ((used >> sign & 1) == 0 && distinct(gap + 1, used | 1u << sign)) return true;
    }
    return false;
  }

  const ChainRules& rules_;
  const Letters& letters_;
  const Showing& showing_;
  const HichainRules::Board& board_;
  int colour_;
  int reader_ = 0, most_ = 0;
  RoyalPlan plan_{};
  std::array<Cell, 5> path_{};
};

/// Placements by cell, without duplicates.
using MoveSet = std::vector<std::pair<Cell, Ways>>;
inline void add(MoveSet& set, Cell c, Ways ways) {
  for (auto& [cell, there] : set)
    if (cell == c) {
      there = there | ways;
      return;
    }
  set.emplace_back(c, ways);
}

/// The placements that complete C-H-A-I-N at once, if the colour were on turn.
inline MoveSet royal_completions(const HichainRules& g, const HichainRules::Board& board, int colour) {
  MoveSet out;
  if (board.at.royal != 0) return out;
  RoyalPlans(g, board, colour).each(1, [&](const RoyalPlan& plan) {
    if (plan.missing == 1 && plan.waiting == 0)
      add(out, plan.gaps[0].cell, plan.gaps[0].ways & board.ground.open_ways(colour, plan.gaps[0].cell));
  });
  return out;
}

/// Finds wins by threats of C-H-A-I-N alone, to which every reply loses.
class RoyalSearch {
 public:
  using Board = HichainRules::Board;
  using Move = HichainRules::Move;

  RoyalSearch(const HichainRules& g, std::uint64_t node_limit) : g_(g), limit_(node_limit) {}

  /// True if the mover forces C-H-A-I-N with at most `threats` threats before; `first` is the first move. False if out of nodes.
  bool wins(Board& board, int threats, Move* first) {
    const int mover = board.at.mover;
    ++nodes;
    if (const MoveSet now = royal_completions(g_, board, mover); !now.empty()) {
      any_way(board, now[0].first, now[0].second, [&](Move m) {
        *first = m;
        return false;
      });
      return true;
    }
    if (threats == 0 || nodes > limit_) return false;
    MoveSet candidates;
    RoyalPlans(g_, board, mover).each(2, [&](const RoyalPlan& plan) {
      // The remaining gap must meet a point already: own cards add none.
      for (std::size_t i = 0; i < 2; ++i)
        if (plan.missing == 2 && plan.waiting == 0)
          add(candidates, plan.gaps[i].cell, plan.gaps[i].ways & board.ground.open_ways(mover, plan.gaps[i].cell));
    });
    for (const auto& [cell, ways] : candidates) {
      const bool won = any_way(board, cell, ways, [&](Move m) {
        if (nodes > limit_) return false;
        g_.play(board, m);
        const bool wins = unstoppable(board, threats);
        g_.undo(board);
        if (wins) *first = m;
        return wins;
      });
      if (won) return true;
    }
    return false;
  }

  /// After a threat: true if every reply leaves a completion, or a win with one threat less.
  bool unstoppable(Board& board, int threats) {
    const int replier = board.at.mover, owner = 1 - replier;
    ++nodes;
    const MoveSet mine = royal_completions(g_, board, owner);
    if (mine.empty() || !royal_completions(g_, board, replier).empty()) return false;
    // Only a reply on the cell of the first completion or beside it can remove that one.
    const Cell target = mine[0].first;
    for (int k = -1; k < 8; k += 2) {
      const Cell c = k < 0 ? target : neighbour(target, k);
      if (!board.ground.is_empty(c)) continue;
      const Ways replies = board.ground.open_ways(replier, c) & board.left[static_cast<std::size_t>(replier)];
      const bool stopped = any_way(board, c, replies, [&](Move r) {
        g_.play(board, r);
        const bool stands = std::any_of(mine.begin(), mine.end(), [&](const auto& at) {
          return board.ground.is_empty(at.first) && !(at.second & board.ground.open_ways(owner, at.first)).empty();
        });
        Move next;
        const bool stops = !stands && !wins(board, threats - 1, &next);
        g_.undo(board);
        return stops;
      });
      if (stopped) return false;
    }
    return nodes <= limit_;
  }

  std::uint64_t nodes = 0;

 private:
  const HichainRules& g_;
  std::uint64_t limit_;
};

}  // namespace banmen::hichain
