// Shared tables, through the hub.
#include <fmt/format.h>

#include "play/record.hpp"
#include "room.hpp"

namespace banmen::serve {
namespace {

Json offer_of(const char* what) { return {{"type", "offer"}, {"what", what}}; }
Json answer_to(const char* what, bool yes) { return {{"type", "answer"}, {"what", what}, {"yes", yes}}; }
Json claim_of(int seat, const char* how) { return {{"type", "claim"}, {"seat", seat}, {"how", how}}; }
Json join_of(const Json& table, std::size_t seat) {
  return {{"type", "join"}, {"table", table["id"]}, {"token", table["seats"][seat]["token"]}};
}
Json watch_of(const Json& table) { return {{"type", "join"}, {"table", table["id"]}}; }
const Json open_seats = Json::parse(R"([{"who":"open"},{"who":"open"}])");
const Json against_random = Json::parse(R"([{"who":"open"},{"who":"agent","agent":"random"}])");
const Json four_open = Json::parse(R"([{"who":"open"},{"who":"open"},{"who":"open"},{"who":"open"}])");

TEST(Tables, TwoPeoplePlayAWholeGameAndOnlyTheSeatOnTurnGetsChoices) {
  Room room;
  const Json table = room.open({{"game", "tictactoe"}, {"seats", open_seats}});
  EXPECT_EQ(table["id"].get<std::string>().size(), 10U);
  EXPECT_EQ(table["host"].get<std::string>().size(), 26U);
  EXPECT_EQ(table["links"]["watch"], "/#table?id=" + table["id"].get<std::string>());
  room.connect(1);
  room.connect(2);
  room.connect(3);
  room.say(3, watch_of(table));
  EXPECT_EQ(room.hear(3, "table")["phase"], "waiting");
  Json join = join_of(table, 0);
  join["name"] = "Ann";
  room.say(1, join);
  EXPECT_EQ(room.hear(1, "table")["seat"], 0);
  room.say(2, watch_of(table));
  room.say(2, {{"type", "sit"}, {"name", "Bob"}});
  Json sat = room.hear(2, "table");
  if (!sat.contains("token")) sat = room.hear(2, "table");
  EXPECT_EQ(sat["token"].get<std::string>().size(), 26U);
  EXPECT_EQ(sat["seat"], 1);
  EXPECT_EQ(sat["phase"], "running");
  EXPECT_TRUE(sat["choices"].is_null());
  room.forget();
  const char* moves[] = {"a1", "a2", "b1", "b2", "c1"};
  for (std::size_t ply = 0; ply < 5; ++ply) {
    EXPECT_FALSE(room.look(table).contains("seed"));
    EXPECT_TRUE(room.ask("GET", "/api/tables/" + table["id"].get<std::string>() + "/record")["seed"].is_null());
    room.play(ply % 2 + 1, ply, moves[ply]);
    for (const Client client : {1, 2, 3}) {
      const Json moved = room.hear(client, "moved");
      EXPECT_EQ(moved["move"], moves[ply]);
      EXPECT_EQ(moved["seat"], ply % 2);
      const bool chooses = ply < 4 && client == (ply + 1) % 2 + 1;
      EXPECT_EQ(moved["choices"].is_null(), !chooses) << client << " at " << ply;
      EXPECT_EQ(moved.contains("seed"), ply == 4);
    }
  }
  const Json ended = room.look(table);
  EXPECT_EQ(ended["phase"], "ended");
  EXPECT_EQ(ended["result"], Json({1, -1}));
  const Json record = room.ask("GET", "/api/tables/" + table["id"].get<std::string>() + "/record");
  const auto read = read_record(record["record"].get<std::string>());
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_TRUE(read->seed.has_value());
  EXPECT_EQ(read->seats[0].second, "human Ann");
  EXPECT_TRUE(replay(all_games(), *read));
}

TEST(Tables, ATokenOpensItsOwnSeatOnly) {
  Room room(true);
  const Json table = room.open({{"game", "tictactoe"}, {"seats", open_seats}});
  const Json other = room.open({{"game", "tictactoe"}, {"seats", open_seats}});
  room.connect(1);
  const std::string good = table["seats"][0]["token"];
  for (const std::string& token :
       {good.substr(0, 25), good + "a", std::string(26, 'a'), other["seats"][0]["token"].get<std::string>(),
        table["host"].get<std::string>(), table["join"].get<std::string>()}) {
    room.say(1, {{"type", "join"}, {"table", table["id"]}, {"token", token}});
    EXPECT_EQ(room.refusal(1), "table.wrong_token") << token;
  }
  room.say(1, {{"type", "join"}, {"table", table["id"]}, {"host", good}});
  EXPECT_EQ(room.refusal(1), "table.wrong_token");
  room.say(1, {{"type", "join"}, {"table", "aaaaaaaaaa"}});
  EXPECT_EQ(room.refusal(1), "table.unknown");
  EXPECT_EQ(room.look(table)["open"], 2);
  // A freed seat's token is void.
  room.say(1, join_of(table, 0));
  room.keep_all();
  room.say(1, {{"type", "stand"}});
  room.keep_all();
  room.forget();
  room.say(1, join_of(table, 0));
  EXPECT_EQ(room.refusal(1), "table.wrong_token");
  // The store contains no token.
  for (const Kept& kept : room.shelf.all())
    for (const Json& one : {table["seats"][0]["token"], table["seats"][1]["token"], table["host"], table["join"]})
      EXPECT_EQ(kept.state.find(one.get<std::string>()), std::string::npos);
}

TEST(Tables, RefuseMovesOfOthersOutOfTurnOrAgainstTheRules) {
  Room room;
  const Json table = room.two("tictactoe");
  room.connect(3);
  room.say(3, watch_of(table));
  room.forget();
  const auto refused = [&](Client client, std::size_t ply, const char* move) {
    room.play(client, ply, move);
    const Json message = room.hear(client, "refused");
    EXPECT_EQ(room.hear(client, "table")["ply"], room.look(table)["ply"]);
    return message["error"].value("key", "");
  };
  EXPECT_EQ(refused(2, 0, "a1"), "table.turn");
  EXPECT_EQ(refused(3, 0, "a1"), "table.not_seated");
  EXPECT_EQ(refused(1, 1, "a1"), "table.ply");
  EXPECT_EQ(refused(1, 0, "z9"), "");
  EXPECT_EQ(room.look(table)["ply"], 0);
  room.play(1, 0, "a1");
  EXPECT_EQ(refused(1, 0, "b1"), "table.ply");
  EXPECT_EQ(refused(1, 1, "b1"), "table.turn");
  room.say(1, {{"type", "resign"}});
  EXPECT_EQ(room.hear(2, "ended")["how"], "resigned");
  EXPECT_EQ(refused(2, 1, "b1"), "table.over");
  EXPECT_EQ(room.look(table)["ply"], 1);
}

TEST(Tables, AMoveSentAgainAfterACutCountsOnce) {
  Room room;
  const Json table = room.two("tictactoe");
  room.play(1, 0, "b2");
  room.forget();
  room.play(1, 0, "B2");
  EXPECT_FALSE(room.heard(1, "refused"));
  EXPECT_EQ(room.hear(1, "table")["ply"], 1);
  EXPECT_FALSE(room.heard(2, "moved"));
  room.play(2, 1, "a1");
  room.play(1, 0, "b2");
  EXPECT_EQ(room.look(table)["ply"], 2);
}

TEST(Tables, ASeatsLinkOnAnotherDeviceTakesItOver) {
  Room room;
  const Json table = room.two("tictactoe");
  room.connect(7);
  room.say(7, join_of(table, 0));
  EXPECT_EQ(room.hear(1, "unseated")["why"], "elsewhere");
  EXPECT_TRUE(room.hear(1, "table")["seat"].is_null());
  EXPECT_FALSE(room.hear(7, "table")["choices"].is_null());
  room.play(1, 0, "a1");
  EXPECT_EQ(room.refusal(1, "refused"), "table.not_seated");
  room.play(7, 0, "a1");
  EXPECT_EQ(room.look(table)["ply"], 1);
  // The older connection closes; the seat stays taken.
  room.cut(1);
  EXPECT_EQ(room.look(table)["seats"][0]["present"], true);
}

TEST(Tables, ReconnectingClientsGetMissedSteps) {
  Room room;
  const Json table = room.two("tictactoe");
  room.play(1, 0, "a1");
  room.cut(1);
  room.play(2, 1, "a2");
  room.connect(5);
  Json back = join_of(table, 0);
  back["ply"] = 1;
  room.say(5, back);
  const Json missed = room.hear(5, "table")["missed"];
  ASSERT_EQ(missed.size(), 1U);
  EXPECT_EQ(missed[0]["move"], "a2");
  EXPECT_FALSE(missed[0]["steps"].empty());
  room.say(5, offer_of("takeback"));
  room.say(2, answer_to("takeback", true));
  room.forget();
  room.play(5, 0, "b1");
  back["ply"] = 0;
  room.say(5, back);
  EXPECT_FALSE(room.hear(5, "table").contains("missed"));
}

TEST(Tables, UnlistedTablesNeedTheLinkToJoin) {
  Room room;
  const Json table = room.open({{"game", "tictactoe"}, {"seats", open_seats}, {"listed", false}});
  EXPECT_TRUE(room.ask("GET", "/api/tables")["tables"].empty());
  room.connect(1);
  room.say(1, watch_of(table));
  room.say(1, {{"type", "sit"}});
  EXPECT_EQ(room.refusal(1), "table.wrong_token");
  room.say(1, {{"type", "sit"}, {"join", table["seats"][0]["token"]}});
  EXPECT_EQ(room.refusal(1), "table.wrong_token");
  room.say(1, {{"type", "sit"}, {"join", table["join"]}, {"seat", 1}});
  EXPECT_EQ(room.hear(1, "table")["seat"], 1);
  room.say(1, {{"type", "sit"}, {"join", table["join"]}});
  EXPECT_EQ(room.refusal(1), "table.seated");
  room.connect(2);
  room.say(2, {{"type", "join"}, {"table", table["id"]}, {"join", table["join"]}});
  room.say(2, {{"type", "sit"}, {"seat", 1}});
  EXPECT_EQ(room.refusal(2), "table.taken");
  room.say(1, {{"type", "stand"}});
  room.say(2, {{"type", "sit"}, {"seat", 1}});
  EXPECT_EQ(room.look(table)["open"], 1);
}

TEST(Tables, SpectatorsCanBeExcluded) {
  Room room;
  const Json table = room.open({{"game", "tictactoe"}, {"seats", open_seats}, {"watch", false}});
  room.connect(1);
  room.say(1, watch_of(table));
  EXPECT_EQ(room.refusal(1), "table.no_watching");
  room.say(1, {{"type", "join"}, {"table", table["id"]}, {"join", table["join"]}});
  room.hear(1, "table");
  EXPECT_FALSE(room.look(table).contains("moves"));
  room.ask("GET", "/api/tables/" + table["id"].get<std::string>() + "/record");
  EXPECT_EQ(room.status, 403);
}

TEST(Tables, DrawnSeatsMoveWithTheirPeopleAndTokens) {
  bool changed = false, stayed = false;
  Room room;
  for (int round = 0; round < 20; ++round) {
    const Json table = room.two("tictactoe", {{"seating", "drawn"}});
    const Json there = room.look(table);
    const bool turned = there["seats"][0]["person"] == "Bob";
    (turned ? changed : stayed) = true;
    // The token of the first link opens its owner's current seat.
    room.say(1, join_of(table, 0));
    EXPECT_EQ(room.hear(1, "table")["seat"], turned ? 1 : 0);
    room.play(turned ? 2 : 1, 0, "a1");
    EXPECT_EQ(room.look(table)["ply"], 1);
  }
  EXPECT_TRUE(changed && stayed);
}

TEST(Tables, DrawsNeedEveryPersonsConsentAndAgentsDecline) {
  Room room;
  room.two("tictactoe");
  room.say(1, offer_of("draw"));
  const Json offers = room.hear(2, "offers");
  EXPECT_EQ(offers["offers"][0]["waits"], Json({1}));
  room.say(2, answer_to("draw", false));
  EXPECT_EQ(room.hear(2, "offers")["refused"]["what"], "draw");
  room.say(2, answer_to("draw", true));
  EXPECT_EQ(room.refusal(2), "table.no_offer");
  room.say(1, offer_of("draw"));
  room.play(1, 0, "a1");  // ends the offer
  room.say(2, answer_to("draw", true));
  EXPECT_EQ(room.refusal(2), "table.no_offer");
  room.say(1, offer_of("draw"));
  room.say(2, offer_of("draw"));
  const Json ended = room.hear(1, "ended");
  EXPECT_EQ(ended["how"], "draw");
  EXPECT_TRUE(ended.contains("seed"));
  Room other;
  other.two("tictactoe", {{"seats", against_random}});
  other.say(1, offer_of("draw"));
  EXPECT_EQ(other.refusal(1), "table.agents_decline");
}

TEST(Tables, TakebacksNeedConsentAndNeverUndoDice) {
  Room room;
  Json table = room.two("tictactoe");
  room.say(1, offer_of("takeback"));
  EXPECT_EQ(room.refusal(1), "table.no_move");
  room.play(1, 0, "a1");
  room.play(2, 1, "a2");
  room.say(1, offer_of("takeback"));
  room.say(2, answer_to("takeback", false));
  EXPECT_EQ(room.look(table)["ply"], 2);
  room.say(1, offer_of("takeback"));
  room.say(2, answer_to("takeback", true));
  EXPECT_EQ(room.look(table)["ply"], 0);
  EXPECT_EQ(room.hear(2, "table")["ply"], 0);

  Room forbidden;
  forbidden.two("tictactoe", {{"takeback", false}});
  forbidden.play(1, 0, "a1");
  forbidden.say(1, offer_of("takeback"));
  EXPECT_EQ(forbidden.refusal(1), "table.no_takeback");

  Room alone;  // without other people it takes effect at once
  table = alone.two("tictactoe", {{"seats", against_random}});
  alone.play(1, 0, "b2");
  alone.work();
  EXPECT_EQ(alone.look(table)["ply"], 2);
  alone.say(1, offer_of("takeback"));
  EXPECT_EQ(alone.look(table)["ply"], 0);

  Room dice;
  table = dice.two("backgammon");
  const Client first = dice.look(table)["turn"].get<Client>() + 1;
  dice.play(first, dice.look(table)["ply"], dice.some_move(table));
  ASSERT_EQ(dice.look(table)["turn"].get<Client>() + 1, 3 - first);  // dice were thrown after it
  dice.say(first, offer_of("takeback"));
  EXPECT_EQ(dice.refusal(first), "table.dice");
}

TEST(Tables, PausesNeedConsentAndStopTheClock) {
  Room room;
  const Json table = room.two("tictactoe", {{"clock", {{"kind", "move"}, {"seconds", 30}}}});
  room.say(1, offer_of("pause"));
  room.say(2, answer_to("pause", true));
  EXPECT_EQ(room.hear(1, "table")["phase"], "paused");
  room.play(1, 0, "a1");
  EXPECT_EQ(room.refusal(1, "refused"), "table.paused");
  room.pass(100);
  EXPECT_EQ(room.look(table)["phase"], "paused");
  room.say(2, {{"type", "go"}});
  EXPECT_EQ(room.look(table)["phase"], "running");
  EXPECT_EQ(room.look(table)["clock"]["left"][0], 30.0);
  room.pass(31);
  EXPECT_EQ(room.hear(1, "ended")["how"], "time");
}

TEST(Tables, ClocksRunOnTheirOwnTurnOnlyAndFallByThemselves) {
  Room room;
  const Json table = room.two("tictactoe", {{"clock", {{"kind", "fischer"}, {"seconds", 10}, {"increment", 2}}}});
  const auto left = [&] { return room.look(table)["clock"]["left"]; };
  room.pass(3);
  EXPECT_EQ(left(), Json({7.0, 10.0}));
  room.say(1, offer_of("draw"));  // which resets no clock
  EXPECT_EQ(left(), Json({7.0, 10.0}));
  room.play(1, 0, "a1");
  EXPECT_EQ(left(), Json({9.0, 10.0}));
  room.pass(4);
  EXPECT_EQ(left(), Json({9.0, 6.0}));
  room.now += 7;  // no tick since the flag fell: the move comes too late
  room.play(2, 1, "a2");
  const Json ended = room.hear(2, "ended");
  EXPECT_EQ(ended["how"], "time");
  EXPECT_EQ(ended["seat"], 1);
  EXPECT_EQ(ended["clock"]["left"], Json({9.0, 0.0}));
  EXPECT_EQ(room.refusal(2, "refused"), "table.over");
  EXPECT_EQ(room.look(table)["ply"], 1);
}

TEST(Tables, GamesCanBeClaimedAfterAnAbsence) {
  for (const char* how : {"win", "draw"}) {
    Room room;
    const Json table = room.two("tictactoe");
    room.cut(2);
    room.pass(0.1);
    EXPECT_EQ(room.hear(1, "presence")["seats"][1]["present"], false);
    room.say(1, claim_of(1, how));
    EXPECT_EQ(room.refusal(1), "table.early");
    room.say(1, claim_of(0, how));
    EXPECT_EQ(room.refusal(1), "table.present");
    room.pass(119);
    room.say(1, claim_of(1, how));
    EXPECT_EQ(room.refusal(1), "table.early");
    room.pass(2);
    room.say(1, claim_of(1, how));
    const Json ended = room.hear(1, "ended");
    EXPECT_EQ(ended["how"], how == std::string("win") ? "left" : "draw");
    EXPECT_TRUE(ended["result"].is_null());  // the rules give none
    EXPECT_EQ(room.look(table)["phase"], "ended");
  }
}

TEST(Tables, AnAgentSubstitutesForAnAbsentPlayer) {
  Room room;
  const Json table = room.two("tictactoe", {{"claim_after", 5}});
  room.play(1, 0, "a1");
  room.cut(2);
  room.pass(6);
  room.say(1, claim_of(1, "agent"));
  EXPECT_EQ(room.look(table)["seats"][1]["substitute"], "random");
  room.work();
  EXPECT_EQ(room.look(table)["ply"], 2);
  room.play(1, 2, room.some_move(table));
  EXPECT_EQ(room.jobs.size(), 1U);
  room.connect(2);
  room.say(2, join_of(table, 1));
  EXPECT_TRUE(room.jobs.empty());  // its search is cancelled
  EXPECT_FALSE(room.hear(2, "table")["choices"].is_null());
  room.play(2, 3, room.some_move(table));
  EXPECT_EQ(room.look(table)["ply"], 4);
  const auto record =
      read_record(room.ask("GET", "/api/tables/" + table["id"].get<std::string>() + "/record")["record"].get<std::string>());
  ASSERT_TRUE(record);
  ASSERT_EQ(record->moves[1].seated.size(), 1U);
  EXPECT_EQ(record->moves[1].seated[0].who, "random");
  EXPECT_EQ(record->moves[3].seated[0].who, "human Bob");
}

TEST(Tables, WithFourPlayersASubstituteReplacesOneThatResigns) {
  for (const char* game : {"yonin:size=4", "yonin:size=4,mode=team"}) {
    Room room;
    const Json table = room.two(game, {{"seats", four_open}, {"claim_after", 5}, {"clock", {{"kind", "move"}, {"seconds", 20}}}});
    EXPECT_EQ(room.look(table)["phase"], "running");
    room.say(2, {{"type", "resign"}});
    Json there = room.look(table);
    EXPECT_EQ(there["phase"], "running");
    EXPECT_EQ(there["seats"][1]["substitute"], "random");
    EXPECT_EQ(there["seats"][1]["out"], "resigned");
    room.cut(4);
    room.pass(6);
    room.say(1, claim_of(3, "win"));
    EXPECT_EQ(room.refusal(1), "table.many");
    room.say(1, claim_of(3, "agent"));
    EXPECT_EQ(room.look(table)["seats"][3]["substitute"], "random");
    // A seat that resigned can't come back; an absent one can.
    room.cut(2);
    room.connect(2);
    room.say(2, join_of(table, 1));
    room.connect(4);
    room.say(4, join_of(table, 3));
    there = room.look(table);
    EXPECT_TRUE(there["seats"][1].contains("substitute"));
    EXPECT_FALSE(there["seats"][3].contains("substitute"));
    // The third seat's clock runs out; the others finish the game.
    bool timed_out = false;
    for (int step = 0; step < 200 && room.look(table)["phase"] == "running"; ++step) {
      there = room.look(table);
      if (!room.jobs.empty()) {
        room.work();
      } else if (there["turn"] == 2 && !timed_out) {
        room.pass(21);
        timed_out = true;
        EXPECT_EQ(room.look(table)["seats"][2]["out"], "time");
      } else {
        room.play(there["turn"].get<Client>() + 1, there["ply"], room.some_move(table));
      }
    }
    EXPECT_TRUE(timed_out);
    there = room.look(table);
    EXPECT_EQ(there["phase"], "ended");
    EXPECT_EQ(there["result"].size(), 4U);
    const auto record =
        read_record(room.ask("GET", "/api/tables/" + table["id"].get<std::string>() + "/record")["record"].get<std::string>());
    ASSERT_TRUE(record) << record.error().message();
    EXPECT_TRUE(replay(all_games(), *record));
  }
}

TEST(Tables, AgentsHoldMemoryOnlyWhileThinkingAndWaitForIt) {
  WhitelistOptions offered;
  offered.memory = 100;
  Room room(false, offered);
  const Json big = Json::parse(R"([{"who":"open"},{"who":"agent","agent":"uct:time=0.01,memory=80"}])");
  const Json first = room.two("tictactoe", {{"seats", big}});
  const Json second = room.open({{"game", "tictactoe"}, {"seats", big}});
  room.connect(5);
  room.say(5, join_of(second, 0));
  room.play(1, 0, "b2");
  ASSERT_EQ(room.jobs.size(), 1U);
  room.play(5, 0, "b2");
  EXPECT_EQ(room.jobs.size(), 1U);  // memory for one only
  room.work();
  EXPECT_EQ(room.look(first)["ply"], 2);
  room.pass(1);
  ASSERT_EQ(room.jobs.size(), 1U);
  EXPECT_EQ(room.hear(5, "thinking")["agent"], "uct:time=0.01,memory=80");
  room.work();
  EXPECT_EQ(room.look(second)["ply"], 2);
  room.ask("POST", "/api/tables",
           {{"game", "tictactoe"}, {"seats", Json::parse(R"([{"who":"open"},{"who":"agent","agent":"uct:memory=101,time=1"}])")}});
  EXPECT_EQ(room.status, 400);
}

TEST(Tables, AnExternalProgramThatCrashesForfeits) {
  WhitelistOptions offered;
  offered.agents = {{"bot", "engine:timeout=2,cmd=false"}};
  Room room(false, offered);
  const Json table = room.two("tictactoe", {{"seats", Json::parse(R"([{"who":"open"},{"who":"agent","agent":"bot"}])")}});
  room.play(1, 0, "b2");
  room.work();
  const Json ended = room.hear(1, "ended");
  EXPECT_EQ(ended["how"], "forfeit");
  EXPECT_EQ(ended["seat"], 1);
  EXPECT_NE(ended["verdict"].get<std::string>().find("bot: "), std::string::npos);
  // The command of the operator's program stays secret.
  const std::string record = room.ask("GET", "/api/tables/" + table["id"].get<std::string>() + "/record")["record"];
  EXPECT_EQ((record + room.everything).find("cmd="), std::string::npos);
}

TEST(Tables, RematchesRotateSeats) {
  Room room;
  const Json table = room.two("tictactoe");
  room.say(1, offer_of("rematch"));
  EXPECT_EQ(room.refusal(1), "table.running");
  room.say(1, {{"type", "resign"}});
  room.say(1, offer_of("rematch"));
  room.say(2, answer_to("rematch", true));
  const Json first = room.hear(1, "rematch"), second = room.hear(2, "rematch");
  EXPECT_EQ(first["table"], second["table"]);
  EXPECT_EQ(first["seat"], 1);
  EXPECT_EQ(second["seat"], 0);
  EXPECT_TRUE(first.contains("host"));
  EXPECT_FALSE(second.contains("host"));
  EXPECT_EQ(room.look({{"id", first["table"]}})["seats"][0]["person"], "Bob");
  room.say(2, {{"type", "join"}, {"table", second["table"]}, {"token", second["token"]}});
  EXPECT_FALSE(room.hear(2, "table")["choices"].is_null());
  room.play(2, 0, "a1");
  EXPECT_EQ(room.look({{"id", first["table"]}})["ply"], 1);
  room.say(1, offer_of("rematch"));  // one exists already
  EXPECT_EQ(room.hear(1, "rematch")["table"], first["table"]);
}

TEST(Tables, OnlyTheHostFreesSeatsAndClosesTheTable) {
  Room room;
  const Json table = room.two("tictactoe");
  room.play(1, 0, "a1");
  room.say(2, {{"type", "close"}});
  EXPECT_EQ(room.refusal(2), "table.not_host");
  room.say(2, {{"type", "free"}, {"seat", 0}});
  EXPECT_EQ(room.refusal(2), "table.not_host");
  room.say(1, {{"type", "free"}, {"seat", 1}});
  EXPECT_EQ(room.hear(2, "unseated")["why"], "freed");
  EXPECT_EQ(room.look(table)["phase"], "paused");
  room.say(1, {{"type", "go"}});
  EXPECT_EQ(room.refusal(1), "table.open");
  room.say(2, join_of(table, 1));
  EXPECT_EQ(room.refusal(2), "table.wrong_token");
  room.connect(3);
  room.say(3, watch_of(table));
  room.say(3, {{"type", "sit"}, {"name", "Cid"}});
  EXPECT_EQ(room.look(table)["phase"], "running");
  room.play(3, 1, "a2");
  EXPECT_EQ(room.look(table)["ply"], 2);
  room.say(1, {{"type", "close"}});
  EXPECT_EQ(room.hear(3, "unseated")["why"], "closed");
  room.look(table);
  EXPECT_EQ(room.status, 404);
  room.play(3, 3, "b1");
  EXPECT_NE(room.hear(3, "error")["error"]["what"].get<std::string>().find("no game"), std::string::npos);
}

TEST(Tables, ClientsLearnOfChangesOnlyOnceStoredAndInOrder) {
  Room room(true);
  const Json table = room.two("tictactoe");
  room.play(1, 0, "a1");
  EXPECT_FALSE(room.heard(1, "moved") || room.heard(2, "moved"));
  EXPECT_EQ(room.look(table)["ply"], 0);
  ASSERT_EQ(room.commits.size(), 1U);
  room.play(2, 1, "b1");  // queued: the change is pending
  room.play(1, 0, "c3");
  EXPECT_EQ(room.commits.size(), 1U);
  room.keep();
  EXPECT_EQ(room.hear(2, "moved")["move"], "a1");
  ASSERT_EQ(room.commits.size(), 1U);
  EXPECT_EQ(room.commits.front().what.moves.size(), 1U);
  EXPECT_EQ(room.commits.front().what.first, 1U);
  room.keep();
  EXPECT_EQ(room.hear(1, "moved")["move"], "a1");
  EXPECT_EQ(room.hear(1, "moved")["move"], "b1");
  EXPECT_EQ(room.refusal(1, "refused"), "table.ply");
  EXPECT_EQ(room.shelf.tables.at(table["id"]).moves.size(), 2U);
}

TEST(Tables, ChangesThatCanNotBeStoredHaveNoEffect) {
  Room room(true);
  const Json table = room.two("tictactoe", {{"seats", against_random}});
  room.play(1, 0, "a1");
  room.keep(false);
  const Json refused = room.hear(1, "refused");
  EXPECT_EQ(refused["error"]["key"], "table.not_kept");
  // The store's error, which names its path, is for the operator.
  EXPECT_EQ(refused["error"]["what"], "the server could not store this, so it was not done");
  EXPECT_EQ(room.look(table)["ply"], 0);
  room.play(1, 0, "a1");
  room.keep();
  // An agent's move is retried until the disk has room.
  room.work();
  room.keep(false);
  EXPECT_EQ(room.look(table)["ply"], 1);
  room.pass(1.1);
  room.keep();
  EXPECT_EQ(room.look(table)["ply"], 2);
  // A table that can't be stored is not opened.
  const Reply reply = room.prepared(
      room.hub->request("POST", "/api/tables", {}, Json({{"game", "tictactoe"}, {"seats", open_seats}}).dump(), room.now));
  room.collect();
  room.keep(false);
  EXPECT_EQ(std::get<Awaited>(reply).answer->response->status, 503);
  EXPECT_EQ(std::get<Awaited>(reply).answer->response->body.find("/var"), std::string::npos);
  EXPECT_EQ(room.everything.find("/var"), std::string::npos);
  EXPECT_EQ(room.ask("GET", "/api/tables")["tables"].size(), 1U);
}

TEST(Tables, RestartsLoseNothingAndStopClocks) {
  Room room(true);
  const Json table = room.two("backgammon", {{"clock", {{"kind", "fischer"}, {"seconds", 60}, {"increment", 1}}}});
  for (int k = 0; k < 6; ++k) {
    const Json there = room.look(table);
    room.pass(2);
    room.play(there["turn"].get<Client>() + 1, there["ply"], room.some_move(table));
    room.keep_all();
  }
  const Json before = room.look(table);
  room.now += 10'000;
  room.start();
  const Json after = room.look(table);
  for (const char* same : {"moves", "position", "turn", "phase", "ply", "clock", "created", "game", "kept", "listed"})
    EXPECT_EQ(after[same], before[same]) << same;
  for (const Client client : {1, 2}) {
    room.connect(client);
    room.say(client, join_of(table, client - 1));
    EXPECT_EQ(room.hear(client, "table")["seat"], client - 1);
  }
  const Client turn = after["turn"].get<Client>() + 1;
  room.play(turn, after["ply"], room.some_move(table));
  room.keep_all();
  EXPECT_GT(room.look(table)["ply"], after["ply"]);
  // The dice are the same as without the restart, since the seed is.
  room.say(1, {{"type", "resign"}});
  room.keep_all();
  const auto record = read_record(room.shelf.tables.at(table["id"]).record);
  ASSERT_TRUE(record);
  auto game = *all_games().open(record->game);
  LiveGame same({std::move(game), all_games().open(record->game).value()->session()}, {"human", "human"}, *record->seed);
  for (const Record::Line& move : record->moves) {
    if (same.session().turn() == chance)
      EXPECT_EQ(same.roll().value(), move.text);
    else
      ASSERT_TRUE(same.play(move.text));
  }
}

TEST(Tables, GamesThatAreNotToBeKeptLeaveNothing) {
  Room room(true);
  const Json table = room.two("tictactoe", {{"kept", false}});
  EXPECT_TRUE(room.shelf.tables.contains(table["id"]));
  room.say(1, {{"type", "resign"}});
  room.keep_all();
  EXPECT_TRUE(room.shelf.tables.empty());
  EXPECT_EQ(room.look(table)["phase"], "ended");
}

TEST(Tables, EmptyTablesExpire) {
  Room room(true);
  const Json waiting = room.open({{"game", "tictactoe"}, {"seats", open_seats}});
  const Json running = room.two("tictactoe");
  room.pass(599);
  room.look(waiting);
  EXPECT_EQ(room.status, 200);
  room.pass(2);
  room.keep_all();
  room.look(waiting);
  EXPECT_EQ(room.status, 404);
  EXPECT_FALSE(room.shelf.tables.contains(waiting["id"]));
  room.cut(1);
  room.cut(2);
  room.pass(6 * 24 * 3600);
  EXPECT_EQ(room.look(running)["phase"], "running");
  room.pass(25 * 3600);
  room.keep_all();
  room.look(running);
  EXPECT_EQ(room.status, 404);
}

TEST(Tables, HaveLimits) {
  Room room;
  const Json body = {{"game", "tictactoe"}, {"seats", open_seats}};
  for (int k = 0; k < 30; ++k) room.ask("POST", "/api/tables", body, "203.0.113.9");
  EXPECT_EQ(room.status, 201);
  room.ask("POST", "/api/tables", body, "203.0.113.9");
  EXPECT_EQ(room.status, 429);
  room.ask("POST", "/api/tables", body, "203.0.113.10");
  EXPECT_EQ(room.status, 201);
  room.now += 61;
  room.ask("POST", "/api/tables", body, "203.0.113.9");
  EXPECT_EQ(room.status, 201);
  const Json table = room.open(body);
  while (room.status == 201) room.ask("POST", "/api/tables", body);
  EXPECT_EQ(room.status, 503);
  std::size_t listed = 0;
  for (Json page = room.ask("GET", "/api/tables");;
       page = room.ask("GET", "/api/tables?after=" + page["next"].get<std::string>())) {
    listed += page["tables"].size();
    if (page["next"].is_null()) break;
  }
  EXPECT_EQ(listed, Tables::most_tables);
  for (Client client = 100; client < 100 + Tables::most_watchers; ++client) {
    room.connect(client);
    room.say(client, watch_of(table));
  }
  room.connect(99);
  room.say(99, watch_of(table));
  EXPECT_EQ(room.refusal(99), "table.full");
  room.say(99, join_of(table, 0));
  EXPECT_EQ(room.hear(99, "table")["watchers"], Tables::most_watchers);
}

TEST(Tables, RefuseInvalidRequests) {
  Room room;
  const auto seats = [](const char* text) { return Json::parse(text); };
  const std::pair<Json, std::string> wrong[] = {
      {{{"seats", open_seats}}, "'game' is required"},
      {{{"game", "tictactoo"}, {"seats", open_seats}}, "no game 'tictactoo'"},
      {{{"game", "/etc/passwd"}, {"seats", open_seats}}, "may not name files"},
      {{{"game", "tictactoe"}}, "'seats' is required"},
      {{{"game", "yonin"}, {"seats", open_seats}}, "4 seats"},
      {{{"game", "tictactoe"}, {"seats", seats(R"([{"who":"ghost"},{"who":"open"}])")}}, "unknown player 'ghost'"},
      {{{"game", "tictactoe"}, {"seats", seats(R"([{"who":"agent"},{"who":"open"}])")}}, "'agent' is required"},
      {{{"game", "tictactoe"}, {"seats", seats(R"([{"who":"agent","agent":"engine:cmd=true"},{"who":"open"}])")}},
       "may not start programs"},
      {{{"game", "tictactoe"}, {"seats", seats(R"([{"who":"agent","agent":"alphabeta:db=/etc/passwd"},{"who":"open"}])")}},
       "names a file, but clients may not name files"},
      {{{"game", "tictactoe"}, {"seats", seats(R"([{"who":"agent","agent":"uct:memory=65536,workers=256"},{"who":"open"}])")}},
       "is more than this server"},
      {{{"game", "tictactoe"}, {"seats", open_seats}, {"substitute", "nobody"}}, "no agent 'nobody'"},
      {{{"game", "tictactoe"}, {"seats", open_seats}, {"clock", {{"kind", "sand"}}}}, "unknown clock 'sand'"},
      {{{"game", "tictactoe"}, {"seats", open_seats}, {"clock", {{"kind", "move"}}}}, "'seconds'"},
      {{{"game", "tictactoe"}, {"seats", open_seats}, {"clock", {{"kind", "move"}, {"seconds", -1}}}}, "'seconds'"},
      {{{"game", "tictactoe"}, {"seats", open_seats}, {"position", "nonsense"}}, ""},
      {{{"game", "tictactoe"}, {"seats", open_seats}, {"record", "nonsense"}}, ""},
      {{{"game", "bao"}, {"seats", open_seats}, {"record", "banmen-record 1\ngame tictactoe\nmoves\n1. a1\nresult unfinished\n"}},
       "the record is a game of tictactoe"},
      {{{"record", "banmen-record 1\ngame tictactoe\nmoves\na1 a2 b1 b2 c1\nresult 1 -1\n"}, {"seats", open_seats}},
       "over already"},
      {{{"game", "tictactoe"}, {"seats", open_seats}, {"colour", "red"}}, "unknown field 'colour'"},
      {{{"game", "tictactoe"}, {"seats", open_seats}, {"seating", "musical"}}, "unknown seating"},
      {{{"game", "tictactoe"}, {"seats", open_seats}, {"listed", "yes"}}, "'listed' must be"},
  };
  for (const auto& [body, what] : wrong) {
    const Json answer = room.ask("POST", "/api/tables", body);
    EXPECT_TRUE(room.status == 400 || room.status == 404) << body.dump();
    EXPECT_NE(answer["error"]["what"].get<std::string>().find(what), std::string::npos) << answer.dump();
  }
  EXPECT_TRUE(room.ask("GET", "/api/tables")["tables"].empty());
}

TEST(Tables, ResumeFromARecord) {
  Room room(true);
  const std::string record = "banmen-record 1\ngame tictactoe\nmoves\n1. a1\n2. b2\nresult unfinished\n";
  const Json table = room.two("tictactoe", {{"record", record}});
  EXPECT_EQ(room.look(table)["moves"], Json({"a1", "b2"}));
  room.say(1, offer_of("takeback"));
  EXPECT_EQ(room.refusal(1), "table.no_move");  // moves from the record can't be undone
  room.play(1, 2, "c3");
  room.keep_all();
  room.start();
  EXPECT_EQ(room.look(table)["ply"], 3);
}

TEST(Tables, RefuseNamesWithControlCharacters) {
  EXPECT_EQ(*checked_name("  Ann Lee "), "Ann Lee");
  EXPECT_EQ(*checked_name("\xE5\xAF\xBF\xE5\x8F\xB8"), "\xE5\xAF\xBF\xE5\x8F\xB8");
  EXPECT_TRUE(checked_name(std::string(32, 'x')));
  for (const std::string& name :
       {std::string(33, 'x'), std::string("a\nb"), std::string("a\x7f"), std::string("a\xE2\x80\xAE"), std::string("a\xE2\x81\xA6"),
        std::string("a\xE2\x80\x8F"), std::string("a\xD8\x9C"), std::string("a\xC2\x85"), std::string("a ;b"), std::string(";")})
    EXPECT_FALSE(checked_name(name)) << name;
  // Invisible letters make two names look alike.
  for (const std::string invisible : {"\u200b", "\u200d", "\u2060", "\u2800", "\u3164", "\uffa0", "\ufeff", "\U000e0041", "\xff"}) {
    EXPECT_FALSE(checked_name(invisible)) << invisible;
    EXPECT_FALSE(checked_name("Ada" + invisible)) << invisible;
    EXPECT_EQ(*checked_name("A" + invisible + "da", true), "Ada");
    EXPECT_EQ(*checked_name(invisible + " ", true), "");
  }
  for (const std::string blank : {"\u3000", "\u00a0", "\u2003 \u2003", "\ufe0f"}) EXPECT_FALSE(checked_name(blank)) << blank;
  EXPECT_EQ(*checked_name(""), "");
  EXPECT_EQ(*checked_name("山田\u3000太郎"), "山田\u3000太郎");
  EXPECT_EQ(*checked_name("Zoe\u0308 ♟\ufe0f"), "Zoe\u0308 ♟\ufe0f");
  Room room;
  const Json table = room.open({{"game", "tictactoe"}, {"seats", open_seats}});
  room.connect(1);
  Json join = join_of(table, 0);
  join["name"] = "a\u202E";
  room.say(1, join);
  EXPECT_EQ(room.hear(1, "error")["error"]["where"], "name");
}

TEST(Tables, PlayersOfGamesBetweenPeopleGetNoAnalysis) {
  Room room;
  room.two("tictactoe");
  const Json analyse = {{"type", "analyse"}, {"id", 1}, {"game", "tictactoe"}};
  room.say(1, analyse);
  EXPECT_EQ(room.refusal(1), "table.no_analysis");
  room.say(2, {{"type", "resign"}});
  room.say(1, analyse);
  EXPECT_EQ(room.jobs.size(), 1U);
}

TEST(Tables, KeepTheSeedSecretUntilTheEnd) {
  Room room(true);
  const Json table = room.two("backgammon:checkers=3");
  std::string before;
  for (int k = 0; k < 30 && room.look(table)["phase"] == "running"; ++k) {
    const Json there = room.look(table);
    room.everything += there.dump() + room.ask("GET", "/api/tables/" + table["id"].get<std::string>() + "/record").dump();
    before = room.everything;
    room.play(there["turn"].get<Client>() + 1, there["ply"], room.some_move(table));
    room.keep_all();
  }
  if (room.look(table)["phase"] == "running") {
    before = room.everything;
    room.say(1, {{"type", "resign"}});
    room.keep_all();
  }
  const auto record = read_record(room.shelf.tables.at(table["id"]).record);
  ASSERT_TRUE(record && record->seed);
  EXPECT_EQ(before.find(std::to_string(*record->seed)), std::string::npos);
  EXPECT_EQ(before.find("\"seed\""), std::string::npos);
  EXPECT_NE(room.everything.find(std::to_string(*record->seed)), std::string::npos);
}

TEST(Tables, OwnGamesAreNeitherListedNorStored) {
  Room room(true);
  room.connect(1);
  const Json person = {{"who", "human"}}, agent = {{"who", "agent"}, {"agent", "random"}};
  room.say(1, {{"type", "join"}, {"game", "tictactoe"}, {"seats", {person, agent}}});
  EXPECT_FALSE(room.hear(1, "table").contains("table"));
  room.play(1, 0, "b2");
  EXPECT_EQ(room.hear(1, "moved")["ply"], 0);
  room.work();
  EXPECT_EQ(room.hear(1, "moved")["ply"], 1);
  EXPECT_TRUE(room.commits.empty());
  EXPECT_TRUE(room.ask("GET", "/api/tables")["tables"].empty());
  // Joining a table replaces it, and vice versa.
  const Json table = room.open({{"game", "tictactoe"}, {"seats", open_seats}});
  room.say(1, watch_of(table));
  EXPECT_EQ(room.hear(1, "table")["table"], table["id"]);
  room.say(1, {{"type", "undo"}});
  EXPECT_EQ(room.refusal(1), "table.not_seated");
  room.say(1, {{"type", "join"}, {"game", "tictactoe"}, {"seats", {person, person}}, {"moves", {"a1"}}});
  room.say(1, {{"type", "undo"}});
  EXPECT_EQ(room.hear(1, "table")["ply"], 1);
  EXPECT_EQ(room.hear(1, "table")["ply"], 0);
  EXPECT_EQ(room.look(table)["watchers"], 0);
}

TEST(Tables, GamesAreOpenedOnceForEachCanonicalName) {
  const Whitelist offer(all_games(), {});
  EXPECT_EQ(offer.share("reversi").value(), offer.share("reversi:size=8").value());
  EXPECT_NE(offer.share("reversi").value(), offer.share("reversi:size=6").value());
  const auto first = offer.share("bao:holes=2").value();
  for (int rows = 3; rows <= 16; ++rows)
    for (int columns = 3; columns <= 8; ++columns) (void)offer.share(fmt::format("amazons:size={}x{}", rows, columns));
  EXPECT_EQ(first.use_count(), 1);  // evicted from the cache
}

}  // namespace
}  // namespace banmen::serve
