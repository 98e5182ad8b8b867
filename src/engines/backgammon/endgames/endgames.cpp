#include "engines/backgammon/endgames/endgames.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

#include "engines/backgammon/endgames/kernel.hpp"
#include "host/files.hpp"
#include "host/threads.hpp"

namespace banmen::backgammon {

namespace {

constexpr int most_checkers = 15;
constexpr std::size_t slot_of(int n, int m) { return static_cast<std::size_t>(n * (most_checkers + 1) + m); }

/// Slot of a throw in the order of add_chosen: weight 2 first.
constexpr int slot_of_throw(int roll) {
  int before = 0;
  for (int r = 0; r < roll; ++r) before += throw_of(r).weight == throw_of(roll).weight;
  return throw_of(roll).weight == 2 ? before : 15 + before;
}

/// Widening of a bound: exceeds the rounding error of a weighted sum of 21 values of magnitude up to 3·2.
constexpr double widening = 0x1p-44;
/// The same for a residual: 21 additions of partial sums up to 36·3, each off by 2⁻⁵³ of that, divided by 36.
constexpr double rounding = 0x1p-46;
/// Sweeps between two extrapolations: enough for one rate of convergence to dominate.
constexpr int leap_every = 8;

std::vector<Component> components_of(const Stakes& stakes) {
  using Role = Component::Role;
  std::vector<Component> plain;
  if (stakes.kind == Stakes::Kind::cube) {
    plain = {{Role::owned, 0, 0}};
    if (!stakes.jacoby || stakes.both) plain.push_back({Role::centred, 1, 0});
    if (stakes.jacoby || stakes.both) plain.push_back({Role::jacoby, static_cast<int>(plain.size()), 0});
    plain[0].source = static_cast<int>(plain.size());
    plain.push_back({Role::opponents, 0, 0});
  } else
    plain = {{stakes.kind == Stakes::Kind::length ? Role::length : Role::plain, 0, 0}};
  if (!stakes.bounds) return plain;
  std::vector<Component> both;
  const int count = static_cast<int>(plain.size());
  for (const int widen : {1, -1})
    for (const Component& c : plain) both.push_back({c.role, c.source + (widen > 0 ? count : 0), widen});
  return both;
}

}  // namespace

std::vector<std::pair<int, int>> groups_up_to(int n, int m) {
  std::vector<std::pair<int, int>> out;
  for (int sum = 2; sum <= n + m; ++sum)
    for (int large = (sum + 1) / 2; large < sum; ++large)
      if (large <= std::max(n, m) && sum - large <= std::min(n, m)) out.emplace_back(large, sum - large);
  return out;
}

tl::unexpected<Error> BuildPlan::too_large(std::uint64_t bytes) const {
  return fail(fmt::format("{} against {} checkers take {:.1f} GiB of memory, but {:.1f} are allowed", mover, opponent,
                          gibibytes(bytes), gibibytes(memory)),
              fmt::format("use --memory {:.0f}", std::ceil(gibibytes(bytes) + 0.05)));
}

EndgameOptions EndgameOptions::from(const Control& control, const std::string& more) {
  EndgameOptions options;
  options.threads = std::max(1, control.threads);
  options.stop = control.stop;
  if (control.progress)
    options.progress = [tell = control.progress, more, told = -1, last = std::chrono::steady_clock::time_point()](
                           int n, int m, int sweep, double share, double change) mutable {
      const auto now = std::chrono::steady_clock::now();
      // Every sweep is reported once, so that callers can count sweeps; its levels are rate-limited.
      if (sweep == told && now - last < std::chrono::milliseconds(100)) return;
      told = sweep;
      last = now;
      tell(static_cast<std::uint64_t>(sweep), 0,
           fmt::format("sweeps of {} against {}, {:.0f} % of the next; last change {:.1e}{}", n, m, 100 * share, change, more));
    };
  return options;
}

int Stakes::points(const std::uint8_t* loser) const {
  if (kind == Kind::single) return 1;
  if (kind == Kind::length) return 0;
  if (on_board(loser) < checkers) return 1;
  for (int slot = 19; slot <= bar; ++slot)
    if (loser[slot] != 0) return 3;
  return 2;
}

/// Values of one tier: [component][opponent b][mover a]. The tiers of a group are contiguous in one block, whose first number is a
/// zero.
struct Endgames::Tier {
  int n, m;
  std::uint32_t movers, opponents;
  std::shared_ptr<std::vector<double>> block;
  std::size_t begin;
  bool solved = false;

