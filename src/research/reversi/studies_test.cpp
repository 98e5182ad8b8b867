// Tests of Yonin's studies `facing` and `seating`.
#include "research/studies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stop_token>

#include "research/reversi/yonin.hpp"

namespace banmen::reversi {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

Result<Findings> ask_yonin(const std::string& id, const Given& given, const Control& control = {}) {
  const auto& all = studies_of("yonin");
  const Study& study = *std::find_if(all.begin(), all.end(), [&](const Study& s) { return s.id == id; });
  const auto values = check_values(id, study.parameters, given);
  if (!values) return fail(values.error());
  return study.run(*values, control);
}

Yonin yonin_rules(const Given& given) { return Yonin::make(*check_values("rules", Yonin::parameters(), given)).value(); }

/// A position of a random game after N placements; forced passes are played.
DiscPosition random_yonin_position(const Yonin& g, std::uint64_t seed, int plies) {
  Random random(seed);
  DiscPosition p = g.initial();
  for (int ply = 0; ply < plies && g.count(p) > 0; ++ply) g.play(p, g.sample(p, random).move);
  return p;
}

/// Solves a x = b for several b by Gaussian elimination.
std::vector<std::vector<double>> eliminated(std::vector<std::vector<double>> a, std::vector<std::vector<double>> b) {
  const std::size_t n = a.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double times = a[i][k] / a[k][k];
      for (std::size_t j = 0; j < n; ++j) a[i][j] -= times * a[k][j];
      for (std::size_t j = 0; j < b[i].size(); ++j) b[i][j] -= times * b[k][j];
    }
  }
  for (std::size_t k = 0; k < n; ++k)
    for (double& value : b[k]) value /= a[k][k];
  return b;
}

}  // namespace

// Slow twin: a dummy variable per group, and the sandwich estimator of the whole matrix.
TEST(YoninStudies, RegressionMatchesDummyVariables) {
  constexpr std::size_t groups = 5, columns = 4 + groups;
  Random random(7);
  std::vector<GroupedRow> rows;
  for (std::uint32_t cluster = 0; cluster < 40; ++cluster) {
    const double common = random.real();
    for (std::uint32_t k = 0; k < 3 + cluster % 4; ++k) {
      GroupedRow row{random.below(groups), cluster, 0, {}};
      for (double& x : row.x) x = random.below(9) + 0.3 * row.group;
      row.y = 0.5 * row.x[0] - row.x[1] + 0.25 * row.x[3] + row.group + 2 * common + random.real();
      rows.push_back(row);
    }
  }
  const WithinRegression fit(rows);
  ASSERT_TRUE(fit.determined());
  EXPECT_EQ(fit.clusters(), 40u);

  const auto full = [&](const GroupedRow& row) {
    std::vector<double> x(columns);
    std::copy(row.x.begin(), row.x.end(), x.begin());
    x[4 + row.group] = 1;
    return x;
  };
  std::vector<std::vector<double>> products(columns, std::vector<double>(columns)), one(columns, std::vector<double>(columns + 1));
  for (const GroupedRow& row : rows) {
    const auto x = full(row);
    for (std::size_t i = 0; i < columns; ++i) {
      one[i][columns] += x[i] * row.y;
      for (std::size_t j = 0; j < columns; ++j) products[i][j] += x[i] * x[j];
    }
  }
  for (std::size_t i = 0; i < columns; ++i) one[i][i] = 1;
  const auto solved = eliminated(products, one);  // the inverse, then the slopes
  std::vector<std::vector<double>> sums(40, std::vector<double>(columns));
  for (const GroupedRow& row : rows) {
    const auto x = full(row);
    double left = row.y;
    for (std::size_t i = 0; i < columns; ++i) left -= solved[i][columns] * x[i];
    for (std::size_t i = 0; i < columns; ++i) sums[row.cluster][i] += x[i] * left;
  }
  const auto variance = [&](const std::array<double, 4>& weights) {
    double total = 0;
    for (const auto& sum : sums) {
      double along = 0;
      for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t i = 0; i < columns; ++i) along += weights[k] * solved[k][i] * sum[i];
      total += along * along;
    }
    return total * 40 / 39;
  };
  for (std::size_t k = 0; k < 4; ++k) {
    std::array<double, 4> alone{};
    alone[k] = 1;
    EXPECT_NEAR(fit.slope(k).value, solved[k][columns], 1e-9);
    EXPECT_NEAR(fit.slope(k).error, std::sqrt(variance(alone)), 1e-9);
  }
  const std::array<double, 4> weights = {0, -0.5, 1, -0.5};
  EXPECT_NEAR(fit.combined(weights).error, std::sqrt(variance(weights)), 1e-9);

  for (GroupedRow& row : rows) row.x[2] = row.x[1];
  EXPECT_FALSE(WithinRegression(rows).determined());
  EXPECT_FALSE(WithinRegression({}).determined());
}

