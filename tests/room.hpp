// A hub with shared tables and its clients, for tests that control messages, time, disk and threads.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "core/hash.hpp"
#include "research/studies.hpp"
#include "serve/hub.hpp"

namespace banmen::serve {

inline const Catalog& all_games() {
  static const Catalog all(studies_of);
  return all;
}

/// The records that a keeper would have on disk.
class Shelf {
 public:
  void put(const Kept& what) {
    if (what.gone) {
      tables.erase(what.id);
      return;
    }
    Kept& kept = tables[what.id];
    std::vector<KeptMove> moves = std::move(kept.moves);
    kept = what;
    ASSERT_LE(what.first, moves.size());
    moves.resize(what.first);
    moves.insert(moves.end(), what.moves.begin(), what.moves.end());
    ASSERT_EQ(moves.size(), what.plies);
    kept.moves = std::move(moves);
    kept.first = 0;
  }
  [[nodiscard]] std::vector<Kept> all() const {
    std::vector<Kept> out;
    for (const auto& [id, kept] : tables) out.push_back(kept);
    return out;
  }
  std::map<std::string, Kept> tables;
};

class Room {
 public:
  explicit Room(bool keeps = false, WhitelistOptions offered = {}) : offer(all_games(), std::move(offered)), keeps_(keeps) {
    start();
  }

