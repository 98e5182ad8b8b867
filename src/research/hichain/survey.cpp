#include "research/hichain/survey.hpp"

#include "host/threads.hpp"

namespace banmen::hichain {
namespace {

using Board = HichainRules::Board;

/// Whether an upright card reads as another letter from elsewhere.
bool is_dual(int sign) {
  for (int d = 1; d < 4; ++d) {
    const int shown = reading(Turned::geometry, sign, 0, d);
    if (shown != no_letter && shown != sign) return true;
  }
  return false;
}

struct Worker {
  const HichainRules& g;
  const Player& player;
  const Control& control;
  std::unique_ptr<Board> board = std::make_unique<Board>();
  Survey sum{};

  void operator()(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t game = begin; game < end; ++game) play(game);
  }

  void play(std::uint64_t game) {
    *board = g.board(HichainRules::initial());
    Random random(control.seed, game);
    std::uint64_t passes = 0;
    std::int64_t balance = 0;  // moves that black has had beyond red's
    int first = -1;
    for (;;) {
      const std::uint32_t count = board->at.royal != 0 ? 0 : g.count(*board);
      if (count == 0) break;
      if (control.stop.stop_requested()) return;
      const auto m = player.choose(g, *board, random);
      if (first < 0) first = m.sign;
      if (HichainRules::is_pass(m))
        ++passes;
      else
        balance += board->at.mover == 0 ? std::int64_t{count} : -std::int64_t{count};
      g.play(*board, m);
    }
    sum.passes += passes;
    count(is_dual(first), balance >= 0);
  }

  void count(bool dual, bool more) {
    const Gains<2> paid = g.payoff(*board), points = g.score(*board);
    ++sum.games;
    sum.royal += board->at.royal != 0;
    sum.cards_left += board->at.royal == 0 && !(board->left[0].empty() && board->left[1].empty());
    sum.black_wins += paid[0] > 0;
    sum.red_wins += paid[0] < 0;
    sum.draws += paid[0] == 0;
    for (std::size_t c = 0; c < 2; ++c) {
      sum.points[c] += points[c];
      std::uint32_t chained = 0;
      for (std::uint16_t i = 0; i < board->books[c].chains; ++i)
        if (board->books[c].struck[i] == Book::alive) chained |= board->books[c].sets[i];
      for (std::size_t sign = 0; sign < signs; ++sign) sum.in_chain[sign] += chained >> sign & 1;
    }
    const Survey::Opening one{1, paid[0] > 0, paid[0] == 0};
    (dual ? sum.dual : sum.other) += one;
    (more ? sum.more : sum.fewer) += one;
  }
};

}  // namespace

Survey::Opening& Survey::Opening::operator+=(const Opening& more) {
  games += more.games, wins += more.wins, draws += more.draws;
  return *this;
}

Survey& Survey::operator+=(const Survey& one) {
  games += one.games, black_wins += one.black_wins, red_wins += one.red_wins, draws += one.draws;
  royal += one.royal, passes += one.passes, cards_left += one.cards_left;
  for (std::size_t c = 0; c < 2; ++c) points[c] += one.points[c];
  for (std::size_t sign = 0; sign < signs; ++sign) in_chain[sign] += one.in_chain[sign];
  dual += one.dual, other += one.other, fewer += one.fewer, more += one.more;
  return *this;
}

Survey survey_games(const HichainRules& g, const Player& player, std::uint64_t games, const Control& control) {
  Survey sum;
  for (const Worker& worker : run_chunks(control, games, 1, "games", [&] { return Worker{g, player, control}; })) sum += worker.sum;
  return sum;
}

}  // namespace banmen::hichain
