#include "core/scene_grid.hpp"

namespace banmen::scene {

std::string grid_site(const Grid& grid, int column, int row) {
  return static_cast<char>('a' + column) + std::to_string(grid.a1_bottom ? grid.rows - row : row + 1);
}

Layout grid_layout(std::string_view game, std::string_view tone, Grid grid) {
  Layout layout;
  layout.game = game;
  layout.tone = tone;
  layout.view.bounds = {0, 0, static_cast<double>(grid.columns), static_cast<double>(grid.rows)};
  layout.grid = grid;
  return layout;
}

Mark last_mark(std::vector<Place> sites) {
  Mark mark;
  mark.kind = MarkKind::last;
  mark.sites = std::move(sites);
  return mark;
}

step::MarkUp marked_as(const Scene& after) { return {after.marks, after.turn, after.banner}; }

}  // namespace banmen::scene
