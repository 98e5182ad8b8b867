// The Yonin paper's Tables 3 and 4: random play, then every seat reads its last N moves out. Mean ranks by seat must lie within
// three standard errors (ours and the paper's thousand games together) of the printed ones. The board size is not printed; 8×8
// fits.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

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

double in_errors(const ExactPlayReport::Mean& ours, double theirs, double their_games) {
  const double deviation = ours.error * std::sqrt(static_cast<double>(ours.games));
  return (ours.mean - theirs) / std::hypot(ours.error, deviation / std::sqrt(their_games));
}

TEST(YoninTables, MeanRanksAgreeWithThePaper) {
  const Catalog catalog;
  const auto table = catalog.open("yonin");
  for (const Row& row : printed) {
    if (row.empties > 7 && std::getenv("BANMEN_LONG") == nullptr) continue;
    Control control;
    control.threads = 2;
    const std::uint64_t games = 1000;
    const auto report = (*table)->search().exact_play("first", row.empties, games, control);
    ASSERT_TRUE(report) << report.error().message();
    ASSERT_EQ(report->games, games);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      EXPECT_LT(std::abs(in_errors(report->rank[seat], row.rank[seat], 1000)), 3) << "N=" << row.empties << " seat " << seat;
      const auto& facing = report->rank_when_facing_first[seat];
      EXPECT_LT(std::abs(in_errors(facing, row.facing[seat], static_cast<double>(facing.games))), 3)
          << "N=" << row.empties << " seat " << seat;
    }
  }
}

// Table 4, right half: the same without the restriction. Its printed columns fit ours two seats further on, so that is how they are
// read: what stands under 1st, 2nd, 3rd, 4th belongs to C, D, A, B.
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
  const auto table = catalog.open("yonin:restrict=false");
  for (const auto& row : rows) {
    if (row.empties > 6 && !all) continue;
    Control control;
    control.threads = 2;
    const auto report = (*table)->search().exact_play("first", row.empties, all ? 1000 : 300, control);
    ASSERT_TRUE(report) << report.error().message();
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const auto& facing = report->rank_when_facing_first[seat];
      // The paper's thousand games have as large a share of those that the facing seat won.
      const double their_games = 1000.0 * static_cast<double>(facing.games) / static_cast<double>(report->games);
      EXPECT_LT(std::abs(in_errors(facing, row.under[(seat + 2) % 4], their_games)), 3) << "N=" << row.empties << " seat " << seat;
    }
  }
}

TEST(YoninTables, NoTieRuleLeavesTheRangeOverAllOfThem) {
  const Catalog catalog;
  const auto table = catalog.open("yonin:size=6");
  Control control;
  const auto all = (*table)->search().exact_play("all", 5, 200, control);
  ASSERT_TRUE(all) << all.error().message();
  for (const char* ties : {"first", "random", "cautious"}) {
    const auto one = (*table)->search().exact_play(ties, 5, 200, control);
    ASSERT_TRUE(one);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      EXPECT_GE(one->rank[seat].mean, all->least_rank[seat].mean) << ties;
      EXPECT_LE(one->rank[seat].mean, all->most_rank[seat].mean) << ties;
    }
  }
}

TEST(YoninTables, ThreadsDoNotMatter) {
  const Catalog catalog;
  const auto table = catalog.open("yonin:size=6");
  Control one, three;
  three.threads = 3;
  const auto a = (*table)->search().exact_play("random", 6, 100, one), b = (*table)->search().exact_play("random", 6, 100, three);
  ASSERT_TRUE(a && b);
  for (std::size_t seat = 0; seat < 4; ++seat) EXPECT_EQ(a->rank[seat].mean, b->rank[seat].mean);
}

}  // namespace
}  // namespace banmen
