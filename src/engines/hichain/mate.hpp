// Mate search (the paper's 詰み): whatever the opponent replies, the mover scores at his next turn.
//
//   scores at once    some placement raises his score by at least `gain`, or completes C-H-A-I-N
//   mate in K moves   a move after which every reply leaves him to score at once, or with a mate in K-1 moves
//
// All replies count, including a forced pass; a reply that ends the game refutes. The search is exhaustive. The gain of a placement
// depends on the mover's own cards alone (offers.hpp), so it is computed once after his move, and a reply only decides which of
// these offers are legal: it removes one by lying on its cell or on one of the four beside it (points never vanish), so if an offer
// stands only replies there are tried. Killer replies and answers are tried first.
#pragma once

#include <array>
#include <stop_token>
#include <vector>

#include "engines/hichain/offers.hpp"
#include "engines/hichain/royal.hpp"

namespace banmen::hichain {

class MateSearch {
 public:
  using Board = HichainRules::Board;
  using Move = HichainRules::Move;
  static constexpr int deepest = 4;

  MateSearch(const HichainRules& g, std::int32_t gain, std::uint64_t node_limit = ~0ULL, std::stop_token stop = {})
      : g_(g), gain_(gain), limit_(node_limit), stop_(std::move(stop)) {
    answers_.fill(HichainRules::pass_move());
    killers_.fill(HichainRules::pass_move());
  }

  /// Finds the first mating move in K or fewer, trying a killer move first.
  bool find(Board& board, int k, Move* mate) {
    std::vector<Offer> offers;
    list_offers(g_, board, board.at.mover, gain_, offers);
    Move& answer = answers_[static_cast<std::size_t>(k)];
    if (!HichainRules::is_pass(answer) && is_legal(board, answer) && mates(board, answer, k, offers)) {
      *mate = answer;
      return true;
    }
    for (const Move m : moves_of(g_, board)) {
      if (stopped()) return false;
      if (!mates(board, m, k, offers)) continue;
      *mate = answer = m;
      return true;
    }
    return false;
  }

  /// True if this move mates in K or fewer.
  bool mates(Board& board, Move m, int k) {
    std::vector<Offer> offers;
    list_offers(g_, board, board.at.mover, gain_, offers);
    return mates(board, m, k, offers);
  }

  /// True after the node limit or a stop: results are then invalid.
  [[nodiscard]] bool stopped() const { return nodes > limit_ || stop_.stop_requested(); }

  std::uint64_t nodes = 0;  // moves of the mating side

 private:
  /// `before`: the mover's offers before the move.
  bool mates(Board& board, Move m, int k, const std::vector<Offer>& before) {
    ++nodes;
    const bool pass = HichainRules::is_pass(m);
    const bool linked =
        !pass && linking_ways(g_.chain, board.ground, board.at.mover, cell_at(m.x, m.y)).has(4 * m.sign + m.orientation);
    g_.play(board, m);
    bool mated = false;
    if (pass) {
      mated = every_reply_loses(board, k, before);
    } else if (board.at.royal == 0) {
      std::vector<Offer> offers;
      offers_after(g_, board, m, linked, gain_, before, false, offers);
      mated = every_reply_loses(board, k, offers);
    }
    g_.undo(board);
    return mated && !stopped();
  }

  bool every_reply_loses(Board& board, int k, const std::vector<Offer>& offers) {
    const int replier = board.at.mover, owner = 1 - replier;
    if (k == 1 && offers.empty()) return false;
    if (!royal_completions(g_, board, replier).empty()) return false;
    const Offer* standing = nullptr;
    for (const Offer& offer : offers)
      if (is_open(board, owner, offer)) {
        standing = &offer;
        break;
      }
    // Killer heuristic: a reply that refuted another move often refutes this one.
    Move& killer = killers_[static_cast<std::size_t>(k)];
    if (!HichainRules::is_pass(killer) && is_legal(board, killer) && !loses(board, killer, k, offers)) return false;
    bool any_reply = false;
    for (const Move r : moves_of(g_, board)) {
      any_reply = true;
      if (standing != nullptr && !HichainRules::is_pass(r) && steps_apart(cell_at(r.x, r.y), standing->cell) > 1) continue;
      if (stopped()) return false;
      if (!loses(board, r, k, offers)) {
        killer = r;
        return false;
      }
    }
    return any_reply;
  }

  /// True if the mover still scores after this reply.
  bool loses(Board& board, Move r, int k, const std::vector<Offer>& offers) {
    const int owner = 1 - board.at.mover;
    const auto stands = [&] {
      return std::any_of(offers.begin(), offers.end(), [&](const Offer& offer) { return is_open(board, owner, offer); });
    };
    if (HichainRules::is_pass(r) || k > 1) {
      g_.play(board, r);
      Move next;
      const bool lost = stands() || (k > 1 && find(board, k - 1, &next));
      g_.undo(board);
      return lost;
    }
    // Only legality matters: updating the ground is enough.
    const Cell c = cell_at(r.x, r.y);
    const auto trace = board.ground.place(r.x, r.y, code_of(board.at.mover, r.sign, r.orientation));
    const bool lost = stands();
    board.ground.remove(c, trace);
    return lost;
  }

  const HichainRules& g_;
  std::int32_t gain_;
  std::uint64_t limit_;
  std::stop_token stop_;
  std::array<Move, deepest + 1> answers_, killers_;
};

}  // namespace banmen::hichain
