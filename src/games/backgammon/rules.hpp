// Backgammon: rules for any number of checkers, with and without the doubling cube, single games and matches.
//
// A turn is a throw of the dice (chance) and a play. With a cube the mover first decides whether to roll or to double, if he may
// turn it. The first throw of a game is the opening roll: one die each, no doubles, the higher die moves first.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/hash.hpp"
#include "core/move_list.hpp"
#include "core/seat.hpp"
#include "games/backgammon/board.hpp"
#include "games/backgammon/evaluation.hpp"
#include "games/backgammon/plays.hpp"

namespace banmen {

struct BackgammonRules {
  static constexpr int max_players = 2;
  static constexpr int most_checkers = 15;
  static constexpr int most_cube = 12;  // the cube stops at 4096
  static constexpr std::uint8_t centred = 2;

  enum class Payoff : std::uint8_t { single, money, cube };
  enum class Phase : std::uint8_t { opening, decide, roll, play, doubled, beavered, over };
  enum class Crawford : std::uint8_t { before, now, after };

  struct Position {
    std::uint8_t checkers[2][backgammon::slots];  // [seat], in the seat's own numbering
    std::uint8_t mover;                           // whose turn it is; 0 in the opening and when over
    Phase phase;
    std::uint8_t dice[2];   // the larger first; 0 unless phase is play
    std::uint8_t cube;      // log2 of its value
    std::uint8_t owner;     // a seat, or centred
    std::uint8_t score[2];  // of the match so far
    Crawford crawford;
    std::uint8_t winner;   // when over, else 0
    std::uint16_t points;  // when over: won by the last game
    bool operator==(const Position&) const = default;
  };

  /// A play, or one of the codes below in from[0].
  using Move = backgammon::Play;
  static constexpr std::uint8_t code_roll = 0x40;   // chance: to[0], to[1] are the dice
  static constexpr std::uint8_t code_throw = 0x80;  // decides not to double
  static constexpr std::uint8_t code_double = 0x81;
  static constexpr std::uint8_t code_take = 0x82;
  static constexpr std::uint8_t code_drop = 0x83;
  static constexpr std::uint8_t code_beaver = 0x84;

  std::uint8_t checkers = most_checkers;
  Payoff stakes = Payoff::single;
  std::uint8_t jacoby = 0;   // gammons count only after the cube was turned (money play with the cube)
  std::uint8_t beavers = 0;  // the doubled side may redouble at once and keep the cube (money play)
  std::uint8_t match = 0;    // points to win; 0: one game
  std::uint8_t crawford = 1;
  Position start = standard_start(most_checkers);

  static int players() { return 2; }
  Position initial() const { return start; }

  /// Distinct plays of a double are multisets of four steps over the checkers; of two dice, pairs.
  std::uint32_t move_capacity() const {
    const std::uint32_t k = checkers;
    return std::max({30u, k * (k + 1), (k + 3) * (k + 2) * (k + 1) * k / 24});
  }

  static Seat turn(const Position& p) {
    switch (p.phase) {
      case Phase::opening:
      case Phase::roll: return chance;
      case Phase::over: return over;
      case Phase::doubled: return static_cast<Seat>(1 - p.mover);
      default: return static_cast<Seat>(p.mover);
    }
  }

  /// Throws: larger die from 6 to 1, then the smaller; opening throws are "first's die - second's die", from 6-5 down.
  /// The cube: roll before double; take, drop, beaver. Plays: as plays.hpp says.
  void moves(const Position& p, MoveList<Move>& list) const {
    switch (p.phase) {
      case Phase::opening:
        for (std::uint8_t a = 6; a >= 1; --a)
          for (std::uint8_t b = 6; b >= 1; --b)
            if (a != b) list.push({{code_roll}, {a, b}});
        break;
      case Phase::roll:
        for (std::uint8_t a = 6; a >= 1; --a)
          for (std::uint8_t b = a; b >= 1; --b) list.push({{code_roll}, {a, b}});
        break;
      case Phase::decide:
        list.push({{code_throw}, {}});
        list.push({{code_double}, {}});
        break;
      case Phase::doubled:
        list.push({{code_take}, {}});
        list.push({{code_drop}, {}});
        if (beavers && match == 0 && p.cube + 2 <= most_cube) list.push({{code_beaver}, {}});
        break;
      case Phase::beavered:
        list.push({{code_take}, {}});
        list.push({{code_drop}, {}});
        break;
      case Phase::play: {
        const std::uint8_t* theirs = p.checkers[1 - p.mover];
        const std::uint32_t before = list.size();
        const backgammon::PointSet blocked = backgammon::facing_points_with(theirs, 2);
        const backgammon::PointSet blots = backgammon::facing_points_with(theirs, 1) & ~blocked;
        backgammon::list_plays(p.checkers[p.mover], blocked, blots, p.dice[0], p.dice[1], list);
        if (list.size() == before) list.push({});
        break;
      }
      case Phase::over: break;
    }
  }

  static bool is_pass(Move m) { return m.from[0] == 0; }

  static std::uint32_t weight(const Position& p, Move m) { return p.phase == Phase::opening || m.to[0] == m.to[1] ? 1 : 2; }
  static std::uint32_t total_weight(const Position& p) { return p.phase == Phase::opening ? 30 : 36; }

