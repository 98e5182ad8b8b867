// Restoring tables from a store that may come from elsewhere: whatever is in it, the server keeps running.
#include <fmt/format.h>

#include "play/record.hpp"
#include "room.hpp"

namespace banmen::serve {
namespace {

const Json four_open = Json::parse(R"([{"who":"open"},{"who":"open"},{"who":"open"},{"who":"open"}])");

/// Stored tables of every phase: substitutes, clocks, dice, bots, agents, freed seats, ends by the rules and otherwise.
std::vector<Kept> stored_tables() {
  Room room(true);
  const auto stored = [&](const Json& table) {
    room.keep_all();
    return room.shelf.tables.at(table["id"]);
  };
  std::vector<Kept> all;
  const Json four =
      room.two("yonin:size=4", {{"seats", four_open}, {"clock", {{"kind", "fischer"}, {"seconds", 60}, {"increment", 2}}}});
  room.play(1, 0, room.some_move(four));
  room.keep_all();
  room.say(3, {{"type", "resign"}});
  all.push_back(stored(four));
  const Json dice = room.two("backgammon", {{"clock", {{"kind", "move"}, {"seconds", 60}}}});
  const Json there = room.look(dice);
  room.play(there["turn"].get<Client>() + 1, there["ply"], room.some_move(dice));
  all.push_back(stored(dice));
  const Json freed = room.two("tictactoe");
  room.play(1, 0, "a1");
  room.keep_all();
  room.say(1, {{"type", "free"}, {"seat", 1}});
  all.push_back(stored(freed));
  const Json resigned = room.two("tictactoe");
  room.say(2, {{"type", "resign"}});
  all.push_back(stored(resigned));
  const Json agent = {{"who", "agent"}, {"agent", "uct:playouts=20"}}, bot = {{"who", "bot"}, {"name", "Robo"}};
  all.push_back(stored(room.open({{"game", "tictactoe"}, {"seats", {agent, bot}}})));
  return all;
}

/// All places in a document, containers too.
void places(const Json& at, const Json::json_pointer& here, std::vector<Json::json_pointer>& out) {
  if (!here.empty()) out.push_back(here);
  if (at.is_object())
    for (const auto& [key, value] : at.items()) places(value, here / key, out);
  if (at.is_array())
    for (std::size_t k = 0; k < at.size(); ++k) places(at[k], here / k, out);
}

/// Restores a table with a good one and uses it in every way that needs no token. Returns the errors of the restoration.
std::vector<Error> use(Room& room, const Kept& kept, const Kept& good) {
  room.shelf.tables = {{kept.id, kept}, {good.id, good}};
  room.start(false);
  room.ask("GET", "/api/tables");
  EXPECT_EQ(room.status, 200);
  room.ask("GET", "/api/tables/" + good.id + "/record");
  EXPECT_EQ(room.status, 200);
  room.ask("GET", "/api/tables/" + kept.id);
  EXPECT_EQ(room.status, room.set_aside.empty() ? 200 : 404);
  const Json record = room.ask("GET", "/api/tables/" + kept.id + "/record");
  if (room.status == 200) {
    const auto read = read_record(record["record"].get<std::string>());
    EXPECT_TRUE(read) << read.error().message() << record;
  }
  room.connect(1);
  room.say(1, {{"type", "join"}, {"table", kept.id}, {"ply", 0}});
  for (const double seconds : {1.0, 200.0}) room.pass(seconds);
  room.keep_all();
  return room.set_aside;
}

TEST(StoredTables, RestoreAsTheyWere) {
  Room room;
  const std::vector<Kept> all = stored_tables();
  for (const Kept& kept : all) {
    const auto errors = use(room, kept, all[0].id == kept.id ? all[1] : all[0]);
    EXPECT_TRUE(errors.empty()) << kept.state << errors.front().message();
  }
}

TEST(StoredTables, AreSetAsideWithTheirNameIfAFieldIsInvalid) {
  Room room;
  const std::vector<Kept> all = stored_tables();
  struct Fault {
    std::size_t table;
    const char *place, *value;
  };
  // An empty value removes the place.
  for (const Fault& fault : {Fault{0, "/first_sitters/3", ""},
                             {0, "/first_sitters", "[]"},
                             {0, "/first_sitters/0", "7"},
                             {4, "/first_sitters", "[\"human\"]"},
                             {0, "/takeovers/0/seat", "4"},
                             {0, "/takeovers/0/seat", "-1"},
                             {0, "/takeovers/0/seat", "260"},
                             {0, "/takeovers/0/ply", "99"},
                             {0, "/takeovers/0/ply", "-1"},
                             {0, "/takeovers/0/who", "\"\""},
                             {3, "/ending/seat", "2"},
                             {3, "/ending/seat", "-1"},
                             {3, "/ending/seat", "null"},
                             {3, "/ending/seat", "0.5"},
                             {3, "/ending/how", "\"draw\""},
                             {3, "/ending/how", "\"bored\""},
                             {3, "/ending", ""},
                             {0, "/ending", R"({"how":"time","seat":0})"},
                             {3, "/verdict", "\"cheated\""},
                             {0, "/seats/3", ""},
                             {0, "/seats/0/who", "\"ghost\""},
                             {0, "/seats/0/who", "\"open\""},
                             {0, "/seats/0/name", "\"a\\nb\""},
                             {0, "/seats/0/token", "\"x\""},
                             {0, "/seats/2/out", "\"bored\""},
                             {0, "/seats/2/substituted", "false"},
                             {0, "/clock/kind", "\"sand\""},
                             {0, "/clock/seconds", "-1"},
                             {0, "/clock/increment", "1e300"},
                             {0, "/clock/left/0", "-1"},
                             {0, "/clock/left/3", ""},
                             {0, "/clock/left/0", "null"},
                             {0, "/seed", "\"7x\""},
                             {0, "/seed", "\"\""},
                             {0, "/seed", "\"99999999999999999999\""},
                             {0, "/claim_after", "-5"},
                             {0, "/claim_after", "1e300"},
                             {0, "/began", "1e300"},
                             {0, "/host", "\"secret\""},
                             {0, "/origin", "\"../x\""},
                             {0, "/layout", "2"},
                             {0, "/rules", "\"0123456789abcdef\""},
                             {0, "/start", "\"nonsense\""},
                             {0, "/substitute", "\"engine:cmd=true\""},
                             {4, "/seats/0/agent", "\"nobody\""},
                             {0, "/listed", "1"},
                             {0, "/short", "null"}}) {
    Kept kept = all[fault.table];
    Json state = Json::parse(kept.state);
    const Json::json_pointer at(fault.place);
    if (*fault.value != '\0')
      state[at] = Json::parse(fault.value);
    else if (Json& parent = state[at.parent_pointer()]; parent.is_array())
      parent.erase(parent.size() - 1);
    else
      parent.erase(at.back());
    kept.state = state.dump();
    const auto errors = use(room, kept, all[fault.table == 1 ? 0 : 1]);
    ASSERT_EQ(errors.size(), 1U) << fault.place << ' ' << fault.value;
    EXPECT_NE(errors[0].message().find("can't restore table " + kept.id), std::string::npos) << errors[0].message();
  }
  struct RowFault {
    const char* what;
    void (*make)(Kept&);
  };
  for (const RowFault& fault : {RowFault{"state", [](Kept& kept) { kept.state = "[[["; }},
                                {"game", [](Kept& kept) { kept.game = "/etc/passwd"; }},
                                {"phase", [](Kept& kept) { kept.phase = "asleep"; }},
                                {"phase of a running game", [](Kept& kept) { kept.phase = "ended"; }},
                                {"created", [](Kept& kept) { kept.created = 1e300; }},
                                {"a move's seat", [](Kept& kept) { kept.moves[0].seat = 3; }},
                                {"a move", [](Kept& kept) { kept.moves[0].text = "z9"; }},
                                {"a move's time", [](Kept& kept) { kept.moves[0].at = 1e300; }},
                                {"a move's clock", [](Kept& kept) { kept.moves[0].left = 1e300; }},
                                {"damage", [](Kept& kept) { kept.damage = "a move is missing"; }}}) {
    Kept kept = all[0];
    fault.make(kept);
    EXPECT_EQ(use(room, kept, all[1]).size(), 1U) << fault.what;
  }
}

TEST(StoredTables, AnyValueAnywhereLeavesTheServerRunning) {
  Room room;
  const std::vector<Kept> all = stored_tables();
  const Json values = Json::parse(R"([null,-1,3,0.5,1e300,"",";","engine:cmd=true",[],{"a":1}])");
  std::size_t restored = 0, set_aside = 0;
  for (const Kept& kept : all) {
    const Json state = Json::parse(kept.state);
    std::vector<Json::json_pointer> at;
    places(state, Json::json_pointer(), at);
    for (const auto& place : at)
      for (const Json& value : values) {
        Json changed = state;
        changed[place] = value;
        Kept other = kept;
        other.state = changed.dump();
        (use(room, other, all[kept.id == all[0].id ? 1 : 0]).empty() ? restored : set_aside) += 1;
        if (testing::Test::HasFailure()) FAIL() << place.to_string() << " = " << value.dump();
      }
  }
  EXPECT_GT(restored, 0U);
  EXPECT_GT(set_aside, restored);
}

}  // namespace
}  // namespace banmen::serve
