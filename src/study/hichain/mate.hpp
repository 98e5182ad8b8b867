// The paper's 詰み (mate): whatever the opponent does, the mover scores at his next turn.
//
//   scores at once    some placement raises his score by at least `gain`, or completes C-H-A-I-N
//   mate in K moves   a move after which every reply leaves him to score at once, or with a mate in K-1 moves
//
// All replies count, the pass too where it is forced; a reply that ends the game refutes. The search is exhaustive; what it leaves
// out can't matter: a reply can only take a threatened placement away by lying on its cell or on one of the four beside it (points
// never vanish, and the opponent's cards are no part of the mover's chains), so that where a threat stands only replies there are
// tried, and those that would end the game.
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "study/hichain/threats.hpp"

namespace banmen::hichain {

class MateSearch {
 public:
  using Board = HichainRules::Board;
  using Move = HichainRules::Move;

  MateSearch(const HichainRules& g, std::int32_t gain, std::uint64_t node_limit = ~0ULL, std::stop_token stop = {})
      : g_(g), gain_(gain), limit_(node_limit), stop_(std::move(stop)) {}

  /// The mover scores at once, or within K moves of mating.
  bool forced(Board& board, int k) {
    if (can_score(board)) return true;
    if (k == 0) return false;
    Move m;
    return find(board, k, &m);
  }

  /// The first mating move in K or fewer.
  bool find(Board& board, int k, Move* mate) {
    auto storage = list(board);
    for (const Move m : storage) {
      if (stopped()) return false;
      if (!mates(board, m, k)) continue;
      *mate = m;
      return true;
    }
    return false;
  }

  /// All moves that mate in K or fewer.
  std::vector<Move> all(Board& board, int k) {
    std::vector<Move> out;
    for (const Move m : list(board)) {
      if (stopped()) break;
      if (mates(board, m, k)) out.push_back(m);
    }
    return out;
  }

  /// Whether this move mates in K or fewer.
  bool mates(Board& board, Move m, int k) {
    ++nodes;
    g_.play(board, m);
    const bool mated = board.at.royal == 0 && every_reply_loses(board, k);
    g_.undo(board);
    return mated && !stopped();
  }

  /// True after the node limit or a stop: answers are then not to be trusted.
  [[nodiscard]] bool stopped() const { return nodes > limit_ || stop_.stop_requested(); }

  std::uint64_t nodes = 0;

 private:
  bool can_score(Board& board) {
    ++nodes;
    return each_scoring_move(g_, board, gain_, [](Move, std::int32_t) { return true; });
  }

  bool every_reply_loses(Board& board, int k) {
    std::vector<ScoringMove> threats;
    {
      OthersTurn mine(board);
      threats = scoring_moves(g_, board, gain_);
    }
    bool any_reply = false;
    // Replies that refuted another move come first: they often refute this one as well.
    if (killer_.sign != HichainRules::pass_sign && is_legal(board, killer_) && !loses(board, killer_, threats, k)) return false;
    for (const Move r : list(board)) {
      any_reply = true;
      if (!threats.empty() && !HichainRules::is_pass(r) && !near(r, threats.front().move) && !ends_game(board, r)) continue;
      if (stopped()) return false;
      if (!loses(board, r, threats, k)) {
        killer_ = r;
        return false;
      }
    }
    return any_reply;
  }

  /// Whether the mover is to score after this reply all the same.
  bool loses(Board& board, Move r, const std::vector<ScoringMove>& threats, int k) {
    g_.play(board, r);
    bool lost = false;
    if (board.at.royal == 0) {
      for (const ScoringMove& threat : threats)
        if (is_legal(board, threat.move)) {
          lost = true;
          break;
        }
      if (!lost) lost = forced(board, k - 1);
    }
    g_.undo(board);
    return lost;
  }

  static bool near(Move r, Move threat) { return std::abs(r.x - threat.x) + std::abs(r.y - threat.y) <= 1; }

  bool ends_game(Board& board, Move r) {
    constexpr std::uint32_t royal_signs = 1u << 0 | 1u << 2 | 1u << 7 | 1u << 8 | 1u << 13 | 1u << 20 | 1u << 25 | 1u << asterisk;
    if ((royal_signs >> r.sign & 1) == 0) return false;
    const Cell c = cell_at(r.x, r.y);
    if (!linking_ways(g_.chain, board.ground, board.at.mover, c).has(4 * r.sign + r.orientation)) return false;
    g_.play(board, r);
    const bool ended = board.at.royal != 0;
    g_.undo(board);
    return ended;
  }

  std::vector<Move> list(const Board& board) const {
    std::vector<Move> out(g_.count(board));
    MoveList<Move> moves(out.data(), static_cast<std::uint32_t>(out.size()));
    g_.moves(board, moves);
    return out;
  }

  const HichainRules& g_;
  std::int32_t gain_;
  std::uint64_t limit_;
  std::stop_token stop_;
  Move killer_ = HichainRules::pass_move();
};

}  // namespace banmen::hichain
