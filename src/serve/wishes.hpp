// Work that a hub leaves to those who have sockets, threads and files: texts for clients, searches, changes to be kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "catalog/open_game.hpp"
#include "core/error.hpp"
#include "serve/fields.hpp"

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
  std::function<Result<AnyAnswer>(const std::stop_token&)> work;
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

// ---------------------------------------------------------------------------------------------- what is kept

struct KeptMove {
  std::string text;
  int seat = 0;      // who made it; chance is -1
  double at = 0;     // unix seconds
  double left = -1;  // of the mover's clock; below 0: there is none
};

/// A change of one table, as it must be on disk before anyone is told of it. Of moves it brings the new ones alone; what is
/// restored brings all of them.
struct Kept {
  std::string id, game, phase;      // "waiting", "running", "paused", "ended"
  bool kept = true, gone = false;   // gone: remove the table
  double created = 0, changed = 0;  // unix seconds
  std::vector<std::string> people;  // names, for finding finished games
  std::string record;               // text, once it has ended
  std::string state;                // JSON of everything but the moves: hashes of tokens, options, seats, clock, seed
  std::size_t plies = 0;            // how many moves stand now; later ones that were kept go
  std::size_t first = 0;            // ply of the first of `moves`
  std::vector<KeptMove> moves;
};

struct Commit {
  std::uint64_t id = 0;
  Kept what;
};

// ---------------------------------------------------------------------------------------------- all of it

struct Wishes {
  std::vector<Outgoing> out;
  std::vector<Job> jobs;
  std::vector<JobId> stops;
  std::vector<Commit> commits;

  void send(Client client, const Json& message, Outgoing::Group group = Outgoing::Group::none, bool replaces = false) {
    out.push_back({client, write(message), group, replaces, 0});
  }
  JobId begin(Lane lane, double limit, std::function<Result<AnyAnswer>(const std::stop_token&)> work) {
    jobs.push_back({++last_job_, lane, limit, std::move(work)});
    return last_job_;
  }

 private:
  JobId last_job_ = 0;
};

}  // namespace banmen::serve
