#include "study/backgammon/endgames.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "study/backgammon/acceleration.hpp"
#include "study/backgammon/kernel.hpp"

namespace banmen::backgammon {

namespace {

constexpr int most_checkers = 15;
constexpr std::size_t slot_of(int n, int m) { return static_cast<std::size_t>(n * (most_checkers + 1) + m); }

/// More than the rounding error of a weighted sum of 21 values up to 3·2: what a bound is widened by.
constexpr double widening = 0x1p-44;

std::vector<Component> components_of(const Stakes& stakes) {
  using Role = Component::Role;
  std::vector<Component> plain;
  if (stakes.kind == Stakes::Kind::cube)
    plain = {{Role::owned, 2, 0}, {Role::centred, 1, 0}, {Role::opponents, 0, 0}};
  else
    plain = {{Role::plain, 0, 0}};
  if (!stakes.bounds) return plain;
  std::vector<Component> both;
  const int count = static_cast<int>(plain.size());
  for (const int widen : {1, -1})
    for (const Component& c : plain) both.push_back({c.role, c.source + (widen > 0 ? count : 0), widen});
  return both;
}

}  // namespace

int Stakes::points(const std::uint8_t* loser) const {
  if (kind == Kind::single) return 1;
  int left = 0;
  for (int slot = 1; slot <= bar; ++slot) left += loser[slot];
  if (left < checkers) return 1;
  for (int slot = 19; slot <= bar; ++slot)
    if (loser[slot] != 0) return 3;
  return 2;
}

/// Values of one tier: [component][opponent b][mover a].
struct Endgames::Tier {
  int n, m;
  std::uint32_t movers, opponents;
  std::vector<double> values;
  bool solved = false;

  [[nodiscard]] double* row(int component, std::uint32_t b) {
    return &values[(static_cast<std::size_t>(component) * opponents + b) * movers];
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

Endgames::Tier* Endgames::tier(int n, int m) const { return tiers_[slot_of(n, m)].get(); }
bool Endgames::solved(int n, int m) const { return tier(n, m) != nullptr && tier(n, m)->solved; }

std::uint64_t Endgames::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& t : tiers_)
    if (t) sum += t->values.size() * sizeof(double);
  return sum;
}

void Endgames::prepare(int n) {
  for (int k = 0; k <= n; ++k) {
    auto& sides = sides_[static_cast<std::size_t>(k)];
    if (sides) continue;
    sides = std::make_unique<Sides>(k);
    std::vector<const Sides*> smaller;
    for (int j = 0; j < k; ++j) smaller.push_back(sides_[static_cast<std::size_t>(j)].get());
    sides->find_plays(smaller);
    for (std::size_t c = 0; c < components_.size(); ++c) {
      auto& lost = lost_[static_cast<std::size_t>(k) * components_.size() + c];
      // The loser's value, as found by the component that reads from c: only the centred cube can void gammons (Jacoby).
      const bool plain = stakes_.jacoby && components_[c].role == Component::Role::centred;
      for (std::uint32_t b = 0; b < sides->size(); ++b) lost.push_back(plain ? -1 : -stakes_.points(sides->side(b)));
    }
  }
}

/// What is done in one level of equal pips: a mover configuration against a run of opponents.
struct Endgames::Work {
  struct Item {
    std::uint32_t a, run;
    std::uint64_t all, contact;  // opponents that are possible; of those, the ones that can still meet
    std::uint8_t tier;           // 0 or 1 of the group
  };

