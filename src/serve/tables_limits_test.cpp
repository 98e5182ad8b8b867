// Limits on shared tables: memory, threads, number of tables.
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
  room.pass(1);
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
  const auto all = room.offer.reserve(90);
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
  Reply reply = room.hub->request("POST", "/api/tables", {}, Json({{"game", "tictactoe"}, {"seats", two_open}}).dump(), room.now);
  room.collect();
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
