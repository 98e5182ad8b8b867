// Reversi, and Yonin, Reversi for four (Fujii, Kita, Murata, Hashimoto, Iida: "4人版リバーシ Yonin").
//
// All code is relative to the seat on turn ("mover") against the other colour; seats differ only by their allowed cells. Seats of
// even number play black, of odd number white: first and second in Reversi, A, B, C, D in Yonin, where A and C, B and D face each
// other and share a colour. The turn goes round without jumps: a seat that cannot place passes.
#pragma once

#include <array>
#include <cstdint>

#include "core/bitboard.hpp"
#include "core/hash.hpp"
#include "core/move_list.hpp"
#include "core/random.hpp"
#include "core/seat.hpp"
#include "games/reversi/board.hpp"
#include "games/reversi/evaluation.hpp"

namespace banmen {

/// Relative to the mover, so that a move swaps two words without branches.
struct DiscPosition {
  Bits mover;  // discs of the colour on turn
  Bits other;
  std::uint64_t turn;  // 0 … seats-1

  [[nodiscard]] Bits black() const { return turn & 1 ? other : mover; }
  [[nodiscard]] Bits white() const { return turn & 1 ? mover : other; }
  bool operator==(const DiscPosition&) const = default;
};

/// A disc on a cell, or a pass.
struct DiscMove {
  std::uint8_t cell = 64;

  bool operator==(const DiscMove&) const = default;
};

inline constexpr DiscMove disc_pass{64};

/// A symmetry of the rules: the board is turned or mirrored, and seats are shifted by `seats`. An odd shift exchanges the colours,
/// which is no change relative to the mover.
struct DiscSymmetry {
  std::uint8_t board = 0;
  std::uint8_t seats = 0;
};

/// Common to Reversi and Yonin: all but the start, the allowed cells, and the scoring.
template <int Seats>
class DiscRules {
 public:
  static constexpr int max_players = Seats;
  using Position = DiscPosition;
  using Move = DiscMove;

  static int players() { return Seats; }
  [[nodiscard]] const DiscBoard& board() const { return board_; }
  static std::uint32_t move_capacity() { return 64; }

  [[nodiscard]] Position initial() const {
    const Bits black = board_.centre(black_on_bd_), white = board_.centre(!black_on_bd_);
    return {black, white, 0};
  }

  static Seat turn(const Position& p) { return static_cast<Seat>(p.turn); }
  /// The allowed cells of a seat.
  [[nodiscard]] Bits allowed(int seat) const { return allowed_[static_cast<std::size_t>(seat)]; }

  /// Placements of the seat on turn.
  [[nodiscard]] Bits placements(const Position& p) const { return flanking(p) & free_for(p, p.turn); }

  /// Placements row by row from the top left; a pass only if there is none and some other seat can still place.
  void moves(const Position& p, MoveList<Move>& list) const {
    Bits left = placements(p);
    if (left == 0) {
      if (others_can_place(p)) list.push(disc_pass);
      return;
    }
    Move* end = list.spare();
    for (; left != 0; left = without_lowest(left)) *end++ = {static_cast<std::uint8_t>(lowest(left))};
    list.grow_to(end);
  }

  /// Branch-free: a pass places an empty set and flips nothing.
  static Gains<Seats> play(Position& p, Move m) {
    const Bits disc = static_cast<Bits>(m.cell < 64) << (m.cell & 63);
    const Bits flipped = runs_between(disc, p.other, p.mover);
    p = {p.other ^ flipped, p.mover ^ flipped ^ disc, next_seat(p.turn)};
    return {};
  }

  static std::uint64_t hash(const Position& p) { return mix(mix(p.mover + p.turn * 0x9e3779b97f4a7c15ULL) ^ p.other); }

  // SampledGame
  [[nodiscard]] std::uint32_t count(const Position& p) const {
    const Bits free = placements(p);
    if (free == 0) return others_can_place(p) ? 1 : 0;
    return static_cast<std::uint32_t>(popcount(free));
  }
  /// A pass takes no random number.
  [[nodiscard]] Sample<Move> sample(const Position& p, Random& random) const {
    const Bits free = placements(p);
    if (free == 0) return {disc_pass, others_can_place(p) ? 1u : 0u};
    const auto n = static_cast<std::uint32_t>(popcount(free));
    return {{static_cast<std::uint8_t>(nth_cell(free, random.below(n)))}, n};
  }

  // PassGame
  static bool is_pass(Move m) { return m == disc_pass; }

  // HorizonGame: the number of empty cells
  [[nodiscard]] int horizon(const Position& p) const { return popcount(board_.cells() & ~(p.mover | p.other)); }

  // OrderedGame: fewest replies first, corners first among equals
  [[nodiscard]] std::int32_t urgency(const Position& p, Move m) const {
    if (is_pass(m)) return 0;
    Position next = p;
    play(next, m);
    const bool corner = (rim_.corners >> m.cell & 1) != 0;
    return (corner ? 24 : 0) - 4 * popcount(placements(next));
  }

