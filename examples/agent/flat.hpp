// Flat Monte Carlo: random games after each legal move; plays the move with the best mean result. The agent of
// docs/add-an-agent.md.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/options.hpp"
#include "search/playout.hpp"
#include "search/search.hpp"

namespace banmen {

struct FlatOptions {
  CommonOptions common;
  std::uint64_t playouts = 0;  // after each move; 0: as many as the limits allow

  static FlatOptions from(const Values& values) {
    return {CommonOptions::from(values), static_cast<std::uint64_t>(values.integer("playouts"))};
  }
};

inline AgentKind flat_kind() {
  return {"flat", "flat Monte Carlo: the move with the best mean over random games",
          with_limits({Parameter::integer("playouts", 100, 0, 1'000'000'000,
                                          "playouts for each legal move; 0: as many as time or nodes allow")})};
}

template <Rules G>
class Flat final : public Search<G> {
 public:
  Flat(const G& g, const FlatOptions& options) : g_(g), options_(options), stack_(g, 2) {}

  Answer<G> think(const Question<G>& question) override {
    Answer<G> answer;
    const auto moves = stack_.legal(g_, question.position);
    if (moves.empty()) return answer;

    const double seconds = question.seconds > 0 ? question.seconds : options_.common.seconds;
    Budget budget(seconds, options_.common.nodes, question.stop);
    Random random(question.seed, question.game, question.ply);
    const std::uint64_t rounds = options_.playouts > 0 ? options_.playouts : ~std::uint64_t{0};
    std::vector<std::int64_t> sums(moves.size()), round(moves.size());
    std::uint64_t played = 0;
    while (played < rounds && one_round(question.position, moves, random, budget, round)) {
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += round[k];
      ++played;
      if (question.progress && (played & (played - 1)) == 0) report(question, moves, sums, played, budget);
    }

    std::vector<RootMove<G>> roots;
    for (std::uint32_t k = 0; k < moves.size() && played > 0; ++k) {
      AnswerLine<G> line;
      line.move = moves[k];
      line.value = static_cast<double>(sums[k]) / static_cast<double>(played);
      line.line = {moves[k]};
      line.visits = played;
      roots.push_back({std::move(line), sums[k], 0});
    }
    answer.lines = best_first<G>(std::move(roots));
    complete(answer, question, moves[0], budget);
    return answer;
  }

 private:
  static constexpr std::uint32_t longest = 10'000;  // plies of a random game, for games that may never end

  /// Plays one random game after each move. Returns false if the budget ended it: an incomplete round would favour the first moves.
  bool one_round(const typename G::Position& root, const MoveList<typename G::Move>& moves, Random& random, Budget& budget,
                 std::vector<std::int64_t>& results) {
    const auto seat = static_cast<std::size_t>(std::max<Seat>(g_.turn(root), 0));
    auto list = stack_.at(1);
    for (std::uint32_t k = 0; k < moves.size(); ++k) {
      budget.look();
      if (budget.spent()) return false;
      auto p = root;
      auto result = g_.play(p, moves[k]);
      play_out(g_, p, random, list, 0, longest, result, [](std::uint32_t, std::uint32_t) {});
      results[k] = result[seat];
    }
    return true;
  }

  void report(const Question<G>& question, const MoveList<typename G::Move>& moves, const std::vector<std::int64_t>& sums,
              std::uint64_t played, const Budget& budget) const {
    const auto best = static_cast<std::uint32_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
    question.progress({.value = static_cast<double>(sums[best]) / static_cast<double>(played),
                       .nodes = budget.nodes,
                       .seconds = budget.elapsed(),
                       .move = moves[best]});
  }

  G g_;
  FlatOptions options_;
  MoveStack<G> stack_;  // moves of the root, moves of a random game
};

template <Rules G>
Result<std::unique_ptr<Search<G>>> make_flat(const G& g, const Values& values) {
  const FlatOptions options = FlatOptions::from(values);
  if (options.playouts == 0 && !options.common.limited()) return fail("flat needs a limit", "give playouts=, nodes= or time=");
  return std::make_unique<Flat<G>>(g, options);
}

}  // namespace banmen
