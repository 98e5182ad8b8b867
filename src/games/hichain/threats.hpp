// Scoring moves of HICHAIN, found without trying every move.
//
// A placement changes its owner's score only through a chain with an own edge neighbour, so the card must show some reader the
// neighbour's letter, the one before or the one after it, or one of the two must be an asterisk. That leaves a few dozen of a
// thousand moves.
#pragma once

#include <vector>

#include "games/hichain/rules.hpp"

namespace banmen::hichain {

struct ScoringMove {
  HichainRules::Move move;
  std::int32_t gain;  // of the mover's score; royal_value for C-H-A-I-N
};

/// The ways that read as a letter, by [reader][letter].
using Showing = std::array<std::array<Ways, 26>, 4>;
constexpr Showing make_showing(Turned turned) {
  Showing out{};
  for (int way = 0; way < ways; ++way)
    for (int d = 0; d < 4; ++d)
      if (const int letter = reading(turned, way / 4, way % 4, d); letter < 26)
        out[static_cast<std::size_t>(d)][static_cast<std::size_t>(letter)].add(way);
  return out;
}
inline constexpr std::array<Showing, 3> showings = {make_showing(Turned::geometry), make_showing(Turned::prototype),
                                                    make_showing(Turned::java)};

/// A superset of the ways in which a card of this colour could join a chain on the cell: a card beside an own one that it could
/// follow, precede or repeat, the asterisk beside any.
inline Ways linking_ways(const ChainRules& rules, const Ground& ground, int colour, Cell cell) {
  constexpr Ways all = {~0ULL, ~0ULL};
  const Showing& showing = showings[static_cast<std::size_t>(rules.turned)];
  Ways out;
  for (int k = 1; k < 8; k += 2) {
    const Code code = ground.card(neighbour(cell, k));
    if (code == 0 || code_colour(code) != colour) continue;
    for (std::size_t d = 0; d < 4; ++d) {
      const int letter = rules.letters()[code & 127u][d];
      if (letter == no_letter) continue;
      if (letter == asterisk) return all;
      // CHAIN is not alphabetical: its pairs are C-H, H-A, A-I and I-N.
      for (std::size_t i = 0; i < royal_word.size(); ++i)
        if (letter == royal_word[i]) {
          if (i > 0) out = out | showing[d][royal_word[i - 1]];
          if (i + 1 < royal_word.size()) out = out | showing[d][royal_word[i + 1]];
        }
      for (const int change : {25, 0, 1}) out = out | showing[d][static_cast<std::size_t>((letter + change) % 26)];
    }
    out = out | ways_of(asterisk);
  }
  return out;
}

/// Calls f(move) for the moves of a set on a cell until it returns true; returns whether it did.
template <class F>
bool any_way(const HichainRules::Board& board, Cell c, Ways ways, F&& f) {
  const std::int8_t x = board.ground.x_of(c), y = board.ground.y_of(c);
  while (!ways.empty()) {
    const int way = ways.take();
    if (f(HichainRules::Move{static_cast<std::uint8_t>(way / 4), static_cast<std::uint8_t>(way % 4), x, y})) return true;
  }
  return false;
}

/// All legal moves.
inline std::vector<HichainRules::Move> moves_of(const HichainRules& g, const HichainRules::Board& board) {
  std::vector<HichainRules::Move> out(g.count(board));
  MoveList<HichainRules::Move> moves(out.data(), static_cast<std::uint32_t>(out.size()));
  g.moves(board, moves);
  return out;
}

/// Calls f(move, gain) for every placement of the mover that raises his score by at least `least`, or completes C-H-A-I-N, until it
/// returns true; returns whether it did. Restores the board.
template <class F>
bool each_scoring_move(const HichainRules& g, HichainRules::Board& board, std::int32_t least, F&& f) {
  const int mover = board.at.mover;
  if (board.at.royal != 0) return false;
  struct Spot {
    Cell cell;
    Ways ways;
  };
  std::array<Spot, 8 * slots> spots;
  std::size_t count = 0;
  const Ways left = board.left[static_cast<std::size_t>(mover)];
  board.ground.each_open(mover, [&](Cell c, Ways open) {
    open = open & left;
    if (open.empty()) return;
    open = open & linking_ways(g.chain, board.ground, mover, c);
    if (!open.empty()) spots[count++] = {c, open};
  });
  const std::int32_t before = board.books[static_cast<std::size_t>(mover)].score;
  for (std::size_t i = 0; i < count; ++i) {
    const bool stop = any_way(board, spots[i].cell, spots[i].ways, [&](HichainRules::Move m) {
      g.play(board, m);
      const std::int32_t gain =
          board.at.royal != 0 ? HichainRules::royal_value : board.books[static_cast<std::size_t>(mover)].score - before;
      g.undo(board);
      return gain >= least && f(m, gain);
    });
    if (stop) return true;
  }
  return false;
}

/// All scoring moves, in the order of the moves.
inline std::vector<ScoringMove> scoring_moves(const HichainRules& g, HichainRules::Board& board, std::int32_t least = 1) {
  std::vector<ScoringMove> out;
  each_scoring_move(g, board, least, [&](HichainRules::Move m, std::int32_t gain) {
    out.push_back({m, gain});
    return false;
  });
  return out;
}

/// True if a placement is still legal.
inline bool is_legal(const HichainRules::Board& board, HichainRules::Move m) {
  const Cell c = cell_at(m.x, m.y);
  const int way = 4 * m.sign + m.orientation;
  return board.ground.is_empty(c) && board.left[board.at.mover].has(way) && board.ground.open_ways(board.at.mover, c).has(way);
}

/// Scope in which it is the other player's move.
class OthersTurn {
 public:
  explicit OthersTurn(HichainRules::Board& board) : board_(board) { board_.at.mover ^= 1; }
  ~OthersTurn() { board_.at.mover ^= 1; }
  OthersTurn(const OthersTurn&) = delete;
  OthersTurn& operator=(const OthersTurn&) = delete;

 private:
  HichainRules::Board& board_;
};

}  // namespace banmen::hichain
