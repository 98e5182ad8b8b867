// The slow reading and the machine play every game of the library in lock step: the same positions, turns, moves in the same order
// with the same texts, gains and results.
#include "rules/lock_step.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "rules/library.hpp"
#include "rules/move_bound.hpp"
#include "rules/resolve.hpp"

namespace banmen::rules {
namespace {

Reading read_library(std::string_view id) {
  Messages messages;
  Reading reading = read_file(*library_text(id), find_beside([](const std::string&) { return std::nullopt; }), messages);
  for (const Message& m : messages.sorted()) ADD_FAILURE() << id << ":" << m.place.line << ": " << m.what;
  return reading;
}

/// The smallest board: every number at its least.
ParamValues smallest(const File& file) {
  ParamValues values = default_values(file);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (file.params[i].kind == ParamSection::Kind::number) values[i].second = std::to_string(file.params[i].least);
  return values;
}

/// Both readings of a game at these values.
struct Both {
  explicit Both(const Reading& reading, const ParamValues& values) {
    Messages messages;
    rules = resolve(reading, values, messages);
    for (const Message& m : messages.sorted()) ADD_FAILURE() << m.place.line << ":" << m.place.column << " " << m.what;
    if (!rules) return;
    slow.emplace(*rules);
    machine = make_machine(*rules);
    if (machine)
      step.emplace(*rules, *slow, *machine, static_cast<std::uint32_t>(std::max(room_for_repeats, move_bound(*rules).moves)));
  }
  std::optional<Rules> rules;
  std::optional<Slow> slow;
  std::unique_ptr<Machine> machine;
  std::optional<LockStep> step;
};

class Library : public testing::TestWithParam<std::string> {};

TEST_P(Library, TheSlowReadingAndTheMachineAgree) {
  const bool thorough = std::getenv("BANMEN_LONG") != nullptr;
  const Reading reading = read_library(GetParam());
  Both small(reading, smallest(reading.file));
  ASSERT_TRUE(small.step);
  // Breadth first, as far as it goes.
  const std::size_t most = thorough ? 100'000 : 300;
  std::set<std::string> known;
  std::vector<State> waiting{small.slow->initial()};
  for (std::size_t i = 0; i < waiting.size() && i < most && small.step->difference.empty(); ++i)
    for (SlowMove& move : small.step->at(State(waiting[i])))
      if (waiting.size() < most && known.insert(small.slow->text(move.after)).second) waiting.push_back(std::move(move.after));
  EXPECT_EQ(small.step->difference, "");
  Both usual(reading, default_values(reading.file));
  ASSERT_TRUE(usual.step);
  for (std::uint64_t game = 0; game < (thorough ? 20 : 1); ++game) usual.step->random_game(5, game, thorough ? 300 : 40);
  EXPECT_EQ(usual.step->difference, "");
}

std::vector<std::string> ids() {
  std::vector<std::string> out;
  for (const LibraryFile& file : library()) out.emplace_back(file.id);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Games, Library, testing::ValuesIn(ids()), [](const auto& info) { return info.param; });

}  // namespace
}  // namespace banmen::rules