  // SymmetricGame
  [[nodiscard]] int symmetries() const { return symmetry_count_; }
  [[nodiscard]] Position image(std::uint8_t symmetry, const Position& p) const {
    const DiscSymmetry& s = symmetry_[symmetry];
    return {board_.image(s.board, p.mover), board_.image(s.board, p.other), (p.turn + s.seats) % Seats};
  }
  [[nodiscard]] Move image(std::uint8_t symmetry, Move m) const {
    if (is_pass(m)) return m;
    return {static_cast<std::uint8_t>(lowest(board_.image(symmetry_[symmetry].board, Bits{1} << m.cell)))};
  }
  [[nodiscard]] Seat image_seat(std::uint8_t symmetry, Seat seat) const {
    return static_cast<Seat>((seat + symmetry_[symmetry].seats) % Seats);
  }
  /// The least of the images, by turn, then mover, then other.
  [[nodiscard]] Canonical<Position> canonical(const Position& p) const {
    Canonical<Position> least{p, 0};
    for (std::uint8_t s = 1; s < symmetry_count_; ++s) {
      const Position q = image(s, p);
      const Position& b = least.position;
      if (q.turn != b.turn ? q.turn < b.turn : q.mover != b.mover ? q.mover < b.mover : q.other < b.other) least = {q, s};
    }
    return least;
  }

 protected:
  DiscRules(DiscBoard board, bool black_on_bd) : board_(board), rim_(board), black_on_bd_(black_on_bd) {
    allowed_.fill(board.cells());
  }

  static constexpr std::uint64_t next_seat(std::uint64_t seat) { return (seat + 1) % Seats; }

  [[nodiscard]] static Bits flanking(const Position& p) { return behind_runs(p.mover, p.other); }
  [[nodiscard]] Bits free_for(const Position& p, std::uint64_t seat) const { return allowed_[seat] & ~(p.mover | p.other); }

  /// Precondition: the seat on turn has no placement, so of its own colour only the facing seat remains to test.
  [[nodiscard]] bool others_can_place(const Position& p) const {
    const Bits rivals = free_for(p, next_seat(p.turn)) | free_for(p, (p.turn + Seats - 1) % Seats);
    if ((behind_runs(p.other, p.mover) & rivals) != 0) return true;
    return Seats == 4 && (flanking(p) & free_for(p, (p.turn + 2) % Seats)) != 0;
  }

  /// Mobility, position and edge-stable discs of one colour. If its seats have different allowed cells, their placements are
  /// counted separately and halved.
  [[nodiscard]] std::int32_t colour_evaluation(const Position& p, bool black) const {
    const Bits own = black ? p.black() : p.white(), other = black ? p.white() : p.black();
    const std::uint64_t seat = black ? 0 : 1;
    return disc_evaluation(rim_, own, other, places(p, own, other, seat), places(p, other, own, seat ^ 1));
  }
  [[nodiscard]] int places(const Position& p, Bits own, Bits other, std::uint64_t seat) const {
    const Bits flanked = behind_runs(own, other);
    if constexpr (Seats == 2) return popcount(flanked & free_for(p, seat));
    return (popcount(flanked & free_for(p, seat)) + popcount(flanked & free_for(p, seat + 2))) / 2;
  }

  void allow(int seat, Bits cells) { allowed_[static_cast<std::size_t>(seat)] = cells; }
  void add_symmetry(int board, int seats) {
    symmetry_[symmetry_count_++] = {static_cast<std::uint8_t>(board), static_cast<std::uint8_t>(seats)};
  }

 private:
  std::array<Bits, Seats> allowed_;
  DiscBoard board_;
  DiscRim rim_;
  bool black_on_bd_;  // which diagonal of the centre black starts on
  std::uint8_t symmetry_count_ = 0;
  std::array<DiscSymmetry, 8 * Seats> symmetry_{};
};

/// Two seats, the whole board for both, all discs count.
class ReversiRules : public DiscRules<2> {
 public:
  explicit ReversiRules(DiscBoard board = {}) : DiscRules(board, true) {
    // Any turn or mirror of the board, with or without exchange of the colours.
    for (int seats = 0; seats < 2; ++seats)
      for (int kind = 0; kind < board.turns_and_mirrors(); ++kind) add_symmetry(kind, seats);
  }

  /// Discs of each colour.
  static Gains<2> score(const Position& p) { return {popcount(p.black()), popcount(p.white())}; }

  static Gains<2> payoff(const Position& p) {
    const std::int32_t lead = popcount(p.black()) - popcount(p.white());
    return {lead, -lead};
  }

