// The minimal game: subtract one from a number. Each test leaves out one requirement by defining its WITHOUT_… name.
#pragma once

#include "core/game.hpp"

struct WholeGame {
#ifdef WITHOUT_TRIVIAL_COPY
  WholeGame(const WholeGame&) {}
#endif
#if defined(WITH_PADDED_POSITION)
  struct Position {
    std::uint8_t left;
    std::uint32_t more;
    bool operator==(const Position&) const = default;
  };
#elif !defined(WITHOUT_POSITION)
  struct Position {
    std::uint8_t left;
    bool operator==(const Position&) const = default;
  };
#endif
#if defined(WITH_LARGE_MOVE)
  struct Move {
    std::uint64_t take[2];
    bool operator==(const Move&) const = default;
  };
#else
  struct Move {
    std::uint8_t take;
    bool operator==(const Move&) const = default;
  };
#endif
#ifdef WITHOUT_POSITION
  using P = int;
#else
  using P = Position;
#endif
#ifndef WITHOUT_MAX_PLAYERS
  static constexpr int max_players = 2;
#endif
#ifndef WITHOUT_PLAYERS
  static int players();
#endif
#ifndef WITHOUT_INITIAL
  static P initial();
#endif
#ifndef WITHOUT_TURN
  static banmen::Seat turn(const P&);
#endif
#ifndef WITHOUT_MOVES
  static void moves(const P&, banmen::MoveList<Move>&);
#endif
#ifndef WITHOUT_MOVE_CAPACITY
  static std::uint32_t move_capacity();
#endif
#ifndef WITHOUT_PLAY
  static banmen::Gains<2> play(P&, Move);
#endif
#ifndef WITHOUT_PAYOFF
  static banmen::Gains<2> payoff(const P&);
#endif
#ifndef WITHOUT_HASH
  static std::uint64_t hash(const P&);
#endif
#ifndef WITHOUT_POSITION_TEXT
  static std::string text(const P&);
  static banmen::Result<P> read_position(std::string_view);
#endif
#ifndef WITHOUT_MOVE_TEXT
  static std::string text(const P&, Move);
  static banmen::Result<Move> read_move(const P&, std::string_view);
#endif
#ifndef WITHOUT_SEAT_NAMES
  static std::string seat_name(banmen::Seat);
#endif
#ifndef WITHOUT_PARAMETERS
  static std::string_view id();
  static std::string_view title();
  static std::vector<banmen::Parameter> parameters();
  static banmen::Result<WholeGame> make(const banmen::Values&);
#endif
};

static_assert(banmen::require_native_game<WholeGame>());
