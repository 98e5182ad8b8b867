#include "baseline/amazons.hpp"

#include <algorithm>

#include "core/hash.hpp"
#include "core/random.hpp"

namespace banmen::baseline {
namespace {

constexpr int side = 10, width = side + 2;
// Towards larger cell numbers first, then each opposite.
constexpr int directions[8] = {1, width - 1, width, width + 1, -1, -width + 1, -width, -width - 1};

constexpr int place_of(int cell) { return (cell / side + 1) * width + cell % side + 1; }
constexpr int cell_of(int place) { return (place / width - 1) * side + place % width - 1; }

/// What the games' checksum is made of.
struct Sets {
  std::uint64_t pieces[2][2] = {}, burnt[2] = {}, mover = 0;
};

struct Board {
  bool open[width * width] = {};
  int pieces[2][4];  // places, upwards
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

/// How many whole moves a queen has.
std::uint32_t moves_of(Board& board, int from) {
  std::uint32_t n = 0;
  board.open[from] = true;
  for (const int step : directions)
    for (int to = from + step; board.open[to]; to += step)
      for (const int arrow : directions) n += static_cast<std::uint32_t>(board.run(to, arrow));
  board.open[from] = false;
  return n;
}

/// The k-th of them: arrows that fly less far first, then by direction, then by square along the direction.
void pick(Board& board, int which, std::uint32_t k) {
  const int from = board.pieces[board.mover][which];
  board.open[from] = true;
  int to[36], runs[36][8], n = 0;
  for (const int step : directions)
    for (int at = from + step; board.open[at]; at += step) to[n++] = at;
  std::sort(to, to + n);
  for (int i = 0; i < n; ++i)
    for (int d = 0; d < 8; ++d) runs[i][d] = board.run(to[i], directions[d]);
  board.open[from] = false;
  for (int distance = 1;; ++distance)
    for (int d = 0; d < 8; ++d)
      for (int i = 0; i < n; ++i) {
        const int at = d < 4 ? i : n - 1 - i;
        if (runs[at][d] >= distance && k-- == 0) return board.play(which, to[at], to[at] + distance * directions[d]);
      }
}

bool whole_move(Board& board, Random& random, std::uint64_t& moves) {
  std::uint32_t upto[4], total = 0;
  for (int which = 0; which < 4; ++which) upto[which] = total += moves_of(board, board.pieces[board.mover][which]);
  if (total == 0) return false;
  moves += total;
  const std::uint32_t k = random.below(total);
  const auto which = static_cast<int>(std::upper_bound(upto, upto + 4, k) - upto);
  pick(board, which, which > 0 ? k - upto[which - 1] : k);
  return true;
}

bool in_steps(Board& board, Random& random, std::uint64_t& moves) {
  int runs[8][4], along[8] = {}, total = 0;
  for (int d = 0; d < 8; ++d)
    for (int which = 0; which < 4; ++which) along[d] += runs[d][which] = board.run(board.pieces[board.mover][which], directions[d]);
  for (const int n : along) total += n;
  if (total == 0) return false;
  moves += static_cast<std::uint64_t>(total);
  auto k = static_cast<int>(random.below(static_cast<std::uint32_t>(total)));
  int d = 0;
  for (; k >= along[d]; ++d) k -= along[d];
  // The k-th square that queens reach in this direction, along the direction; and whose it is.
  struct Reached {
    int place, which;
  } reached[36];
  int n = 0;
  for (int which = 0; which < 4; ++which)
    for (int i = 1; i <= runs[d][which]; ++i) reached[n++] = {board.pieces[board.mover][which] + i * directions[d], which};
  std::nth_element(reached, reached + k, reached + n,
                   [&](const Reached& a, const Reached& b) { return d < 4 ? a.place < b.place : a.place > b.place; });
  const auto [to, which] = reached[k];
  const int from = board.pieces[board.mover][which];
  board.open[from] = true;
  int shots[8], all = 0;
  for (int a = 0; a < 8; ++a) all += shots[a] = board.run(to, directions[a]);
  board.open[from] = false;
  k = static_cast<int>(random.below(static_cast<std::uint32_t>(all)));
  int a = 0;
  for (; k >= shots[a]; ++a) k -= shots[a];
  board.play(which, to, to + (k + 1) * directions[a]);
  return true;
}

template <class Turn>
AmazonsSum play(std::uint64_t seed, std::uint64_t begin, std::uint64_t end, Turn turn) {
  AmazonsSum sum;
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

}  // namespace

AmazonsSum amazons_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  return play(seed, begin, end, whole_move);
}
AmazonsSum amazons_steps(std::uint64_t seed, std::uint64_t begin, std::uint64_t end) { return play(seed, begin, end, in_steps); }

}  // namespace banmen::baseline
