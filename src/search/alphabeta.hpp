// Alpha-beta for two sides (two seats, or two teams): iterative deepening, principal variation search (Marsland and Campbell 1982),
// aspiration windows, a transposition table, killer moves and history (Schaeffer 1983), and exact endgame search. Slow twin: the
// plain minimax of search_test.cpp.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>

#include "search/options.hpp"
#include "search/search.hpp"
#include "search/transposition.hpp"
#include "search/value.hpp"

namespace banmen {

struct AlphaBetaOptions {
  CommonOptions common;
  int depth = 6;
  int exact = 0;  // search exactly from this many moves before the end
  int table = 16;
  Value noise = 0;

  static AlphaBetaOptions from(const Values& values) {
    const CommonOptions common = CommonOptions::from(values);
    return {common, chosen_depth(values, common, 6), static_cast<int>(values.integer("exact")),
            static_cast<int>(values.integer("table")), static_cast<Value>(values.integer("noise"))};
  }
};

template <Rules G>
class AlphaBeta final : public Search<G> {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  AlphaBeta(const G& g, const AlphaBetaOptions& options, std::shared_ptr<const Oracle<G>> oracle = nullptr)
      : g_(g),
        options_(options),
        oracle_(std::move(oracle)),
        two_(g),
        table_(static_cast<std::size_t>(options.table)),
        stack_(g, plies(options)),
        rated_(std::make_unique_for_overwrite<Rated[]>(stack_.size())),
        killers_(std::make_unique<Killers[]>(static_cast<std::size_t>(stack_.plies()))),
        history_(std::make_unique<std::int32_t[]>(2 * history_size)) {}

  void new_game() override {
    table_.clear();
    std::fill_n(history_.get(), 2 * history_size, 0);
    std::fill_n(killers_.get(), stack_.plies(), Killers{});
  }