  [[nodiscard]] double* row(int component, std::uint32_t b) {
    return block->data() + begin + (static_cast<std::size_t>(component) * opponents + b) * movers;
  }
  [[nodiscard]] const double* row(int component, std::uint32_t b) const { return const_cast<Tier*>(this)->row(component, b); }
};

Endgames::Endgames(const Stakes& stakes)
    : stakes_(stakes),
      components_(components_of(stakes)),
      sides_(most_checkers + 1),
      lost_((most_checkers + 1) * components_.size()),
      tiers_((most_checkers + 1) * (most_checkers + 1)) {}
Endgames::~Endgames() = default;

int Endgames::component(Component::Role role) const {
  for (std::size_t c = 0; c < components_.size(); ++c)
    if (components_[c].role == role) return static_cast<int>(c);
  return -1;
}

Endgames::Tier* Endgames::tier(int n, int m) const { return tiers_[slot_of(n, m)].get(); }
bool Endgames::solved(int n, int m) const { return tier(n, m) != nullptr && tier(n, m)->solved; }

std::uint64_t Endgames::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& t : tiers_)
    if (t) sum += components_.size() * t->movers * t->opponents * sizeof(double);
  return sum;
}

bool Endgames::prepare(int n, const std::stop_token& stop) {
  for (int k = 0; k <= n; ++k) {
    if (sides_[static_cast<std::size_t>(k)]) continue;
    auto sides = std::make_unique<Sides>(k);
    std::vector<const Sides*> smaller;
    for (int j = 0; j < k; ++j) smaller.push_back(sides_[static_cast<std::size_t>(j)].get());
    if (!sides->find_plays(smaller, stop)) return false;
    for (std::size_t c = 0; c < components_.size(); ++c) {
      auto& lost = lost_[static_cast<std::size_t>(k) * components_.size() + c];
      // The loser's value in component c: only a cube that was never turned voids gammons.
      const bool plain = components_[c].role == Component::Role::jacoby;
      for (std::uint32_t b = 0; b < sides->size(); ++b) lost.push_back(plain ? -1 : -stakes_.points(sides->side(b)));
    }
    sides_[static_cast<std::size_t>(k)] = std::move(sides);
  }
  return true;
}

/// The work list of a group, by levels of equal pips: a mover configuration against a run of opponents.
struct Endgames::Work {
  struct Item {
    std::uint32_t a, run;
    std::uint64_t all, contact;  // possible opponents; of those, the ones in contact
    std::uint64_t before;        // contact positions of all earlier items, padded: offset of the policy
    std::uint8_t tier;           // 0 or 1 of the group
  };
  enum class Sweep : std::uint8_t { everything, contact, chosen, look, everything_looked_at };

  Endgames& e;
  std::vector<Tier*> group;
  std::vector<std::vector<Item>> levels;
  std::size_t widest = 0;
  std::uint64_t contacts = 0;
  int count = static_cast<int>(e.components_.size());
  std::vector<Rows> rows[2];  // [tier of the group][component]
  /// Policy: successors inside the group as indices of its block: [item][component][throw][contact position], positions padded to
  /// eight. Successors outside the group are summed in `settled`, and their index is that of the zero.
  std::vector<std::int32_t> places;
  std::vector<double> settled;  // [item][component][contact position]

