// How far a job is: some lines on stderr that are drawn again in place, where that is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace banmen::app {

class LiveLines {
 public:
  /// A job begins: its time runs from here. Nothing is shown unless `wanted`, nor of jobs that are done at once.
  void begin(bool wanted);
  [[nodiscard]] bool shown() const { return shown_; }
  [[nodiscard]] double seconds() const;
  /// Lines that are too long for the terminal are cut.
  void draw(const std::vector<std::string>& lines);
  /// Before anything else is said.
  void clear();

 private:
  [[nodiscard]] std::string back() const;

  std::chrono::steady_clock::time_point begun_;
  bool shown_ = false;
  std::vector<std::size_t> drawn_;  // the columns of each line that stands there
};

/// "[======      ]"
std::string bar(std::uint64_t done, std::uint64_t total, std::size_t width);
/// "90 s", "12 min", "3.5 h"; "?" where it is negative: not known.
std::string duration(double seconds);

}  // namespace banmen::app
