// Parser of rule files: sections and statements as written, over those of the file it extends. The library is built in.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/syntax.hpp"

namespace banmen::rules {

/// A text with the name to report it by. FindText finds an extended file by the name written in the file `beside`.
struct Text {
  std::string name;
  std::string content;
};
using FindText = std::function<std::optional<Text>(const std::string& name, const std::string& beside)>;

/// The result of parsing: the file laid over the one it extends. Parsing continues after an error.
struct Reading {
  File file;
  std::vector<Text> texts;  // indexed by place.file
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

/// Finds extended files: next to the extending file if that is a user's file (`folder` ends in '/'), then in the library.
FindText find_beside(std::function<std::optional<std::string>(const std::string& folder, const std::string& name)> read);
FindText find_in_library();

/// A hash of the meaning of a rule file, stored with results so that those of different rules are never mixed. Texts that differ
/// only in comments, layout, tests, title, drawing hints, help texts, or in the order of sections with different heads, have the
/// same hash. Replaced parts of extended files and the values of parameters do not enter it. The hash is the same on every machine
/// and must not change between versions.
std::uint64_t meaning_hash(const Reading& reading);

}  // namespace banmen::rules
