// Players of HICHAIN that know the game: the one who takes the most points at once, and one who also looks at what both sides
// threaten, after the paper's four skills (section 7.1): extend the longest chain, hinder the opponent's, open new ones, CHAIN.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/random.hpp"
#include "study/hichain/mate.hpp"

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

/// One's own gain, what the opponent can then take, what one can take after that. The best few moves are then looked at once
/// more, after the opponent's best answer.
class ThreatPlayer {
 public:
  struct Options {
    int beam = 1;         // moves looked at a second time, after the best answer to each; 1: none
    int mine_sure = 6;    // tenths of what survives one reply
    int mine_hope = 2;    // tenths of what does not
    int theirs = 10;      // tenths of what the opponent can take at once
    int theirs_sure = 3;  // tenths of his second
  };

  ThreatPlayer() = default;
  explicit ThreatPlayer(Options options) : options_(options) {}

  HichainRules::Move choose(const HichainRules& g, HichainRules::Board& board, Random& random) const {
    auto ranked = rank(g, board, random);
    if (ranked.empty()) return HichainRules::pass_move();
    if (options_.beam <= 1 || ranked.front().value >= 10 * HichainRules::royal_value / 2) return ranked.front().move;
    const auto beam = std::min<std::size_t>(static_cast<std::size_t>(options_.beam), ranked.size());
    std::int64_t best = INT64_MIN;
    HichainRules::Move choice = ranked.front().move;
    for (std::size_t i = 0; i < beam; ++i) {
      g.play(board, ranked[i].move);
      std::int64_t value = 10 * std::int64_t{ranked[i].gain};
      // The opponent answers with his best by the same measure; what that is worth to him is lost to us.
      const auto replies = rank(g, board, random);
      if (!replies.empty()) value -= replies.front().value;
      g.undo(board);
      if (value > best) best = value, choice = ranked[i].move;
    }
    return choice;
  }

  struct Ranked {
    HichainRules::Move move;
    std::int32_t gain;
    std::int64_t value;  // tenths of points
    std::uint32_t draw;  // among equals
  };

  /// All placements, best first.
  std::vector<Ranked> rank(const HichainRules& g, HichainRules::Board& board, Random& random) const {
    const auto mover = static_cast<std::size_t>(board.at.mover);
    std::vector<HichainRules::Move> moves(g.count(board));
    MoveList<HichainRules::Move> list(moves.data(), static_cast<std::uint32_t>(moves.size()));
    g.moves(board, list);
    std::vector<Ranked> out;
    out.reserve(moves.size());
    const std::int32_t before = board.books[mover].score;
    for (const auto m : moves) {
      if (HichainRules::is_pass(m)) return {};
      g.play(board, m);
      Ranked ranked{m, 0, 0, random.word()};
      if (board.at.royal != 0) {
        ranked.gain = HichainRules::royal_value;
        ranked.value = 10 * HichainRules::royal_value;
      } else {
        ranked.gain = board.books[mover].score - before;
        const Threat theirs = threat_of(g, board);
        Threat mine;
        {
          OthersTurn turn(board);
          mine = threat_of(g, board);
        }
        ranked.value = 10 * std::int64_t{ranked.gain} + options_.mine_sure * std::int64_t{mine.second} +
                       options_.mine_hope * std::int64_t{mine.first - mine.second} - options_.theirs * std::int64_t{theirs.first} -
                       options_.theirs_sure * std::int64_t{theirs.second};
      }
      g.undo(board);
      out.push_back(ranked);
    }
    std::sort(out.begin(), out.end(),
              [](const Ranked& a, const Ranked& b) { return a.value != b.value ? a.value > b.value : a.draw < b.draw; });
    return out;
  }

 private:
  Options options_{};
};

/// Results of games between two players who change colours from game to game.
struct Duel {
  std::uint64_t games = 0, wins = 0, draws = 0;  // of the first-named player
  std::uint64_t black_wins = 0, red_wins = 0;    // whoever held them
  std::int64_t points[2] = {};                   // scored by black and by red
  std::uint64_t royal = 0;
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
