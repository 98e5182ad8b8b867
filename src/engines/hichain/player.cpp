#include "engines/hichain/player.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "engines/hichain/mate.hpp"
#include "games/hichain/threats.hpp"

namespace banmen::hichain {
namespace {

/// A decision of the expert.
class Thinking {
 public:
  using Board = HichainRules::Board;
  using Move = HichainRules::Move;

  Thinking(const HichainRules& g, const Limits& limits, const WeightTable& weights) : g_(g), limits_(limits), weights_(weights) {}

  /// The choice first, then others on request, in the order of their leads. Leads with and without a second look can't be compared,
  /// so either all moves returned had one or none. A forced CHAIN or mate is the only move returned.
  std::vector<Player::Opinion> opinions(Board& board, Random& random, std::size_t most) {
    Move forced;
    if (RoyalSearch(g_, 5000).wins(board, 3, &forced)) return {{forced, HichainRules::royal_value}};
    if (quiet_mate(board, &forced)) return {{forced, {}}};
    auto ranked = rank(board, random);
    if (ranked.empty()) return {{HichainRules::pass_move(), {}}};
    if (const std::size_t looked = second_look(board, random, ranked, most); looked > 0) ranked.resize(looked);
    std::vector<Player::Opinion> out;
    for (const Ranked& r : ranked) {
      if (out.size() >= std::max<std::size_t>(1, most)) break;
      const bool chain = std::abs(r.value) >= lost / 2;
      out.push_back({r.move, chain ? std::copysign(HichainRules::royal_value, r.value) : r.value});
    }
    return out;
  }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_ + mate_nodes_; }

 private:
  struct Ranked {
    Move move;
    double value;        // points
    std::uint32_t draw;  // tie-break
  };

  static constexpr std::size_t looks = 12, usual_looks = 8;  // second looks at most, and without a limit
  static constexpr double clear = 40;                        // lead in points that no second look can overturn
  static constexpr double lost = 100'000;

  [[nodiscard]] double elapsed() const { return seconds_since(begin_); }
  /// True if another position may be ranked: the longest ranking so far must fit. `usual`: how many without a limit.
  [[nodiscard]] bool may_rank_another(std::size_t done, std::size_t usual) const {
    if (limits_.stop.stop_requested()) return false;
    if (limits_.seconds > 0 && elapsed() + longest_ > limits_.seconds) return false;
    if (limits_.nodes > 0 && nodes_ >= limits_.nodes) return false;
    return limits_.seconds > 0 || limits_.nodes > 0 || done < usual;
  }

