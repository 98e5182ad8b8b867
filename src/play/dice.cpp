#include "play/dice.hpp"

namespace banmen {

Random dice_at(std::uint64_t seed, std::size_t ply) { return Random(seed, 0, static_cast<std::uint32_t>(ply)); }

std::optional<Dice> check_dice(const Session& played, std::uint64_t seed) {
  const auto session = played.copy();
  while (session->undo()) {
  }
  Dice dice;
  for (const std::string& move : played.history()) {
    if (session->turn() == chance) {
      ++dice.throws;
      Random random = dice_at(seed, session->history().size());
      const auto thrown = session->play_random(random);
      if (thrown && *thrown == move) ++dice.as_seed;
      if (thrown) session->undo();
    }
    if (!session->play(move)) break;
  }
  return dice.throws > 0 ? std::optional(dice) : std::nullopt;
}

}  // namespace banmen
