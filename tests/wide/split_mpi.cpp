// The split of docs/games/backgammon/findings.md over MPI ranks with separate memories, on the CPU: the same sweeps, the same
// table.
//
//   mpirun -np 4 wide_split_mpi [CHECKERS] [--values] [--classes]
//
// A rank computes the positions (a, b) whose other side b it owns. They read columns b and those of b struck, which has a checker
// on the bar; so a rank holds its own columns and all columns with a checker on the bar. The rank that computes (a, b) sends it to
// the owner of column a, or to all if a is on the bar. This is done shell by shell, since the next shell reads it. No places are
// sent: sender and receiver traverse a shell in the same order. Cells that a rank does not hold are poisoned, so that reading one
// shows. Finally everything that each rank holds is compared, bit for bit, with the complete table of a single machine.
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>

#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/cpu.hpp"
#include "solve/wide/solver.hpp"

using namespace banmen;
using backgammon::WideRules;
using wide::Word;

namespace {

/// CPU seconds of this thread, which don't depend on the load of the machine, or wall-clock seconds.
double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
double processor() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
double wall() { return seconds_of(CLOCK_MONOTONIC); }

/// MPI's own waiting occupies a whole core, which another rank may need.
void wait_for(MPI_Request request) {
  for (int done = 0, asked = 0; done == 0; ++asked) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0 && asked > 20) std::this_thread::sleep_for(std::chrono::microseconds(asked > 1000 ? 2000 : 50));
  }
}
void wait_for_all() {
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  wait_for(request);
}

/// A rank's activity since the last query.
struct Spent {
  double finding = 0, packing = 0;     // CPU seconds
  double waiting = 0, exchanging = 0;  // seconds: until all ranks have arrived, and from then on
  std::uint64_t sent = 0;              // bytes
};

/// Points with two or more checkers, and their number, in one word; 0 if there are none.
std::uint64_t made_points(const std::uint8_t* side) {
  std::uint64_t out = 0;
  for (int point = 1; point <= 24; ++point)
    if (side[point] >= 2) out = wide::stirred(out + static_cast<std::uint64_t>(100 * point + side[point]));
  return out;
}

