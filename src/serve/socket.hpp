// The sockets: HTTP and WebSocket on one thread, in front of a hub. With socket.cpp, websocket.* and engine_client.cpp the only
// part that knows Boost.Beast.
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
  bool port_named = false;  // else the next free one will do
  bool own_too = false;     // also this machine's other own address, where the port is free there
  std::vector<std::string> allowed_hosts = {};
  bool behind_proxy = false;  // one on this machine, which says whom it asks for
  std::size_t most_connections = 2048;
  std::size_t most_of_an_address = 64;  // this machine's own apart

  // How long others are waited for.
  std::chrono::milliseconds request{10'000};   // for a part of a request, and for an answer to be taken
  std::chrono::milliseconds handshake{5'000};  // of a WebSocket, and for its farewell
  std::chrono::milliseconds idle{30'000};      // for a word of a WebSocket, pinged after half of it, or for it to take one
};

class Socket {
 public:
  /// Listens; nobody is answered before `run`.
  static Result<std::unique_ptr<Socket>> open(const SocketOptions& options);
  virtual ~Socket() = default;

  [[nodiscard]] virtual unsigned short port() const = 0;
  /// What a browser calls the machine it listens at: "127.0.0.1", "[::1]".
  [[nodiscard]] virtual std::string host() const = 0;

  /// Who keeps what the hub wants kept; it answers by `committed`. Before `run`.
  virtual void keep_with(std::function<void(Commit)> keep) = 0;
  /// What was kept, or why it was not. From any thread.
  virtual void committed(std::uint64_t commit, const Result<void>& kept) = 0;

  /// Serves until it is told to stop, then says goodbye to everybody. `every_second` is called on this thread.
  virtual void run(Hub& hub, Pool& pool, const std::stop_token& stop, const std::function<void()>& every_second) = 0;
  /// Has something done on the thread of `run`, with the hub's wishes carried out afterwards. From any thread.
  virtual void post(std::function<void()> work) = 0;
  /// The time that the hub is told.
  static double now();
};

}  // namespace banmen::serve
