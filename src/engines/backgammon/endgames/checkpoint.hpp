// What a long computation has so far, in files beside the one it will make: FILE.work-NvM holds the values of a group of tiers as
// doubles, solved or not. Each is written whole and then given its name, so a killed run leaves either the old one or the new one.
#pragma once

#include <string>

#include "core/error.hpp"
#include "engines/backgammon/endgames/endgames.hpp"

namespace banmen::backgammon {

class Checkpoint {
 public:
  /// `owner` says what is computed: files of something else are not read.
  Checkpoint(std::string path, std::string owner) : path_(std::move(path)), owner_(std::move(owner)) {}

  /// Makes a solver go on with what is there and keep what it finds.
  void attach(EndgameOptions& options);
  /// Groups that were found solved.
  [[nodiscard]] int resumed() const { return resumed_; }
  /// How far the group was that was kept last.
  [[nodiscard]] const TierReport& last() const { return last_; }
  /// The first trouble in writing, if any.
  [[nodiscard]] const Result<void>& state() const { return state_; }
  /// Removes the files of all groups up to n against m.
  void remove(int n, int m) const;

  [[nodiscard]] std::string file(int n, int m) const { return path_ + ".work-" + std::to_string(n) + "v" + std::to_string(m); }
  Result<void> save(int n, int m, std::span<const double> values, const TierReport& report) const;
  bool load(int n, int m, std::span<double> values, TierReport& report) const;

 private:
  std::string path_, owner_;
  int resumed_ = 0;
  TierReport last_;
  Result<void> state_;
};

}  // namespace banmen::backgammon
