// Files compiled into the program: the page and docs/openapi.json.
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

std::string_view openapi_document();

}  // namespace banmen::serve
