// Bots at shared tables, through the hub: rematches, disconnection, forfeits.
#include "room.hpp"

namespace banmen::serve {
namespace {

constexpr Client ann = 1, bot = 9;
const Json with_a_bot = Json::parse(R"([{"who":"open"},{"who":"bot"}])");

/// Ann and a bot at a table with a running game.
class BotRoom : public Room {
 public:
  explicit BotRoom(bool keeps_all = false, const std::string& title = {}) : Room(keeps_all) {
    table = open({{"game", "tictactoe"}, {"seats", with_a_bot}});
    connect(ann);
    say(ann, {{"type", "join"}, {"table", table["id"]}, {"token", table["seats"][0]["token"]}, {"name", "Ann"}});
    keep_all();
    come(bot);
    if (!title.empty()) tells("id name " + title);
    tells("ready");
    settle();
  }

  void come(Client client) {
    hub->connect(client, now, "203.0.113.6", Hub::Kind::engine);
    tells("seat " + table["id"].get<std::string>() + " " + table["seats"][1]["token"].get<std::string>(), client);
    EXPECT_EQ(line(client), "banmen 1");
  }
  void tells(const std::string& text, Client client = bot) {
    hub->receive(client, text, now);
    collect();
  }
  /// A tick, with all its changes stored.
  void settle(double seconds = 0.1) {
    pass(seconds);
    keep_all();
  }
  std::string line(Client client = bot) {
    auto& box = lines[client];
    if (box.empty()) return "";
    std::string text = box.front();
    box.pop_front();
    return text;
  }
  /// Ann resigns and asks for a rematch. Returns its table.
  std::string play_again() {
    say(ann, {{"type", "resign"}});
    keep_all();
    say(ann, {{"type", "offer"}, {"what", "rematch"}});
    keep_all();
    const Json next = hear(ann, "rematch");
    EXPECT_EQ(next["seat"], 1);
    say(ann, {{"type", "join"}, {"table", next["table"]}, {"token", next["token"]}});
    keep_all();
    settle();
    return next["table"];
  }

  Json table;
};

TEST(Bots, FollowRematches) {
  for (const bool keeps : {false, true}) {
    BotRoom room(keeps);
    room.play(ann, 0, "b2");
    room.keep_all();
    EXPECT_TRUE(room.line().starts_with("newgame "));
    EXPECT_EQ(room.line(), "play b2");
    EXPECT_EQ(room.line(), "go");
    room.tells("bestmove a1");
    room.keep_all();
    const std::string next = room.play_again();
    // One seat on, the first one: same connection, new game, its turn.
    EXPECT_EQ(room.closed, 0);
    EXPECT_EQ(room.look({{"id", next}})["phase"], "running");
    EXPECT_EQ(room.look({{"id", next}})["seats"][0]["who"], "bot");
    EXPECT_TRUE(room.line().starts_with("newgame "));
    EXPECT_EQ(room.line(), "go");
    room.tells("bestmove c3");
    room.keep_all();
    EXPECT_EQ(room.look({{"id", next}})["moves"], Json::array({"c3"}));
  }
}

TEST(Bots, AreCalledByTheirOwnName) {
  const std::string reversed = "\xE2\x80\xAE";  // a bidirectional control character
  const std::vector<std::pair<std::string, std::string>> titles{
      {"Bot 3.1", "Bot 3.1"}, {std::string(40, 'x'), std::string(32, 'x')}, {"a" + reversed + "b", "a.b"}, {"a\x1b[1m", "a.[1m"}};
  for (const auto& [title, shown] : titles) {
    BotRoom room(true, title);
    const std::string id = room.table["id"];
    EXPECT_EQ(room.look({{"id", id}})["seats"][1]["person"], shown);
    room.say(ann, {{"type", "resign"}});
    room.keep_all();
    EXPECT_NE(room.shelf.tables.at(id).record.find("bot " + shown + "\n"), std::string::npos) << room.shelf.tables.at(id).record;
  }
}

TEST(Bots, StopThinkingAtTheEndAndPlayTheRematch) {
  BotRoom room;
  room.play(ann, 0, "b2");
  while (room.line() != "go") ASSERT_FALSE(room.lines[bot].empty());
  room.say(ann, {{"type", "resign"}});
  room.settle();
  EXPECT_EQ(room.line(), "stop");
  room.say(ann, {{"type", "offer"}, {"what", "rematch"}});
  const std::string next = room.hear(ann, "rematch")["table"];
  room.settle();
  EXPECT_EQ(room.line(), "");  // it must answer the old question first
  room.tells("bestmove a1");
  EXPECT_TRUE(room.line().starts_with("newgame "));
  EXPECT_EQ(room.line(), "go");
  EXPECT_EQ(room.look({{"id", next}})["ply"], 0);
}

TEST(Bots, ReconnectWithTheirFirstLinkAfterACutAndARestart) {
  BotRoom room(true);
  const std::string next = room.play_again();
  room.cut(bot);
  room.come(bot + 1);
  room.tells("ready", bot + 1);
  room.settle();
  EXPECT_TRUE(room.lines[bot + 1].back() == "go");
  EXPECT_TRUE(room.look({{"id", next}})["seats"][0]["present"]);
  room.start();
  room.lines.clear();
  room.come(bot + 2);
  room.tells("ready", bot + 2);
  room.settle();
  ASSERT_FALSE(room.lines[bot + 2].empty());
  EXPECT_EQ(room.lines[bot + 2].back(), "go");
  // A wrong token opens no seat.
  room.closed = 0;
  room.hub->connect(20, room.now, "203.0.113.6", Hub::Kind::engine);
  room.tells("seat " + room.table["id"].get<std::string>() + " aaaaaaaaaaaaaaaaaaaaaaaaaa", 20);
  EXPECT_EQ(room.closed, 1008);
}

TEST(Bots, LeaveWhenNobodyCanAskForARematch) {
  BotRoom room;
  room.say(ann, {{"type", "resign"}});
  room.settle();
  EXPECT_TRUE(room.lines[bot].empty());
  room.cut(ann);
  room.settle(20);
  EXPECT_TRUE(room.lines[bot].empty());  // a page that is reloaded
  room.settle(20);
  EXPECT_EQ(room.line(), "quit");
  EXPECT_EQ(room.closed, 1000);
}

}  // namespace
}  // namespace banmen::serve
