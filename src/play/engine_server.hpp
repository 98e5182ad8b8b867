// The other end of the protocol of docs/engine.md: an agent of ours that plays for another program.
#pragma once

#include <atomic>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "catalog/open_game.hpp"

namespace banmen {

class EngineServer {
 public:
  EngineServer(const OpenGame& table, Agent& agent, std::uint64_t seed);
  ~EngineServer() { wait(); }

  /// Until `quit`, the end of the input, a stop, or where an answer can't be written: false then.
  bool run(int in, int out, const std::stop_token& stop);

 private:
  bool obey(std::string_view line);  // false: quit
  void go(std::string_view rest);
  void think(double seconds, int lines, const std::stop_token& stop);
  void wait();
  void say(std::string_view line);

  const OpenGame& table_;
  Agent& agent_;
  std::unique_ptr<Session> session_;
  std::uint64_t seed_, game_ = 0;
  int out_ = 1;
  std::mutex writing_;
  std::atomic<bool> heard_{true};  // all that was said
  std::jthread thinking_;
};

}  // namespace banmen
