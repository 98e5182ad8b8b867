// Work that a hub wants done on another thread, and what goes out to clients.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <variant>

#include "catalog/search_jobs.hpp"
#include "core/error.hpp"
#include "serve/message.hpp"

namespace banmen::serve {

using Client = std::uint64_t;
using JobId = std::uint64_t;

/// Who goes first when threads are short: moves of agents, then what searches for somebody who watches. What needs no search (a
/// long record, a file that changed) has threads of its own and waits for neither.
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
using Reply = std::variant<Response, Later>;

}  // namespace banmen::serve
