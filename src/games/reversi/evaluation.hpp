// Evaluation of Reversi positions after the player of the Yonin paper: mobility, position, and above all edge discs that can no
// longer be flipped. The paper omits its weights; these are ours, in eighths of a disc.
//
//   mobility   8 for each placement more than the other colour has
//   position   16 for a corner; -14 for the cell diagonal to an empty corner, -6 for those beside it; 1 for other edge cells
//   stable    28 for an edge disc that hangs together with an own corner along the edge, or lies on a full edge
#pragma once

#include "core/bitboard.hpp"
#include "games/reversi/board.hpp"

namespace banmen {

inline constexpr int disc_points = 8;  // evaluation points per disc of result
inline constexpr int stable_points = 28;

/// The rim of a board, precomputed.
struct DiscRim {
  Bits corners = 0, edges = 0;
  Bits edge[4] = {};  // top, bottom, left, right
  struct Corner {
    Bits cell, diagonal, beside;
  } corner[4] = {};

  explicit DiscRim(const DiscBoard& board) {
    const int bottom = board.rows - 1, right = board.columns - 1;
    edge[0] = rectangle(1, board.columns);
    edge[1] = edge[0] << 8 * bottom;
    edge[2] = rectangle(board.rows, 1);
    edge[3] = edge[2] << right;
    edges = edge[0] | edge[1] | edge[2] | edge[3];
    for (int k = 0; k < 4; ++k) {
      const int row = k & 2 ? bottom : 0, column = k & 1 ? right : 0;
      const int in_row = k & 2 ? bottom - 1 : 1, in_column = k & 1 ? right - 1 : 1;
      corner[k] = {cell_bit(row, column), cell_bit(in_row, in_column), cell_bit(in_row, column) | cell_bit(row, in_column)};
      corners |= corner[k].cell;
    }
  }
};

/// Discs of `own` connected to an own corner along the edge: they can never be flipped.
inline Bits corner_chains(const DiscRim& rim, Bits own) {
  Bits held = own & rim.corners;
  if (held == 0) return 0;
  const Bits across = own & (rim.edge[0] | rim.edge[1]), upright = own & (rim.edge[2] | rim.edge[3]);
  for (;;) {
    const Bits more = held | (across & ((held & across) << 1 | (held & across) >> 1)) |
                      (upright & ((held & upright) << 8 | (held & upright) >> 8));
    if (more == held) return held;
    held = more;
  }
}

/// Edge discs of `own` that no play along the edge can flip.
inline Bits edge_stable(const DiscRim& rim, Bits own, Bits other) {
  Bits stable = corner_chains(rim, own);
  for (const Bits edge : rim.edge)
    if ((edge & ~(own | other)) == 0) stable |= own & edge;
  return stable;
}

inline int disc_position(const DiscRim& rim, Bits own, Bits other) {
  int points =
      16 * (popcount(own & rim.corners) - popcount(other & rim.corners)) + popcount(own & rim.edges) - popcount(other & rim.edges);
  for (const DiscRim::Corner& corner : rim.corner) {
    if ((corner.cell & (own | other)) != 0) continue;
    points -= 14 * ((own & corner.diagonal) != 0) - 14 * ((other & corner.diagonal) != 0);
    points -= 7 * (popcount(own & corner.beside) - popcount(other & corner.beside));
  }
  return points;
}

/// For the colour of `own`; `own_places` and `other_places`: numbers of placements.
inline int disc_evaluation(const DiscRim& rim, Bits own, Bits other, int own_places, int other_places) {
  return 8 * (own_places - other_places) + disc_position(rim, own, other) +
         stable_points * (popcount(edge_stable(rim, own, other)) - popcount(edge_stable(rim, other, own)));
}

}  // namespace banmen
