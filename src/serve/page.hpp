// The page's files, compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace banmen::serve {

struct PageFile {
  std::string_view path;  // "/assets/index-1a2b3c.js"; the page itself is "/"
  std::string_view type;  // of its content
  std::string_view etag;  // a hash of the content, in quotes
  bool lasting = false;   // its name has a hash in it: it never changes
  std::span<const unsigned char> gzipped;
};

/// In the order of their names; none where the page was not built.
std::span<const PageFile> page_files();
/// Why there is no page and how to get it; empty where there is one.
std::string_view page_missing();

const PageFile* find_page_file(std::string_view path);

}  // namespace banmen::serve
