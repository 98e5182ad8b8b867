// The laws of scenes over every game of the library, and boards as JSON in both directions.
#include <gtest/gtest.h>

#include "catalog/catalog.hpp"
#include "catalog/described.hpp"
#include "catalog/scene_check.hpp"
#include "catalog/scene_json.hpp"
#include "rules/described.hpp"

namespace banmen {
namespace {

using scene::to_json;

/// What is written is read back as the same.
template <class T, class Read>
void expect_same(const T& value, Read read) {
  const std::string text = to_json(value).dump();
  const auto again = read(text);
  ASSERT_TRUE(again) << again.error().message() << "\n" << text;
  EXPECT_EQ(to_json(*again).dump(), text);
}

/// Parameters at their smallest, as far as they fit together.
std::string smallest(const std::string& id) {
  const auto reading = read_described(id);
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
  if (!opened) return;  // the smallest values need not fit together
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
      const auto choices = session->ways_to_move();
      ASSERT_EQ(scene::fault_of_choices(*layout, choices, session->moves()), "") << session->position();
      EXPECT_EQ(scene::leaves(choices).size(), session->moves().size()) << "a move has one way here";
      const auto move = session->play_random(random);
      const auto steps = session->steps();
      const scene::Scene after = session->scene();
      ASSERT_EQ(scene::fault_of_steps(*layout, before, steps, after, session->players()), "")
          << *move << " to " << session->position();
      // Only a move that never ends sets the whole board: all others are told.
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
}  // namespace
}  // namespace banmen
