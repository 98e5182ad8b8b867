// A text game as a board that front ends draw. TextGame::layout (scene_layout.cpp), scene and choices (scene.cpp) and steps
// (scene_steps.cpp): layout, pieces and marks from the board, the pieces and the `show` hints, steps from what the statements of a
// move do, choices from what a move chooses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture.hpp"
#include "core/scene.hpp"
#include "rules/meaning.hpp"
#include "rules/text_game.hpp"

namespace banmen::rules {

// What layout, pieces, steps and choices of a text game share: the names of trays, and how a piece is drawn.

/// What `show` says of a kind of piece: "round", "letter", "crown", "token", or nothing.
std::string_view hint_of(const Rules& rules, std::string_view kind);
bool hints(const Rules& rules, std::string_view word);
/// Regions that are to be tinted.
std::vector<const Region*> tinted(const Rules& rules);

/// A piece of this code, wherever it stands.
scene::Piece drawn(const Rules& rules, int code);
/// Whether some kind is drawn as a figure of chess, which stand on a chequered board.
bool has_figures(const Rules& rules);

inline const std::string& site_name(const Rules& rules, long site) { return rules.board.point(static_cast<int>(site)).name; }
std::string hand_tray(const Rules& rules, std::size_t kind, std::size_t seat);
std::string counter_tray(const Rules& rules, std::size_t counter, std::size_t seat);
std::string store_tray(const Rules& rules, std::size_t seat);  // of what was taken on the way

/// The sites that a move has chosen, in order.
std::vector<scene::Place> chosen_places(const Rules& rules, const std::vector<Note>& notes);

/// Everything that stands and lies, marks and turn apart.
std::vector<scene::Piece> pieces_of(const TextGame& game, const State& state, const std::int32_t* gained);

}  // namespace banmen::rules
