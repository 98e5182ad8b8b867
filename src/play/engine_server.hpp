// The player's side of the protocol of docs/engine.md: one of the library's agents plays for another program.
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
  /// `say` receives each output line, from any thread, one at a time.
  EngineServer(const OpenGame& game, Agent& agent, std::uint64_t seed, std::function<void(std::string_view)> say);
  ~EngineServer() { wait(); }

  bool obey(std::string_view line);  // false: quit
  /// Stops the current search and waits for it.
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

/// Serves a program over two pipes until `quit`, end of input or a stop. False if the output can't be written.
bool serve_lines(const OpenGame& game, Agent& agent, std::uint64_t seed, int in, int out, const std::stop_token& stop);

}  // namespace banmen
