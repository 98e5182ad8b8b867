// The laws of scenes over every game of the library, and boards as JSON in both directions.
#include <gtest/gtest.h>

#include <algorithm>

#include "catalog/catalog.hpp"
#include "catalog/scene_json.hpp"
#include "catalog/text_games.hpp"
#include "rules/text_game.hpp"

namespace banmen {
namespace {

using scene::to_json;

/// Expects that serialising and parsing gives an equal value.
template <class T, class Read>
void expect_same(const T& value, Read read) {
  const std::string text = to_json(value).dump();
  const auto again = read(text);
  ASSERT_TRUE(again) << again.error().message() << "\n" << text;
  EXPECT_EQ(to_json(*again).dump(), text);
}

/// The game with its smallest parameters.
std::string smallest(const std::string& id) {
  const auto reading = read_text_game(id);
  std::string name = id + ".game";
  char before = ':';
  for (const Parameter& parameter : rules::schema_of(reading->file))
    if (parameter.kind == Parameter::Kind::integer) {
      name += before + parameter.name + "=" + std::to_string(static_cast<long>(parameter.least));
      before = ',';
    }
  return name;
}

void keeps_the_laws(const std::string& name, std::uint64_t games, int most_plies) {
  SCOPED_TRACE(name);
  auto opened = Catalog().open(name);
  if (!opened) return;  // the smallest values may be incompatible
  const auto session = (*opened)->session();
  const auto layout = session->layout();
  ASSERT_TRUE(layout);
  EXPECT_EQ(scene::fault_of_layout(*layout, session->players()), "");
  expect_same(*layout, scene::read_layout);
  for (std::uint64_t game = 0; game < games; ++game) {
    session->restart();
    Random random(7, game);
    scene::Scene before = session->scene();
    EXPECT_EQ(scene::fault_of_scene(*layout, before, session->players()), "");
    for (int ply = 0; ply < most_plies && !session->is_over(); ++ply) {
      // Amazons has thousands of moves: check them every eighth ply.
      const bool looks = session->choices() < 500 || ply % 8 == 0;
      const auto choices = looks ? session->ways_to_move() : scene::Choices(scene::Listed{session->moves()});
      ASSERT_EQ(scene::fault_of_choices(*layout, choices, session->moves()), "") << session->position();
      EXPECT_EQ(scene::leaves(choices).size(), session->moves().size()) << "a move has one way here";
      const auto move = session->play_random(random);
      const auto steps = session->steps();
      const scene::Scene after = session->scene();
      ASSERT_EQ(scene::fault_of_steps(*layout, before, steps, after, session->players()), "")
          << *move << " to " << session->position();
      // Only an endless move sets the whole scene; all others have steps.
      const bool endless =
          std::any_of(steps.begin(), steps.end(), [](const auto& s) { return std::holds_alternative<scene::step::Again>(s); });
      EXPECT_EQ(std::holds_alternative<scene::step::Set>(steps.back()), endless) << *move << " to " << session->position();
      if (ply % 8 == 0) {
        expect_same(choices, scene::read_choices);
        expect_same(steps, scene::read_steps);
        expect_same(after, scene::read_scene);
      }
      before = after;
    }
  }
}

class LibraryScenes : public testing::TestWithParam<std::string> {};

TEST_P(LibraryScenes, KeepTheLaws) {
  keeps_the_laws(GetParam() + ".game", 2, 60);
  keeps_the_laws(smallest(GetParam()), 6, 40);
}

INSTANTIATE_TEST_SUITE_P(All, LibraryScenes, testing::ValuesIn(Catalog::library_ids()),
                         [](const auto& info) { return info.param; });

/// The steps of the last move.
std::vector<scene::Step> steps_after(const std::string& game, const std::vector<std::string>& moves) {
  const auto session = (*Catalog().open(game))->session();
  for (const std::string& move : moves) EXPECT_TRUE(session->play(move)) << move;
  return session->steps();
}

TEST(SceneOfAText, ListsTheStepsOfAJump) {
  const auto steps = to_json(steps_after("draughts", {"c3-d4", "f6-e5", "d4-f6"}));
  EXPECT_EQ(steps[0].dump(), R"({"do":"say","text":{"key":"say.rules.move","args":{"seat":"black","move":"d4-f6"}}})");
  EXPECT_EQ(steps[1].dump(), R"({"do":"take","at":"e5"})");
  EXPECT_EQ(steps[2].dump(), R"({"do":"move","from":"d4","to":"f6"})");
  EXPECT_EQ(steps[3].dump(), R"({"do":"mark","marks":[{"kind":"last","sites":["d4","f6"]}],"turn":1})");
}

TEST(SceneOfAText, ShowsARelayWithItsCaptures) {
  const auto steps = to_json(steps_after("bao.game:holes=4", {"d"}));
  EXPECT_EQ(steps[1].dump(), R"({"do":"sow","from":"d","over":["e","f","g","h"]})");
  EXPECT_EQ(steps[steps.size() - 2]["to"], "store:first");
}

TEST(SceneOfAText, AnEndlessMoveIsItsLoop) {
  const auto steps = steps_after("bao.game:holes=4", {"d", "e", "b"});
  ASSERT_GT(steps.size(), 2u);
  const auto* again = std::get_if<scene::step::Again>(&steps[steps.size() - 2]);
  ASSERT_TRUE(again);
  // The sowings before it are the loop and its lead-in, no more.
  EXPECT_EQ(static_cast<std::size_t>(again->from + again->period), steps.size() - 2);
  // After one period the first sowing of the loop begins `shift` holes further.
  const auto& first = std::get<scene::step::Sow>(steps[static_cast<std::size_t>(again->from)]);
  const auto& last = std::get<scene::step::Sow>(steps[steps.size() - 3]);
  EXPECT_EQ((first.from.site[0] - 'a' + again->shift) % 8, last.over.back().site[0] - 'a');
  const auto& set = std::get<scene::step::Set>(steps.back());
  EXPECT_EQ(set.scene.turn, over);
  EXPECT_EQ(set.scene.banner->key, "banner.rules.endless");
}

TEST(SceneOfAText, PlacesAManFromTheHand) {
  EXPECT_EQ(to_json(steps_after("three", {"b2"}))[1].dump(), R"({"do":"move","from":"hand:first:man","to":"b2"})");
}

TEST(SceneOfAText, RollsAndTakesADie) {
  EXPECT_EQ(to_json(steps_after("pig", {"4"}))[1].dump(), R"({"do":"roll","values":[4]})");
  const auto held = to_json(steps_after("pig", {"4", "hold"}));
  EXPECT_EQ(held[1].dump(), R"({"do":"roll","values":[]})");
  EXPECT_EQ(held[2].dump(), R"({"do":"put","piece":{"kind":"token","at":"count:first:points","seat":0,"count":4}})");
}

TEST(SceneOfAText, DirectionsArePickedBySite) {
  const auto wide = (*Catalog().open("cram:rows=2,columns=2"))->session();
  EXPECT_NE(to_json(wide->ways_to_move()).dump().find(R"({"site":"a2","next":"a1N"})"), std::string::npos);
}

TEST(SceneJson, RoundTripsEveryStepAndForm) {
  const std::string steps =
      R"([{"do":"move","from":"a1","to":[3,-4]},{"do":"put","piece":{"kind":"card","at":[0,1],"seat":1,"count":2,"turn":3,)"
      R"("face":"A","value":-5,"strokes":"M0 0L1 1","used":true}},{"do":"take","at":"a1","count":2,"to":"off"},{"do":"drop","at":"b","count":1},)"
      R"({"do":"sow","from":"a","over":["b","c"]},{"do":"carry","from":["a","b"],"to":"c"},{"do":"flip","at":["a"],"seat":1},)"
      R"({"do":"turn","at":"a","turn":2},{"do":"roll","values":[6,1]},{"do":"say","text":{"key":"say.x","args":{"n":3,"site":"a"}}},)"
      R"({"do":"again","from":0,"period":4,"shift":-1},{"do":"mark","marks":[{"kind":"chain","path":["a","b"],"seat":0,"label":{"plain":"7"}}],)"
      R"("turn":"chance","banner":{"plain":"x"}},{"do":"set","scene":{"turn":"over","pieces":[],"marks":[]}}])";
  const auto read = scene::read_steps(steps);
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(to_json(*read).dump(), steps);
  for (
      const std::string text :
      {R"({"form":"list","moves":["a","b"]})", R"({"form":"tree","asks":[],"nodes":[]})",
       R"({"form":"tree","asks":[{"plain":"?"}],"nodes":[{"ask":0,"picks":[{"drag":["a","b"],"value":3,"next":1},{"key":"pass","next":"pass"}]},{"ask":0,"picks":[{"piece":"A","next":"x"}]}]})",
       R"({"form":"facets","facets":[{"ask":{"key":"ask.card"},"options":[{"piece":"A","text":"A"},{"site":[1,2],"text":"1,2"}]}],"moves":[0,1]})"}) {
    const auto choices = scene::read_choices(text);
    ASSERT_TRUE(choices) << choices.error().message();
    EXPECT_EQ(scene::read_choices(to_json(*choices).dump()).has_value(), true);
    EXPECT_EQ(Json::parse(to_json(*choices).dump()).size(), Json::parse(text).size());
  }
}

template <class T>
std::string refusal(const Result<T>& read) {
  return read ? "accepted" : read.error().what;
}

TEST(SceneJson, RefusesScenesOutsideTheFormat) {
  const auto scene = [](const std::string& pieces) {
    return refusal(scene::read_scene(R"({"turn":0,"marks":[],"pieces":)" + pieces + "}"));
  };
  EXPECT_EQ(scene("[]"), "accepted");
  EXPECT_EQ(scene(R"({})"), "pieces: expected a list");
  EXPECT_EQ(scene(R"([{"kind":"ball","at":"a"}])"), "pieces[0].kind: there is no 'ball' here");
  EXPECT_EQ(scene(R"([{"kind":"disc","at":"a","colour":"red"}])"), "pieces[0]: there is no field 'colour'");
  EXPECT_EQ(scene(R"([{"kind":"disc"}])"), "pieces[0]: the field 'at' is missing");
  EXPECT_EQ(scene(R"([{"kind":"disc","at":[0.5,1]}])"), "pieces[0].at[0]: expected a whole number from -1000000 to 1000000");
  EXPECT_EQ(scene(R"([{"kind":"disc","at":[1]}])"), "pieces[0].at: expected a place: the name of a site, or two whole numbers");
  EXPECT_EQ(scene(R"([{"kind":"stones","at":"a","count":0}])"), "pieces[0].count: expected a whole number from 1 to 1000000000");
  EXPECT_EQ(scene(R"([{"kind":"disc","at":"a","seat":-1}])"), "pieces[0].seat: expected a whole number from 0 to 7");
  EXPECT_EQ(scene(R"([{"kind":"disc","at":"a","seat":18446744073709551615}])"),
            "pieces[0].seat: expected a whole number from 0 to 7");
  EXPECT_EQ(scene(R"([{"kind":"disc","at":"a","used":false}])"), "pieces[0].used: expected `true` (omit the field otherwise)");
  EXPECT_EQ(scene(R"([{"kind":"piece","at":"a","face":"<i>"}])"), "pieces[0].face: markup in '<i>'");
  EXPECT_EQ(scene(R"([{"kind":"card","at":"a","strokes":"url x"}])"),
            "pieces[0].strokes: strokes must be an SVG path: only command letters and numbers");
  EXPECT_EQ(refusal(scene::read_scene("")).substr(0, 13), "invalid JSON:");
  EXPECT_EQ(refusal(scene::read_scene("[]")), "expected an object");
  EXPECT_EQ(refusal(scene::read_scene(std::string(17, '[') + std::string(17, ']'))), "brackets are nested more than 16 deep");
  EXPECT_EQ(refusal(scene::read_scene(std::string((4u << 20) + 1, ' '))), "it has 4194305 bytes");
  EXPECT_EQ(refusal(scene::read_steps(R"([{"do":"jump"}])")), "[0].do: there is no 'jump' here");
  EXPECT_EQ(refusal(scene::read_choices(R"({"form":"tree","asks":[],"nodes":[{"ask":0,"picks":[]}]})")),
            "nodes[0].ask: no such ask: there are 0, counted from 0");
  EXPECT_EQ(
      refusal(scene::read_choices(R"({"form":"tree","asks":[{"plain":""}],"nodes":[{"ask":0,"picks":[{"site":"a","next":1}]}]})")),
      "nodes[0].picks[0].next: no such node: there are 1, counted from 0");
  EXPECT_EQ(refusal(scene::read_choices(R"({"form":"tree","asks":[{"plain":""}],"nodes":[{"ask":0,"picks":[]}]})")),
            "nodes[0].picks: a dead end: nothing to pick");
  EXPECT_EQ(refusal(scene::read_choices(R"({"form":"facets","facets":[],"moves":[0]})")),
            "moves: expected one number per facet for each move");
}

}  // namespace
}  // namespace banmen