class Rank final : public wide::Cpu {
 public:
  /// Lists are shared with the complete table, which stays unchanged; a rank sweeps its own table.
  Rank(const WideRules& rules, const wide::Layout& layout, bool classes)
      : wide::Cpu(rules.rules, layout, false, 1), rules_(rules), layout_(layout) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    constexpr Word poison = -wide::nothing;  // less than any value, so it shows up in a minimum
    values_.assign(layout.all(), poison);
    radii_.assign(layout.all(), 0);
    const std::size_t parts = rules.rules.parts.size();
    owner_.resize(parts);
    for_all_.resize(parts);
    for (std::size_t n = 1; n < parts; ++n) {
      const wide::Part& part = rules.rules.parts[n];
      runs_.push_back(std::make_unique<wide::Runs>(part));
      owned_.emplace_back(runs_.back()->runs.size() * static_cast<std::size_t>(size_), 0);
      for (std::size_t k = 0; k < runs_.back()->runs.size(); ++k)
        for (std::uint32_t lane = 0; lane < runs_.back()->runs[k].size; ++lane) {
          const auto a = static_cast<std::uint32_t>(owner_[n].size());
          const std::uint64_t points = classes ? made_points(rules.sides[n].side(a)) : 0;
          // Otherwise neighbours that are processed together have one owner.
          const auto owner = (points != 0 ? wide::stirred(points) : k) % static_cast<unsigned>(size_);
          owner_[n].push_back(static_cast<int>(owner));
          owned_.back()[k * static_cast<std::size_t>(size_) + owner] |= std::uint64_t{1} << lane;
          for_all_[n].push_back(points == 0 && rules.sides[n].side(a)[backgammon::bar] > 0);
        }
      std::copy(part.lost.begin(), part.lost.end(),
                values_.begin() + static_cast<std::ptrdiff_t>(layout.begin(static_cast<int>(n), 0)));
    }
    for (const auto& [n, m] : layout.groups()) {
      zero(n, m);
      if (n != m) zero(m, n);
    }
  }

  [[nodiscard]] std::string name() const override { return "rank " + std::to_string(rank_); }
  [[nodiscard]] bool holds(int n, std::uint32_t column) const {
    return owner_[static_cast<std::size_t>(n)][column] == rank_ || for_all_[static_cast<std::size_t>(n)][column];
  }
  [[nodiscard]] const Word* values() const { return values_.data(); }
  [[nodiscard]] const std::uint8_t* radii() const { return radii_.data(); }
  Spent spent() { return std::exchange(spent_, {}); }

  void begin(int n, int m) override {
    wide::Cpu::begin(n, m);
    n_ = n;
    m_ = m;
    for (int t = 0; t < 2; ++t) {
      views_[t] = t == 0 ? view(n, m) : view(m, n);
      views_[t].values = values_.data();
      views_[t].radii = radii_.data();
    }
    shells_ = wide::shells_of(rules_.rules, n, m, 1u << 30);
    notes_.assign(views_[0].group_end - views_[0].group_begin, 0);
  }

  wide::Swept sweep(wide::Look look, Word with) override {
    wide::Swept swept;
    for (const wide::Shell& shell : shells_) {
      std::vector<std::vector<Word>> out(static_cast<std::size_t>(size_));
      const double began = processor();
      find(shell, look, with, out);
      spent_.finding += processor() - began;
      const std::vector<std::vector<Word>> in = exchange(out);
      const double packing = processor();
      for (int from = 0; from < size_; ++from) take(shell, look, with, from, in[static_cast<std::size_t>(from)], swept);
      spent_.packing += processor() - packing;
    }
    // Each position was counted by the owner of its column, once.
    std::uint64_t sums[2] = {swept.positions, swept.changed};
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &swept.largest, 1, MPI_UINT64_T, look == wide::Look::endless ? MPI_SUM : MPI_MAX, MPI_COMM_WORLD);
    swept.positions = sums[0];
    swept.changed = sums[1];
    return swept;
  }

  void push_on(Word scale, int factor) override {
    const std::uint64_t begin = views_[0].group_begin;
    for (std::uint64_t k = 0; k < notes_.size(); ++k)
      if (notes_[k] != 0) values_[begin + k] = wide::pushed(values_[begin + k], notes_[k], scale, factor);
  }

  void fill_radii(std::uint8_t radius) override {
    for (int t = 0; t < (n_ == m_ ? 1 : 2); ++t)
      for (std::uint32_t b = 0; b < views_[t].others; ++b)
        for (std::uint32_t a = 0; a < views_[t].movers; ++a)
          if (holds(mover_of(t), a) && views_[t].compatible(a, b)) radii_[views_[t].at(a, b)] = radius;
  }

 private:
  [[nodiscard]] const wide::Runs& runs(int n) const { return *runs_[static_cast<std::size_t>(n) - 1]; }
  [[nodiscard]] int mover_of(std::uint32_t tier) const { return tier == 0 ? n_ : m_; }
  [[nodiscard]] int other_of(std::uint32_t tier) const { return tier == 0 ? m_ : n_; }

  void zero(int n, int m) {
    for (std::uint32_t b = 0; b < layout_.size(m); ++b)
      for (std::uint32_t a = 0; a < layout_.size(n); ++a)
        if (holds(n, a)) values_[layout_.at(n, a, m, b)] = 0;
  }

  /// Calls work(view, tile, a, run, mask) for all movers of a shell and runs of others that `finder` owns, in the same order on
  /// every rank.
  template <class Wanted, class Work>
  void over(const wide::Shell& shell, int finder, Wanted wanted, Work work) const {
    for (const wide::Tile& tile : shell.tiles) {
      const wide::View& view = views_[tile.tier];
      const wide::Runs& others = runs(other_of(tile.tier));
      const auto& owned = owned_[static_cast<std::size_t>(other_of(tile.tier)) - 1];
      for (std::size_t k = 0; k < others.runs.size(); ++k) {
        const wide::Run& run = others.runs[k];
        const std::uint64_t mine = owned[k * static_cast<std::size_t>(size_) + static_cast<std::size_t>(finder)];
        if (run.begin < tile.b || run.begin >= tile.b + tile.others || mine == 0) continue;
        for (std::uint32_t a = tile.a; a < tile.a + tile.movers; ++a)
          if (wanted(mover_of(tile.tier), a))
            if (const std::uint64_t mask = mine & wide::compatible(run, view.held[a]); mask != 0) work(view, tile, a, run, mask);
      }
    }
  }

  /// For radii both ends are sent, since the computing rank does not know the value in the middle.
  void find(const wide::Shell& shell, wide::Look look, Word with, std::vector<std::vector<Word>>& out) const {
    std::int64_t low[64], high[64];
    over(
        shell, rank_, [](int, std::uint32_t) { return true; },
        [&](const wide::View& view, const wide::Tile& tile, std::uint32_t a, const wide::Run& run, std::uint64_t mask) {
          if (look == wide::Look::value) wide::weigh<false>(view, a, run, mask, low, high);
          if (look == wide::Look::radius) wide::weigh<true>(view, a, run, mask, low, high);
          const auto part = static_cast<std::size_t>(mover_of(tile.tier));
          for (; mask != 0; mask &= mask - 1) {
            const int k = std::countr_zero(mask);
            Word found[2] = {};
            if (look == wide::Look::value) found[0] = wide::nearest(low[k], view.total);
            if (look == wide::Look::radius) {
              const std::int64_t more = std::int64_t{with} * view.total, parts = std::int64_t{16} * view.total;
              found[0] = wide::rounded_up(16 * low[k] - more, parts);
              found[1] = wide::rounded_down(16 * high[k] + more, parts);
            }
            if (look == wide::Look::endless) found[0] = wide::endless(view, a, run.begin + static_cast<std::uint32_t>(k));
            for (int to = 0; to < size_; ++to)
              if (for_all_[part][a] || owner_[part][a] == to) {
                auto& words = out[static_cast<std::size_t>(to)];
                words.insert(words.end(), found, found + (look == wide::Look::radius ? 2 : 1));
              }
          }
        });
  }

  std::vector<std::vector<Word>> exchange(const std::vector<std::vector<Word>>& out) {
    const double packing = processor();
    const auto count = static_cast<std::size_t>(size_);
    std::vector<int> sizes(count), places(count), sizes_in(count), places_in(count);
    std::vector<Word> all;
    for (std::size_t to = 0; to < count; ++to) {
      if (static_cast<int>(to) == rank_) continue;
      sizes[to] = static_cast<int>(out[to].size());
      places[to] = static_cast<int>(all.size());
      all.insert(all.end(), out[to].begin(), out[to].end());
    }
    spent_.sent += all.size() * sizeof(Word);
    spent_.packing += processor() - packing;
    const double came = wall();
    wait_for_all();
    const double began = wall();
    spent_.waiting += began - came;
    MPI_Request request;
    MPI_Ialltoall(sizes.data(), 1, MPI_INT, sizes_in.data(), 1, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for(request);
    int total = 0;
    for (std::size_t from = 0; from < count; ++from) {
      places_in[from] = total;
      total += sizes_in[from];
    }
    std::vector<Word> got(static_cast<std::size_t>(total));
    MPI_Ialltoallv(all.data(), sizes.data(), places.data(), MPI_INT32_T, got.data(), sizes_in.data(), places_in.data(), MPI_INT32_T,
                   MPI_COMM_WORLD, &request);
    wait_for(request);
    spent_.exchanging += wall() - began;
    std::vector<std::vector<Word>> in(count);
    for (std::size_t from = 0; from < count; ++from)
      in[from].assign(got.begin() + places_in[from], got.begin() + places_in[from] + sizes_in[from]);
    in[static_cast<std::size_t>(rank_)] = out[static_cast<std::size_t>(rank_)];
    return in;
  }

  /// Writes the results of `from` into the columns that this rank holds.
  void take(const wide::Shell& shell, wide::Look look, Word with, int from, const std::vector<Word>& words, wide::Swept& swept) {
    const Word* next = words.data();
    over(
        shell, from, [this](int n, std::uint32_t a) { return holds(n, a); },
        [&](const wide::View& view, const wide::Tile& tile, std::uint32_t a, const wide::Run& run, std::uint64_t mask) {
          const bool counts = owner_[static_cast<std::size_t>(mover_of(tile.tier))][a] == rank_;
          for (; mask != 0; mask &= mask - 1) {
            const std::uint64_t at = view.at(a, run.begin + static_cast<std::uint32_t>(std::countr_zero(mask)));
            std::uint64_t largest = 0;
            bool changed = false;
            if (look == wide::Look::value) {
              const Word found = *next++;
              const std::int64_t step = std::int64_t{found} - values_[at];
              if (with != 0) notes_[at - view.group_begin] = wide::noted(step, with);
              changed = step != 0;
              largest = static_cast<std::uint64_t>(std::abs(step));
              values_[at] = found;
            } else {
              int found = 0;
              if (look == wide::Look::radius) {
                const std::int64_t above = std::int64_t{next[0]} - values_[at], below = std::int64_t{values_[at]} - next[1];
                next += 2;
                found =
                    static_cast<int>(std::min<std::int64_t>(wide::most_radius, std::max({above, below, std::int64_t{radii_[at]}})));
              } else {
                found = *next++ != 0 && radii_[at] != 0;
              }
              changed = found != radii_[at];
              largest = static_cast<std::uint64_t>(found);
              radii_[at] = static_cast<std::uint8_t>(found);
            }
            if (!counts) continue;
            ++swept.positions;
            swept.changed += changed;
            swept.largest = look == wide::Look::endless ? swept.largest + largest : std::max(swept.largest, largest);
          }
        });
    if (next != words.data() + words.size()) throw wide::Trouble("a rank got more than it expected");
  }

  const WideRules& rules_;
  const wide::Layout& layout_;
  int rank_ = 0, size_ = 1, n_ = 0, m_ = 0;
  std::vector<Word> values_;
  std::vector<std::uint8_t> radii_;
  std::vector<std::vector<int>> owner_;            // [part][configuration]
  std::vector<std::vector<bool>> for_all_;         // [part][configuration]: held by every rank
  std::vector<std::vector<std::uint64_t>> owned_;  // [part - 1][run · ranks + rank]: owned members of a run
  std::vector<std::unique_ptr<wide::Runs>> runs_;
  wide::View views_[2];
  std::vector<wide::Shell> shells_;
  std::vector<wide::Note> notes_;
  Spent spent_;
};

