// Limits on shared tables: memory, threads, number of tables.
#include <set>

#include "room.hpp"

namespace banmen::serve {
namespace {

const Json two_open = Json::parse(R"([{"who":"open"},{"who":"open"}])");

TEST(TableLimits, AnAgentsClockStopsWhileItWaitsForMemory) {
  WhitelistOptions offered;
  offered.memory = 100;
  Room room(false, offered);
  const Json clock = {{"kind", "fischer"}, {"seconds", 10}};
  const Json big = Json::parse(R"([{"who":"open"},{"who":"agent","agent":"uct:time=0.01,memory=80"}])");
  const Json first = room.two("tictactoe", {{"seats", big}, {"clock", clock}});
  const Json second = room.open({{"game", "tictactoe"}, {"seats", big}, {"clock", clock}});
  room.connect(5);
  room.say(5, {{"type", "join"}, {"table", second["id"]}, {"token", second["seats"][0]["token"]}});
  room.play(1, 0, "b2");
  room.play(5, 0, "b2");
  Json waits = room.hear(5, "thinking");
  EXPECT_EQ(waits["waits"], true);
  EXPECT_TRUE(waits["clock"]["running"].is_null());
  for (int k = 0; k < 9; ++k) room.pass(1);  // the first one thinks for nine seconds on its own clock
  EXPECT_EQ(room.look(second)["clock"]["left"][1], 10.0);
  EXPECT_NEAR(room.look(first)["clock"]["left"][1].get<double>(), 1, 0.01);
  room.work();
  EXPECT_EQ(room.look(first)["ply"], 2);
  const Json thinks = room.hear(5, "thinking");
  EXPECT_FALSE(thinks.contains("waits"));
  EXPECT_EQ(thinks["clock"]["running"], 1);
  room.pass(2);
  EXPECT_NEAR(room.look(second)["clock"]["left"][1].get<double>(), 8, 0.01);
  room.work();
  EXPECT_EQ(room.look(second)["ply"], 2);
}

TEST(TableLimits, PausesWhileAnAgentWaitsForMemoryCostNoTime) {
  WhitelistOptions offered;
  offered.memory = 100;
  Room room(false, offered);
  room.hub->shares().enter(Lane::move, "198.51.100.1", {1, 90}, room.now, [](JobId, double) {});
  const Json big = Json::parse(R"([{"who":"open"},{"who":"agent","agent":"uct:time=0.01,memory=80"}])");
  const Json table = room.two("tictactoe", {{"seats", big}, {"clock", {{"kind", "move"}, {"seconds", 5}}}});
  room.play(1, 0, "b2");
  room.pass(20);
  room.say(1, {{"type", "offer"}, {"what", "pause"}});
  room.pass(20);
  room.say(1, {{"type", "go"}});
  room.pass(20);
  EXPECT_EQ(room.look(table)["phase"], "running");
  EXPECT_EQ(room.look(table)["clock"]["left"][1], 5.0);
}

const std::string flooder = "198.51.100.1";
const Json two_agents =
    Json::parse(R"([{"who":"agent","agent":"uct:memory=1,time=60"},{"who":"agent","agent":"uct:memory=1,time=60"}])");
const Json against_agent = Json::parse(R"([{"who":"open"},{"who":"agent","agent":"uct:time=0.01,memory=1"}])");

TEST(TableLimits, AgentsOfOneAddressDoNotDelayThoseOfOthers) {
  Room room;
  for (Client client = 10; client < 22; ++client) {
    room.connect(client, flooder);
    room.say(client, {{"type", "join"}, {"game", "tictactoe"}, {"seats", two_agents}});
  }
  EXPECT_EQ(room.jobs.size(), 1U);  // of two threads
  EXPECT_EQ(room.hear(21, "thinking")["waits"], true);
  room.connect(1);
  room.say(1, {{"type", "join"}, {"game", "tictactoe"}, {"seats", two_agents}});
  EXPECT_FALSE(room.hear(1, "thinking").contains("waits"));
  EXPECT_EQ(room.jobs.size(), 2U);
  EXPECT_EQ(room.jobs.back().lane, Lane::background);  // behind the games of people
}

TEST(TableLimits, AnAgentsClockRunsFromTheStartOfItsSearch) {
  Room room;
  const Json clock = {{"kind", "fischer"}, {"seconds", 5}};
  std::vector<Json> tables;
  for (Client client = 1; client <= 2; ++client) {
    tables.push_back(room.open({{"game", "tictactoe"}, {"seats", against_agent}, {"clock", clock}}, flooder));
    room.connect(client);
    room.say(client, {{"type", "join"}, {"table", tables.back()["id"]}, {"token", tables.back()["seats"][0]["token"]}});
    room.play(client, 0, "b2");
  }
  ASSERT_EQ(room.jobs.size(), 1U);
  for (int k = 0; k < 4; ++k) room.pass(1);
  EXPECT_NEAR(room.look(tables[0])["clock"]["left"][1].get<double>(), 1, 0.01);
  EXPECT_EQ(room.look(tables[1])["clock"]["left"][1], 5.0);
  room.work();
  ASSERT_EQ(room.jobs.size(), 1U);
  EXPECT_EQ(room.look(tables[1])["clock"]["running"], 1);
  room.pass(2);
  EXPECT_NEAR(room.look(tables[1])["clock"]["left"][1].get<double>(), 3, 0.01);
}

TEST(TableLimits, AgentsPlayAmongThemselvesOnlyWhileSomebodyWatches) {
  Room room(true);
  const Json table = room.open({{"game", "tictactoe"}, {"seats", two_agents}, {"clock", {{"kind", "move"}, {"seconds", 5}}}});
  room.pass(60);
  EXPECT_TRUE(room.jobs.empty());
  EXPECT_EQ(room.look(table)["phase"], "running");
  room.connect(1);
  room.say(1, {{"type", "join"}, {"table", table["id"]}});
  ASSERT_EQ(room.jobs.size(), 1U);
  EXPECT_EQ(room.jobs.front().lane, Lane::background);
  room.pass(2);
  room.cut(1);
  EXPECT_TRUE(room.jobs.empty());
  room.pass(60);
  EXPECT_NEAR(room.look(table)["clock"]["left"][0].get<double>(), 3, 0.01);
  room.start();
  room.pass(60);
  EXPECT_TRUE(room.jobs.empty());
  room.connect(2, flooder);
  room.say(2, {{"type", "join"}, {"table", table["id"]}});
  EXPECT_EQ(room.jobs.size(), 1U);
}

TEST(TableLimits, RestoredTablesAreAccountedToTheirHost) {
  Room room(true);
  const Json table = room.open({{"game", "tictactoe"}, {"seats", two_agents}}, flooder);
  room.start();
  EXPECT_TRUE(room.jobs.empty());
  const auto load = [&](const std::string& address) { return room.hub->shares().load(Lane::background, address); };
  room.connect(1);
  room.say(1, {{"type", "join"}, {"table", table["id"]}});
  EXPECT_EQ(room.jobs.size(), 1U);
  EXPECT_EQ(load("203.0.113.5"), 0U);  // only watches
  room.connect(2, flooder);
  room.say(2, {{"type", "join"}, {"table", table["id"]}, {"host", table["host"]}});
  room.jobs.front().work = [&](const std::stop_token&) -> Result<AnyAnswer> {
    AnyAnswer answer;
    answer.lines.emplace_back().move = room.some_move(table);
    return answer;
  };
  room.work();
  room.keep_all();
  EXPECT_EQ(room.jobs.size(), 1U);
  EXPECT_EQ(load(flooder), 1U);
}

TEST(TableLimits, AnAddressHasALimitedNumberOfUnfinishedTables) {
  Room room;
  const Json wanted = {{"game", "tictactoe"}, {"seats", two_agents}};
  std::vector<Json> tables;
  for (std::size_t k = 0; k < Tables::most_of_an_address; ++k) {
    room.pass(3);  // stays below the rate limit
    tables.push_back(room.open(wanted, flooder));
  }
  const Json refused = room.ask("POST", "/api/tables", wanted, flooder);
  EXPECT_EQ(room.status, 429);
  EXPECT_EQ(refused["error"]["key"], "table.too_many");
  EXPECT_NE(refused["error"]["what"].get<std::string>().find("50 unfinished tables"), std::string::npos);
  room.open(wanted, "198.51.100.2");
  room.open(wanted);  // this machine has no limit
  room.connect(1, flooder);
  room.say(1, {{"type", "join"}, {"table", tables[0]["id"]}, {"host", tables[0]["host"]}});
  room.say(1, {{"type", "close"}});
  room.open(wanted, flooder);
}

TEST(TableLimits, AnIdleAgentReservesNoMemory) {
  Room room;
  const std::uint64_t all = room.offer.options().memory;
  room.connect(1, "127.0.0.1");
  room.say(1, {{"type", "join"},
               {"game", "tictactoe"},
               {"seats", Json::parse(R"([{"who":"human"},{"who":"agent","agent":"uct:time=0.01,memory=1022"}])")}});
  room.hear(1, "table");
  EXPECT_TRUE(room.hub->shares().has_memory("", all));
  room.play(1, 0, "b2");
  EXPECT_FALSE(room.hub->shares().has_memory("", 2));
  room.work();
  EXPECT_TRUE(room.hub->shares().has_memory("", all));
}

TEST(TableLimits, AnAddressReservesItsMemoryOnlyWhileItsAgentThinks) {
  Room room;
  const Shares& shares = room.hub->shares();
  const Json big = Json::parse(R"([{"who":"human"},{"who":"agent","agent":"uct:time=0.01,memory=340"}])");
  room.connect(1, flooder);
  room.say(1, {{"type", "join"}, {"game", "tictactoe"}, {"seats", big}});
  EXPECT_TRUE(shares.has_memory(flooder, 340));
  room.play(1, 0, "b2");
  EXPECT_FALSE(shares.has_memory(flooder, 1));
  EXPECT_TRUE(shares.has_memory("198.51.100.2", 340));
  room.connect(2, flooder);
  room.say(2, {{"type", "join"}, {"game", "tictactoe"}, {"seats", big}});
  room.play(2, 0, "b2");
  EXPECT_EQ(room.hear(2, "thinking")["waits"], true);
  EXPECT_EQ(room.jobs.size(), 1U);
  room.work();
  EXPECT_EQ(room.jobs.size(), 1U);
  EXPECT_FALSE(shares.has_memory(flooder, 1));
  room.work();
  EXPECT_TRUE(shares.has_memory(flooder, 340));
}

TEST(TableLimits, AnAddressIsRefusedAgentsBeyondItsShareOfMemory) {
  Room room;
  const Json big = Json::parse(R"([{"who":"human"},{"who":"agent","agent":"uct:time=1,memory=341"}])");
  room.connect(1);
  room.say(1, {{"type", "join"}, {"game", "tictactoe"}, {"seats", big}});
  EXPECT_EQ(room.hear(1, "error")["error"]["hint"], "the largest value allowed is memory=340");
}

TEST(TableLimits, AnAddressAnalysesOnceAtATime) {
  Room room;
  const Json analyse = {{"type", "analyse"}, {"game", "reversi"}};
  for (Client client = 1; client <= 40; ++client) {
    room.connect(client, flooder);
    room.say(client, analyse);
  }
  EXPECT_EQ(room.jobs.size(), 1U);
  room.connect(50);
  room.say(50, analyse);
  ASSERT_EQ(room.jobs.size(), 2U);
  room.work();  // of the first client, whose next search waits for those of the others
  EXPECT_TRUE(room.heard(1, "lines"));
  EXPECT_EQ(room.jobs.size(), 2U);
  room.jobs.pop_front();
  room.work();
  EXPECT_TRUE(room.heard(2, "lines"));
}

TEST(TableLimits, WorkOfUnknownLengthLeavesTheNetworkThread) {
  Room room;
  const auto reply = [&](const char* path, const Json& body) { return room.hub->request("POST", path, {}, body.dump(), room.now); };
  EXPECT_EQ(std::get<Later>(reply("/api/show", {{"game", "amazons:size=16"}})).lane, Lane::side);
  EXPECT_TRUE(std::holds_alternative<Prepared>(reply("/api/analyse", {{"game", "tictactoe"}})));
  EXPECT_TRUE(std::holds_alternative<Prepared>(reply("/api/tables", {{"game", "tictactoe"}, {"seats", two_open}})));
  room.connect(1);
  for (const char* type : {"join", "analyse"}) {
    Json message = {{"type", type}, {"game", "tictactoe"}};
    if (message["type"] == "join") message["seats"] = Json::parse(R"([{"who":"human"},{"who":"human"}])");
    const auto ahead = room.hub->hear(1, message.dump(), room.now);
    ASSERT_TRUE(ahead) << type;
    EXPECT_TRUE(room.hub->take_outbox().empty());
    ahead()(room.now);
    room.collect();
  }
  EXPECT_TRUE(room.heard(1, "table"));
}

TEST(TableLimits, TheListOfTablesHasPages) {
  Room room;
  std::set<std::string> opened, seen;
  for (std::size_t k = 0; k < Tables::usual_page + 5; ++k)
    opened.insert(room.open({{"game", "tictactoe"}, {"seats", two_open}, {"listed", k % 10 != 0}})["id"].get<std::string>());
  const Json first = room.ask("GET", "/api/tables?limit=20");
  EXPECT_EQ(first["tables"].size(), 20U);
  EXPECT_EQ(first["next"], first["tables"].back()["id"]);
  Json page = first;
  for (int pages = 1;; ++pages) {
    for (const Json& table : page["tables"]) EXPECT_TRUE(seen.insert(table["id"].get<std::string>()).second);
    if (page["next"].is_null()) {
      EXPECT_EQ(pages, 3);
      break;
    }
    page = room.ask("GET", "/api/tables?limit=20&after=" + page["next"].get<std::string>());
  }
  EXPECT_EQ(seen.size(), 49U);
  EXPECT_EQ(room.ask("GET", "/api/tables")["next"], nullptr);
  for (const char* wrong : {"0", "101", "x", "-1"}) {
    room.ask("GET", "/api/tables?limit=" + std::string(wrong));
    EXPECT_EQ(room.status, 400) << wrong;
  }
}

TEST(TableLimits, TheListOfTablesFollowsChanges) {
  Room room;
  EXPECT_TRUE(room.ask("GET", "/api/tables")["tables"].empty());
  const Json table = room.two("tictactoe");
  EXPECT_EQ(room.ask("GET", "/api/tables")["tables"][0]["ply"], 0);
  room.play(1, 0, "b2");
  EXPECT_EQ(room.ask("GET", "/api/tables")["tables"][0]["ply"], 1);
  room.say(2, {{"type", "resign"}});
  EXPECT_TRUE(room.ask("GET", "/api/tables")["tables"].empty());
}

TEST(TableLimits, RecordsAreReadOnAnotherThread) {
  for (const bool keeps : {false, true}) {
    Room room(keeps);
    const std::string record = "banmen-record 1\ngame tictactoe\nmoves\n1. a1\n2. b2\nresult unfinished\n";
    Reply reply = room.hub->request("POST", "/api/tables", {}, Json({{"record", record}, {"seats", two_open}}).dump(), room.now);
    ASSERT_TRUE(std::holds_alternative<Prepared>(reply));
    EXPECT_EQ(room.ask("GET", "/api/tables")["tables"].size(), 0U);  // not stored yet
    const Json table = room.open({{"record", record}, {"seats", two_open}});
    EXPECT_EQ(room.look(table)["ply"], 2);
    const Json wrong = room.ask("POST", "/api/tables", {{"record", "banmen-record 1\ngame nosuch\nmoves\n"}, {"seats", two_open}});
    EXPECT_EQ(room.status, 400) << wrong.dump();
    EXPECT_EQ(wrong["error"]["where"], "record");
  }
}

TEST(TableLimits, ANewTableOccupiesNoThreadUntilItIsStored) {
  Room room(true);
  const Reply reply = room.prepared(
      room.hub->request("POST", "/api/tables", {}, Json({{"game", "tictactoe"}, {"seats", two_open}}).dump(), room.now));
  const auto awaited = std::get<Awaited>(reply);
  bool woken = false;
  awaited.answer->wake = [&] { woken = true; };
  EXPECT_FALSE(awaited.answer->response);
  room.keep();
  EXPECT_TRUE(woken);
  EXPECT_EQ(awaited.answer->response->status, 201);
}

TEST(TableLimits, TheOldestFinishedEmptyTablesAreRemoved) {
  Room room;
  std::vector<Json> all;
  for (std::size_t k = 0; k < Tables::most_over + 5; ++k) {
    all.push_back(room.two("tictactoe"));
    room.say(1, {{"type", "resign"}});
    room.cut(1);
    room.cut(2);
    room.now += 0.01;
  }
  room.pass(0.1);
  for (std::size_t k = 0; k < all.size(); ++k) {
    room.look(all[k]);
    EXPECT_EQ(room.status, k < 5 ? 404 : 200) << k;
  }
}

}  // namespace
}  // namespace banmen::serve
