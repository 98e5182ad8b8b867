#include "baseline/amazons.hpp"

#include <cstring>

#ifdef __AVX512VPOPCNTDQ__
#include <immintrin.h>
#endif

namespace banmen::baseline {
namespace {

constexpr int side = 10, cells = side * side;
constexpr int start[2][4] = {{60, 69, 93, 96}, {3, 6, 30, 39}};

// ---- rays

using Word = std::uint64_t;
using Lanes [[gnu::vector_size(64)]] = Word;  // four rays to larger cell numbers, four to smaller ones (bit-reversed)

struct RayTable {
  Lanes of[cells][2];

  RayTable() {
    constexpr int down[8] = {0, 1, 1, 1, 0, -1, -1, -1}, right[8] = {1, -1, 0, 1, -1, 1, 0, -1};
    for (int cell = 0; cell < cells; ++cell)
      for (int d = 0; d < 8; ++d) {
        Word ray[2] = {};
        for (int r = cell / side + down[d], c = cell % side + right[d]; r >= 0 && r < side && c >= 0 && c < side;
             r += down[d], c += right[d]) {
          const int at = d < 4 ? r * side + c : 127 - (r * side + c);
          ray[at / 64] |= Word{1} << at % 64;
        }
        of[cell][0][d] = ray[0];
        of[cell][1][d] = ray[1];
      }
  }
};
const RayTable ray_table;

Word reversed(Word x) {
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
  return __builtin_bswap64(x);
}

void flip(Word (&set)[2], int cell) { set[cell / 64] ^= Word{1} << cell % 64; }

struct Blockers {
  Lanes low, high;
  explicit Blockers(const Word (&occupied)[2]) {
    const Word f0 = occupied[0], f1 = occupied[1], b0 = reversed(f1), b1 = reversed(f0);
    low = Lanes{f0, f0, f0, f0, b0, b0, b0, b0};
    high = Lanes{f1, f1, f1, f1, b1, b1, b1, b1};
  }
  /// Occupancy with one cell vacated.
  [[nodiscard]] Blockers without(int cell) const {
    const Word f = Word{1} << cell % 64, b = Word{1} << (63 - cell % 64);
    const Lanes forward{f, f, f, f, 0, 0, 0, 0}, backward{0, 0, 0, 0, b, b, b, b};
    Blockers out = *this;
    (cell < 64 ? out.low : out.high) ^= forward;
    (cell < 64 ? out.high : out.low) ^= backward;
    return out;
  }
};

struct Seen {
  Lanes low, high;
  // The bits below the first blocker: b - 1 turns them on.
  Seen(int cell, const Blockers& blockers) {
    const Lanes low_ray = ray_table.of[cell][0], high_ray = ray_table.of[cell][1];
    const Lanes b0 = low_ray & blockers.low, b1 = high_ray & blockers.high;
    low = low_ray & (b0 - 1) & ~b0;
    high = high_ray & (b1 + (Lanes)(b0 == 0)) & ~b1;
  }
  [[nodiscard]] Lanes counts() const {
#ifdef __AVX512VPOPCNTDQ__
    return (Lanes)_mm512_popcnt_epi64((__m512i)low) + (Lanes)_mm512_popcnt_epi64((__m512i)high);
#else
    Lanes n;
    for (int d = 0; d < 8; ++d) n[d] = static_cast<Word>(__builtin_popcountll(low[d]) + __builtin_popcountll(high[d]));
    return n;
#endif
  }
  /// visit(cell) until one visit returns true.
  template <class Visit>
  bool any(Visit visit) const {
    Word l[8], h[8];
    std::memcpy(l, &low, sizeof l);
    std::memcpy(h, &high, sizeof h);
    const Word sets[4] = {l[0] | l[1] | l[2] | l[3], h[0] | h[1] | h[2] | h[3],  //
                          l[4] | l[5] | l[6] | l[7], h[4] | h[5] | h[6] | h[7]};
    for (int i = 0; i < 4; ++i)
      for (Word left = sets[i]; left != 0; left &= left - 1) {
        const int at = 64 * (i & 1) + __builtin_ctzll(left);
        if (visit(i < 2 ? at : 127 - at)) return true;
      }
    return false;
  }
};

std::uint32_t sum(const Lanes& n) {
  return static_cast<std::uint32_t>(((n[0] + n[1]) + (n[2] + n[3])) + ((n[4] + n[5]) + (n[6] + n[7])));
}

// ---- lines

constexpr int deltas[4] = {1, side, side + 1, side - 1};  // along a row, a column, the two diagonals
constexpr int full = 1 << side;

struct Tables {
  // Open cells before and after a place on a line, and their sum.
  std::uint8_t before[side][full], after[side][full], both[side][full];
  struct On {
    std::uint16_t line, place;
  } on[cells][4];