  Gains<2> play(Position& p, Move m) const {
    switch (p.phase) {
      case Phase::opening: p.mover = m.to[1] > m.to[0]; [[fallthrough]];
      case Phase::roll:
        p.dice[0] = std::max(m.to[0], m.to[1]);
        p.dice[1] = std::min(m.to[0], m.to[1]);
        p.phase = Phase::play;
        break;
      case Phase::decide: p.phase = m.from[0] == code_double ? Phase::doubled : Phase::roll; break;
      case Phase::doubled:
        if (m.from[0] == code_drop) {
          finish(p, p.mover, 1u << p.cube);
        } else {
          p.owner = 1 - p.mover;
          ++p.cube;
          p.phase = m.from[0] == code_beaver ? Phase::beavered : Phase::roll;
        }
        break;
      case Phase::beavered:  // the cube stands at the doubled value; the beaver asks for one more
        if (m.from[0] == code_drop) {
          finish(p, static_cast<std::uint8_t>(1 - p.mover), 1u << p.cube);
        } else {
          ++p.cube;
          p.phase = Phase::roll;
        }
        break;
      case Phase::play: {
        std::uint8_t* mine = p.checkers[p.mover];
        backgammon::make_play(mine, p.checkers[1 - p.mover], m);
        p.dice[0] = p.dice[1] = 0;
        if (mine[backgammon::off] == checkers) {
          finish(p, p.mover, points_won(p, p.mover));
        } else {
          p.mover = 1 - p.mover;
          p.phase = before_roll(p);
        }
        break;
      }
      case Phase::over: break;
    }
    return {};
  }

  /// Points of the game; in a match, 1 for who won it.
  Gains<2> payoff(const Position& p) const {
    if (p.phase != Phase::over) return {};
    const std::int32_t won = match ? 1 : p.points;
    return p.winner == 0 ? Gains<2>{won, -won} : Gains<2>{-won, won};
  }

  static std::uint64_t hash(const Position& p) { return hash_bytes(p); }

  /// Points each side has in the match; nothing in a single game.
  static Gains<2> score(const Position& p) { return {p.score[0], p.score[1]}; }

  /// Expected points of the game, in thousandths, including the cube.
  std::int32_t evaluate(const Position& p, Seat seat) const {
    if (p.phase == Phase::over) return payoff(p)[static_cast<std::size_t>(seat)] * evaluation_unit();
    const int other = 1 - seat;
    const bool opening = p.phase == Phase::opening;
    const double value = opening ? backgammon::judgement(p.checkers[seat], p.checkers[other], true) / 2 -
                                       backgammon::judgement(p.checkers[other], p.checkers[seat], true) / 2
                                 : backgammon::judgement(p.checkers[seat], p.checkers[other], p.mover == seat);
    return static_cast<std::int32_t>(value * evaluation_unit() * (match ? 1 : 1 << p.cube));
  }
  static std::int32_t evaluation_unit() { return 1000; }

  // ------------------------------------------------------------------------------------------- used by notation and studies

  bool may_double(const Position& p) const {
    return stakes == Payoff::cube && p.cube < most_cube && (p.owner == centred || p.owner == p.mover) &&
           p.crawford != Crawford::now;
  }
  Phase before_roll(const Position& p) const { return may_double(p) ? Phase::decide : Phase::roll; }

  /// 1, 2 or 3 for a single win, a gammon or a backgammon, by the loser's checkers.
  static int win_class(const std::uint8_t* loser) {
    if (loser[backgammon::off] != 0) return 1;
    for (int point = 19; point <= backgammon::bar; ++point)
      if (loser[point] != 0) return 3;
    return 2;
  }

  std::uint32_t points_won(const Position& p, int winner) const {
    if (stakes == Payoff::single) return 1;
    const bool plain = jacoby && stakes == Payoff::cube && match == 0 && p.owner == centred;
    return static_cast<std::uint32_t>(plain ? 1 : win_class(p.checkers[1 - winner])) << p.cube;
  }

  /// The starting position: the standard one for 15 checkers; 24, 23, 22 for up to three (hypergammon); in between the first
  /// entries of a list that grows into the standard start.
  static Position standard_start(int checkers) {
    static constexpr std::uint8_t grown[most_checkers] = {24, 6, 13, 8, 24, 6, 13, 8, 6, 13, 6, 8, 13, 6, 13};
    Position p{};
    for (int k = 0; k < checkers; ++k) {
      const int point = checkers <= 3 ? 24 - k : grown[k];
      ++p.checkers[0][point];
      ++p.checkers[1][point];
    }
    p.phase = Phase::opening;
    p.owner = centred;
    return p;
  }

 private:
  void finish(Position& p, std::uint8_t winner, std::uint32_t points) const {
    p.dice[0] = p.dice[1] = 0;
    if (match) {
      const int sum = std::min<int>(match, p.score[winner] + static_cast<int>(points));
      p.score[winner] = static_cast<std::uint8_t>(sum);
      if (sum < match) return next_game(p);
    }
    p.mover = 0;
    p.winner = winner;
    p.points = static_cast<std::uint16_t>(points);
    p.phase = Phase::over;
  }

  /// The Crawford game is the first one with a player a point short of the match: nobody may double in it.
  void next_game(Position& p) const {
    Position next = standard_start(checkers);
    next.score[0] = p.score[0];
    next.score[1] = p.score[1];
    if (crawford && p.crawford != Crawford::before)
      next.crawford = Crawford::after;
    else if (crawford && std::max(p.score[0], p.score[1]) == match - 1)
      next.crawford = Crawford::now;
    p = next;
  }
};

static_assert(sizeof(BackgammonRules::Position) == 64);

}  // namespace banmen
