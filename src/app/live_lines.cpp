#include "app/live_lines.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace banmen::app {

void LiveLines::begin(bool wanted) {
  clear();
  begun_ = std::chrono::steady_clock::now();
  shown_ = wanted && isatty(STDERR_FILENO) == 1;
}

double LiveLines::seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }

void LiveLines::draw(const std::vector<std::string>& lines) {
  if (!shown_ || seconds() < 2) return;
  std::string out = back();
  for (const std::string& line : lines) out += "\033[K" + line + '\n';
  out += "\033[J";  // what is left of more lines
  drawn_ = lines.size();
  std::fputs(out.c_str(), stderr);
  std::fflush(stderr);
}

void LiveLines::clear() {
  if (drawn_ > 0) std::fputs((back() + "\033[J").c_str(), stderr);
  drawn_ = 0;
}

std::string LiveLines::back() const { return drawn_ > 0 ? fmt::format("\033[{}A\r", drawn_) : ""; }

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
