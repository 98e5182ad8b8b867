// The hub without a socket: messages in, messages out; the test runs the jobs.
#include "serve/hub.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <latch>
#include <map>
#include <set>
#include <thread>

#include "catalog/scene_json.hpp"
#include "play/record.hpp"
#include "rules/budget.hpp"
#include "serve/guard.hpp"
#include "serve/pool.hpp"

namespace banmen::serve {
namespace {

const Catalog& catalog() {
  static const Catalog all;
  return all;
}

/// A server with its clients; `work` runs jobs.
class House {
 public:
  explicit House(WhitelistOptions offered = {}) : offer(catalog(), std::move(offered)), hub(offer, options()) { hub.connect(1, 0); }

  static HubOptions options() {
    HubOptions options;
    options.seed = 7;
    options.version = "test";
    options.key = "secret";
    return options;
  }

  void say(const std::string& text, Client client = 1) {
    hub.receive(client, text, now);
    now += 1;
    collect();
  }
  void collect() {
    for (Outgoing& out : hub.take_outbox()) {
      if (out.close != 0)
        closed = out.close;
      else
        said.push_back(Json::parse(out.text));
    }
    for (Job& job : hub.take_jobs()) jobs.push_back(std::move(job));
    const std::vector<JobId> stops = hub.take_stops();
    for (const JobId stop : stops) {
      stopped.push_back(stop);
      if (std::erase_if(jobs, [&](const Job& job) { return job.id == stop; }) > 0)
        hub.finished(stop, fail(ErrorKind::stopped, "stopped"));
    }
    if (!stops.empty()) collect();  // other work may have started
  }
  /// Runs the oldest job.
  void work() {
    ASSERT_FALSE(jobs.empty());
    const Job job = std::move(jobs.front());
    jobs.pop_front();
    hub.finished(job.id, job.work({}));
    collect();
  }
  /// The next message, which must have this type.
  Json hear(const std::string& type) {
    if (said.empty()) {
      ADD_FAILURE() << "expected a message " << type;
      return Json::object();
    }
    Json message = std::move(said.front());
    said.pop_front();
    EXPECT_EQ(message["type"], type) << message.dump();
    return message;
  }
  Json ask(const std::string& method, const std::string& path, const std::string& body = {},
           const std::string& authorization = {}) {
    Reply reply = hub.request(method, path, authorization, body);
    if (auto* prepared = std::get_if<Prepared>(&reply)) {
      const Settled settled = prepared->work({})(now);
      std::visit([&](const auto& one) { reply = one; }, settled);
    }
    Response response = std::holds_alternative<Later>(reply) ? std::get<Later>(reply).work({}) : std::get<Response>(reply);
    status = response.status;
    return Json::parse(response.body);
  }

  Whitelist offer;
  Hub hub;
  double now = 0;
  std::deque<Json> said;
  std::deque<Job> jobs;
  std::vector<JobId> stopped;
  int closed = 0, status = 0;
};

constexpr const char* two_people = R"("seats":[{"who":"human","name":"Ann"},{"who":"human"}])";
std::string join(const std::string& game, const std::string& more) {
  return R"({"type":"join","game":")" + game + "\"," + more + "}";
}
std::string played(std::size_t ply, const std::string& move) {
  return R"({"type":"move","ply":)" + std::to_string(ply) + R"(,"move":")" + move + "\"}";
}
std::string error_of(const Json& message) { return message["error"]["what"].get<std::string>(); }

/// All moves of a tree, requesting missing nodes one by one.
std::set<std::string> moves_by_parts(House& house, Json tree) {
  std::map<std::size_t, Json> nodes;
  for (std::size_t k = 0; k < tree["nodes"].size(); ++k) nodes[k] = tree["nodes"][k];
  std::set<std::string> moves;
  std::vector<std::size_t> open{0};
  std::set<std::size_t> seen;
  while (!open.empty()) {
    const std::size_t node = open.back();
    open.pop_back();
    if (!seen.insert(node).second) continue;
    if (!nodes.contains(node)) {
      house.say(R"({"type":"choices","ply":0,"node":)" + std::to_string(node) + "}");
      const Json part = house.hear("choices");
      EXPECT_LE(write(part).size(), longest_choices);
      EXPECT_EQ(part["node"], node);
      for (const auto& [number, one] : part["nodes"].items()) nodes[std::stoul(number)] = one;
    }
    if (!nodes.contains(node)) {
      ADD_FAILURE() << "node " << node << " does not come";
      return moves;
    }
    for (const Json& pick : nodes[node]["picks"])
      if (pick["next"].is_string())
        EXPECT_TRUE(moves.insert(pick["next"].get<std::string>()).second) << pick;
      else
        open.push_back(pick["next"].get<std::size_t>());
  }
  return moves;
}

