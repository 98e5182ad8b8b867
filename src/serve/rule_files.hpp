// The operator's rule files: read and checked, and looked at once a second, so that an inventor sees his game while he writes it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "serve/offer.hpp"

namespace banmen::serve {

/// Reads and checks a rule file; what is wrong with it stands in `errors`.
OwnGame read_own_game(const std::string& name);

class RuleFiles {
 public:
  /// Names get a folder where they have none, as the catalog wants it: "./mine.game".
  explicit RuleFiles(const std::vector<std::string>& files);
  [[nodiscard]] std::vector<std::string> names() const;
  /// Those that are not as they were when this was asked last.
  std::vector<std::string> changed();

 private:
  struct Watched {
    std::string name;
    std::filesystem::file_time_type time;
    std::uintmax_t size;
  };
  static Watched look(const std::string& name);
  std::vector<Watched> files_;
};

}  // namespace banmen::serve
