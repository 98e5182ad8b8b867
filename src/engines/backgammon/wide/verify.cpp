
#include <fmt/format.h>

#include <cmath>

#include "engines/backgammon/endgames/check_positions.hpp"
#include "engines/backgammon/wide/build.hpp"
#include "solve/wide/position.hpp"

namespace banmen::backgammon {
namespace {

bool has_radii(const EquityFile& file) { return file.container().has(tier_number(1, 1, radius_table)); }

/// The scale that the file's text names.
int scale_of(const EquityFile& file) {
  const std::string& owner = file.container().owner();
  constexpr std::string_view words = "\nscale 2^";
  const auto at = owner.find(words);
  return at == std::string::npos ? 0 : std::atoi(owner.c_str() + at + words.size());
}

Result<void> right_scale(const EquityFile& file) {
  if (scale_of(file) == wide::scale_bits) return {};
  return fail(fmt::format("the file's values were found on a scale of 2^{}, not 2^{}", scale_of(file), wide::scale_bits),
              "build it again");
}

/// The most that a value may differ from what follows from those behind it, in units: twice the stated error, half a unit each for
/// turning words into units on both sides and for the division, and what the three digits of the text leave open.
wide::Word most_apart(const EquityFile& file) {
  const double error = (file.proved() + file.rounding()) * wide::one + 0.5;
  return static_cast<wide::Word>(std::floor(2 * error + 0.5 + 0.02));
}

std::string shown(const EquityFile& file, bool all) {
  if (has_radii(file) && all) return "games end, and no interval grows in a sweep over all positions: every value is proved";
  if (has_radii(file)) return "no interval of those looked at grows in the closing sweep";
  return fmt::format("values are within {:.4e}, twice the stated error, of what follows from those behind them",
                     static_cast<double>(most_apart(file)) / wide::one);
}

/// What a position's interval should be by the game's own moves and play, in whole numbers.
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

bool made_wide(const EquityFile& file) { return scale_of(file) != 0; }

Result<EquityCheck> verify_wide_sample(const EquityFile& file, std::uint64_t stride, const Control& control) {
  if (auto right = right_scale(file); !right) return fail(right.error());
  EquityCheck sum;
  sum.what = shown(file, false);
  const Backgammon g = games_of(file.plan()).front();
  if (auto done = check_positions<WideJudge>(file, g, stride, 64, sum, control); !done) return fail(done.error());
  return sum;
}

Result<EquityCheck> verify_wide(const EquityFile& file, const std::string& device, std::uint64_t memory, const Control& control) {
  if (!made_wide(file))
    return fail("values of this file were not found by the solver in whole numbers, which a device repeats", "leave --device out");
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
        if (left.largest != 0) return fail(ErrorKind::failed, fmt::format("{} against {}: games may go on for ever", large, small));
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