  // EvaluatedGame
  [[nodiscard]] std::int32_t evaluate(const Position& p, Seat seat) const { return colour_evaluation(p, seat == 0); }
  static std::int32_t evaluation_unit() { return disc_points; }
  static double evaluation_scale() { return 10.0 * disc_points; }
};

enum class YoninStart : std::uint8_t { own, opposite };
enum class YoninMode : std::uint8_t { individual, team };
enum class YoninScore : std::uint8_t { discs, quadrants };

struct YoninOptions {
  YoninStart start = YoninStart::own;  // the colour of a quadrant's centre disc: its owner's, or not
  bool restrict = true;                // no placing in the quadrant of the player facing you
  YoninMode mode = YoninMode::individual;
  YoninScore score = YoninScore::discs;  // the score of a team; a single player always counts own discs in the own quadrant
};

/// Four seats, each with a quadrant.
class YoninRules : public DiscRules<4> {
 public:
  explicit YoninRules(DiscBoard board = {}, YoninOptions options = {})
      : DiscRules(board, options.start == YoninStart::opposite), mode_(options.mode), score_(options.score) {
    for (int seat = 0; seat < 4; ++seat) {
      quadrant_[static_cast<std::size_t>(seat)] = board.quadrant(seat);
      if (options.restrict) allow(seat, board.cells() & ~board.quadrant((seat + 2) % 4));
    }
    for (int seats = 0; seats < 4; ++seats)
      for (int kind = 0; kind < board.turns_and_mirrors(); ++kind)
        if (holds(board, options, kind, seats)) add_symmetry(kind, seats);
  }

  /// Own discs in the own quadrant; for teams the team's score, equal for both members.
  [[nodiscard]] Gains<4> score(const Position& p) const {
    const Bits black = p.black(), white = p.white();
    if (mode_ == YoninMode::team && score_ == YoninScore::discs) {
      const std::int32_t blacks = popcount(black), whites = popcount(white);
      return {blacks, whites, blacks, whites};
    }
    const Gains<4> own = {popcount(black & quadrant_[0]), popcount(white & quadrant_[1]), popcount(black & quadrant_[2]),
                          popcount(white & quadrant_[3])};
    if (mode_ == YoninMode::individual) return own;
    return {own[0] + own[2], own[1] + own[3], own[0] + own[2], own[1] + own[3]};
  }

  /// A single player pays the rank, 1 + the number of strictly better players; a team gets its lead over the other.
  [[nodiscard]] Gains<4> payoff(const Position& p) const {
    const Gains<4> s = score(p);
    if (mode_ == YoninMode::team) return {s[0] - s[1], s[1] - s[0], s[2] - s[3], s[3] - s[2]};
    Gains<4> result{};
    for (std::size_t seat = 0; seat < 4; ++seat) {
      std::int32_t rank = 1;
      for (std::size_t rival = 0; rival < 4; ++rival) rank += s[rival] > s[seat];
      result[seat] = -rank;
    }
    return result;
  }

  // EvaluatedGame. A team: mobility, position, edge-stable discs. A single player, as the paper's Max^N: own discs in the own
  // quadrant, in sixteenths of a rank relative to the middle between the second and the third rank, so that actual ranks keep their
  // values.
  [[nodiscard]] std::int32_t evaluate(const Position& p, Seat seat) const {
    if (mode_ == YoninMode::team) return colour_evaluation(p, (seat & 1) == 0);
    return score(p)[static_cast<std::size_t>(seat)] - 5 * rank_points / 2;
  }
  [[nodiscard]] std::int32_t evaluation_unit() const { return mode_ == YoninMode::team ? disc_points : rank_points; }
  [[nodiscard]] double evaluation_scale() const { return mode_ == YoninMode::team ? 10.0 * disc_points : 4; }

  /// The cells whose discs count for a colour (0 black, 1 white) when teams play.
  [[nodiscard]] Bits counted(int colour) const {
    if (score_ == YoninScore::discs) return board().cells();
    return quadrant_[static_cast<std::size_t>(colour)] | quadrant_[static_cast<std::size_t>(colour) + 2];
  }

  // TeamGame
  [[nodiscard]] int team(Seat seat) const { return mode_ == YoninMode::team ? seat & 1 : seat; }

 private:
  static constexpr std::int32_t rank_points = 16;

  /// The order of play must be preserved, so seats can only be shifted together. If quadrants belong to seats (the restriction, or
  /// individual scores), the board must map each quadrant to that of the new seat: turns only, a mirror would reverse the order. If
  /// they belong to teams, pairs of facing quadrants must map to pairs of that team's. Otherwise any turn or mirror is valid.
  static bool holds(const DiscBoard& board, const YoninOptions& options, int kind, int seats) {
    const bool by_seat = options.restrict || options.mode == YoninMode::individual;
    if (!by_seat && options.score == YoninScore::discs) return true;
    for (int seat = 0; seat < (by_seat ? 4 : 1); ++seat) {
      const Bits image = board.image(kind, board.quadrant(seat));
      const int becomes = (seat + seats) % 4;
      if (image != board.quadrant(becomes) && (by_seat || image != board.quadrant((becomes + 2) % 4))) return false;
    }
    return true;
  }

  std::array<Bits, 4> quadrant_;
  YoninMode mode_;
  YoninScore score_;
};

}  // namespace banmen
