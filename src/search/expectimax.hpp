// Expectimax for games of chance with two sides: the mover takes the best, the dice are averaged by their exact weights. Values are
// differences of results, as in alphabeta, but real numbers.
//
// At more than one ply of depth, only the `width` moves that look best one ply deep are searched.
#pragma once

#include <algorithm>

#include "search/options.hpp"
#include "search/search.hpp"
#include "search/transposition.hpp"
#include "search/value.hpp"

namespace banmen {

struct ExpectimaxOptions {
  CommonOptions common;
  int depth = 2;
  int table = 16;
  int width = 0;  // 0: all moves

  static ExpectimaxOptions from(const Values& values) {
    const CommonOptions common = CommonOptions::from(values);
    return {common, chosen_depth(values, common, 2), static_cast<int>(values.integer("table")),
            static_cast<int>(values.integer("width"))};
  }
};

/// The game's own evaluation. It may depend on the outcome of chance, so it is called after chance has acted.
template <Rules G>
struct OwnGuess {
  static constexpr bool before_chance = false;
  explicit OwnGuess(const G& g) : two(g) {}
  /// The difference of results still to come, seen by `side`, on the scale of TwoSides.
  double operator()(const typename G::Position& p, bool side) const { return two.guess(p, side); }
  TwoSides<G> two;
};

template <Rules G, class Guess = OwnGuess<G>>
requires ChanceGame<G>
class Expectimax final : public Search<G> {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  Expectimax(const G& g, const ExpectimaxOptions& options)
      : g_(g),
        options_(options),
        two_(g),
        guess_(g),
        table_(static_cast<std::size_t>(options.table)),
        stack_(g, 2 * options.depth + 34) {}

  void new_game() override { table_.clear(); }

  Answer<G> think(const Question<G>& question) override {
    Answer<G> thought;
    budget_ = Budget(question.seconds > 0 ? question.seconds : options_.common.seconds, options_.common.nodes, question.stop);
    auto list = stack_.legal(g_, question.position);
    if (list.empty()) return thought;
    const bool side = two_.side(std::max<Seat>(g_.turn(question.position), 0));
    const bool timed = budget_.seconds() > 0 || options_.common.nodes > 0;
    for (int depth = timed ? 1 : options_.depth; depth <= options_.depth; ++depth) {
      std::vector<AnswerLine<G>> lines;
      const std::uint64_t before = guesses_;
      const std::size_t whole = narrow(question.position, list, depth, 0, side, question.lines);
      for (std::size_t k = 0; k < whole; ++k) {
        const Move move = list[static_cast<std::uint32_t>(k)];
        Position next = question.position;
        const double gain = two_.seen(g_.play(next, move), side);
        const std::uint64_t guesses = guesses_;
        const double value = gain + visit(next, depth - 1, 1, side);
        if (budget_.out) break;
        AnswerLine<G> line;
        line.move = move;
        line.line = {move};
        line.value = value / (2.0 * two_.unit());
        line.exact = guesses_ == guesses;
        lines.push_back(std::move(line));
      }
      if (budget_.out) break;
      std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
      thought.lines = std::move(lines);
      thought.depth = depth;
      if (question.progress)
        question.progress({depth, thought.lines[0].value, budget_.nodes, budget_.elapsed(), thought.lines[0].move});
      if (guesses_ == before) break;
    }
    complete(thought, question, list[0], budget_);
    return thought;
  }

 private:
  struct Knowledge {
    double value = 0;
    std::uint8_t depth = 0;  // 255: searched to the end
  };

  /// Moves those that look best one ply deep to the front; returns the number to search more deeply (at least `least`).
  std::size_t narrow(const Position& p, MoveList<Move>& list, int depth, int ply, bool side, int least) {
    const auto width = static_cast<std::size_t>(std::max(options_.width, least));
    if (options_.width == 0 || depth < 2 || list.size() <= width) return list.size();
    order_.clear();  // reusable: `visit` at depth 0 does not call this
    for (const Move move : list) {
      Position next = p;
      const double gain = two_.seen(g_.play(next, move), side);
      order_.emplace_back(gain + visit(next, 0, ply + 1, side), move);
    }
    std::stable_sort(order_.begin(), order_.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t k = 0; k < order_.size(); ++k) list[static_cast<std::uint32_t>(k)] = order_[k].second;
    ++guesses_;
    return width;
  }

  /// The value of future gains, seen by `side`. Chance costs no depth.
  double visit(const Position& p, int depth, int ply, bool side) {
    if (budget_.spent()) return 0;
    const Seat turn = g_.turn(p);
    if (turn == over) return two_.seen(g_.payoff(p), side);
    if (Guess::before_chance && depth <= 0) {
      ++guesses_;
      return guess_(p, side);
    }
    const bool mover = turn >= 0 && two_.side(turn);
    const double sign = mover == side ? 1 : -1;
    const std::uint64_t key = g_.hash(p);
    if (const Knowledge* known = table_.find(key); known != nullptr && (known->depth == 255 || known->depth == depth)) {
      if (known->depth != 255) ++guesses_;
      return sign * known->value;  // kept for the side on turn
    }
    auto list = stack_.at(ply);
    g_.moves(p, list);
    if (list.empty()) return two_.seen(g_.payoff(p), side);
    const std::uint64_t guesses = guesses_;
    double value = 0;
    if (turn == chance && ply < stack_.plies() - 2) {
      for (const Move outcome : list) {
        Position next = p;
        const double gain = two_.seen(g_.play(next, outcome), mover);
        value += g_.weight(p, outcome) * (gain + visit(next, depth, ply + 1, mover));
      }
      value /= g_.total_weight(p);
    } else if (depth <= 0 || ply >= stack_.plies() - 2) {
      ++guesses_;
      return guess_(p, side);
    } else {
      value = -1e300;
      const std::size_t whole = narrow(p, list, depth, ply, mover, 1);
      for (std::size_t k = 0; k < whole; ++k) {
        const Move move = list[static_cast<std::uint32_t>(k)];
        Position next = p;
        const double gain = two_.seen(g_.play(next, move), mover);
        value = std::max(value, gain + visit(next, depth - 1, ply + 1, mover));
        if (budget_.out) return 0;
      }
    }
    if (!budget_.out)
      table_.store(key,
                   {value, guesses_ == guesses ? std::uint8_t{255} : static_cast<std::uint8_t>(std::min(std::max(depth, 0), 254))});
    return sign * value;
  }

  G g_;
  ExpectimaxOptions options_;
  TwoSides<G> two_;
  Guess guess_;
  PositionTable<Knowledge> table_;
  MoveStack<G> stack_;
  std::vector<std::pair<double, Move>> order_;
  Budget budget_;
  std::uint64_t guesses_ = 0;
};

}  // namespace banmen
