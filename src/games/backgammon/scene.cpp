// The board of backgammon as data: 24 points in first's numbering, the bar, the checkers borne off, dice and cube.
//
// First's home is at the bottom right, as in the text picture: 13 … 24 along the top from left to right, 12 … 1 along the bottom. A
// point is five checkers long; the dice lie in a strip between the rows.
#include "core/scene.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <map>
#include <string>
#include <tuple>

#include "core/move_stack.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {
namespace {

using namespace scene;
using Phase = Backgammon::Phase;
using Position = Backgammon::Position;
using Move = Backgammon::Move;
using Standing = scene::Standing<Backgammon>;

constexpr double point_length = 5, strip = 1, height = 2 * point_length + strip;
constexpr double bar_column = 6, width = 13;
constexpr double margin = 0.3;  // below the points, for their numbers

// ---------------------------------------------------------------------------------------------- places and names

std::string of_seat(const char* what, int seat) { return what + std::to_string(seat); }

/// The place of a point, in first's numbering.
std::string place(int seat, int point) {
  if (point == bar) return of_seat("bar-", seat);
  if (point == off) return of_seat("off-", seat);
  return "p" + std::to_string(seat == 0 ? point : bar - point);
}

using Args = decltype(Text::args);

/// A text with the seat as its first argument.
Text about(const char* key, int seat, Args more = {}) {
  more.emplace(more.begin(), "seat", "@seat.backgammon." + Backgammon::seat_name(static_cast<Seat>(seat)));
  return {key, std::move(more)};
}

std::int64_t number(std::integral auto value) { return static_cast<std::int64_t>(value); }

// ---------------------------------------------------------------------------------------------- layout

Site point_site(int point) {
  const bool top = point > 12;
  const int from_left = top ? point - 13 : 12 - point;
  const double x = from_left + 0.5 + (from_left >= bar_column ? 1 : 0);
  return {.id = place(0, point),
          .at = {x, top ? point_length / 2 : height - point_length / 2},
          .size = {1, point_length},
          .shape = Shape::point,
          .dir = Point{0, top ? 1.0 : -1.0},
          .say = {"site.point", {{"first", number(point)}, {"second", number(bar - point)}}}};
}

Layout layout(const Backgammon& g) {
  Layout out;
  out.game = Backgammon::id();
  out.tone = "felt";
  out.view = {.bounds = {0, -margin, width, height + margin}, .turns = {0, 2}, .rotate = true};
  for (int point = 1; point < bar; ++point) out.sites.push_back(point_site(point));
  for (int seat = 0; seat < 2; ++seat) {
    // A checker on the bar faces the half that it enters; borne off, it lies beside its home.
    const double upper = point_length / 2, lower = height - upper;
    const auto tray = [&](const char* name, TrayKind kind, Point at, Point size, const char* key) {
      out.trays.push_back({of_seat(name, seat), kind, at, size, seat, about(key, seat)});
    };
    tray("bar-", TrayKind::bar, {bar_column + 0.5, seat == 0 ? upper : lower}, {1, point_length}, "tray.bar");
    tray("off-", TrayKind::off, {width + 0.75, seat == 0 ? lower : upper}, {1, point_length}, "tray.off");
    if (g.stakes == Backgammon::Payoff::cube)
      tray("cube-", TrayKind::cube, {-0.75, seat == 0 ? height - 0.5 : 0.5}, {1, 1}, "tray.cube.owned");
  }
  out.trays.push_back({"dice", TrayKind::dice, {bar_column + 4, height / 2}, {4, strip}, {}, {"tray.dice"}});
  if (g.stakes == Backgammon::Payoff::cube)
    out.trays.push_back({"cube", TrayKind::cube, {-0.75, height / 2}, {1, 1}, {}, {"tray.cube"}});
  out.seats = seat_texts(g);
  return out;
}

// ---------------------------------------------------------------------------------------------- scene

/// While a double is pending, the turned cube lies before the side that must answer.
Piece cube_piece(const Position& p) {
  const bool asked = p.phase == Phase::doubled || p.phase == Phase::beavered;
  const int owner = asked ? 1 - p.mover : p.owner;
  return {.kind = PieceKind::cube,
          .at = owner == Backgammon::centred ? "cube" : of_seat("cube-", owner),
          .value = 1 << (p.cube + (asked ? 1 : 0)),
          .used = p.crawford == Backgammon::Crawford::now};  // nobody may turn it
}

/// Doubles show four dice, one per step.
std::vector<int> dice_of(const Position& p) {
  if (p.phase != Phase::play) return {};
  if (p.dice[0] == p.dice[1]) return std::vector<int>(4, p.dice[0]);
  return {p.dice[0], p.dice[1]};
}

/// True if the last move ended a game of the match and the next one was set up.
bool starts_next_game(const Position& before, const Position& after) {
  return after.phase == Phase::opening && before.phase != Phase::opening;
}

std::vector<Place> touched(const Position& before, const Position& after, const Move& m) {
  if (starts_next_game(before, after)) return {};
  if (m.from[0] == Backgammon::code_roll) return {"dice"};
  if (m.from[0] > bar) return m.from[0] == Backgammon::code_throw ? std::vector<Place>{} : std::vector<Place>{cube_piece(after).at};
  std::vector<Place> sites;
  const auto add = [&](Place site) {
    if (std::find(sites.begin(), sites.end(), site) == sites.end()) sites.push_back(std::move(site));
  };
  for (int step = 0; step < 4 && m.from[step] != 0; ++step) {
    add(place(before.mover, m.from[step]));
    add(place(before.mover, m.to[step]));
  }
  return sites;
}

Text banner(const Backgammon& g, const Position& p) {
  const Args points{{"first", number(p.score[0])}, {"second", number(p.score[1])}, {"length", number(g.match)}};
  if (p.phase == Phase::over) {
    if (g.match) return about("banner.backgammon.match_won", p.winner, points);
    return about(p.points == 1 ? "banner.backgammon.won_one" : "banner.backgammon.won", p.winner, {{"points", number(p.points)}});
  }
  Args args{{"pips_first", number(pips(p.checkers[0]))}, {"pips_second", number(pips(p.checkers[1]))}};
  if (!g.match) return {"banner.backgammon.pips", std::move(args)};
  args.insert(args.begin(), points.begin(), points.end());
  return {p.crawford == Backgammon::Crawford::now ? "banner.backgammon.crawford" : "banner.backgammon.match", std::move(args)};
}

Scene scene_of(const Backgammon& g, const Position& p, const Standing& standing) {
  Scene out;
  out.turn = Backgammon::turn(p);
  for (int seat = 0; seat < 2; ++seat)
    for (int point = 0; point < slots; ++point)
      if (const int count = p.checkers[seat][point]; count != 0)
        out.pieces.push_back({.kind = PieceKind::checker, .at = place(seat, point), .seat = seat, .count = count});
  for (const int value : dice_of(p)) out.pieces.push_back({.kind = PieceKind::die, .at = "dice", .value = value});
  if (g.stakes == Backgammon::Payoff::cube) out.pieces.push_back(cube_piece(p));
  if (standing.before)
    if (auto sites = touched(*standing.before, p, standing.move); !sites.empty()) out.marks.push_back(last_mark(std::move(sites)));
  out.banner = banner(g, p);
  return out;
}

// ---------------------------------------------------------------------------------------------- steps

/// Announces moves that are not plays.
Text announcement(const Position& before, const Position& after, const Move& m) {
  const auto doubled = number(2 << before.cube);
  switch (m.from[0]) {
    case Backgammon::code_roll: {
      const Args dice{{"a", number(m.to[0])}, {"b", number(m.to[1])}};
      return about(before.phase == Phase::opening ? "say.backgammon.opening" : "say.backgammon.roll", after.mover, dice);
    }
    case Backgammon::code_throw: return about("say.backgammon.no_double", before.mover);
    case Backgammon::code_double: return about("say.backgammon.double", before.mover, {{"value", doubled}});
    case Backgammon::code_beaver: return about("say.backgammon.beaver", 1 - before.mover, {{"value", number(4 << before.cube)}});
    case Backgammon::code_take:
      return about("say.backgammon.take", before.phase == Phase::doubled ? 1 - before.mover : before.mover, {{"value", doubled}});
    case Backgammon::code_drop:
      return about("say.backgammon.drop", before.phase == Phase::doubled ? 1 - before.mover : before.mover);
    default:
      return about(before.checkers[before.mover][bar] != 0 ? "say.backgammon.no_entry" : "say.backgammon.pass", before.mover);
  }
}

/// Announces the win of a play that bears off the last checker.
Text win_announcement(const Backgammon& g, const Position& before, const Position& ended) {
  static constexpr std::array keys = {"say.backgammon.wins", "say.backgammon.wins_gammon", "say.backgammon.wins_backgammon"};
  const std::uint32_t points = g.points_won(ended, before.mover);
  // If gammons do not count (single games, or Jacoby's rule) it is a single win.
  const std::uint32_t kind = std::clamp(points >> before.cube, 1u, 3u);
  return about(keys[kind - 1], before.mover, {{"points", number(points)}});
}

/// A hit checker moves to the bar before the hitting checker arrives.
void add_play(const Backgammon& g, const Position& before, const Move& m, std::vector<Step>& steps) {
  const int mover = before.mover, other = 1 - mover;
  Position now = before;
  for (int step = 0; step < 4 && m.from[step] != 0; ++step) {
    const int from = m.from[step], to = m.to[step];
    if (to != off && now.checkers[other][bar - to] != 0) steps.push_back(step::Take{place(mover, to), 1, Place(place(other, bar))});
    steps.push_back(step::Move{place(mover, from), place(mover, to)});
    make_play(now.checkers[mover], now.checkers[other], {{m.from[step]}, {m.to[step]}});
  }
  if (now.checkers[mover][off] == g.checkers) steps.push_back(step::Say{win_announcement(g, before, now)});
}

/// The cube moves to its new place, then turns.
void add_cube(const Position& before, const Position& after, std::vector<Step>& steps) {
  const Piece was = cube_piece(before), is = cube_piece(after);
  if (was.at != is.at) steps.push_back(step::Move{was.at, is.at});
  if (was.value != is.value) {
    steps.push_back(step::Take{is.at});
    steps.push_back(step::Put{is});
  }
}

std::vector<Step> steps_of(const Backgammon& g, const Position& before, const Move& m, const Standing& standing) {
  Position after = before;
  g.play(after, m);
  std::vector<Step> steps;
  if (m.from[0] == Backgammon::code_roll)
    steps.push_back(step::Roll{m.to[0] == m.to[1] ? std::vector<int>(4, m.to[0]) : std::vector<int>{m.to[0], m.to[1]}});
  const bool is_play = m.from[0] != 0 && m.from[0] <= bar;
  if (is_play)
    add_play(g, before, m, steps);
  else
    steps.push_back(step::Say{announcement(before, after, m)});
  Scene next = scene_of(g, after, {standing.gained, &before, m});
  if (starts_next_game(before, after)) {
    put_in_order(next);
    steps.push_back(step::Set{std::move(next)});
    return steps;
  }
  if (g.stakes == Backgammon::Payoff::cube) add_cube(before, after, steps);
  if (before.phase == Phase::play) steps.push_back(step::Roll{});
  steps.push_back(marked_as(next));
  return steps;
}

// ---------------------------------------------------------------------------------------------- choices

/// Plays as trees of single steps with the dice in any order. Continuations depend only on the mover's checkers, the hit blots and
/// the dice left, so equal states share a node: a double has thousands of orders.
///
/// For a double with checkers on a dozen points that is still too large. Then checkers from farther points move first, in which
/// order every play can be made (plays.hpp), and the question says so.
class Ways {
 public:
  Ways(const Backgammon& g, const Position& p) : p_(p) {
    const std::uint8_t* theirs = p.checkers[1 - p.mover];
    blocked_ = facing_points_with(theirs, 2);
    blots_ = facing_points_with(theirs, 1) & ~blocked_;
    MoveStack<Backgammon> stack(g);
    State start{};
    std::copy_n(p.checkers[p.mover], slots, start.mine.begin());
    for (const Move& m : stack.legal(g, p)) {
      State end = start;
      for (int step = 0; step < 4 && m.from[step] != 0; ++step) end = moved(end, m.from[step], m.to[step]);
      ends_[{end.mine, end.hits}] = Backgammon::text(p, m);
    }
    const bool is_double = p.dice[0] == p.dice[1];
    start.left = {static_cast<std::uint8_t>(is_double ? 4 : 1), static_cast<std::uint8_t>(is_double ? 0 : 1)};
    start.farthest = bar;
    grow(start);
    if (is_double && written_ > most_written) {
      far_first_ = true;
      written_ = 0;
      known_.clear();
      tree_.nodes.clear();
      grow(start);
    }
    tree_.asks = {about(far_first_ ? "ask.backgammon.far_first" : "ask.backgammon.move", p.mover),
                  about("ask.backgammon.enter", p.mover)};
  }