TEST(Hub, SendsLongChoicesInParts) {
  House house;
  house.say(join("amazons:size=16", two_people));
  const Json choices = house.hear("table")["choices"];
  EXPECT_EQ(choices["form"], "tree");
  EXPECT_EQ(choices["cut"], true);
  EXPECT_LE(write(choices).size(), longest_choices);
  const auto game = catalog().open("amazons:size=16");
  ASSERT_TRUE(game);
  const std::vector<std::string> legal = (*game)->session()->moves();
  const std::set<std::string> moves = moves_by_parts(house, choices);
  EXPECT_EQ(moves, std::set<std::string>(legal.begin(), legal.end()));
  // Refused requests.
  house.say(R"({"type":"choices","ply":0,"node":100000})");
  EXPECT_EQ(error_of(house.hear("error")), "these choices have no node 100000 left to send");
  house.say(R"({"type":"choices","ply":3,"node":7})");
  EXPECT_EQ(error_of(house.hear("error")), "these choices are for ply 3, but the game is at ply 0");
  house.say(join("tictactoe", two_people));
  EXPECT_FALSE(house.hear("table")["choices"].contains("cut"));
  house.say(R"({"type":"choices","ply":0,"node":0})");
  EXPECT_EQ(error_of(house.hear("error")), "these choices have no node 0 left to send");
}

TEST(Hub, PeoplePlayAWholeGame) {
  House house;
  house.say(join("tictactoe", two_people));
  const Json table = house.hear("table");
  EXPECT_EQ(table["ply"], 0);
  EXPECT_EQ(table["seats"][0]["person"], "Ann");
  EXPECT_EQ(table["turn"], 0);
  EXPECT_EQ(table["choices"]["form"].is_string(), true);
  EXPECT_FALSE(table["picture"].empty());
  const char* moves[] = {"a1", "a2", "b1", "b2", "c1"};
  for (std::size_t ply = 0; ply < 5; ++ply) {
    house.say(played(ply, moves[ply]));
    const Json moved = house.hear("moved");
    EXPECT_EQ(moved["ply"], ply);
    EXPECT_EQ(moved["seat"], ply % 2);
    EXPECT_EQ(moved["move"], moves[ply]);
    EXPECT_EQ(moved["result"].is_null(), ply < 4);
    EXPECT_EQ(moved["choices"].is_null(), ply == 4);
  }
  house.say(played(5, "c3"));
  EXPECT_EQ(error_of(house.hear("refused")), "the game is over");
  EXPECT_EQ(house.hear("table")["history"].size(), 5U);
}

TEST(Hub, RefusesStaleAndIllegalMovesWithTheTable) {
  House house;
  house.say(join("tictactoe", two_people));
  house.hear("table");
  house.say(played(0, "a1"));
  house.hear("moved");
  house.say(played(0, "b1"));
  EXPECT_NE(error_of(house.hear("refused")).find("ply 0"), std::string::npos);
  EXPECT_EQ(house.hear("table")["ply"], 1);
  house.say(played(1, "a1"));
  const Json refused = house.hear("refused");
  EXPECT_NE(error_of(refused).find("a1"), std::string::npos);
  EXPECT_EQ(refused["ply"], 1);
  EXPECT_EQ(house.hear("table")["ply"], 1);
}

TEST(Hub, AgentsPlayAsOnTheTerminalWithTheSameSeed) {
  House house;
  for (const char* game : {"backgammon:checkers=3", "reversi:size=4"}) {
    house.say(join(game, R"("seats":[{"who":"agent","agent":"random"},{"who":"agent","agent":"random"}],"seed":9)"));
    Json last = house.hear("table");
    std::vector<std::string> history;
    for (;;) {
      while (!house.said.empty()) {
        last = std::move(house.said.front());
        house.said.pop_front();
        if (last["type"] == "moved") history.push_back(last["move"]);
      }
      if (house.jobs.empty()) break;
      house.work();
    }
    EXPECT_FALSE(last["result"].is_null());
    Replay start{*catalog().open(game), nullptr};
    start.session = start.game->session();
    LiveGame same(std::move(start), {"random", "random"}, 9, nullptr);
    while (!same.is_over()) ASSERT_TRUE(same.advance({}));
    EXPECT_EQ(history, same.session().history()) << game;
  }
}

TEST(Hub, PausedAgentsMoveLater) {
  House house;
  house.say(join("tictactoe", R"("seats":[{"who":"agent","agent":"random"},{"who":"agent","agent":"random"}],"paused":true)"));
  EXPECT_EQ(house.hear("table")["paused"], true);
  EXPECT_TRUE(house.jobs.empty());
  house.say(R"({"type":"step"})");
  EXPECT_EQ(house.hear("thinking")["agent"], "random");
  house.work();
  EXPECT_EQ(house.hear("moved")["ply"], 0);
  EXPECT_TRUE(house.jobs.empty());  // one step only
  house.say(R"({"type":"go"})");
  house.hear("thinking");
  house.say(R"({"type":"pause"})");
  house.work();
  EXPECT_TRUE(house.said.empty());  // its move is held back
  house.say(R"({"type":"step"})");
  EXPECT_EQ(house.hear("moved")["ply"], 1);
  // Backpressure: a slow reader's agents wait.
  house.hub.hold_back(1, true);
  house.say(R"({"type":"go"})");
  EXPECT_TRUE(house.jobs.empty());
  house.hub.hold_back(1, false);
  house.collect();
  EXPECT_EQ(house.jobs.size(), 1U);
}

