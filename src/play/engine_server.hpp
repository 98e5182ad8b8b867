// The player's side of the protocols of docs/engine.md: one of the library's agents plays for another program. engine_server.cpp
// has what they share, and Banmen's own protocol; uci_server.cpp and gtp_server.cpp have the others.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "catalog/open_game.hpp"
#include "play/bridge.hpp"

namespace banmen {

/// Answers lines with lines, and searches on a thread of its own.
class LineServer {
 public:
  using Say = std::function<void(std::string_view)>;

  virtual ~LineServer() = default;
  virtual bool obey(std::string_view line) = 0;  // false: quit
  /// Stops the current search and waits for it.
  void wait();
  /// Reports an error in the protocol's form.
  virtual void complain(std::string_view what) = 0;

 protected:
  /// `say` receives each output line, from any thread, one at a time.
  explicit LineServer(Say say) : say_(std::move(say)) {}
  void say(std::string_view line);
  /// Starts the search; its error, or an exception, is passed to `fail_search` and the server continues.
  void start(std::function<Result<void>(const std::stop_token&)> search);
  virtual void fail_search(std::string_view what) { complain(what); }

  std::jthread thinking_;  // each class that starts a search waits for it in its destructor

 private:
  Say say_;
  std::mutex writing_;
};

class EngineServer final : public LineServer {
 public:
  EngineServer(const OpenGame& game, Agent& agent, std::uint64_t seed, Say say);
  ~EngineServer() override { wait(); }

  bool obey(std::string_view line) override;
  void complain(std::string_view what) override { say("error " + std::string(what)); }

 private:
  void go(std::string_view rest);
  Result<void> think(double seconds, int lines, const std::stop_token& stop);

  const OpenGame& rules_;
  Agent& agent_;
  std::unique_ptr<Session> session_;
  std::uint64_t seed_, game_ = 0;
};

/// `agent`: its name, with parameters; it can be made. `title`: of the program.
std::unique_ptr<LineServer> uci_server(const OpenGame& game, Bridge bridge, std::string_view agent, std::string title,
                                       std::uint64_t seed, LineServer::Say say);
/// `title`: name and version of the program. `stop` ends a search.
std::unique_ptr<LineServer> gtp_server(const OpenGame& game, Bridge bridge, std::string_view agent,
                                       std::array<std::string, 2> title, std::uint64_t seed, std::stop_token stop,
                                       LineServer::Say say);

inline constexpr double longest_search = 86400;  // seconds

/// Seconds for a move by the clock: a share of the time left, and most of the increment.
double share_of_clock(double left, double added, double moves);
/// The agent's name, limited by the clock alone if it has no limits of its own: by its usual depth or number of playouts it would
/// move long before.
std::string for_a_clock(const OpenGame& game, std::string_view name);

/// Serves a program over two pipes until `quit`, end of input or a stop. False if the output can't be written.
bool serve_lines(const std::function<std::unique_ptr<LineServer>(LineServer::Say)>& make, int in, int out,
                 const std::stop_token& stop);
/// The same for an agent of Banmen's own protocol.
bool serve_lines(const OpenGame& game, Agent& agent, std::uint64_t seed, int in, int out, const std::stop_token& stop);

}  // namespace banmen
