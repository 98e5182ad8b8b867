// Rules of `sure`: right in every position of small boards; wrong ones are found.

#include <gtest/gtest.h>

#include <set>

#include "rules/lock_step.hpp"
#include "rules/move_bound.hpp"
#include "rules/reader.hpp"
#include "rules/resolve.hpp"

namespace banmen::rules {
namespace {

struct Opened {
  Opened(Text text, const std::vector<std::pair<std::string, std::string>>& with) {
    Messages messages;
    const Reading reading = read_file(std::move(text), find_in_library(), messages);
    ParamValues values = default_values(reading.file);
    for (auto& [name, value] : values)
      for (const auto& [other, wanted] : with)
        if (name == other) value = wanted;
    rules = resolve(reading, values, messages);
    for (const Message& m : messages.sorted()) ADD_FAILURE() << m.place.line << ": " << m.what;
    interpreter = make_vm(*rules);
  }
  [[nodiscard]] std::uint32_t capacity() const { return static_cast<std::uint32_t>(move_bound(*rules).capacity()); }

  std::optional<Rules> rules;
  std::unique_ptr<Interpreter> interpreter;
};

/// Tries every reachable position.
SureTrial tried_everywhere(const Opened& game, std::string& fault) {
  using Bytes = std::vector<std::uint8_t>;
  SureTrial trial(*game.rules, *game.interpreter, game.capacity());
  Bytes start(game.interpreter->layout().size);
  game.interpreter->layout().write(*game.rules, Reference(*game.rules).initial(), start.data());
  std::set<Bytes> known{start};
  std::vector<Bytes> waiting{start};
  std::vector<std::uint64_t> list(game.capacity() + 1);
  while (!waiting.empty() && fault.empty()) {
    const Bytes p = std::move(waiting.back());
    waiting.pop_back();
    fault = trial.fault(p.data());
    const std::uint32_t count = game.interpreter->turn(p.data()) == over ? 0 : game.interpreter->moves(p.data(), list.data());
    for (std::uint32_t k = 0; k < count; ++k) {
      Bytes after = p;
      std::int32_t gains[8] = {};
      game.interpreter->play(after.data(), list[k], gains);
      if (known.insert(after).second) waiting.push_back(std::move(after));
    }
  }
  return trial;
}

TEST(Sure, LibraryIsRightInEveryPositionOfSmallBoards) {
  for (const auto& [id, size] : {std::pair{"domineering", "2"}, {"domineering", "3"}, {"domineering", "4"}, {"foxgeese", "4"}}) {
    const Opened game(*library_text(id), {{"size", size}});
    std::string fault;
    const SureTrial trial = tried_everywhere(game, fault);
    EXPECT_EQ(fault, "") << id;
    EXPECT_GT(trial.tried, 0u) << id;
    EXPECT_EQ(trial.too_long, 0u) << id;
  }
}

/// Nim: the last stone wins, moves take one to three.
constexpr const char* taking = R"(game "Take away"
board track 9
seats first second
piece stone "#" neutral
start put stone at all
turn
  choose n in 1..3
  require n <= count(stone)
  remove sites(count(stone) - n..count(stone) - 1)
end
  when not stone: me wins
sure
  when count(stone) = CLAIM: me wins
)";

TEST(Sure, FindsWrongRules) {
  for (const auto& [claim, right] : {std::pair{"4", true}, {"8", true}, {"3", false}, {"6", false}}) {
    std::string text = taking;
    text.replace(text.find("CLAIM"), 5, claim);
    const Opened game({"taking.game", text}, {});
    const Reference reference(*game.rules);
    LockStep step(*game.rules, reference, *game.interpreter, game.capacity());
    for (std::uint64_t n = 0; n < 50 && step.untrue.empty(); ++n) step.random_game(1, n, 100);
    EXPECT_EQ(step.difference, "");
    EXPECT_EQ(step.untrue.empty(), right) << step.untrue;
    EXPECT_EQ(step.untrue.starts_with("line 13 is sure that "), !right) << step.untrue;
  }
}

}  // namespace
}  // namespace banmen::rules
