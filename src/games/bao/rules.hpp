// Bao as the paper plays it: a ring of 2n holes, sowing on from every occupied hole, capture opposite the last stone.
//
// Holes run clockwise from 0; the first player owns 0 … n-1, the second the rest; hole i lies opposite 2n-1-i.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "core/hash.hpp"
#include "core/move_list.hpp"
#include "core/random.hpp"
#include "core/seat.hpp"
#include "games/bao/binomial.hpp"
#include "games/bao/sowing.hpp"

namespace banmen {

class BaoRules {
 public:
  static constexpr int max_players = 2;
  static constexpr int least_holes_a_side = 2;
  static constexpr int most_holes_a_side = 13;

  /// The value of a move that never ends.
  enum class Endless : std::uint8_t {
    nobody,   // play stops, the stones on the board count for nobody ("void")
    illegal,  // it may not be chosen
    forfeit,  // the stones on the board go to the opponent
  };

  /// 32 bytes, one vector register. Holes past 2n-1 are always empty. `ended` says that the seat to move played a move without
  /// end, which leaves the board as it was.
  struct Position {
    std::uint8_t holes[30];
    std::uint8_t mover;
    std::uint8_t ended;
    bool operator==(const Position&) const = default;
  };
  struct Move {
    std::uint8_t hole;  // on the ring, not on the side
    bool operator==(const Move&) const = default;
  };

  /// The result of a move of a canonical position. For an endless move only `from`, `steps` and `endless` are set.
  struct Arrival {
    Position board;      // canonical
    std::uint64_t rank;  // in its tier
    std::uint32_t tier;
    std::uint32_t from;  // which of the expanded positions the move belongs to
    std::uint32_t steps;
    std::uint8_t symmetry;
    bool endless;
    bool quiet;  // nobody gained anything by it
  };

  BaoRules() = default;
  BaoRules(std::uint32_t holes_a_side, Endless endless, const Position& start)
      : side_(holes_a_side),
        low_(side_ < 8 ? ~std::uint64_t{0} >> (64 - 8 * side_) : ~std::uint64_t{0}),
        high_(side_ <= 8 ? 0 : ~std::uint64_t{0} >> (128 - 8 * side_)),
        endless_(endless),
        start_(start),
        stones_(stones(start)) {}

  [[nodiscard]] std::uint32_t holes_a_side() const { return side_; }
  [[nodiscard]] std::uint32_t holes() const { return 2 * side_; }
  [[nodiscard]] std::uint32_t stones_at_start() const { return stones_; }
  [[nodiscard]] Endless endless_rule() const { return endless_; }
  [[nodiscard]] std::uint32_t opposite(std::uint32_t hole) const { return 2 * side_ - 1 - hole; }
  /// A board has at most 255 stones, so no sum of its bytes overflows one.
  [[nodiscard]] static std::uint32_t stones(const Position& p) {
    static_assert(bao::most_stones < 256);
    std::uint64_t words[4];
    std::memcpy(words, &p, sizeof p);
    const std::uint64_t by_column = words[0] + words[1] + words[2] + (words[3] & holes_of_last_word);
    return static_cast<std::uint32_t>(by_column * ones >> 56);
  }

  static int players() { return 2; }
  [[nodiscard]] Position initial() const { return start_; }
  [[nodiscard]] std::uint32_t move_capacity() const { return side_; }

  /// Over when a side is empty or a move without end was played. Under `illegal` a seat whose every move is endless has no move
  /// either, which only `moves` can tell.
  [[nodiscard]] Seat turn(const Position& p) const {
    return p.ended || side_empty(p, 0) || side_empty(p, 1) ? over : static_cast<Seat>(p.mover);
  }

  /// The mover's occupied holes, clockwise.
  void moves(const Position& p, MoveList<Move>& list) const {
    if (turn(p) == over) return;
    const Side own = side(p, p.mover);
    const auto first = static_cast<std::uint8_t>(p.mover * side_);
    list_moves(p, own.low, first, list);
    if (side_ > 8) list_moves(p, own.high, static_cast<std::uint8_t>(first + 8), list);
  }

  Gains<2> play(Position& p, Move m) const {
    std::uint32_t sowings;
    return play(p, m, sowings);
  }
  /// Also tells how many sowings the move took.
  Gains<2> play(Position& p, Move m, std::uint32_t& sowings) const {
    const bao::Course course = sow(p, m);
    sowings = course.sowings;
    if (course.endless) {
      p.ended = 1;
      return {};
    }
    const std::uint32_t prey = opposite(course.stop);
    const std::int32_t captured = p.holes[prey];
    p.holes[prey] = 0;
    const std::int32_t to_second = -static_cast<std::int32_t>(p.mover) & captured;
    p.mover ^= 1;
    return {captured - to_second, to_second};
  }