  Work(Endgames& endgames, std::vector<Tier*> tiers) : e(endgames), group(std::move(tiers)) {
    for (std::size_t t = 0; t < group.size(); ++t) {
      const Sides& mine = e.sides(group[t]->n);
      const Sides& theirs = e.sides(group[t]->m);
      levels.resize(static_cast<std::size_t>(mine.most_pips() + theirs.most_pips()) + 1);
      for (std::uint32_t a = 0; a < mine.size(); ++a)
        for (std::uint32_t r = 0; r < theirs.runs().size(); ++r) {
          const Run& run = theirs.runs()[r];
          const std::uint32_t size = run.end - run.begin;
          std::uint64_t all = size == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
          for (PointSet set = mine.points(a); set != 0; set &= set - 1) all &= ~(run.blots[lowest(set)] | run.blocks[lowest(set)]);
          std::uint64_t races = 0;
          while (races < size && theirs.top(run.begin + static_cast<std::uint32_t>(races)) + mine.top(a) < bar) ++races;
          const std::uint64_t contact = races >= 64 ? 0 : all & (~std::uint64_t{0} << races);
          if (all != 0)
            levels[static_cast<std::size_t>(mine.pips(a) + run.pips)].push_back(
                {a, r, all, contact, 0, static_cast<std::uint8_t>(t)});
        }
    }
    for (auto& level : levels) {
      widest = std::max(widest, level.size());
      for (Item& item : level) {
        item.before = contacts;
        contacts += static_cast<std::uint64_t>(width_of(item));
      }
    }
    for (std::size_t t = 0; t < group.size(); ++t)
      for (int c = 0; c < count; ++c) rows[t].push_back(rows_of(*group[t], c));
  }

  /// Bytes of the work list of a group.
  static std::uint64_t bytes_for(const Sides& mine, const Sides& theirs, std::size_t components) {
    std::uint64_t items = 0, widest = 0;
    for (int pips = 0; pips <= mine.most_pips() + theirs.most_pips(); ++pips) {
      std::uint64_t level = 0;
      for (int p = std::max(0, pips - theirs.most_pips()); p <= std::min(pips, mine.most_pips()); ++p)
        level += std::uint64_t{mine.first_of(p + 1) - mine.first_of(p)} * theirs.runs_of(pips - p).size();
      items += level;
      widest = std::max(widest, level);
    }
    return items * sizeof(Item) + widest * components * 64 * sizeof(double);
  }

  [[nodiscard]] Rows rows_of(const Tier& t, int component) const {
    const int source = e.components_[static_cast<std::size_t>(component)].source;
    Rows out{{}, e.sides(t.m).size(), t.block->data(), t.n};
    out.base[0] = e.lost_[static_cast<std::size_t>(t.m) * e.components_.size() + static_cast<std::size_t>(component)].data();
    for (int left = 1; left <= t.n; ++left) out.base[left] = e.tier(t.m, left)->row(source, 0);
    return out;
  }

  static int width_of(const Item& item) { return (std::popcount(item.contact) + 7) / 8 * 8; }
  [[nodiscard]] std::uint64_t policy_bytes() const {
    return contacts * static_cast<std::uint64_t>(count) * (throw_count * sizeof(std::int32_t) + sizeof(double));
  }
  void keep_policy() {
    places.resize(contacts * throw_count * static_cast<std::uint64_t>(count));
    settled.resize(contacts * static_cast<std::uint64_t>(count));
  }
  [[nodiscard]] std::int32_t* places_of(const Item& item, int component) {
    return places.data() + static_cast<std::size_t>(settled_of(item, component) - settled.data()) * throw_count;
  }
  [[nodiscard]] double* settled_of(const Item& item, int component) {
    return settled.data() + item.before * static_cast<std::uint64_t>(count) +
           static_cast<std::uint64_t>(component * width_of(item));
  }

  /// New values of all components for the opponents in `mask`, over all plays. Stores the policy of contact positions.
  void compute(const Item& item, std::uint64_t mask, double* out) {
    const Tier& t = *group[item.tier];
    const Sides& mine = e.sides(t.n);
    const Sides& theirs = e.sides(t.m);
    KernelInput input{&theirs, &theirs.runs()[item.run], mask, {}, 0};
    const double* idle[6];
    for (int c = 0; c < count; ++c) idle[c] = idle_row(t, item.a, c);
    Best best[6];
    double fixed[6 * 64] = {};
    for (int roll = 0; roll < throw_count; ++roll) {
      input.plays = mine.plays(item.a, roll);
      input.weight = throw_of(roll).weight;
      if (places.empty()) {
        add_roll<false>(input, count, roll == 0, rows[item.tier].data(), idle, out, best);
        continue;
      }
      add_roll<true>(input, count, roll == 0, rows[item.tier].data(), idle, out, best);
      for (int c = 0; c < count && item.contact != 0; ++c) {
        pack(best[c].place, item.contact, places_of(item, c) + slot_of_throw(roll) * width_of(item));
        add_outside(best[c], input.weight, fixed + c * 64);
      }
    }
    for (int c = 0; c < count && !places.empty(); ++c) {
      double* to = settled_of(item, c);
      for (std::uint64_t bits = item.contact; bits != 0; bits &= bits - 1) *to++ = fixed[c * 64 + std::countr_zero(bits)];
    }
    decide(out, input.run->end - input.run->begin);
  }

