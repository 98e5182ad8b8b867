// Progress of a job: lines on stderr that are redrawn in place if it is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace banmen::app {

class LiveLines {
 public:
  /// Starts the clock of a job. Shows nothing unless `visible`, or for short jobs.
  void begin(bool visible);
  [[nodiscard]] bool shown() const { return shown_; }
  [[nodiscard]] double seconds() const;
  /// Cuts lines to the width of the terminal.
  void draw(const std::vector<std::string>& lines);
  /// Must precede other output.
  void clear();

 private:
  [[nodiscard]] std::string back() const;

  std::chrono::steady_clock::time_point begun_;
  bool shown_ = false;
  std::vector<std::size_t> drawn_;  // columns of each drawn line
};

/// "[======      ]"
std::string bar(std::uint64_t done, std::uint64_t total, std::size_t width);
/// "90 s", "12 min", "3.5 h"; "?" if negative (unknown).
std::string duration(double seconds);

}  // namespace banmen::app
