// HICHAIN: two players lay letter cards, each in one of four orientations, on a board without edge.
//
// A card may not meet a side of a neighbour with a side of its own, and must meet a point of an opponent's card with a point of its
// own. Own cards that read as successive or equal letters form chains, which score the square of their length; C-H-A-I-N wins at
// once. Game by Koki Ito; rules after Ito and Ahara, "HICHAIN: a proposal of a new game for 2 people with perfect information", and
// the authors' programs. Interpretations of open rules are fields of HichainRules; the defaults are ours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/hash.hpp"
#include "core/move_list.hpp"
#include "core/random.hpp"
#include "core/seat.hpp"
#include "games/hichain/book.hpp"

namespace banmen {

struct HichainRules {
  static constexpr int max_players = 2;  // black moves first
  static constexpr int royal_value = 10'000;

  hichain::ChainRules chain{};
  bool plain_deck = false;    // without the asterisks
  bool merge_turns = false;   // indistinguishable orientations of a card are one move
  bool tie_to_first = false;  // equal scores above zero win for black
  std::uint16_t book_room = hichain::book_room;

  /// The place of a card: coordinates and 1 + orientation; all zero while it is in its owner's field.
  struct Lie {
    std::int8_t x, y;
    std::uint8_t turned;
    bool operator==(const Lie&) const = default;
  };

  /// Indexed by colour and sign, so that transpositions are equal.
  struct Position {
    Lie cards[2][hichain::signs];
    std::uint8_t mover;
    std::uint8_t start;  // 1: the four start cards lie in the middle
    std::uint8_t royal;  // 0, or 1 + the colour that has completed C-H-A-I-N
    bool operator==(const Position&) const = default;
  };

  struct Move {
    std::uint8_t sign;  // 0 … 26, or pass_sign with zeros behind it
    std::uint8_t orientation;
    std::int8_t x, y;
    bool operator==(const Move&) const = default;
  };
  static constexpr std::uint8_t pass_sign = 255;
  static constexpr Move pass_move() { return {pass_sign, 0, 0, 0}; }

  /// A position with derived data for incremental play and undo.
  struct Board {
    struct Step {
      Move move;
      hichain::Ground::Trace trace;
      hichain::Book::Mark mark;
    };
    Position at{};
    std::array<hichain::Ways, 2> left{};  // ways of the cards in each field
    hichain::Ground ground{};
    std::array<hichain::Book, 2> books{};
    std::uint32_t plies = 0;
    // Two passes in a row end the game before the second is played, so there are at most 54 placements and 54 passes.
    std::array<Step, 108> steps;
  };

  static int players() { return 2; }

  /// A legal cell is one of 8 around one of the opponent's at most 29 cards, and takes at most 108 oriented cards.
  static std::uint32_t move_capacity() { return 8 * hichain::slots * hichain::ways; }

  static Position initial() {
    Position p{};
    p.start = 1;
    return p;
  }

  static Seat turn(const Position& p) { return p.royal != 0 ? over : static_cast<Seat>(p.mover); }
  static Seat turn(const Board& board) { return turn(board.at); }
  static bool is_pass(Move m) { return m.sign == pass_sign; }

  // ------------------------------------------------------------------------------------------------ moves

  /// Cell by cell (rows from the north, each from the west), in a cell by card and then orientation. Only a pass if only the
  /// opponent can place; nothing if nobody can.
  void moves(const Position& p, MoveList<Move>& list) const {
    if (p.royal == 0) moves_on(light_board(p), list);
  }
  void moves(const Board& board, MoveList<Move>& list) const {
    if (board.at.royal == 0) moves_on(board, list);
  }

  [[nodiscard]] std::uint32_t count(const Position& p) const { return p.royal != 0 ? 0 : count_on(light_board(p)); }
  [[nodiscard]] std::uint32_t count(const Board& board) const { return board.at.royal != 0 ? 0 : count_on(board); }

  Sample<Move> sample(const Position& p, Random& random) const {
    if (p.royal != 0) return {};
    return sample_on(light_board(p), random);
  }
  Sample<Move> sample(const Board& board, Random& random) const {
    if (board.at.royal != 0) return {};
    return sample_on(board, random);
  }

  /// Staged sampling of the paper's players: draws a remaining card and an orientation until some cell takes them, then such a
  /// cell. The moves are always counted: that costs nothing here.
  Sample<Move> sample_staged(const Position& p, Random& random, bool /*counted*/) const {
    if (p.royal != 0) return {};
    return sample_staged_on(light_board(p), random);
  }
  Sample<Move> sample_staged(const Board& board, Random& random, bool /*counted*/) const {
    if (board.at.royal != 0) return {};
    return sample_staged_on(board, random);
  }

