// The laws of scenes, asked of those that games from outside have written, and by tests of all others.
#pragma once

#include <string>
#include <vector>

#include "core/scene.hpp"

namespace banmen::scene {

// Every function says what is wrong, or nothing.

/// Names that stand for one thing each, lines and ways between sites that exist, seats that there are.
std::string fault_of_layout(const Layout& layout, int players);

/// Every piece and mark at a place that exists, and of a seat that there is.
std::string fault_of_scene(const Layout& layout, const Scene& scene, int players);

/// Places that exist; the last step says how the board stands; and from one scene they lead exactly to the other.
std::string fault_of_steps(const Layout& layout, const Scene& before, const std::vector<Step>& steps, const Scene& after,
                           int players);

/// Places that exist; one way or more to each of the legal moves, to nothing else; no two picks of a node alike.
std::string fault_of_choices(const Layout& layout, const Choices& choices, const std::vector<std::string>& moves);

}  // namespace banmen::scene
