// The rule files of chess and draughts against hand-written move generators (bench/generators/), in the format of `banmen bench`.
//
//   ninja -C build/release bench_generators && build/release/bench_generators [SECONDS]
#include <cstdio>
#include <cstdlib>

#include "baseline/side_by_side.hpp"
#include "generators/chess.hpp"
#include "generators/draughts.hpp"

using namespace banmen;
using namespace banmen::baseline;

namespace {

struct Pair {
  const char *name, *game;
  int depth;
  std::uint64_t (*by_hand)(int depth);
};

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
  if (argc > 2 || !(seconds > 0)) {
    std::fprintf(stderr, "usage: bench_generators [SECONDS per game]\n");
    return 2;
  }
  const Catalog catalog;
  bool agree = true;
  for (const Pair& pair : {Pair{"draughts by its text, perft 7", "draughts", 7, draughts_perft},
                           Pair{"chess by its text, perft 4", "chess", 4, chess_perft}}) {
    const auto game = catalog.open(pair.game);
    if (!game) {
      std::fprintf(stderr, "bench_generators: %s\n", game.error().message().c_str());
      return 1;
    }
    const Speed speed = side_by_side(
        {}, pair.name, "a plain generator written by hand", seconds, true,
        [&](std::uint64_t) { return counted(**game, pair.depth); },
        [&](std::uint64_t) {
          const std::uint64_t leaves = pair.by_hand(pair.depth);
          return Round{static_cast<double>(leaves), 0, leaves};
        });
    std::printf("%s\n", text_of(speed).c_str());
    agree = agree && speed.agrees;
  }
  return agree ? 0 : 1;
}
