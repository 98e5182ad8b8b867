// Records: parsing, replay, writing, and the positions of errors.
#include "play/record.hpp"

#include <gtest/gtest.h>

#include "play/live_game.hpp"
#include "play/record_json.hpp"

namespace banmen {
namespace {

const Catalog& catalog() {
  static const Catalog all;
  return all;
}

const OpenByName by_name = [](std::string_view name) { return catalog().open(name); };

const char* const branched =
    "banmen-record 3\n"
    "game tictactoe\n"
    "seat first human Ada\n"
    "seat second human\n"
    "seed 7\n"
    "moves\n"
    "1. b2 ; the middle\n"
    "(\n"
    "  1. a1\n"
    "  2. b2\n"
    ")\n"
    "2. b3 ; too kind\n"
    "; and known to be\n"
    "(\n"
    "  2. a1 ; better\n"
    "  3. c3\n"
    "  (\n"
    "    3. a3\n"
    "    4. c1\n"
    "  )\n"
    ")\n"
    "(\n"
    "  2. c1\n"
    ")\n"
    "3. a3\n"
    "end resigned second\n";

Replay played(const std::string& text) {
  const auto record = read_record(text);
  EXPECT_TRUE(record) << record.error().message();
  auto out = replay(catalog(), *record);
  EXPECT_TRUE(out) << out.error().message();
  return std::move(*out);
}

std::string refusal(const std::string& text) {
  const auto record = read_record(text);
  if (!record) return record.error().message();
  const auto out = replay(catalog(), *record);
  return out ? "" : out.error().message();
}

std::string three(const std::string& moves) { return "banmen-record 3\ngame tictactoe\nmoves\n" + moves; }

TEST(Record, ReplaysTheMainLineWithVariations) {
  const Replay game = played(branched);
  EXPECT_EQ(game.session->history(), (std::vector<std::string>{"b2", "b3", "a3"}));
  ASSERT_EQ(game.moves.size(), 3U);
  EXPECT_EQ(game.moves[1].comment, "too kind\nand known to be");
  ASSERT_EQ(game.moves[1].variations.size(), 2U);
  EXPECT_EQ(game.moves[1].variations[0][1].variations[0][1].text, "c1");
}

TEST(Record, WritesBackTheTextRead) {
  const auto record = read_record(branched);
  ASSERT_TRUE(record);
  EXPECT_EQ(write_record(*record), branched);
}

TEST(Record, AVariationReplacesTheLastMoveOfALineOfSeveral) {
  const Replay game = played(three("b2 a1 c3\n(\na3\n)\na3\n"));
  ASSERT_EQ(game.moves.size(), 4U);
  EXPECT_TRUE(game.moves[1].variations.empty());
  ASSERT_EQ(game.moves[2].variations.size(), 1U);
  EXPECT_EQ(game.moves[2].variations[0][0].text, "a3");
}

TEST(Record, WritesTheLowestSufficientVersion) {
  Record record;
  record.game = "tictactoe";
  const auto version = [&] { return write_record(record).substr(0, 15); };
  record.seats = {{"first", "human"}, {"second", "random"}};
  EXPECT_EQ(version(), "banmen-record 1");
  record.ending = Record::Ending{"resigned", "first"};
  EXPECT_EQ(version(), "banmen-record 2");
  record.ending = Record::Ending{"draw", ""};
  EXPECT_EQ(version(), "banmen-record 3");
  record.ending.reset();
  record.seats[0].second = "human Ada";
  EXPECT_EQ(version(), "banmen-record 3");
}

TEST(Record, DescribesEndings) {
  const auto says = [](const std::string& end) {
    const auto record = read_record(three("b2\n" + end + "\n"));
    EXPECT_TRUE(record) << record.error().message();
    const Replay game = played(three("b2\n" + end + "\n"));
    return verdict(*game.game, *record->ending);
  };
  EXPECT_EQ(says("end draw"), "a draw, agreed on");
  EXPECT_EQ(says("end time second"), "second is out of time, first wins");
  EXPECT_EQ(says("end resigned first"), "first resigns, second wins");
  EXPECT_EQ(says("end forfeit first"), "first forfeits, second wins");
}

TEST(Record, NamesErrorsWithTheirPlaces) {
  EXPECT_EQ(refusal(three("b2\n(\n  b2 b2\n)\n")), "line 6, column 6: cell b2 is taken");
  EXPECT_EQ(refusal(three("(\nb2\n)\n")),
            "line 4, column 1: a variation follows the move that it replaces (expected a move first)");
  EXPECT_EQ(refusal(three("b2\n(\n(\n")),
            "line 6, column 1: a variation follows the move that it replaces (expected a move first)");
  EXPECT_EQ(refusal(three("b2\n(\n)\n")), "line 6, column 1: a variation without a move");
  EXPECT_EQ(refusal(three("b2\n)\n")), "line 5, column 1: no variation is open here ('(' opens one)");
  EXPECT_EQ(refusal(three("b2\n(\na1\n")), "line 5, column 1: this variation is not closed (')' closes it)");
  EXPECT_EQ(refusal(three("b2\n(\na1\nresult unfinished\n")), "line 7, column 1: a variation is still open (')' closes it)");
  EXPECT_EQ(refusal(three("b2\nend fled\n")),
            "line 5, column 4: 'end' needs the kind of ending and the seat (end resigned SEAT, end time SEAT, end forfeit SEAT or "
            "end draw)");
  EXPECT_EQ(refusal(three("b2\nend draw first\n")),
            "line 5, column 4: 'end' needs the kind of ending and the seat (end resigned SEAT, end time SEAT, end forfeit SEAT or "
            "end draw)");
  EXPECT_EQ(refusal(three("b2\nend time third\n")), "line 5: there is no seat 'third' (one of: first, second)");
  EXPECT_EQ(refusal(three("a3 a2 b3 b2 c3\nend draw\n")), "line 5: the game was already over by the rules (write its result)");
  std::string deep = "b2\n";
  for (int k = 0; k < 40; ++k) deep += "(\na1\n";
  EXPECT_EQ(refusal(three(deep)), "line 45, column 1: variations are nested too deeply (20 levels at most)");
}

TEST(Record, EarlierVersionsHaveNoVariations) {
  EXPECT_EQ(refusal("banmen-record 2\ngame tictactoe\nmoves\nb2\n(\na1\n)\n"),
            "line 5, column 1: '(' is not a cell (cells are a1 to c3)");
  EXPECT_NE(refusal("banmen-record 2\ngame tictactoe\nmoves\nb2\nend draw\n"), "");
}

TEST(Record, NamedPersonsAreNotAgents) {
  EXPECT_EQ(person_name("human"), "");
  EXPECT_EQ(person_name("human Ada Lovelace"), "Ada Lovelace");
  EXPECT_EQ(person_name("humanoid"), std::nullopt);
  EXPECT_EQ(person_name("random"), std::nullopt);
}

TEST(Record, ResumedGamesKeepNamesAndVariations) {
  std::string text = branched;
  text.replace(text.find("end "), std::string::npos, "result unfinished\n");
  const auto record = read_record(text);
  auto begun = replay(catalog(), *record);
  auto seats = seat_players(*begun->game, {}, &*record);
  ASSERT_TRUE(seats) << seats.error().message();
  LiveGame game(std::move(*begun), *seats, 7, &*record);
  EXPECT_TRUE(game.persons_turn());
  EXPECT_EQ(write_record(game.record()), text);
  ASSERT_TRUE(game.play("c1"));
  EXPECT_EQ(write_record(game.record()), text.substr(0, text.find("result")) + "4. c1\nresult unfinished\n");
  ASSERT_TRUE(game.undo());
  EXPECT_EQ(write_record(game.record()), text);
}

TEST(Dice, MatchTheirSeedOnly) {
  auto opened = catalog().open("backgammon:checkers=3");
  ASSERT_TRUE(opened) << opened.error().message();
  const std::shared_ptr<const OpenGame> game(std::move(*opened));
  LiveGame live({game, game->session()}, {"random", "random"}, 5);
  for (int ply = 0; ply < 12 && !live.is_over(); ++ply) ASSERT_TRUE(live.advance({}));
  const auto dice = check_dice(live.session(), 5);
  ASSERT_TRUE(dice);
  EXPECT_GE(dice->throws, 3U);
  EXPECT_EQ(dice->as_seed, dice->throws);
  const auto others = check_dice(live.session(), 6);
  EXPECT_EQ(others->throws, dice->throws);
  EXPECT_LT(others->as_seed, dice->throws);
  EXPECT_FALSE(check_dice(*catalog().open("tictactoe").value()->session(), 5));
}

const char* const kept =
    "banmen-record 4\n"
    "game tictactoe\n"
    "date 2026-11-16T09:30:00Z\n"
    "clock fischer 300 5.5\n"
    "seat first human Ada\n"
    "seat second human Bob\n"
    "seed 7\n"
    "moves\n"
    "1. b2 @4.25/301.25 ; the middle\n"
    "seat second random\n"
    "2. b3 @130\n"
    "seat second human Bob\n"
    "3. a3\n"
    "(\n"
    "  3. a1 @140.001/0\n"
    ")\n"
    "seat first random\n"
    "end forfeit second 'b2' is taken\n";

TEST(Record, WritesBackClocksAndSeats) {
  const auto record = read_record(kept);
  ASSERT_TRUE(record) << record.error().message();
  EXPECT_EQ(record->date, "2026-11-16T09:30:00Z");
  EXPECT_EQ(record->clock->increment, 5.5);
  EXPECT_EQ(record->moves[0].at, 4.25);
  EXPECT_EQ(record->moves[0].left, 301.25);
  EXPECT_EQ(record->moves[1].seated, (std::vector<Record::Seated>{{"second", "random"}}));
  EXPECT_EQ(record->moves[1].left, std::nullopt);
  EXPECT_EQ(record->seated, (std::vector<Record::Seated>{{"first", "random"}}));
  EXPECT_EQ(record->ending->why, "'b2' is taken");
  EXPECT_EQ(write_record(*record), kept);
  const Replay game = played(kept);
  EXPECT_EQ(game.moves[2].seated, (std::vector<Record::Seated>{{"second", "human Bob"}}));
  EXPECT_EQ(game.moves[2].variations[0][0].at, 140.001);
  EXPECT_EQ(verdict(*game.game, *record->ending), "second forfeits ('b2' is taken), first wins");
}

std::string four(const std::string& moves) { return "banmen-record 4\ngame tictactoe\nmoves\n" + moves; }

TEST(Record, PlacesTimesAndSeatsOnLinesOfSeveralMoves) {
  const Replay game = played(four("seat first random\nb2 a1 @7/2.5\nend left first\n"));
  EXPECT_EQ(game.moves[0].seated.size(), 1U);
  EXPECT_EQ(game.moves[0].at, std::nullopt);
  EXPECT_TRUE(game.moves[1].seated.empty());
  EXPECT_EQ(game.moves[1].left, 2.5);
}

TEST(Record, DistinguishesMovesThatEndLikeTimes) {
  Record record;
  record.game = "tictactoe";
  record.date = "2026-11-16";
  record.moves = {{"N @5", {}}, {"@5", {}}};
  const auto back = read_record(write_record(record));
  ASSERT_TRUE(back) << back.error().message();
  EXPECT_EQ(back->moves[0].text, "N @5");
  EXPECT_EQ(back->moves[0].at, std::nullopt);
  EXPECT_EQ(back->moves[1].text, "@5");
}

TEST(Record, UsesVersion4OnlyWhereItIsNeeded) {
  const auto version = [](const std::function<void(Record&)>& change) {
    Record record;
    record.game = "tictactoe";
    record.moves = {{"b2", {}}};
    change(record);
    return write_record(record).substr(0, 15);
  };
  EXPECT_EQ(version([](Record&) {}), "banmen-record 1");
  EXPECT_EQ(version([](Record& r) { r.ending = Record::Ending{"forfeit", "first"}; }), "banmen-record 3");
  EXPECT_EQ(version([](Record& r) { r.date = "2026-11-16"; }), "banmen-record 4");
  EXPECT_EQ(version([](Record& r) { r.clock = Record::Clock{"move", 30}; }), "banmen-record 4");
  EXPECT_EQ(version([](Record& r) { r.moves[0].at = 1; }), "banmen-record 4");
  EXPECT_EQ(version([](Record& r) { r.moves[0].seated = {{"first", "random"}}; }), "banmen-record 4");
  EXPECT_EQ(version([](Record& r) { r.seated = {{"first", "random"}}; }), "banmen-record 4");
  EXPECT_EQ(version([](Record& r) { r.ending = Record::Ending{"left", "first"}; }), "banmen-record 4");
  EXPECT_EQ(version([](Record& r) { r.ending = Record::Ending{"forfeit", "first", 0, "no answer"}; }), "banmen-record 4");
}

TEST(Record, NamesErrorsInTimesAndSeats) {
  EXPECT_EQ(refusal(four("b2 @x\n")), "line 4, column 4: '@x' is not a move time (@SECONDS, @SECONDS/LEFT or @-)");
  EXPECT_EQ(refusal(four("1. b2 @1/-2\n")), "line 4, column 7: '@1/-2' is not a move time (@SECONDS, @SECONDS/LEFT or @-)");
  EXPECT_EQ(refusal(four("b2\nseat third random\n")), "line 5: there is no seat 'third' (one of: first, second)");
  EXPECT_EQ(refusal(four("b2\n(\nseat first random\n")),
            "line 6, column 1: a variation can't change players (only the main line can)");
  EXPECT_EQ(refusal(four("b2\nend left\n")),
            "line 5, column 4: 'end' needs the kind of ending and the seat (end resigned SEAT, end time SEAT, end left SEAT, end "
            "forfeit SEAT WHY or end draw)");
  EXPECT_EQ(refusal("banmen-record 4\ngame tictactoe\ndate yesterday\n"),
            "line 3, column 6: 'yesterday' is not a date (such as 2026-11-16T09:30:00Z)");
  EXPECT_EQ(refusal("banmen-record 4\ngame tictactoe\nclock sand 3\n"),
            "line 3, column 7: unknown clock 'sand' (one of: move, fischer)");
  EXPECT_EQ(refusal("banmen-record 4\ngame tictactoe\nclock move 3 4\n"),
            "line 3, column 7: 'clock' needs a kind and its seconds (clock move SECONDS, or clock fischer SECONDS ADDED)");
  EXPECT_NE(refusal("banmen-record 3\ngame tictactoe\ndate 2026-11-16\n"), "");
  EXPECT_NE(refusal(three("b2 @4\n")), "");
}

TEST(Record, KeepsPeoplesNamesOnTheirLines) {
  Record record;
  record.game = "tictactoe";
  record.seats = {{"first", "human Ada ; b\nseed 3"}, {"second", "human"}};
  const auto back = read_record(write_record(record));
  ASSERT_TRUE(back) << back.error().message();
  EXPECT_EQ(back->seats[0].second, "human Ada , b seed 3");
  EXPECT_EQ(back->seed, std::nullopt);
}

TEST(Record, ResumedGamesKeepTimesAndSeats) {
  std::string text = kept;
  text.replace(text.find("end "), std::string::npos, "result unfinished\n");
  const auto record = read_record(text);
  auto begun = replay(catalog(), *record);
  LiveGame game(std::move(*begun), {"human Ada", "human Bob"}, 7, &*record);
  EXPECT_EQ(write_record(game.record()), text);
  ASSERT_TRUE(game.play("c1"));
  EXPECT_EQ(write_record(game.record()), text.substr(0, text.find("result")) + "4. c1\nresult unfinished\n");
  ASSERT_TRUE(game.undo());
  EXPECT_EQ(write_record(game.record()), text);
  ASSERT_TRUE(game.undo());
  EXPECT_EQ(write_record(game.record()).find("seat first random"), std::string::npos);
}

TEST(RecordDocument, ConvertsStoredGamesBothWays) {
  const auto document = read_record_document(by_name, kept);
  ASSERT_TRUE(document) << document.error().message();
  EXPECT_EQ((*document)["date"], "2026-11-16T09:30:00Z");
  EXPECT_EQ((*document)["clock"], (Json{{"kind", "fischer"}, {"seconds", 300.0}, {"increment", 5.5}}));
  EXPECT_EQ((*document)["tree"][0]["left"], 301.25);
  EXPECT_EQ((*document)["tree"][1]["seated"][0]["who"], "random");
  EXPECT_EQ((*document)["ended"]["why"], "'b2' is taken");
  const auto text = write_record_document(by_name, *document);
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_EQ(*text, kept);
}

TEST(RecordDocument, RefusesInvalidTimes) {
  const auto says = [](const char* json) {
    const auto text = write_record_document(by_name, Json::parse(json));
    return text ? *text : text.error().message();
  };
  EXPECT_EQ(says(R"({"game":"tictactoe","tree":[{"move":"b2","at":-1}]})"), "tree/0/at: expected seconds, 0 or more");
  EXPECT_EQ(says(R"({"game":"tictactoe","tree":[{"move":"b2","left":1}]})"), "tree/0: 'left' needs 'at'");
  EXPECT_EQ(says(R"({"game":"tictactoe","date":"soon"})"), "date: 'soon' is not a date (such as 2026-11-16T09:30:00Z)");
  EXPECT_EQ(says(R"({"game":"tictactoe","clock":{"kind":"sand","seconds":3}})"),
            "clock: unknown clock 'sand' (one of: move, fischer)");
  EXPECT_EQ(says(R"({"game":"tictactoe","ended":{"how":"draw","why":"tea"}})"), "only a forfeit has a reason");
}

TEST(RecordDocument, ConvertsBothWays) {
  const auto document = read_record_document(by_name, branched);
  ASSERT_TRUE(document) << document.error().message();
  EXPECT_EQ((*document)["tree"][1]["variations"][0][1]["variations"][0][0]["move"], "a3");
  EXPECT_EQ((*document)["tree"][1]["comment"], "too kind\nand known to be");
  EXPECT_EQ((*document)["seats"][0]["who"], "human Ada");
  EXPECT_EQ((*document)["ended"], (Json{{"how", "resigned"}, {"seat", "second"}}));
  const auto text = write_record_document(by_name, *document);
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_EQ(*text, branched);
}

TEST(RecordDocument, SplitsMovesAndComputesTheResult) {
  const auto document =
      read_record_document(by_name, "banmen-record 1\ngame tictactoe\nseed 18446744073709551615\nmoves\na3 a2 b3 b2 c3\n");
  ASSERT_TRUE(document) << document.error().message();
  EXPECT_EQ((*document)["tree"].size(), 5U);
  EXPECT_EQ((*document)["result"], Json({1, -1}));
  EXPECT_EQ((*document)["seed"], "18446744073709551615");
  Json wrong = *document;
  wrong["result"] = {7, 7};
  const auto text = write_record_document(by_name, wrong);
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_EQ(*text,
            "banmen-record 1\ngame tictactoe\nseed 18446744073709551615\nmoves\n1. a3\n2. a2\n3. b3\n4. b2\n5. c3\nresult 1 -1\n");
}

TEST(RecordDocument, RefusesUnrecordableGames) {
  const auto says = [](const char* json) {
    const auto text = write_record_document(by_name, Json::parse(json));
    return text ? *text : text.error().message();
  };
  EXPECT_EQ(says(R"({"tree":[]})"), "record: 'game' is missing");
  EXPECT_EQ(says(R"({"game":"tictactoe","tre":[]})"), "record: unknown field 'tre' (did you mean 'tree'?)");
  EXPECT_EQ(says(R"({"game":"tictactoe","tree":[{"move":"b2"},{"move":"b2"}]})"), "move 2: cell b2 is taken");
  EXPECT_EQ(says(R"({"game":"tictactoe","tree":[{"move":"b2","variations":[[{"move":"a1"},{"move":"a1"}]]}]})"),
            "variation 1 of move 1, move 2: cell a1 is taken");
  EXPECT_EQ(says(R"({"game":"tictactoe","tree":[{"move":"b2","variations":[[]]}]})"),
            "tree/0/variations/0: a variation without a move");
  EXPECT_EQ(says(R"({"game":"tictactoe","seats":[{"seat":"first","who":"human A\nseed 3"}]})"),
            "seats/0/who: a line break or another control character (it must fit on one line)");
  EXPECT_EQ(says(R"({"game":"tictactoe","seats":[{"seat":"first","who":"human A ; B"}]})"),
            "seats/0/who: ' ;' begins a comment in a record (leave it out)");
  EXPECT_EQ(says(R"({"game":"tictactoe","ended":{"how":"draw","seat":"first"}})"), "a draw must not name a seat");
  EXPECT_EQ(says(R"({"game":"tictactoe","ended":{"how":"tired","seat":"first"}})"),
            "unknown ending 'tired' (did you mean 'time'?)");
  EXPECT_EQ(says(R"({"game":"tictactoe","seed":-1})"), "seed: a seed must be a whole number, 0 or more");
  EXPECT_EQ(says(R"([])"), "record: expected an object");
}

TEST(RecordDocument, KeepsCommentsOfSeveralLines) {
  const Json document{{"game", "tictactoe"},
                      {"tree", Json::array({Json{{"move", "b2"}, {"comment", "one; two\n\n  three ; four\r\n"}}})}};
  const auto text = write_record_document(by_name, document);
  ASSERT_TRUE(text) << text.error().message();
  const auto back = read_record_document(by_name, *text);
  ASSERT_TRUE(back) << back.error().message();
  EXPECT_EQ((*back)["tree"][0]["comment"], "one; two\nthree ; four");
}

}  // namespace
}  // namespace banmen
