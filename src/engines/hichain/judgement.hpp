// What the expert weighs after a move: the terms whose weights `banmen hichain train` fits (weights.hpp).
#pragma once

#include <vector>

#include "engines/hichain/offers.hpp"
#include "engines/hichain/weights.hpp"

namespace banmen::hichain {

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