  Choices choices() && {
    if (written_ > most_written) {
      Listed plays;
      for (auto& [end, text] : ends_) plays.moves.push_back(std::move(text));
      return plays;
    }
    // Nodes were created bottom-up: reversed, the root comes first.
    std::reverse(tree_.nodes.begin(), tree_.nodes.end());
    for (Tree::Node& node : tree_.nodes)
      for (Tree::Branch& branch : node.picks)
        if (auto* next = std::get_if<std::size_t>(&branch.next)) *next = tree_.nodes.size() - 1 - *next;
    return std::move(tree_);
  }

 private:
  using Checkers = std::array<std::uint8_t, slots>;
  using Next = std::variant<std::size_t, std::string>;

  struct State {
    Checkers mine;
    PointSet hits;
    std::array<std::uint8_t, 2> left;  // uses left of each die
    std::uint8_t farthest;             // farthest start of the next checker
    auto operator<=>(const State&) const = default;
  };

  struct Hop {
    int from, to, die;
    bool operator<(const Hop& other) const {
      // Farther starts first, then longer steps; of two dice that both bear a checker off, the smaller first.
      return std::tie(other.from, to, die) < std::tie(from, other.to, other.die);
    }
  };

  [[nodiscard]] State moved(State state, int from, int to) const {
    --state.mine[static_cast<std::size_t>(from)];
    ++state.mine[static_cast<std::size_t>(to)];
    if (to != off) state.hits |= blots_ & PointSet{1} << to;
    return state;
  }

