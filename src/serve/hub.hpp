// The server without its sockets: JSON text in and out, bytes and the time as arguments. It owns no thread, no clock and no file.
//
// Whoever runs it hands in what clients send, carries out what they are to get (take_outbox), runs searches on threads of its own
// (take_jobs, take_stops) and hands their answers back (finished), keeps what must last (take_commits, committed), and says what
// time it is (tick). All calls are made from one thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/json.hpp"
#include "serve/requests.hpp"
#include "serve/table.hpp"
#include "serve/tables.hpp"
#include "serve/whitelist.hpp"
#include "serve/wishes.hpp"

namespace banmen::serve {

struct Analysis;

class Hub {
 public:
  static constexpr std::size_t longest_message = 16 * 1024;

  Hub(const Whitelist& offer, HubOptions options);
  ~Hub();

  enum class Kind { page, engine };
  /// `address`: where the client is, for limits alone.
  void connect(Client client, double now, const std::string& address = {}, Kind kind = Kind::page);
  void receive(Client client, std::string_view bytes, double now);
  void disconnect(Client client, std::optional<double> now = {});
  /// A client reads slowly: no agent of its game moves until it has caught up.
  void hold_back(Client client, bool hold);
  void finished(JobId job, const Result<AnyAnswer>& answer, std::optional<double> now = {});
  /// Who is to get the answer of a job; nobody any more, perhaps. 0: a shared table.
  [[nodiscard]] std::optional<Client> waiting_for(JobId job) const;
  /// A rule file of the operator's was read again.
  void changed(const std::string& game, const Json& errors);
  /// Called ten times a second: flags fall, people are missed, tables are forgotten.
  void tick(double now);

  /// What take_commits handed out is on disk, or why it is not.
  void committed(std::uint64_t commit, const Result<void>& kept, double now);
  /// Tables as they were kept, before anybody connects. What can't go on is told.
  std::vector<Error> restore(const std::vector<Kept>& tables, double now);

  /// `target`: the path, with its query where there is one. `authorization`: the header of that name. `body` is what was sent, for
  /// POST. `address`: who asks.
  Reply request(const std::string& method, const std::string& target, const std::string& authorization, std::string_view body,
                std::optional<double> now = {}, const std::string& address = {});

  [[nodiscard]] std::vector<Outgoing> take_outbox() { return std::exchange(wishes_.out, {}); }
  [[nodiscard]] std::vector<Job> take_jobs() { return std::exchange(wishes_.jobs, {}); }
  [[nodiscard]] std::vector<JobId> take_stops() { return std::exchange(wishes_.stops, {}); }
  [[nodiscard]] std::vector<Commit> take_commits() { return std::exchange(wishes_.commits, {}); }
  [[nodiscard]] std::size_t clients() const { return guests_.size(); }

 private:
  struct Guest {
    std::shared_ptr<Analysis> analysis;
    double tokens = 0, counted = 0;  // how many more messages it may send, and when that was known
    std::string address = {};
    Kind kind = Kind::page;
  };

  double at(std::optional<double> now);
  void analyse(Client client, Guest& guest, const Analyse& asked);
  /// The next thought of an analysis, each time longer.
  void think(Client client, Guest& guest);
  void stop_analysis(Guest& guest);

  void analysis_answered(Client client, Guest& guest, const Result<AnyAnswer>& answer);

  void send_error(Client client, const Error& error, const Json& more = Json::object());
  /// Who sends what no client of ours sends is told why, and let go of.
  void show_out(Client client, const Error& error);
  void close(Client client, int code, std::string why);

  const Whitelist& offer_;
  HubOptions options_;
  std::map<Client, Guest> guests_;
  std::map<JobId, Client> running_;
  double now_ = 0;  // the latest that was heard of
  Wishes wishes_;
  Tables tables_;
  Bots bots_;
  Doorkeeper door_;
};

}  // namespace banmen::serve
