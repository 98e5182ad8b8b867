#include "baseline/speeds.hpp"

#include <fmt/format.h>

#include "baseline/amazons.hpp"
#include "baseline/bao.hpp"
#include "baseline/hichain.hpp"
#include "baseline/reversi.hpp"
#include "baseline/reversi_table.hpp"
#include "baseline/side_by_side.hpp"
#include "baseline/text_games.hpp"
#include "catalog/plugin.hpp"

namespace banmen::baseline {

std::string text_of(const Speed& speed) {
  return fmt::format("{:<34} {:>14} /s  {}{}", speed.name, fmt::group_digits(static_cast<std::uint64_t>(speed.per_second)),
                     speed.against.empty() ? "" : fmt::format("{:.2f} of {}", speed.ratio, speed.against),
                     speed.agrees ? "" : "  THE RESULTS DIFFER");
}

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
  // Rounds of about a tenth of a second, to make the start of a worker negligible.
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
        const auto report = (*amazons)->playout("", 2 * amazons_games, 100'000, control, Draw::steps);
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
  speeds.push_back(side_by_side(stop, "hichain placements scored", "the paper's chain trees, rebuilt", seconds, true,
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
  if (auto added = add_text_game_speeds(catalog, seconds, stop, speeds); !added) return fail(added.error());
  return speeds;
}

}  // namespace banmen::baseline
