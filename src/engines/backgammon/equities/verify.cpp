// Verification of databases by the game's own moves, position by position, or of all positions at once by the wide solver.
//
// Files of the wide solver are verified in integers with directed rounding. A 32-bit file holds every exact value and its radius:
// the closing sweep of the proof is repeated, in which no interval may grow; if it covers all positions, termination is shown as
// well, and the proof is complete.
//
// A 16-bit file holds rounded values without radii. Its stated error E is half a word plus the largest proved radius. If every
// value is within E of the true one, it is within 2E of the value computed from its successors (the operator is non-expansive in
// the maximum norm); this is checked, with all roundings in favour of the file. A file that fails is wrong; one that passes is
// consistent, and its text states the proof.
#include <fmt/format.h>

#include <cmath>

#include "core/move_stack.hpp"
#include "engines/backgammon/equities/equities.hpp"
#include "engines/backgammon/wide/build.hpp"
#include "host/threads.hpp"
#include "solve/wide/position.hpp"

namespace banmen::backgammon {
namespace {

/// Calls visit(position) for every play of a throw.
template <class Visit>
void for_plays(const Backgammon& g, MoveStack<Backgammon>& stack, Backgammon::Position p, int roll, Visit visit) {
  p.phase = Backgammon::Phase::play;
  p.dice[0] = throw_of(roll).large;
  p.dice[1] = throw_of(roll).small;
  for (const auto& move : stack.legal(g, p)) {
    Backgammon::Position next = p;
    g.play(next, move);
    visit(next);
  }
}

/// Adds the verdicts of a Judge(file, game) on every `stride`-th position to `sum`: good(position, check) records the deviation
/// (and may set the owner of the cube that makes the position wrong), trouble() returns a read error. Returns early if stopped.
template <class Judge>
Result<void> check_positions(const EquityFile& file, const Backgammon& g, std::uint64_t stride, std::uint64_t chunk,
                             EquityCheck& sum, const Control& control) {
  struct Worker {
    Judge judge;
    const Backgammon* g;
    int n, m;
    std::uint64_t stride, contacts;
    EquityCheck check;
    void operator()(std::uint64_t begin, std::uint64_t end) {
      std::uint8_t mover[slots] = {}, opponent[slots] = {};
      for (std::uint64_t k = begin; k < end && !judge.trouble(); ++k) {
        unplace(n, m, contacts, k * stride, mover, opponent);
        Backgammon::Position p = to_roll(*g, mover, opponent);
        const bool good = judge.good(p, check);
        ++check.checked;
        if (!good && check.wrong++ == 0) check.example = g->text(p);
      }
    }
  };
  for (const auto& [n, m] : tiers_up_to(file.plan().mover, file.plan().opponent)) {
    const std::uint64_t count = (count_positions(n, m) + stride - 1) / stride;
    const auto workers = run_chunks(
        control, count, chunk, fmt::format("positions of {} against {} checked", n, m),
        [&, n = n, m = m] { return Worker{Judge(file, g), &g, n, m, stride, count_positions(n, m, Meeting::contact), {}}; });
    for (const Worker& worker : workers) {
      if (worker.judge.trouble()) return fail(*worker.judge.trouble());
      sum.checked += worker.check.checked;
      sum.wrong += worker.check.wrong;
      sum.worst = std::max(sum.worst, worker.check.worst);
      if (sum.example.empty()) sum.example = worker.check.example;
    }
    if (control.stop.stop_requested()) return {};
  }
  return {};
}

/// Recomputes the value of a position by the game's own moves.
class EquityJudge {
 public:
  EquityJudge(const EquityFile& file, const Backgammon& g) : file_(file), g_(g), stack_(g) {}

  bool good(Backgammon::Position& p, EquityCheck& check) {
    const bool cube = g_.stakes == Backgammon::Payoff::cube;
    for (int owner = 0; owner < (cube ? 3 : 1); ++owner) {
      if (cube) p.owner = static_cast<std::uint8_t>(owner);
      p.phase = g_.before_roll(p);
      const double kept = ask(p), found = cube ? decided(p) : rolled(p);
      const double slack = (cube ? 3 : 2) * file_.rounding() + 4 * file_.residual() + 1e-12;
      check.worst = std::max(check.worst, std::fabs(kept - found));
      if (std::fabs(kept - found) > slack) return false;
    }
    return true;
  }

  [[nodiscard]] const std::optional<Error>& trouble() const { return trouble_; }

 private:
  double ask(const Backgammon::Position& p) {
    const auto value = file_.expected(g_, p);
    if (value && *value) return **value;
    if (!value) trouble_ = value.error();
    return 0;
  }

