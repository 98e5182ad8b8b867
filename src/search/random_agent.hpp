// Any legal move, uniformly.
#pragma once

#include "core/draw.hpp"
#include "search/thought.hpp"

namespace banmen {

template <Rules G>
class RandomSearch final : public Search<G> {
 public:
  explicit RandomSearch(const G& g) : g_(g), stack_(g, 1) {}

  Thought<G> think(const Question<G>& question) override {
    Thought<G> thought;
    if (g_.turn(question.position) == over) return thought;
    Random random(question.seed, question.game, question.ply);
    auto list = stack_.at();
    const auto drawn = draw_move(g_, question.position, random, list);
    if (drawn.count == 0) return thought;
    ThoughtLine<G> line;
    line.move = drawn.move;
    line.line = {drawn.move};
    thought.lines.push_back(line);
    thought.unit = "nothing: it judges no move";
    thought.nodes = 1;
    return thought;
  }

 private:
  G g_;
  MoveStack<G> stack_;
};

}  // namespace banmen
