// Generalised Amazons and Knight Amazons on any board of up to 16×16 cells.
//
// A piece moves, then a cell burns. queen: moves like a chess queen, then shoots an arrow like a queen from its new cell, which
// burns the cell it hits. knight: moves like a knight, and the vacated cell burns. knightx: moves like a knight, then an arrow
// burns a cell a knight's move away. Pieces and burnt cells block; the vacated cell is free for the arrow. A side without a move
// loses.
//
// Encoding: cells are numbered row by row from the top left, so a board of rows × columns ≤ 64 × Words fits in Words machine words.
// Templated on the number of words and the kind of piece, which change the machine code; the size is data.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/bitset.hpp"
#include "core/hash.hpp"
#include "core/move_list.hpp"
#include "core/random.hpp"
#include "core/rays.hpp"
#include "core/seat.hpp"
#include "games/amazons/grid.hpp"

namespace banmen {

template <int Words, AmazonsPiece Piece>
struct AmazonsRules {
  static constexpr int max_players = 2;
  static constexpr bool is_queen = Piece == AmazonsPiece::queen;
  static constexpr int words = Words;
  using Set = Cells<Words>;

  struct Position {
    Set pieces[2];
    Set burnt;
    std::uint64_t mover;  // 0: x, 1: o
    bool operator==(const Position&) const = default;
  };

  /// A whole move never burns the piece's own cell, so arrow == to marks a move whose arrow is still to be shot.
  struct Move {
    std::uint8_t from, to, arrow;
    bool operator==(const Move&) const = default;
  };

  static int players() { return 2; }
  [[nodiscard]] const Position& start() const { return start_; }
  [[nodiscard]] Position initial() const { return start_; }
  [[nodiscard]] const AmazonsGrid<Words, Piece>& grid() const { return grid_; }
  [[nodiscard]] bool shoots() const { return is_queen || arrows_; }  // false: knight, where the vacated cell burns
  [[nodiscard]] int most_pieces() const { return most_pieces_; }

  static Seat turn(const Position& p) { return static_cast<Seat>(p.mover); }
  [[gnu::always_inline]] static Set occupied(const Position& p) { return p.pieces[0] | p.pieces[1] | p.burnt; }

  /// Pieces by cell number. For each the destinations: for queens those after the piece upwards, then those before it downwards
  /// (RayReach::each); for knights by cell number. For each destination the arrows likewise.
  void moves(const Position& p, MoveList<Move>& list) const {
    Move* out = list.spare();
    each_step(p, [&](int from, int to, const auto& view) {
      each_arrow(view, from, to, [&](int arrow) { *out++ = move_of(from, to, arrow); });
    });
    list.grow_to(out);
  }

  /// An upper bound on whole moves with at most most_pieces() pieces a side: each of k pieces has at most S(from) moves, where
  /// S(from) is the sum, over the destinations on the empty board, of the arrows from each on the empty board. Other pieces and
  /// burnt cells only remove moves, and the vacated cell is counted among the arrows since it lies on an open line. So k · max S
  /// holds. With many pieces another bound is smaller: each destination is reached by at most one piece from each direction, so the
  /// sum over cells of directions × arrows holds as well.
  [[nodiscard]] std::uint32_t move_capacity() const { return capacity_; }

  static Gains<2> play(Position& p, Move m) {
    Set& own = p.pieces[p.mover];
    own.flip(m.from);
    own.flip(m.to);
    p.burnt.add(m.arrow);
    p.mover ^= 1;
    return {};
  }

  /// The mover has no move left and loses.
  static Gains<2> payoff(const Position& p) { return p.mover == 0 ? Gains<2>{-1, 1} : Gains<2>{1, -1}; }

  static std::uint64_t hash(const Position& p) { return hash_bytes(p); }

  // ---- SampledGame: queens together (volley.hpp), knights one by one; nothing is listed.

  [[nodiscard]] std::uint32_t count(const Position& p) const {
    const View view = look(p);
    if constexpr (is_queen) {
      return grid_.volley(p.pieces[p.mover], view).count();
    } else {
      std::uint32_t total = 0;
      p.pieces[p.mover].each([&](int from) { total += count_from(view, from); });
      return total;
    }
  }

  [[nodiscard]] Sample<Move> sample(const Position& p, Random& random) const {
    const View view = look(p);
    if constexpr (is_queen) {
      const auto volley = grid_.volley(p.pieces[p.mover], view);
      if (volley.count() == 0) return {};
      const auto drawn = volley.pick(random.below(volley.count()));
      return {move_of(drawn.from, drawn.to, drawn.arrow), volley.count()};
    } else {
      return sample_knights(p, view, random);
    }
  }

  // ---- StagedGame: the piece's move, then its arrow.

  /// Without counting, the count is that of the pieces' moves, each with any arrow. Inlined: a returned sample would be stored
  /// bytewise and loaded as words, which stalls processors (a fifth slower).
  [[nodiscard, gnu::always_inline]] Sample<Move> sample_staged(const Position& p, Random& random, bool counted) const {
    const AmazonsSteps drawn = grid_.draw_steps(p.pieces[p.mover], occupied(p), shoots(), random);
    return {move_of(drawn.from, drawn.to, drawn.arrow), counted && drawn.count != 0 ? count(p) : drawn.count};
  }

  // ---- SymmetricGame: the symmetries of the board, each also with the colours (and the turn) exchanged.

