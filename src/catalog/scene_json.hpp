// Boards as JSON: the one place where scenes are written and read. docs/scene.md is the reference.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/json.hpp"
#include "core/error.hpp"
#include "core/scene.hpp"

namespace banmen::scene {

Json to_json(const Text& text);
Json to_json(const Layout& layout);
Json to_json(const Scene& scene);
Json to_json(const std::vector<Step>& steps);
Json to_json(const Choices& choices);

// Readers for games from outside. They refuse what the format has no room for (unknown fields and kinds, numbers that are none,
// more than so many pieces); whether places exist is asked elsewhere.
Result<Layout> read_layout(std::string_view text);
Result<Scene> read_scene(std::string_view text);
Result<std::vector<Step>> read_steps(std::string_view text);
Result<Choices> read_choices(std::string_view text);

// The laws of scenes, asked of those that games from outside have written, and by tests of all others.

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
