// Max^N (Luckhart and Irani 1986): every seat takes the move that is best for its own aim. Which of several equal moves it takes
// can change everyone else's result, so the rule is a stated option: the first in the game's order, any (fixed by seed and
// position), or "cautious": another seat's equal moves are taken to fall as badly as possible for the seat that searches. ties=all,
// the range over every way to break ties, is in maxn_range.hpp. Slow twin: search_test.cpp.
#pragma once

#include <algorithm>
#include <optional>

#include "search/objective.hpp"
#include "search/options.hpp"
#include "search/thought.hpp"
#include "search/transposition.hpp"

namespace banmen {

enum class Ties { first, random, cautious, all };
Ties read_ties(const std::string& text);

struct MaxNOptions {
  CommonOptions common;
  int depth = 4;
  int exact = 0;
  Ties ties = Ties::first;
  Aim aim, model;
  int table = 16;
  Value noise = 0;

  static Result<MaxNOptions> from(const Values& values);
  static Result<MaxNOptions> of_exact(const Values& values);  // empties= in the place of exact=, every seat with the same aim
};

/// Plies that reading out can take: every move may be followed by passes of all other seats.
template <Rules G>
int plies_to_end(const G& g, int moves) {
  return (moves + 1) * (has(g, Capability::pass) ? g.players() : 1) + 2;
}

template <Rules G>
class MaxN final : public Search<G> {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;
  using Utilities = std::array<std::int64_t, static_cast<std::size_t>(G::max_players)>;

  MaxN(const G& g, const MaxNOptions& options)
      : g_(g),
        options_(options),
        outlook_(g),
        table_(static_cast<std::size_t>(options.table)),
        stack_(g, std::max(options.depth + spare_plies, plies_to_end(g, options.exact))) {}

  void new_game() override { table_.clear(); }

  Thought<G> think(const Question<G>& question) override {
    Thought<G> thought;
    if (!options_.aim.plain()) thought.unit = unit_of_aims;
    budget_ = Budget(question.seconds > 0 ? question.seconds : options_.common.seconds, options_.common.nodes, question.stop);
    const Seat seat = std::max<Seat>(g_.turn(question.position), 0);
    if (seat != self_) table_.clear();  // aims and caution depend on who searches
    self_ = seat;
    objective_ = Objective<G>(g_, seat, options_.aim, options_.model);
    key_ = mix(mix(question.seed, question.game), 0x746965);
    noise_ = Noise(options_.noise, key_);
    auto list = stack_.legal(g_, question.position);
    if (list.empty()) return thought;
    int limit = options_.depth;
    if constexpr (HorizonGame<G>)
      if (g_.horizon(question.position) <= options_.exact) limit = stack_.plies() - 2;
    // Deepening only serves searches that may have to stop at any time.
    const bool timed = budget_.seconds() > 0 || options_.common.nodes > 0;
    for (int depth = timed ? 1 : limit; depth <= limit; ++depth) {
      auto lines = root(question.position, depth);
      if (lines.empty()) break;
      thought.lines = std::move(lines);
      thought.depth = depth;
      const bool all_exact = std::all_of(thought.lines.begin(), thought.lines.end(), [](const auto& line) { return line.exact; });
      if (question.progress)
        question.progress({depth, thought.lines[0].value, budget_.nodes, budget_.elapsed(), thought.lines[0].move});
      if (all_exact || budget_.out) break;
    }
    if (thought.lines.empty()) thought.lines.push_back({list[0], 0, false, {list[0]}, 0, {}, {}});
    if (static_cast<int>(thought.lines.size()) > question.lines)
      thought.lines.resize(static_cast<std::size_t>(std::max(1, question.lines)));
    thought.nodes = budget_.nodes;
    thought.seconds = budget_.elapsed();
    return thought;
  }

  /// What every seat gets from a position when all read to the end; for experiments that need no agent in between. Nothing:
  /// stopped.
  std::optional<GainsOf<G>> read_out(const Position& p, std::uint64_t seed, std::uint64_t game, const std::stop_token& stop) {
    budget_ = Budget(0, 0, stop);
    self_ = std::max<Seat>(g_.turn(p), 0);
    objective_ = Objective<G>(g_, self_, Aim{}, Aim{});
    key_ = mix(mix(seed, game), 0x746965);
    table_.clear();
    const Utilities u = visit(p, stack_.plies() - 2, 0);
    if (budget_.out) return std::nullopt;
    GainsOf<G> result{};
    for (int seat = 0; seat < g_.players(); ++seat)
      result[static_cast<std::size_t>(seat)] = static_cast<std::int32_t>(u[static_cast<std::size_t>(seat)] / outlook_.unit());
    return result;
  }

 private:
  static constexpr int spare_plies = 34;
  struct Knowledge {
    Utilities utilities{};
    std::uint16_t move = 0;
    std::uint8_t depth = 0;  // 255: read to the end
  };

