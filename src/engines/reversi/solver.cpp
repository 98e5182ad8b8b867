#include "engines/reversi/solver.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>

#include "core/control.hpp"
#include "core/hash.hpp"
#include "host/threads.hpp"

namespace banmen {

DiscGame DiscGame::of(const ReversiRules& rules) {
  const Bits all = rules.board().cells();
  return {rules.board(), 2, {all, all, all, all}, {all, all}};
}

DiscGame DiscGame::of(const YoninRules& rules) {
  DiscGame game{rules.board(), 4, {}, {}};
  for (int seat = 0; seat < 4; ++seat) game.allowed[static_cast<std::size_t>(seat)] = rules.allowed(seat);
  game.counted = {rules.counted(0), rules.counted(1)};
  return game;
}

/// Lock-free transposition table (Hyatt and Mann 2002): a torn entry matches no position. Stores bounds and the move to try first.
struct DiscSolver::Table {
  struct Knowledge {
    std::int8_t least = -64, most = 64;
    std::uint8_t move = 64, empties = 0, turn = 0;
  };

  explicit Table(std::size_t bytes) {
    std::size_t buckets = 1;
    while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
    mask = buckets - 1;
    table = std::make_unique<Bucket[]>(buckets);
  }

  [[nodiscard]] static std::uint64_t hash(Bits mover, Bits other, int turn) {
    return mix(mover * 0x9e3779b97f4a7c15ULL ^ std::rotl(other, 29) ^ static_cast<std::uint64_t>(turn + 1) * 0xd1342543de82ef95ULL ^
               other * 0x2545f4914f6cdd1dULL);
  }
  void fetch(std::uint64_t hash) const { __builtin_prefetch(&table[hash & mask]); }

  bool find(std::uint64_t hash, Bits mover, Bits other, int turn, Knowledge& out) const {
    const Bucket& bucket = table[hash & mask];
    for (const Entry& entry : bucket.entry) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if ((entry.mover.load(std::memory_order_relaxed) ^ data) != mover) continue;
      if ((entry.other.load(std::memory_order_relaxed) ^ std::rotl(data, 32)) != other) continue;
      const Knowledge k = unpack(data);
      if (k.turn != turn || data == 0) continue;
      out = k;
      return true;
    }
    return false;
  }

  void store(std::uint64_t hash, Bits mover, Bits other, const Knowledge& k) {
    Bucket& bucket = table[hash & mask];
    const std::uint64_t first = bucket.entry[0].data.load(std::memory_order_relaxed);
    const bool same_first = (bucket.entry[0].mover.load(std::memory_order_relaxed) ^ first) == mover &&
                            (bucket.entry[0].other.load(std::memory_order_relaxed) ^ std::rotl(first, 32)) == other &&
                            unpack(first).turn == k.turn;
    Entry& entry = same_first || first == 0 || k.empties >= unpack(first).empties ? bucket.entry[0] : bucket.entry[1];
    const std::uint64_t data = pack(k);
    entry.mover.store(mover ^ data, std::memory_order_relaxed);
    entry.other.store(other ^ std::rotl(data, 32), std::memory_order_relaxed);
    entry.data.store(data, std::memory_order_relaxed);
  }

 private:
  static std::uint64_t pack(const Knowledge& k) {
    return static_cast<std::uint64_t>(static_cast<std::uint8_t>(k.least)) |
           static_cast<std::uint64_t>(static_cast<std::uint8_t>(k.most)) << 8 | static_cast<std::uint64_t>(k.move) << 16 |
           static_cast<std::uint64_t>(k.empties) << 24 | static_cast<std::uint64_t>(k.turn) << 32 | std::uint64_t{1} << 63;
  }
  static Knowledge unpack(std::uint64_t data) {
    return {static_cast<std::int8_t>(data), static_cast<std::int8_t>(data >> 8), static_cast<std::uint8_t>(data >> 16),
            static_cast<std::uint8_t>(data >> 24), static_cast<std::uint8_t>(data >> 32)};
  }

