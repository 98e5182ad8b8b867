#include "study/hichain/agents.hpp"

#include "core/limits.hpp"
#include "search/value.hpp"
#include "study/hichain/expert.hpp"

namespace banmen::hichain {
namespace {

/// The player that knows the game, limited by time or nodes where that is asked for.
class ExpertSearch final : public Search<Hichain> {
 public:
  ExpertSearch(const Hichain& g, const CommonOptions& options) : g_(g), options_(options), stack_(g, 1) {}

  Thought<Hichain> think(const Question<Hichain>& question) override {
    Thought<Hichain> thought;
    auto list = stack_.at(0);
    list_moves(g_, question.position, list);
    if (list.empty()) return thought;
    ThoughtLine<Hichain> line;
    line.move = list.size() == 1 ? list[0] : choose(question);
    line.line = {line.move};
    auto next = question.position;
    g_.play(next, line.move);
    line.value = static_cast<double>(heuristic(g_, next, g_.turn(question.position))) / value_unit(g_);
    thought.lines.push_back(std::move(line));
    thought.nodes = 1;
    return thought;
  }

 private:
  Hichain::Move choose(const Question<Hichain>& question) const {
    const Limits limits{question.seconds > 0 ? question.seconds : options_.seconds, options_.nodes, question.stop};
    Random random(question.seed, question.game, question.ply);
    auto board = g_.board(question.position);
    return ExpertPlayer(limits).choose(g_, board, random);
  }

  Hichain g_;
  CommonOptions options_;
  MoveStack<Hichain> stack_;
};

}  // namespace

std::vector<OwnAgent<Hichain>> agents() {
  return {{{"expert", "the player that knows the game: chains, threats and mates", with_limits({})},
           [](const Hichain& g, const Values& values) -> Result<std::unique_ptr<Search<Hichain>>> {
             return std::make_unique<ExpertSearch>(g, CommonOptions::from(values));
           }}};
}

}  // namespace banmen::hichain