  Utilities utilities(const GainsOf<G>& results, const GainsOf<G>& standing) const {
    Utilities u{};
    for (int seat = 0; seat < g_.players(); ++seat)
      u[static_cast<std::size_t>(seat)] = objective_.utility(static_cast<Seat>(seat), results, standing);
    return u;
  }
  Utilities at_end(const Position& p) const {
    return utilities(outlook_.at_end(p), objective_.uses_score() ? outlook_.standing(p) : GainsOf<G>{});
  }
  Utilities guess(const Position& p) {
    ++guesses_;
    GainsOf<G> hope = outlook_.guess(p);
    if (options_.noise > 0)
      for (int seat = 0; seat < g_.players(); ++seat)
        hope[static_cast<std::size_t>(seat)] += noise_.at(g_.hash(p) + static_cast<unsigned>(seat));
    return utilities(hope, objective_.uses_score() ? outlook_.standing(p) : GainsOf<G>{});
  }

  /// All root moves, best first. Empty when the budget ran out before the first was done.
  std::vector<ThoughtLine<G>> root(const Position& p, int depth) {
    auto list = stack_.at();
    g_.moves(p, list);
    struct Candidate {
      ThoughtLine<G> line;
      std::int64_t value;
      std::uint64_t tie;
    };
    std::vector<Candidate> candidates;
    const auto seat = static_cast<std::size_t>(self_);
    for (std::uint32_t k = 0; k < list.size(); ++k) {
      Position next = p;
      const GainsOf<G> gains = g_.play(next, list[k]);
      const std::uint64_t guesses = guesses_;
      Utilities u = visit(next, depth - (is_pass(g_, list[k]) ? 0 : 1), 1);
      if (budget_.out) return {};
      add(u, gains);
      Candidate c{{}, u[seat], options_.ties == Ties::random ? mix(key_ ^ g_.hash(p), k) : ~std::uint64_t{k}};
      c.line.move = list[k];
      c.line.exact = guesses_ == guesses;
      c.line.value = static_cast<double>(u[seat]) / objective_.scale() / outlook_.unit();
      for (int s = 0; s < g_.players(); ++s)
        c.line.least.push_back(static_cast<double>(u[static_cast<std::size_t>(s)]) / objective_.scale() / outlook_.unit());
      c.line.most = c.line.least;
      c.line.line = principal_line(g_, next, list[k], depth, table_, stack_);
      candidates.push_back(std::move(c));
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.value != b.value ? a.value > b.value : a.tie > b.tie; });
    std::vector<ThoughtLine<G>> lines;
    for (Candidate& c : candidates) lines.push_back(std::move(c.line));
    return lines;
  }

  void add(Utilities& u, const GainsOf<G>& gains) const {
    const Utilities more = utilities(outlook_.scaled(gains), {});
    for (std::size_t seat = 0; seat < u.size(); ++seat) u[seat] += more[seat];
  }

  Utilities visit(const Position& p, int depth, int ply) {
    if (budget_.spent()) return {};
    const Seat turn = g_.turn(p);
    if (turn == over) return at_end(p);
    auto list = stack_.at(ply);
    g_.moves(p, list);
    const std::uint32_t count = list.size();
    if (count == 0) return at_end(p);
    if (depth <= 0 || ply >= stack_.plies() - 2) return guess(p);
    if (count == 1) return follow(p, list[0], depth, ply);

    const bool worth_keeping = depth >= 2;
    const std::uint64_t key = g_.hash(p);
    if (worth_keeping) {
      if (const Knowledge* known = table_.find(key); known != nullptr && (known->depth == 255 || known->depth == depth)) {
        if (known->depth != 255) ++guesses_;
        return known->utilities;
      }
    }
    const std::uint64_t guesses = guesses_;
    Utilities best = follow(p, list[0], depth, ply);
    std::uint32_t best_move = 0;
    for (std::uint32_t k = 1; k < count && !budget_.out; ++k) {
      const Utilities u = follow(p, list[k], depth, ply);
      if (better(u, best, turn, key, k, best_move)) {
        best = u;
        best_move = k;
      }
    }
    if (worth_keeping && !budget_.out)
      table_.store(key, {best, static_cast<std::uint16_t>(best_move),
                         guesses_ == guesses ? std::uint8_t{255} : static_cast<std::uint8_t>(std::min(depth, 254))});
    return best;
  }

  Utilities follow(const Position& p, Move move, int depth, int ply) {
    Position next = p;
    const GainsOf<G> gains = g_.play(next, move);
    Utilities u = visit(next, depth - (is_pass(g_, move) ? 0 : 1), ply + 1);
    if (gains != GainsOf<G>{}) add(u, gains);
    return u;
  }

  bool better(const Utilities& u, const Utilities& best, Seat turn, std::uint64_t key, std::uint32_t k,
              std::uint32_t best_move) const {
    const auto seat = static_cast<std::size_t>(turn), self = static_cast<std::size_t>(self_);
    if (u[seat] != best[seat]) return u[seat] > best[seat];
    if (options_.ties == Ties::cautious) return turn != self_ && u[self] < best[self];
    if (options_.ties == Ties::random) return mix(key_ ^ key, k) > mix(key_ ^ key, best_move);
    return false;
  }

  G g_;
  MaxNOptions options_;
  Outlook<G> outlook_;
  PositionTable<Knowledge> table_;
  MoveStack<G> stack_;
  Objective<G> objective_;
  Budget budget_;
  Noise noise_;
  Seat self_ = 0;
  std::uint64_t key_ = 0;
  std::uint64_t guesses_ = 0;
};

}  // namespace banmen
