#include "core/scene.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "games/reversi/reversi.hpp"

namespace banmen::reversi {
namespace {

scene::Grid grid_of(const DiscBoard& board) { return {.columns = board.columns, .rows = board.rows}; }

std::string site(int cell) { return scene::grid_site({}, cell % 8, cell / 8); }

std::vector<scene::Place> sites(Bits cells) {
  std::vector<scene::Place> out;
  for (; cells != 0; cells = without_lowest(cells)) out.emplace_back(site(lowest(cells)));
  return out;
}

/// A disc has a colour, not an owner: 0 is black, also for the third seat of Yonin, and 1 white, also for the fourth.
int colour(std::uint64_t seat) { return static_cast<int>(seat % 2); }

scene::Piece disc(int cell, int colour) { return {.kind = scene::PieceKind::disc, .at = site(cell), .seat = colour}; }

template <class G>
scene::Layout board_layout(const G& g) {
  scene::Layout out = scene::grid_layout(G::id(), "felt", grid_of(g.board()));
  out.seats = scene::seat_texts(g);
  return out;
}

scene::Layout layout(const Reversi& g) {
  scene::Layout out = board_layout(g);
  const double columns = g.board().columns, rows = g.board().rows;
  if (columns == 8 && rows == 8)
    for (const double x : {2.0, 6.0})
      for (const double y : {2.0, 6.0}) out.decor.push_back({scene::DecorKind::dot, {x, y}, {x, y}});
  return out;
}

/// Each seat sits at a side of the board with its own quadrant on the near right.
scene::Layout yonin_layout(const Yonin& g) {
  scene::Layout out = board_layout(g);
  out.view.turns = {2, 1, 0, 3};
  // Four seats share two colours: each name includes the colour.
  for (std::size_t seat = 0; seat < out.seats.size(); ++seat)
    out.seats[seat].args = {{"colour", seat % 2 == 0 ? "black" : "white"}};
  const double columns = g.board().columns, rows = g.board().rows, x = columns / 2, y = rows / 2;
  const std::array<scene::Box, 4> boxes{{{0, 0, x, y}, {x, 0, columns, y}, {x, y, columns, rows}, {0, y, x, rows}}};
  for (int seat = 0; seat < 4; ++seat) {
    const auto name = Yonin::seat_name(static_cast<Seat>(seat));
    out.zones.push_back({.id = "quadrant-" + name,
                         .box = boxes[static_cast<std::size_t>(seat)],
                         .seat = seat,
                         .say = {"zone.quadrant", {{"seat", "@seat.yonin." + name}}}});
  }
  out.decor = {{scene::DecorKind::line, {x, 0}, {x, rows}}, {scene::DecorKind::line, {0, y}, {columns, y}}};
  return out;
}

/// Marks cells where the seat on turn may never place: none in Reversi, in Yonin the quadrant of the facing player.
template <class G>
void mark_forbidden(const G& g, const DiscPosition& p, scene::Scene& scene) {
  const Bits cells = g.board().cells() & ~g.allowed(static_cast<int>(p.turn));
  if (cells == 0 || scene.turn == over) return;
  scene.marks.push_back({.kind = scene::MarkKind::forbidden,
                         .sites = sites(cells),
                         .seat = static_cast<int>(p.turn),
                         .label = scene::Text{"mark.forbidden", {{"seat", scene::seat_in_text(g, scene.turn)}}}});
}

template <class G>
scene::Scene draw(const G& g, const DiscPosition& p, const scene::Standing<G>& standing) {
  scene::Scene out;
  out.turn = g.count(p) == 0 ? over : g.turn(p);
  for (Bits left = p.mover | p.other; left != 0; left = without_lowest(left)) {
    const int cell = lowest(left);
    out.pieces.push_back(disc(cell, p.black() >> cell & 1 ? 0 : 1));
  }
  if (standing.before && !g.is_pass(standing.move)) out.marks.push_back(scene::last_mark({site(standing.move.cell)}));
  mark_forbidden(g, p, out);
  return out;
}

/// The discs that a placement flips, nearest first.
std::vector<scene::Place> flipped(const DiscPosition& p, DiscMove m) {
  const auto distance = [&](int cell) { return std::max(std::abs(cell % 8 - m.cell % 8), std::abs(cell / 8 - m.cell / 8)); };
  std::vector<int> cells;
  for (Bits left = runs_between(Bits{1} << m.cell, p.other, p.mover); left != 0; left = without_lowest(left))
    cells.push_back(lowest(left));
  std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) { return distance(a) < distance(b); });
  std::vector<scene::Place> out;
  for (const int cell : cells) out.emplace_back(site(cell));
  return out;
}

template <class G>
std::vector<scene::Step> steps(const G& g, const DiscPosition& before, const DiscMove& move, const scene::Standing<G>& standing) {
  std::vector<scene::Step> out;
  const std::string seat = scene::seat_in_text(g, g.turn(before));
  if (g.is_pass(move)) {
    out.push_back(scene::step::Say{{"say.pass", {{"seat", seat}}}});
  } else {
    const int own = colour(before.turn);
    const auto turned = flipped(before, move);
    out.push_back(scene::step::Put{disc(move.cell, own)});
    out.push_back(scene::step::Flip{turned, own});
    out.push_back(scene::step::Say{
        {"say.flip", {{"seat", seat}, {"site", site(move.cell)}, {"count", static_cast<std::int64_t>(turned.size())}}}});
  }
  out.push_back(scene::marked_as(scene::scene_after(g, draw<G>, before, move, standing)));
  return out;
}

template <class G>
scene::Choices choices(const G& g, const DiscPosition& p) {
  MoveBuffer<DiscMove, 64> moves;
  g.moves(p, moves);
  const bool passes = moves.size() == 1 && g.is_pass(moves[0]);
  scene::TreeMaker tree({{passes ? "ask.pass" : "ask.disc"}});
  for (const DiscMove move : moves)
    tree.add({passes ? scene::Pick::key("pass") : scene::Pick::site(site(move.cell))}, g.text(p, move));
  return std::move(tree).make();
}

}  // namespace

scene::Scenery<Reversi> scenery() { return {layout, draw<Reversi>, steps<Reversi>, choices<Reversi>}; }
scene::Scenery<Yonin> yonin_scenery() { return {yonin_layout, draw<Yonin>, steps<Yonin>, choices<Yonin>}; }

}  // namespace banmen::reversi