  struct Entry {
    std::atomic<std::uint64_t> mover{0}, other{0}, data{0};
  };
  struct alignas(16) Bucket {
    Entry entry[2];
  };
  std::size_t mask = 0;
  std::unique_ptr<Bucket[]> table;
};

/// A search thread. Positions are (mover, other, turn): discs of the colour on turn, of the other, and the seat.
class DiscSolver::Thread {
 public:
  /// `report` is called with the nodes searched, about ten times a second.
  Thread(const DiscGame& game, Table& table, int number, std::atomic<bool>& stop, std::stop_token outside,
         std::function<void(std::uint64_t)> report)
      : game_(game),
        rim_(game.board),
        table_(table),
        number_(number),
        stop_(stop),
        outside_(std::move(outside)),
        report_(std::move(report)),
        cells_(game.board.cells()) {
    for (int seat = 0; seat < 4; ++seat) {
      allowed_[seat] = game.allowed[static_cast<std::size_t>(seat % game.seats)];
      region_[seat] = game.board.quadrant(seat);
    }
  }

  /// Fail-soft: an upper bound below alpha, a lower one from beta on.
  int search(Bits mover, Bits other, int turn, int alpha, int beta, int passes = 0) {
    const Bits empty = cells_ & ~(mover | other);
    return deep(mover, other, turn, empty, popcount(empty), alpha, beta, passes);
  }

  std::uint64_t nodes = 0;

 private:
  static constexpr int with_table = 7;     // empties from which positions are stored
  static constexpr int with_guesses = 13;  // empties from which moves are ordered by a shallow search
  static constexpr int worst = -127;

  [[nodiscard]] int next(int turn) const { return turn + 1 == game_.seats ? 0 : turn + 1; }
  [[nodiscard]] int lead(Bits mover, Bits other, int turn) const {
    return popcount(mover & game_.counted[turn & 1]) - popcount(other & game_.counted[(turn & 1) ^ 1]);
  }
  static Bits flips(int cell, Bits mover, Bits other) { return runs_between(Bits{1} << cell, other, mover); }

  /// One empty cell left: the first seat in turn that can use it ends the game.
  int last_one(Bits mover, Bits other, int turn, Bits empty) {
    int sign = 1;
    for (int k = 0; k < game_.seats; ++k) {
      ++nodes;
      if ((allowed_[turn] & empty) != 0) {
        const Bits flipped = runs_between(empty, other, mover);
        if (flipped != 0) return sign * lead(mover ^ flipped ^ empty, other ^ flipped, turn);
      }
      std::swap(mover, other);
      sign = -sign;
      turn = next(turn);
    }
    // The colours have been swapped once per seat, an even number of times.
    return lead(mover, other, turn);
  }

  /// Few empty cells: no table, no sorting; parity ordering (regions with an odd number of empty cells first).
  int shallow(Bits mover, Bits other, int turn, Bits empty, int empties, int alpha, int beta, int passes) {
    if (empties == 1) return last_one(mover, other, turn, empty);
    ++nodes;
    if (empties == 0) return lead(mover, other, turn);
    const Bits mine = empty & allowed_[turn];
    Bits odd = 0;
    if (empties > 2)
      for (const Bits region : region_)
        if (popcount(empty & region) & 1) odd |= region;
    int best = worst;
    for (const Bits part : {mine & odd, mine & ~odd}) {
      for (Bits left = part; left != 0; left = without_lowest(left)) {
        const Bits cell = left & -left;
        const Bits flipped = runs_between(cell, other, mover);
        if (flipped == 0) continue;
        const int value = -shallow(other ^ flipped, mover ^ flipped ^ cell, next(turn), empty ^ cell, empties - 1, -beta,
                                   -std::max(alpha, best), 0);
        if (value > best) {
          best = value;
          if (best >= beta) return best;
        }
      }
    }
    if (best != worst) return best;
    if (passes + 1 == game_.seats) return lead(mover, other, turn);
    return -shallow(other, mover, next(turn), empty, empties, -beta, -alpha, passes + 1);
  }

