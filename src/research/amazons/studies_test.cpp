#include "research/studies.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "catalog/catalog.hpp"
#include "research/amazons/survey.hpp"

namespace banmen::amazons {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

const Study& study(const std::string& id) {
  const auto& all = studies_of("amazons");
  return *std::find_if(all.begin(), all.end(), [&](const Study& s) { return s.id == id; });
}

Result<Findings> ask(const std::string& id, const Given& given, const Control& control = {}) {
  const auto values = check_values(id, study(id).parameters, given);
  if (!values) return fail(values.error());
  return study(id).run(*values, control);
}

Result<Findings> ask_moves(const Given& given, const AmazonsMatch& match) {
  const auto values = check_values("moves", study("moves").parameters, given);
  if (!values) return fail(values.error());
  return score_by_moves(*values, {}, match);
}

std::optional<double> number(const Findings& found, const std::string& name) {
  for (const Figure& figure : found.figures())
    if (figure.name == name) return figure.value.number();
  return std::nullopt;
}

const Findings::DataTable& table(const Findings& found, const std::string& name) {
  for (const auto& entry : found.entries)
    if (const auto* one = std::get_if<Findings::DataTable>(&entry); one != nullptr && one->name == name) return *one;
  throw std::out_of_range(name);
}

}  // namespace

// Song and Müller (2014): the standard 4×4 is lost for the first player.
TEST(AmazonsSurvey, FourByFourStandardIsASecondPlayerWin) {
  AmazonsWinnersFile kept;
  const auto winners = amazons_winners(AmazonsVariant::queen, {".oo./o..o/x..x/.xx."}, 60, kept, Control{});
  ASSERT_TRUE(winners);
  EXPECT_EQ(winners->at(0).winner, "second");
}

TEST(AmazonsSurvey, ListsAllSymmetricLayouts) {
  // 2^m · C(8, m) layouts turned about the centre of 4×4; 12 pairs of cells on 5×5.
  const auto total = [](int rows, int columns, int pieces, AmazonsMirror mirror) {
    std::uint64_t n = 0;
    const auto layouts = opposite_layouts(rows, columns, pieces, mirror);
    for (const auto& layout : *layouts) n += layout.alike;
    return n;
  };
  EXPECT_EQ(total(4, 4, 1, AmazonsMirror::point), 16u);
  EXPECT_EQ(total(4, 4, 3, AmazonsMirror::point), 8u * 56u);
  EXPECT_EQ(total(5, 5, 3, AmazonsMirror::point), 8u * 220u);
  EXPECT_EQ(total(5, 4, 1, AmazonsMirror::axis), 16u);
}

// The paper's conjecture for odd × odd boards holds with one piece a side, and with two. Stored winners are not searched again.
TEST(AmazonsSurvey, FiveByFiveWithOneAndTwoKnights) {
  AmazonsWinnersFile kept;
  std::array<std::vector<double>, 2> seconds;  // of each start: equal unless it was searched again
  const std::uint64_t wins[] = {24, 136};
  for (const int threads : {1, 2})
    for (int pieces = 1; pieces <= 2; ++pieces) {
      Control control;
      control.threads = threads;
      const auto count = count_winners(5, 5, pieces, AmazonsVariant::knight, AmazonsMirror::point, 60, kept, control);
      ASSERT_TRUE(count);
      EXPECT_EQ(count->layouts, pieces == 1 ? 24u : 264u);
      EXPECT_EQ(count->unsolved, 0u);
      EXPECT_EQ(count->first_wins, wins[pieces - 1]);
      std::vector<double> now;
      for (const AmazonsWinner& w : count->winners) now.push_back(w.seconds);
      auto& before = seconds[static_cast<std::size_t>(pieces - 1)];
      if (threads > 1) {
        EXPECT_EQ(now, before);
      }
      before = now;
    }
}

TEST(AmazonsSurvey, GivesUpAfterTheLimit) {
  AmazonsWinnersFile kept;
  const auto winners = amazons_winners(AmazonsVariant::queen, {".o..o./o....o/....../....../x....x/.x..x."}, 0.05, kept, Control{});
  ASSERT_TRUE(winners);
  EXPECT_EQ(winners->at(0).winner, "-");
  EXPECT_EQ(winners->at(0).moves, 544u);
}

// Theorem 1 of the paper: on even × even boards the second player wins by copying; here for every layout of 4×4 with up to four
// pieces (with all eight in `banmen amazons survey`).
TEST(AmazonsSurvey, TheoremOneOnFourByFour) {
  AmazonsWinnersFile kept;
  for (const AmazonsVariant variant : {AmazonsVariant::knight, AmazonsVariant::knightx})
    for (int pieces = 1; pieces <= 4; ++pieces) {
      const auto count = count_winners(4, 4, pieces, variant, AmazonsMirror::point, 60, kept, Control{});
      ASSERT_TRUE(count);
      EXPECT_EQ(count->first_wins, 0u) << count->first_win;
    }
}

