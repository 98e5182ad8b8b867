// The slow reading and the machine play every game of the library in lock step: the same positions, turns, moves in the same order
// with the same texts, gains and results.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <set>

#include "core/random.hpp"
#include "rules/library.hpp"
#include "rules/machine.hpp"
#include "rules/move_bound.hpp"
#include "rules/resolve.hpp"
#include "rules/slow.hpp"

namespace banmen::rules {
namespace {

std::optional<std::string> no_file(const std::string&) { return std::nullopt; }

Reading read_library(std::string_view id) {
  Messages messages;
  Reading reading = read_file(*library_text(id), find_beside(no_file), messages);
  for (const Message& m : messages.sorted()) ADD_FAILURE() << id << ":" << m.place.line << ": " << m.what;
  return reading;
}

/// The smallest board: every number at its least, every choice of numbers at its first.
ParamValues smallest(const File& file) {
  ParamValues values = default_values(file);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (file.params[i].kind == ParamSection::Kind::number) values[i].second = std::to_string(file.params[i].least);
  return values;
}

class LockStep {
 public:
  LockStep(const Reading& reading, const ParamValues& values) {
    Messages messages;
    auto rules = resolve(reading, values, messages);
    for (const Message& m : messages.sorted()) ADD_FAILURE() << m.place.line << ":" << m.place.column << " " << m.what;
    if (!rules) return;
    rules_ = std::make_unique<Rules>(std::move(*rules));
    slow_ = std::make_unique<Slow>(*rules_);
    machine_ = make_machine(*rules_);
    list_.resize(std::max<std::size_t>(room_for_repeats, move_bound(*rules_).moves) + 1);
  }

  [[nodiscard]] bool ready() const { return machine_ != nullptr; }

  /// Both at one position: what they say of it and of all its moves. The positions that follow.
  std::vector<State> at(const State& state) {
    const std::string where = slow_->text(state);
    std::vector<std::uint8_t> bytes(machine_->layout().size), after(bytes.size()), wanted(bytes.size());
    machine_->layout().write(*rules_, state, bytes.data());
    EXPECT_EQ(machine_->layout().read(*rules_, bytes.data()), state) << where;
    const auto back = slow_->read(where);
    EXPECT_TRUE(back && *back == state) << where << (back ? "" : ": " + back.error().message());
    EXPECT_EQ(machine_->turn(bytes.data()), slow_->turn(state)) << where;
    for (int seat = 0; seat < rules_->seat_count(); ++seat)
      EXPECT_EQ(machine_->value(bytes.data(), seat), slow_->value(state, seat)) << where;
    if (slow_->turn(state) == over) {
      std::int32_t paid[8] = {};
      machine_->payoff(bytes.data(), paid);
      EXPECT_EQ(std::vector<long>(paid, paid + rules_->seat_count()), slow_->payoff(state)) << where;
      return {};
    }
    const auto moves = slow_->moves(state);
    const std::uint32_t count = machine_->moves(bytes.data(), list_.data());
    EXPECT_EQ(count, moves.size()) << where;
    EXPECT_EQ(machine_->count(bytes.data()), moves.size()) << where;
    std::vector<State> next;
    std::set<std::string> texts;
    for (std::size_t i = 0; i < std::min<std::size_t>(count, moves.size()); ++i) {
      EXPECT_EQ(machine_->move_text(bytes.data(), list_[i]), moves[i].text) << where;
      EXPECT_TRUE(texts.insert(moves[i].text).second) << "two moves are written " << moves[i].text << " at " << where;
      after = bytes;
      std::int32_t gains[8] = {};
      EXPECT_EQ(machine_->play(after.data(), list_[i], gains), moves[i].endless);
      machine_->layout().write(*rules_, moves[i].after, wanted.data());
      EXPECT_EQ(after, wanted) << moves[i].text << " at " << where << " leads to " << slow_->text(moves[i].after) << " and to "
                               << slow_->text(machine_->layout().read(*rules_, after.data()));
      EXPECT_EQ(std::vector<long>(gains, gains + rules_->seat_count()), moves[i].gains) << where;
      next.push_back(moves[i].after);
    }
    return next;
  }

  /// Breadth first, as far as it goes.
  void everywhere(std::size_t most) {
    std::set<std::string> known;
    std::vector<State> todo{slow_->initial()};
    for (std::size_t i = 0; i < todo.size() && i < most && !testing::Test::HasFailure(); ++i)
      for (State& next : at(State(todo[i])))
        if (todo.size() < most && known.insert(slow_->text(next)).second) todo.push_back(std::move(next));
    faults();
  }

  void random_game(std::uint64_t number, int plies) {
    Random random(5, number);
    State state = slow_->initial();
    for (int ply = 0; ply < plies && !testing::Test::HasFailure(); ++ply) {
      auto next = at(state);
      if (next.empty()) break;
      state = std::move(next[random.below(static_cast<std::uint32_t>(next.size()))]);
    }
    faults();
  }

 private:
  void faults() const {
    for (const auto& fault : slow_->faults()) ADD_FAILURE() << fault.place.line << ":" << fault.place.column << ": " << fault.what;
  }

  std::unique_ptr<Rules> rules_;
  std::unique_ptr<Slow> slow_;
  std::unique_ptr<Machine> machine_;
  std::vector<std::uint64_t> list_;
};

class Library : public testing::TestWithParam<std::string> {};

TEST_P(Library, TheSlowReadingAndTheMachineAgree) {
  const bool thorough = std::getenv("BANMEN_LONG") != nullptr;
  const Reading reading = read_library(GetParam());
  LockStep small(reading, smallest(reading.file));
  ASSERT_TRUE(small.ready());
  small.everywhere(thorough ? 100'000 : 300);
  LockStep usual(reading, default_values(reading.file));
  ASSERT_TRUE(usual.ready());
  for (std::uint64_t game = 0; game < (thorough ? 20 : 1); ++game) usual.random_game(game, thorough ? 300 : 40);
}

std::vector<std::string> ids() {
  std::vector<std::string> out;
  for (const LibraryFile& file : library()) out.emplace_back(file.id);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Games, Library, testing::ValuesIn(ids()), [](const auto& info) { return info.param; });

}  // namespace
}  // namespace banmen::rules