  /// The better of rolling and doubling.
  double decided(const Backgammon::Position& p) {
    double value = rolled(p);
    if (p.phase != Backgammon::Phase::decide) return value;
    Backgammon::Position doubled = p;
    doubled.cube = 1;
    doubled.owner = static_cast<std::uint8_t>(1 - p.mover);
    doubled.phase = Backgammon::Phase::roll;
    return std::max(value, std::min(1.0, ask(doubled)));
  }

  double rolled(const Backgammon::Position& p) {
    double sum = 0;
    for (int roll = 0; roll < throw_count; ++roll) {
      double best = -9;
      for_plays(g_, stack_, p, roll, [&](const Backgammon::Position& next) {
        best = std::max(best, g_.turn(next) == over ? static_cast<double>(g_.payoff(next)[0]) : -ask(next));
      });
      sum += throw_of(roll).weight * best;
    }
    return sum / 36;
  }

  const EquityFile& file_;
  Backgammon g_;
  MoveStack<Backgammon> stack_;
  std::optional<Error> trouble_;
};

bool has_radii(const EquityFile& file) { return file.container().has(tier_number(1, 1, radius_table)); }

/// The scale in the file's text.
int scale_of(const EquityFile& file) {
  const std::string& owner = file.container().owner();
  constexpr std::string_view words = "\nscale 2^";
  const auto at = owner.find(words);
  return at == std::string::npos ? 0 : std::atoi(owner.c_str() + at + words.size());
}

bool made_wide(const EquityFile& file) { return scale_of(file) != 0; }

Result<void> right_scale(const EquityFile& file) {
  if (scale_of(file) == wide::scale_bits) return {};
  return fail(fmt::format("the file has values on a scale of 2^{}, but this version uses 2^{}", scale_of(file), wide::scale_bits),
              "build it again");
}

/// Largest valid deviation of a value from that of its successors, in units: twice the stated error, half a unit each for
/// converting words to units on both sides and for the division, and the precision of the text's three digits.
wide::Word most_apart(const EquityFile& file) {
  const double error = (file.proved() + file.rounding()) * wide::one + 0.5;
  return static_cast<wide::Word>(std::floor(2 * error + 0.5 + 0.02));
}

std::string shown(const EquityFile& file, bool all) {
  if (has_radii(file) && all) return "games end, and no interval grows in a sweep over all positions: every value is proved";
  if (has_radii(file)) return "no sampled interval grows in the closing sweep";
  return fmt::format("values are within {:.4e}, twice the stated error, of the values computed from their successors",
                     static_cast<double>(most_apart(file)) / wide::one);
}

/// Recomputes the interval of a position by the game's own moves, in integers.
class WideJudge {
 public:
  WideJudge(const EquityFile& file, const Backgammon& g)
      : file_(file), most_(most_apart(file)), radii_(has_radii(file)), g_(g), stack_(g) {}

  bool good(const Backgammon::Position& p, EquityCheck& check) {
    const Known kept = ask(p);
    const wide::RadiusLook looked = look(p);
    const wide::Word found = wide::nearest((looked.low + looked.high) / 2, 36);
    const auto apart = static_cast<double>(std::abs(std::int64_t{kept.value} - found));
    check.worst = std::max(check.worst, apart / wide::one);
    return radii_ ? looked.radius(kept.value, kept.radius, 36, 0) == kept.radius : apart <= most_;
  }

  [[nodiscard]] const std::optional<Error>& trouble() const { return trouble_; }

 private:
  struct Known {
    wide::Word value = 0;
    int radius = 0;
  };
  Known ask(const Backgammon::Position& p) {
    const std::uint8_t *mover = p.checkers[p.mover], *other = p.checkers[1 - p.mover];
    const auto word = file_.stored(0, static_cast<std::size_t>(file_.plan().bits / 8), mover, other);
    const auto radius = radii_ ? file_.stored(radius_table, 1, mover, other) : Result<std::uint64_t>(0);
    if (!word || !radius) {
      trouble_ = !word ? word.error() : radius.error();
      return {};
    }
    return {value_of_word(*word, file_.plan().bits), static_cast<int>(*radius)};
  }

  wide::RadiusLook look(const Backgammon::Position& p) {
    wide::RadiusLook looking;
    for (int roll = 0; roll < throw_count; ++roll) {
      looking.begin();
      for_plays(g_, stack_, p, roll, [&](const Backgammon::Position& next) {
        const Known then = g_.turn(next) == over ? Known{-wide::one, 0} : ask(next);
        looking.take(then.value, then.radius);
      });
      looking.end(throw_of(roll).weight);
    }
    return looking;
  }