TEST(AmazonsStudies, WinnersCountsEveryLayout) {
  const auto found = ask("winners", {{"rows", "5"}, {"columns", "5"}});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->complete);
  EXPECT_EQ(number(*found, "layouts"), 24);
  EXPECT_EQ(number(*found, "won by the first player"), 24);
  double layouts = 0;
  for (const auto& row : table(*found, "by_moves").rows) layouts += *row[1].number();
  EXPECT_EQ(layouts, 24);
}

TEST(AmazonsStudies, WinnersGivesUpWhereTheLimitIsReached) {
  const auto found = ask("winners", {{"rows", "6"}, {"columns", "6"}, {"variant", "amazons"}, {"limit", "0.001"}});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->complete);
  EXPECT_GT(number(*found, "unsolved").value(), 0);
}

TEST(AmazonsStudies, RefusesNoneOrTooManyLayouts) {
  EXPECT_EQ(ask("winners", {{"pieces", "9"}}).error().what, "no layout has that many pieces");
  EXPECT_NE(ask("winners", {{"rows", "8"}, {"columns", "8"}, {"pieces", "16"}}).error().what.find("the limit is ten million"),
            std::string::npos);
}

// A fake match whose score is proportional to the number of first moves.
TEST(AmazonsStudies, MovesCorrelatesTheSharesOfAMatch) {
  const Catalog catalog;
  std::vector<std::vector<std::string>> agents;
  const AmazonsMatch match = [&](const std::string& game, const std::vector<std::string>& of, std::uint64_t games,
                                 const Control&) -> Result<std::pair<double, double>> {
    EXPECT_EQ(games, 6u);
    const auto opened = catalog.open(game);
    EXPECT_TRUE(opened);
    EXPECT_EQ((*opened)->name(), game);  // the canonical name
    agents.push_back(of);
    const auto moves = static_cast<double>((*opened)->session()->moves().size());
    return std::pair{moves / 100, 1 - moves / 100};
  };
  const Given given{{"rows", "3"}, {"columns", "3"}, {"games", "6"}};
  const auto found = ask_moves(given, match);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->complete);
  EXPECT_EQ(number(*found, "layouts"), 4);
  EXPECT_NEAR(number(*found, "correlation as first").value(), 1, 1e-9);
  EXPECT_NEAR(number(*found, "correlation as second").value(), -1, 1e-9);
  EXPECT_FALSE(number(*found, "correlation in both seats"));  // all scores are equal
  EXPECT_EQ(agents.back(), (std::vector<std::string>{"uct:playouts=500,c=1,expand=1", "random"}));

  const auto also = [&](std::string key, std::string value) {
    Given more = given;
    more.emplace_back(std::move(key), std::move(value));
    return more;
  };
  ASSERT_TRUE(ask_moves(also("agent", "greedy"), match));
  EXPECT_EQ(agents.back(), (std::vector<std::string>{"greedy", "random"}));
  ASSERT_TRUE(ask_moves(also("agents", "engine:cmd=my bot\nuct"), match));  // the form in which a command line passes them
  EXPECT_EQ(agents.back(), (std::vector<std::string>{"engine:cmd=my bot", "uct"}));
  EXPECT_FALSE(ask_moves(also("agents", "uct"), match));
  Given both = also("agents", "uct random");
  both.emplace_back("agent", "greedy");
  EXPECT_FALSE(ask_moves(both, match));
}

// A stopped survey returns what it finished, and the file keeps every winner.
TEST(AmazonsStudies, StoppedSurveysKeepFinishedStarts) {
  const std::string file = testing::TempDir() + "banmen_winners_" + std::to_string(::getpid());
  std::filesystem::remove(file);
  const auto lines = [&] {
    std::ifstream in(file);
    return std::count(std::istreambuf_iterator<char>(in), {}, '\n');
  };
  std::stop_source stop;
  Control control;
  control.stop = stop.get_token();
  std::uint64_t starts = 0;
  control.progress = [&](std::uint64_t done, std::uint64_t total, std::string_view what) {
    EXPECT_EQ(what, "starts");
    EXPECT_LE(done, total);
    starts = total;
    if (done >= 20) stop.request_stop();
  };
  const auto found = ask("survey", {{"keep", file}}, control);
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_FALSE(found->complete);
  EXPECT_GT(starts, 500u);
  EXPECT_GE(table(*found, "counts").rows.size(), 1u);
  EXPECT_TRUE(table(*found, "winners").rows.empty());
  const auto kept = lines();
  EXPECT_GE(kept, 20);  // boards shared by two lists of layouts are stored once

  // The next run resumes: stopped at its first progress report, it has at least the same rows.
  std::stop_source again;
  control.stop = again.get_token();
  control.progress = [&](std::uint64_t, std::uint64_t, std::string_view) { again.request_stop(); };
  const auto more = ask("survey", {{"keep", file}}, control);
  ASSERT_TRUE(more);
  EXPECT_GE(table(*more, "counts").rows.size(), table(*found, "counts").rows.size());
  EXPECT_GE(lines(), kept);
  std::filesystem::remove(file);
}

}  // namespace banmen::amazons
