// The server without its sockets: JSON text in and out, with bytes and the time as arguments. It owns no thread, clock or file.
//
// The owner passes in clients' messages, delivers the outgoing ones (take_outbox), runs searches on its own threads (take_jobs,
// take_stops, finished), stores changes (take_commits, committed) and advances the time (tick). All calls come from one thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/json.hpp"
#include "serve/effects.hpp"
#include "serve/requests.hpp"
#include "serve/table.hpp"
#include "serve/tables.hpp"
#include "serve/whitelist.hpp"

namespace banmen::serve {

struct Analysis;

class Hub {
 public:
  static constexpr std::size_t longest_message = 16 * 1024;

  Hub(const Whitelist& offer, HubOptions options);
  ~Hub();

  enum class Kind { page, engine };
  /// `address`: the client's; its work is accounted to it.
  void connect(Client client, double now, const std::string& address = {}, Kind kind = Kind::page);
  /// A message that opens a game needs work first: it is returned, runs on any thread, and returns what remains to be done on this
  /// one. Until then no further message of the client may be passed in.
  using Ahead = std::function<std::function<void(double now)>()>;
  [[nodiscard]] Ahead hear(Client client, std::string_view bytes, double now);
  /// The same with the work done here.
  void receive(Client client, std::string_view bytes, double now) {
    if (const Ahead work = hear(client, bytes, now)) work()(now);
  }
  void disconnect(Client client, std::optional<double> now = {});
  /// Backpressure: no agent of the client's own game moves until the client has caught up.
  void hold_back(Client client, bool hold);
  /// Called for each job when its thread is free again, also for those that were stopped.
  void finished(JobId job, const Result<AnyAnswer>& answer, std::optional<double> now = {});
  /// The client that waits for a job, if any still does; 0: a shared table.
  [[nodiscard]] std::optional<Client> waiting_for(JobId job) const;
  /// A rule file of the operator was reloaded.
  void changed(const std::string& game, const Json& errors);
  /// Called ten times a second: clocks, absences, expiry of tables.
  void tick(double now);

  /// The result of storing a change from take_commits.
  void committed(std::uint64_t commit, const Result<void>& kept, double now);
  /// Restores stored tables, before any client connects. Returns the errors of those that can't be.
  std::vector<Error> restore(const std::vector<Kept>& tables, double now);

  /// `target`: path and query. `authorization`: the header of that name. `body`: for POST. `address`: the client's, for rate
  /// limits.
  Reply request(const std::string& method, const std::string& target, const std::string& authorization, std::string_view body,
                std::optional<double> now = {}, const std::string& address = {});

  [[nodiscard]] std::vector<Outgoing> take_outbox() { return std::exchange(effects_.out, {}); }
  [[nodiscard]] std::vector<Job> take_jobs() { return std::exchange(effects_.jobs, {}); }
  [[nodiscard]] std::vector<JobId> take_stops() { return std::exchange(effects_.stops, {}); }
  [[nodiscard]] std::vector<Commit> take_commits() { return std::exchange(effects_.commits, {}); }
  [[nodiscard]] std::size_t clients() const { return guests_.size(); }
  /// The threads and the memory that requests share with searches.
  [[nodiscard]] Shares& shares() { return shares_; }

 private:
  struct Guest {
    std::shared_ptr<Analysis> analysis;
    double tokens = 0, counted = 0;  // token bucket of messages, and the time of its last update
    std::string address = {};
    Kind kind = Kind::page;
  };

  double at(std::optional<double> now);
  [[nodiscard]] Ahead analyse(Client client, Guest& guest, const Analyse& asked);
  /// Starts the next search of an analysis, each with more time.
  void think(Client client, Guest& guest);
  void stop_analysis(Guest& guest);

  void analysis_answered(Client client, Guest& guest, const Result<AnyAnswer>& answer);

  void send_error(Client client, const Error& error, const Json& more = Json::object());
  /// Reports a protocol violation and disconnects the client.
  void disconnect_for(Client client, const Error& error);
  void close(Client client, int code, std::string why);

  const Whitelist& offer_;
  HubOptions options_;
  std::map<Client, Guest> guests_;
  std::map<JobId, Client> running_;
  double now_ = 0;  // the latest time passed in
  Effects effects_;
  Shares shares_;
  Tables tables_;
  Bots bots_;
  RateLimit table_limit_;
};

}  // namespace banmen::serve
