// A described game as a board that front ends draw: layout, pieces and marks from the board, the pieces and the `show` hints,
// steps from what the statements of a move do, choices from what a move chooses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/scene.hpp"
#include "rules/described.hpp"

namespace banmen::rules {

scene::Layout scene_layout(const Described& game, const std::string& name);

/// `before` is null at the start; `gained` has a number for each seat.
scene::Scene scene_of(const Described& game, const std::uint8_t* position, const std::int32_t* gained, const std::uint8_t* before,
                      std::uint64_t move);

/// From the scene of `before`, at which `gained` was got, to the one after the move.
std::vector<scene::Step> scene_steps(const Described& game, const std::uint8_t* before, std::uint64_t move,
                                     const std::int32_t* gained);

scene::Choices scene_choices(const Described& game, const std::uint8_t* position);

}  // namespace banmen::rules
