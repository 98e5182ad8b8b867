// The number of calls into a text game per move in the browser.
#include <gtest/gtest.h>

#include "catalog/any_game.hpp"
#include "catalog/text_games.hpp"
#include "rules/text_game.hpp"
#include "serve/fields.hpp"
#include "serve/hub.hpp"

namespace banmen::serve {
namespace {

/// A text game that counts the calls of its scene functions.
class Counted final : public RuntimeGame {
 public:
  struct Calls {
    int layouts = 0, scenes = 0, steps = 0, choices = 0;
  };

  explicit Counted(std::shared_ptr<const rules::TextGame> game, Calls& calls) : game_(std::move(game)), calls_(calls) {
    functions_ = game_->functions();
    traits_ = game_->traits();
    traits_.capabilities = {};
  }
  [[nodiscard]] std::string label() const override { return game_->label(); }
  [[nodiscard]] std::string rules_stamp() const override { return game_->rules_stamp(); }
  void initial(std::uint8_t* position) const override { game_->initial(position); }
  void payoff(const std::uint8_t* position, std::int32_t* payoff) const override { game_->payoff(position, payoff); }
  [[nodiscard]] std::string position_text(const std::uint8_t* position) const override { return game_->position_text(position); }
  Result<void> read_position(std::string_view text, std::uint8_t* position) const override {
    return game_->read_position(text, position);
  }
  [[nodiscard]] std::string move_text(const std::uint8_t* position, std::uint64_t move) const override {
    return game_->move_text(position, move);
  }
  [[nodiscard]] Result<std::uint64_t> read_move(const std::uint8_t* position, std::string_view text) const override {
    return game_->read_move(position, text);
  }
  [[nodiscard]] std::string seat_name(int seat) const override { return game_->seat_name(seat); }
  [[nodiscard]] Picture picture(const std::uint8_t* position) const override { return game_->picture(position); }
  [[nodiscard]] scene::Layout layout() const override {
    ++calls_.layouts;
    return game_->layout();
  }
  [[nodiscard]] scene::Scene scene(const std::uint8_t* position, const std::int32_t* gained, const std::uint8_t* before,
                                   std::uint64_t move) const override {
    ++calls_.scenes;
    return game_->scene(position, gained, before, move);
  }
  [[nodiscard]] std::vector<scene::Step> steps(const std::uint8_t* before, std::uint64_t move,
                                               const std::int32_t* gained) const override {
    ++calls_.steps;
    return game_->steps(before, move, gained);
  }
  [[nodiscard]] scene::Choices choices(const std::uint8_t* position) const override {
    ++calls_.choices;
    return game_->choices(position);
  }

 private:
  const std::shared_ptr<const rules::TextGame> game_;
  Calls& calls_;
};

TEST(TextGameMove, SerialisesStepsAndChoicesOnce) {
  Counted::Calls calls;
  const auto reading = read_text_game("hex");
  ASSERT_TRUE(reading) << reading.error().message();
  Catalog catalog;
  GameEntry entry{"counted", "Hex, counted", rules::schema_of(reading->file),
                  [&](const Values& values) -> Result<std::unique_ptr<OpenGame>> {
                    auto game = rules::TextGame::make(*reading, values, "counted", false);
                    if (!game) return fail(game.error());
                    const auto counted = std::make_shared<const Counted>(std::move(*game), calls);
                    return with_any_game(*counted, [](const auto& g) { return open_any_game(g, "counted"); });
                  }};
  ASSERT_TRUE(catalog.add(std::move(entry)));
  const Whitelist offer(catalog, {});
  Hub hub(offer, {});
  hub.connect(1, 0);
  hub.receive(1, R"({"type":"join","game":"counted","seats":[{"who":"human"},{"who":"human"}]})", 0);
  const auto greeting = hub.take_outbox();
  ASSERT_FALSE(greeting.empty());
  ASSERT_EQ(Json::parse(greeting.back().text)["type"], "table") << greeting.back().text;
  EXPECT_EQ(calls.layouts, 1);
  int ply = 0;
  for (const char* move : {"a1", "b2", "c3", "d4"}) {
    calls = {};
    hub.receive(1, Json{{"type", "move"}, {"ply", ply}, {"move", move}}.dump(), ply + 1);
    ++ply;
    const auto said = hub.take_outbox();
    ASSERT_EQ(said.size(), 1u) << said.back().text;
    const Json moved = Json::parse(said[0].text);
    EXPECT_EQ(moved["type"], "moved") << said[0].text;
    EXPECT_EQ(moved["choices"]["form"], "tree");
    EXPECT_EQ(calls.layouts, 0);
    EXPECT_EQ(calls.scenes, 0);
    EXPECT_EQ(calls.steps, 1);
    EXPECT_EQ(calls.choices, 1);
  }
}

}  // namespace
}  // namespace banmen::serve
