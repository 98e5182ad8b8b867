// The server without its sockets: JSON text in and out, bytes and the time as arguments. It owns no thread, no clock and no file.
//
// Whoever runs it hands in what clients send, carries out what they are to get (take_outbox), runs searches on threads of its own
// (take_jobs, take_stops) and hands their answers back (finished). All calls are made from one thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/analysis.hpp"
#include "serve/job.hpp"
#include "serve/offer.hpp"
#include "serve/table.hpp"

namespace banmen::serve {

struct HubOptions {
  std::uint64_t seed = 1;  // what seeds of games are made from that ask for none
  std::string version;
  std::string page_missing;  // why there is no page; empty: there is one
  std::string key;           // the operator's; empty: nobody is
  /// Studies, experiments, records: what the laboratory answers. Called from other threads, several at once.
  std::function<std::optional<Response>(const Request&, bool is_operator, const std::stop_token& stop)> lab;
};

class Hub {
 public:
  static constexpr std::size_t longest_message = 16 * 1024;

  Hub(const Offer& offer, HubOptions options);
  ~Hub();

  void connect(Client client, double now);
  void receive(Client client, std::string_view bytes, double now);
  void disconnect(Client client);
  /// A client reads slowly: no agent of its game moves until it has caught up.
  void hold_back(Client client, bool hold);
  void finished(JobId job, const Result<Answer>& answer);
  /// Who is to get the answer of a job; nobody any more, perhaps.
  [[nodiscard]] std::optional<Client> waiting_for(JobId job) const;
  /// A rule file of the operator's was read again.
  void changed(const std::string& game, const Json& errors);

  /// `authorization`: the header of that name. `body` is what was sent, for POST.
  Reply request(const std::string& method, const std::string& path, const std::string& authorization, std::string_view body);

  [[nodiscard]] std::vector<Outgoing> take_outbox() { return std::exchange(outbox_, {}); }
  [[nodiscard]] std::vector<Job> take_jobs() { return std::exchange(jobs_, {}); }
  [[nodiscard]] std::vector<JobId> take_stops() { return std::exchange(stops_, {}); }
  [[nodiscard]] std::size_t clients() const { return guests_.size(); }

 private:
  struct Guest {
    std::optional<Table> table;
    std::optional<Analysis> analysis;
    double tokens = 0, counted = 0;  // how many more messages it may send, and when that was known
    bool held = false;
  };

  void answer(Client client, Guest& guest, const Json& message);
  void join(Client client, Guest& guest, const Json& message);
  void move(Client client, Guest& guest, const Json& message);
  void undo(Client client, Guest& guest);
  void seats(Client client, Guest& guest, const Json& message);
  void end(Client client, Guest& guest, const Json& message);
  void analyse(Client client, Guest& guest, const Json& message);
  void choices(Client client, Guest& guest, const Json& message);
  void stop_thinking(Guest& guest);
  void stop_analysis(Guest& guest);

  /// Agents and dice move as long as it is their turn.
  void go_on(Client client, Guest& guest);
  void agent_answered(Client client, Guest& guest, const Result<Answer>& answer);
  void analysis_answered(Client client, Guest& guest, const Result<Answer>& answer);

  void send(Client client, const Json& message, Outgoing::Group group = Outgoing::Group::none, bool replaces = false);
  void send_table(Client client, Guest& guest);
  void send_moved(Client client, Guest& guest, Seat mover);
  void send_error(Client client, const Error& error, Json more = Json::object());
  void close(Client client, int code, std::string why);
  JobId begin(Client client, Lane lane, double limit, std::function<Result<Answer>(const std::stop_token&)> work);

  const Offer& offer_;
  HubOptions options_;
  std::map<Client, Guest> guests_;
  std::map<JobId, Client> running_;
  std::uint64_t joined_ = 0;
  JobId last_job_ = 0;
  std::vector<Outgoing> outbox_;
  std::vector<Job> jobs_;
  std::vector<JobId> stops_;
};

}  // namespace banmen::serve