  struct Choice {
    Bits flipped;
    int cell;
    int order;  // ascending
  };

  int deep(Bits mover, Bits other, int turn, Bits empty, int empties, int alpha, int beta, int passes) {
    if (empties < with_table) return shallow(mover, other, turn, empty, empties, alpha, beta, passes);
    ++nodes;
    if (nodes >= next_look_) look();
    if (halted_) return 0;
    const Bits places = behind_runs(mover, other) & empty & allowed_[turn];
    if (places == 0) {
      if (passes + 1 == game_.seats) return lead(mover, other, turn);
      return -deep(other, mover, next(turn), empty, empties, -beta, -alpha, passes + 1);
    }
    const std::uint64_t hash = Table::hash(mover, other, turn);
    Table::Knowledge known;
    known.turn = static_cast<std::uint8_t>(turn);
    const bool found = table_.find(hash, mover, other, turn, known);
    if (found) {
      if (known.least >= beta) return known.least;
      if (known.most <= alpha) return known.most;
      if (known.least == known.most) return known.least;
      alpha = std::max<int>(alpha, known.least);
      beta = std::min<int>(beta, known.most);
    }
    if (const int most = most_possible(other, turn); most <= alpha) return most;
    Choice choices[64];
    int count = 0;
    const int after = next(turn);
    for (Bits left = places; left != 0; left = without_lowest(left)) {
      const int cell = lowest(left);
      choices[count++] = {flips(cell, mover, other), cell, 0};
    }
    if (count > 1) {
      rate(choices, count, mover, other, turn, empty, empties, found ? known.move : 64);
      // Enhanced transposition cutoffs: look for a refutation among the children in the table.
      if (empties >= with_table + 4) {
        for (int k = 0; k < count; ++k) {
          const Bits m = other ^ choices[k].flipped, o = mover ^ choices[k].flipped ^ (Bits{1} << choices[k].cell);
          Table::Knowledge child;
          if (table_.find(Table::hash(m, o, after), m, o, after, child) && -child.most >= beta) return -child.most;
        }
      }
    }
    const int alpha0 = alpha;
    int best = worst;
    int best_cell = choices[0].cell;
    for (int k = 0; k < count; ++k) {
      for (int j = k + 1; j < count; ++j)
        if (choices[j].order < choices[k].order) std::swap(choices[j], choices[k]);
      const Choice& c = choices[k];
      const Bits cell = Bits{1} << c.cell;
      const Bits m = other ^ c.flipped, o = mover ^ c.flipped ^ cell;
      int value;
      if (k == 0 || beta - alpha == 1) {
        value = -deep(m, o, after, empty ^ cell, empties - 1, -beta, -alpha, 0);
      } else {
        value = -deep(m, o, after, empty ^ cell, empties - 1, -alpha - 1, -alpha, 0);
        if (value > alpha && value < beta) value = -deep(m, o, after, empty ^ cell, empties - 1, -beta, -value, 0);
      }
      if (halted_) return 0;
      if (value > best) {
        best = value;
        best_cell = c.cell;
        alpha = std::max(alpha, value);
        if (best >= beta) break;
      }
    }
    Table::Knowledge fresh = known;
    if (!found) fresh.least = -64, fresh.most = 64;
    if (best > alpha0) fresh.least = static_cast<std::int8_t>(std::max<int>(fresh.least, best));
    if (best < beta) fresh.most = static_cast<std::int8_t>(std::min<int>(fresh.most, best));
    fresh.move = static_cast<std::uint8_t>(best_cell);
    fresh.empties = static_cast<std::uint8_t>(empties);
    fresh.turn = static_cast<std::uint8_t>(turn);
    table_.store(hash, mover, other, fresh);
    return best;
  }

