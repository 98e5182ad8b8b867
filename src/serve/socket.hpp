// HTTP and WebSocket server on one thread, in front of a hub. Only socket.cpp, websocket.* and engine_client.cpp use Boost.Beast.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "serve/hub.hpp"
#include "serve/pool.hpp"

namespace banmen::serve {

struct SocketOptions {
  std::string address = "127.0.0.1";
  unsigned short port = 8421;
  bool port_named = false;  // false: the next free port will do
  bool own_too = false;     // also listen at ::1, if the port is free there
  std::vector<std::string> allowed_hosts = {};
  bool behind_proxy = false;  // a local reverse proxy, trusted for X-Forwarded-For
  std::size_t most_connections = 2048;
  std::size_t most_of_an_address = 64;  // except loopback addresses

  // Timeouts.
  std::chrono::milliseconds request{10'000};   // for a part of a request, and for writing a response
  std::chrono::milliseconds handshake{5'000};  // for a WebSocket's opening and closing handshake
  std::chrono::milliseconds idle{30'000};      // for receiving from a WebSocket (pinged at half time), and for writing to it
};

class Socket {
 public:
  /// Listens; requests are answered by `run`.
  static Result<std::unique_ptr<Socket>> open(const SocketOptions& options);
  virtual ~Socket() = default;

  [[nodiscard]] virtual unsigned short port() const = 0;
  /// The host in the server's URL: "127.0.0.1", "[::1]".
  [[nodiscard]] virtual std::string host() const = 0;

  /// Sets the function that stores changes and reports by `committed`. Call it before `run`.
  virtual void keep_with(std::function<void(Commit)> keep) = 0;
  /// The result of storing a change. Thread-safe.
  virtual void committed(std::uint64_t commit, const Result<void>& kept) = 0;

  /// Serves until stopped, then closes all connections. `every_second` is called on this thread.
  virtual void run(Hub& hub, Pool& pool, const std::stop_token& stop, const std::function<void()>& every_second) = 0;
  /// Runs `work` on the thread of `run` and carries out the hub's effects afterwards. Thread-safe.
  virtual void post(std::function<void()> work) = 0;
  /// The steady clock that the hub uses.
  static double now();
};

}  // namespace banmen::serve
