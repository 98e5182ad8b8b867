// A text game as a scene: layout (scene_layout.cpp), scene and choices (scene.cpp) and steps (scene_steps.cpp). Layout and pieces
// come from the board, the pieces and the `show` hints, steps from the effects of a move's statements, choices from a move's
// choices.
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

// Shared by layout, scene and steps: names of trays, and drawing of pieces.

/// The `show` hint of a kind of piece: "round", "letter", "crown", "token", or empty.
std::string_view hint_of(const Rules& rules, std::string_view kind);
bool hints(const Rules& rules, std::string_view word);
/// Regions with a `tint` hint.
std::vector<const Region*> tinted(const Rules& rules);

/// A piece of this code, without its place.
scene::Piece drawn(const Rules& rules, int code);
/// True if some kind is drawn as a chess piece, which stands on a chequered board.
bool has_figures(const Rules& rules);

inline const std::string& site_name(const Rules& rules, long site) { return rules.board.point(static_cast<int>(site)).name; }
std::string hand_tray(const Rules& rules, std::size_t kind, std::size_t seat);
std::string counter_tray(const Rules& rules, std::size_t counter, std::size_t seat);
std::string store_tray(const Rules& rules, std::size_t seat);  // for gains on the way

/// The chosen sites of a move, in order.
std::vector<scene::Place> chosen_places(const Rules& rules, const std::vector<Note>& notes);

/// All pieces, without marks and turn.
std::vector<scene::Piece> pieces_of(const TextGame& game, const State& state, const std::int32_t* gained);

}  // namespace banmen::rules
