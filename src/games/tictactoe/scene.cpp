#include "core/scene.hpp"

#include "games/tictactoe/tictactoe.hpp"

namespace banmen::tictactoe {
namespace {

using Position = TicTacToe::Position;
using Move = TicTacToe::Move;
using Standing = scene::Standing<TicTacToe>;

constexpr scene::Grid grid{.columns = 3, .rows = 3, .a1_bottom = true};

/// Sites are cell names, which are also the notation of moves.
std::string site(int cell) { return scene::grid_site(grid, cell % 3, cell / 3); }

scene::Piece piece(int cell, int seat) {
  return {.kind = scene::PieceKind::piece, .at = site(cell), .seat = seat, .face = seat == 0 ? "x" : "o"};
}

scene::Layout layout(const TicTacToe& g) {
  scene::Layout out = scene::grid_layout(TicTacToe::id(), "paper", grid);
  out.seats = scene::seat_texts(g);
  return out;
}

scene::Scene draw(const TicTacToe&, const Position& p, const Standing& standing) {
  scene::Scene out;
  out.turn = TicTacToe::turn(p);
  for (int cell = 0; cell < 9; ++cell)
    for (int seat = 0; seat < 2; ++seat)
      if (p.marks[seat] >> cell & 1) out.pieces.push_back(piece(cell, seat));
  if (standing.before) out.marks.push_back(scene::last_mark({site(standing.move.cell)}));
  return out;
}

std::vector<scene::Step> steps(const TicTacToe& g, const Position& before, const Move& move, const Standing& standing) {
  const Seat seat = TicTacToe::turn(before);
  return {scene::step::Put{piece(move.cell, seat)},
          scene::step::Say{{"say.put", {{"seat", scene::seat_in_text(g, seat)}, {"site", site(move.cell)}}}},
          scene::marked_as(scene::scene_after(g, draw, before, move, standing))};
}

scene::Choices choices(const TicTacToe&, const Position& p) {
  scene::TreeMaker tree({{"ask.put"}});
  MoveBuffer<Move, 9> moves;
  TicTacToe::moves(p, moves);
  for (const Move move : moves) tree.add({scene::Pick::site(site(move.cell))}, TicTacToe::text(p, move));
  return std::move(tree).make();
}

}  // namespace

scene::Scenery<TicTacToe> scenery() { return {layout, draw, steps, choices}; }

}  // namespace banmen::tictactoe
