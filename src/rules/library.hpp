// The files of games/, built into the program.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/reader.hpp"

namespace banmen::rules {

struct LibraryFile {
  std::string_view id;  // "hex"
  std::string_view content;
};
std::span<const LibraryFile> library();

/// The text of "hex" or "hex.game".
std::optional<Text> library_text(std::string_view name);

/// Files that a text extends: beside it where it is a file of the user's, then in the library.
FindText find_beside(std::function<std::optional<std::string>(const std::string& path)> read);

}  // namespace banmen::rules
