// The games that a trainer on a GPU plays by the thousand (cuda/backgammon/games.cpp), driven through its C functions: identical to
// single games, with any number of threads.
#include "engines/backgammon/network/self_play.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "engines/backgammon/network/features.hpp"

namespace banmen::backgammon {
namespace {

constexpr std::size_t points = 24, traits = static_cast<std::size_t>(Trait::count), together = 64;
constexpr float decay = 0.7f;
constexpr std::uint64_t seed = 5;

/// Evaluates by pips and blots, without networks, from the counts of both sides on points 1 to 24.
Chances judged(const std::uint8_t* counts) {
  float lead = 0;
  for (std::size_t point = 0; point < points; ++point) {
    lead += static_cast<float>(point + 1) * static_cast<float>(counts[points + point] - counts[point]);
    lead += 3.0f * static_cast<float>((counts[points + point] == 1) - (counts[point] == 1));
  }
  const float win = std::clamp(0.5f + lead / 400, 0.05f, 0.95f);
  return {win, win / 5, 0, (1 - win) / 5, 0};
}

struct Lesson {
  std::vector<std::uint8_t> counts;
  Chances wanted;
  bool operator==(const Lesson&) const = default;
  auto operator<=>(const Lesson&) const = default;
};

/// Training data of the first games to end, by the library.
std::vector<Lesson> by_library(int threads, std::size_t lessons_wanted) {
  void* library = dlopen(BANMEN_SELF_PLAY, RTLD_NOW);
  EXPECT_NE(library, nullptr) << dlerror();
  if (library == nullptr) return {};
  const auto function = [&]<class F>(F*& f, const char* name) { f = reinterpret_cast<F*>(dlsym(library, name)); };
  void* (*open)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, int, float);
  void (*close)(void*);
  std::int64_t (*list)(void*, std::uint8_t*, std::uint16_t*, std::uint8_t*, std::int64_t);
  std::int64_t (*take)(void*, const Chances*, std::uint8_t*, std::uint16_t*, std::uint8_t*, Chances*, std::int64_t, std::uint64_t*);
  function(open, "games_open");
  function(close, "games_close");
  function(list, "games_list");
  function(take, "games_take");
  constexpr std::size_t room = together * 400;
  std::vector<std::uint8_t> counts(room * 2 * points), race(room);
  std::vector<std::uint16_t> of_sides(room * 2 * traits);
  std::vector<Chances> chances(room), wanted(room);
  void* table = open(together, 0, together, seed, threads, decay);
  EXPECT_EQ(list(table, counts.data(), of_sides.data(), race.data(), 1), -1) << "there is no room for that";
  close(table);
  table = open(together, 0, together, seed, threads, decay);
  std::vector<Lesson> lessons;
  std::uint64_t finished = 0;
  while (lessons.size() < lessons_wanted) {
    const std::int64_t asked = list(table, counts.data(), of_sides.data(), race.data(), room);
    EXPECT_GT(asked, 0);
    for (std::size_t row = 0; row < static_cast<std::size_t>(asked); ++row) chances[row] = judged(counts.data() + row * 2 * points);
    const std::int64_t learnt =
        take(table, chances.data(), counts.data(), of_sides.data(), race.data(), wanted.data(), room, &finished);
    for (std::size_t row = 0; row < static_cast<std::size_t>(learnt); ++row) {
      const auto first = counts.begin() + static_cast<std::ptrdiff_t>(row * 2 * points);
      lessons.push_back({{first, first + 2 * points}, wanted[row]});
    }
  }
  EXPECT_GT(finished, 0u);
  close(table);
  dlclose(library);
  return lessons;
}

std::vector<std::uint8_t> counts_of(const Facing& board) {
  std::vector<std::uint8_t> counts(board.mover + 1, board.mover + 1 + points);
  counts.insert(counts.end(), board.other + 1, board.other + 1 + points);
  return counts;
}

SelfPlay played(std::uint64_t number) {
  MoveStack<BackgammonRules> storage{BackgammonRules{}};
  std::vector<SelfPlay::Left> left;
  SelfPlay game;
  game.begin(seed, number);
  do {
    left.clear();
    game.list(storage, left);
    for (auto& play : left)
      if (!play.end) play.chances = judged(counts_of(play.board).data());
  } while (!game.take(left.data(), left.size()));
  return game;
}

/// Training data of games played one after the other.
std::vector<Lesson> one_by_one(std::uint64_t games) {
  std::vector<Lesson> out;
  std::vector<SelfPlay::Lesson> lessons;
  for (std::uint64_t number = 0; number < games; ++number) {
    const SelfPlay game = played(number);
    lessons.clear();
    game.lessons(decay, lessons);
    for (const auto& lesson : lessons) out.push_back({counts_of(lesson.board), lesson.wanted});
  }
  return out;
}

}  // namespace

TEST(BackgammonSelfPlay, ThousandsAtOnceAreTheSameGames) {
  const std::vector<Lesson> lessons = by_library(1, 10'000);
  ASSERT_GE(lessons.size(), 10'000u);
  EXPECT_EQ(by_library(3, 10'000), lessons);
  // In the order in which they end, not by number; not all of those that began later are over.
  std::map<Lesson, int> found;
  for (const Lesson& lesson : lessons) ++found[lesson];
  std::size_t missing = 0;
  for (const Lesson& lesson : one_by_one(together)) missing += found[lesson]-- <= 0;
  EXPECT_EQ(missing, 0u);
}

// With decay 1 the target is the result of the game; with 0, the evaluation one turn later; with a half, half of each.
TEST(BackgammonSelfPlay, LessonsLieBetweenTheNextThoughtAndTheEnd) {
  const SelfPlay game = played(1);
  std::vector<SelfPlay::Lesson> next, half, end;
  game.lessons(0, next);
  game.lessons(0.5f, half);
  game.lessons(1, end);
  ASSERT_EQ(end.size() + 1, game.turns());
  Chances came = end.front().wanted;
  for (std::size_t k = 0; k < end.size(); ++k, came = turned(came)) {
    for (std::size_t o = 0; o < came.size(); ++o) EXPECT_NEAR(end[k].wanted[o], came[o], 1e-5);
    if (k > 0 && !is_race(end[k - 1].board.mover, end[k - 1].board.other)) {
      EXPECT_EQ(next[k].wanted, turned(judged(counts_of(end[k - 1].board).data())));
    }
    const Chances later = k > 0 ? turned(half[k - 1].wanted) : next[0].wanted;
    for (std::size_t o = 0; o < came.size(); ++o) EXPECT_NEAR(half[k].wanted[o], (next[k].wanted[o] + later[o]) / 2, 1e-6);
  }
}

}  // namespace banmen::backgammon