  /// New values of contact positions under the policy.
  void evaluate(const Item& item, double* out) {
    const int width = width_of(item);
    double sums[64];
    for (int c = 0; c < count; ++c) {
      add_chosen(group[0]->block->data(), places_of(item, c), width, sums);
      const double* fixed = settled_of(item, c);
      int k = 0;
      for (std::uint64_t bits = item.contact; bits != 0; bits &= bits - 1, ++k)
        out[c * 64 + std::countr_zero(bits)] = sums[k] + fixed[k];
    }
    decide(out, 64);
  }

  [[nodiscard]] const double* idle_row(const Tier& t, std::uint32_t a, int component) const {
    return e.tier(t.m, t.n)->row(e.components_[static_cast<std::size_t>(component)].source, a);
  }

  /// Turns sums over the rolls into values: negates them, widens bounds, and applies the doubling decision.
  void decide(double* out, std::uint32_t size) const {
    for (int c = 0; c < count; ++c) {
      const Component& component = e.components_[static_cast<std::size_t>(c)];
      const bool length = component.role == Component::Role::length;
      const double scale = length ? 1.0 / 36 : -1.0 / 36, shift = length ? -1 : component.widen * widening;
      for (std::uint32_t i = 0; i < size; ++i) {
        double& value = out[c * 64 + static_cast<int>(i)];
        value = value * scale + shift;
      }
    }
    if (e.stakes_.kind != Stakes::Kind::cube) return;
    const int tables = e.stakes_.bounds ? count / 2 : count;  // the last is the opponent's cube
    for (int base = 0; base < count; base += tables)
      for (std::uint32_t i = 0; i < size; ++i) {
        const double doubled = std::min(1.0, 2 * out[(base + tables - 1) * 64 + static_cast<int>(i)]);
        for (int c = base; c < base + tables - 1; ++c) {
          double& value = out[c * 64 + static_cast<int>(i)];
          value = std::max(value, doubled);
        }
      }
  }

  /// Change of the values in a sweep.
  struct Change {
    double largest = 0;                                       // absolute
    double lowest = std::numeric_limits<double>::infinity();  // signed
    bool whole = true;                                        // not stopped

    void add(const Change& other) {
      largest = std::max(largest, other.largest);
      lowest = std::min(lowest, other.lowest);
      whole = whole && other.whole;
    }
  };

