// Games that are not compiled in: ownership, missing capabilities, faults.
#include "core/runtime_game.hpp"

#include <gtest/gtest.h>

#include "catalog/any_game.hpp"
#include "catalog/open_game.hpp"
#include "catalog/text_games.hpp"
#include "rules/check.hpp"
#include "rules/text_game.hpp"

namespace banmen {
namespace {

std::shared_ptr<const rules::TextGame> text_game(const rules::Reading& reading, const std::string& name) {
  const auto values = check_values("game", rules::schema_of(reading.file), read_name(name)->given);
  EXPECT_TRUE(values) << values.error().message();
  auto game = rules::TextGame::make(reading, *values, name, false);
  EXPECT_TRUE(game) << game.error().message();
  return *game;
}

std::shared_ptr<const rules::TextGame> library_game(const std::string& name) {
  return text_game(*read_text_game(std::string(read_name(name)->id)), name);
}

std::shared_ptr<const rules::TextGame> own_game(const std::string& text) {
  const auto checked = rules::check_file({"own", text}, rules::find_in_library());
  return text_game(checked.reading, "own");
}

std::unique_ptr<OpenGame> open(const RuntimeGame& game) {
  return with_any_game(game, [](const auto& g) { return open_any_game(g, "own"); });
}

TEST(RuntimeGame, SessionsKeepTheRulesAlive) {
  auto game = library_game("hex:size=3");
  const std::weak_ptr<const RuntimeGame> alive = game;
  auto opened = open(*game);
  game.reset();
  auto session = opened->session();
  auto agent = opened->search().agent("uct:playouts=20");
  ASSERT_TRUE(agent) << agent.error().message();
  opened.reset();
  EXPECT_TRUE((*agent)->think(*session, {}));
  agent->reset();
  EXPECT_TRUE(session->play("b2"));
  EXPECT_FALSE(alive.expired());
  session.reset();
  EXPECT_TRUE(alive.expired());
}

TEST(RuntimeGame, KnowsItsCapabilities) {
  const auto of = [](const std::string& name) { return open(*library_game(name))->capabilities(); };
  EXPECT_EQ(of("hex:size=3"), (std::vector<std::string>{"symmetric", "sampled", "horizon", "drawable", "scene"}));
  EXPECT_EQ(of("pig"),
            (std::vector<std::string>{"chance", "symmetric", "sampled", "evaluated", "scored", "drawable", "narrated", "scene"}));
}

TEST(RuntimeGame, ReturnsFactsAsValues) {
  const auto session = open(*library_game("reversi:size=4"))->session();
  ASSERT_TRUE(session->play(session->moves().front()));
  const Figures facts = session->last();
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].name, "flipped");
  EXPECT_EQ(facts[0].value, Datum(1));
}

TEST(RuntimeGame, ReportsPlaceAndHintOfABadPosition) {
  const auto game = library_game("hex:size=3");
  const auto seat = SmallGame(*game).read_position(".../.../... nobody");
  ASSERT_FALSE(seat);
  EXPECT_EQ(seat.error().what, "'nobody' is not a seat");
  EXPECT_EQ(seat.error().hint, "one of: up, across");
  EXPECT_EQ(seat.error().column, 13);
}

TEST(RuntimeGame, PayoffOutOfRangeIsAFault) {
  const auto game = own_game(R"(game "Riches"
board grid 2 x 1
seats a b
piece man "x" "o"
turn
  place man on s in empty
end
  when count(empty) = 0: each gains 100001
)");
  ASSERT_TRUE(game);
  const auto session = open(*game)->session();
  Random random(1);
  while (!session->is_over()) ASSERT_TRUE(session->play_random(random));
  try {
    (void)session->result();
    ADD_FAILURE() << "no fault";
  } catch (const GameFault& fault) {
    EXPECT_STREQ(fault.what(), "own returns 100001 from payoff, outside -100000 to 100000");
  }
}

}  // namespace
}  // namespace banmen
