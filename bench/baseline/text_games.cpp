#include "baseline/text_games.hpp"

#include "baseline/side_by_side.hpp"

namespace banmen::baseline {
namespace {

struct Pair {
  const char *name, *text, *native;
  std::uint64_t games;  // for about a twentieth of a second
};

}  // namespace

Result<void> add_text_game_speeds(const Catalog& catalog, double seconds, const std::stop_token& stop, std::vector<Speed>& speeds) {
  for (const Pair& pair : {Pair{"reversi by its text, playouts", "reversi.game", "reversi", 10'000},
                           {"yonin by its text, playouts", "yonin.game", "yonin", 10'000},
                           {"bao 8x2 by its text, playouts", "bao.game:holes=8", "bao:holes=8", 15'000},
                           {"amazons by its text, playouts", "amazons.game", "amazons", 1500},
                           {"knight amazons by its text", "knight", "amazons:piece=knight", 6000},
                           {"knightx by its text, playouts", "knightx", "amazons:piece=knight,arrow=knight", 2000}}) {
    const auto text = catalog.open(pair.text), native = catalog.open(pair.native);
    if (!text) return fail(text.error());
    if (!native) return fail(native.error());
    speeds.push_back(side_by_side(
        stop, pair.name, "the same rules, native", seconds, false,
        [&](std::uint64_t seed) { return playouts(**text, seed, pair.games, 1); },
        [&](std::uint64_t seed) { return playouts(**native, seed, pair.games, 1); }));
  }
  const auto text = catalog.open("reversi.game"), native = catalog.open("reversi");
  if (!text) return fail(text.error());
  if (!native) return fail(native.error());
  speeds.push_back(side_by_side(
      stop, "reversi by its text, perft 9", "the same rules, native", seconds, true,
      [&](std::uint64_t) { return counted(**text, 9); }, [&](std::uint64_t) { return counted(**native, 9); }));
  return {};
}

}  // namespace banmen::baseline