  [[nodiscard]] Gains<2> payoff(const Position& p) const {
    const auto upper = static_cast<std::int32_t>(sum(p.holes, side_));
    const auto lower = static_cast<std::int32_t>(sum(p.holes + side_, side_));
    if (!p.ended) return {upper, lower};
    if (endless_ == Endless::forfeit) return p.mover == 0 ? Gains<2>{0, upper + lower} : Gains<2>{upper + lower, 0};
    return {};
  }

  /// The stones are shared out: what one gets the other does not get, but nobody pays for it.
  static bool zero_sum() { return false; }

  [[nodiscard]] std::uint64_t hash(const Position& p) const {
    std::uint64_t words[4];
    std::memcpy(words, &p, sizeof p);
    const std::uint64_t hash = mix(mix(words[3], words[0]), words[1]);
    return side_ <= 8 ? hash : mix(hash, words[2]);
  }

  // ------------------------------------------------------------------------------------------------ LoopyGame

  [[nodiscard]] bool endless(const Position& p, Move m) const {
    Position next = p;
    return sow(next, m).endless;
  }
  /// True if the move that led here never ended, by the mark that it left.
  [[nodiscard]] static bool endless_mark(const Position& p) { return p.ended != 0; }
  /// The loop that a move without end goes round, as the position, first player to move, whose move from hole a goes round it too:
  /// of all its boards, turned so that the hole to sow from stands first, the largest.
  [[nodiscard]] Position loop_kind(const Position& p, Move m) const {
    Position kind{};
    if (side_ <= 8)
      bao::loop_board<16>(&p, kind.holes, 16, holes(), m.hole);
    else
      bao::loop_board<32>(&p, kind.holes, sizeof kind.holes, holes(), m.hole);
    return kind;
  }
  /// Nobody gets what is still on the board when play goes round in circles.
  static Gains<2> forever() { return {}; }

  // ------------------------------------------------------------------------------------------------ SampledGame

  [[nodiscard]] std::uint32_t count(const Position& p) const {
    if (turn(p) == over) return 0;
    if (endless_ == Endless::illegal) return finite_moves(p);
    return occupied(p, p.mover).count;
  }

  Sample<Move> sample(const Position& p, Random& random) const {
    if (p.ended || side_empty(p, p.mover ^ 1u)) return {};
    const Occupied own = occupied(p, p.mover);
    if (own.count == 0) return {};
    const auto first = static_cast<std::uint8_t>(p.mover * side_);
    if (endless_ != Endless::illegal) [[likely]]
      return {{static_cast<std::uint8_t>(first + own.hole(random.below(own.count)))}, own.count};
    const std::uint32_t finite = finite_moves(p);
    if (finite == 0) return {};
    std::uint32_t left = random.below(finite);
    for (std::uint8_t hole = first;; ++hole)
      if (p.holes[hole] != 0 && !endless(p, {hole}) && left-- == 0) return {{hole}, finite};
  }

  // ------------------------------------------------------------------------------------------------ IndexedGame
  // A tier is the number of stones on the board, which never grows. Inside it: all boards of that many stones, each with either
  // seat to move. A position that a move without end has ended ranks like the board it leaves: whoever walks the index asks
  // `endless(p, m)` first, since that move has no position of its own. Where a tier has more boards than 64 bits count, its size is
  // the largest number there is.

  [[nodiscard]] std::uint32_t tiers() const { return stones_ + 1; }
  [[nodiscard]] static std::uint32_t tier(const Position& p) { return stones(p); }
  [[nodiscard]] std::uint64_t tier_size(std::uint32_t tier) const {
    const std::uint64_t boards = bao::boards(holes(), tier);
    return boards > bao::too_many / 2 ? bao::too_many : 2 * boards;
  }
  [[nodiscard]] std::uint64_t rank(const Position& p) const { return 2 * bao::board_number(p.holes, holes()) + p.mover; }
  [[nodiscard]] Position unrank(std::uint32_t tier, std::uint64_t rank) const {
    Position p{};
    bao::numbered_board(p.holes, holes(), tier, rank / 2);
    p.mover = static_cast<std::uint8_t>(rank & 1);
    return p;
  }

  // ------------------------------------------------------------------------------------------------ SymmetricGame
  // One symmetry besides the identity: the players exchange sides, which is half a turn of the ring.

  static int symmetries() { return 2; }
  /// Canonical positions have the first player to move: every other rank of a tier.
  [[nodiscard]] Canonical<Position> canonical(const Position& p) const { return {image(p.mover, p), p.mover}; }
  [[nodiscard]] Position image(std::uint8_t symmetry, const Position& p) const {
    Position turned = p;  // the only object returned, for copy elision
    if (symmetry == 0) return turned;
    if (side_ <= 8)
      bao::turn_half<16>(&p, turned.holes, 16, holes());
    else
      bao::turn_half<32>(&p, turned.holes, sizeof turned.holes, holes());
    turned.mover = p.mover ^ 1;
    return turned;
  }
  [[nodiscard]] Move image(std::uint8_t symmetry, Move m) const {
    if (symmetry == 0) return m;
    return {static_cast<std::uint8_t>(m.hole < side_ ? m.hole + side_ : m.hole - side_)};
  }
  static Seat image_seat(std::uint8_t symmetry, Seat seat) {
    return symmetry == 0 || seat < 0 ? seat : static_cast<Seat>(1 - seat);
  }

