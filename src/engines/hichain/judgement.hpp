// Linear evaluation of the expert: terms, and their weights in points of the final lead.
//
// `banmen hichain train` fits the weights; weights.inc begins with the command that made it. Weights are interpolated between none,
// half and all of the cards left.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "engines/hichain/offers.hpp"

namespace banmen::hichain {

inline constexpr std::size_t prospect_terms = 8;

/// The terms: prospects of the side that has moved and of the side to move (`prospect_terms` each), for each card 1 if only the
/// first still has it and −1 if only the other has, then differences: placements (in hundreds), pairs and triples of successive
/// letters kept.
namespace term {
inline constexpr std::size_t own = 0, facing = prospect_terms, card = 2 * prospect_terms, freedom = card + signs,
                             pair = freedom + 1, triple = pair + 1, count = triple + 1;
}  // namespace term
using Terms = std::array<double, term::count>;

/// Phases: no card left, half of the 54, all of them.
inline constexpr std::size_t phases = 3;
using WeightTable = std::array<Terms, phases>;

/// Interpolation weights of the phases; they add up to 1.
inline std::array<double, phases> phase_shares(int cards_left) {
  const double x = cards_left / 27.0;
  return {x < 1 ? 1 - x : 0, x < 1 ? x : 2 - x, x > 1 ? x - 1 : 0};
}
Terms weights_at(const WeightTable& table, int cards_left);

/// The built-in weights.
const WeightTable& built_in_weights();

/// In the format of weights.inc: comment lines begin with //, numbers with two decimals are followed by commas.
std::string text(const WeightTable& table);
Result<WeightTable> read_weights(std::string_view text);
/// The table rounded as in its text.
WeightTable rounded(const WeightTable& table);

/// Terms after a move, for the side that made it. `mine` and `theirs`: the offers of that side and of the other, best first.
Terms terms_of(const HichainRules& g, const HichainRules::Board& board, const std::vector<Offer>& mine,
               const std::vector<Offer>& theirs);

/// The lead in points of the side that has just moved.
inline int lead_of(const HichainRules::Board& board) {
  const std::size_t other = board.at.mover, me = 1 - other;
  return board.books[me].score - board.books[other].score;
}

/// The expected final lead.
inline double judged(int lead, const Terms& weights, const Terms& terms) {
  double value = lead;
  for (std::size_t i = 0; i < term::count; ++i) value += weights[i] * terms[i];
  return value;
}

int cards_left(const HichainRules::Board& board);

}  // namespace banmen::hichain
