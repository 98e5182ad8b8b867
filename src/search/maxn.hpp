// Max^N (Luckhart and Irani 1986): every seat takes the move that is best for its own aim. The choice among equal moves can change
// all other results, so tie-breaking is an option: the first in the game's order, a random one (fixed by seed and position), or
// "cautious": other seats' ties are broken against the searching seat. ties=all, the range over all ways to break ties, is
// MaxNRange. Slow twin: search_test.cpp.
#pragma once

#include <algorithm>
#include <optional>

#include "core/move_stack.hpp"
#include "search/greedy.hpp"
#include "search/objective.hpp"
#include "search/options.hpp"
#include "search/reports.hpp"
#include "search/search.hpp"
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

  static Result<MaxNOptions> from(const Values& values, bool with_model = true);
  static Result<MaxNOptions> of_exact(const Values& values);  // empties= in the place of exact=, every seat with the same aim
};

/// Plies of an exact endgame search: every move may be followed by passes of all other seats.
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

  Answer<G> think(const Question<G>& question) override {
    Answer<G> thought;
    if (!options_.aim.plain()) thought.unit = unit_of_aims;
    budget_ = Budget(question.seconds > 0 ? question.seconds : options_.common.seconds, options_.common.nodes, question.stop);
    const Seat seat = std::max<Seat>(g_.turn(question.position), 0);
    if (seat != self_) table_.clear();  // aims and caution depend on the searching seat
    self_ = seat;
    objective_ = Objective<G>(g_, seat, options_.aim, options_.model);
    key_ = mix(mix(question.seed, question.game), 0x746965);
    noise_ = Noise(options_.noise, key_);
    auto list = stack_.legal(g_, question.position);
    if (list.empty()) return thought;
    int limit = options_.depth;
    if constexpr (HorizonGame<G>)
      if (g_.horizon(question.position) <= options_.exact) limit = stack_.plies() - 2;
    // Only searches that may have to stop at any time need iterative deepening.
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
    complete(thought, question, list[0], budget_);
    return thought;
  }

  /// Every seat's result from a position if all search to the end, for experiments without agents. nullopt: stopped.
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
    std::uint8_t depth = 0;  // 255: searched to the end
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

  /// All root moves, best first. Empty if the budget ran out first.
  std::vector<AnswerLine<G>> root(const Position& p, int depth) {
    auto list = stack_.at();
    g_.moves(p, list);
    std::vector<RootMove<G>> candidates;
    const auto seat = static_cast<std::size_t>(self_);
    for (std::uint32_t k = 0; k < list.size(); ++k) {
      Position next = p;
      const GainsOf<G> gains = g_.play(next, list[k]);
      const std::uint64_t guesses = guesses_;
      Utilities u = visit(next, depth - (is_pass(g_, list[k]) ? 0 : 1), 1);
      if (budget_.out) return {};
      add(u, gains);
      RootMove<G> c{{}, u[seat], options_.ties == Ties::random ? mix(key_ ^ g_.hash(p), k) : ~std::uint64_t{k}};
      c.line.move = list[k];
      c.line.exact = guesses_ == guesses;
      c.line.value = static_cast<double>(u[seat]) / objective_.scale() / outlook_.unit();
      for (int s = 0; s < g_.players(); ++s)
        c.line.least.push_back(static_cast<double>(u[static_cast<std::size_t>(s)]) / objective_.scale() / outlook_.unit());
      c.line.most = c.line.least;
      c.line.line = principal_line(g_, next, list[k], depth, table_, stack_);
      candidates.push_back(std::move(c));
    }
    return best_first(std::move(candidates));
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

// maxn:ties=all. All results of Max^N over all ways to break ties, and the range of each seat.
//
// A way to break ties gives each position one result. So the set of results of a position consists, for the seat on turn, of each
// result r of a child, provided that no other child guarantees more: r[seat] ≥ the minimum of each other child. (Children are
// resolved independently of each other.) Sets are bits over a list of the distinct results met: at most 75 for four ranks.

template <Rules G>
class MaxNRange final : public Search<G> {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  static constexpr std::uint32_t most_results = 512;
  using Set = std::array<std::uint64_t, most_results / 64>;

  MaxNRange(const G& g, const MaxNOptions& options)
      : g_(g),
        options_(options),
        outlook_(g),
        table_(static_cast<std::size_t>(options.table)),
        stack_(g, std::max(options.depth + spare_plies, plies_to_end(g, options.exact))),
        results_(std::make_unique<GainsOf<G>[]>(most_results)) {}

  void new_game() override { forget(); }

  Answer<G> think(const Question<G>& question) override {
    Answer<G> thought;
    budget_ = Budget(question.seconds > 0 ? question.seconds : options_.common.seconds, options_.common.nodes, question.stop);
    auto list = stack_.legal(g_, question.position);
    if (list.empty()) return thought;
    self_ = std::max<Seat>(g_.turn(question.position), 0);
    forget();
    int limit = options_.depth;
    if constexpr (HorizonGame<G>)
      if (g_.horizon(question.position) <= options_.exact) limit = stack_.plies() - 2;
    for (std::uint32_t k = 0; k < list.size(); ++k) {
      const std::uint64_t guesses = guesses_;
      const Set set = follow(question.position, list[k], limit, 0);
      AnswerLine<G> line;
      line.move = list[k];
      line.line = {list[k]};
      line.exact = guesses_ == guesses && !budget_.out && !overflow_;
      if (!budget_.out) fill(line, set);
      thought.lines.push_back(std::move(line));
    }
    // `least` is guaranteed to the mover.
    std::stable_sort(thought.lines.begin(), thought.lines.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
    thought.range = true;
    thought.depth = limit;
    if (overflow_) thought.note = "more than " + std::to_string(most_results) + " different results: the ranges are too narrow";
    complete(thought, question, list[0], budget_);
    return thought;
  }

  /// All results of a position searched to the end, over all ways to break ties. Empty: stopped.
  std::vector<GainsOf<G>> read_out(const Position& p, const std::stop_token& stop) {
    budget_ = Budget(0, 0, stop);
    forget();
    std::vector<GainsOf<G>> out;
    const Set all = visit(p, stack_.plies() - 2, 0);
    if (budget_.out) return out;
    each(all, [&](std::uint32_t id) { out.push_back(results_[id]); });
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  static constexpr int spare_plies = 34;
  struct Knowledge {
    Set set{};
    std::uint8_t depth = 0;
  };

  void forget() {
    table_.clear();
    result_count_ = 0;
    overflow_ = false;
  }

  template <class Visit>
  static void each(const Set& set, Visit&& visit) {
    for (std::uint32_t w = 0; w < set.size(); ++w)
      for (std::uint64_t left = set[w]; left != 0; left &= left - 1)
        visit(64 * w + static_cast<std::uint32_t>(std::countr_zero(left)));
  }

  std::uint32_t number(const GainsOf<G>& result) {
    for (std::uint32_t id = 0; id < result_count_; ++id)
      if (results_[id] == result) return id;
    if (result_count_ == most_results) {
      overflow_ = true;
      return 0;
    }
    results_[result_count_] = result;
    return result_count_++;
  }
  Set only(const GainsOf<G>& result) {
    Set set{};
    const std::uint32_t id = number(result);
    set[id / 64] |= std::uint64_t{1} << id % 64;
    return set;
  }

  void fill(AnswerLine<G>& line, const Set& set) const {
    const auto players = static_cast<std::size_t>(g_.players());
    line.least.assign(players, 1e300);
    line.most.assign(players, -1e300);
    each(set, [&](std::uint32_t id) {
      for (std::size_t seat = 0; seat < players; ++seat) {
        const double value = static_cast<double>(results_[id][seat]) / outlook_.unit();
        line.least[seat] = std::min(line.least[seat], value);
        line.most[seat] = std::max(line.most[seat], value);
      }
    });
    line.value = line.least[static_cast<std::size_t>(self_)];
  }

  Set visit(const Position& p, int depth, int ply) {
    if (budget_.spent()) return {};
    const Seat turn = g_.turn(p);
    if (turn == over) return only(outlook_.at_end(p));
    auto list = stack_.at(ply);
    g_.moves(p, list);
    if (list.empty()) return only(outlook_.at_end(p));
    if (depth <= 0 || ply >= stack_.plies() - 2) {
      ++guesses_;
      return only(outlook_.guess(p));
    }
    if (list.size() == 1) return follow(p, list[0], depth, ply);
    const std::uint64_t key = g_.hash(p);
    if (const Knowledge* known = table_.find(key); known != nullptr && (known->depth == 255 || known->depth == depth)) {
      if (known->depth != 255) ++guesses_;
      return known->set;
    }
    const std::uint64_t guesses = guesses_;
    // Two passes over the children would search them twice. One suffices: keep the two largest of the children's minima (a child
    // does not compete with itself), and the union of the sets of the child with the largest minimum and of the others.
    const auto seat = static_cast<std::size_t>(turn);
    std::int32_t sure = INT32_MIN, second = INT32_MIN;  // the largest minimum of a child, and the second largest
    Set from_surest{}, from_others{};
    for (std::uint32_t k = 0; k < list.size(); ++k) {
      const Set set = follow(p, list[k], depth, ply);
      if (budget_.out) return {};
      std::int32_t least = INT32_MAX;
      each(set, [&](std::uint32_t id) { least = std::min(least, results_[id][seat]); });
      if (least > sure) {
        second = sure;
        sure = least;
        for (std::size_t w = 0; w < set.size(); ++w) from_others[w] |= from_surest[w];
        from_surest = set;
      } else {
        second = std::max(second, least);
        for (std::size_t w = 0; w < set.size(); ++w) from_others[w] |= set[w];
      }
    }
    Set out{};
    auto keep = [&](const Set& set, std::int32_t bar) {
      each(set, [&](std::uint32_t id) {
        if (results_[id][seat] >= bar) out[id / 64] |= std::uint64_t{1} << id % 64;
      });
    };
    keep(from_surest, second);
    keep(from_others, sure);
    table_.store(key, {out, guesses_ == guesses ? std::uint8_t{255} : static_cast<std::uint8_t>(std::min(depth, 254))});
    return out;
  }

  Set follow(const Position& p, Move move, int depth, int ply) {
    Position next = p;
    const GainsOf<G> gains = g_.play(next, move);
    const Set set = visit(next, depth - (is_pass(g_, move) ? 0 : 1), ply + 1);
    if (gains == GainsOf<G>{}) return set;
    Set shifted{};
    const GainsOf<G> more = outlook_.scaled(gains);
    each(set, [&](std::uint32_t id) {
      GainsOf<G> result = results_[id];
      result += more;
      const std::uint32_t to = number(result);
      shifted[to / 64] |= std::uint64_t{1} << to % 64;
    });
    return shifted;
  }

  G g_;
  MaxNOptions options_;
  Outlook<G> outlook_;
  PositionTable<Knowledge> table_;
  MoveStack<G> stack_;
  std::unique_ptr<GainsOf<G>[]> results_;
  std::uint32_t result_count_ = 0;
  bool overflow_ = false;
  Budget budget_;
  Seat self_ = 0;
  std::uint64_t guesses_ = 0;
};

// Random play, and exact search from a given number of moves before the end: every seat maximises its own result (the players of
// the Yonin paper's Tables 3 and 4).

template <Rules G>
requires HorizonGame<G>
class Exact final : public Search<G> {
 public:
  /// options.exact is the number of moves from the end.
  Exact(const G& g, const MaxNOptions& options) : g_(g), empties_(options.exact), random_(g) {
    if constexpr (G::max_players > 2)
      if (options.ties == Ties::all) reader_ = std::make_unique<MaxNRange<G>>(g, options);
    if (reader_ == nullptr) reader_ = std::make_unique<MaxN<G>>(g, options);
  }

  void new_game() override { reader_->new_game(); }

  Answer<G> think(const Question<G>& question) override {
    return g_.horizon(question.position) <= empties_ ? reader_->think(question) : random_.think(question);
  }

 private:
  G g_;
  int empties_;
  RandomSearch<G> random_;
  std::unique_ptr<Search<G>> reader_;
};

/// The experiment of the Yonin paper's Tables 3 and 4: games first … first+count-1 of a seed, up to the one interrupted by a stop.
template <Rules G>
requires HorizonGame<G> std::vector<ExactGame> exact_play_games(const G& g, const MaxNOptions& options, std::uint64_t first,
                                                                std::uint64_t count, std::uint64_t seed,
                                                                const std::stop_token& stop) {
  const auto rank = [&](const GainsOf<G>& result, std::size_t seat) {
    int rank = 1;
    for (std::size_t other = 0; other < static_cast<std::size_t>(g.players()); ++other) rank += result[other] > result[seat];
    return rank;
  };
  std::unique_ptr<MaxN<G>> one;
  std::unique_ptr<MaxNRange<G>> all;
  if (options.ties == Ties::all)
    all = std::make_unique<MaxNRange<G>>(g, options);
  else
    one = std::make_unique<MaxN<G>>(g, options);
  MoveStack<G> stack(g);
  auto list = stack.at();
  std::vector<ExactGame> games;
  for (std::uint64_t number = first; number < first + count && !stop.stop_requested(); ++number) {
    Random random(seed, number);
    auto p = g.initial();
    GainsOf<G> gained{};
    while (g.horizon(p) > options.exact) {
      if (g.turn(p) == over) break;
      const auto drawn = draw_move(g, p, random, list);
      if (drawn.count == 0) break;
      gained += g.play(p, drawn.move);
    }
    ExactGame game;
    if (one != nullptr) {
      auto result = one->read_out(p, seed, number, stop);
      if (!result) break;
      *result += gained;
      game.result.assign(result->begin(), result->begin() + g.players());
    } else {
      auto results = all->read_out(p, stop);
      if (results.empty()) break;
      for (auto& result : results) {
        for (auto& r : result) r /= value_unit(g);
        result += gained;
      }
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(g.players()); ++seat) {
        int least = 1 << 20, most = 0;
        for (const auto& result : results) {
          least = std::min(least, rank(result, seat));
          most = std::max(most, rank(result, seat));
        }
        game.least.push_back(least);
        game.most.push_back(most);
      }
    }
    games.push_back(std::move(game));
  }
  return games;
}

}  // namespace banmen
