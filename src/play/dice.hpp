// The dice of games that are played move by move: a function of the seed and the ply, so that whoever knows the seed afterwards can
// throw them again. Matches and experiments, which play many games from one seed, draw theirs otherwise.
#pragma once

#include <optional>

#include "core/random.hpp"
#include "play/record.hpp"

namespace banmen {

Random dice_at(std::uint64_t seed, std::size_t ply);

/// The throws of a game, and how many of them its seed gives.
struct Dice {
  std::size_t throws = 0, as_seed = 0;
};
/// Nothing where there is no throw.
std::optional<Dice> check_dice(const Session& played, std::uint64_t seed);

}  // namespace banmen
