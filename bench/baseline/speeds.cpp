#include "baseline/speeds.hpp"

#include <algorithm>
#include <chrono>

#include "baseline/amazons.hpp"
#include "baseline/bao.hpp"
#include "baseline/hichain.hpp"
#include "baseline/reversi.hpp"
#include "baseline/reversi_table.hpp"
#include "catalog/plugin.hpp"

namespace banmen::baseline {
namespace {

/// What a round of work came to: how much, how long, and a checksum of it.
struct Round {
  double amount = 0;
  double seconds = 0;
  std::uint64_t checksum = 0;
};

template <class Work>
Round timed(Work work) {
  const auto start = std::chrono::steady_clock::now();
  Round round = work();
  round.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return round;
}

/// Runs two kinds of the same work in turns, each round on new games (the branch predictor learns old ones), swapping who goes
/// first, and takes the median of the rounds' ratios: a disturbance hits one round, not the figure.
template <class Ours, class Theirs>
Speed side_by_side(const std::stop_token& stop, std::string name, std::string against, double seconds, bool same_work, Ours ours,
                   Theirs theirs) {
  Speed speed{std::move(name), 0, 0, std::move(against), true};
  std::vector<double> ratios;
  double amount = 0, spent = 0, both = 0;
  for (std::uint64_t round = 0; (both < seconds || round < 5) && !stop.stop_requested(); ++round) {
    const std::uint64_t seed = 1000 + round;
    Round a, b;
    if (round % 2 == 0) {
      a = timed([&] { return ours(seed); });
      b = timed([&] { return theirs(seed); });
    } else {
      b = timed([&] { return theirs(seed); });
      a = timed([&] { return ours(seed); });
    }
    if (same_work && a.checksum != b.checksum) speed.agrees = false;
    if (round == 0) continue;  // warm-up
    ratios.push_back((a.amount / a.seconds) / (b.amount / b.seconds));
    amount += a.amount;
    spent += a.seconds;
    both += a.seconds + b.seconds;
  }
  if (ratios.empty()) return speed;
  std::nth_element(ratios.begin(), ratios.begin() + static_cast<long>(ratios.size() / 2), ratios.end());
  speed.ratio = ratios[ratios.size() / 2];
  speed.per_second = amount / spent;
  return speed;
}

Round playouts(const OpenGame& table, std::uint64_t seed, std::uint64_t games, int threads) {
  Control control;
  control.threads = threads;
  control.seed = seed;
  const auto report = table.playout("", games, 100'000, control);
  return {static_cast<double>(report->games), 0, report->checksum};
}

}  // namespace

Result<std::vector<Speed>> measure_speeds(const Catalog& catalog, double seconds, const std::stop_token& stop) {
  const auto reversi = catalog.open("reversi"), yonin = catalog.open("yonin"), bao = catalog.open("bao");
  const auto hichain = catalog.open("hichain"), amazons = catalog.open("amazons");
  for (const auto* table : {&reversi, &yonin, &bao, &hichain, &amazons})
    if (!*table) return fail(table->error());
  auto outside = plugin_entry(reversi_table(), "reversi behind the table");
  if (!outside) return fail(outside.error());
  const auto wrapped = outside->open(*check_values(outside->id, outside->parameters, {}));
  if (!wrapped) return fail(wrapped.error());

  std::vector<Speed> speeds;
  // Rounds of about a tenth of a second: starting a worker must not show.
  constexpr std::uint64_t disc_games = 50'000, bao_games = 60'000, amazons_games = 4096;
  speeds.push_back(side_by_side(
      stop, "reversi playouts", "the loop written by hand", seconds, true,
      [&](std::uint64_t seed) { return playouts(**reversi, seed, disc_games, 1); },
      [&](std::uint64_t seed) {
        const auto tally = reversi_playouts(seed, 0, disc_games);
        return Round{static_cast<double>(tally.games), 0, tally.checksum};
      }));
  speeds.push_back(side_by_side(
      stop, "yonin playouts", "the loop written by hand", seconds, true,
      [&](std::uint64_t seed) { return playouts(**yonin, seed, disc_games, 1); },
      [&](std::uint64_t seed) {
        const auto tally = yonin_playouts(seed, 0, disc_games);
        return Round{static_cast<double>(tally.games), 0, tally.checksum};
      }));
  speeds.push_back(side_by_side(
      stop, "bao playouts", "the loop written by hand", seconds, true,
      [&](std::uint64_t seed) { return playouts(**bao, seed, bao_games, 1); },
      [&](std::uint64_t seed) {
        const auto sum = bao_playouts(seed, 0, bao_games, 100'000);
        return Round{static_cast<double>(sum.games), 0, sum.checksum};
      }));
  speeds.push_back(side_by_side(
      stop, "amazons playouts", "rays on bitboards written by hand", seconds, false,
      [&](std::uint64_t seed) { return playouts(**amazons, seed, amazons_games, 1); },
      [&](std::uint64_t seed) {
        return Round{static_cast<double>(amazons_playouts(seed, 0, amazons_games).games), 0, 0};
      }));
  speeds.push_back(side_by_side(
      stop, "amazons playouts in steps", "tables of lines written by hand", seconds, false,
      [&](std::uint64_t seed) {
        Control control;
        control.seed = seed;
        const auto report = (*amazons)->playout_steps("", 2 * amazons_games, 100'000, control);
        return Round{static_cast<double>(report->games), 0, report->checksum};
      },
      [&](std::uint64_t seed) {
        return Round{static_cast<double>(amazons_steps(seed, 0, 2 * amazons_games).games), 0, 0};
      }));
  speeds.push_back(side_by_side(
      stop, "hichain playouts", "the paper's board, every card tried on every square", seconds, true,
      [&](std::uint64_t seed) { return playouts(**hichain, seed, 512, 1); },
      [&](std::uint64_t seed) {
        const auto sum = hichain_playouts(seed, 0, 512);
        return Round{static_cast<double>(sum.games), 0, sum.checksum};
      }));
  speeds.push_back(side_by_side(
      stop, "hichain moves listed", "the paper's board, every card tried on every square", seconds, true,
      [&](std::uint64_t seed) {
        const auto sum = hichain_listings(seed, 0, 512);
        return Round{static_cast<double>(sum.moves), 0, sum.checksum};
      },
      [&](std::uint64_t seed) {
        const auto sum = hichain_playouts(seed, 0, 512);
        return Round{static_cast<double>(sum.moves), 0, sum.checksum};
      }));
  const auto scored = [](Scoring scoring) {
    return [scoring](std::uint64_t seed) {
      const auto sum = hichain_scores(seed, 0, 128, scoring);
      return Round{static_cast<double>(sum.moves), 0, sum.checksum};
    };
  };
  speeds.push_back(side_by_side(stop, "hichain placements scored", "the paper's chain trees, grown anew", seconds, true,
                                scored(Scoring::book), scored(Scoring::trees)));
  speeds.push_back(side_by_side(
      stop, "reversi through the plug-in table", "the same rules, native", seconds, false,
      [&](std::uint64_t seed) { return playouts(**wrapped, seed, disc_games, 1); },
      [&](std::uint64_t seed) { return playouts(**reversi, seed, disc_games, 1); }));
  speeds.push_back(side_by_side(
      stop, "reversi playouts, two threads", "one thread", seconds, true,
      [&](std::uint64_t seed) { return playouts(**reversi, seed, 2 * disc_games, 2); },
      [&](std::uint64_t seed) { return playouts(**reversi, seed, 2 * disc_games, 1); }));
  Control control;
  const auto counted = (*reversi)->perft("", 9, control);
  speeds.push_back({"reversi perft, leaves", static_cast<double>(counted->leaves.back()) / counted->seconds, 0, "", true});
  return speeds;
}

}  // namespace banmen::baseline
