// Tells when a tenth of a second has passed: for work that says how far it is, and would say so far too often.
#pragma once

#include <chrono>

namespace banmen {

class Ticker {
 public:
  /// True about ten times a second, however often it is asked.
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