  /// Ranks all placements. Those that let the opponent complete CHAIN come last.
  std::vector<Ranked> rank(Board& board, Random& random) {
    const double began = elapsed();
    const int me = board.at.mover, other = 1 - me;
    const std::vector<Move> moves = moves_of(g_, board);
    std::vector<Offer> mine, theirs, after;
    list_offers(g_, board, me, 1, mine);
    list_offers(g_, board, other, 1, theirs);
    const bool threatened = !royal_completions(g_, board, other).empty();
    const Terms weights = weights_at(weights_, cards_left(board) - 1);
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
        ranked.value = judged(lead_of(board), weights, terms_of(g_, board, after, theirs));
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

  /// Evaluates the opponent's best reply to the first few moves, to as many as are asked for, within the limits, and re-sorts them.
  /// Returns their number.
  std::size_t second_look(Board& board, Random& random, std::vector<Ranked>& ranked, std::size_t asked) {
    if (ranked.size() == 1 || ranked[0].value - ranked[1].value > clear) return 0;
    const std::size_t most = std::min(std::max(looks, asked), ranked.size()), usual = std::max(usual_looks, asked);
    std::size_t looked = 0;
    for (; looked < most && may_rank_another(looked, usual); ++looked) {
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
    return looked;
  }

  /// If nobody can score at once: the move that surely scores next, or after one more move, with the largest gain.
  bool quiet_mate(Board& board, Move* mate) {
    std::vector<Offer> mine, theirs;
    list_offers(g_, board, board.at.mover, 1, mine);
    list_offers(g_, board, 1 - board.at.mover, 1, theirs);
    const auto open = [&](const std::vector<Offer>& offers, int colour) {
      return std::any_of(offers.begin(), offers.end(), [&](const Offer& offer) { return is_open(board, colour, offer); });
    };
    if (open(mine, board.at.mover) || open(theirs, 1 - board.at.mover)) return false;
    // About 50 000 moves a second; half of the time may be spent here.
    const bool limited = limits_.seconds > 0 || limits_.nodes > 0;
    std::uint64_t nodes = limits_.nodes > 0 ? limits_.nodes
                          : limited         ? static_cast<std::uint64_t>(25'000 * limits_.seconds)
                                            : 500'000;
    for (const int k : {1, 2}) {
      bool found = false;
      // A mate for a larger gain is one for a smaller: stop at the first gain without one.
      for (const int length : {2, 3, 4, 5}) {
        MateSearch search(g_, length * length, nodes, limits_.stop);
        Move m;
        const bool is_mate = search.find(board, k, &m);
        mate_nodes_ += search.nodes;
        if (!is_mate) break;
        *mate = m;
        found = true;
        nodes -= std::min(nodes, search.nodes);
        if (k > 1) break;  // refuting larger gains takes too long
      }
      if (found) return true;
    }
    return false;
  }

  const HichainRules& g_;
  Limits limits_;
  const WeightTable& weights_;
  // Used resources. The clock is read once per ranked position.
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::uint64_t nodes_ = 0, mate_nodes_ = 0;
  double longest_ = 0;  // longest ranking of one position, in seconds
};

class RandomPlayer final : public Player {
 public:
  Move choose(const HichainRules& g, Board& board, Random& random) const override { return g.sample(board, random).move; }
};

/// Chooses the placement with the largest gain now; among equal gains the one that leaves the opponent the fewest or the most
/// placements, by preference; at random among those.
class GreedyPlayer final : public Player {
 public:
  enum class Preference : std::uint8_t { none, fewest, most };
  explicit GreedyPlayer(Preference preference) : preference_(preference) {}

  Move choose(const HichainRules& g, Board& board, Random& random) const override {
    std::int32_t most = 0;
    std::vector<Move> moves;
    each_scoring_move(g, board, 1, [&](Move m, std::int32_t gain) {
      if (gain > most) most = gain, moves.clear();
      if (gain == most) moves.push_back(m);
      return false;
    });
    if (preference_ == Preference::none)
      return moves.empty() ? g.sample(board, random).move : moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    if (moves.empty()) moves = moves_of(g, board);
    std::vector<Move> best;
    std::int64_t least = INT64_MAX;
    for (const auto m : moves) {
      if (HichainRules::is_pass(m)) return m;
      g.play(board, m);
      const std::int64_t left = HichainRules::placements(board, board.at.mover);
      g.undo(board);
      const std::int64_t cost = preference_ == Preference::fewest ? left : -left;
      if (cost < least) least = cost, best.clear();
      if (cost == least) best.push_back(m);
    }
    return best[random.below(static_cast<std::uint32_t>(best.size()))];
  }

 private:
  Preference preference_;
};

class ExpertPlayer final : public Player {
 public:
  ExpertPlayer(const Limits& limits, std::shared_ptr<const WeightTable> weights)
      : limits_(limits), own_weights_(std::move(weights)), weights_(own_weights_ ? own_weights_.get() : &built_in_weights()) {}

  Move choose(const HichainRules& g, Board& board, Random& random) const override {
    return Thinking(g, limits_, *weights_).opinions(board, random, 1).front().move;
  }
  std::vector<Opinion> opinions(const HichainRules& g, Board& board, Random& random, std::size_t most,
                                std::uint64_t& nodes) const override {
    Thinking thinking(g, limits_, *weights_);
    auto out = thinking.opinions(board, random, most);
    nodes += thinking.nodes();
    return out;
  }

 private:
  Limits limits_;
  std::shared_ptr<const WeightTable> own_weights_;  // may be null
  const WeightTable* weights_;
};

}  // namespace

std::vector<Player::Opinion> Player::opinions(const HichainRules& g, Board& board, Random& random, std::size_t,
                                              std::uint64_t& nodes) const {
  nodes += g.count(board);
  return {{choose(g, board, random), {}}};
}

const std::vector<std::string>& player_names() {
  static const std::vector<std::string> names = {"random", "greedy", "few", "many", "expert"};
  return names;
}

std::unique_ptr<const Player> make_player(std::string_view name, const Limits& limits, std::shared_ptr<const WeightTable> weights) {
  using Preference = GreedyPlayer::Preference;
  if (name == "greedy") return std::make_unique<GreedyPlayer>(Preference::none);
  if (name == "few") return std::make_unique<GreedyPlayer>(Preference::fewest);
  if (name == "many") return std::make_unique<GreedyPlayer>(Preference::most);
  if (name == "expert") return std::make_unique<ExpertPlayer>(limits, std::move(weights));
  return std::make_unique<RandomPlayer>();
}

}  // namespace banmen::hichain
