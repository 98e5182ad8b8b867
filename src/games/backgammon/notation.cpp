// Parameters; notation of moves.
#include <fmt/format.h>

#include "core/move_stack.hpp"
#include "core/text.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen {

using backgammon::bar;
using backgammon::off;
using backgammon::PointSet;

std::vector<Parameter> Backgammon::parameters() {
  return {
      Parameter::integer("checkers", 15, 1, most_checkers, "checkers of each side; 3 is hypergammon"),
      Parameter::choice("payoff", {"single", "money", "cube"},
                        "single: a win counts 1; money: gammons count 2 and backgammons 3; cube: with the doubling cube too"),
      Parameter::flag("jacoby", false, "gammons count only after the cube was turned (payoff=cube, no match)"),
      Parameter::flag("beavers", false, "the doubled side may redouble at once and keep the cube (payoff=cube, no match)"),
      Parameter::integer("match", 0, 0, 99, "points of a match; 0 is a single game"),
      Parameter::flag("crawford", true, "no doubling in the first game in which a player is one point short of the match"),
      Parameter::text("board", "standard", "a position, a GNU Backgammon id or an XGID", "starting position"),
  };
}

Result<Backgammon> Backgammon::make(const Values& values) {
  Backgammon g;
  g.checkers = static_cast<std::uint8_t>(values.integer("checkers"));
  const std::string& payoff = values.text("payoff");
  g.stakes = payoff == "single" ? Payoff::single : payoff == "money" ? Payoff::money : Payoff::cube;
  g.jacoby = values.flag("jacoby");
  g.beavers = values.flag("beavers");
  g.match = static_cast<std::uint8_t>(values.integer("match"));
  g.crawford = values.flag("crawford");
  if ((g.jacoby || g.beavers) && (g.stakes != Payoff::cube || g.match != 0))
    return fail(std::string(g.jacoby ? "jacoby" : "beavers") + " needs money play with the cube", "use payoff=cube without match=");
  g.start = standard_start(g.checkers);
  if (g.match == 1 && g.crawford) g.start.crawford = Crawford::now;
  if (const std::string& board = values.text("board"); board != "standard") {
    const auto p = g.read_position(board);
    if (!p) return fail(p.error());
    g.start = *p;
  }
  return g;
}

// ---------------------------------------------------------------------------------------------- moves

namespace {

std::string point_text(int point) { return point == bar ? "bar" : point == off ? "off" : std::to_string(point); }

/// The path of one checker through a play, with its hits.
struct Path {
  int points[5];
  bool hits[5];
  int length;

  [[nodiscard]] std::string text() const {
    std::string out = point_text(points[0]);
    for (int k = 1; k < length; ++k)
      if (k + 1 == length || hits[k]) out += "/" + point_text(points[k]) + (hits[k] ? "*" : "");
    return out;
  }
};

std::string play_text(const std::uint8_t* theirs, const backgammon::Play& play) {
  PointSet blots = backgammon::facing_points_with(theirs, 1) & ~backgammon::facing_points_with(theirs, 2);
  Path paths[4];
  int count = 0;
  for (int step = 0; step < 4 && play.from[step] != 0; ++step) {
    int path = 0;
    while (path < count && paths[path].points[paths[path].length - 1] != play.from[step]) ++path;
    if (path == count) paths[count++] = {{play.from[step]}, {}, 1};
    Path& way = paths[path];
    const int to = play.to[step];
    way.points[way.length] = to;
    way.hits[way.length] = to != off && (blots >> to & 1);
    blots &= ~(PointSet{1} << to);
    ++way.length;
  }
  std::vector<std::pair<std::string, int>> texts;
  for (int k = 0; k < count; ++k) {
    const std::string text = paths[k].text();
    // "24/18*(2)": the second checker lands where the first has hit.
    const std::string plain = text.ends_with('*') ? text.substr(0, text.size() - 1) : text;
    if (!texts.empty() && (texts.back().first == text || (paths[k].length == 2 && texts.back().first == plain + "*")))
      ++texts.back().second;
    else
      texts.emplace_back(text, 1);
  }
  std::string out;
  for (const auto& [text, times] : texts) {
    if (!out.empty()) out += ',';
    out += text;
    if (times > 1) out += fmt::format("({})", times);
  }
  return out;
}

std::string_view cube_word(std::uint8_t code) {
  switch (code) {
    case BackgammonRules::code_throw: return "roll";
    case BackgammonRules::code_double: return "double";
    case BackgammonRules::code_take: return "take";
    case BackgammonRules::code_drop: return "drop";
    default: return "beaver";
  }
}

/// Effect of a play in notation: changes of the mover's counts, and the points marked as hit.
struct Effect {
  int change[backgammon::slots] = {};
  PointSet hits = 0;
  int steps = 0;
  bool operator==(const Effect&) const = default;
};

Effect effect_of(const std::uint8_t* theirs, const backgammon::Play& play) {
  const PointSet blots = backgammon::facing_points_with(theirs, 1) & ~backgammon::facing_points_with(theirs, 2);
  Effect effect;
  for (int step = 0; step < 4 && play.from[step] != 0; ++step) {
    --effect.change[play.from[step]];
    ++effect.change[play.to[step]];
    if (play.to[step] != off) effect.hits |= blots & PointSet{1} << play.to[step];
  }
  return effect;
}

Result<Effect> read_effect(std::string_view text) {
  Reader reader(text);
  Effect effect;
  auto point = [&]() -> std::optional<int> {
    if (reader.take("bar")) return bar;
    if (reader.take("off")) return off;
    if (const auto number = reader.number(bar)) return static_cast<int>(*number);
    return std::nullopt;
  };
  for (;;) {
    while (reader.take(',') || reader.take(' ')) {
    }
    if (reader.done()) break;
    const auto from = point();
    if (!from || *from == off) return reader.wanted("a point from 1 to 24, or bar", "a play looks like 13/7,8/7");
    PointSet hits = 0;
    int last = *from, hops = 0;
    while (reader.take('/')) {
      const auto to = point();
      if (!to || *to >= last) return reader.wanted("a lower point, or off", "a play looks like 13/7,8/7");
      last = *to;
      ++hops;
      if (reader.take('*')) hits |= PointSet{1} << last;
    }
    if (hops == 0) return reader.wanted("'/' and a lower point", "a play looks like 13/7,8/7");
    long times = 1;
    if (reader.take('(')) {
      const auto number = reader.number(4);
      if (!number || *number < 1 || !reader.take(')')) return reader.wanted("a number from 1 to 4 and ')'");
      times = *number;
    }
    effect.change[*from] -= static_cast<int>(times);
    effect.change[last] += static_cast<int>(times);
    effect.hits |= hits & ~PointSet{1};
    effect.steps += static_cast<int>(times);
    if (effect.steps > 4) return reader.error("a play moves at most four checkers");
  }
  return effect;
}

}  // namespace

