// Notation of positions, and their validation.
#include <fmt/format.h>

#include "core/text.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen {

using backgammon::bar;
using backgammon::off;

namespace {

std::string side_text(const std::uint8_t* side) {
  std::string out;
  for (int point = bar; point >= 1; --point) {
    if (side[point] == 0) continue;
    if (!out.empty()) out += ',';
    out += point == bar ? "bar" : std::to_string(point);
    if (side[point] > 1) out += fmt::format("x{}", side[point]);
  }
  return out.empty() ? "-" : out;
}

/// "24x2,13 6": points with an optional number of checkers, separated by commas or spaces.
Result<void> read_side(Reader& reader, std::uint8_t* side) {
  if (reader.take('-')) return {};
  while (!reader.done() && reader.peek() != '/') {
    std::optional<long> point;
    if (reader.take("bar"))
      point = bar;
    else
      point = reader.number(bar);
    if (!point || *point < 1) return reader.wanted("a point from 1 to 24, or bar", "a side looks like 24x2,13x5,8x3,6x5");
    long count = 1;
    if (reader.take('x')) {
      const auto given = reader.number(BackgammonRules::most_checkers);
      if (!given || *given < 1) return reader.wanted("a number of checkers from 1 to 15");
      count = *given;
    }
    const long sum = side[*point] + count;
    if (sum > BackgammonRules::most_checkers) return reader.error("more than 15 checkers on one point");
    side[*point] = static_cast<std::uint8_t>(sum);
    while (reader.take(',') || reader.take(' ')) {
    }
  }
  return {};
}

std::optional<std::uint8_t> read_seat(Reader& reader) {
  if (reader.take("first")) return 0;
  if (reader.take("second")) return 1;
  return std::nullopt;
}

using Position = BackgammonRules::Position;
using Phase = BackgammonRules::Phase;

Result<void> read_state(Reader& reader, Position& p) {
  if (reader.take("opening")) {
    p.phase = Phase::opening;
    return {};
  }
  if (reader.take("over")) {
    p.phase = Phase::over;
    if (reader.done() || reader.peek() == '/') return {};
    if (!reader.take(':')) return reader.wanted("':' and the winner");
    const auto winner = read_seat(reader);
    if (!winner || !reader.take(':')) return reader.wanted("the winner and the points", "such as over:first:2");
    const auto points = reader.number(3L << BackgammonRules::most_cube);
    if (!points || *points < 1) return reader.wanted("the points of the game");
    p.winner = *winner;
    p.points = static_cast<std::uint16_t>(*points);
    return {};
  }
  const auto mover = read_seat(reader);
  if (!mover) return reader.wanted("'opening', 'first', 'second' or 'over'");
  p.mover = *mover;
  p.phase = Phase::decide;  // settled() turns it into roll if doubling is impossible
  if (!reader.take(':')) return {};
  if (reader.take("roll")) {
    p.phase = Phase::roll;
  } else if (reader.take("double")) {
    p.phase = Phase::doubled;
  } else if (reader.take("beaver")) {
    p.phase = Phase::beavered;
  } else {
    const auto a = reader.number(6);
    if (!a || *a < 1 || !reader.take('-')) return reader.wanted("dice such as 3-1, or roll, double, beaver");
    const auto b = reader.number(6);
    if (!b || *b < 1) return reader.wanted("the second die, 1 to 6");
    p.dice[0] = static_cast<std::uint8_t>(std::max(*a, *b));
    p.dice[1] = static_cast<std::uint8_t>(std::min(*a, *b));
    p.phase = Phase::play;
  }
  return {};
}

Result<void> read_extra(Reader& reader, Position& p) {
  if (reader.take("cube:")) {
    const auto value = reader.number(1L << BackgammonRules::most_cube);
    if (!value || *value < 1 || (*value & (*value - 1)) != 0) return reader.wanted("the cube's value, a power of two up to 4096");
    p.cube = static_cast<std::uint8_t>(std::countr_zero(static_cast<unsigned>(*value)));
    if (!reader.take(':')) return {};
    if (reader.take("centre")) return {};
    const auto owner = read_seat(reader);
    if (!owner) return reader.wanted("the cube's owner: first, second or centre");
    p.owner = *owner;
    return {};
  }
  if (reader.take("score:")) {
    const auto first = reader.number(255);
    const bool colon = reader.take(':');
    const auto second = reader.number(255);
    if (!first || !colon || !second) return reader.wanted("the score of the match", "such as score:3:2");
    p.score[0] = static_cast<std::uint8_t>(*first);
    p.score[1] = static_cast<std::uint8_t>(*second);
    if (reader.take(":crawford")) p.crawford = BackgammonRules::Crawford::now;
    if (reader.take(":post")) p.crawford = BackgammonRules::Crawford::after;
    return {};
  }
  return reader.wanted("cube:VALUE:OWNER or score:FIRST:SECOND");
}

}  // namespace

