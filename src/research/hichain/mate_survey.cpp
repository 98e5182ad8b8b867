#include "research/hichain/mate_survey.hpp"

#include <map>

#include "engines/hichain/mate.hpp"
#include "host/threads.hpp"

namespace banmen::hichain {
namespace {

using Board = HichainRules::Board;
using Move = HichainRules::Move;

struct Worker {
  const HichainRules& g;
  const Player& player;
  const MatePlan& plan;
  const Control& control;
  std::unique_ptr<Board> board = std::make_unique<Board>();
  std::map<std::uint64_t, MateSurvey> seen{};  // by game

  void operator()(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t game = begin; game < end; ++game) play(game);
  }

  void play(std::uint64_t game) {
    *board = g.board(HichainRules::initial());
    Random random(control.seed, game);
    for (std::uint32_t ply = 0; ply <= plan.to && board->at.royal == 0 && g.count(*board) > 0; ++ply) {
      if (control.stop.stop_requested()) return;
      if (ply >= plan.from && (ply + game) % plan.every == 0) look(seen[game]);
      g.play(*board, player.choose(g, *board, random));
    }
  }

  /// Counts the position, unless a stop comes before all is known of it.
  void look(MateSurvey& out) const {
    MateSearch search(g, plan.gain, ~0ULL, control.stop);
    Move m;
    const bool at_once = each_scoring_move(g, *board, plan.gain, [](Move, std::int32_t) { return true; });
    const bool one = !at_once && search.find(*board, 1, &m);
    const bool two = !at_once && !one && search.find(*board, 2, &m);
    if (search.stopped()) return;
    ++out.positions;
    out.at_once += at_once;
    out.mates[0] += one;
    out.mates[1] += two;
    if (two) out.found.push_back(HichainRules::position(*board));
  }
};

}  // namespace

MateSurvey survey_mates(const HichainRules& g, const Player& player, const MatePlan& plan, const Control& control) {
  std::map<std::uint64_t, MateSurvey> seen;
  for (Worker& worker : run_chunks(control, plan.games, 1, "games", [&] { return Worker{g, player, plan, control}; }))
    seen.merge(worker.seen);
  MateSurvey sum;
  for (const auto& [game, one] : seen) {
    sum.positions += one.positions;
    sum.at_once += one.at_once;
    for (std::size_t k = 0; k < 2; ++k) sum.mates[k] += one.mates[k];
    sum.found.insert(sum.found.end(), one.found.begin(), one.found.end());
  }
  return sum;
}

}  // namespace banmen::hichain
