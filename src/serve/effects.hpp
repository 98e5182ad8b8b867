// Effects that the hub requests and its owner carries out: messages to clients, searches, changes to store.
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

/// Agents' moves, analyses, moves of games without people, and everything without a search (positions, records, changed files).
/// Each lane has its own threads; moves have the highest priority, games without people the lowest.
enum class Lane { move, analysis, background, side };

/// Threads and memory of a piece of work while it runs.
struct Cost {
  int threads = 1;
  std::uint64_t mib = 0;  // an agent's memory
};

/// A search. Its result is passed back through Hub::finished.
struct Job {
  JobId id = 0;
  Lane lane = Lane::move;
  double limit = 0;  // seconds from its start until it is stopped
  std::function<Result<AnyAnswer>(const std::stop_token&)> work;
};

/// A message to a client. With `replaces` it drops queued messages of the same group.
struct Outgoing {
  enum class Group { none, game, lines };
  Client client = 0;
  std::string text;
  Group group = Group::none;
  bool replaces = false;
  int close = 0;  // nonzero: close the connection with this code and `text` as the reason
};

/// A response that is computed on a thread of the pool.
struct Later {
  Lane lane = Lane::side;
  double limit = 0;
  std::function<Response(const std::stop_token&)> work;
  Cost cost = {};
};

/// A response that is available once a change is stored. It occupies no thread: `put` wakes the waiting coroutine, both on the
/// hub's thread.
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
  double limit = 0;  // seconds until `late` is sent instead
  Response late;
};
using Settled = std::variant<Response, Awaited, Later>;

/// Two stages: `work` runs on a thread of the pool, the function that it returns on the hub's thread.
struct Prepared {
  double limit = 0;
  std::function<std::function<Settled(double now)>(const std::stop_token&)> work;
};
using Reply = std::variant<Response, Later, Awaited, Prepared>;

// ---- Stored tables

struct KeptMove {
  std::string text;
  int seat = 0;      // chance is -1
  double at = 0;     // unix seconds
  double left = -1;  // on the mover's clock; negative: no clock
};

/// The state of one table after a change, to be stored before clients are informed. A change has only the new moves; a restored
/// table has all of them.
struct Kept {
  std::string id, game, phase;      // "waiting", "running", "paused", "ended"
  bool kept = true, gone = false;   // gone: remove the table
  double created = 0, changed = 0;  // unix seconds
  std::vector<std::string> people;  // names, for searching finished games
  std::string record;               // text; empty until the game has ended
  std::string state;                // JSON of everything but the moves: hashes of tokens, options, seats, clock, seed
  std::size_t plies = 0;            // number of moves now; stored moves beyond it are deleted
  std::size_t first = 0;            // ply of the first of `moves`
  std::vector<KeptMove> moves;
  std::string damage;  // of a restored table: why the store can't have written it; else empty
};

struct Commit {
  std::uint64_t id = 0;
  Kept what;
};

struct Effects {
  std::vector<Outgoing> out;
  std::vector<Job> jobs;
  std::vector<JobId> stops;
  std::vector<Commit> commits;

  void send(Client client, const Json& message, Outgoing::Group group = Outgoing::Group::none, bool replaces = false) {
    out.push_back({client, write(message), group, replaces, 0});
  }
};

}  // namespace banmen::serve
