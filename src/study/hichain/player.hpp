// Simple players of HICHAIN, and games between two of any kind. The strong one is in expert.hpp.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/random.hpp"
#include "study/hichain/threats.hpp"

namespace banmen::hichain {

/// Any legal placement; the pass where it is forced.
struct RandomPlayer {
  HichainRules::Move choose(const HichainRules& g, HichainRules::Board& board, Random& random) const {
    return g.sample(board, random).move;
  }
};

/// The placement that gains the most now, at random among equals.
struct GreedyPlayer {
  HichainRules::Move choose(const HichainRules& g, HichainRules::Board& board, Random& random) const {
    std::vector<ScoringMove> best;
    each_scoring_move(g, board, 1, [&](HichainRules::Move m, std::int32_t gain) {
      if (!best.empty() && gain < best.front().gain) return false;
      if (!best.empty() && gain > best.front().gain) best.clear();
      best.push_back({m, gain});
      return false;
    });
    if (best.empty()) return g.sample(board, random).move;
    return best[random.below(static_cast<std::uint32_t>(best.size()))].move;
  }
};

/// Greedy play that, among equal gains, leaves the opponent the fewest placements (or the most): the paper's guess that few are
/// good, as a strategy.
struct MobilityPlayer {
  bool fewest = true;

  HichainRules::Move choose(const HichainRules& g, HichainRules::Board& board, Random& random) const {
    std::int32_t most = 0;
    std::vector<HichainRules::Move> moves;
    each_scoring_move(g, board, 1, [&](HichainRules::Move m, std::int32_t gain) {
      if (gain > most) most = gain, moves.clear();
      if (gain == most) moves.push_back(m);
      return false;
    });
    if (moves.empty()) {
      moves.resize(g.count(board));
      MoveList<HichainRules::Move> list(moves.data(), static_cast<std::uint32_t>(moves.size()));
      g.moves(board, list);
    }
    std::vector<HichainRules::Move> best;
    std::int64_t least = INT64_MAX;
    for (const auto m : moves) {
      if (HichainRules::is_pass(m)) return m;
      g.play(board, m);
      const std::int64_t left = HichainRules::placements(board, board.at.mover);
      g.undo(board);
      const std::int64_t cost = fewest ? left : -left;
      if (cost < least) least = cost, best.clear();
      if (cost == least) best.push_back(m);
    }
    return best[random.below(static_cast<std::uint32_t>(best.size()))];
  }
};

/// What a side could gain if it were on turn: its best placement, and its best one that no single reply can take away together with
/// the first (it lies on a cell that is neither that of the first nor beside it nor two steps off).
struct Threat {
  std::int32_t first = 0, second = 0;
};
inline Threat threat_of(const HichainRules& g, HichainRules::Board& board) {
  std::array<ScoringMove, 96> moves;
  std::size_t count = 0;
  each_scoring_move(g, board, 1, [&](HichainRules::Move m, std::int32_t gain) {
    // One entry per cell is enough: of placements on one cell only the best matters here.
    for (std::size_t i = 0; i < count; ++i)
      if (moves[i].move.x == m.x && moves[i].move.y == m.y) {
        if (gain > moves[i].gain) moves[i] = {m, gain};
        return false;
      }
    if (count < moves.size()) moves[count++] = {m, gain};
    return false;
  });
  Threat out;
  std::size_t best = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (moves[i].gain > out.first) out.first = moves[i].gain, best = i;
  for (std::size_t i = 0; i < count; ++i)
    if (std::abs(moves[i].move.x - moves[best].move.x) + std::abs(moves[i].move.y - moves[best].move.y) > 2)
      out.second = std::max(out.second, moves[i].gain);
  return out;
}

/// Results of games between two players who change colours from game to game.
struct Duel {
  std::uint64_t games = 0, wins = 0, draws = 0;  // of the first-named player
  std::uint64_t black_wins = 0, red_wins = 0;    // whoever held them
  std::int64_t points[2] = {};                   // scored by black and by red
  std::uint64_t royal = 0;

  Duel& operator+=(const Duel& more) {
    games += more.games, wins += more.wins, draws += more.draws;
    black_wins += more.black_wins, red_wins += more.red_wins, royal += more.royal;
    for (std::size_t c = 0; c < 2; ++c) points[c] += more.points[c];
    return *this;
  }
};

/// Plays games begin … end-1 of a seed.
template <class A, class B>
Duel duel(const HichainRules& g, const A& a, const B& b, std::uint64_t begin, std::uint64_t end, std::uint64_t seed) {
  Duel out;
  const auto start = std::make_unique<HichainRules::Board>(g.board(HichainRules::initial()));
  const auto board = std::make_unique<HichainRules::Board>(*start);
  for (std::uint64_t game = begin; game < end; ++game) {
    *board = *start;
    Random random(seed, game);
    while (board->at.royal == 0 && g.count(*board) > 0) {
      const bool firsts = (board->at.mover == 0) == (game % 2 == 0);
      g.play(*board, firsts ? a.choose(g, *board, random) : b.choose(g, *board, random));
    }
    const Gains<2> paid = g.payoff(*board), points = g.score(*board);
    ++out.games;
    out.royal += board->at.royal != 0;
    for (std::size_t c = 0; c < 2; ++c) out.points[c] += points[c];
    out.black_wins += paid[0] > 0;
    out.red_wins += paid[0] < 0;
    out.draws += paid[0] == 0;
    out.wins += paid[game % 2 == 0 ? 0 : 1] > 0;
  }
  return out;
}

}  // namespace banmen::hichain