TEST(Hub, UndoGoesToThePersonsTurnAndStopsTheSearch) {
  House house;
  house.say(join("tictactoe", R"("seats":[{"who":"human"},{"who":"agent","agent":"random"}])"));
  house.hear("table");
  house.say(played(0, "b2"));
  house.hear("moved");
  house.hear("thinking");
  house.say(R"({"type":"undo"})");
  EXPECT_EQ(house.stopped.size(), 1U);
  EXPECT_EQ(house.hear("table")["ply"], 0);
  house.say(R"({"type":"undo"})");
  house.hear("error");
  EXPECT_EQ(house.hear("table")["ply"], 0);
}

TEST(Hub, ChangesSeatsDuringTheGame) {
  House house;
  house.say(join("tictactoe", R"("seats":[{"who":"human"},{"who":"agent","agent":"random"}])"));
  house.hear("table");
  house.say(R"({"type":"seats","seats":[{"who":"agent","agent":"random"},{"who":"human"}]})");
  const Json table = house.hear("table");
  EXPECT_EQ(table["seats"][0]["who"], "agent");
  EXPECT_TRUE(table["choices"].is_null());
  house.hear("thinking");
  house.say(R"({"type":"seats","seats":[{"who":"human"}]})");
  EXPECT_NE(error_of(house.hear("error")).find("2 seats"), std::string::npos);
}

TEST(Hub, GamesEndByResignationAgreementAndTime) {
  for (const std::string how : {"resigned", "draw", "time"}) {
    House house;
    house.say(join("tictactoe", two_people));
    house.hear("table");
    house.say(R"({"type":"end","how":")" + how + "\"" + (how == "draw" ? "" : R"(,"seat":1)") + "}");
    const Json ended = house.hear("ended");
    EXPECT_EQ(ended["how"], how);
    EXPECT_EQ(ended["seat"], how == "draw" ? Json(nullptr) : Json(1));
    house.say(played(0, "a1"));
    house.hear("refused");
    EXPECT_EQ(house.hear("table")["ended"]["how"], how);
    house.say(R"({"type":"undo"})");
    EXPECT_TRUE(house.hear("table")["ended"].is_null());
  }
}

TEST(Hub, OnAnAgentsTurnTheOnlyPersonResigns) {
  House house;
  house.say(join("tictactoe", R"("seats":[{"who":"agent","agent":"random"},{"who":"human"}])"));
  house.hear("table");
  house.hear("thinking");
  house.say(R"({"type":"end","how":"resigned"})");
  EXPECT_EQ(house.hear("ended")["seat"], 1);
  EXPECT_EQ(house.stopped.size(), 1U);
}

TEST(Hub, PeopleKeepTheirNames) {
  House house;
  house.say(join("tictactoe", R"("seats":[{"who":"agent","agent":"random"},{"who":"human","name":"Ada"}])"));
  EXPECT_EQ(house.hear("table")["seats"][1]["person"], "Ada");
  house.hear("thinking");
  // A person with a name is a person.
  house.work();
  EXPECT_TRUE(house.hear("moved")["choices"].is_object());
  house.say(R"({"type":"seats","seats":[{"who":"human","name":"Ada"},{"who":"agent","agent":"random"}]})");
  house.hear("table");
  house.hear("thinking");
  house.say(R"({"type":"end","how":"resigned"})");
  EXPECT_EQ(house.hear("ended")["seat"], 0);
  // Names that don't fit on a record's line are refused.
  for (const std::string name : {"A\\nseed 5", "Ada ;", ";"}) {
    house.say(join("tictactoe", R"("seats":[{"who":"human"},{"who":"human","name":")" + name + "\"}]"));
    EXPECT_NE(house.hear("error")["error"]["what"].get<std::string>().find("name"), std::string::npos) << name;
  }
  // Names from records may be too long or have bidirectional controls.
  house.say(join("tictactoe",
                 R"("seats":[{"who":"human","name":")" + std::string(40, 'x') + R"("},{"who":"human","name":" A\u202eda "}])"));
  const Json seats = house.hear("table")["seats"];
  EXPECT_EQ(seats[0]["person"], std::string(32, 'x'));
  EXPECT_EQ(seats[1]["person"], "Ada");
}

TEST(Hub, IgnoresResultsThatNoClientWaitsFor) {
  House house;
  house.say(join("tictactoe", R"("seats":[{"who":"agent","agent":"random"},{"who":"human"}])"));
  ASSERT_EQ(house.jobs.size(), 1U);
  const JobId job = house.jobs.front().id;
  EXPECT_EQ(house.hub.waiting_for(job), std::optional<Client>(1));
  house.hub.disconnect(1);
  EXPECT_EQ(house.hub.waiting_for(job), std::nullopt);
}

TEST(Hub, AnExternalProgramThatCrashesForfeits) {
  WhitelistOptions offered;
  offered.agents = {{"bot", "engine:timeout=2,cmd=false"}};
  House house(offered);
  house.say(join("tictactoe", R"("seats":[{"who":"agent","agent":"bot"},{"who":"human"}])"));
  EXPECT_EQ(house.hear("table")["seats"][0]["agent"], "bot");
  EXPECT_EQ(house.hear("thinking")["agent"], "bot");
  house.work();
  const Json ended = house.hear("ended");
  EXPECT_EQ(ended["how"], "forfeit");
  EXPECT_EQ(ended["seat"], 0);
  EXPECT_NE(ended["verdict"].get<std::string>().find("bot: "), std::string::npos);
}

