// Expected results from a database, and a search that consults them first: if all moves lead to positions with known expected
// results, the best move is exact; otherwise another search decides.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "search/search.hpp"

namespace banmen {

/// Expected results of some positions of a game of two seats in which what one gains the other loses.
template <Rules G>
class ExpectationOracle {
 public:
  virtual ~ExpectationOracle() = default;
  /// The first seat's expected future points under best play; nullopt if unknown.
  [[nodiscard]] virtual std::optional<double> value(const typename G::Position& p) const = 0;
};

template <Rules G>
requires ChanceGame<G>
class OracleSearch final : public Search<G> {
 public:
  using Position = typename G::Position;

  OracleSearch(const G& g, std::unique_ptr<Search<G>> other, std::shared_ptr<const ExpectationOracle<G>> oracle)
      : g_(g), other_(std::move(other)), oracle_(std::move(oracle)), stack_(g, reach + 2) {}

  void new_game() override { other_->new_game(); }

  Answer<G> think(const Question<G>& question) override {
    Answer<G> thought;
    Budget clock;
    auto list = stack_.legal(g_, question.position);
    const double sign = g_.turn(question.position) == 0 ? 1 : -1;
    for (const auto move : list) {
      Position next = question.position;
      const double gain = g_.play(next, move)[0];
      const auto value = read(next, 1);
      ++thought.nodes;
      if (!value) return other_->think(question);
      AnswerLine<G> line;
      line.move = move;
      line.line = {move};
      line.value = sign * (gain + *value);
      line.exact = true;
      thought.lines.push_back(std::move(line));
    }
    std::stable_sort(thought.lines.begin(), thought.lines.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
    if (static_cast<int>(thought.lines.size()) > question.lines)
      thought.lines.resize(static_cast<std::size_t>(std::max(1, question.lines)));
    thought.depth = 1;
    thought.seconds = clock.elapsed();
    return thought;
  }

 private:
  /// A decision, a throw and another decision may precede a known position (backgammon: to roll on, the roll, the play).
  static constexpr int reach = 4;

  /// The first seat's expectation; nullopt if any position needed for it is unknown.
  std::optional<double> read(const Position& p, int ply) {
    const Seat turn = g_.turn(p);
    if (turn == over) return static_cast<double>(g_.payoff(p)[0]);
    if (auto known = oracle_->value(p)) return known;
    if (ply >= reach) return std::nullopt;
    auto list = stack_.at(ply);
    g_.moves(p, list);
    if (list.empty()) return static_cast<double>(g_.payoff(p)[0]);
    double sum = 0;
    std::optional<double> best;
    for (const auto move : list) {
      Position next = p;
      const double gain = g_.play(next, move)[0];
      const auto then = read(next, ply + 1);
      if (!then) return std::nullopt;
      const double value = gain + *then;
      if (turn == chance)
        sum += g_.weight(p, move) * value;
      else if (!best || (turn == 0 ? value > *best : value < *best))
        best = value;
    }
    return turn == chance ? sum / g_.total_weight(p) : best;
  }

  G g_;
  std::unique_ptr<Search<G>> other_;
  std::shared_ptr<const ExpectationOracle<G>> oracle_;
  MoveStack<G> stack_;
};

}  // namespace banmen