  const EquityFile& file_;
  wide::Word most_;
  bool radii_;
  Backgammon g_;
  MoveStack<Backgammon> stack_;
  std::optional<Error> trouble_;
};

}  // namespace

Result<EquityCheck> verify_equities(const EquityFile& file, std::uint64_t stride, const Control& control) {
  EquityCheck sum;
  if (made_wide(file)) {
    if (auto right = right_scale(file); !right) return fail(right.error());
    sum.what = shown(file, false);
    if (auto done = check_positions<WideJudge>(file, games_of(file.plan()).front(), stride, 64, sum, control); !done)
      return fail(done.error());
    return sum;
  }
  for (const Backgammon& g : games_of(file.plan()))
    if (auto done = check_positions<EquityJudge>(file, g, stride, 256, sum, control); !done) return fail(done.error());
  return sum;
}

Result<EquityCheck> verify_wide(const EquityFile& file, const std::string& device, std::uint64_t memory, const Control& control) {
  if (!made_wide(file))
    return fail("a device can only verify databases of the integer solver, and this one was built by another", "omit --device");
  if (auto right = right_scale(file); !right) return fail(right.error());
  EquityPlan plan = file.plan();
  plan.device = device;
  plan.memory = memory;
  const bool radii = has_radii(file);
  auto tables = WideTables::prepare(plan, radii, control);
  if (!tables) return fail(tables.error());
  const wide::Layout& layout = tables->layout();
  const auto stopped = [&] { return fail(ErrorKind::stopped, "stopped before all positions were checked"); };
  const auto take = [&](int n, int m, std::size_t table, int bits) {
    return tables->take(n, m, bits, control,
                        [&, number = tier_number(n, m, table)](std::uint64_t place, std::span<std::uint8_t> out) {
                          return file.container().read(number, place, out, control.threads);
                        });
  };
  EquityCheck sum;
  sum.what = shown(file, true);
  const Backgammon g = games_of(file.plan()).front();
  std::uint64_t sweeps = 0;
  const auto sweep = [&](wide::Look look, wide::Word with) {
    if (control.progress) control.progress(sweeps++, 0, "sweeps");
    return tables->backend().sweep(look, with);
  };
  try {
    for (const auto& [large, small] : layout.groups()) {
      const std::pair<int, int> both[2] = {{large, small}, {small, large}};
      const std::span tiers(both, large == small ? 1 : 2);
      for (const auto& [n, m] : tiers) {
        const auto taken = take(n, m, 0, file.plan().bits);
        if (!taken) return fail(taken.error());
        if (!*taken) return stopped();
      }
      tables->begin(large, small);
      if (radii) {
        wide::Swept left;
        tables->backend().fill_radii(1);
        do {
          left = sweep(wide::Look::endless, 0);
          if (control.stop.stop_requested()) return stopped();
        } while (left.largest != 0 && left.changed != 0);
        if (left.largest != 0)
          return fail(ErrorKind::failed, fmt::format("{} against {} checkers: play may never end", large, small));
        for (const auto& [n, m] : tiers) {
          const auto taken = take(n, m, radius_table, 8);
          if (!taken) return fail(taken.error());
          if (!*taken) return stopped();
        }
      }
      const wide::Swept swept = sweep(radii ? wide::Look::hold : wide::Look::agree, radii ? 0 : most_apart(file));
      if (control.stop.stop_requested()) return stopped();
      sum.checked += swept.positions;
      sum.wrong += swept.changed;
      sum.worst = std::max(sum.worst, static_cast<double>(swept.largest) / wide::one);
      if (swept.first == wide::Swept::no_cell || !sum.example.empty()) continue;
      for (const auto& [n, m] : tiers) {
        const std::uint64_t begin = layout.begin(n, m);
        if (swept.first < begin || swept.first >= begin + layout.cells(n, m)) continue;
        const auto a = static_cast<std::uint32_t>((swept.first - begin) % layout.size(n)),
                   b = static_cast<std::uint32_t>((swept.first - begin) / layout.size(n));
        sum.example = g.text(to_roll(g, tables->rules().sides[static_cast<std::size_t>(n)].side(a),
                                     tables->rules().sides[static_cast<std::size_t>(m)].side(b)));
      }
    }
  } catch (const wide::Trouble& trouble) {
    return fail(ErrorKind::failed, trouble.what());
  }
  return sum;
}

}  // namespace banmen::backgammon