TEST(Hub, AnalysesDeepenAndAreReplaced) {
  House house;
  house.say(R"({"type":"analyse","id":1,"game":"reversi","lines":2})");
  house.work();
  const Json lines = house.hear("lines");
  EXPECT_EQ(lines["id"], 1);
  EXPECT_EQ(lines["done"], false);
  EXPECT_EQ(lines["lines"].size(), 2U);
  EXPECT_EQ(lines["seat"], 0);
  EXPECT_FALSE(lines["unit"].get<std::string>().empty());
  ASSERT_EQ(house.jobs.size(), 1U);
  EXPECT_EQ(house.jobs.front().lane, Lane::analysis);
  const JobId second = house.jobs.front().id;
  house.say(R"({"type":"analyse","id":2,"game":"tictactoe","moves":["a1"],"agent":"alphabeta:depth=9"})");
  EXPECT_EQ(house.stopped.back(), second);
  ASSERT_EQ(house.jobs.size(), 1U);
  house.work();
  const Json last = house.hear("lines");
  EXPECT_EQ(last["id"], 2);
  EXPECT_EQ(last["seat"], 1);
  EXPECT_EQ(last["done"], true);  // it had limits of its own
  house.say(R"({"type":"analyse","id":3,"game":"reversi"})");
  house.say(R"({"type":"stop"})");
  EXPECT_TRUE(house.jobs.empty());
  house.say(R"({"type":"analyse","id":4,"game":"tictactoe","moves":["a1","a2","b1","b2","c1"]})");
  EXPECT_EQ(house.hear("lines")["done"], true);
}

TEST(Hub, MarksMessagesThatReplaceEachOther) {
  House house;
  house.hub.receive(1, join("tictactoe", two_people), 0);
  house.hub.receive(1, R"({"type":"analyse","id":4,"game":"tictactoe","moves":["a1","a2","b1","b2","c1"]})", 0);
  const auto out = house.hub.take_outbox();
  ASSERT_EQ(out.size(), 2U);
  EXPECT_TRUE(out[0].group == Outgoing::Group::game && out[0].replaces);
  EXPECT_TRUE(out[1].group == Outgoing::Group::lines && out[1].replaces);
}

TEST(Hub, DisconnectsClientsThatViolateTheProtocol) {
  const std::string deep = std::string(R"({"type":"join","game":)") + std::string(9, '[') + std::string(9, ']') + "}";
  const std::pair<std::string, std::string> wrong[] = {
      {"garbage", "invalid JSON"},
      {"{\"type\":\"\xff\"}", "invalid JSON"},
      {"[1,2]", "a JSON object"},
      {R"({"type":"join")", "invalid JSON"},
      {R"({"type":"join","seed":1e999})", "out of range"},
      {deep, "more than 8 nested"},
      {R"({"game":"bao"})", "'type' is required"},
      {R"({"type":7})", "'type' is required"},
      {R"({"type":"jion"})", "unknown message 'jion'"},
  };
  for (const auto& [message, what] : wrong) {
    House house;
    house.say(message);
    EXPECT_NE(error_of(house.hear("error")).find(what), std::string::npos) << message;
    EXPECT_EQ(house.closed, 1008) << message;
    EXPECT_EQ(house.hub.clients(), 0U) << message;
  }
}

TEST(Hub, RefusesInvalidMessages) {
  House house;
  const std::pair<std::string, std::string> wrong[] = {
      {R"({"type":"move","ply":0,"move":"a1"})", "connection has no game"},
      {join("tictactoe", two_people + std::string(R"(,"colour":"red")")), "unknown field 'colour'"},
      {join("tictactoe", R"("seats":[{"who":"human"}])"), "2 seats"},
      {join("tictactoe", R"("seats":[{"who":"human","age":3},{"who":"human"}])"), "unknown field 'age'"},
      {join("tictactoe", R"("seats":[{"who":"ghost"},{"who":"human"}])"), "unknown player 'ghost'"},
      {join("tictactoe", R"("seats":"all")"), "'seats' must be a list"},
      {join("tictactoe", two_people + std::string(R"(,"seed":-1)")), "'seed' must be"},
      {join("tictactoe", two_people + std::string(R"(,"paused":"yes")")), "'paused' must be"},
      {join("tictactoo", two_people), "there is no game 'tictactoo'"},
      {join("bao:holes=99", two_people), "holes"},
      {join("bao:colour=red", two_people), "colour"},
      {join("tictactoe", two_people + std::string(R"(,"position":"nonsense")")), ""},
      {join("tictactoe", two_people + std::string(R"(,"moves":["a1","zz"])")), "zz"},
      {join("tictactoe", two_people + std::string(R"(,"moves":[1])")), "list of texts"},
      {join("/etc/passwd", two_people), "may not name files"},
      {join("./mine.game", two_people), "may not name files"},
      {join("tictactoe", R"("seats":[{"who":"agent","agent":"nobody"},{"who":"human"}])"), "there is no agent 'nobody'"},
      {join("tictactoe", R"("seats":[{"who":"agent"},{"who":"human"}])"), "'agent' is required"},
      {join("tictactoe", R"("seats":[{"who":"agent","agent":"engine:cmd=touch /tmp/x"},{"who":"human"}])"),
       "may not start programs"},
      {join("tictactoe", R"("seats":[{"who":"agent","agent":"alphabeta:db=/etc/passwd"},{"who":"human"}])"),
       "names a file, but clients may not name files"},
      {join("tictactoe", R"("seats":[{"who":"agent","agent":"uct:memory=65536"},{"who":"human"}])"), "memory=65536 is more"},
      {join("tictactoe", R"("seats":[{"who":"agent","agent":"alphabeta:table=65536"},{"who":"human"}])"), "table=65536 is more"},
      {join("tictactoe", R"("seats":[{"who":"agent","agent":"uct:workers=200"},{"who":"human"}])"), "workers=200 is more"},
      {join("tictactoe", R"("seats":[{"who":"agent","agent":"uct:time=3600"},{"who":"human"}])"), "time=3600 is more"},
      {R"({"type":"analyse","game":"tictactoe","agent":"engine:cmd=true"})", "may not start programs"},
      {R"({"type":"analyse","game":"tictactoe","lines":0})", "'lines' must be"},
      {R"({"type":"analyse"})", "'game' is required"},
      {R"({"type":"stop","now":true})", "unknown field 'now'"},
  };
  for (const auto& [message, what] : wrong) {
    house.say(message);
    const Json error = house.hear("error");
    EXPECT_NE(error_of(error).find(what), std::string::npos) << message << "\n" << error.dump();
    EXPECT_TRUE(house.said.empty()) << message;
    EXPECT_TRUE(house.jobs.empty()) << message;
  }
  EXPECT_EQ(house.closed, 0);
}