  /// All moves of many canonical positions, sown side by side (expansion.cpp), in the order of positions and their lists of moves;
  /// returns how many there are. Nothing for boards of more than 8 holes a side.
  std::optional<std::size_t> expand(std::span<const Position> from, Arrival* arrivals) const;

  /// All that can still change hands: the stones on the board.
  [[nodiscard]] static std::int32_t stake(const Position& p) { return static_cast<std::int32_t>(stones(p)); }

  // ------------------------------------------------------------------------------------------------ sowing

  /// Sows without capture and without passing the turn; the board is then as the last sowing left it. A move without end leaves
  /// it alone.
  bao::Course sow(Position& p, Move m) const {
    // Only the holes are written: a position is read back in pieces right after, which stalls if it was written as one.
    if (side_ == 8) return bao::sow<16, true>(&p, p.holes, 16, holes(), m.hole);
    if (side_ < 8) return bao::sow<16, false>(&p, p.holes, 16, holes(), m.hole);
    return bao::sow<32, false>(&p, p.holes, sizeof p.holes, holes(), m.hole);
  }

 private:
  static constexpr std::uint64_t ones = 0x0101010101010101;
  static constexpr std::uint64_t holes_of_last_word = ~std::uint64_t{0} >> 16;  // the other two bytes are `mover` and `ended`

  /// The top bit of every byte that is not zero.
  static std::uint64_t not_zero(std::uint64_t word) {
    constexpr std::uint64_t low_bits = ~(ones << 7);
    return (((word & low_bits) + low_bits) | word) & ~low_bits;
  }
  void list_moves(const Position& p, std::uint64_t holes, std::uint8_t first, MoveList<Move>& list) const {
    for (std::uint64_t rest = not_zero(holes); rest != 0; rest &= rest - 1) {
      const auto hole = static_cast<std::uint8_t>(first + (static_cast<std::uint32_t>(__builtin_ctzll(rest)) >> 3));
      if (!(endless_ == Endless::illegal && endless(p, {hole}))) list.push({hole});
    }
  }

  static std::uint32_t sum(const std::uint8_t* holes, std::size_t count) {
    std::uint32_t stones = 0;
    for (std::size_t i = 0; i < count; ++i) stones += holes[i];
    return stones;
  }

  /// Holes of a side as bytes of two words, the first eight in the lower.
  struct Side {
    std::uint64_t low, high;
  };
  [[nodiscard]] Side side(const Position& p, std::uint32_t seat) const {
    Side s;
    std::memcpy(&s, p.holes + seat * side_, sizeof s);
    return {s.low & low_, s.high & high_};
  }
  [[nodiscard]] bool side_empty(const Position& p, std::uint32_t seat) const {
    const Side s = side(p, seat);
    return (s.low | s.high) == 0;
  }

  /// Byte j of upto: how many of holes 0 … j are occupied. The k-th occupied hole is found without a loop or a branch.
  struct Occupied {
    std::uint64_t upto_low, upto_high;
    std::uint32_t count;
    [[nodiscard]] std::uint32_t hole(std::uint32_t k) const {
      // The top bit of byte j of upto + (127 - k) says that more than k holes are occupied up to j.
      const std::uint64_t low = (upto_low + (127 - k) * ones) & (ones << 7);
      if (low != 0) return static_cast<std::uint32_t>(__builtin_ctzll(low)) >> 3;
      const std::uint64_t high = (upto_high + (127 - k) * ones) & (ones << 7);
      return 8 + (static_cast<std::uint32_t>(__builtin_ctzll(high)) >> 3);
    }
  };
  [[nodiscard]] Occupied occupied(const Position& p, std::uint32_t seat) const {
    auto counted = [](std::uint64_t word) { return (not_zero(word) >> 7) * ones; };  // summed from below
    const Side s = side(p, seat);
    const std::uint64_t low = counted(s.low);
    if (side_ <= 8) [[likely]]
      return {low, 0, static_cast<std::uint32_t>(low >> 56)};
    const std::uint64_t high = counted(s.high) + (low >> 56) * ones;
    return {low, high, static_cast<std::uint32_t>(high >> 56)};
  }

  [[nodiscard]] std::uint32_t finite_moves(const Position& p) const {
    std::uint32_t finite = 0;
    const auto first = static_cast<std::uint8_t>(p.mover * side_);
    for (std::uint8_t hole = first; hole < first + side_; ++hole) finite += p.holes[hole] != 0 && !endless(p, {hole});
    return finite;
  }

  std::uint32_t side_ = 8;
  std::uint64_t low_ = ~std::uint64_t{0}, high_ = 0;  // which bytes of a side's two words are holes
  Endless endless_ = Endless::nobody;
  Position start_{};
  std::uint32_t stones_ = 0;
};

}  // namespace banmen
