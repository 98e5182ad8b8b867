// How a long job is run: with how many threads, when to stop, and whom to tell how far it is. Plain data; host/threads.hpp runs it.
#pragma once

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

}  // namespace banmen