TEST(Hub, RefusedMessagesChangeNothing) {
  House house;
  house.say(join("tictactoe", two_people));
  house.hear("table");
  house.say(played(0, "b2"));
  house.hear("moved");
  house.say(join("no-such-game", two_people));
  house.hear("error");
  house.say(join("tictactoe", R"("seats":[{"who":"human"},{"who":"agent","agent":"engine:cmd=true"}])"));
  house.hear("error");
  house.say(R"({"type":"end","how":"magic"})");
  house.hear("error");
  house.say(played(1, "a1"));
  EXPECT_EQ(house.hear("moved")["ply"], 1);
}

TEST(Hub, DisconnectsFloodsAndOversizedMessages) {
  House house;
  for (int k = 0; k < 41 && house.closed == 0; ++k) {
    house.hub.receive(1, R"({"type":"stop"})", 0);
    house.collect();
  }
  EXPECT_EQ(house.closed, 1008);
  EXPECT_EQ(house.hub.clients(), 0U);
  House other;
  other.say(std::string(Hub::longest_message + 1, ' '));
  EXPECT_EQ(other.closed, 1009);
}

TEST(Hub, LimitsTheMemoryOfAgentsThatThink) {
  WhitelistOptions offered;
  offered.memory = 300;
  House house(offered);
  const std::string big = R"({"who":"agent","agent":"uct:time=0.01,memory=200"})", small = R"({"who":"agent","agent":"random"})";
  // Only one of both thinks at a time.
  house.say(join("tictactoe", R"("seats":[)" + big + "," + big + "]"));
  house.hear("table");
  house.hear("thinking");
  ASSERT_EQ(house.jobs.size(), 1U);
  house.hub.connect(2, 0);
  house.say(join("tictactoe", R"("seats":[)" + big + "," + small + "]"), 2);
  house.hear("table");
  EXPECT_EQ(house.hear("thinking")["waits"], true);
  ASSERT_EQ(house.jobs.size(), 1U);
  house.hub.disconnect(1);
  house.collect();
  EXPECT_FALSE(house.hear("thinking").contains("waits"));
  EXPECT_EQ(house.jobs.size(), 1U);
  house.say(join("tictactoe", R"("seats":[{"who":"agent","agent":"uct:time=1,memory=400"},)" + small + "]"), 2);
  const Json refused = house.hear("error");
  EXPECT_NE(refused["error"]["hint"].get<std::string>().find("memory=299"), std::string::npos) << refused.dump();
}

TEST(Hub, AnswersRequestsWithTheCommandsDocuments) {
  House house;
  const Json games = house.ask("GET", "/api/games");
  EXPECT_EQ(house.status, 200);
  const Json& first = games["games"][0];
  for (const char* field : {"id", "title", "parameters", "players", "agents", "seats", "group", "ladder", "studies"})
    EXPECT_TRUE(first.contains(field)) << field;
  EXPECT_TRUE(first["agents"][0].contains("parameters"));
  EXPECT_FALSE(games["library"].empty());
  EXPECT_EQ(games["library"][0]["group"], "library");
  EXPECT_FALSE(house.ask("GET", "/api/agents")["agents"].empty());
  const Json shown = house.ask("POST", "/api/show", R"({"game":"tictactoe","moves":["a1","b2"],"ply":1})");
  EXPECT_EQ(shown["history"], Json({"a1"}));
  for (const char* field : {"layout", "scene", "steps", "choices", "picture", "position"})
    EXPECT_TRUE(shown.contains(field)) << field;
  const Json record = house.ask("POST", "/api/show",
                                Json({{"record", "banmen-record 1\ngame tictactoe\nmoves\n1. a1\nresult unfinished\n"}}).dump());
  EXPECT_EQ(record["history"], Json({"a1"}));
  const Json analysed = house.ask("POST", "/api/analyse", R"({"game":"tictactoe","agent":"alphabeta:depth=3","lines":2})");
  EXPECT_EQ(analysed["lines"].size(), 2U);
  EXPECT_EQ(analysed["complete"], true);
  EXPECT_EQ(house.ask("GET", "/api/health")["operator"], false);
  EXPECT_EQ(house.ask("GET", "/api/health", "", "Bearer secret")["operator"], true);
}

