// The files of papers/, built into the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace banmen::lab {

struct EmbeddedFile {
  std::string_view name;  // "yonin.toml"
  std::string_view content;
};
const std::vector<EmbeddedFile>& embedded_papers();

/// "yonin", …
std::vector<std::string> paper_names();

}  // namespace banmen::lab