std::string Backgammon::text(const Position& p, Move m) {
  if (m.from[0] == code_roll) return fmt::format("{}-{}", m.to[0], m.to[1]);
  if (m.from[0] > bar) return std::string(cube_word(m.from[0]));
  if (m.from[0] == 0) return "pass";
  return play_text(p.checkers[1 - p.mover], m);
}

Result<Backgammon::Move> Backgammon::read_move(const Position& p, std::string_view text) const {
  const Seat who = turn(p);
  if (who == over) return fail("the game is over", {}, 1);
  if (who == chance) {
    Reader reader(text);
    const auto a = reader.number(66);
    long x = a.value_or(0), y = 0;
    if (x > 10) {
      y = x % 10;
      x /= 10;
    } else if (reader.take('-') || reader.take(',') || reader.take(' ')) {
      y = reader.number(6).value_or(0);
    }
    if (!reader.done() || x < 1 || x > 6 || y < 1 || y > 6)
      return fail("'" + std::string(text) + "' is not a throw of the dice", "a throw looks like 3-1", 1);
    if (p.phase == Phase::opening) {
      if (x == y) return fail("the opening roll has no doubles", "first's die - second's die, such as 3-1 or 1-3", 1);
    } else if (x < y) {
      std::swap(x, y);
    }
    return Move{{code_roll}, {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)}};
  }
  MoveStack<Backgammon> stack(*this);
  const auto list = stack.legal(*this, p);
  if (p.phase != Phase::play) {
    std::vector<std::string> words;
    const std::string_view wanted = text == "pass" ? "drop" : text == "throw" ? "roll" : text == "redouble" ? "double" : text;
    for (const Move m : list) {
      if (Backgammon::text(p, m) == wanted) return m;
      words.push_back(Backgammon::text(p, m));
    }
    return fail("'" + std::string(text) + "' is not a valid answer here", suggest(text, words), 1);
  }
  const bool forced_pass = is_pass(list[0]);
  if (text == "pass" || text == "-" || text == "no play") {
    if (forced_pass) return list[0];
    return fail("the roll must be played", Backgammon::text(p, list[0]), 1);
  }
  const auto wanted = read_effect(text);
  if (!wanted) return fail(wanted.error());
  if (forced_pass) return fail("the roll can't be played", "only 'pass' can be played", 1);

  // Plays are matched by effect: the order of steps and the path of a checker that hits nothing are irrelevant.
  std::vector<std::string> near;
  std::optional<Move> without_marks;
  for (const Move m : list) {
    Effect effect = effect_of(p.checkers[1 - p.mover], m);
    effect.steps = wanted->steps;
    if (!std::equal(std::begin(effect.change), std::end(effect.change), std::begin(wanted->change))) continue;
    if (effect.hits == wanted->hits) return m;
    if (wanted->hits == 0) {
      if (without_marks)
        near.push_back(Backgammon::text(p, m));
      else
        without_marks = m;
    }
  }
  if (without_marks && near.empty()) return *without_marks;
  if (without_marks)
    return fail("'" + std::string(text) + "' can be played in several ways",
                "mark the hits: " + Backgammon::text(p, *without_marks) + " or " + join(near, " or "), 1);
  std::vector<std::string> texts;
  for (const Move m : list) texts.push_back(Backgammon::text(p, m));
  if (texts.size() > 12) texts.resize(12);
  return fail(fmt::format("'{}' is not a legal play of {}-{}", text, p.dice[0], p.dice[1]), suggest(text, texts), 1);
}

Figures Backgammon::facts(const Position& p, Move m) {
  if (p.phase != Phase::play) return {};
  const Effect effect = effect_of(p.checkers[1 - p.mover], m);
  return {{"hits", static_cast<long>(__builtin_popcount(effect.hits))}, {"borne_off", static_cast<long>(effect.change[off])}};
}

}  // namespace banmen