TEST(Hub, BadRequestsHaveFittingStatuses) {
  House house;
  const auto status = [&](const char* method, const char* path, const char* body = "", const char* key = "") {
    const Json answer = house.ask(method, path, body, key);
    EXPECT_TRUE(answer.contains("error")) << path;
    return house.status;
  };
  EXPECT_EQ(status("GET", "/api/nothing"), 404);
  EXPECT_EQ(status("GET", "/api/experiments/"), 404);
  EXPECT_EQ(status("DELETE", "/api/games"), 405);
  EXPECT_EQ(status("POST", "/api/games", "{}"), 405);
  EXPECT_EQ(status("GET", "/api/show"), 405);
  EXPECT_EQ(status("GET", "/api/record/burn"), 404);
  EXPECT_EQ(status("POST", "/api/claims", "{}"), 405);
  EXPECT_EQ(status("POST", "/api/show", "{"), 400);
  EXPECT_EQ(status("POST", "/api/show", "{}"), 400);
  EXPECT_EQ(status("POST", "/api/show", R"({"game":"nothing"})"), 404);
  EXPECT_EQ(status("POST", "/api/show", R"({"game":"tictactoe","record":"x","moves":["a1"]})"), 400);
  EXPECT_EQ(status("POST", "/api/show", R"({"record":"banmen-record 1\ngame /etc/passwd\nmoves\nresult unfinished\n"})"), 400);
  EXPECT_EQ(status("POST", "/api/show", R"({"game":"tictactoe","ply":5})"), 400);
  EXPECT_EQ(status("POST", "/api/analyse", R"({"game":"tictactoe","seconds":1e9})"), 400);
  EXPECT_EQ(status("GET", "/api/health", "", "Bearer wrong"), 401);
  EXPECT_EQ(status("GET", "/api/claims"), 404);  // no laboratory
}

TEST(Hub, ClientsNameNoFiles) {
  House house;
  for (const char* game : {"/etc/passwd", "./x.game", "games/x.game:n=3", "a:/../x.game", "a:b/../../x.game:n=/", ":/x"}) {
    const Json answer = house.ask("POST", "/api/show", Json({{"game", game}}).dump());
    EXPECT_EQ(house.status, 400) << game;
    EXPECT_EQ(answer["error"]["what"], "clients may not name files") << game;
    (void)house.ask("POST", "/api/show", Json({{"record", "banmen-record 1\ngame " + std::string(game) + "\nmoves\n"}}).dump());
    EXPECT_EQ(house.status, 400) << game;
  }
  (void)house.ask("POST", "/api/show", Json({{"game", "amazons:board=o..o/..../..../x..x"}}).dump());
  EXPECT_EQ(house.status, 200);
}

TEST(Hub, RefusesObjectsOfVeryManyNames) {
  // An object keeps its names in order, so that reading n of them takes n² comparisons.
  std::string wide = "{";
  for (int k = 0; k < 20000; ++k) wide += "\"" + std::to_string(k) + "\":0,";
  wide.back() = '}';
  House house;
  for (const std::string& body : {wide, R"({"game":)" + wide + "}"}) {
    const Json answer = house.ask("POST", "/api/show", body);
    EXPECT_EQ(house.status, 400);
    EXPECT_EQ(answer["error"]["what"], "an object with more than 256 names");
  }
  house.say(R"({"type":"join","game":)" + wide.substr(0, 8000) + R"("z":0}})");
  EXPECT_EQ(house.hear("error")["error"]["what"], "an object with more than 256 names");
}

TEST(Hub, ReadsLongBodiesOnAThreadOfThePool) {
  House house;
  EXPECT_TRUE(std::holds_alternative<Later>(house.hub.request("POST", "/api/show", "", "{")));
}

TEST(Hub, RefusesBrokenRecordsWithLineAndColumn) {
  House house;
  const Json answer =
      house.ask("POST", "/api/show", Json({{"record", "banmen-record 1\ngame tictactoe\nmoves\n1. a1\n2. zz\n"}}).dump());
  EXPECT_EQ(house.status, 400);
  EXPECT_EQ(answer["error"]["line"], 5);
  EXPECT_GT(answer["error"]["column"], 1);
}

TEST(Hub, UsesTheOperatorsDatabasesOnly) {
  WhitelistOptions offered;
  offered.databases = {"/data/small.db"};
  House house(offered);
  const auto game = catalog().open("bao:holes=2");
  const auto named = house.offer.look_up(**game, "alphabeta:db=small.db");
  ASSERT_FALSE(named);  // allowed, but the file does not exist
  EXPECT_EQ(named.error().what.find("client"), std::string::npos) << named.error().what;
  EXPECT_NE(house.offer.look_up(**game, "alphabeta:db=other.db").error().what.find("client"), std::string::npos);
}

