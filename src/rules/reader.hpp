// Reads a rule file: its sections and statements as they are written, and what the file extends. The library is built in.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/syntax.hpp"

namespace banmen::rules {

/// A text that a file extends: its name as it is written there to its content and the name to report it by.
struct Text {
  std::string name;
  std::string content;
};
using FindText = std::function<std::optional<Text>(const std::string& name, const std::string& beside)>;

/// All that was read: the file with what it extends laid below it. Goes on after a mistake.
struct Reading {
  File file;
  std::vector<Text> texts;  // place.file counts them
};

inline constexpr std::size_t longest_text = 1 << 18;  // bytes; a game is a page or two

/// The line of a place in one of the texts.
std::string_view line_at(const Reading& reading, const Place& place);

Reading read_file(Text text, const FindText& find, Messages& messages);

/// A file of games/, built into the program.
struct LibraryFile {
  std::string_view id;  // "hex"
  std::string_view content;
};
std::span<const LibraryFile> library();

/// The text of "hex" or "hex.game".
std::optional<Text> library_text(std::string_view name);

/// Files that a text extends: beside it where it is a file of the user's, then in the library.
FindText find_beside(std::function<std::optional<std::string>(const std::string& path)> read);

/// The meaning of a rule file as a number: results are kept with it, so that they are never mixed with those of other rules. It is
/// the same for two texts that differ in comments, layout, tests, the title, drawing hints, help texts, or in the order of
/// sections with different heads; other rules give another number. What a file extends counts as far as it is not replaced.
/// The values of parameters are not in it. It is the same on every machine and is not to change between versions.
std::uint64_t meaning_hash(const Reading& reading);

}  // namespace banmen::rules
