// The board of Amazons: the cells that a piece reaches, and the symmetries of its shape.
#pragma once

#include <cstdint>

#include "core/bitset.hpp"
#include "core/random.hpp"
#include "core/rays.hpp"
#include "core/sight.hpp"
#include "core/volley.hpp"

namespace banmen {

enum class AmazonsPiece { queen, knight };

/// A knight's destinations, with the interface of RayReach.
template <int Words>
struct KnightReach {
  Cells<Words> set;
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(set.size()); }
  [[nodiscard]] int select(std::uint32_t k) const { return set.select(k); }
  [[nodiscard]] Cells<Words> all() const { return set; }
  template <class Visit>
  void each(Visit&& visit) const {
    set.each(visit);
  }
  template <class Visit>
  bool any(Visit&& visit) const {
    return set.any(visit);
  }
};

/// A piece's move and its arrow, drawn one after the other; `count`: the number of moves without arrows.
struct AmazonsSteps {
  int from = 0, to = 0, arrow = 0;
  std::uint32_t count = 0;
};

/// Common to queens and knights: shape, neighbours, symmetries.
template <int Words>
struct AmazonsShape {
  using Set = Cells<Words>;

  std::int32_t rows = 0, columns = 0;
  Set board{};  // all cells
  Set not_first_column{}, not_last_column{};
  std::uint8_t image[8][64 * Words] = {};  // image of a cell under each symmetry; 0-3 keep rows, 4-7 exchange rows and columns

  [[nodiscard]] int cells() const { return rows * columns; }
  [[nodiscard]] int symmetries() const { return rows == columns ? 8 : 4; }

  /// The eight neighbours of every cell of a set.
  [[nodiscard]] Set around(const Set& set) const {
    const Set wide = set | (set & not_last_column).up(1) | (set & not_first_column).down(1);
    return (wide | wide.up(columns) | wide.down(columns)) & board;
  }
  /// Cells that queens on `set` reach in one move through `open` cells.
  [[nodiscard]] Set slides(const Set& set, const Set& open) const {
    const Set from_left = open & not_first_column,
              from_right = open & not_last_column;  // entered from the left, from the right
    Set out{};
    const auto fill = [&](const Set& may, auto step) {
      for (Set front = step(set) & may; !front.empty(); front = step(front) & may) out |= front;
    };
    fill(from_left, [](const Set& s) { return s.up(1); });
    fill(from_right, [](const Set& s) { return s.down(1); });
    fill(open, [&](const Set& s) { return s.up(columns); });
    fill(open, [&](const Set& s) { return s.down(columns); });
    fill(from_left, [&](const Set& s) { return s.up(columns + 1); });
    fill(from_right, [&](const Set& s) { return s.up(columns - 1); });
    fill(from_right, [&](const Set& s) { return s.down(columns + 1); });
    fill(from_left, [&](const Set& s) { return s.down(columns - 1); });
    return out;
  }

 protected:
  void build_shape(int r, int c) {
    rows = r;
    columns = c;
    board = Set::first_of(r * c);
    not_first_column = not_last_column = board;
    for (int row = 0; row < r; ++row) {
      not_first_column -= Set::of(row * c);
      not_last_column -= Set::of(row * c + c - 1);
    }
    for (int symmetry = 0; symmetry < symmetries(); ++symmetry)
      for (int row = 0; row < r; ++row)
        for (int column = 0; column < c; ++column) {
          const int y = symmetry & 1 ? r - 1 - row : row, x = symmetry & 2 ? c - 1 - column : column;
          image[symmetry][row * c + column] = static_cast<std::uint8_t>(symmetry & 4 ? x * c + y : y * c + x);
        }
  }
};

template <int Words, AmazonsPiece Piece>
struct AmazonsGrid;

template <int Words>
struct AmazonsGrid<Words, AmazonsPiece::queen> : AmazonsShape<Words> {
  using Set = Cells<Words>;
  using View = RayBlockers<Words>;
  using Reach = RayReach<Words>;

  QueenRays<Words> rays;
  QueenSight<Words> sight;

