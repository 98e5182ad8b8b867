// The player that a game brings with it, as an agent.
#pragma once

#include "core/limits.hpp"
#include "search/options.hpp"
#include "search/thought.hpp"
#include "search/value.hpp"

namespace banmen {

template <ExpertGame G>
class Expert final : public Search<G> {
 public:
  Expert(const G& g, const CommonOptions& options) : g_(g), options_(options), stack_(g, 1) {}

  Thought<G> think(const Question<G>& question) override {
    Thought<G> thought;
    auto list = stack_.at(0);
    list_moves(g_, question.position, list);
    if (list.empty()) return thought;
    Random random(question.seed, question.game, question.ply);
    ThoughtLine<G> line;
    line.move = list.size() == 1 ? list[0] : choose(question, random);
    line.line = {line.move};
    if constexpr (EvaluatedGame<G>) {
      auto next = question.position;
      g_.play(next, line.move);
      line.value = static_cast<double>(heuristic(g_, next, g_.turn(question.position))) / value_unit(g_);
    }
    thought.lines.push_back(std::move(line));
    thought.nodes = 1;
    return thought;
  }

 private:
  /// A player that takes limits gets them; one that always answers at once needs none.
  typename G::Move choose(const Question<G>& question, Random& random) const {
    const Limits limits{question.seconds > 0 ? question.seconds : options_.seconds, options_.nodes, question.stop};
    if constexpr (requires { g_.expert(question.position, random, limits); })
      return g_.expert(question.position, random, limits);
    else
      return g_.expert(question.position, random);
  }

  G g_;
  CommonOptions options_;
  MoveStack<G> stack_;
};

}  // namespace banmen