// Places, standings and seats of every decision, counted again from the text of the board.
TEST(YoninStudies, DecisionsMatchTheBoard) {
  const Yonin g = yonin_rules({{"size", "6x4"}});
  for (const Standing standing : {Standing::discs, Standing::lead}) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const DiscPosition p = random_yonin_position(g, seed, static_cast<int>(seed % 24));
      const std::string board = g.text(p);
      std::array<int, 4> expected{};
      for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 4; ++column) {
          const char disc = board[static_cast<std::size_t>(row * 5 + column)];
          const std::size_t owner = row < 3 ? (column < 2 ? 0 : 1) : (column < 2 ? 3 : 2);
          const char own = owner % 2 == 0 ? 'x' : 'o';
          if (disc == own) ++expected[owner];
          if (standing == Standing::lead && disc != own && disc != '.') --expected[owner];
        }
      const auto found = standings(g, p, standing);
      for (std::size_t seat = 0; seat < 4; ++seat) EXPECT_EQ(found[seat], expected[seat]) << board;
    }
  }
  std::vector<FourPlayers> players;
  players.push_back(make_yonin_players(g, "random").value());
  const auto games = faced_decisions(g, players, 4, Standing::discs, 20, {});
  int passes = 0;
  for (const auto& game : games) {
    ASSERT_FALSE(game.empty());
    for (std::size_t k = 0; k < game.size(); ++k) {
      EXPECT_EQ(game[k].ply, k);
      passes += game[k].places == 0;
      // The seat advances with every ply.
      for (std::size_t seat = 0; seat < 4; ++seat) EXPECT_EQ(game[k].at_end[seat], game[0].at_end[(k + seat) % 4]);
    }
    EXPECT_EQ(game[0].now, (std::array<std::int8_t, 4>{1, 1, 1, 1}));
  }
  EXPECT_GT(passes, 0);
}

TEST(YoninStudies, FindingsDoNotDependOnThreads) {
  const auto numbers = [](const Result<Findings>& found) {
    std::vector<double> out;
    for (const Figure& figure : found->figures()) {
      if (const auto value = figure.value.number()) out.push_back(*value);
      out.push_back(figure.error.value_or(0));
    }
    return out;
  };
  for (const auto& [id, given] : std::vector<std::pair<std::string, Given>>{
           {"facing", {{"games", "40"}, {"rules", "yonin:size=6"}, {"agent", "greedy"}}},
           {"seating", {{"games", "3"}, {"rules", "yonin:size=4"}, {"agents", "random greedy maxn:depth=2 uct:playouts=5"}}}}) {
    Control one, three;
    three.threads = 3;
    const auto a = ask_yonin(id, given, one), b = ask_yonin(id, given, three);
    ASSERT_TRUE(a) << a.error().message();
    EXPECT_TRUE(a->complete);
    EXPECT_EQ(numbers(a), numbers(b)) << id;
  }
}

