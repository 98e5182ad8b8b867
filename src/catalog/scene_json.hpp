// Boards as JSON: the one place where scenes are written and read. docs/scene.md is the reference.
#pragma once

#include <string_view>

#include "catalog/json.hpp"
#include "core/error.hpp"
#include "core/scene.hpp"

namespace banmen::scene {

// The words of the JSON, in the order of the enumerations of core/scene.hpp.
inline constexpr const char* shapes[] = {"square", "pit", "point", "hex", "none"};
inline constexpr const char* tray_kinds[] = {"hand", "store", "bar", "off", "dice", "cube"};
inline constexpr const char* decor_kinds[] = {"line", "dot", "box"};
inline constexpr const char* piece_kinds[] = {"disc",    "stones", "amazon", "knight", "burnt", "card",
                                              "checker", "die",    "cube",   "token",  "piece"};
inline constexpr const char* mark_kinds[] = {"last", "forbidden", "chain", "capture", "loop"};

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

}  // namespace banmen::scene
