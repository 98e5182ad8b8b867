// Whole files in and out. A file is written beside its place and then renamed, so that it is never half there.
#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"

namespace banmen {

/// "-" is standard input. Refuses directories and files over `most` bytes.
Result<std::string> read_file(const std::string& path, std::size_t most = std::size_t{64} << 20);
Result<void> write_file(const std::string& path, std::string_view content);

}  // namespace banmen