TEST(Hub, InformsClientsOfChangedRules) {
  House house;
  house.hub.changed("./mine.game", Json::array({{{"line", 3}, {"what", "no"}}}));
  house.collect();
  const Json changed = house.hear("changed");
  EXPECT_EQ(changed["game"], "./mine.game");
  EXPECT_EQ(changed["errors"][0]["line"], 3);
}

TEST(Guard, ChecksHostsOriginsAndTypes) {
  const Guard guard(8421, {"lab.example"});
  const auto status = [&](RequestHead asked) {
    const auto refused = guard.refuse(asked);
    return refused ? refused->status : 200;
  };
  EXPECT_EQ(status({"GET", "/", "127.0.0.1:8421", "", ""}), 200);
  EXPECT_EQ(status({"GET", "/", "LOCALHOST:8421", "http://localhost:8421", ""}), 200);
  EXPECT_EQ(status({"GET", "/", "[::1]:8421", "", ""}), 200);
  EXPECT_EQ(status({"GET", "/", "lab.example", "http://lab.example", ""}), 200);
  EXPECT_EQ(status({"GET", "/", "lab.example", "https://lab.example", ""}), 403);
  EXPECT_FALSE(Guard(8421, {"lab.example"}, true).refuse({"GET", "/", "lab.example", "https://lab.example", ""}));
  EXPECT_EQ(status({"GET", "/", "lab.example:8421", "", ""}), 200);
  EXPECT_EQ(status({"GET", "/", "127.0.0.1", "", ""}), 421);
  EXPECT_EQ(status({"GET", "/", "127.0.0.1.evil.example:8421", "", ""}), 421);
  EXPECT_EQ(status({"GET", "/", "evil.example:8421", "http://evil.example:8421", ""}), 421);
  EXPECT_EQ(status({"GET", "/", "", "", ""}), 421);
  EXPECT_EQ(status({"GET", "/", "127.0.0.1:8421", "", "", 2}), 421);
  EXPECT_EQ(status({"GET", "/", "127.0.0.1:8421", "http://evil.example", ""}), 403);
  EXPECT_EQ(status({"GET", "/", "127.0.0.1:8421", "null", ""}), 403);
  EXPECT_EQ(status({"GET", "/", "127.0.0.1:8421", "http://localhost:8421", ""}), 403);
  EXPECT_EQ(status({"POST", "/", "127.0.0.1:8421", "", "text/plain"}), 415);
  EXPECT_EQ(status({"POST", "/", "127.0.0.1:8421", "", "application/json; charset=utf-8"}), 200);
}

TEST(Guard, RefusesCrossSiteRequestsToTheApi) {
  const Guard guard(8421, {});
  const auto status = [&](const char* path, const char* site, const char* origin = "") {
    const auto refused = guard.refuse({.method = "GET", .path = path, .host = "127.0.0.1:8421", .origin = origin, .site = site});
    return refused ? refused->status : 200;
  };
  // No browser, an address that was typed in, and the page itself.
  for (const char* site : {"", "none", "same-origin"}) EXPECT_EQ(status("/api/games/chess", site), 200) << site;
  // A page elsewhere, or at another port or subdomain of this host.
  for (const char* site : {"cross-site", "Cross-Site", "same-site"})
    for (const char* path : {"/api/games/chess", "/api/tables", "/api/health"}) EXPECT_EQ(status(path, site), 403) << site << path;
  EXPECT_EQ(status("/api/ws", "cross-site", "http://127.0.0.1:8421"), 403);
  EXPECT_EQ(status("/api/ws", "same-site", "http://127.0.0.1:8421"), 200);  // the origin is this server's
  // A link to the page.
  EXPECT_EQ(status("/", "cross-site"), 200);
}

TEST(Guard, AcceptsTableIdsThatCanNameFiles) {
  EXPECT_TRUE(is_table_id("q4ztk2m7ab"));
  EXPECT_TRUE(is_table_id(new_table_id([](std::size_t count) { return std::string(count, '\xff'); })));
  for (const char* id : {"", "../../x", "a/b", "a.b", "A", "a b", "a\n", "\xc3\xa4", "0123456789012345678901234567890123456789a"})
    EXPECT_FALSE(is_table_id(id)) << id;
}

TEST(Guard, TrustsOnlyALocalProxyForAddresses) {
  // Without a proxy X-Forwarded-For is ignored.
  EXPECT_EQ(counted_address("203.0.113.7", false, "198.51.100.1"), "203.0.113.7");
  EXPECT_EQ(counted_address("127.0.0.1", false, "198.51.100.1"), "127.0.0.1");
  // Only a local proxy is trusted, and only its own entry.
  EXPECT_EQ(counted_address("203.0.113.7", true, "198.51.100.1"), "203.0.113.7");
  EXPECT_EQ(counted_address("127.0.0.1", true, "198.51.100.1"), "198.51.100.1");
  EXPECT_EQ(counted_address("::1", true, "127.0.0.1, 192.0.2.1,\t198.51.100.1 "), "198.51.100.1");
  EXPECT_EQ(counted_address("127.0.0.1", true, ""), "127.0.0.1");
  EXPECT_EQ(counted_address("127.0.0.1", true, "127.0.0.1, nonsense"), "unknown");
  EXPECT_EQ(counted_address("127.0.0.1", true, " "), "unknown");
  // An IPv6 network counts as one address; both notations of an IPv4 address are the same.
  EXPECT_EQ(counted_address("2001:db8:1:2:3:4:5:6", false, ""), "2001:db8:1:2::/64");
  EXPECT_EQ(counted_address("::ffff:203.0.113.7", false, ""), "203.0.113.7");
  EXPECT_TRUE(is_this_machine(counted_address("::ffff:127.0.0.1", false, "")));
  EXPECT_TRUE(is_this_machine("::1"));
  EXPECT_FALSE(is_this_machine("::/64"));
  EXPECT_FALSE(is_this_machine("unknown"));
}

