// Paranoid search (Sturtevant and Korf 2000): the searching seat against all others together, so that alpha-beta prunes as with two
// sides. Best-reply search in its legal form (BRS+, Esser, Gras, Winands, Schadd, Lanctot 2013): between two moves of the searching
// seat only one of the others has a free choice, the rest play the first move of the move ordering, so the search is deeper.
#pragma once

#include <algorithm>

#include "search/maxn.hpp"

namespace banmen {

template <Rules G>
class Paranoid final : public Search<G> {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  Paranoid(const G& g, const MaxNOptions& options, bool best_reply)
      : g_(g),
        options_(options),
        best_reply_(best_reply),
        outlook_(g),
        table_(static_cast<std::size_t>(options.table)),
        stack_(g, plies(g, options, best_reply)) {}

  void new_game() override { table_.clear(); }

  Answer<G> think(const Question<G>& question) override {
    Answer<G> thought;
    if (!options_.aim.plain()) thought.unit = unit_of_aims;
    budget_ = Budget(question.seconds > 0 ? question.seconds : options_.common.seconds, options_.common.nodes, question.stop);
    auto list = stack_.legal(g_, question.position);
    if (list.empty()) return thought;
    const Seat seat = std::max<Seat>(g_.turn(question.position), 0);
    if (seat != self_) table_.clear();
    self_ = seat;
    objective_ = Objective<G>(g_, seat, options_.aim, Aim{});
    const std::uint64_t tie_key = mix(mix(question.seed, question.game), question.ply);
    int limit = options_.depth;
    if constexpr (HorizonGame<G>)
      if (g_.horizon(question.position) <= options_.exact) limit = stack_.plies() - 2;
    const bool timed = budget_.seconds() > 0 || options_.common.nodes > 0;
    for (int depth = timed ? 1 : limit; depth <= limit; ++depth) {
      auto lines = root(question.position, depth, tie_key, question.lines);
      if (lines.empty()) break;
      thought.lines = std::move(lines);
      thought.depth = depth;
      if (question.progress)
        question.progress({depth, thought.lines[0].value, budget_.nodes, budget_.elapsed(), thought.lines[0].move});
      if (thought.lines[0].exact || budget_.out) break;
    }
    complete(thought, question, list[0], budget_);
    return thought;
  }

 private:
  static constexpr std::int64_t unbounded = INT64_MAX / 4;
  static int plies(const G& g, const MaxNOptions& options, bool best_reply) {
    const int deep = best_reply ? options.depth * g.players() : options.depth;
    return std::max(std::min(deep, 2000) + 34, options.exact > 0 ? plies_to_end(g, options.exact) : 0);
  }

  struct Knowledge {
    std::int64_t value = 0;
    std::uint8_t depth = 0;  // 255: searched to the end
    std::int8_t bound = 0;   // 0 equal, 1 at least, -1 at most
  };

  std::vector<AnswerLine<G>> root(const Position& p, int depth, std::uint64_t tie_key, int line_count) {
    auto list = stack_.at();
    g_.moves(p, list);
    std::vector<RootMove<G>> candidates;
    std::int64_t best = -unbounded;
    const std::uint64_t guesses = guesses_;
    for (std::uint32_t k = 0; k < list.size(); ++k) {
      Position next = p;
      const std::int64_t gain = worth(g_.play(next, list[k]));
      // Equal moves must be recognised, so the window is one wider than a plain maximum needs.
      const std::int64_t low = line_count > 1 ? -unbounded : best - 1;
      const std::int64_t value = gain + visit(next, depth - (is_pass(g_, list[k]) ? 0 : 1), low - gain, unbounded, 1, false);
      if (budget_.out) return {};
      best = std::max(best, value);
      RootMove<G> c{{}, value, options_.ties == Ties::random ? mix(tie_key, k) : ~std::uint64_t{k}};
      c.line.move = list[k];
      c.line.line = {list[k]};
      c.line.value = static_cast<double>(value) / objective_.scale() / outlook_.unit();
      candidates.push_back(std::move(c));
    }
    auto lines = best_first(std::move(candidates));
    for (AnswerLine<G>& line : lines) line.exact = guesses_ == guesses && !best_reply_;
    return lines;
  }