  void build(int rows, int columns) {
    this->build_shape(rows, columns);
    rays.build(rows, columns);
    sight.build(rows, columns);
  }
  [[nodiscard]] View look(const Set& occupied) const { return View(occupied); }
  [[nodiscard]] View vacated(const View& view, int cell) const { return view.flipped(cell); }
  [[nodiscard]] Reach reach(int cell, const View& view) const { return rays.reach(cell, view); }
  /// A random move of one of several queens, or count 0; then its arrow. Steps are numbered by queen, then in the order of
  /// QueenSight::seen, arrows in that order.
  [[nodiscard]] AmazonsSteps draw_steps(const Set& queens, const Set& occupied, bool /*always*/, Random& random) const {
    struct Steps {
      std::uint64_t seen;
      std::uint32_t before;  // steps of earlier queens
      std::int32_t from;
    } all[Set::capacity];
    const typename QueenSight<Words>::View view(occupied);
    std::uint32_t count = 0;
    Steps* end = all;
    queens.each([&](int from) {
      const std::uint64_t seen = sight.seen(from, view);
      *end++ = {seen, count, from};
      count += static_cast<std::uint32_t>(__builtin_popcountll(seen));
    });
    if (count == 0) return {};
    const std::uint32_t k = random.below(count);
    // Branch-free, since the drawn queen is unpredictable.
    const Steps* drawn = all;
    for (const Steps* steps = all; steps < end; ++steps) drawn = steps->before <= k ? steps : drawn;
    const int from = drawn->from, to = sight.cell_at(from, select_bit(drawn->seen, k - drawn->before));
    const std::uint64_t shots = sight.seen(to, typename QueenSight<Words>::View(occupied ^ Set::of(from)));
    const auto arrows = static_cast<std::uint32_t>(__builtin_popcountll(shots));
    return {from, to, sight.cell_at(to, select_bit(shots, random.below(arrows))), count};
  }
  /// All moves with all arrows, counted and drawn.
  using Volley = QueenVolley<Words>;
  [[nodiscard]] Volley volley(const Set& queens, const View& view) const { return Volley(rays, queens, view); }
  [[nodiscard]] Set spread(const Set& set, const Set& open) const { return this->slides(set, open); }
  [[nodiscard]] int directions(int cell) const { return (this->around(Set::of(cell)) - Set::of(cell)).size(); }
};

template <int Words>
struct AmazonsGrid<Words, AmazonsPiece::knight> : AmazonsShape<Words> {
  using Set = Cells<Words>;
  struct View {
    Set open;  // free cells
  };
  using Reach = KnightReach<Words>;

  Set leaps[64 * Words];

  void build(int rows, int columns) {
    this->build_shape(rows, columns);
    for (Set& set : leaps) set = {};
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        for (int dy = -2; dy <= 2; ++dy)
          for (int dx = -2; dx <= 2; ++dx) {
            const int y = row + dy, x = column + dx;
            if (dy * dy + dx * dx == 5 && y >= 0 && y < rows && x >= 0 && x < columns)
              leaps[row * columns + column].add(y * columns + x);
          }
  }
  [[nodiscard]] View look(const Set& occupied) const { return {this->board - occupied}; }
  [[nodiscard]] View vacated(const View& view, int cell) const { return {view.open ^ Set::of(cell)}; }
  [[nodiscard]] Reach reach(int cell, const View& view) const { return {leaps[cell] & view.open}; }
  [[nodiscard]] std::uint32_t count_all(const Reach& cells, const View& view) const {
    std::uint32_t sum = 0;
    cells.each([&](int cell) { sum += reach(cell, view).count(); });
    return sum;
  }
  [[nodiscard]] AmazonsSteps draw_steps(const Set& knights, const Set& occupied, bool shoots, Random& random) const {
    const View view = look(occupied);
    std::uint32_t count = 0;
    knights.each([&](int from) { count += reach(from, view).count(); });
    if (count == 0) return {};
    const auto step = pick_step(knights, view, random.below(count));
    if (!shoots) return {step.from, step.to, step.from, count};
    const Reach shots = reach(step.to, vacated(view, step.from));
    return {step.from, step.to, shots.select(random.below(shots.count())), count};
  }
  struct Shot {
    int from, to;
  };
  [[nodiscard]] Shot pick(const Reach& cells, const View& view, std::uint32_t k) const { return pick_step(cells.set, view, k); }
  /// The k-th destination, cell by cell.
  [[nodiscard]] Shot pick_step(const Set& cells, const View& view, std::uint32_t k) const {
    Shot shot{};
    cells.any([&](int from) {
      const Reach shots = reach(from, view);
      const std::uint32_t n = shots.count();
      if (k < n) {
        shot = {from, shots.select(k)};
        return true;
      }
      k -= n;
      return false;
    });
    return shot;
  }
  /// Cells that knights on `set` reach in one move.
  [[nodiscard]] Set spread(const Set& set, const Set& open) const {
    Set out{};
    set.each([&](int cell) { out |= leaps[cell]; });
    return out & open;
  }
  [[nodiscard]] int directions(int cell) const { return leaps[cell].size(); }
};

}  // namespace banmen
