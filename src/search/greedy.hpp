// Agents that look ahead at most one ply: random play, and the move to the position with the best evaluation for the mover.
#pragma once

#include <algorithm>

#include "core/move_stack.hpp"
#include "search/objective.hpp"
#include "search/options.hpp"
#include "search/search.hpp"

namespace banmen {

/// Any legal move, uniformly.
template <Rules G>
class RandomSearch final : public Search<G> {
 public:
  explicit RandomSearch(const G& g) : g_(g), stack_(g, 1) {}

  Answer<G> think(const Question<G>& question) override {
    Answer<G> thought;
    if (g_.turn(question.position) == over) return thought;
    Random random(question.seed, question.game, question.ply);
    auto list = stack_.at();
    const auto drawn = draw_move(g_, question.position, random, list);
    if (drawn.count == 0) return thought;
    AnswerLine<G> line;
    line.move = drawn.move;
    line.line = {drawn.move};
    thought.lines.push_back(line);
    thought.unit = "none: this agent does not evaluate moves";
    thought.nodes = 1;
    return thought;
  }

 private:
  G g_;
  MoveStack<G> stack_;
};

struct GreedyOptions {
  bool any = true;  // among equals
  Aim aim;

  static Result<GreedyOptions> from(const Values& values) {
    auto aim = read_aim(values.text("aim"));
    if (!aim) return fail(aim.error());
    return GreedyOptions{values.text("ties") == "random", *aim};
  }
};

template <Rules G>
class Greedy final : public Search<G> {
 public:
  Greedy(const G& g, const GreedyOptions& options) : g_(g), options_(options), outlook_(g), stack_(g, 2) {}

  Answer<G> think(const Question<G>& question) override {
    Answer<G> thought;
    auto list = stack_.legal(g_, question.position);
    if (list.empty()) return thought;
    const Seat seat = std::max<Seat>(g_.turn(question.position), 0);
    const Objective<G> objective(g_, seat, options_.aim, Aim{});
    if (!options_.aim.plain()) thought.unit = unit_of_aims;
    struct Candidate {
      typename G::Move move;
      std::int64_t value;
      bool exact;
      std::uint32_t draw;
    };
    Random random(question.seed, question.game, question.ply);
    std::vector<Candidate> candidates;
    for (const auto move : list) {
      auto next = question.position;
      GainsOf<G> worth = outlook_.scaled(g_.play(next, move));
      auto replies = stack_.legal(g_, next, 1);
      const bool ended = replies.empty();
      worth += ended ? outlook_.at_end(next) : outlook_.guess(next);
      candidates.push_back(
          {move, objective.utility(seat, worth, outlook_.standing(next)), ended, options_.any ? random.word() : 0});
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return a.value != b.value ? a.value > b.value : a.draw < b.draw;
    });
    for (std::size_t k = 0; k < candidates.size() && static_cast<int>(k) < std::max(1, question.lines); ++k) {
      AnswerLine<G> line;
      line.move = candidates[k].move;
      line.line = {line.move};
      line.exact = candidates[k].exact;
      line.value = static_cast<double>(candidates[k].value) / objective.scale() / outlook_.unit();
      thought.lines.push_back(std::move(line));
    }
    thought.nodes = candidates.size();
    thought.depth = 1;
    return thought;
  }

 private:
  G g_;
  GreedyOptions options_;
  Outlook<G> outlook_;
  MoveStack<G> stack_;
};

}  // namespace banmen
