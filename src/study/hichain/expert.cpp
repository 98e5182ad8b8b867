#include "study/hichain/expert.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "study/hichain/mate.hpp"
#include "study/hichain/weights.hpp"

namespace banmen::hichain {
namespace {

constexpr std::int32_t gain_cap = 100;  // a judgement is about points: CHAIN is looked for apart

/// What a side may look forward to.
struct Prospect {
  std::array<double, prospect_terms> terms{};
};

/// From its offers, best first, by what may be laid now.
Prospect prospect_of(const HichainRules::Board& board, int colour, const std::vector<Offer>& offers) {
  struct Top {
    Cell cell;
    std::int32_t gain;
  };
  std::array<Top, 6> top;
  std::size_t count = 0;
  std::int32_t waiting = 0;  // the best one that only lacks an opponent's point
  const auto left = board.left[static_cast<std::size_t>(colour)];
  for (const Offer& offer : offers) {
    if (count == top.size()) break;
    if (is_open(board, colour, offer)) {
      // Of the offers on one cell only the best counts.
      const bool again = std::any_of(top.begin(), top.begin() + static_cast<std::ptrdiff_t>(count),
                                     [&](const Top& t) { return t.cell == offer.cell; });
      if (!again) top[count++] = {offer.cell, std::min(offer.gain, gain_cap)};
    } else if (waiting == 0 && board.ground.is_empty(offer.cell) && left.has(offer.way) &&
               board.ground.unbarred_ways(offer.cell).has(offer.way)) {
      waiting = std::min(offer.gain, gain_cap);
    }
  }
  Prospect out;
  auto& t = out.terms;
  if (count > 0) t[0] = top[0].gain;
  // A reply acts on its own cell and the four beside it: an offer more than two steps away from the first survives with it.
  for (std::size_t i = 1; i < count; ++i)
    if (steps_apart(top[i].cell, top[0].cell) > 2) {
      t[1] = top[i].gain;
      break;
    }
  if (count > 1) t[2] = top[1].gain;
  if (count > 2) t[3] = top[2].gain;
  for (std::size_t i = 3; i < count; ++i) t[4] += top[i].gain;
  t[5] = std::max(0.0, waiting - t[0]);
  t[6] = static_cast<double>(count);
  return out;
}

/// How near a colour is to CHAIN: its plans, the fewer cards missing and waiting the more.
double royal_hope(const HichainRules& g, const HichainRules::Board& board, int colour) {
  constexpr std::array<double, 5> by_missing = {0, 10, 2.7, 0.6, 0.1}, by_waiting = {1, 0.3, 0.1, 0.03, 0.01};
  double sum = 0;
  RoyalPlans(g, board, colour).each(4, [&](const RoyalPlan& plan) {
    sum += by_missing[static_cast<std::size_t>(plan.missing)] * by_waiting[static_cast<std::size_t>(plan.waiting)];
  });
  return std::min(20.0, sum);
}

/// One decision.
class Thinking {
 public:
  using Board = HichainRules::Board;
  using Move = HichainRules::Move;

  Thinking(const HichainRules& g, const Limits& limits) : g_(g), limits_(limits) {}

  /// The choice first; the others, where they are wanted, in the order of the judgement.
  std::vector<Player::Opinion> opinions(Board& board, Random& random, std::size_t most) {
    std::vector<Player::Opinion> out;
    Move forced;
    const bool decided = RoyalSearch(g_, 5000).wins(board, 3, &forced) || quiet_mate(board, &forced);
    if (decided) out.push_back({forced, {}});
    if (decided && most <= 1) return out;
    auto ranked = rank(board, random);
    if (ranked.empty()) return {{HichainRules::pass_move(), {}}};
    if (!decided) second_look(board, random, ranked);
    for (const Ranked& r : ranked) {
      if (out.size() >= std::max<std::size_t>(1, most)) break;
      if (decided && r.move == forced) continue;
      out.push_back({r.move, std::abs(r.value) < lost / 2 ? std::optional(r.value) : std::nullopt});
    }
    return out;
  }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_ + mate_nodes_; }

