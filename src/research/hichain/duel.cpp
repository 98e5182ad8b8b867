#include "research/hichain/duel.hpp"

#include "host/threads.hpp"

namespace banmen::hichain {
namespace {

using Board = HichainRules::Board;

struct Worker {
  const HichainRules& g;
  const Player &a, &b;
  const Control& control;
  std::unique_ptr<Board> board = std::make_unique<Board>();
  Duel sum{};

  void operator()(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t game = begin; game < end; ++game)
      if (play(game)) count(game);
  }

  /// False: stopped before its end.
  bool play(std::uint64_t game) const {
    *board = g.board(HichainRules::initial());
    Random random(control.seed, game);
    while (board->at.royal == 0 && g.count(*board) > 0) {
      if (control.stop.stop_requested()) return false;
      const bool firsts = (board->at.mover == 0) == (game % 2 == 0);
      g.play(*board, (firsts ? a : b).choose(g, *board, random));
    }
    return true;
  }

  void count(std::uint64_t game) {
    const Gains<2> paid = g.payoff(*board);
    ++sum.games;
    sum.royal += board->at.royal != 0;
    sum.black_wins += paid[0] > 0;
    sum.red_wins += paid[0] < 0;
    sum.draws += paid[0] == 0;
    sum.wins += paid[game % 2 == 0 ? 0 : 1] > 0;
  }
};

}  // namespace

Duel& Duel::operator+=(const Duel& more) {
  games += more.games, wins += more.wins, draws += more.draws;
  black_wins += more.black_wins, red_wins += more.red_wins, royal += more.royal;
  return *this;
}

Duel play_duel(const HichainRules& g, const Player& a, const Player& b, std::uint64_t games, const Control& control) {
  Duel sum;
  for (const Worker& worker : run_chunks(control, games, 1, "games", [&] { return Worker{g, a, b, control}; })) sum += worker.sum;
  return sum;
}

}  // namespace banmen::hichain
