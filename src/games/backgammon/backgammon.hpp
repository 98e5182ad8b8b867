// Backgammon with its notation.
//
// Position: first's checkers / second's checkers / state, each side in its own numbering (bar or 25, off implied):
//   24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/opening      before the opening roll
//   …/first  …/second:3-1                            to roll (or to double), to play 3-1
//   …/first:roll  …/first:double  …/first:beaver     decided not to double; has doubled; was beavered
//   …/over:first:2                                   first has won 2 points
// then, where they are not at their start, /cube:VALUE:OWNER and /score:FIRST:SECOND[:crawford|:post].
// GNU Backgammon's position ids (with or without a match id) and XGIDs are read too (ids.hpp).
//
// Moves: throws 3-1; plays 13/7,8/7 or bar/22* or 6/off(2), read with commas or spaces; pass; roll, double, take, drop, beaver.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/factored.hpp"
#include "core/game.hpp"
#include "games/backgammon/index.hpp"
#include "games/backgammon/rules.hpp"
#include "games/backgammon/side_plays.hpp"

namespace banmen {

struct Backgammon : BackgammonRules {
  static std::string_view id() { return "backgammon"; }
  static std::string_view title() { return "Backgammon"; }
  static std::vector<Parameter> parameters();
  static Result<Backgammon> make(const Values& values);

  std::string text(const Position& p) const;
  static std::string text(const Position& p, Move m);
  Result<Position> read_position(std::string_view text) const;
  Result<Move> read_move(const Position& p, std::string_view text) const;
  static std::string seat_name(Seat seat) { return seat == 0 ? "first" : "second"; }
  /// The numbers are those of whoever is on turn.
  Picture picture(const Position& p) const;
  static std::vector<std::string> sites(const Position& p, Move m);
  static Figures facts(const Position& p, Move m);

  // The factored index (core/factored.hpp): a part is the number of checkers on the board, a rank that of index.hpp. The cube is
  // left out: what it allows does not depend on where the checkers stand.
  [[nodiscard]] std::uint32_t factor_parts() const { return checkers + 1u; }
  [[nodiscard]] static std::uint64_t factor_count(std::uint32_t part) { return backgammon::side_count(static_cast<int>(part)); }
  [[nodiscard]] static FactorPair factors(const Position& p) {
    return {factor_on_board(p.checkers[p.mover]), factor_on_board(p.checkers[1 - p.mover])};
  }
  [[nodiscard]] static bool compatible(const FactorPair& f) {
    std::uint8_t mover[backgammon::slots] = {}, other[backgammon::slots] = {};
    stand(f.mover, mover);
    stand(f.other, other);
    return (backgammon::points_with(mover, 1) & backgammon::facing_points_with(other, 1)) == 0;
  }
  [[nodiscard]] Position assembled(const FactorPair& f) const {
    Position p{};
    p.owner = centred;
    stand(f.mover, p.checkers[0]);
    stand(f.other, p.checkers[1]);
    p.checkers[0][backgammon::off] = static_cast<std::uint8_t>(checkers - f.mover.part);
    p.checkers[1][backgammon::off] = static_cast<std::uint8_t>(checkers - f.other.part);
    p.phase = before_roll(p);
    return p;
  }
  template <class Visit>
  void factored_plays(const Factor& f, Move outcome, Visit visit) const {
    std::uint8_t side[backgammon::slots] = {};
    stand(f, side);
    const auto large = std::max(outcome.to[0], outcome.to[1]), small = std::min(outcome.to[0], outcome.to[1]);
    for (const backgammon::SidePlay& play : backgammon::side_plays(side, {large, small, 0}))
      visit(FactoredPlay{factor_on_board(play.side), play.landing, play.level});
  }
  [[nodiscard]] static FactoredMasks factored_masks(const Factor& f) {
    std::uint8_t side[backgammon::slots] = {};
    stand(f, side);
    const backgammon::PointSet blocked = backgammon::facing_points_with(side, 2);
    return {blocked, backgammon::facing_points_with(side, 1) & ~blocked};
  }
  [[nodiscard]] static Factor struck(const Factor& f, std::uint32_t points) {
    std::uint8_t side[backgammon::slots] = {};
    stand(f, side);
    for (; points != 0; points &= points - 1) {
      --side[backgammon::bar - backgammon::lowest(points)];
      ++side[backgammon::bar];
    }
    return factor_on_board(side);
  }

  /// Completes and checks a position whose sides, mover and cube are set: borne-off counts, collisions, the end of the game.
  Result<Position> settled(Position p) const;

 private:
  static void stand(const Factor& f, std::uint8_t* side) { backgammon::unrank_side(static_cast<int>(f.part), f.rank, side); }
  static Factor factor_on_board(const std::uint8_t* side) {
    std::uint32_t part = 0;
    for (int slot = 1; slot <= backgammon::bar; ++slot) part += side[slot];
    return {part, backgammon::rank_side(side)};
  }
};

static_assert(FactoredGame<Backgammon>);

}  // namespace banmen