  /// Compares with the stored values and overwrites them if `write`.
  Change commit(const Item& item, std::uint64_t mask, const double* values, bool write) const {
    Tier& t = *group[item.tier];
    const std::uint32_t begin = e.sides(t.m).runs()[item.run].begin;
    Change change;
    for (int c = 0; c < count; ++c)
      for (std::uint64_t bits = mask; bits != 0; bits &= bits - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(bits));
        double& value = t.row(c, begin + i)[item.a];
        const double next = values[c * 64 + static_cast<int>(i)];
        change.add({std::fabs(next - value), next - value});
        if (write) value = next;
      }
    return change;
  }

  /// One pass over all levels: everything, contact positions only, those under the policy, or a dry run. Races need one pass. A
  /// level is written when all of it is computed, so the result does not depend on the number of threads. `passed` is called with
  /// the number of each level, while no value is written. A stop leaves the rest undone.
  Change sweep(Sweep kind, int threads, std::stop_token stop = {}, const std::function<void(std::size_t)>& passed = nullptr) {
    std::vector<double> buffer(widest * static_cast<std::size_t>(count) * 64);
    std::atomic<std::size_t> next{0};
    std::vector<Change> changes(static_cast<std::size_t>(threads));
    constexpr std::size_t chunk = 8;
    const bool all = kind == Sweep::everything || kind == Sweep::everything_looked_at;
    const bool write = kind != Sweep::look && kind != Sweep::everything_looked_at;
    bool leave = false;
    std::atomic<bool> failed{false};
    std::barrier sync(threads, [&]() noexcept {
      next = 0;
      leave = failed || stop.stop_requested();
    });
    auto worker = [&](int id) {
      Change& sum = changes[static_cast<std::size_t>(id)];
      for (const auto& level : levels) {
        if (id == 0 && passed) passed(static_cast<std::size_t>(&level - levels.data()));
        auto each = [&](auto&& action) {
          for (std::size_t begin; !stop.stop_requested() && (begin = next.fetch_add(chunk)) < level.size();)
            for (std::size_t k = begin; k < std::min(level.size(), begin + chunk); ++k) {
              const std::uint64_t mask = all ? level[k].all : level[k].contact;
              if (mask != 0) action(level[k], mask, &buffer[k * static_cast<std::size_t>(count) * 64]);
            }
          sync.arrive_and_wait();
          if (leave) sum.whole = false;
          return sum.whole;
        };
        auto computed = [&](const Item& item, std::uint64_t mask, double* out) {
          if (kind == Sweep::chosen)
            evaluate(item, out);
          else
            compute(item, mask, out);
        };
        auto committed = [&](const Item& item, std::uint64_t mask, double* out) { sum.add(commit(item, mask, out, write)); };
        if (!each(computed) || !each(committed)) return;
      }
    };
    on_threads(threads, stop, [&](int id, const std::stop_token&) {
      try {
        worker(id);
      } catch (...) {  // the others must not wait for this one nor use its unfinished values
        failed = true;
        sync.arrive_and_drop();
        throw;
      }
    });
    Change sum;
    for (const Change& change : changes) sum.add(change);
    return sum;
  }

  /// Turns numbers of turns W that almost satisfy W ≥ 1 + Σ p max W' into bounds: if they miss by less than 1, dividing by the
  /// remainder is enough. Verified by a sweep; false if that fails.
  bool make_length_bounds(double missed, int threads, const std::stop_token& stop) {
    if (missed > 0.5) return false;
    for (double& value : *group[0]->block) value /= 1 - missed - 1e-6;
    const Change change = sweep(Sweep::everything_looked_at, threads, stop);
    return change.whole && change.lowest >= 1e-9;
  }

  /// Extrapolates a geometric sequence of changes with this ratio to its limit.
  void extrapolate(const std::vector<double>& earlier, double factor) {
    std::vector<double>& now = *group[0]->block;
    for (std::size_t i = 0; i < now.size(); ++i) now[i] += (now[i] - earlier[i]) * factor / (1 - factor);
  }
};

std::uint64_t Endgames::bytes_for(int n, int m) {
  const int large = std::max(n, m), small = std::min(n, m);
  prepare(large);
  std::uint64_t values = 0, plays = 0, work = 0;
  for (int x = 1; x <= large; ++x) {
    plays += sides(x).play_count() * sizeof(IndexedPlay);
    for (int y = 1; y <= std::min(x, small); ++y) {
      const int tables = x == y ? 1 : 2;
      values += static_cast<std::uint64_t>(tables) * components_.size() * sides(x).size() * sides(y).size() * sizeof(double);
      work = std::max(work, Work::bytes_for(sides(x), sides(y), components_.size()) +
                                (tables - 1) * Work::bytes_for(sides(y), sides(x), components_.size()));
    }
  }
  return values + plays + work;
}

bool Endgames::solve(int n, int m, const EndgameOptions& options) {
  for (const auto& [large, small] : groups_up_to(n, m))
    if (!solved(large, small) && !solve_group(large, small, options)) return false;
  return true;
}