  Endgames& e;
  std::vector<Tier*> group;
  std::vector<std::vector<Item>> levels;
  std::size_t widest = 0;
  int count = static_cast<int>(e.components_.size());

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
            levels[static_cast<std::size_t>(mine.pips(a) + run.pips)].push_back({a, r, all, contact, static_cast<std::uint8_t>(t)});
        }
    }
    for (const auto& level : levels) widest = std::max(widest, level.size());
  }

  /// New values of all components for the opponents in `mask`.
  void compute(const Item& item, std::uint64_t mask, double* out) const {
    const Tier& t = *group[item.tier];
    const Sides& mine = e.sides(t.n);
    const Sides& theirs = e.sides(t.m);
    const Run& run = theirs.runs()[item.run];
    KernelInput input{&theirs, &run, mask, {}, {}};
    for (int roll = 0; roll < throw_count; ++roll) {
      input.plays = mine.plays(item.a, roll);
      input.weight = throw_of(roll).weight;
      auto rows = [&](int component, const IndexedPlay* play) -> const double* {
        const int source = e.components_[static_cast<std::size_t>(component)].source;
        if (play == nullptr) return e.tier(t.m, t.n)->row(source, item.a);
        if (play->left == 0)
          return e.lost_[static_cast<std::size_t>(t.m) * e.components_.size() + static_cast<std::size_t>(component)].data();
        return e.tier(t.m, play->left)->row(source, play->result);
      };
      add_roll(input, count, roll == 0, rows, out);
    }
    const std::uint32_t size = run.end - run.begin;
    for (int c = 0; c < count; ++c)
      for (std::uint32_t i = 0; i < size; ++i) out[c * 64 + static_cast<int>(i)] *= -1.0 / 36;
    decide(out, size);
  }

  /// The cube is turned where that is best; bounds are widened.
  void decide(double* out, std::uint32_t size) const {
    for (int c = 0; c < count; ++c) {
      const double slack = e.components_[static_cast<std::size_t>(c)].widen * widening;
      if (slack != 0)
        for (std::uint32_t i = 0; i < size; ++i) out[c * 64 + static_cast<int>(i)] += slack;
    }
    if (e.stakes_.kind != Stakes::Kind::cube) return;
    for (int base = 0; base < count; base += 3)
      for (std::uint32_t i = 0; i < size; ++i) {
        const double doubled = std::min(1.0, 2 * out[(base + 2) * 64 + static_cast<int>(i)]);
        for (int c = base; c < base + 2; ++c) {
          double& value = out[c * 64 + static_cast<int>(i)];
          value = std::max(value, doubled);
        }
      }
  }

  /// Writes the values and returns the largest change.
  double commit(const Item& item, std::uint64_t mask, const double* values, bool write) const {
    Tier& t = *group[item.tier];
    const std::uint32_t begin = e.sides(t.m).runs()[item.run].begin;
    double change = 0;
    for (int c = 0; c < count; ++c)
      for (std::uint64_t bits = mask; bits != 0; bits &= bits - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(bits));
        double& value = t.row(c, begin + i)[item.a];
        const double next = values[c * 64 + static_cast<int>(i)];
        change = std::max(change, std::fabs(next - value));
        if (write) value = next;
      }
    return change;
  }

  /// One pass over all levels. The values of a level are written when all of it is computed, so that the result does not depend on
  /// the number of threads.
  double sweep(bool races_too, bool write, int threads) const {
    std::vector<double> buffer(widest * static_cast<std::size_t>(count) * 64);
    std::atomic<std::size_t> next{0};
    std::vector<double> changes(static_cast<std::size_t>(threads), 0.0);
    constexpr std::size_t chunk = 8;
    std::barrier sync(threads, [&]() noexcept { next = 0; });
    auto worker = [&](int id) {
      for (const auto& level : levels) {
        auto each = [&](auto&& action) {
          for (std::size_t begin; (begin = next.fetch_add(chunk)) < level.size();)
            for (std::size_t k = begin; k < std::min(level.size(), begin + chunk); ++k) {
              const std::uint64_t mask = races_too ? level[k].all : level[k].contact;
              if (mask != 0) action(level[k], mask, &buffer[k * static_cast<std::size_t>(count) * 64]);
            }
          sync.arrive_and_wait();
        };
        each([&](const Item& item, std::uint64_t mask, double* out) { compute(item, mask, out); });
        each([&](const Item& item, std::uint64_t mask, double* out) {
          double& change = changes[static_cast<std::size_t>(id)];
          change = std::max(change, commit(item, mask, out, write));
        });
      }
    };
    {
      std::vector<std::jthread> pool;
      for (int id = 1; id < threads; ++id) pool.emplace_back(worker, id);
      worker(0);
    }
    return *std::max_element(changes.begin(), changes.end());
  }
};