  std::int64_t worth(const GainsOf<G>& gains) const { return objective_.utility(self_, outlook_.scaled(gains), {}); }
  std::int64_t at_end(const Position& p) const {
    return objective_.utility(self_, outlook_.at_end(p), objective_.uses_score() ? outlook_.standing(p) : GainsOf<G>{});
  }
  std::int64_t guess(const Position& p) {
    ++guesses_;
    return objective_.utility(self_, outlook_.guess(p), objective_.uses_score() ? outlook_.standing(p) : GainsOf<G>{});
  }

  /// The value for the searching seat. `replied`: one of the others has had its free choice in this round (best-reply search only).
  std::int64_t visit(const Position& p, int depth, std::int64_t alpha, std::int64_t beta, int ply, bool replied) {
    if (budget_.spent()) return 0;
    const Seat turn = g_.turn(p);
    if (turn == over) return at_end(p);
    auto list = stack_.at(ply);
    g_.moves(p, list);
    if (list.empty()) return at_end(p);
    if (depth <= 0 || ply >= stack_.plies() - 2) return guess(p);
    const bool own = turn == self_;
    if (own) replied = false;
    const std::uint64_t key = mix(g_.hash(p), replied ? 0x7265 : 0);
    if (depth >= 2) {
      if (const Knowledge* known = table_.find(key); known != nullptr && (known->depth == 255 || known->depth == depth)) {
        if (known->bound == 0 || (known->bound > 0 && known->value >= beta) || (known->bound < 0 && known->value <= alpha)) {
          if (known->depth != 255) ++guesses_;
          return known->value;
        }
      }
    }
    const std::uint64_t guesses = guesses_;
    const std::int64_t alpha0 = alpha, beta0 = beta;
    std::int64_t best = own ? -unbounded : unbounded;
    auto consider = [&](Move move, int cost, bool reply) {
      Position next = p;
      const std::int64_t gain = worth(g_.play(next, move));
      const int deeper = depth - (is_pass(g_, move) ? 0 : cost);
      const std::int64_t value = gain + visit(next, deeper, alpha - gain, beta - gain, ply + 1, reply);
      if (own) {
        best = std::max(best, value);
        alpha = std::max(alpha, value);
      } else {
        best = std::min(best, value);
        beta = std::min(beta, value);
      }
      return alpha >= beta || budget_.out;
    };
    if (own || !best_reply_) {
      for (const Move move : list)
        if (consider(move, 1, false)) break;
    } else {
      const bool last = (turn + 1) % g_.players() == self_;  // nobody is left to answer in this round
      const Move first = first_move(p, list);
      bool cut = false;
      if (replied || !last) cut = consider(first, 0, replied);
      if (!replied && !cut)
        for (const Move move : list)
          if (consider(move, 1, true)) break;
    }
    if (depth >= 2 && !budget_.out)
      table_.store(key, {best, guesses_ == guesses ? std::uint8_t{255} : static_cast<std::uint8_t>(std::min(depth, 254)),
                         static_cast<std::int8_t>(best >= beta0    ? 1
                                                  : best <= alpha0 ? -1
                                                                   : 0)});
    return best;
  }

  Move first_move(const Position& p, const MoveList<Move>& list) const {
    Move first = list[0];
    if constexpr (OrderedGame<G>) {
      std::int32_t most = INT32_MIN;
      for (const Move move : list)
        if (const std::int32_t u = g_.urgency(p, move); u > most) most = u, first = move;
    }
    return first;
  }

  G g_;
  MaxNOptions options_;
  bool best_reply_;
  Outlook<G> outlook_;
  PositionTable<Knowledge> table_;
  MoveStack<G> stack_;
  Objective<G> objective_;
  Budget budget_;
  Seat self_ = 0;
  std::uint64_t guesses_ = 0;
};

}  // namespace banmen
