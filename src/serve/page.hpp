// Files compiled into the program: the page and docs/openapi.json.
#pragma once

#include <span>
#include <string_view>

namespace banmen::serve {

struct PageFile {
  std::string_view path;  // "/assets/index-1a2b3c.js"; the page itself is "/"
  std::string_view type;  // MIME type
  std::string_view etag;  // a hash of the content, in quotes
  bool lasting = false;   // its name contains a hash: it never changes
  std::span<const unsigned char> gzipped;
};

/// Sorted by name; empty if the page was not built.
std::span<const PageFile> page_files();
/// The reason why there is no page and how to build it; empty if there is one.
std::string_view page_missing();

std::string_view openapi_document();

}  // namespace banmen::serve
