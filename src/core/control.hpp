// Control of a long job: number of threads, seed, stop and progress, as plain data (used by host/threads.hpp), and its clocks.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace banmen {

struct Control {
  int threads = 1;
  std::uint64_t seed = 1;
  std::stop_token stop;
  /// Called about ten times a second from the thread that started the job.
  std::function<void(std::uint64_t done, std::uint64_t total, std::string_view what)> progress;
};

/// The control of a part of a job: progress is reported for the whole job of `total`, of which `before` is done.
inline Control part_of_job(const Control& control, std::uint64_t before, std::uint64_t total) {
  Control out = control;
  if (control.progress)
    out.progress = [tell = control.progress, before, total](std::uint64_t done, std::uint64_t, std::string_view what) {
      tell(before + done, total, what);
    };
  return out;
}

/// The limits of one decision.
struct Limits {
  double seconds = 0;       // 0: none
  std::uint64_t nodes = 0;  // 0: none
  std::stop_token stop{};
};

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Limits the rate of progress reports.
class Ticker {
 public:
  /// True about ten times a second, however often it is called.
  bool due() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return false;
    last_ = now;
    return true;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace banmen
