#include "engines/hichain/extensions.hpp"

#include "core/scene.hpp"
#include "engines/hichain/player.hpp"
#include "games/hichain/hichain.hpp"
#include "host/files.hpp"
#include "search/value.hpp"

namespace banmen {
namespace hichain {
namespace {

/// Adapts a player to the Search interface, with optional limits of time or nodes.
class PlayerSearch final : public Search<Hichain> {
 public:
  PlayerSearch(const Hichain& g, std::string player, const CommonOptions& options, std::shared_ptr<const WeightTable> weights)
      : g_(g), player_(std::move(player)), options_(options), weights_(std::move(weights)), stack_(g) {}

  Answer<Hichain> think(const Question<Hichain>& question) override {
    Answer<Hichain> thought;
    const auto list = stack_.legal(g_, question.position);
    if (list.empty()) return thought;
    if (list.size() == 1) {
      thought.lines.push_back(line_of(question, {list[0], {}}));
      thought.nodes = 1;
      return thought;
    }
    const Limits limits{question.seconds > 0 ? question.seconds : options_.seconds, options_.nodes, question.stop};
    Random random(question.seed, question.game, question.ply);
    auto board = g_.board(question.position);
    const auto most = static_cast<std::size_t>(std::max(1, question.lines));
    const auto player = make_player(player_, limits, weights_);
    for (const Player::Opinion& opinion : player->opinions(g_, board, random, most, thought.nodes))
      thought.lines.push_back(line_of(question, opinion));
    return thought;
  }

 private:
  /// The value is the expected final lead, by which lines are ordered; if the player has none, the static evaluation after the
  /// move.
  [[nodiscard]] AnswerLine<Hichain> line_of(const Question<Hichain>& question, const Player::Opinion& opinion) const {
    AnswerLine<Hichain> line;
    line.move = opinion.move;
    line.line = {line.move};
    auto next = question.position;
    g_.play(next, line.move);
    line.value =
        opinion.lead ? *opinion.lead : static_cast<double>(heuristic(g_, next, g_.turn(question.position))) / value_unit(g_);
    if (opinion.lead) line.more = {{.name = "expected_lead", .value = *opinion.lead, .unit = "points", .digits = 1}};
    return line;
  }

  Hichain g_;
  std::string player_;
  CommonOptions options_;
  std::shared_ptr<const WeightTable> weights_;  // of the expert; null: built in
  MoveStack<Hichain> stack_;
};

OwnAgent<Hichain> agent_of(AgentKind kind, std::string player) {
  return {std::move(kind),
          [player = std::move(player)](const Hichain& g, const Values& values) -> Result<std::unique_ptr<Search<Hichain>>> {
            std::shared_ptr<const WeightTable> weights;
            if (player == "expert" && !values.text("weights").empty()) {
              const std::string& path = values.text("weights");
              const auto content = read_file(path, std::size_t{1} << 20);
              if (!content) return fail(content.error());
              auto read = read_weights(*content);
              if (!read) return fail("'" + path + "': " + read.error().what, read.error().hint);
              weights = std::make_shared<const WeightTable>(*read);
            }
            return std::make_unique<PlayerSearch>(g, player, CommonOptions::from(values), std::move(weights));
          }};
}

/// The players as agents.
std::vector<OwnAgent<Hichain>> agents() {
  const std::vector<Parameter> seed = {Parameter::integer("seed", 0, 0, 1'000'000'000'000, "random seed; 0: the match's seed")};
  return {
      agent_of({"expert", "the specialised player: chains, threats and mates",
                with_limits({Parameter::path(
                    "weights", "weights of the evaluation, made by `banmen hichain train`; default: the built-in ones")})},
               "expert"),
      agent_of({"scorer",
                "the move that scores most at once, ties at random (called greedy in `banmen hichain duel`; the agent greedy "
                "uses the evaluation instead)",
                seed},
               "greedy"),
      agent_of({"few", "like scorer, but among equal gains the move that leaves the opponent the fewest placements", seed}, "few"),
      agent_of({"many", "like scorer, but among equal gains the move that leaves the opponent the most placements", seed}, "many"),
  };
}

}  // namespace
}  // namespace hichain

template <>
const Extensions<Hichain>& extensions_of<Hichain>() {
  static const Extensions<Hichain> extensions{.agents = hichain::agents(), .scenery = hichain::scenery()};
  return extensions;
}

}  // namespace banmen
