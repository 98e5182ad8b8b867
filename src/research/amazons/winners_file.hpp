// Winners of Amazons boards in a text file, so that a survey goes on where it was stopped. A line each:
//   knight ....o/...../...../...../x.... first 2 2395 0.06     (variant, board, winner, first moves, positions searched, seconds)
#pragma once

#include <map>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "host/files.hpp"
#include "host/lock.hpp"
#include "research/amazons/survey.hpp"

namespace banmen {

class AmazonsWinnersFile {
 public:
  /// An empty path: nothing is kept. A line that is not whole (the last one, after a crash) is left out.
  static Result<std::unique_ptr<AmazonsWinnersFile>> open(const std::string& path);

  /// Starts that were given up count as known where they had `seconds` at least.
  AmazonsKeeper keeper(double seconds);

 private:
  Result<void> append(const std::string& text);

  std::map<std::pair<AmazonsVariant, std::string>, AmazonsWinner> known_;
  std::string path_;
  FileLock lock_;
  File out_;
};

}  // namespace banmen
