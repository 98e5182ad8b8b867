// Work that a hub wants done on another thread, and what goes out to clients.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>

#include "catalog/search_jobs.hpp"
#include "core/error.hpp"
#include "serve/message.hpp"

namespace banmen::serve {

using Client = std::uint64_t;
using JobId = std::uint64_t;

/// Moves of agents, what searches for somebody who watches, and what needs no search (a long record, a file that changed): each has
/// threads of its own, and moves go first where processors are short.
enum class Lane { move, analysis, side };

/// A search. Whoever runs it gives the answer back to the hub.
struct Job {
  JobId id = 0;
  Lane lane = Lane::move;
  double limit = 0;  // seconds after its start when it is told to stop
  std::function<Result<Answer>(const std::stop_token&)> work;
};

/// A text for a client. Of a group, one that `replaces` takes the place of those that still wait to be sent.
struct Outgoing {
  enum class Group { none, game, lines };
  Client client = 0;
  std::string text;
  Group group = Group::none;
  bool replaces = false;
  int close = 0;  // where not 0: the connection is closed with this code, and the text says why
};

/// An answer to a request that takes a while.
struct Later {
  Lane lane = Lane::side;
  double limit = 0;
  std::function<Response(const std::stop_token&)> work;
};

/// An answer that comes when something is kept. Nobody holds a thread for it: who puts it there wakes who waits for it, both on the
/// hub's own thread.
struct Pending {
  std::optional<Response> response;
  std::function<void()> wake;
  void put(Response answer) {
    response = std::move(answer);
    if (wake) wake();
  }
};
struct Awaited {
  std::shared_ptr<Pending> answer;
  double limit = 0;  // seconds; after that `late` is the answer
  Response late;
};
using Settled = std::variant<Response, Awaited>;

/// Reading that takes a while, on another thread, and what the hub then does with what was read, on its own.
struct Prepared {
  double limit = 0;
  std::function<std::function<Settled(double now)>(const std::stop_token&)> work;
};
using Reply = std::variant<Response, Later, Awaited, Prepared>;

}  // namespace banmen::serve
