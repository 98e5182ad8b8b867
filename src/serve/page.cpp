#include "serve/page.hpp"

#include <algorithm>

namespace banmen::serve {

const PageFile* find_page_file(std::string_view path) {
  const auto files = page_files();
  const auto found = std::lower_bound(files.begin(), files.end(), path,
                                      [](const PageFile& file, std::string_view name) { return file.path < name; });
  return found == files.end() || found->path != path ? nullptr : &*found;
}

}  // namespace banmen::serve