bool Endgames::solve_group(int n, int m, const EndgameOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  if (!prepare(std::max(n, m), options.stop)) return false;
  std::vector<Tier*> group;
  const std::size_t table = components_.size() * sides(n).size() * sides(m).size();
  auto block = std::make_shared<std::vector<double>>(1 + table * (n == m ? 1 : 2));
  for (const auto& [x, y] : {std::pair{n, m}, {m, n}}) {
    if (!group.empty() && n == m) break;
    auto& t = tiers_[slot_of(x, y)];
    t = std::make_unique<Tier>(Tier{x, y, sides(x).size(), sides(y).size(), block, 1 + table * group.size()});
    const double largest = stakes_.kind == Stakes::Kind::single ? 1 : 3;
    if (stakes_.bounds)
      for (std::size_t c = 0; c < components_.size(); ++c)
        std::fill_n(t->row(static_cast<int>(c), 0), std::size_t{t->movers} * t->opponents, components_[c].widen * largest);
    group.push_back(t.get());
  }
  Work work(*this, group);
  std::size_t items = 0;
  for (const auto& level : work.levels) items += level.size();
  const int threads = items < options.parallel_from ? 1 : std::max(1, options.threads);
  TierReport report;
  report.n = n;
  report.m = m;
  report.residual = -1;
  // Bounds must hold at every step, and the best play for one is not the best for the other: no policy for them.
  const bool room = bytes_for(n, m) + work.policy_bytes() <= options.memory;
  if (!stakes_.bounds && room && block->size() < (std::size_t{1} << 31)) work.keep_policy();
  if (options.resume) options.resume(n, m, *block, report);
  auto kept = std::chrono::steady_clock::now();
  const double earlier_seconds = report.seconds;
  auto keep = [&] {
    kept = std::chrono::steady_clock::now();
    report.seconds = earlier_seconds + std::chrono::duration<double>(kept - start).count();
    if (options.keep) options.keep(n, m, *block, report);
  };
  auto passed = [&](std::size_t level) {
    const double share = static_cast<double>(level) / static_cast<double>(work.levels.size());
    if (options.progress) options.progress(n, m, static_cast<int>(report.sweeps + report.evaluations), share, report.change);
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - kept).count() > options.keep_every) keep();
  };
  auto sweep = [&](Work::Sweep kind) {
    const Work::Change change = work.sweep(kind, threads, options.stop, passed);
    if (change.whole) {
      ++(kind == Work::Sweep::chosen ? report.evaluations : report.sweeps);
      report.change = change.largest;
    } else {
      keep();
    }
    return change;
  };
  // Policy iteration: a sweep over all plays chooses a policy, followed by cheap sweeps under it, few while the policy still
  // changes. After convergence a dry run over all plays measures the residual. Without room for a policy every sweep covers all
  // plays.
  const bool length = stakes_.kind == Stakes::Kind::length;
  const double tolerance = length ? 0.1 : options.tolerance;
  const bool resumed = report.residual >= 0;
  Work::Sweep kind = Work::Sweep::everything;
  while (report.sweeps < options.most_sweeps && report.residual < 0) {
    Work::Change change = sweep(kind);
    if (!change.whole) return false;
    // For lengths only shortfalls count: a longer length is as good a bound.
    const double missed = length ? std::max(0.0, -change.lowest) : change.largest;
    if (kind == Work::Sweep::look && missed <= tolerance) {
      report.residual = missed;
      break;
    }
    const bool last = kind != Work::Sweep::everything && change.largest <= options.settled_below;
    const double enough = last ? tolerance : std::max(tolerance, change.largest * options.evaluate_to);
    std::vector<double> earlier;
    for (int k = 1; !work.places.empty() && (k == 1 || change.largest > enough); ++k) {
      // Games that can last for hundreds of turns would take as many sweeps.
      const bool leap = length && k % leap_every == 0;
      if (leap) earlier = *block;
      const double before = change.largest;
      change = sweep(Work::Sweep::chosen);
      if (!change.whole) return false;
      if (leap && change.largest < before) work.extrapolate(earlier, change.largest / before);
    }
    kind = change.largest <= tolerance ? Work::Sweep::look : Work::Sweep::contact;
  }
  if (length && !work.make_length_bounds(report.residual, threads, options.stop)) return false;
  report.error_bound = -1;
  report.positions = count_positions(n, m) * (n == m ? 1 : 2);
  if (stakes_.bounds) {
    report.error_bound = 0;
    const int half = static_cast<int>(components_.size()) / 2;
    for (const Tier* t : group)
      for (int c = 0; c < half; ++c)
        for (std::uint32_t b = 0; b < t->opponents; ++b)
          for (std::uint32_t a = 0; a < t->movers; ++a)
            if (possible(t->n, a, t->m, b))
              report.error_bound = std::max(report.error_bound, (t->row(c, b)[a] - t->row(c + half, b)[a]) / 2);
  }
  if (length) report.longest = -*std::min_element(block->begin(), block->end());
  if (!resumed) keep();
  for (Tier* t : group) t->solved = true;
  reports_.push_back(report);
  return true;
}