  /// Polls stop and progress every few thousand nodes of any kind: ordering searches make many between two nodes of the search
  /// itself.
  void look() {
    next_look_ = nodes + 4096;
    if (stop_.load(std::memory_order_relaxed) || outside_.stop_requested()) halted_ = true;
    if (report_ && ticker_.due()) report_(nodes);
  }

  /// Upper bound on the mover's lead: the other colour's corner chains can never be flipped.
  [[nodiscard]] int most_possible(Bits other, int turn) const {
    const Bits held = corner_chains(rim_, other);
    if (held == 0) return 64;
    return popcount(game_.counted[turn & 1] & ~held) - popcount(held & game_.counted[(turn & 1) ^ 1]);
  }

  void rate(Choice* choices, int count, Bits mover, Bits other, int turn, Bits empty, int empties, int table_move) {
    const int after = next(turn);
    Bits odd = 0;
    for (const Bits region : region_)
      if (popcount(empty & region) & 1) odd |= region;
    const int depth = empties < with_guesses ? -1 : std::min(5, (empties - with_guesses) / 3);
    for (int k = 0; k < count; ++k) {
      Choice& c = choices[k];
      const Bits cell = Bits{1} << c.cell;
      if (c.cell == table_move) {
        c.order = -1 << 20;
        continue;
      }
      const Bits m = other ^ c.flipped, o = mover ^ c.flipped ^ cell;
      const Bits left = empty ^ cell;
      if (empties > with_table) table_.fetch(Table::hash(m, o, after));
      const Bits replies = behind_runs(m, o) & left & allowed_[after];
      c.order = 8 * popcount(replies) + 8 * popcount(replies & rim_.corners) - ((rim_.corners & cell) != 0 ? 12 : 0) -
                ((odd & cell) != 0 ? 3 : 0);
      if (depth >= 0) c.order += guess(m, o, after, left, depth, -100000, 100000, 0) * 2;
      if (number_ > 0 && empties > 16)
        c.order += static_cast<int>(mix(Table::hash(m, o, after) + static_cast<unsigned>(number_)) & 7);
    }
  }

  /// Evaluation for the mover by a shallow search.
  int guess(Bits mover, Bits other, int turn, Bits empty, int depth, int alpha, int beta, int passes) {
    ++nodes;
    const Bits flanked = behind_runs(mover, other);
    const Bits places = flanked & empty & allowed_[turn];
    if (places == 0) {
      if (passes + 1 == game_.seats) return 64 * lead(mover, other, turn);
      return -guess(other, mover, next(turn), empty, depth, -beta, -alpha, passes + 1);
    }
    if (depth == 0) {
      const Bits theirs = behind_runs(other, mover) & empty & allowed_[next(turn)];
      return disc_evaluation(rim_, mover, other, popcount(places), popcount(theirs));
    }
    int best = -100000;
    for (Bits left = places; left != 0; left = without_lowest(left)) {
      const Bits cell = left & -left;
      const Bits flipped = runs_between(cell, other, mover);
      const int value =
          -guess(other ^ flipped, mover ^ flipped ^ cell, next(turn), empty ^ cell, depth - 1, -beta, -std::max(alpha, best), 0);
      best = std::max(best, value);
      if (best >= beta) break;
    }
    return best;
  }

  const DiscGame& game_;
  DiscRim rim_;
  Table& table_;
  int number_;
  std::atomic<bool>& stop_;
  std::stop_token outside_;
  std::function<void(std::uint64_t)> report_;
  Ticker ticker_;
  Bits cells_;
  Bits allowed_[4];
  Bits region_[4];
  std::uint64_t next_look_ = 4096;
  bool halted_ = false;

  friend class DiscSolver;
};

DiscSolver::DiscSolver(const DiscGame& game, const DiscSolverOptions& options)
    : game_(game), options_(options), table_(std::make_unique<Table>(options.table_bytes)) {}