void tell(int rank, int size, const wide::GroupReport& report, const char* what, int sweeps, Spent spent) {
  double sums[5] = {spent.finding, spent.packing, spent.waiting, spent.exchanging, static_cast<double>(spent.sent)};
  MPI_Allreduce(MPI_IN_PLACE, sums, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const double each = 1.0 / sweeps / size, bytes = sums[4] / sweeps, positions = static_cast<double>(report.positions);
  if (rank == 0)
    std::printf(
        "%d v %d, %s: %llu positions, %d sweeps; a sweep exchanges %.0f bytes, %.2f a position; a rank spends in a sweep %.3f "
        "processor "
        "seconds on finding and %.3f on packing, then waits %.3f s for others and exchanges for %.3f s\n",
        report.n, report.m, what, static_cast<unsigned long long>(report.positions), sweeps, bytes, bytes / positions,
        sums[0] * each, sums[1] * each, sums[2] * each, sums[3] * each);
  std::fflush(stdout);
}

/// Solves with all ranks, then with one, and compares. Returns the number of cells that differ.
std::uint64_t split(int most, bool prove, bool classes) {
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const WideRules rules(most, 1);
  const wide::Layout layout(rules.rules, most, most);
  Rank backend(rules, layout, classes);
  std::vector<wide::GroupReport> reports;
  for (const auto& [n, m] : layout.groups()) {
    wide::GroupReport& report = reports.emplace_back();
    report.n = n;
    report.m = m;
    backend.begin(n, m);
    backend.spent();
    wide::find_values(backend, report, {});
    tell(rank, size, report, "values", report.value_sweeps, backend.spent());
    if (!prove) continue;
    wide::prove_values(backend, report, {});
    tell(rank, size, report, "marks and radii", report.endless_sweeps + report.radius_sweeps, backend.spent());
  }
  // The same on a single machine.
  std::vector<Word> values(layout.all());
  std::vector<std::uint8_t> radii(layout.all());
  std::uint64_t wrong = 0;
  if (rank == 0) {
    wide::Cpu cpu(rules.rules, layout, prove, 1);
    for (const wide::GroupReport& split : reports) {
      wide::GroupReport report;
      cpu.begin(split.n, split.m);
      wide::find_values(cpu, report, {});
      if (prove) wide::prove_values(cpu, report, {});
      wrong += report.value_sweeps != split.value_sweeps || report.radius_sweeps != split.radius_sweeps ||
               report.radius != split.radius || report.proved != split.proved || report.change != split.change;
      std::printf("%d v %d by one: a sweep for values takes %.3f s, largest radius %llu\n", split.n, split.m,
                  report.value_seconds / report.value_sweeps, static_cast<unsigned long long>(report.radius));
      std::fflush(stdout);
    }
    cpu.read(0, layout.all(), values.data(), prove ? radii.data() : nullptr);
  }
  wait_for_all();
  MPI_Bcast(values.data(), static_cast<int>(values.size()), MPI_INT32_T, 0, MPI_COMM_WORLD);
  MPI_Bcast(radii.data(), static_cast<int>(radii.size()), MPI_UINT8_T, 0, MPI_COMM_WORLD);
  std::uint64_t held = 0, cells = 0;
  for (int n = 1; n <= most; ++n)
    for (int m = 1; m <= most; ++m)
      for (std::uint32_t a = 0; a < layout.size(n); ++a)
        for (std::uint32_t b = 0; b < layout.size(m); ++b) {
          if ((rules.rules.parts[static_cast<std::size_t>(n)].held[a] &
               (rules.rules.parts[static_cast<std::size_t>(m)].blocked[b] |
                rules.rules.parts[static_cast<std::size_t>(m)].exposed[b])) != 0)
            continue;
          ++cells;
          if (!backend.holds(n, a)) continue;
          ++held;
          const std::uint64_t at = layout.at(n, a, m, b);
          wrong += backend.values()[at] != values[at] || backend.radii()[at] != radii[at];
        }
  std::uint64_t sums[2] = {held, wrong};
  MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf(
        "%d ranks up to %d v %d: %llu positions, a rank holds %.3f of them; %llu of all that are held differ from one machine's\n",
        size, most, most, static_cast<unsigned long long>(cells), static_cast<double>(sums[0]) / static_cast<double>(cells) / size,
        static_cast<unsigned long long>(sums[1]));
  return sums[1];
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int most = std::getenv("BANMEN_LONG") != nullptr ? 3 : 2;
  bool prove = true, classes = false;
  for (int k = 1; k < argc; ++k)
    if (std::strcmp(argv[k], "--values") == 0)
      prove = false;
    else if (std::strcmp(argv[k], "--classes") == 0)
      classes = true;
    else
      most = std::atoi(argv[k]);
  int status = 2;
  if (most < 1 || most > 3) {
    std::fprintf(stderr, "wide_split_mpi: 1 to 3 checkers a side\n");
  } else {
    status = split(most, prove, classes) == 0 ? 0 : 1;
  }
  MPI_Finalize();
  return status;
}