bool Endgames::solve(int n, int m, const EndgameOptions& options) {
  for (int sum = 2; sum <= n + m; ++sum)
    for (int large = (sum + 1) / 2; large < sum; ++large) {
      const int small = sum - large;
      const bool needed = large <= std::max(n, m) && small <= std::min(n, m);
      if (needed && !solved(large, small) && !solve_group(large, small, options)) return false;
    }
  return true;
}

std::vector<double> Endgames::joined(const std::vector<Tier*>& group) {
  std::vector<double> all;
  for (const Tier* t : group) all.insert(all.end(), t->values.begin(), t->values.end());
  return all;
}

bool Endgames::solve_group(int n, int m, const EndgameOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  prepare(std::max(n, m));
  std::vector<Tier*> group;
  for (const auto& [x, y] : {std::pair{n, m}, {m, n}}) {
    if (!group.empty() && n == m) break;
    auto& t = tiers_[slot_of(x, y)];
    t = std::make_unique<Tier>(Tier{x, y, sides(x).size(), sides(y).size(), {}});
    t->values.resize(components_.size() * t->movers * t->opponents);
    const double largest = stakes_.kind == Stakes::Kind::single ? 1 : 3;
    if (stakes_.bounds)
      for (std::size_t c = 0; c < components_.size(); ++c)
        std::fill_n(t->values.begin() + static_cast<std::ptrdiff_t>(c * t->movers * t->opponents),
                    std::size_t{t->movers} * t->opponents, components_[c].widen * largest);
    group.push_back(t.get());
  }
  const Work work(*this, group);
  std::size_t items = 0;
  for (const auto& level : work.levels) items += level.size();
  const int threads = items < options.parallel_from ? 1 : std::max(1, options.threads);
  TierReport report;
  report.n = n;
  report.m = m;
  // Bounds must stay bounds at every step, so they are not accelerated; neither is what would not fit beside its history.
  const std::size_t size = group[0]->values.size() * group.size();
  const bool accelerate = !stakes_.bounds && options.window > 0 && size < (std::size_t{1} << 27);
  Acceleration acceleration(static_cast<std::size_t>(options.window));
  std::vector<double> before, image;
  double smallest = std::numeric_limits<double>::infinity();
  for (; report.sweeps < options.most_sweeps; ++report.sweeps) {
    if (accelerate) before = joined(group);
    const double change = work.sweep(report.sweeps == 0, true, threads);
    if (options.sweep_done) options.sweep_done(n, m, report.sweeps, change);
    if (options.stop.stop_requested()) return false;
    if (report.sweeps > 0 && change <= options.tolerance) break;
    if (!accelerate || report.sweeps < 2) continue;
    if (change > 4 * smallest) acceleration.reset();
    smallest = std::min(smallest, change);
    image = joined(group);
    acceleration.next(before, image);
    std::size_t at = 0;
    for (Tier* t : group)
      for (double& value : t->values) value = image[at++];
  }
  report.residual = work.sweep(true, false, threads);
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
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (Tier* t : group) t->solved = true;
  reports_.push_back(report);
  if (options.tier_done) options.tier_done(report);
  return true;
}

double Endgames::residual(int n, int m, int threads) const {
  auto& self = const_cast<Endgames&>(*this);
  std::vector<Tier*> group{tier(n, m)};
  return Work(self, group).sweep(true, false, threads);
}

double Endgames::value(int component, int n, std::uint32_t a, int m, std::uint32_t b) const {
  return tier(n, m)->row(component, b)[a];
}

double Endgames::value(int component, const std::uint8_t* mover, const std::uint8_t* opponent) const {
  int n = 0, m = 0;
  for (int slot = 1; slot <= bar; ++slot) {
    n += mover[slot];
    m += opponent[slot];
  }
  if (!solved(n, m)) return std::numeric_limits<double>::quiet_NaN();
  return value(component, n, sides(n).index_of(mover), m, sides(m).index_of(opponent));
}

}  // namespace banmen::backgammon
