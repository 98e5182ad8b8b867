// What the expert weighs after a move: terms, and weights of them in points of the final lead.
//
// `banmen hichain train` fits the weights; weights.inc begins with the command that made it. A judgement mixes the rows for none,
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

/// What a judgement weighs: what the side that has moved looks forward to, what the side to move does (`prospect_terms` each), for
/// each card 1 where only the first still has it and −1 where only the other has, then differences: placements (in hundreds),
/// pairs and triples of successive letters kept.
namespace term {
inline constexpr std::size_t own = 0, facing = prospect_terms, card = 2 * prospect_terms, freedom = card + signs,
                             pair = freedom + 1, triple = pair + 1, count = triple + 1;
}  // namespace term
using Terms = std::array<double, term::count>;

/// With no card left, with half of the 54 left, with all of them.
inline constexpr std::size_t phases = 3;
using WeightTable = std::array<Terms, phases>;

/// What each row counts for where so many cards are left; the shares add up to 1.
inline std::array<double, phases> phase_shares(int cards_left) {
  const double x = cards_left / 27.0;
  return {x < 1 ? 1 - x : 0, x < 1 ? x : 2 - x, x > 1 ? x - 1 : 0};
}
Terms weights_at(const WeightTable& table, int cards_left);

/// The weights that come with the program.
const WeightTable& built_in_weights();

/// As weights.inc has them: comment lines begin with //, numbers with two digits after the point are followed by commas.
std::string text(const WeightTable& table);
Result<WeightTable> read_weights(std::string_view text);
/// The table as its text gives it back.
WeightTable rounded(const WeightTable& table);

/// After a move, seen by the side that made it. `mine` and `theirs`: the offers of that side and of the other, best first.
Terms terms_of(const HichainRules& g, const HichainRules::Board& board, const std::vector<Offer>& mine,
               const std::vector<Offer>& theirs);

/// The lead in points of the side that has just moved.
inline int lead_of(const HichainRules::Board& board) {
  const std::size_t other = board.at.mover, me = 1 - other;
  return board.books[me].score - board.books[other].score;
}

/// The final lead that is to be expected.
inline double judged(int lead, const Terms& weights, const Terms& terms) {
  double value = lead;
  for (std::size_t i = 0; i < term::count; ++i) value += weights[i] * terms[i];
  return value;
}

int cards_left(const HichainRules::Board& board);

}  // namespace banmen::hichain
