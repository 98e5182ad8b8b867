// What is wrong with a rule file, and where.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace banmen::rules {

/// A stretch of one line. Columns count characters, not bytes, from 1. Line 0: the file as a whole.
struct Place {
  int file = 0;  // which of the texts of a game: the file itself, or one that it extends
  int line = 0;
  int column = 0;
  int length = 0;

  bool operator==(const Place&) const = default;
};

struct Message {
  Place place;
  std::string what;
  std::string hint;
  bool warning = false;
};

/// Collects messages; of the errors of one line only the first is kept, since the others mostly follow from it.
class Messages {
 public:
  void error(const Place& place, std::string what, std::string hint = {});
  void warn(const Place& place, std::string what, std::string hint = {});

  void add(const std::vector<Message>& more);

  [[nodiscard]] bool full() const { return all_.size() >= most; }
  [[nodiscard]] bool any_error() const;
  /// In the order of the text.
  [[nodiscard]] std::vector<Message> sorted() const;

 private:
  static constexpr std::size_t most = 100;  // nobody reads on; a file of some other kind has one in every line
  std::vector<Message> all_;
  std::set<std::pair<int, int>> lines_;  // that have an error
};

}  // namespace banmen::rules
