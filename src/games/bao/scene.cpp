#include "core/scene.hpp"

#include <algorithm>

#include "games/bao/bao.hpp"

namespace banmen::bao {
namespace {

using Position = Bao::Position;
using Move = Bao::Move;
using Standing = scene::Standing<Bao>;

/// Sowings that are shown one by one. The longest move known that ends takes 220 from the start of 7x2, and the loops of 4x2 stay
/// below 200; boards with many more stones may take any number, and are set as the move ends after these.
constexpr std::uint32_t most_shown = 500;

constexpr const char* stores[] = {"store-first", "store-second"};

std::string site(std::uint32_t hole) { return {hole_name(hole)}; }

scene::Piece stones(scene::Place at, int count) { return {.kind = scene::PieceKind::stones, .at = std::move(at), .count = count}; }

/// The first player's row lies below, sown from right to left, the second's above: clockwise. The stores lie beyond the rows, so
/// that they take no width from the holes.
scene::Layout layout(const Bao& g) {
  const std::uint32_t side = g.holes_a_side();
  const double width = side;
  scene::Layout out;
  out.game = Bao::id();
  out.tone = "wood";
  out.view = {.bounds = {0, 0, width, 2}, .turns = {0, 2}, .rotate = side > 8};
  for (std::uint32_t hole = 0; hole < g.holes(); ++hole) {
    const bool first = hole < side;
    const std::uint32_t column = first ? side - 1 - hole : hole - side;
    out.sites.push_back({.id = site(hole),
                         .at = {column + 0.5, first ? 1.5 : 0.5},
                         .shape = scene::Shape::pit,
                         .owner = first ? 0 : 1,
                         .say = {"site.pit", {{"site", site(hole)}}}});
    out.track.push_back(site(hole));
  }
  for (Seat seat = 0; seat < 2; ++seat)
    out.trays.push_back({.id = stores[seat],
                         .kind = scene::TrayKind::store,
                         .at = {width / 2, seat == 0 ? 2.75 : -0.75},
                         .size = {width, 1},
                         .seat = seat,
                         .say = {"tray.store", {{"seat", scene::seat_in_text(g, seat)}}}});
  out.seats = scene::seat_texts(g);
  return out;
}

/// Sows once; the hole where the last stone fell.
std::uint32_t sow_once(const Bao& g, Position& p, std::uint32_t hole, const auto& fell) {
  const std::uint32_t hand = p.holes[hole];
  p.holes[hole] = 0;
  for (std::uint32_t stone = 0; stone < hand; ++stone) {
    hole = hole + 1 == g.holes() ? 0 : hole + 1;
    ++p.holes[hole];
    fell(hole);
  }
  return hole;
}

/// The first sowings of a move, each from where the one before it stopped.
std::vector<scene::Step> sowings(const Bao& g, Position p, Move m, std::uint32_t count) {
  std::vector<scene::Step> out;
  std::uint32_t hole = m.hole;
  for (std::uint32_t sowing = 0; sowing < count; ++sowing) {
    scene::step::Sow step{site(hole), {}};
    hole = sow_once(g, p, hole, [&](std::uint32_t to) { step.over.emplace_back(site(to)); });
    out.emplace_back(std::move(step));
  }
  return out;
}

/// The stones that a move without end sows until a turned copy of the board first returns.
std::uint64_t loop_distance(const Bao& g, Position p, Move m, std::uint32_t count) {
  std::uint64_t distance = 0;
  std::uint32_t hole = m.hole;
  for (std::uint32_t sowing = 0; sowing < count; ++sowing) hole = sow_once(g, p, hole, [&](std::uint32_t) { ++distance; });
  return distance;
}

/// The hole where a move without end began, and the one from which the board looks the same again.
scene::Mark loop_mark(const Bao& g, const Position& before, Move m, const Course& course) {
  const std::uint64_t distance = loop_distance(g, before, m, course.sowings);
  const auto shift = static_cast<std::uint32_t>(distance % g.holes());
  scene::Mark mark{.kind = scene::MarkKind::loop, .sites = {site(m.hole)}};
  if (shift != 0) mark.sites.emplace_back(site((m.hole + shift) % g.holes()));
  mark.label = scene::Text{"mark.bao.loop",
                           {{"sowings", static_cast<std::int64_t>(course.sowings)},
                            {"period", static_cast<std::int64_t>(distance / g.holes())},
                            {"shift", static_cast<std::int64_t>(shift)}}};
  return mark;
}

void mark_last(const Bao& g, const Standing& standing, scene::Scene& scene) {
  Position p = *standing.before;
  const Move m = standing.move;
  const Course course = g.sow(p, m);
  if (course.endless) {
    scene.marks = {scene::last_mark({site(m.hole)}), loop_mark(g, *standing.before, m, course)};
    return;
  }
  scene.marks.push_back(scene::last_mark({site(m.hole), site(course.stop)}));
  const std::uint32_t prey = g.opposite(course.stop);
  if (p.holes[prey] != 0)
    scene.marks.push_back({.kind = scene::MarkKind::capture, .sites = {site(prey)}, .seat = standing.before->mover});
}

/// Why play has ended, which the board alone does not show.
scene::Text end_of(const Bao& g, const Position& p) {
  if (g.turn(p) != over) return {"banner.bao.stuck"};  // moves without end are illegal, and there is no other
  if (!p.ended) return {"banner.bao.rest"};
  return {g.endless_rule() == Bao::Endless::forfeit ? "banner.bao.forfeit" : "banner.bao.void"};
}

scene::Scene draw(const Bao& g, const Position& p, const Standing& standing) {
  scene::Scene out;
  out.turn = g.count(p) == 0 ? over : g.turn(p);
  for (std::uint32_t hole = 0; hole < g.holes(); ++hole)
    if (p.holes[hole] != 0) out.pieces.push_back(stones(site(hole), p.holes[hole]));
  for (std::size_t seat = 0; seat < 2 && seat < standing.gained.size(); ++seat)
    if (standing.gained[seat] != 0) out.pieces.push_back(stones(stores[seat], static_cast<int>(standing.gained[seat])));
  if (standing.before) mark_last(g, standing, out);
  if (out.turn == over) out.banner = end_of(g, p);
  return out;
}

std::vector<scene::Step> steps(const Bao& g, const Position& before, const Move& m, const Standing& standing) {
  const scene::Scene after = scene::scene_after(g, draw, before, m, standing);
  const std::string seat = scene::seat_in_text(g, g.turn(before));
  Position p = before;
  const Course course = g.sow(p, m);
  const bool whole = course.sowings <= most_shown;
  std::vector<scene::Step> out = sowings(g, before, m, std::min(course.sowings, most_shown));
  const auto say = [&](const char* key, auto... args) { out.emplace_back(scene::step::Say{{key, {std::move(args)...}}}); };
  using Arg = std::pair<std::string, std::variant<std::int64_t, std::string>>;
  const Arg by{"seat", seat}, from{"site", site(m.hole)}, count{"sowings", std::int64_t{course.sowings}};
  if (course.endless) {
    // A loop, which is repeated from its beginning; the board is then again as it was before the move.
    const auto shift = static_cast<int>(loop_distance(g, before, m, course.sowings) % g.holes());
    if (whole) out.emplace_back(scene::step::Again{0, static_cast<int>(course.sowings), shift});
    say("say.bao.endless", by, from);
    out.emplace_back(scene::step::Set{after});
    return out;
  }
  say("say.bao.sown", by, from, count, Arg{"stop", site(course.stop)});
  const std::uint32_t prey = g.opposite(course.stop);
  const int captured = p.holes[prey];
  if (captured != 0) say("say.bao.captured", by, Arg{"count", std::int64_t{captured}}, Arg{"prey", site(prey)});
  if (!whole) {
    out.emplace_back(scene::step::Set{after});
    return out;
  }
  if (captured != 0) out.emplace_back(scene::step::Take{.at = site(prey), .to = stores[before.mover]});
  out.emplace_back(scene::marked_as(after));
  return out;
}

scene::Choices choices(const Bao& g, const Position& p) {
  scene::TreeMaker tree({{"ask.bao.hole"}});
  MoveBuffer<Move, Bao::most_holes_a_side> moves;
  g.moves(p, moves);
  for (const Move m : moves) tree.add({scene::Pick::site(site(m.hole))}, Bao::text(p, m));
  return std::move(tree).make();
}

}  // namespace

scene::Scenery<Bao> scenery() { return {layout, draw, steps, choices}; }

}  // namespace banmen::bao