TEST(Pool, MovesDoNotWaitForAnalysesAndLanesAreFirstInFirstOut) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> order;
  bool begun = false, open = false;
  const auto note = [&](std::string what) {
    return [&, what](const std::stop_token&) {
      const std::lock_guard lock(mutex);
      order.push_back(what);
      changed.notify_all();
    };
  };
  Pool pool(1, 1);
  pool.submit(Lane::analysis, 0, [&](const std::stop_token&) {
    std::unique_lock lock(mutex);
    begun = true;
    changed.notify_all();
    changed.wait(lock, [&] { return open; });
  });
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return begun; });
  lock.unlock();
  pool.submit(Lane::analysis, 0, note("analysis 1"));
  const auto taken_back = pool.submit(Lane::analysis, 0, note("never"));
  pool.submit(Lane::analysis, 0, note("analysis 2"));
  EXPECT_EQ(pool.load(Lane::analysis), 4U);
  pool.stop(taken_back);
  // A running analysis blocks neither moves nor work without a search.
  for (const auto& [lane, what] : {std::pair(Lane::move, "move 1"), {Lane::move, "move 2"}, {Lane::side, "side"}}) {
    pool.submit(lane, 0, note(what));
    lock.lock();
    changed.wait(lock, [&] { return order.size() > 0 && order.back() == what; });
    lock.unlock();
  }
  lock.lock();
  open = true;
  changed.notify_all();
  changed.wait(lock, [&] { return order.size() == 5; });
  EXPECT_EQ(order, (std::vector<std::string>{"move 1", "move 2", "side", "analysis 1", "analysis 2"}));
}

TEST(Pool, StopsWork) {
  std::atomic<int> begun = 0, ended = 0;
  Pool pool(2, 0);
  const auto listen = [&](const std::stop_token& stop) {
    ++begun;
    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++ended;
  };
  const auto one = pool.submit(Lane::analysis, 0, listen);
  pool.submit(Lane::analysis, 0.01, listen);
  while (begun < 2) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  pool.stop(one);
  while (ended < 2) {
    pool.enforce_limits();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  pool.submit(Lane::move, 0, listen);
  EXPECT_TRUE(pool.end(std::chrono::hours(1)));
}

TEST(OwnGames, NameWhatIsTooCostly) {
  const std::string path = testing::TempDir() + "banmen_costly_" + std::to_string(::getpid()) + ".game";
  std::ofstream(path) << "game \"N\"\nboard grid 20 x 20\nseats a b\npiece man \"x\" \"o\"\nturn\n  choose s in empty\n"
                         "  require [i in all where [j in all where\n"
                         "    [k in all where [l in all where count(near(l)) + count(near(k)) > 99]]]] or s\n"
                         "  put man at s\nend\n  when full: draw\n";
  static std::uint64_t next;
  next = 0;
  const auto errors_within = [&](const rules::BudgetLimits& limits) { return read_own_game(path, limits).game.errors; };
  const Json time = errors_within({.seconds = 0.2});
  const Json memory = errors_within({.bytes = 1 << 20, .in_use = [] { return next += std::uint64_t{3} << 20; }});
  // Costly only in play.
  std::ofstream(path) << "game \"N\"\nboard grid 20 x 20\nseats a b\npiece man \"x\" \"o\"\nturn\n"
                         "  place man on s in [i in all where [j in all where [k in all where [l in all where near(l) & near(k) &\n"
                         "    near(j) & near(i) & empty]]]]\nend\n  when full: draw\nrepetition: never\n";
  const Json played = errors_within({.seconds = 0.2});
  std::filesystem::remove(path);
  ASSERT_EQ(played.size(), 1U);
  EXPECT_TRUE(played[0]["what"].get<std::string>().starts_with("too costly")) << played[0];
  ASSERT_EQ(time.size(), 1U);
  EXPECT_EQ(time[0]["line"], 8);
  EXPECT_EQ(time[0]["what"], "too costly: checking the file takes more than 0.2 s, most of it on this line");
  ASSERT_EQ(memory.size(), 1U);
  EXPECT_EQ(memory[0]["what"], "too costly: checking the file needs more than 1 MB, reached on this line");
}

TEST(Pool, EndWaitsForStubbornWorkOnlyAsLongAsAllowed) {
  std::latch begun(1), released(1);
  Pool pool(1, 0);
  pool.submit(Lane::move, 0, [&](const std::stop_token&) {
    begun.count_down();
    released.wait();
  });
  begun.wait();
  EXPECT_FALSE(pool.end(std::chrono::milliseconds(20)));  // the worker is released only below
  released.count_down();
  EXPECT_TRUE(pool.end(std::chrono::hours(1)));
}

}  // namespace
}  // namespace banmen::serve
