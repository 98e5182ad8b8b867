// Text picture of the board.
#include <fmt/format.h>

#include "games/backgammon/backgammon.hpp"

namespace banmen {

using backgammon::bar;
using backgammon::off;

namespace {

/// The site of a point, in first's numbering.
std::string site(int seat, int point) { return point == bar ? "bar" : fmt::format("point {}", seat == 0 ? point : bar - point); }

}  // namespace

std::vector<std::string> Backgammon::sites(const Position& p, Move m) {
  std::vector<std::string> out;
  if (p.phase != Phase::play) return out;
  for (int step = 0; step < 4 && m.from[step] != 0; ++step) {
    out.push_back(site(p.mover, m.from[step]));
    if (m.to[step] != off) out.push_back(site(p.mover, m.to[step]));
  }
  return out;
}

Picture Backgammon::picture(const Position& p) const {
  // First's home is at the bottom right: 13..24 along the top from left to right, 12..1 along the bottom.
  Picture out;
  auto number_line = [&](bool top) {
    out.line().put(" ", Ink::frame);
    for (int k = 0; k < 12; ++k) {
      if (k == 6) out.put("     ", Ink::frame);
      const int point = top ? 13 + k : 12 - k;
      out.put(fmt::format("{:^3}", p.mover == 0 ? point : bar - point), Ink::faint, site(0, point));
    }
  };
  auto cell = [&](int point, int row) {
    const int first = p.checkers[0][point], second = p.checkers[1][bar - point];
    const int count = std::max(first, second);
    const Ink ink = first != 0 ? Ink::seat0 : Ink::seat1;
    if (count <= row) return void(out.put(row == 0 ? " . " : "   ", Ink::faint));
    if (row == 4 && count > 5) return void(out.put(fmt::format("{:^3}", count), ink));
    out.put(first != 0 ? " X " : " O ", ink);
  };
  auto bar_cell = [&](int seat, int row) {
    const int count = p.checkers[seat][bar];
    if (count <= row) return void(out.put("|   |", Ink::frame));
    out.put("|", Ink::frame)
        .put(row == 4 && count > 5 ? fmt::format("{:^3}", count)
             : seat == 0           ? " X "
                                   : " O ",
             seat_ink(seat))
        .put("|", Ink::frame);
  };
  number_line(true);
  for (int half = 0; half < 2; ++half) {
    const bool top = half == 0;
    for (int line = 0; line < 5; ++line) {
      const int row = top ? line : 4 - line;
      out.line().put("|", Ink::frame);
      for (int k = 0; k < 12; ++k) {
        if (k == 6) bar_cell(top ? 0 : 1, row);  // a checker on the bar faces the half that it enters
        cell(top ? 13 + k : 12 - k, row);
      }
      out.put("|", Ink::frame);
      if (row == 0) {
        const int seat = top ? 1 : 0;
        out.put(fmt::format("  {} {}: {} pips, {} off", seat == 0 ? "X" : "O", seat_name(static_cast<Seat>(seat)),
                            backgammon::pips(p.checkers[seat]), p.checkers[seat][off]),
                seat_ink(seat));
        if (match) out.put(fmt::format(", {} of {} points", p.score[seat], match), Ink::faint);
      }
    }
    if (top) {
      out.line().put("|                  |", Ink::frame).put("BAR", Ink::frame, "bar").put("|                  |", Ink::frame);
      if (stakes == Payoff::cube)
        out.put(fmt::format("  cube {}{}", 1 << p.cube, p.owner == centred ? "" : " of " + seat_name(static_cast<Seat>(p.owner))),
                Ink::mark);
    }
  }
  number_line(false);
  const std::string mover = seat_name(static_cast<Seat>(p.mover));
  switch (p.phase) {
    case Phase::opening: out.line().put("opening roll", Ink::mark); break;
    case Phase::decide: out.line().put(mover + " to roll or double", Ink::mark); break;
    case Phase::roll: out.line().put(mover + " to roll", Ink::mark); break;
    case Phase::play: out.line().put(fmt::format("{} to play {}-{}", mover, p.dice[0], p.dice[1]), Ink::mark); break;
    case Phase::doubled: out.line().put(mover + " doubles", Ink::mark); break;
    case Phase::beavered: out.line().put(mover + " is beavered", Ink::mark); break;
    case Phase::over: out.line().put(fmt::format("{} wins {}", seat_name(static_cast<Seat>(p.winner)), p.points), Ink::mark); break;
  }
  return out;
}

}  // namespace banmen