  /// Number of placements of a colour, whoever is on turn.
  static std::uint32_t placements(const Board& board, int colour) { return count_placements(board, colour); }
  [[nodiscard]] std::uint32_t placements(const Position& p, int colour) const { return count_placements(light_board(p), colour); }

  // ------------------------------------------------------------------------------------------------ play

  Gains<2> play(Position& p, Move m) const {
    const int colour = p.mover;
    p.mover = static_cast<std::uint8_t>(1 - colour);
    if (is_pass(m)) return {};
    p.cards[colour][m.sign] = {m.x, m.y, static_cast<std::uint8_t>(1 + m.orientation)};
    if (can_be_royal(m.sign)) {
      LightBoard board;
      lay_out(p, board.ground);
      if (hichain::PathFinder(chain, board.ground, hichain::cell_at(m.x, m.y)).completes_royal())
        p.royal = static_cast<std::uint8_t>(1 + colour);
    }
    return {};
  }

  Gains<2> play(Board& board, Move m) const {
    const int colour = board.at.mover;
    auto& step = board.steps[board.plies];
    const auto ply = static_cast<std::uint8_t>(board.plies++);
    step.move = m;
    board.at.mover = static_cast<std::uint8_t>(1 - colour);
    if (is_pass(m)) return {};
    board.at.cards[colour][m.sign] = {m.x, m.y, static_cast<std::uint8_t>(1 + m.orientation)};
    step.mark = board.books[static_cast<std::size_t>(colour)].mark();
    take_from_field(board, colour, m.sign);
    step.trace = board.ground.place(m.x, m.y, hichain::code_of(colour, m.sign, m.orientation));
    follow_chains(board, colour, hichain::cell_at(m.x, m.y), ply);
    return {};
  }

  void undo(Board& board) const {
    const auto& step = board.steps[--board.plies];
    const int colour = board.at.mover = static_cast<std::uint8_t>(1 - board.at.mover);
    const Move m = step.move;
    if (is_pass(m)) return;
    board.at.royal = 0;
    board.at.cards[colour][m.sign] = {};
    board.left[static_cast<std::size_t>(colour)] = board.left[static_cast<std::size_t>(colour)] | field_ways(m.sign);
    board.ground.remove(hichain::cell_at(m.x, m.y), step.trace);
    board.books[static_cast<std::size_t>(colour)].undo(step.mark, static_cast<std::uint8_t>(board.plies));
  }

  [[nodiscard]] Board board(const Position& p) const {
    Board out;
    out.at = p;
    for (int colour = 0; colour < 2; ++colour) out.left[static_cast<std::size_t>(colour)] = ways_left(p, colour);
    each_card(p, [&](int x, int y, hichain::Code code) {
      out.ground.place(x, y, code);
      // Never undone, so any ply number outside the steps will do.
      const auto colour = static_cast<std::size_t>(hichain::code_colour(code));
      hichain::PathFinder(chain, out.ground, hichain::cell_at(x, y)).enter(out.books[colour], 254, book_room);
    });
    for (int colour = 0; colour < 2; ++colour) score_by_list(out, colour);
    return out;
  }
  static const Position& position_of(const Board& board) { return board.at; }
  static Position position(const Board& board) { return board.at; }

  // ------------------------------------------------------------------------------------------------ results

  static Gains<2> score(const Board& board) { return {board.books[0].score, board.books[1].score}; }
  [[nodiscard]] Gains<2> score(const Position& p) const { return score(board(p)); }

  /// The difference of the scores, or royal_value for C-H-A-I-N. Differences are capped just below that: the longest line of a
  /// colour's 29 cards scores 841, so play never reaches the cap.
  [[nodiscard]] Gains<2> payoff(const Board& board) const {
    if (board.at.royal != 0) return board.at.royal == 1 ? Gains<2>{royal_value, -royal_value} : Gains<2>{-royal_value, royal_value};
    const Gains<2> points = score(board);
    int lead = std::clamp(points[0] - points[1], 1 - royal_value, royal_value - 1);
    if (lead == 0 && tie_to_first && points[0] > 0) lead = 1;
    return {lead, -lead};
  }
  [[nodiscard]] Gains<2> payoff(const Position& p) const {
    if (p.royal != 0) return p.royal == 1 ? Gains<2>{royal_value, -royal_value} : Gains<2>{-royal_value, royal_value};
    return payoff(board(p));
  }

  static std::uint64_t hash(const Position& p) { return hash_bytes(p); }

