// What games on grids say alike of their boards, and how every list of steps ends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scene.hpp"
#include "core/seat.hpp"

namespace banmen::scene {

/// The id of a grid's site: column and row from 0, the row from the top.
std::string grid_site(const Grid& grid, int column, int row);

/// A board that is a grid and nothing else.
Layout grid_layout(std::string_view game, std::string_view tone, Grid grid);

/// The sites that the last move touched, from the first to the last.
Mark last_mark(std::vector<Place> sites);

/// A step that leaves marks, turn and banner as they are in the scene after the move.
step::MarkUp marked_as(const Scene& after);

/// The names of all seats: the keys seat.GAME.NAME.
template <class G>
std::vector<Text> seat_texts(const G& g) {
  std::vector<Text> names;
  for (int seat = 0; seat < g.players(); ++seat)
    names.push_back({"seat." + std::string(G::id()) + "." + g.seat_name(static_cast<Seat>(seat))});
  return names;
}

/// A seat's name as it stands in the gap of another text.
template <class G>
std::string seat_in_text(const G& g, Seat seat) {
  return "@seat." + std::string(G::id()) + "." + g.seat_name(seat);
}

/// What `scene` draws once the move is played. The steps of a move end as this stands: drawn by the same function, they can't
/// differ.
template <class G, class Draw>
Scene scene_after(const G& g, const Draw& scene, const typename G::Position& before, const typename G::Move& move,
                  const Standing<G>& standing) {
  auto position = before;
  const auto gains = g.play(position, move);
  Standing<G> next{standing.gained, &before, move};
  for (std::size_t seat = 0; seat < next.gained.size(); ++seat) next.gained[seat] += gains[seat];
  return scene(g, position, next);
}

}  // namespace banmen::scene
