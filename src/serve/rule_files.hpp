// The operator's rule files: read and checked, and looked at once a second, so that an inventor sees his game while he writes it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "serve/offer.hpp"

namespace banmen::serve {

/// A file as it was when it was looked at; one that is not there has neither time nor size.
struct FileSeen {
  std::string path;
  std::filesystem::file_time_type time;
  std::uintmax_t size;
  explicit FileSeen(std::string file);
  bool operator==(const FileSeen&) const = default;
};

struct ReadGame {
  OwnGame game;
  std::vector<FileSeen> files;  // all that the game depends on: the file, those that it extends, and where they might have been
};
/// Reads and checks a rule file; what is wrong with it stands in `errors`.
ReadGame read_own_game(const std::string& name);

class RuleFiles {
 public:
  /// Names get a folder where they have none, as the catalog wants it: "./mine.game".
  explicit RuleFiles(const std::vector<std::string>& files);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// A game was read: from now on these files count.
  void watch(const std::string& name, std::vector<FileSeen> files) { watched_[name] = std::move(files); }
  /// Games with a file that is not as it was when this was asked last.
  std::vector<std::string> changed();

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::vector<FileSeen>> watched_;
};

}  // namespace banmen::serve