 private:
  struct Ranked {
    Move move;
    double value;        // points
    std::uint32_t draw;  // among equals
  };

  static constexpr std::size_t looks = 12, usual_looks = 8;  // second looks at most; where there is no limit
  static constexpr double clear = 40;                        // points that no second look makes up for
  static constexpr double lost = 100'000;

  [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  /// Whether one more position can be ranked: as long a one as the longest so far must fit.
  [[nodiscard]] bool may_go_on(std::size_t done) const {
    if (limits_.stop.stop_requested()) return false;
    if (limits_.seconds > 0 && elapsed() + longest_ > limits_.seconds) return false;
    if (limits_.nodes > 0 && nodes_ >= limits_.nodes) return false;
    return limits_.seconds > 0 || limits_.nodes > 0 || done < usual_looks;
  }

  /// All placements, best first. Those that let the opponent complete CHAIN come last.
  std::vector<Ranked> rank(Board& board, Random& random) {
    const double began = elapsed();
    const int me = board.at.mover, other = 1 - me;
    std::vector<Move> moves(g_.count(board));
    MoveList<Move> list(moves.data(), static_cast<std::uint32_t>(moves.size()));
    g_.moves(board, list);
    std::vector<Offer> mine, theirs, after;
    list_offers(g_, board, me, 1, mine);
    list_offers(g_, board, other, 1, theirs);
    const bool threatened = !royal_completions(g_, board, other).empty();
    const Weights weights = weights_at(cards_left(board) - 1);
    std::vector<Ranked> out;
    out.reserve(moves.size());
    for (const Move m : moves) {
      if (HichainRules::is_pass(m)) return {};
      ++nodes_;
      const bool linked = linking_ways(g_.chain, board.ground, me, cell_at(m.x, m.y)).has(4 * m.sign + m.orientation);
      g_.play(board, m);
      Ranked ranked{m, lost, random.word()};
      if (board.at.royal == 0) {
        offers_after(g_, board, m, linked, 1, mine, true, after);
        ranked.value = judge(board, weights, after, theirs);
        if (threatened && !royal_completions(g_, board, other).empty()) ranked.value -= lost;
      }
      g_.undo(board);
      out.push_back(ranked);
    }
    std::sort(out.begin(), out.end(),
              [](const Ranked& a, const Ranked& b) { return a.value != b.value ? a.value > b.value : a.draw < b.draw; });
    longest_ = std::max(longest_, elapsed() - began);
    return out;
  }

  /// After a move, what the final lead of the side that made it may be.
  [[nodiscard]] double judge(const Board& board, const Weights& weights, const std::vector<Offer>& mine,
                             const std::vector<Offer>& theirs) const {
    const int other = board.at.mover, me = 1 - other;
    const auto at = [](int colour) { return static_cast<std::size_t>(colour); };
    double value = board.books[at(me)].score - board.books[at(other)].score;
    Prospect own = prospect_of(board, me, mine), facing = prospect_of(board, other, theirs);
    own.terms[7] = royal_hope(g_, board, me);
    facing.terms[7] = royal_hope(g_, board, other);
    for (std::size_t i = 0; i < prospect_terms; ++i) value += weights.own[i] * own.terms[i] + weights.facing[i] * facing.terms[i];
    const std::uint32_t my_cards = field(board, me), their_cards = field(board, other);
    for (std::size_t sign = 0; sign < signs; ++sign)
      value += weights.card[sign] * (static_cast<int>(my_cards >> sign & 1) - static_cast<int>(their_cards >> sign & 1));
    const auto freedom =
        static_cast<double>(HichainRules::placements(board, me)) - static_cast<double>(HichainRules::placements(board, other));
    value += weights.freedom * freedom / 100;
    value += weights.pair * (pairs(my_cards) - pairs(their_cards)) + weights.triple * (triples(my_cards) - triples(their_cards));
    return value;
  }

  /// Looks at the opponent's best reply to the first few, as far as the limits allow, and puts the best of those first.
  void second_look(Board& board, Random& random, std::vector<Ranked>& ranked) {
    if (ranked.size() == 1 || ranked[0].value - ranked[1].value > clear) return;
    std::size_t looked = 0;
    for (; looked < std::min(looks, ranked.size()) && may_go_on(looked); ++looked) {
      double& value = ranked[looked].value;
      g_.play(board, ranked[looked].move);
      Move win;
      if (RoyalSearch(g_, 1000).wins(board, 2, &win)) {
        value -= lost;
      } else if (const auto replies = rank(board, random); !replies.empty()) {
        value = -replies[0].value;
      }
      g_.undo(board);
    }
    std::stable_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(looked),
                     [](const Ranked& x, const Ranked& y) { return x.value > y.value; });
  }

