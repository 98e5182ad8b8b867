#include "research/amazons/first_moves.hpp"

#include <map>

namespace banmen::amazons {

std::optional<Correlation> moves_and_wins(const AmazonsCount& count) {
  std::vector<std::pair<double, double>> pairs;
  for (const AmazonsWinner& w : count.winners)
    if (w.winner != "-") pairs.emplace_back(static_cast<double>(w.moves), w.winner == "first");
  return correlation(pairs);
}

std::vector<SameMoves> by_moves(const AmazonsCount& count) {
  std::map<std::uint64_t, SameMoves> found;
  for (std::size_t i = 0; i < count.winners.size(); ++i) {
    const AmazonsWinner& w = count.winners[i];
    SameMoves& same = found[w.moves];
    same.moves = w.moves;
    same.layouts += count.classes[i].alike;
    if (w.winner == "first") same.first_wins += count.classes[i].alike;
  }
  std::vector<SameMoves> out;
  for (const auto& [moves, same] : found) out.push_back(same);
  return out;
}

Datum to_datum(const std::optional<Correlation>& correlation) {
  if (!correlation) return {};
  Findings group;
  group.add({.name = "r", .value = correlation->r, .digits = 2});
  group.add({.name = "interval", .value = std::vector{correlation->interval.low, correlation->interval.high}, .digits = 2});
  group.add({.name = "n", .value = correlation->n, .hidden = true});
  return group;
}

}  // namespace banmen::amazons