bool Endgames::prove(const EndgameOptions& options) {
  Stakes stakes = stakes_;
  stakes.kind = Stakes::Kind::length;
  Endgames lengths(stakes);
  EndgameOptions plain = options;
  plain.resume = nullptr;
  plain.keep = nullptr;
  double residual = 0;
  for (TierReport& report : reports_) {
    residual = std::max(residual, report.residual);
    if (!lengths.solve(report.n, report.m, plain)) return false;
    // Tiers below have smaller residuals, or are included already.
    report.longest = lengths.reports().back().longest;
    report.error_bound = (residual + rounding) * report.longest;
  }
  return true;
}

double Endgames::value(int component, int n, std::uint32_t a, int m, std::uint32_t b) const {
  return tier(n, m)->row(component, b)[a];
}

double Endgames::value(int component, const std::uint8_t* mover, const std::uint8_t* opponent) const {
  const int n = on_board(mover), m = on_board(opponent);
  if (!solved(n, m)) return std::numeric_limits<double>::quiet_NaN();
  return value(component, n, sides(n).index_of(mover), m, sides(m).index_of(opponent));
}

namespace {

constexpr char magic[8] = {'b', 'n', 'm', 'n', 'w', 'r', 'k', '2'};

struct Header {
  char magic[8];
  std::uint64_t owner, values, checksum;  // hash of the owner's text, number of doubles, their hash
  SweepState state;
};

std::uint64_t hash(const void* data, std::size_t bytes) { return XXH3_64bits(data, bytes); }

}  // namespace

Result<void> Checkpoint::save(int n, int m, std::span<const double> values, const TierReport& report) const {
  Header header{{}, hash(owner_.data(), owner_.size()), values.size(), hash(values.data(), values.size_bytes()), report};
  std::memcpy(header.magic, magic, sizeof magic);
  const auto bytes = [](const void* data, std::size_t size) { return std::string_view(static_cast<const char*>(data), size); };
  return write_file(file(n, m), std::array{bytes(&header, sizeof header), bytes(values.data(), values.size_bytes())});
}

bool Checkpoint::load(int n, int m, std::span<double> values, TierReport& report) const {
  const File in(std::fopen(file(n, m).c_str(), "rb"));
  Header header;
  if (!in || std::fread(&header, sizeof header, 1, in.get()) != 1 || std::memcmp(header.magic, magic, sizeof magic) != 0)
    return false;
  if (header.owner != hash(owner_.data(), owner_.size()) || header.values != values.size()) return false;
  // Reads directly into the table, which may take most of the memory.
  if (std::fread(values.data(), sizeof(double), values.size(), in.get()) != values.size() ||
      hash(values.data(), values.size_bytes()) != header.checksum) {
    std::fill(values.begin(), values.end(), 0.0);
    return false;
  }
  static_cast<SweepState&>(report) = header.state;
  return true;
}

void Checkpoint::attach(EndgameOptions& options) {
  options.resume = [this](int n, int m, std::span<double> values, TierReport& report) {
    if (load(n, m, values, report) && report.residual >= 0) ++resumed_;
  };
  options.keep = [this](int n, int m, std::span<const double> values, const TierReport& report) {
    last_ = report;
    if (auto saved = save(n, m, values, report); !saved && state_) state_ = saved;
  };
}

void Checkpoint::remove(int n, int m) const {
  for (int x = 1; x <= n; ++x)
    for (int y = 1; y <= m; ++y) remove_file(file(x, y));
}

}  // namespace banmen::backgammon