  [[nodiscard]] int symmetries() const { return 2 * grid_.symmetries(); }
  [[nodiscard]] Position image(std::uint8_t symmetry, const Position& p) const {
    const int turned = symmetry >> 1, swap = symmetry & 1;
    Position out{};
    for (int side = 0; side < 2; ++side) out.pieces[side ^ swap] = image(turned, p.pieces[side]);
    out.burnt = image(turned, p.burnt);
    out.mover = p.mover ^ static_cast<std::uint64_t>(swap);
    return out;
  }
  [[nodiscard]] Move image(std::uint8_t symmetry, Move m) const {
    const auto& to = grid_.image[symmetry >> 1];
    return {to[m.from], to[m.to], to[m.arrow]};
  }
  static Seat image_seat(std::uint8_t symmetry, Seat seat) { return symmetry & 1 ? static_cast<Seat>(1 - seat) : seat; }
  /// x is always to move in a canonical position; among the images with x to move it has the smallest sets.
  [[nodiscard]] Canonical<Position> canonical(const Position& p) const {
    const auto swap = static_cast<std::uint8_t>(p.mover);
    Canonical<Position> best{image(swap, p), swap};
    for (int turned = 1; turned < grid_.symmetries(); ++turned) {
      const auto symmetry = static_cast<std::uint8_t>(2 * turned + swap);
      const Position other = image(symmetry, p);
      if (before(other, best.position)) best = {other, symmetry};
    }
    return best;
  }

  // ---- EvaluatedGame

  /// Hundredths of a cell of territory, for `seat`; see evaluate.hpp.
  [[nodiscard]] std::int32_t evaluate(const Position& p, Seat seat) const;
  static double evaluation_scale() { return 500; }

  // ---- HorizonGame: every move burns an open cell.

  [[nodiscard]] int horizon(const Position& p) const { return (grid_.board - occupied(p)).size(); }

 protected:
  void set_up(int rows, int columns, bool arrows, const Position& start) {
    grid_.build(rows, columns);
    arrows_ = arrows;
    start_ = start;
    most_pieces_ = std::max({1, start.pieces[0].size(), start.pieces[1].size()});
    capacity_ = capacity(most_pieces_);
  }

 private:
  static Move move_of(int from, int to, int arrow) {
    return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(arrow)};
  }

  /// Blockers, in the form that the kind of piece needs.
  using View = typename AmazonsGrid<Words, Piece>::View;
  [[nodiscard]] View look(const Position& p) const { return grid_.look(occupied(p)); }

  [[nodiscard]] auto steps(const View& view, int from) const { return grid_.reach(from, view); }
  /// Reach from `to` after the piece has left `from`.
  [[nodiscard]] auto arrows(const View& view, int from, int to) const { return grid_.reach(to, grid_.vacated(view, from)); }

  template <class Visit>
  void each_step(const Position& p, Visit&& visit) const {
    const View view = look(p);
    p.pieces[p.mover].each([&](int from) { steps(view, from).each([&](int to) { visit(from, to, view); }); });
  }
  template <class Visit>
  void each_arrow(const View& view, int from, int to, Visit&& visit) const {
    if (shoots())
      arrows(view, from, to).each(visit);
    else
      visit(from);
  }

  [[nodiscard]] Sample<Move> sample_knights(const Position& p, const View& view, Random& random) const {
    std::uint32_t sums[Set::capacity];
    std::uint32_t total = 0;
    int n = 0;
    p.pieces[p.mover].each([&](int from) {
      total += count_from(view, from);
      sums[n++] = total;
    });
    if (total == 0) return {};
    std::uint32_t k = random.below(total);
    int index = 0;
    while (sums[index] <= k) ++index;
    if (index > 0) k -= sums[index - 1];
    return {pick_from(view, p.pieces[p.mover].select(static_cast<unsigned>(index)), k), total};
  }

  [[nodiscard]] std::uint32_t count_from(const View& view, int from) const {
    const auto reach = steps(view, from);
    return shoots() ? grid_.count_all(reach, grid_.vacated(view, from)) : reach.count();
  }

  /// The k-th move of one knight.
  [[nodiscard]] Move pick_from(const View& view, int from, std::uint32_t k) const {
    const auto reach = steps(view, from);
    if (!shoots()) return move_of(from, reach.select(k), from);
    const auto shot = grid_.pick(reach, grid_.vacated(view, from), k);
    return move_of(from, shot.from, shot.to);
  }

  [[nodiscard]] Set image(int turned, const Set& set) const {
    Set out{};
    set.each([&](int cell) { out.add(grid_.image[turned][cell]); });
    return out;
  }
  static bool before(const Position& a, const Position& b) {
    for (int i = 0; i < Words; ++i)
      if (a.burnt.word[i] != b.burnt.word[i]) return a.burnt.word[i] < b.burnt.word[i];
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < Words; ++i)
        if (a.pieces[side].word[i] != b.pieces[side].word[i]) return a.pieces[side].word[i] < b.pieces[side].word[i];
    return false;
  }

  [[nodiscard]] std::uint32_t capacity(int pieces) const {
    const View open = grid_.look(Set::none());
    std::uint32_t most_of_one = 0, all = 0;
    for (int from = 0; from < grid_.cells(); ++from) {
      std::uint32_t of_one = 0;
      grid_.reach(from, open).each([&](int to) { of_one += shoots() ? grid_.reach(to, open).count() : 1; });
      most_of_one = std::max(most_of_one, of_one);
      all += static_cast<std::uint32_t>(grid_.directions(from)) * (shoots() ? grid_.reach(from, open).count() : 1);
    }
    return std::max(1u, std::min(static_cast<std::uint32_t>(pieces) * most_of_one, all));
  }

  AmazonsGrid<Words, Piece> grid_{};
  Position start_{};
  bool arrows_ = false;
  std::int32_t most_pieces_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace banmen
