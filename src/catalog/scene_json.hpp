// Boards as JSON: serialises and parses scenes. docs/scene.md is the reference.
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

// Parsers for plug-ins. They refuse everything outside the format (unknown fields and kinds, numbers out of range, too many
// pieces); the laws below check places.
Result<Layout> read_layout(std::string_view text);
Result<Scene> read_scene(std::string_view text);
Result<std::vector<Step>> read_steps(std::string_view text);
Result<Choices> read_choices(std::string_view text);

// The laws of scenes: checked at run time for plug-ins, in tests for all other games.

// Each function returns the fault, or an empty text.

/// Unique names; lines and tracks between existing sites; valid seats.
std::string fault_of_layout(const Layout& layout, int players);

/// Every piece and mark has an existing place and a valid seat.
std::string fault_of_scene(const Layout& layout, const Scene& scene, int players);

/// Existing places; the last step is a 'mark' or 'set'; the steps lead exactly from one scene to the other.
std::string fault_of_steps(const Layout& layout, const Scene& before, const std::vector<Step>& steps, const Scene& after,
                           int players);

/// Existing places; at least one path to each legal move and none to anything else; distinct picks in each node.
std::string fault_of_choices(const Layout& layout, const Choices& choices, const std::vector<std::string>& moves);

}  // namespace banmen::scene