  // ------------------------------------------------------------------------------------------------ layout

  /// Calls f(x, y, code) for every card on the board.
  template <class F>
  static void each_card(const Position& p, F&& f) {
    using hichain::code_of;
    if (p.start != 0) {  // black H upright at the origin; a turned H looks like I
      f(0, 0, code_of(0, hichain::start_h, 0));
      f(1, 0, code_of(1, hichain::start_h, 3));
      f(0, 1, code_of(1, hichain::start_i, 0));
      f(1, 1, code_of(0, hichain::start_i, 3));
    }
    for (int colour = 0; colour < 2; ++colour)
      for (int sign = 0; sign < hichain::signs; ++sign) {
        const Lie& lie = p.cards[colour][sign];
        if (lie.turned != 0) f(lie.x, lie.y, code_of(colour, sign, lie.turned - 1));
      }
  }

  /// The distinct ways of a sign.
  [[nodiscard]] hichain::Ways field_ways(int sign) const {
    if (plain_deck && sign == hichain::asterisk) return {};
    hichain::Ways out;
    for (int q = 0; q < 4; ++q)
      if (!merge_turns || first_alike(sign, q) == q) out.add(4 * sign + q);
    return out;
  }
  [[nodiscard]] hichain::Ways ways_left(const Position& p, int colour) const {
    hichain::Ways out;
    for (int sign = 0; sign < hichain::signs; ++sign)
      if (p.cards[colour][sign].turned == 0) out = out | field_ways(sign);
    return out;
  }

 private:
  /// The data needed for counting and listing moves.
  struct LightBoard {
    std::uint8_t mover;
    std::array<hichain::Ways, 2> left;
    hichain::Ground ground;
  };
  static int mover_of(const LightBoard& board) { return board.mover; }
  static int mover_of(const Board& board) { return board.at.mover; }

  static void lay_out(const Position& p, hichain::Ground& ground) {
    each_card(p, [&](int x, int y, hichain::Code code) { ground.place(x, y, code); });
  }
  [[nodiscard]] LightBoard light_board(const Position& p) const {
    LightBoard out{p.mover, {ways_left(p, 0), ways_left(p, 1)}, {}};
    lay_out(p, out.ground);
    return out;
  }

  /// The first indistinguishable orientation.
  [[nodiscard]] int first_alike(int sign, int q) const {
    for (int earlier = 0; earlier < q; ++earlier) {
      bool alike = hichain::perimeter(sign, earlier) == hichain::perimeter(sign, q);
      for (int d = 0; d < 4; ++d)
        alike &= hichain::reading(chain.turned, sign, earlier, d) == hichain::reading(chain.turned, sign, q, d);
      if (alike) return earlier;
    }
    return q;
  }

  template <class AnyBoard>
  static std::uint32_t count_placements(const AnyBoard& board, int colour) {
    const hichain::Ways left = board.left[static_cast<std::size_t>(colour)];
    std::uint32_t n = 0;
    board.ground.each_open(colour, [&](hichain::Cell, hichain::Ways ways) { n += (ways & left).size(); });
    return n;
  }

  /// 1 if there is a pass: only the opponent can place.
  template <class AnyBoard>
  static std::uint32_t count_passes(const AnyBoard& board) {
    return count_placements(board, 1 - mover_of(board)) > 0 ? 1 : 0;
  }

  template <class AnyBoard>
  static std::uint32_t count_on(const AnyBoard& board) {
    const std::uint32_t n = count_placements(board, mover_of(board));
    return n > 0 ? n : count_passes(board);
  }

  template <class AnyBoard>
  static void moves_on(const AnyBoard& board, MoveList<Move>& list) {
    const int mover = mover_of(board);
    const hichain::Ways left = board.left[static_cast<std::size_t>(mover)];
    Move* out = list.spare();
    board.ground.each_open(mover, [&](hichain::Cell c, hichain::Ways ways) {
      const std::int8_t x = board.ground.x_of(c), y = board.ground.y_of(c);
      ways = ways & left;
      for (std::uint64_t w = ways.low; w != 0; w &= w - 1) *out++ = placing(std::countr_zero(w), x, y);
      for (std::uint64_t w = ways.high; w != 0; w &= w - 1) *out++ = placing(64 + std::countr_zero(w), x, y);
    });
    if (out == list.spare() && count_passes(board) != 0) *out++ = pass_move();
    list.grow_to(out);
  }
  static Move placing(int way, std::int8_t x, std::int8_t y) {
    return {static_cast<std::uint8_t>(way >> 2), static_cast<std::uint8_t>(way & 3), x, y};
  }