TEST(YoninStudies, EveryOrderOnceAndFourOfEachArrangement) {
  const auto orders = all_orders();
  ASSERT_EQ(orders.size(), 24u);
  std::array<int, 6> found{};
  for (const SeatOrder& order : orders) {
    const int arrangement = arrangement_of(order);
    ++found.at(static_cast<std::size_t>(arrangement));
    SeatOrder turned = order;
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    EXPECT_EQ(arrangement_of(turned), arrangement);
  }
  EXPECT_EQ(found, (std::array<int, 6>{4, 4, 4, 4, 4, 4}));
}

// Synthetic ranks: chance alone, then an advantage for facing player 0, then an advantage for seat A.
TEST(YoninStudies, SeatingFindsSyntheticEffects) {
  enum class Truth { nothing, facing, seat };
  for (const Truth truth : {Truth::nothing, Truth::facing, Truth::seat}) {
    const auto orders = all_orders();
    std::vector<std::vector<PlayerRanks>> games(24, std::vector<PlayerRanks>(50));
    Random random(3);
    for (std::size_t k = 0; k < 24; ++k)
      for (PlayerRanks& ranks : games[k])
        for (std::size_t seat = 0; seat < 4; ++seat) {
          const std::size_t player = orders[k][seat];
          const bool better = (truth == Truth::facing && orders[k][(seat + 2) % 4] == 0) || (truth == Truth::seat && seat == 0);
          ranks[player] = static_cast<std::uint8_t>(1 + (better ? random.below(3) : random.below(4)));
        }
    const Seating seating(games);
    ASSERT_TRUE(seating.determined());
    EXPECT_EQ(seating.seats().freedom, 3);
    EXPECT_EQ(seating.turns().freedom, 72);
    EXPECT_EQ(seating.arrangements().freedom, 20);
    EXPECT_EQ(seating.seats().chance() < 0.001, truth == Truth::seat);
    EXPECT_EQ(seating.turns().chance() < 0.001, truth == Truth::seat);
    EXPECT_EQ(seating.arrangements().chance() < 0.001, truth == Truth::facing);
    EXPECT_EQ(seating.differ(1, Seating::By::facing).chance() < 0.001, truth == Truth::facing);
    EXPECT_EQ(seating.differ(1, Seating::By::seat).chance() < 0.001, truth == Truth::seat);
    EXPECT_EQ(seating.share(1, Seating::By::facing) > 0.02, truth == Truth::facing);
    // The same mean, game by game.
    double sum = 0, n = 0;
    for (std::size_t k = 0; k < 24; ++k)
      for (std::size_t seat = 0; seat < 4; ++seat)
        if (orders[k][seat] == 2 && orders[k][(seat + 2) % 4] == 3)
          for (const PlayerRanks& ranks : games[k]) sum += ranks[2], n += 1;
    EXPECT_NEAR(seating.means(2, Seating::By::facing).at(2).value, sum / n, 1e-9);
    EXPECT_EQ(n, 400);
  }
}

TEST(YoninStudies, RefusesTeamsAndUnknownPlayers) {
  EXPECT_EQ(ask_yonin("facing", {{"rules", "yonin:mode=team"}}).error().what, "in team mode a seat has no score of its own");
  EXPECT_EQ(ask_yonin("facing", {{"rules", "reversi"}}).error().what, "'reversi' is not yonin");
  EXPECT_EQ(ask_yonin("facing", {{"agent", "alphabeta"}}).error().what, "'alphabeta' is not an agent of this study");
  EXPECT_FALSE(ask_yonin("facing", {{"from", "9"}, {"to", "3"}}));
  EXPECT_FALSE(ask_yonin("facing", {{"agent", "maxn:ties=all"}}));
  EXPECT_EQ(ask_yonin("seating", {{"agents", "random random"}}).error().what, "--agents expects 4 agents, got 2");
}

TEST(YoninStudies, StopsBeforeTheFirstGame) {
  std::stop_source source;
  source.request_stop();
  Control control;
  control.stop = source.get_token();
  const auto found = ask_yonin("facing", {{"games", "10"}}, control);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->complete);
  EXPECT_FALSE(ask_yonin("seating", {{"games", "2"}}, control));
}

}  // namespace banmen::reversi