  /// Starts a server without clients; stored games are restored. `whole`: a table that can't be restored is a failure.
  void start(bool whole = true) {
    hub.reset();
    said.clear();
    jobs.clear();
    commits.clear();
    HubOptions options;
    options.seed = 7;
    options.key = "secret";
    options.keeps = keeps_;
    options.random = [this](std::size_t count) {
      std::string bytes;
      while (bytes.size() < count) bytes += static_cast<char>(mix(99, ++drawn_) >> 20);
      return bytes;
    };
    options.wall = [this] { return 1'800'000'000 + now; };
    hub = std::make_unique<Hub>(offer, options);
    set_aside = hub->restore(shelf.all(), now);
    if (whole)
      for (const Error& error : set_aside) ADD_FAILURE() << error.message();
    collect();
  }

  void connect(Client client, const std::string& address = "203.0.113.5") { hub->connect(client, now, address); }
  void cut(Client client) {
    hub->disconnect(client, now);
    collect();
  }
  void say(Client client, const Json& message) {
    hub->receive(client, message.dump(), now);
    collect();
  }
  void pass(double seconds) {
    now += seconds;
    hub->tick(now);
    collect();
  }
  void collect() {
    for (Outgoing& out : hub->take_outbox()) {
      if (out.close != 0) {
        closed = out.close;
        continue;
      }
      if (!out.text.starts_with('{')) {  // a referee's line to a bot
        lines[out.client].push_back(out.text);
        continue;
      }
      said[out.client].push_back(Json::parse(out.text));
      everything += out.text;
    }
    for (Job& job : hub->take_jobs()) jobs.push_back(std::move(job));
    for (Commit& commit : hub->take_commits()) commits.push_back(std::move(commit));
    const std::vector<JobId> stops = hub->take_stops();
    for (const JobId stop : stops)
      if (std::erase_if(jobs, [&](const Job& job) { return job.id == stop; }) > 0)
        hub->finished(stop, fail(ErrorKind::stopped, "stopped"), now);
    if (!stops.empty()) collect();  // other work may have started
  }
  void work() {
    ASSERT_FALSE(jobs.empty());
    const Job job = std::move(jobs.front());
    jobs.pop_front();
    hub->finished(job.id, job.work({}), now);
    collect();
  }
  /// Reports the oldest pending write to the disk as done or failed.
  void keep(bool well = true) {
    ASSERT_FALSE(commits.empty());
    const Commit commit = std::move(commits.front());
    commits.pop_front();
    if (well) shelf.put(commit.what);
    hub->committed(commit.id,
                   well ? Result<void>()
                        : Result<void>(fail(ErrorKind::failed,
                                            "can't write the store '/var/lib/banmen/tables.sqlite': database or disk is full")),
                   now);
    collect();
  }
  void keep_all() {
    while (!commits.empty()) keep();
  }

  /// Returns the next message of this type for a client; drops earlier ones.
  Json hear(Client client, const std::string& type) {
    auto& box = said[client];
    std::string others;
    while (!box.empty()) {
      Json message = std::move(box.front());
      box.pop_front();
      if (message["type"] == type) return message;
      others += " " + message["type"].get<std::string>() + (message.contains("error") ? message["error"].dump() : "");
    }
    ADD_FAILURE() << client << " did not hear " << type << " but" << others;
    return Json::object();
  }
  [[nodiscard]] bool heard(Client client, const std::string& type) {
    for (const Json& message : said[client])
      if (message["type"] == type) return true;
    return false;
  }
  std::string refusal(Client client, const std::string& type = "error") {
    return hear(client, type)["error"].value("key", std::string());
  }
  void forget() { said.clear(); }

  Json ask(const std::string& method, const std::string& target, const Json& body = Json::object(),
           const std::string& address = "127.0.0.1") {
    Reply reply = prepared(hub->request(method, target, {}, method == "POST" ? body.dump() : std::string(), now, address));
    if (std::holds_alternative<Later>(reply)) reply = std::get<Later>(reply).work({});
    if (const auto* awaited = std::get_if<Awaited>(&reply)) {
      keep_all();
      reply = Response(awaited->answer->response.value_or(awaited->late));
    }
    const Response response = std::get<Response>(reply);
    status = response.status;
    return Json::parse(response.body);
  }
  /// Does the work that a reply needs first.
  Reply prepared(Reply reply) {
    collect();
    if (auto* first = std::get_if<Prepared>(&reply)) {
      const Settled settled = first->work({})(now);
      std::visit([&](const auto& one) { reply = one; }, settled);
      collect();
    }
    return reply;
  }
  Json open(const Json& body, const std::string& address = "127.0.0.1") {
    Json opened = ask("POST", "/api/tables", body, address);
    EXPECT_EQ(status, 201) << opened.dump();
    return opened;
  }
  /// Opens a table of two where clients 1 and 2 sit and play.
  Json two(const std::string& game, Json more = Json::object()) {
    more["game"] = game;
    if (!more.contains("seats")) more["seats"] = {{{"who", "open"}}, {{"who", "open"}}};
    const Json table = open(more);
    for (std::size_t k = 0; k < table["seats"].size(); ++k) {
      const Client client = table["seats"][k]["seat"].get<Client>() + 1;
      connect(client);
      Json join = {{"type", "join"}, {"table", table["id"]}, {"token", table["seats"][k]["token"]}, {"name", names[client]}};
      if (k == 0) join["host"] = table["host"];
      say(client, join);
      keep_all();
    }
    forget();
    return table;
  }
  void play(Client client, std::size_t ply, const std::string& move) {
    say(client, {{"type", "move"}, {"ply", ply}, {"move", move}});
  }
  Json look(const Json& table) { return ask("GET", "/api/tables/" + table["id"].get<std::string>()); }
  /// Returns any of the moves that may be chosen now.
  std::string some_move(const Json& table) {
    const Json now_there = look(table);
    auto game = offer.share(now_there["game"].get<std::string>());
    auto session = (*game)->session();
    EXPECT_TRUE(session->restart(now_there["position"].get<std::string>()));
    return session->moves().front();
  }

  Whitelist offer;
  std::unique_ptr<Hub> hub;
  Shelf shelf;
  std::vector<Error> set_aside;  // errors of stored tables at the start
  double now = 1000;
  std::map<Client, std::deque<Json>> said;
  std::map<Client, std::deque<std::string>> lines;  // to bots
  std::deque<Job> jobs;
  std::deque<Commit> commits;
  std::string everything;  // every message ever sent
  int closed = 0, status = 0;
  std::map<Client, std::string> names = {{1, "Ann"}, {2, "Bob"}, {3, "Cid"}, {4, "Dee"}};

 private:
  bool keeps_;
  std::uint64_t drawn_ = 0;
};

}  // namespace banmen::serve
