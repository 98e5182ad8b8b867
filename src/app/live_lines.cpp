#include "app/live_lines.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "core/control.hpp"
#include "host/terminal.hpp"

namespace banmen::app {

void LiveLines::begin(bool visible) {
  clear();
  begun_ = std::chrono::steady_clock::now();
  shown_ = visible && isatty(STDERR_FILENO) == 1;
}

double LiveLines::seconds() const { return seconds_since(begun_); }

void LiveLines::draw(const std::vector<std::string>& lines) {
  if (!shown_ || seconds() < 2) return;
  std::string out = back();
  drawn_.clear();
  const TerminalSize size = terminal_size(STDERR_FILENO);
  for (const std::string& line : lines) {
    // The cursor can't return to lines that have scrolled away, and a full last column would wrap.
    if (drawn_.size() + 1 == size.rows) break;
    const std::string fitting = cut(line, size.columns - 1);
    out += "\033[K" + fitting + '\n';
    drawn_.push_back(columns(fitting));
  }
  out += "\033[J";  // the rest of a longer drawing
  std::fputs(out.c_str(), stderr);
  std::fflush(stderr);
}

void LiveLines::clear() {
  if (!drawn_.empty()) std::fputs((back() + "\033[J").c_str(), stderr);
  drawn_.clear();
}

std::string LiveLines::back() const {
  if (drawn_.empty()) return {};
  // A terminal that was made narrower has wrapped long lines.
  const std::size_t width = terminal_size(STDERR_FILENO).columns;
  std::size_t rows = 0;
  for (const std::size_t line : drawn_) rows += std::max<std::size_t>(1, (line + width - 1) / width);
  return fmt::format("\033[{}A\r", rows);
}

std::string bar(std::uint64_t done, std::uint64_t total, std::size_t width) {
  const double share = done < total ? static_cast<double>(done) / static_cast<double>(total) : 1;
  return fmt::format("[{:<{}}]", std::string(static_cast<std::size_t>(share * static_cast<double>(width)), '='), width);
}

std::string duration(double seconds) {
  if (seconds < 0) return "?";
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace banmen::app