  Answer<G> think(const Question<G>& question) override {
    Answer<G> thought;
    budget_ = Budget(question.seconds > 0 ? question.seconds : options_.common.seconds, options_.common.nodes, question.stop);
    noise_ = Noise(options_.noise, mix(mix(question.seed, question.game), 0x6e6f697365));
    root_ = question.position;
    auto list = stack_.legal(g_, root_);
    if (list.empty()) return thought;
    side_ = two_.side(g_.turn(root_));
    const int line_count = std::clamp(question.lines, 1, static_cast<int>(list.size()));
    int limit = std::min(options_.depth, stack_.plies() - 2);
    if constexpr (HorizonGame<G>)
      if (g_.horizon(root_) <= options_.exact) limit = stack_.plies() - 2;
    if (list.size() == 1 && line_count == 1 && options_.common.limited()) limit = 1;  // nothing to choose
    std::vector<Move> excluded;
    std::vector<AnswerLine<G>> lines;
    for (int depth = 1; depth <= limit; ++depth) {
      excluded.clear();
      lines.clear();
      bool all_exact = true;
      for (int k = 0; k < line_count && !budget_.out; ++k) {
        const Value guess = k < static_cast<int>(thought.lines.size()) ? last_values_[static_cast<std::size_t>(k)] : 0;
        AnswerLine<G> line = root_line(depth, guess, excluded);
        if (budget_.out && (depth > 1 || line.line.empty())) break;
        all_exact &= line.exact;
        if (static_cast<std::size_t>(k) >= last_values_.size()) last_values_.push_back(0);
        last_values_[static_cast<std::size_t>(k)] = root_value_;
        excluded.push_back(line.move);
        lines.push_back(std::move(line));
      }
      if (static_cast<int>(lines.size()) == line_count) {
        thought.lines = lines;
        thought.depth = depth;
        if (question.progress)
          question.progress({depth, thought.lines[0].value, budget_.nodes, budget_.elapsed(), thought.lines[0].move});
      } else if (thought.lines.empty()) {
        thought.lines = lines;
      }
      if (budget_.out || all_exact) break;
      if (budget_.seconds() > 0 && budget_.elapsed() > 0.6 * budget_.seconds()) break;  // the next iteration would not finish
    }
    std::stable_sort(thought.lines.begin(), thought.lines.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
    complete(thought, question, list[0], budget_);
    return thought;
  }

 private:
  static constexpr std::size_t history_size = 4096;
  static constexpr int spare_plies = 34;  // passes cost no depth, but room
  struct Killers {
    Move move[2]{};
    int count = 0;
  };

  struct Rated {
    std::int32_t urgency;
    std::uint32_t number;  // in the game's own order
  };

  static int plies(const AlphaBetaOptions& options) {
    return (options.exact > 0 ? std::max(deepest, options.depth) : options.depth) + spare_plies;
  }

  AnswerLine<G> root_line(int depth, Value guess, const std::vector<Move>& excluded) {
    excluded_ = &excluded;
    found_root_ = false;
    const std::uint64_t guesses = guesses_;
    Value width = depth >= 4 ? 2 * std::max<Value>(8, two_.unit() / 2) : infinite;
    Value alpha = std::max(-infinite, guess - width), beta = width == infinite ? infinite : std::min(infinite, guess + width);
    if (width == infinite) alpha = -infinite;
    Value value;
    for (;;) {
      value = visit(root_, depth, alpha, beta, 0);
      if (budget_.out) break;
      if (value <= alpha && alpha > -infinite) {
        alpha = -infinite;
      } else if (value >= beta && beta < infinite) {
        beta = infinite;
      } else {
        break;
      }
    }
    root_value_ = value;
    AnswerLine<G> line;
    line.value = two_.points(value);
    line.exact = !budget_.out && guesses_ == guesses;
    line.move = best_root_;
    if (found_root_) {
      Position after = root_;
      g_.play(after, best_root_);
      line.line = principal_line(g_, after, best_root_, depth, table_, stack_);
    }
    return line;
  }

  static std::size_t history_slot(Move m) { return static_cast<std::size_t>(hash_bytes(m) % history_size); }

  /// The value of future gains for the side on turn. Every heuristic value that it depends on is counted in guesses_.
  Value visit(const Position& p, int depth, Value alpha, Value beta, int ply) {
    if (budget_.spent()) return 0;
    const Seat turn = g_.turn(p);
    // If nobody is on turn, the value is side 0's, as the caller assumes.
    const bool side = turn >= 0 && two_.side(turn);
    if (turn == over) return two_.seen(g_.payoff(p), side);
    if constexpr (IndexedGame<G>)
      if (oracle_ && ply > 0 && oracle_->knows(p)) {
        const Value lead = oracle_->lead(p) * two_.unit();
        return side ? -lead : lead;
      }
    const std::uint64_t key = g_.hash(p);
    std::uint16_t table_move = 0xffff;
    if (const TableEntry* entry = table_.find(key); entry != nullptr) {
      table_move = entry->move;
      if (ply > 0 && entry->depth >= depth) {
        const bool cut = entry->bound == Bound::equal || (entry->bound == Bound::lower && entry->value >= beta) ||
                         (entry->bound == Bound::upper && entry->value <= alpha);
        if (cut) {
          if (entry->depth != TableEntry::ended) ++guesses_;
          return entry->value;
        }
      }
    }
    auto list = stack_.at(ply);
    g_.moves(p, list);
    if (list.empty()) return two_.seen(g_.payoff(p), side);
    if (depth <= 0 || ply >= stack_.plies() - 2) {
      ++guesses_;
      return two_.guess(p, side) + noise_.at(key);
    }
    const std::uint64_t guesses = guesses_;
    const std::uint32_t count = list.size();
    Rated* rated = rated_.get() + stack_.offset(ply);
    rate(p, list, rated, table_move, depth, ply, side);

    Value best = -infinite;
    std::uint16_t best_number = 0xffff;
    Value low = alpha;
    bool first = true;
    for (std::uint32_t k = 0; k < count; ++k) {
      pick(list, rated, k, count);
      const Move move = list[k];
      if (ply == 0 && is_excluded(move)) continue;
      Position next = p;
      const Value gain = two_.seen(g_.play(next, move), side);
      const Seat next_turn = g_.turn(next);
      const bool same = (next_turn >= 0 && two_.side(next_turn)) == side;
      // A forced pass costs no depth, so that it never hides its consequences.
      const int next_depth = depth - (is_pass(g_, move) ? 0 : 1);
      const Value a = low - gain, b = beta - gain;
      Value value;
      if (first) {
        value = gain + child(next, next_depth, a, b, ply + 1, same);
      } else {
        value = gain + child(next, next_depth, a, a + 1, ply + 1, same);
        if (value > low && value < beta && !budget_.out) value = gain + child(next, next_depth, a, b, ply + 1, same);
      }
      if (budget_.out) {
        if (ply == 0 && first) best_root_ = move, found_root_ = true;
        return best == -infinite ? 0 : best;
      }
      first = false;
      if (value > best) {
        best = value;
        best_number = static_cast<std::uint16_t>(rated[k].number);
        if (ply == 0) best_root_ = move, found_root_ = true;
        if (value > low) low = value;
        if (low >= beta) {
          reward(move, depth, ply, side);
          break;
        }
      }
    }
    const bool ended = guesses_ == guesses;
    if (ply > 0 || excluded_->empty()) {
      TableEntry entry;
      entry.key = key;
      entry.value = best;
      entry.depth = ended ? TableEntry::ended : static_cast<std::uint8_t>(std::min(depth, 254));
      entry.bound = best >= beta ? Bound::lower : best > alpha ? Bound::equal : Bound::upper;
      entry.move = best_number;
      table_.store(entry);
    }
    return best;
  }

  Value child(const Position& next, int depth, Value alpha, Value beta, int ply, bool same) {
    return same ? visit(next, depth, alpha, beta, ply) : -visit(next, depth, -beta, -alpha, ply);
  }

  bool is_excluded(Move move) const { return std::find(excluded_->begin(), excluded_->end(), move) != excluded_->end(); }

  void rate(const Position& p, MoveList<Move>& list, Rated* rated, std::uint16_t table_move, int depth, int ply, bool side) {
    const Killers& killers = killers_[static_cast<std::size_t>(ply)];
    const std::int32_t* history = history_.get() + (side ? history_size : 0);
    for (std::uint32_t k = 0; k < list.size(); ++k) {
      const Move move = list[k];
      std::int32_t u;
      if (k == table_move) {
        u = 1 << 30;
      } else {
        u = history[history_slot(move)];
        if constexpr (OrderedGame<G>)
          if (depth >= 2) u = std::clamp(g_.urgency(p, move), -(1 << 16), 1 << 16) * 256 + std::min(u, 255);
        for (int i = 0; i < killers.count; ++i)
          if (killers.move[i] == move) u += 1 << 10;
      }
      rated[k] = {u, k};
    }
  }

  /// Swaps the most urgent remaining move to place k; ties go to the game's first.
  static void pick(MoveList<Move>& list, Rated* rated, std::uint32_t k, std::uint32_t count) {
    std::uint32_t best = k;
    for (std::uint32_t j = k + 1; j < count; ++j) {
      const bool sooner =
          rated[j].urgency != rated[best].urgency ? rated[j].urgency > rated[best].urgency : rated[j].number < rated[best].number;
      if (sooner) best = j;
    }
    std::swap(list[k], list[best]);
    std::swap(rated[k], rated[best]);
  }

  void reward(Move move, int depth, int ply, bool side) {
    Killers& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers.count == 0 || !(killers.move[0] == move)) {
      killers.move[1] = killers.move[0];
      killers.move[0] = move;
      killers.count = std::min(2, killers.count + 1);
    }
    std::int32_t* history = history_.get() + (side ? history_size : 0);
    std::int32_t& slot = history[history_slot(move)];
    slot += depth * depth;
    if (slot > 1 << 20)
      for (std::size_t i = 0; i < history_size; ++i) history[i] /= 2;
  }

  G g_;
  AlphaBetaOptions options_;
  std::shared_ptr<const Oracle<G>> oracle_;
  TwoSides<G> two_;
  TranspositionTable table_;
  MoveStack<G> stack_;
  std::unique_ptr<Rated[]> rated_;
  std::unique_ptr<Killers[]> killers_;
  std::unique_ptr<std::int32_t[]> history_;
  Budget budget_;
  Noise noise_;
  Position root_{};
  bool side_ = false;
  Move best_root_{};
  bool found_root_ = false;
  Value root_value_ = 0;
  const std::vector<Move>* excluded_ = nullptr;
  std::uint64_t guesses_ = 0;
  std::vector<Value> last_values_;
};

}  // namespace banmen
