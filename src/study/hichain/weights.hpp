// The weights of the expert's judgement, in points of the final lead.
//
// Fitted by least squares (ridge) to how about 500 games of such players against themselves ended, 26 000 positions; a judgement
// mixes the rows for few, half and all of the cards left.
#pragma once

#include <array>

#include "games/hichain/cards.hpp"

namespace banmen::hichain {

inline constexpr std::size_t prospect_terms = 8;

/// Of what a side looks forward to: its best offer, the best that a reply can't take away with it, the second and the third best,
/// the sum of the next three, what the best one that still lacks a point adds, the number of cells with offers (6 at most), CHAIN.
struct Weights {
  std::array<double, prospect_terms> own, facing;  // of the side that has moved, of the side to move
  std::array<double, signs> card;                  // for a card kept that the other side has no longer
  double freedom, pair, triple;                    // 100 placements more; successive letters kept
};

/// With no card left, with half of the 54 left, with all of them.
inline constexpr std::array<Weights, 3> weights_by_phase = {{
    {{0.48, -0.02, 0.74, 0.37, 0.35, -0.03, -1.91, 3.36},
     {-0.88, -0.17, -0.33, -0.29, -0.44, 0.05, 2.2, -4.09},
     {-0.53, 0.7,  0.42, -1.55, -0.6,  0.42,  0.38, -0.99, 0.04, 0.63, -0.7,  0.71, 2.04, 0.05,
      -0.57, -0.3, 1.27, -1.37, -0.89, -0.48, 0.78, 0.62,  1.13, 0.19, -0.08, 1.18, 0.41},
     0.16,
     -0.10,
     0.84},
    {{0.14, 0.1, 0.23, 0, 0.1, 0.06, 1.62, -0.49},
     {-0.25, -0.13, -0.08, -0.15, -0.07, -0.06, -2, 0.93},
     {3.94, 0.02, 0.7,  1.77, 0.23, 0.19, 1.2, 1.19, 0.62, 1.46, 3.38, 1.74, 1.54, 1.85,
      4.8,  1.19, 0.15, 0.75, 1.47, 2.14, 2.5, 3.24, 1.49, 2.08, 4.33, 0.47, 9.96},
     0.42,
     1.08,
     -0.39},
    {{0.51, -0.14, 1.06, 0.45, 0.59, 0.11, -2.66, -0.23},
     {-1.2, 0.03, -0.84, -0.7, -0.54, -0.04, 4.35, -1.29},
     {8.49,  -3.21, 2.04, 2.69, 1.17, 0.46,  1.05, 1.68, -0.84, 0.66, 2.64, 2.54,  3.54, 2.09,
      -0.11, 1.03,  2.64, 0.91, 3.28, -0.74, 2.39, 4.02, 1.76,  5.25, 0.66, -0.26, 6.93},
     0.33,
     1.01,
     -0.61},
}};

inline Weights weights_at(int cards_left) {
  const double x = cards_left / 27.0;
  const std::array<double, 3> share = {x < 1 ? 1 - x : 0, x < 1 ? x : 2 - x, x > 1 ? x - 1 : 0};
  Weights out{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Weights& w = weights_by_phase[k];
    for (std::size_t i = 0; i < prospect_terms; ++i) {
      out.own[i] += share[k] * w.own[i];
      out.facing[i] += share[k] * w.facing[i];
    }
    for (std::size_t i = 0; i < signs; ++i) out.card[i] += share[k] * w.card[i];
    out.freedom += share[k] * w.freedom;
    out.pair += share[k] * w.pair;
    out.triple += share[k] * w.triple;
  }
  return out;
}

}  // namespace banmen::hichain
