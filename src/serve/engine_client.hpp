// Client side of a bot: the lines of docs/engine.md over a WebSocket to a server's table.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace banmen::serve {

/// The link to a bot's seat: http://HOST:PORT/#table?id=ID&seat=K&token=TOKEN
struct SeatLink {
  std::string host, port, table, token;
};
Result<SeatLink> read_seat_link(std::string_view link);

/// Handles a line of the referee; false after its goodbye.
using ObeyLine = std::function<bool(std::string_view line)>;

/// The connection of one bot. Reconnects by itself.
class EngineClient {
 public:
  explicit EngineClient(SeatLink link);
  ~EngineClient();

  /// Thread-safe. Dropped without a connection, since the referee asks again.
  void say(std::string_view line);
  /// Runs until the referee says goodbye or refuses, or until stopped. Calls `again` at the start of each connection.
  Result<void> run(const ObeyLine& obey, const std::function<void()>& again, const std::stop_token& stop);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace banmen::serve
