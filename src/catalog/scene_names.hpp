// The words of the scene's JSON, for its writer and its reader.
#pragma once

namespace banmen::scene {

// In the order of the enumerations of core/scene.hpp.
inline constexpr const char* shapes[] = {"square", "pit", "point", "hex", "none"};
inline constexpr const char* tray_kinds[] = {"hand", "store", "bar", "off", "dice", "cube"};
inline constexpr const char* decor_kinds[] = {"line", "dot", "box"};
inline constexpr const char* piece_kinds[] = {"disc",    "stones", "amazon", "knight", "burnt", "card",
                                              "checker", "die",    "cube",   "token",  "piece"};
inline constexpr const char* mark_kinds[] = {"last", "forbidden", "chain", "capture", "loop"};

}  // namespace banmen::scene