std::string Backgammon::text(const Position& p) const {
  std::string out = side_text(p.checkers[0]) + "/" + side_text(p.checkers[1]) + "/";
  const std::string mover = seat_name(static_cast<Seat>(p.mover));
  switch (p.phase) {
    case Phase::opening: out += "opening"; break;
    case Phase::decide: out += mover; break;
    case Phase::roll: out += may_double(p) ? mover + ":roll" : mover; break;
    case Phase::play: out += fmt::format("{}:{}-{}", mover, p.dice[0], p.dice[1]); break;
    case Phase::doubled: out += mover + ":double"; break;
    case Phase::beavered: out += mover + ":beaver"; break;
    case Phase::over: out += fmt::format("over:{}:{}", seat_name(static_cast<Seat>(p.winner)), p.points); break;
  }
  if (p.cube != 0 || p.owner != centred)
    out += fmt::format("/cube:{}:{}", 1 << p.cube, p.owner == centred ? "centre" : seat_name(static_cast<Seat>(p.owner)));
  if (p.score[0] != 0 || p.score[1] != 0 || p.crawford != Crawford::before)
    out += fmt::format("/score:{}:{}{}", p.score[0], p.score[1],
                       p.crawford == Crawford::now     ? ":crawford"
                       : p.crawford == Crawford::after ? ":post"
                                                       : "");
  return out;
}

Result<Backgammon::Position> Backgammon::read_position(std::string_view text) const {
  if (text.starts_with("XGID=")) return backgammon::read_xgid(*this, text);
  Reader reader(text);
  auto plain = [&]() -> Result<Position> {
    Position p{};
    p.owner = centred;
    p.phase = Phase::decide;
    for (int seat = 0; seat < 2; ++seat) {
      if (auto read = read_side(reader, p.checkers[seat]); !read) return fail(read.error());
      if (seat == 0 && !reader.take('/')) return reader.wanted("'/' and the second side's checkers");
    }
    if (reader.take('/'))
      if (auto read = read_state(reader, p); !read) return fail(read.error());
    while (reader.take('/'))
      if (auto read = read_extra(reader, p); !read) return fail(read.error());
    if (!reader.done()) return reader.wanted("the end of the position");
    return settled(p);
  };
  auto p = plain();
  // A position id is base 64 and may begin like a list of points, so it is tried only if plain notation fails.
  if (!p && backgammon::looks_like_gnubg_id(text)) return backgammon::read_gnubg_id(*this, text);
  return p;
}

Result<Backgammon::Position> Backgammon::settled(Position p) const {
  for (int seat = 0; seat < 2; ++seat) {
    std::uint8_t* side = p.checkers[seat];
    int sum = 0;
    for (int point = 1; point <= bar; ++point) sum += side[point];
    if (sum > checkers)
      return fail(fmt::format("{} has {} checkers on the board, but the game is played with {}", seat_name(static_cast<Seat>(seat)),
                              sum, checkers),
                  fmt::format("open backgammon:checkers={}", std::min(sum, most_checkers)));
    side[off] = static_cast<std::uint8_t>(checkers - sum);
  }
  for (int point = 1; point < bar; ++point)
    if (p.checkers[0][point] != 0 && p.checkers[1][bar - point] != 0)
      return fail(fmt::format("both sides occupy the same point: first's {} is second's {}", point, bar - point));
  const bool none[2] = {p.checkers[0][off] == checkers, p.checkers[1][off] == checkers};
  if (none[0] && none[1]) return fail("at least one side must have a checker on the board");

  if (stakes != Payoff::cube && (p.cube != 0 || p.owner != centred))
    return fail("there is no cube in this game", "open backgammon:payoff=cube");
  if ((p.cube == 0) != (p.owner == centred)) return fail("a turned cube must have an owner, and a cube at 1 must be in the centre");
  if (match == 0 && (p.score[0] != 0 || p.score[1] != 0 || p.crawford != Crawford::before))
    return fail("a score is only allowed in a match", "open backgammon:match=7");
  const bool ended = none[0] || none[1];
  if (match != 0 && !(p.phase == Phase::over) && std::max(p.score[0], p.score[1]) >= match)
    return fail("the match is already over at this score");

  if (ended) {
    if (match != 0 && p.phase != Phase::over) return fail("the game is over; the next one of the match begins from the start");
    const std::uint8_t winner = none[0] ? 0 : 1;
    const std::uint32_t points = points_won(p, winner);
    if (p.points != 0 && (p.points != points || p.winner != winner))
      return fail(
          fmt::format("this result does not fit the board, which gives {} to {}", points, seat_name(static_cast<Seat>(winner))));
    p.phase = Phase::over;
    p.winner = winner;
    p.points = static_cast<std::uint16_t>(points);
  } else if (p.phase == Phase::over) {
    const bool dropped = stakes == Payoff::cube && p.points != 0 && p.points == 1u << p.cube;
    if (!dropped) return fail("the game is not over while both sides have checkers, unless a double was dropped");
  }
  if (p.phase == Phase::over) {
    if (match != 0 && p.score[p.winner] != match)
      return fail("the match is over: the winner's score must be the length of the match");
    p.mover = p.dice[0] = p.dice[1] = 0;
    return p;
  }
  p.winner = 0;
  p.points = 0;
  if (p.phase == Phase::opening) {
    p.mover = 0;
    if (p.cube != 0) return fail("the cube can't have been turned before the opening roll");
    return p;
  }
  if (p.phase == Phase::doubled && !may_double(p)) return fail("the mover can't double here");
  if (p.phase == Phase::beavered &&
      !(stakes == Payoff::cube && beavers && match == 0 && p.cube > 0 && p.cube < most_cube && p.owner == 1 - p.mover))
    return fail("there is no double to beaver here");
  if (p.phase == Phase::decide) p.phase = before_roll(p);
  return p;
}

}  // namespace banmen
