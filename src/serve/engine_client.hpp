// A player of ours at somebody's table: the lines of docs/engine.md over a WebSocket.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace banmen::serve {

/// Where a bot plays, as the link to its seat says it: http://HOST:PORT/#table?id=ID&seat=K&token=TOKEN
struct SeatLink {
  std::string host, port, table, token;
};
Result<SeatLink> read_seat_link(std::string_view link);

/// What the referee says, line by line; false: it said goodbye.
using ObeyLine = std::function<bool(std::string_view line)>;

/// The connection of one bot. It comes back by itself when the connection breaks.
class EngineClient {
 public:
  explicit EngineClient(SeatLink link);
  ~EngineClient();

  /// From any thread; lost where there is no connection, as the referee asks again.
  void say(std::string_view line);
  /// Until the referee says goodbye or refuses, or a stop. `again` is called for each connection before anything is heard.
  Result<void> run(const ObeyLine& obey, const std::function<void()>& again, const std::stop_token& stop);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace banmen::serve