  /// The successor of a state: a node, or the completed play; nothing if no legal play continues from it.
  std::optional<Next> grow(const State& state) {
    if (const auto found = known_.find(state); found != known_.end()) return found->second;
    std::vector<std::pair<Hop, std::size_t>> hops;  // and the index of the die
    for (std::size_t which = 0; which < 2; ++which) {
      if (state.left[which] == 0) continue;
      const int die = p_.dice[which];
      const PointSet allowed = (PointSet{2} << state.farthest) - 1;
      for (PointSet set = starts(occupied(state.mine.data()), blocked_, die) & allowed; set != 0; set &= set - 1)
        hops.push_back({{lowest(set), landing(lowest(set), die), die}, which});
    }
    std::sort(hops.begin(), hops.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::optional<Next> out;
    if (hops.empty()) {
      // Bearing off with one die in place of two is the same play.
      if (const auto end = ends_.find({state.mine, state.hits}); end != ends_.end()) out = end->second;
      return known_[state] = out;
    }
    Tree::Node node{state.mine[bar] != 0 ? 1u : 0u, {}};
    for (const auto& [hop, which] : hops) {
      State next = moved(state, hop.from, hop.to);
      --next.left[which];
      if (far_first_) next.farthest = static_cast<std::uint8_t>(hop.from);
      auto branch = grow(next);
      if (!branch) continue;
      const auto* text = std::get_if<std::string>(&*branch);
      written_ += 50 + (text ? text->size() : 0);
      node.picks.push_back({Pick::drag(place(p_.mover, hop.from), place(p_.mover, hop.to), hop.die), std::move(*branch)});
    }
    if (!node.picks.empty()) {
      out = tree_.nodes.size();
      tree_.nodes.push_back(std::move(node));
    }
    return known_[state] = out;
  }

  static constexpr std::size_t most_written = 125'000;

  const Position& p_;
  std::size_t written_ = 0;  // approximate size of the choices as JSON
  bool far_first_ = false;
  PointSet blocked_ = 0, blots_ = 0;
  std::map<std::pair<Checkers, PointSet>, std::string> ends_;
  std::map<State, std::optional<Next>> known_;
  Tree tree_;
};

Text ask(const Position& p) {
  switch (p.phase) {
    case Phase::opening: return {"ask.backgammon.opening"};
    case Phase::roll: return about("ask.backgammon.roll", p.mover);
    case Phase::decide: return about("ask.backgammon.decide", p.mover);
    case Phase::doubled: return about("ask.backgammon.doubled", p.mover, {{"value", number(2 << p.cube)}});
    case Phase::beavered: return about("ask.backgammon.beavered", 1 - p.mover, {{"value", number(2 << p.cube)}});
    default: return about("ask.backgammon.pass", p.mover);
  }
}

/// Throws, answers to the cube and the forced pass are buttons.
Tree buttons(const Position& p, const MoveList<Move>& list) {
  Tree out;
  out.asks = {ask(p)};
  out.nodes.resize(1);
  for (const Move& m : list) {
    const std::string text = Backgammon::text(p, m);
    out.nodes[0].picks.push_back({Pick::key(text), text});
  }
  return out;
}

Choices choices(const Backgammon& g, const Position& p) {
  MoveStack<Backgammon> stack(g);
  const auto list = stack.legal(g, p);
  if (list.empty()) return Listed{};
  if (p.phase == Phase::play && !Backgammon::is_pass(list[0])) return Ways(g, p).choices();
  return buttons(p, list);
}

}  // namespace

scene::Scenery<Backgammon> scenery() { return {.layout = layout, .scene = scene_of, .steps = steps_of, .choices = choices}; }

}  // namespace banmen::backgammon
