// The VM draws its legal moves uniformly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/random.hpp"
#include "rules/interpreter.hpp"
#include "rules/move_bound.hpp"
#include "rules/reader.hpp"
#include "rules/reference.hpp"
#include "rules/resolve.hpp"

namespace banmen::rules {
namespace {

class Draws : public testing::TestWithParam<std::string> {};

struct Drawer {
  const Interpreter& vm;
  Random random;
  std::uint32_t operator()(const std::uint8_t* position, std::uint64_t& move) {
    return vm.draw(
        position, [](void* source) { return static_cast<Random*>(source)->word(); }, &random, &move);
  }
};

/// χ² of 40 draws for each move, in standard deviations from the expected value.
double unevenness(Drawer& draw, const std::uint8_t* position, const std::vector<std::uint64_t>& moves) {
  constexpr int each = 40;
  std::vector<double> seen(moves.size());
  for (std::size_t k = 0; k < each * moves.size(); ++k) {
    std::uint64_t move = 0;
    draw(position, move);
    ++seen[static_cast<std::size_t>(std::find(moves.begin(), moves.end(), move) - moves.begin())];
  }
  double sum = 0;
  for (const double n : seen) sum += (n - each) * (n - each) / each;
  const auto free = static_cast<double>(moves.size() - 1);
  return (sum - free) / std::sqrt(2 * free);
}

void play_through(const Rules& rules, std::uint64_t games, int most_plies) {
  const auto vm = make_vm(rules);
  ASSERT_TRUE(vm);
  const Reference reference(rules);
  std::vector<std::uint8_t> position(vm->layout().size);
  std::vector<std::uint64_t> list(static_cast<std::size_t>(std::max(room_for_repeats, move_bound(rules).moves)) + 1);
  for (std::uint64_t game = 0; game < games; ++game) {
    Drawer draw{*vm, Random(9, game)};
    vm->layout().write(rules, reference.initial(), position.data());
    for (int ply = 0; ply < most_plies && vm->turn(position.data()) != over; ++ply) {
      const std::vector<std::uint64_t> moves(list.begin(), list.begin() + vm->moves(position.data(), list.data()));
      std::uint64_t move = 0;
      ASSERT_EQ(draw(position.data(), move), moves.size()) << "ply " << ply << " of game " << game;
      ASSERT_EQ(vm->count(position.data()), moves.size()) << "ply " << ply << " of game " << game;
      ASSERT_TRUE(std::find(moves.begin(), moves.end(), move) != moves.end()) << "ply " << ply << " of game " << game;
      if (moves.size() > 1 && moves.size() <= 200 && ply % 7 == 3) {
        const double far = unevenness(draw, position.data(), moves);
        ASSERT_LT(far, 8) << "ply " << ply << " of game " << game << " with " << moves.size() << " moves";
      }
      std::int32_t gains[8] = {};
      vm->play(position.data(), move, gains);
    }
  }
}

TEST_P(Draws, AreLegalAndEven) {
  Messages messages;
  const Reading reading = read_file(*library_text(GetParam()), find_in_library(), messages);
  const auto usual = resolve(reading, default_values(reading.file), messages);
  ASSERT_TRUE(usual);
  play_through(*usual, 2, 60);
  ParamValues values = default_values(reading.file);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (reading.file.params[i].kind == ParamSection::Kind::number) values[i].second = std::to_string(reading.file.params[i].least);
    if (values[i].first == "size" && reading.file.params[i].kind == ParamSection::Kind::choice)
      values[i].second = reading.file.params[i].choices.front();
  }
  const auto small = resolve(reading, values, messages);
  ASSERT_TRUE(small);
  play_through(*small, 6, 80);
}

std::vector<std::string> ids() {
  std::vector<std::string> out;
  for (const LibraryFile& file : library()) out.emplace_back(file.id);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Games, Draws, testing::ValuesIn(ids()), [](const auto& info) { return info.param; });

}  // namespace
}  // namespace banmen::rules
