// Random games of 10×10 Amazons on a padded board of bytes, scanned line by line: slow and simple. With the same random numbers it
// plays the same games as `banmen playout amazons`, with moves drawn at once or in steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/hash.hpp"
#include "core/random.hpp"

namespace banmen::bytes {

constexpr int side = 10, width = side + 2;
// Ascending directions first, then their opposites.
constexpr int directions[8] = {1, width - 1, width, width + 1, -1, -width + 1, -width, -width - 1};

constexpr int place_of(int cell) { return (cell / side + 1) * width + cell % side + 1; }
constexpr int cell_of(int place) { return (place / width - 1) * side + place % width - 1; }

/// Checksum over the games.
struct Sets {
  std::uint64_t pieces[2][2] = {}, burnt[2] = {}, mover = 0;
};

struct Board {
  bool open[width * width] = {};
  int pieces[2][4];  // cells, ascending
  std::uint64_t burnt[2] = {};
  int mover = 0;

  Board() {
    for (int cell = 0; cell < side * side; ++cell) open[place_of(cell)] = true;
    constexpr int x[4] = {60, 69, 93, 96}, o[4] = {3, 6, 30, 39};
    for (int k = 0; k < 4; ++k) {
      pieces[0][k] = place_of(x[k]);
      pieces[1][k] = place_of(o[k]);
      open[pieces[0][k]] = open[pieces[1][k]] = false;
    }
  }

  [[nodiscard]] int run(int from, int direction) const {
    int n = 0;
    for (int at = from + direction; open[at]; at += direction) ++n;
    return n;
  }

  void play(int which, int to, int arrow) {
    int(&own)[4] = pieces[mover];
    open[own[which]] = true;
    open[to] = open[arrow] = false;
    own[which] = to;
    std::sort(own, own + 4);
    const int cell = cell_of(arrow);
    burnt[cell / 64] |= std::uint64_t{1} << cell % 64;
    mover ^= 1;
  }

  [[nodiscard]] std::uint64_t hash() const {
    Sets sets;
    for (int seat = 0; seat < 2; ++seat)
      for (const int place : pieces[seat]) sets.pieces[seat][cell_of(place) / 64] |= std::uint64_t{1} << cell_of(place) % 64;
    sets.burnt[0] = burnt[0];
    sets.burnt[1] = burnt[1];
    sets.mover = static_cast<std::uint64_t>(mover);
    return hash_bytes(sets);
  }
};

/// Returns the number of complete moves of a queen.
inline std::uint32_t moves_of(Board& board, int from) {
  std::uint32_t n = 0;
  board.open[from] = true;
  for (const int step : directions)
    for (int to = from + step; board.open[to]; to += step)
      for (const int arrow : directions) n += static_cast<std::uint32_t>(board.run(to, arrow));
  board.open[from] = false;
  return n;
}

/// Returns the k-th of all moves, in the order of QueenVolley::pick.
inline void pick(Board& board, std::uint32_t k) {
  // Destinations by cell, with the number of queens that reach each, and the range of its arrows with the queens where they are.
  struct Destination {
    int place;
    std::uint32_t queens;
    int runs[8];
    int which[8];  // queen that arrives in a direction, or -1
  };
  std::vector<Destination> destinations;
  const int(&own)[4] = board.pieces[board.mover];
  for (int cell = 0; cell < side * side; ++cell) {
    Destination to{place_of(cell), 0, {}, {}};
    if (!board.open[to.place]) continue;
    for (int d = 0; d < 8; ++d) {
      to.runs[d] = board.run(to.place, directions[d]);
      const int* queen = std::find(own, own + 4, to.place - (board.run(to.place, -directions[d]) + 1) * directions[d]);
      to.which[d] = queen < own + 4 ? static_cast<int>(queen - own) : -1;
      to.queens += to.which[d] >= 0;
    }
    if (to.queens > 0) destinations.push_back(to);
  }
  for (int place = 0; place < 4; ++place)
    for (int d = 0; d < 8; ++d)
      for (int distance = 1; distance < side; ++distance)
        for (std::size_t i = 0; i < destinations.size(); ++i) {
          const Destination& to = destinations[d < 4 ? i : destinations.size() - 1 - i];
          if (!(to.queens >> place & 1) || to.runs[d] < distance) continue;
          if (k >= 1u << place) {
            k -= 1u << place;
            continue;
          }
          std::uint32_t skip = (to.queens & ((1u << place) - 1)) + k;
          int from = 0;
          while (to.which[from] < 0 || skip-- > 0) ++from;
          return board.play(to.which[from], to.place, to.place + distance * directions[d]);
        }
  // Straight back over the vacated cell.
  for (int which = 0; which < 4; ++which)
    for (int d = 0; d < 8; ++d) {
      const int from = own[which], ways = board.run(from, directions[d]), back = 1 + board.run(from, -directions[d]);
      const auto n = static_cast<std::uint32_t>(ways * back);
      if (k < n) {
        const int j = static_cast<int>(k);
        return board.play(which, from + (1 + j / back) * directions[d], from - j % back * directions[d]);
      }
      k -= n;
    }
}

inline bool whole_move(Board& board, Random& random, std::uint64_t& moves) {
  std::uint32_t total = 0;
  for (const int queen : board.pieces[board.mover]) total += moves_of(board, queen);
  if (total == 0) return false;
  moves += total;
  pick(board, random.below(total));
  return true;
}

/// Returns every square that a queen sees, in the order of QueenSight::seen: each direction followed by its opposite, outwards.
inline std::vector<int> seen(const Board& board, int from) {
  std::vector<int> places;
  for (int d = 0; d < 4; ++d)
    for (const int step : {directions[d], directions[d + 4]})
      for (int to = from + step; board.open[to]; to += step) places.push_back(to);
  return places;
}

inline bool in_steps(Board& board, Random& random, std::uint64_t& moves) {
  struct Step {
    int which, to;
  };
  std::vector<Step> steps;
  const int(&own)[4] = board.pieces[board.mover];
  for (int which = 0; which < 4; ++which)
    for (const int to : seen(board, own[which])) steps.push_back({which, to});
  if (steps.empty()) return false;
  moves += steps.size();
  const Step step = steps[random.below(static_cast<std::uint32_t>(steps.size()))];
  const int from = own[step.which];
  board.open[from] = true;
  const auto shots = seen(board, step.to);
  board.open[from] = false;
  board.play(step.which, step.to, shots[random.below(static_cast<std::uint32_t>(shots.size()))]);
  return true;
}

struct Sum {
  std::uint64_t games = 0, plies = 0, first_wins = 0, checksum = 0;
};

template <class Turn>
Sum play(std::uint64_t seed, std::uint64_t begin, std::uint64_t end, Turn turn) {
  Sum sum;
  const Board start;
  for (std::uint64_t game = begin; game < end; ++game) {
    Random random(seed, game);
    Board board = start;
    std::uint64_t moves = 0;
    while (turn(board, random, moves)) ++sum.plies;
    ++sum.games;
    sum.first_wins += static_cast<std::uint64_t>(board.mover);
    sum.checksum += mix(mix(game, board.hash()), moves);
  }
  return sum;
}

}  // namespace banmen::bytes
