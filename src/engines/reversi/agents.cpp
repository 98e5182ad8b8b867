#include "engines/reversi/agents.hpp"

#include <utility>

#include "engines/reversi/pass_valued.hpp"
#include "search/maxn.hpp"
#include "search/maxn_range.hpp"

namespace banmen::reversi {
namespace {

/// Max^N on the game that counts passes, as a player of the game itself.
template <class G>
class PassingMaxN final : public Search<G> {
 public:
  PassingMaxN(const G& g, std::int32_t points, const MaxNOptions& options)
      : g_(g, points, options.exact), search_(g_, options), plain_(options.aim.plain()) {}

  void new_game() override { search_.new_game(); }

  Thought<G> think(const Question<G>& question) override {
    Question<PassValued<G>> asked;
    asked.position = question.position;
    asked.seed = question.seed;
    asked.game = question.game;
    asked.ply = question.ply;
    asked.seconds = question.seconds;
    asked.lines = question.lines;
    asked.stop = question.stop;
    const double unit = g_.unit();
    if (question.progress)
      asked.progress = [&](const Progress<PassValued<G>>& so_far) {
        question.progress({so_far.depth, so_far.value / unit, so_far.nodes, so_far.seconds, so_far.move});
      };
    auto found = search_.think(asked);
    Thought<G> thought;
    for (auto& line : found.lines) {
      for (auto* values : {&line.least, &line.most})
        for (double& value : *values) value /= unit;
      thought.lines.push_back({line.move, line.value / unit, line.exact, std::move(line.line), line.visits, std::move(line.least),
                               std::move(line.most), std::move(line.more)});
    }
    thought.nodes = found.nodes;
    thought.depth = found.depth;
    thought.seconds = found.seconds;
    thought.unit = plain_ ? "points of the result still to come, with what it gives passes" : found.unit;
    return thought;
  }

 private:
  PassValued<G> g_;
  MaxN<PassValued<G>> search_;
  bool plain_;
};

template <class G>
Result<std::unique_ptr<Search<G>>> make_maxn(const G& g, const Values& values) {
  const auto options = MaxNOptions::from(values);
  if (!options) return fail(options.error());
  const auto points = static_cast<std::int32_t>(values.integer("pass"));
  if (options->ties == Ties::all) {
    if (points != 0) return fail("ties=all and pass= don't go together", "leave one of them out");
    if constexpr (G::max_players > 2) return std::make_unique<MaxNRange<G>>(g, *options);
    return fail("ties=all wants a game of more than two seats", "with two it changes nothing: leave it out");
  }
  if (points == 0) return std::make_unique<MaxN<G>>(g, *options);
  return std::make_unique<PassingMaxN<G>>(g, points, *options);
}

}  // namespace

template <class G>
std::vector<OwnAgent<G>> agents() {
  AgentKind kind = **find_agent_kind("maxn");
  kind.parameters.push_back(
      Parameter::integer("pass", 0, -100'000, 100'000,
                         "evaluation points that a pass costs the side that makes it and brings every other; 8 are a disc between "
                         "two sides, 16 a rank among four"));
  return {{std::move(kind), make_maxn<G>}};
}

template std::vector<OwnAgent<Reversi>> agents<Reversi>();
template std::vector<OwnAgent<Yonin>> agents<Yonin>();

}  // namespace banmen::reversi
