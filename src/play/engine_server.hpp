// The other end of the protocol of docs/engine.md: an agent of ours that plays for another program.
#pragma once

#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "catalog/open_game.hpp"

namespace banmen {

class EngineServer {
 public:
  /// `say` takes each line that is answered, from whichever thread thinks, one at a time.
  EngineServer(const OpenGame& game, Agent& agent, std::uint64_t seed, std::function<void(std::string_view)> say);
  ~EngineServer() { wait(); }

  bool obey(std::string_view line);  // false: quit
  /// What is being thought about is given up.
  void wait();

 private:
  void go(std::string_view rest);
  void think(double seconds, int lines, const std::stop_token& stop);
  void say(std::string_view line);

  const OpenGame& rules_;
  Agent& agent_;
  std::unique_ptr<Session> session_;
  std::uint64_t seed_, game_ = 0;
  std::function<void(std::string_view)> say_;
  std::mutex writing_;
  std::jthread thinking_;
};

/// Plays for whoever is at the other end of two pipes. Until `quit`, the end of the input, a stop, or where an answer can't be
/// written: false then.
bool serve_lines(const OpenGame& game, Agent& agent, std::uint64_t seed, int in, int out, const std::stop_token& stop);

}  // namespace banmen
