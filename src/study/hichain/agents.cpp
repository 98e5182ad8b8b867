#include "study/hichain/agents.hpp"

#include "search/value.hpp"
#include "study/hichain/player.hpp"

namespace banmen::hichain {
namespace {

/// Any of the players, limited by time or nodes where that is asked for.
class PlayerSearch final : public Search<Hichain> {
 public:
  PlayerSearch(const Hichain& g, std::string player, const CommonOptions& options)
      : g_(g), player_(std::move(player)), options_(options), stack_(g) {}

  Thought<Hichain> think(const Question<Hichain>& question) override {
    Thought<Hichain> thought;
    const auto list = stack_.legal(g_, question.position);
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
  [[nodiscard]] Hichain::Move choose(const Question<Hichain>& question) const {
    const Limits limits{question.seconds > 0 ? question.seconds : options_.seconds, options_.nodes, question.stop};
    Random random(question.seed, question.game, question.ply);
    auto board = g_.board(question.position);
    return make_player(player_, limits)->choose(g_, board, random);
  }

  Hichain g_;
  std::string player_;
  CommonOptions options_;
  MoveStack<Hichain> stack_;
};

OwnAgent<Hichain> agent_of(AgentKind kind, std::string player) {
  return {std::move(kind),
          [player = std::move(player)](const Hichain& g, const Values& values) -> Result<std::unique_ptr<Search<Hichain>>> {
            return std::make_unique<PlayerSearch>(g, player, CommonOptions::from(values));
          }};
}

}  // namespace

std::vector<OwnAgent<Hichain>> agents() {
  const std::vector<Parameter> seed = {Parameter::integer("seed", 0, 0, 1'000'000'000'000, "0: the seed of the match")};
  return {
      agent_of({"expert", "the player that knows the game: chains, threats and mates", with_limits({})}, "expert"),
      agent_of({"scorer",
                "the most points at once, at random among equals: `greedy` of `hichain duel`, where the agent greedy goes by the "
                "evaluation",
                seed},
               "greedy"),
      agent_of({"few", "as scorer, and among equal gains the move that leaves the opponent the fewest placements", seed}, "few"),
      agent_of({"many", "as scorer, and among equal gains the move that leaves the opponent the most placements", seed}, "many"),
  };
}

}  // namespace banmen::hichain