DiscSolver::~DiscSolver() = default;

int DiscSolver::test(const DiscPosition& p, int bound, bool& stopped) {
  std::atomic<bool> stop{false};
  std::atomic<int> answer{0};
  std::atomic<bool> answered{false};
  std::atomic<std::uint64_t> nodes{0};
  const int empties = popcount(game_.board.cells() & ~(p.mover | p.other));
  // All threads search the same tree and share the table; the first result stops the others.
  const int threads = empties < 16 ? 1 : options_.threads;
  on_threads(threads, options_.stop, [&](int number, const std::stop_token& outside) {
    std::function<void(std::uint64_t)> report;
    if (number == 0 && options_.progress)
      report = [&](std::uint64_t here) { options_.progress(nodes_ + here * static_cast<std::uint64_t>(threads), least_, most_); };
    Thread thread(game_, *table_, number, stop, outside, std::move(report));
    const int value = thread.search(p.mover, p.other, static_cast<int>(p.turn), bound - 1, bound);
    nodes += thread.nodes;
    if (!thread.halted_ && !answered.exchange(true)) answer = value;
    stop = true;
  });
  nodes_ += nodes;
  stopped |= !answered;
  return answer;
}

void DiscSolver::find_value(const DiscPosition& p, DiscSolution& solution) {
  least_ = -64;
  most_ = 64;
  int guess = 0;
  bool stopped = false;
  while (least_ < most_) {
    const int bound = guess == least_ ? guess + 1 : guess;
    guess = test(p, bound, stopped);
    if (stopped) break;
    if (guess >= bound)
      least_ = std::max(least_, guess);
    else
      most_ = std::min(most_, guess);
  }
  solution.value = guess;
  solution.proved = !stopped;
  solution.least = least_;
  solution.most = most_;
}

DiscSolution DiscSolver::solve(const DiscPosition& p, bool with_line) {
  const auto begin = std::chrono::steady_clock::now();
  DiscSolution solution;
  nodes_ = 0;
  find_value(p, solution);
  bool stopped = !solution.proved;
  // The line: in each position the first move that keeps the value.
  DiscPosition at = p;
  int value = solution.value, passes = 0;
  while (with_line && !stopped && passes < game_.seats) {
    const Bits empty = game_.board.cells() & ~(at.mover | at.other);
    const Bits places = behind_runs(at.mover, at.other) & empty & game_.allowed[at.turn];
    const std::uint64_t after = (at.turn + 1) % static_cast<std::uint64_t>(game_.seats);
    if (places == 0) {
      ++passes;
      at = {at.other, at.mover, after};
      value = -value;
      solution.line.push_back(disc_pass);
      continue;
    }
    passes = 0;
    Table::Knowledge known;
    const bool found = table_->find(Table::hash(at.mover, at.other, static_cast<int>(at.turn)), at.mover, at.other,
                                    static_cast<int>(at.turn), known);
    const Bits likely = found && known.move < 64 ? places & (Bits{1} << known.move) : 0;
    bool stepped = false;
    for (const Bits part : {likely, places & ~likely}) {
      for (Bits left = part; left != 0 && !stepped && !stopped; left = without_lowest(left)) {
        const int cell = lowest(left);
        const Bits flipped = runs_between(Bits{1} << cell, at.other, at.mover);
        const DiscPosition next{at.other ^ flipped, at.mover ^ flipped ^ (Bits{1} << cell), after};
        if (test(next, -value + 1, stopped) <= -value && !stopped) {
          solution.line.push_back({static_cast<std::uint8_t>(cell)});
          at = next;
          value = -value;
          stepped = true;
        }
      }
    }
    if (!stepped) break;
  }
  while (!solution.line.empty() && solution.line.back() == disc_pass) solution.line.pop_back();  // final passes are not played
  solution.nodes = nodes_;
  solution.seconds = seconds_since(begin);
  return solution;
}

}  // namespace banmen
