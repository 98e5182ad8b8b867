#include "core/scene.hpp"

#include "core/move_stack.hpp"
#include "games/amazons/amazons.hpp"

namespace banmen::amazons {
namespace {

template <class G>
scene::Grid grid_of(const G& g) {
  return {.columns = g.grid().columns, .rows = g.grid().rows, .a1_bottom = true, .checker = true};
}

template <class G>
std::string site(const G& g, int cell) {
  return scene::grid_site(grid_of(g), cell % g.grid().columns, cell / g.grid().columns);
}

template <class G>
scene::Piece burnt(const G& g, int cell) {
  return {.kind = scene::PieceKind::burnt, .at = site(g, cell)};
}

template <class G>
scene::Layout layout(const G& g) {
  scene::Layout out = scene::grid_layout(G::id(), "stone", grid_of(g));
  out.view.turns = {0, 2};
  out.seats = scene::seat_texts(g);
  return out;
}

template <class G>
scene::Scene draw(const G& g, const typename G::Position& p, const scene::Standing<G>& standing) {
  scene::Scene out;
  out.turn = g.count(p) == 0 ? over : g.turn(p);
  const auto kind = G::is_queen ? scene::PieceKind::amazon : scene::PieceKind::knight;
  for (int seat = 0; seat < 2; ++seat)
    p.pieces[seat].each([&](int cell) { out.pieces.push_back({.kind = kind, .at = site(g, cell), .seat = seat}); });
  p.burnt.each([&](int cell) { out.pieces.push_back(burnt(g, cell)); });
  if (standing.before) {
    const auto& m = standing.move;
    std::vector<scene::Place> touched{site(g, m.from), site(g, m.to)};
    if (g.shoots()) touched.emplace_back(site(g, m.arrow));
    out.marks.push_back(scene::last_mark(std::move(touched)));
  }
  return out;
}

template <class G>
std::vector<scene::Step> steps(const G& g, const typename G::Position& before, const typename G::Move& m,
                               const scene::Standing<G>& standing) {
  scene::Text said{g.shoots() ? "say.amazons.shot" : "say.amazons.leap",
                   {{"seat", scene::seat_in_text(g, g.turn(before))}, {"from", site(g, m.from)}, {"to", site(g, m.to)}}};
  if (g.shoots()) said.args.emplace_back("arrow", site(g, m.arrow));
  return {scene::step::Move{site(g, m.from), site(g, m.to)}, scene::step::Put{burnt(g, m.arrow)}, scene::step::Say{std::move(said)},
          scene::marked_as(scene::scene_after(g, draw<G>, before, m, standing))};
}

/// Choices in the order piece, square, arrow. Moves are listed in this order and no branches are equal, so the tree is written
/// directly: the largest board has ten thousand of them.
template <class G>
scene::Choices choices(const G& g, const typename G::Position& p) {
  scene::Tree tree{.asks = {{"ask.amazons.piece"}, {"ask.amazons.move"}}};
  if (g.shoots()) tree.asks.push_back({"ask.amazons.arrow"});
  MoveStack<G> stack(g);
  std::size_t piece = 0;  // node of the current piece
  int from = -1, to = -1;
  const auto lead = [&](std::size_t node, int cell) {
    tree.nodes[node].picks.push_back({scene::Pick::site(site(g, cell)), tree.nodes.size()});
    tree.nodes.push_back({tree.nodes[node].ask + 1, {}});
  };
  for (const auto& m : stack.legal(g, p)) {
    if (tree.nodes.empty()) tree.nodes.push_back({0, {}});
    if (m.from != from) {
      piece = tree.nodes.size();
      lead(0, m.from);
      from = m.from, to = -1;
    }
    if (g.shoots() && m.to != to) {
      lead(piece, m.to);
      to = m.to;
    }
    // The last pick hangs on the newest node: that of its square, or of its piece without arrows.
    tree.nodes.back().picks.push_back({scene::Pick::site(site(g, g.shoots() ? m.arrow : m.to)), g.text(p, m)});
  }
  return tree;
}

}  // namespace

template <int Words, AmazonsPiece Piece>
scene::Scenery<Amazons<Words, Piece>> scenery() {
  using G = Amazons<Words, Piece>;
  return {layout<G>, draw<G>, steps<G>, choices<G>};
}

#define BANMEN_INSTANTIATE(words, piece) \
  template scene::Scenery<Amazons<words, AmazonsPiece::piece>> scenery<words, AmazonsPiece::piece>();
BANMEN_EACH_AMAZONS(BANMEN_INSTANTIATE)
#undef BANMEN_INSTANTIATE

}  // namespace banmen::amazons