  Tables() {
    for (int place = 0; place < side; ++place)
      for (int line = 0; line < full; ++line) {
        int a = 0, b = 0;
        while (place - b > 0 && !(line >> (place - b - 1) & 1)) ++b;
        while (place + a + 1 < side && !(line >> (place + a + 1) & 1)) ++a;
        before[place][line] = static_cast<std::uint8_t>(b);
        after[place][line] = static_cast<std::uint8_t>(a);
        both[place][line] = static_cast<std::uint8_t>(a + b);
      }
    for (int cell = 0; cell < cells; ++cell) {
      const int r = cell / side, c = cell % side;
      // Places on a diagonal are numbered by row.
      const int line[4] = {r, c, c - r + side - 1, c + r}, place[4] = {c, r, r, r};
      for (int l = 0; l < 4; ++l)
        on[cell][l] = {static_cast<std::uint16_t>(19 * l + line[l]), static_cast<std::uint16_t>(place[l])};
    }
  }
};
const Tables tables;

}  // namespace

AmazonsRays::AmazonsRays() {
  for (int side = 0; side < 2; ++side)
    for (int q = 0; q < 4; ++q) flip(occupied_, queens_[side][q] = start[side][q]);
}

std::uint32_t AmazonsRays::count() {
  const Blockers all(occupied_);
  std::uint32_t total = 0;
  for (int q = 0; q < 4; ++q) {
    const Blockers blockers = all.without(queens_[mover_][q]);
    Lanes moves{};
    Seen(queens_[mover_][q], blockers).any([&](int to) {
      moves += Seen(to, blockers).counts();
      return false;
    });
    upto_[q] = total += sum(moves);
  }
  return total;
}

AmazonsMove AmazonsRays::pick(std::uint32_t k) const {
  int q = 0;
  while (upto_[q] <= k) ++q;
  if (q > 0) k -= upto_[q - 1];
  AmazonsMove move{queens_[mover_][q], 0, 0};
  const Blockers blockers = Blockers(occupied_).without(move.from);
  Seen(move.from, blockers).any([&](int to) {
    const Seen arrows(to, blockers);
    const std::uint32_t n = sum(arrows.counts());
    if (k >= n) {
      k -= n;
      return false;
    }
    move.to = to;
    return arrows.any([&](int arrow) {
      move.arrow = arrow;
      return k-- == 0;
    });
  });
  return move;
}

void AmazonsRays::play(const AmazonsMove& move) {
  flip(occupied_, move.from);
  flip(occupied_, move.to);
  flip(occupied_, move.arrow);
  for (int& queen : queens_[mover_])
    if (queen == move.from) queen = move.to;
  mover_ ^= 1;
}

AmazonsLines::AmazonsLines() {
  // Places of a diagonal that are off the board are never open.
  for (std::uint16_t& line : lines_) line = full - 1;
  for (int cell = 0; cell < cells; ++cell) toggle(cell);
  for (int side = 0; side < 2; ++side)
    for (int q = 0; q < 4; ++q) toggle(queens_[side][q] = start[side][q]);
}

inline void AmazonsLines::toggle(int cell) {
  for (const auto& on : tables.on[cell]) lines_[on.line] ^= static_cast<std::uint16_t>(1 << on.place);
}

inline std::uint32_t AmazonsLines::seen(int cell) const {
  std::uint32_t n = 0;
  for (const auto& on : tables.on[cell]) n += tables.both[on.place][lines_[on.line]];
  return n;
}

int AmazonsLines::seen_cell(int cell, std::uint32_t k) const {
  for (int l = 0;; ++l) {
    const auto& on = tables.on[cell][l];
    const std::uint32_t after = tables.after[on.place][lines_[on.line]], before = tables.before[on.place][lines_[on.line]];
    if (k < after) return cell + static_cast<int>(k + 1) * deltas[l];
    k -= after;
    if (k < before) return cell - static_cast<int>(k + 1) * deltas[l];
    k -= before;
  }
}

bool AmazonsLines::draw(Random& random, AmazonsMove& move, std::uint32_t& steps) {
  std::uint32_t upto[4], total = 0;
  for (int q = 0; q < 4; ++q) upto[q] = total += seen(queens_[mover_][q]);
  steps = total;
  if (total == 0) return false;
  std::uint32_t k = random.below(total);
  int q = 0;
  while (upto[q] <= k) ++q;
  if (q > 0) k -= upto[q - 1];
  move.from = queens_[mover_][q];
  move.to = seen_cell(move.from, k);
  toggle(move.from);
  move.arrow = seen_cell(move.to, random.below(seen(move.to)));
  toggle(move.from);
  return true;
}

void AmazonsLines::play(const AmazonsMove& move) {
  toggle(move.from);
  toggle(move.to);
  toggle(move.arrow);
  for (int& queen : queens_[mover_])
    if (queen == move.from) queen = move.to;
  mover_ ^= 1;
}

AmazonsSum amazons_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  AmazonsSum sum;
  const AmazonsRays first;
  for (std::uint64_t game = begin; game < end; ++game) {
    Random random(seed, game);
    AmazonsRays board = first;
    for (std::uint32_t n = board.count(); n > 0; n = board.count()) {
      board.play(board.pick(random.below(n)));
      ++sum.plies;
      sum.moves += n;
    }
    ++sum.games;
    sum.first_wins += static_cast<std::uint64_t>(board.mover());
  }
  return sum;
}

AmazonsSum amazons_steps(std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  AmazonsSum sum;
  const AmazonsLines first;
  for (std::uint64_t game = begin; game < end; ++game) {
    Random random(seed, game);
    AmazonsLines board = first;
    AmazonsMove move{};
    for (std::uint32_t n = 0; board.draw(random, move, n); board.play(move)) {
      ++sum.plies;
      sum.moves += n;
    }
    ++sum.games;
    sum.first_wins += static_cast<std::uint64_t>(board.mover());
  }
  return sum;
}

}  // namespace banmen::baseline