  /// Where nobody can score at once: the move that surely scores next, or else after one more move, and the most.
  bool quiet_mate(Board& board, Move* mate) {
    std::vector<Offer> mine, theirs;
    list_offers(g_, board, board.at.mover, 1, mine);
    list_offers(g_, board, 1 - board.at.mover, 1, theirs);
    const auto open = [&](const std::vector<Offer>& offers, int colour) {
      return std::any_of(offers.begin(), offers.end(), [&](const Offer& offer) { return is_open(board, colour, offer); });
    };
    if (open(mine, board.at.mover) || open(theirs, 1 - board.at.mover)) return false;
    // About 50 000 moves a second; half of the time may go into this.
    const bool limited = limits_.seconds > 0 || limits_.nodes > 0;
    std::uint64_t nodes = limits_.nodes > 0 ? limits_.nodes
                          : limited         ? static_cast<std::uint64_t>(25'000 * limits_.seconds)
                                            : 500'000;
    for (const int k : {1, 2}) {
      bool found = false;
      // A mate for more is one for less: it ends with the first gain that has none.
      for (const int length : {2, 3, 4, 5}) {
        MateSearch search(g_, length * length, nodes, limits_.stop);
        Move m;
        const bool is_mate = search.find(board, k, &m);
        mate_nodes_ += search.nodes;
        if (!is_mate) break;
        *mate = m;
        found = true;
        nodes -= std::min(nodes, search.nodes);
        if (k > 1) break;  // to see that there is none for more takes too long
      }
      if (found) return true;
    }
    return false;
  }

  static std::uint32_t field(const Board& board, int colour) {
    std::uint32_t out = 0;
    for (int sign = 0; sign < signs; ++sign)
      if (!(board.left[static_cast<std::size_t>(colour)] & ways_of(sign)).empty()) out |= 1u << sign;
    return out;
  }
  static int cards_left(const Board& board) { return std::popcount(field(board, 0)) + std::popcount(field(board, 1)); }
  /// Successive letters that are both, or all three, still in the field.
  static constexpr std::uint32_t letters = (1u << asterisk) - 1;
  static int pairs(std::uint32_t cards) { return std::popcount(cards & letters & (cards & letters) >> 1); }
  static int triples(std::uint32_t cards) {
    cards &= letters;
    return std::popcount(cards & cards >> 1 & cards >> 2);
  }

  const HichainRules& g_;
  Limits limits_;
  // What was spent of them. The clock is asked once per ranked position.
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::uint64_t nodes_ = 0, mate_nodes_ = 0;
  double longest_ = 0;  // ranking of one position, in seconds
};

}  // namespace

Player::Move ExpertPlayer::choose(const HichainRules& g, Board& board, Random& random) const {
  return Thinking(g, limits_).opinions(board, random, 1).front().move;
}

std::vector<Player::Opinion> ExpertPlayer::opinions(const HichainRules& g, Board& board, Random& random, std::size_t most,
                                                    std::uint64_t& nodes) const {
  Thinking thinking(g, limits_);
  auto out = thinking.opinions(board, random, most);
  nodes += thinking.nodes();
  return out;
}

}  // namespace banmen::hichain
