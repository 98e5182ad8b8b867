#include "play/live_game.hpp"

#include <gtest/gtest.h>

#include "play/agents.hpp"
#include "play/record.hpp"

namespace banmen {
namespace {

const Catalog& catalog() {
  static const Catalog all;
  return all;
}

LiveGame begin(const std::string& game, std::vector<std::string> seats, std::uint64_t seed = 1) {
  Replay start{*catalog().open(game), nullptr};
  start.session = start.game->session();
  return {std::move(start), std::move(seats), seed, nullptr};
}

LiveGame go_on(const std::string& text) {
  const auto record = read_record(text);
  EXPECT_TRUE(record) << record.error().message();
  auto played = replay(catalog(), *record);
  EXPECT_TRUE(played) << played.error().message();
  auto seats = seat_players(*played->game, {}, &*record);
  EXPECT_TRUE(seats) << seats.error().message();
  return {std::move(*played), *seats, record->seed.value_or(1), &*record};
}

void finish(LiveGame& game) {
  while (!game.is_over()) ASSERT_TRUE(game.advance({}));
}

TEST(LiveGame, TheSameSeedAndAgentsGiveTheSameGameAlsoFromItsRecord) {
  for (const char* name : {"backgammon:checkers=3", "reversi:size=4", "yonin:size=4"}) {
    auto one = begin(name, std::vector<std::string>(static_cast<std::size_t>((*catalog().open(name))->players()), "random"), 9);
    auto two = begin(name, one.seats(), 9);
    for (int ply = 0; ply < 5; ++ply) ASSERT_TRUE(two.advance({}));
    auto three = go_on(write_record(two.record()));
    finish(one);
    finish(three);
    EXPECT_EQ(write_record(one.record()), write_record(three.record())) << name;
  }
}

TEST(LiveGame, StoppedAgentsPlayNothing) {
  auto game = begin("reversi", {"alphabeta:depth=4", "random"});
  std::stop_source stop;
  stop.request_stop();
  const auto move = game.advance(stop.get_token());
  ASSERT_TRUE(move);
  EXPECT_TRUE(move->empty());
  EXPECT_TRUE(game.session().history().empty());
}

TEST(LiveGame, UndoGoesToAPersonsTurnOrChangesNothing) {
  auto game = begin("tictactoe", {"human", "random"});
  EXPECT_FALSE(game.undo());
  ASSERT_TRUE(game.play("B2"));
  ASSERT_TRUE(game.advance({}));
  EXPECT_TRUE(game.undo());
  EXPECT_TRUE(game.session().history().empty());

  auto second = begin("tictactoe", {"random", "human"});
  ASSERT_TRUE(second.advance({}));
  EXPECT_FALSE(second.undo());
  EXPECT_EQ(second.session().history().size(), 1u);
}

TEST(LiveGame, RecordsResignations) {
  auto game = begin("tictactoe", {"human", "human"});
  ASSERT_TRUE(game.play("b2"));
  ASSERT_TRUE(game.resign());
  EXPECT_TRUE(game.is_over());
  EXPECT_EQ(game.verdict(), "second resigns, first wins");
  EXPECT_FALSE(game.resign());
  const std::string text = write_record(game.record());
  EXPECT_TRUE(text.starts_with("banmen-record 2\n") && text.ends_with("end resigned second\n")) << text;
  EXPECT_EQ(write_record(go_on(text).record()), text);
}

TEST(LiveGame, CommentsOfARecordStayWithTheirMoves) {
  const std::string text =
      "banmen-record 1\n; of the head\ngame tictactoe\nseat first human\nseat second human\nseed 4\nmoves\n"
      "1. b2 ; the middle\n; and more of it\n2. a1\n; below\nresult unfinished\n";
  auto game = go_on(text);
  EXPECT_EQ(write_record(game.record()), text);
  game.undo();
  game.undo();
  ASSERT_TRUE(game.play("c3"));
  EXPECT_EQ(write_record(game.record()).find("middle"), std::string::npos);
}

TEST(LiveGame, RecordsStartNoProgram) {
  const auto record = read_record("banmen-record 1\ngame tictactoe\nseat first engine:cmd=true\nseat second human\nmoves\n");
  ASSERT_TRUE(record);
  const auto game = *catalog().open("tictactoe");
  EXPECT_FALSE(seat_players(*game, {}, &*record));
  EXPECT_TRUE(seat_players(*game, {"human", "engine:cmd=true"}, &*record));
}

TEST(Places, FindMovesByCellsAndBeginnings) {
  const auto amazons = (*catalog().open("amazons:size=4"))->session();
  for (const std::string& move : moves_at(*amazons, "A2")) EXPECT_NE(move.find("a2"), std::string::npos);
  EXPECT_EQ(moves_at(*amazons, "a2-b2").size(), by_first_names(moves_at(*amazons, "a2-b2"), 2).front().second);
  std::size_t all = 0;
  for (const auto& [place, count] : beginnings(*amazons)) all += count;
  EXPECT_EQ(all, amazons->moves().size());
  EXPECT_TRUE(moves_at(*amazons, "z9").empty());
}

TEST(Verdict, NamesTheWinnerInWords) {
  const auto two = *catalog().open("tictactoe");
  EXPECT_EQ(verdict(*two, std::vector<long>{-1, 1}), "second wins");
  EXPECT_EQ(verdict(*two, std::vector<long>{0, 0}), "a draw");
  const auto four = *catalog().open("yonin:size=4");
  EXPECT_EQ(verdict(*four, {-2, -3, -1, -3}), "C first, A second, B and D third");
  EXPECT_EQ(verdict(*four, {-1, -3, -1, -3}), "A and C first, B and D third");
  const auto teams = *catalog().open("yonin:size=4,mode=team");
  EXPECT_EQ(verdict(*teams, {1, -1, 1, -1}), "A and C win");
}

TEST(DefaultAgent, EveryGameHasOneThatPlaysIt) {
  for (const GameEntry& entry : catalog().entries()) {
    const auto game = *catalog().open(entry.id);
    EXPECT_TRUE(make_agent(*game, default_agent(*game))) << entry.id;
  }
}

TEST(Picture, MarksAreCharactersWithoutColours) {
  Picture picture;
  picture.line().put(". ", Ink::faint, "a1").put("x ", Ink::seat0, "b1").put(" 7", Ink::seat1, "c").put("13 ", Ink::faint, "d");
  EXPECT_EQ(picture.plain(), ". x  713\n");
  for (const char* site : {"a1", "b1", "c", "d"}) picture.mark(site, Mark::legal);
  EXPECT_EQ(picture.plain(), "+ x++713+\n");
  for (const char* site : {"a1", "b1", "c", "d"}) picture.mark(site, Mark::last);
  EXPECT_EQ(picture.plain(), "+<x<>713<\n");
}

}  // namespace
}  // namespace banmen