  template <class AnyBoard>
  static Sample<Move> sample_on(const AnyBoard& board, Random& random) {
    const int mover = mover_of(board);
    const hichain::Ways left = board.left[static_cast<std::size_t>(mover)];
    std::array<hichain::Cell, 8 * hichain::slots> cells;
    std::array<std::uint16_t, 8 * hichain::slots + 1> before;  // moves of earlier cells
    std::uint32_t open = 0, n = 0;
    board.ground.each_open(mover, [&](hichain::Cell c, hichain::Ways ways) {
      before[open] = static_cast<std::uint16_t>(n);
      cells[open++] = c;
      n += (ways & left).size();
    });
    if (n == 0) return {pass_move(), count_passes(board)};
    before[open] = static_cast<std::uint16_t>(n);
    const std::uint32_t pick = random.below(n);
    std::size_t at = 0;
    while (before[at + 1] <= pick) ++at;
    const int way = nth(board.ground.open_ways(mover, cells[at]) & left, pick - before[at]);
    return {placing(way, board.ground.x_of(cells[at]), board.ground.y_of(cells[at])), n};
  }

  template <class AnyBoard>
  static Sample<Move> sample_staged_on(const AnyBoard& board, Random& random) {
    const int mover = mover_of(board);
    const hichain::Ways left = board.left[static_cast<std::size_t>(mover)];
    std::array<hichain::Cell, 8 * hichain::slots> cells;
    std::array<hichain::Ways, 8 * hichain::slots> taken;
    std::uint32_t open = 0, n = 0;
    hichain::Ways possible;
    board.ground.each_open(mover, [&](hichain::Cell c, hichain::Ways ways) {
      cells[open] = c;
      taken[open] = ways & left;
      n += taken[open].size();
      possible = possible | taken[open++];
    });
    if (n == 0) return {pass_move(), count_passes(board)};
    std::array<std::uint8_t, hichain::signs> field;
    std::uint32_t cards = 0;
    for (int sign = 0; sign < hichain::signs; ++sign)
      if (!(left & hichain::ways_of(sign)).empty()) field[cards++] = static_cast<std::uint8_t>(sign);
    int way;
    do {
      const int sign = field[random.below(cards)];
      way = 4 * sign + static_cast<int>(random.below(4));
    } while (!possible.has(way));
    std::uint32_t fitting = 0;
    for (std::uint32_t i = 0; i < open; ++i)
      if (taken[i].has(way)) cells[fitting++] = cells[i];
    const hichain::Cell c = cells[random.below(fitting)];
    return {placing(way, board.ground.x_of(c), board.ground.y_of(c)), n};
  }

  /// The `before`-th way of the set.
  static int nth(hichain::Ways set, std::uint32_t before) {
    const auto low = static_cast<std::uint32_t>(std::popcount(set.low));
    std::uint64_t word = before < low ? set.low : set.high;
    const int base = before < low ? 0 : 64;
    for (std::uint32_t i = before < low ? before : before - low; i > 0; --i) word &= word - 1;
    return base + std::countr_zero(word);
  }

  void take_from_field(Board& board, int colour, int sign) const {
    auto& left = board.left[static_cast<std::size_t>(colour)];
    for (int q = 0; q < 4; ++q) left.remove(4 * sign + q);
  }

  static bool can_be_royal(int sign) {
    constexpr std::uint32_t shown = 1u << 0 | 1u << ('C' - 'A') | 1u << ('H' - 'A') | 1u << ('I' - 'A') | 1u << ('N' - 'A') |
                                    1u << ('U' - 'A') | 1u << ('Z' - 'A') | 1u << hichain::asterisk;
    return (shown >> sign & 1) != 0;
  }

  void follow_chains(Board& board, int colour, hichain::Cell cell, std::uint8_t ply) const {
    hichain::PathFinder finder(chain, board.ground, cell);
    finder.enter(board.books[static_cast<std::size_t>(colour)], ply, book_room);
    score_by_list(board, colour);
    if (can_be_royal(hichain::code_slot(board.ground.card(cell))) && finder.completes_royal())
      board.at.royal = static_cast<std::uint8_t>(1 + colour);
  }

  /// Scores by listing all chains if the book cannot: on overflow, or if paths with equal cells count.
  void score_by_list(Board& board, int colour) const {
    auto& book = board.books[static_cast<std::size_t>(colour)];
    if (chain.each_path || book.full) book.score = listed_score(board.at, colour);
  }
  [[nodiscard]] std::int32_t listed_score(const Position& p, int colour) const;  // chains.cpp
};

}  // namespace banmen
