#include "research/studies.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <map>
#include <set>

#include "research/bao/marks.hpp"

namespace banmen::bao {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

const Study& study(std::string_view id) {
  for (const Study& one : studies_of("bao"))
    if (one.id == id) return one;
  throw std::out_of_range(std::string(id));
}

Result<Findings> ask(std::string_view id, const Given& given, const Control& control = {}) {
  const auto values = check_values(id, study(id).parameters, given);
  if (!values) return fail(values.error());
  return study(id).run(*values, control);
}

std::map<std::string, double> measures(const Findings& findings) {
  std::map<std::string, double> out;
  for (const Figure& figure : findings.figures())
    if (const auto number = figure.value.number()) out[figure.name] = *number;
  return out;
}

const Findings::DataTable& table(const Findings& findings, std::string_view name) {
  for (const auto& entry : findings.entries)
    if (const auto* found = std::get_if<Findings::DataTable>(&entry); found != nullptr && found->name == name) return *found;
  throw std::out_of_range(std::string(name));
}

Control with_threads(int threads) {
  Control control;
  control.threads = threads;
  return control;
}

}  // namespace

TEST(BaoStudies, RowsFitTheirColumns) {
  const std::vector<std::pair<std::string, Given>> all{{"loops", {{"ring", "5"}, {"stones", "10"}}},
                                                       {"explain", {{"board", "0,4,0,4"}, {"hole", "b"}}},
                                                       {"fate", {{"heaps", "0,4,0,4"}, {"hole", "b"}}},
                                                       {"condition", {{"ring", "5"}, {"stones", "10"}}},
                                                       {"marks", {{"ring", "5"}, {"stones", "10"}}},
                                                       {"growth", {{"holes", "3"}, {"over", "2"}}},
                                                       {"patterns", {}},
                                                       {"repeat", {{"holes", "3"}}},
                                                       {"claims", {{"stones", "7"}, {"games", "1"}, {"positions", "10"}}}};
  ASSERT_EQ(studies_of("bao").size(), all.size());
  for (const auto& [id, given] : all) {
    const auto found = ask(id, given);
    ASSERT_TRUE(found) << id << ": " << found.error().message();
    for (const auto& entry : found->entries)
      if (const auto* rows = std::get_if<Findings::DataTable>(&entry)) {
        EXPECT_FALSE(rows->rows.empty()) << id;
        for (const auto& row : rows->rows) EXPECT_EQ(row.size(), rows->columns.size()) << id;
      }
  }
}

TEST(BaoStudies, MatchesThePaperOnFourByTwo) {
  const auto found = ask("loops", {{"holes", "4"}, {"reachable", "true"}});
  ASSERT_TRUE(found);
  auto m = measures(*found);
  EXPECT_EQ(m["earliest endless move"], 3);
  EXPECT_EQ(m["positions"], 13'963);
  EXPECT_EQ(m["loops"], 13);
  EXPECT_EQ(m["sennichite"], 5);
  EXPECT_EQ(m["kinds"], 18);
  EXPECT_EQ(m["period (7,1,0,1,0,3,0,1)"], 30);
  EXPECT_EQ(m["shift (7,1,0,1,0,3,0,1)"], 3);
  EXPECT_EQ(m["odd"], 9);
  EXPECT_EQ(m["even"], 3);
  EXPECT_EQ(m["fewest stones"], 7);
  EXPECT_EQ(m["share with period = shift + (holes+1)k"], 1);
  EXPECT_DOUBLE_EQ(m["share of endless moves"], 100.0 / 31'959);
  EXPECT_EQ(m.size(), 10U + 2 * 13U);
  // Default: four holes a side, the paper's board.
  EXPECT_EQ(measures(*ask("loops", {{"reachable", "true"}})), m);
  // With a limit the counts of the whole graph are absent.
  EXPECT_EQ(measures(*ask("loops", {{"holes", "8"}, {"reachable", "true"}, {"plies", "5"}})),
            (std::map<std::string, double>{{"earliest endless move", 4}, {"positions", 4'801}}));
  EXPECT_TRUE(measures(*ask("loops", {{"reachable", "true"}, {"plies", "1"}})).empty());
}

TEST(BaoStudies, TableOneHolds) {
  const auto m = measures(*ask("patterns", {}));
  EXPECT_EQ(m.size(), 13U);
  for (const auto& [name, value] : m) EXPECT_EQ(value, 1) << name;
  EXPECT_EQ(m.count("loop with 3 first on a ring of 8"), 1U);
}

TEST(BaoStudies, ARepetitionHasTwoMeasures) {
  EXPECT_EQ(measures(*ask("repeat", {{"holes", "4"}})), (std::map<std::string, double>{{"first at ply", 6}, {"back at ply", 10}}));
  const auto cut = ask("repeat", {{"holes", "8"}, {"positions", "100"}});
  EXPECT_FALSE(cut->complete);
  EXPECT_TRUE(measures(*cut).empty());
  EXPECT_TRUE(ask("repeat", {{"holes", "2"}})->complete);
  EXPECT_FALSE(ask("repeat", {{"holes", "13"}}));
}

TEST(BaoStudies, ClaimsOfSectionFiveAreMeasures) {
  const auto found = ask("claims", {{"stones", "9"}, {"games", "5"}, {"positions", "100"}}, with_threads(2));
  ASSERT_TRUE(found);
  EXPECT_EQ(table(*found, "claims").rows.size(), 25U);
  const auto m = measures(*found);
  EXPECT_EQ(m.size(), 19U);
  EXPECT_EQ(m.at("period0"), 1);
  EXPECT_EQ(m.at("odd-even"), 0.5);
  EXPECT_EQ(m.at("patterns"), 0);
}

TEST(BaoStudies, DoNotDependOnThreads) {
  for (const auto& [holes, stones] : {std::pair{8U, 13U}, {5U, 17U}, {2U, 20U}}) {
    EXPECT_EQ(all_loops(holes, stones, with_threads(3)), all_loops(holes, stones, {}));
    const ConditionCount one = count_conditions(holes, stones, {}), three = count_conditions(holes, stones, with_threads(3));
    EXPECT_EQ(one.types, three.types);
    EXPECT_EQ(one.types_spread, three.types_spread);
    EXPECT_EQ(one.loop_boards[1], three.loop_boards[1]);
    EXPECT_EQ(one.loop_ending[1], three.loop_ending[1]);
    EXPECT_EQ(one.not_spread, three.not_spread);
    EXPECT_EQ(one.ends_although_loop[1], three.ends_although_loop[1]);
  }
}

TEST(BaoStudies, CountsMatchTheSlowTwin) {
  // Slow twin: follow every board of a ring to its end or back to itself.
  for (const auto& [holes, stones] : {std::pair{4U, 13U}, {8U, 11U}, {7U, 9U}}) {
    ConditionCount plain;
    std::set<Stones> first;
    for_each_board(holes, stones, [&](const Stones& board) {
      if (board[0] == 0) return true;
      const auto cycle = cycle_of(board);
      plain.spread_boards += spread(board);
      plain.spread_ending += spread(board) && cycle.empty();
      plain.loop_boards[1] += meets_loop(board, LoopReading::by_itself);
      plain.loop_ending[1] += meets_loop(board, LoopReading::by_itself) && cycle.empty();
      if (!cycle.empty()) first.insert(*std::max_element(cycle.begin(), cycle.end()));
      return true;
    });
    const ConditionCount found = count_conditions(holes, stones, {});
    EXPECT_EQ(found.types, first.size());
    EXPECT_EQ(found.spread_boards, plain.spread_boards);
    EXPECT_EQ(found.spread_ending, plain.spread_ending);
    EXPECT_EQ(found.loop_boards[1], plain.loop_boards[1]);
    EXPECT_EQ(found.loop_ending[1], plain.loop_ending[1]);
  }
}

TEST(BaoStudies, ProgressCountsBoards) {
  std::uint64_t last = 0, all = 0;
  Control control;
  control.progress = [&](std::uint64_t done, std::uint64_t total, std::string_view what) {
    EXPECT_EQ(what, "boards");
    EXPECT_LE(last, done);
    EXPECT_LE(done, total);
    last = done;
    all = total;
  };
  ASSERT_TRUE(ask("condition", {{"ring", "12"}, {"stones", "12"}}, control));
  std::uint64_t boards_in_all = 0;
  for (std::uint32_t stones = 2; stones <= 12; ++stones) boards_in_all += boards(12, stones);
  if (all != 0) {  // a fast machine finishes before the first report
    EXPECT_EQ(all, boards_in_all);
  }
}

TEST(BaoStudies, AllCanBeStopped) {
  const std::vector<std::pair<std::string, Given>> endless{
      {"loops", {{"ring", "20"}, {"stones", "60"}}},
      {"loops", {{"ring", "26"}, {"stones", "255"}}},
      {"loops", {{"holes", "9"}, {"reachable", "true"}}},
      {"condition", {{"holes", "13"}, {"stones", "255"}}},
      {"marks", {{"holes", "6"}, {"stones", "20"}}},
      {"growth", {{"holes", "13"}, {"over", "20"}}},
      {"fate", {{"heaps", "999999999,0,0,0,0,0,0,0,0,0,0,0"}, {"hole", "a"}, {"most", "1000000000"}}},
      {"repeat", {{"holes", "10"}, {"positions", "1000000000"}, {"components", "true"}}},
      {"claims", {{"stones", "40"}, {"games", "100000000"}}}};
  for (const auto& [id, given] : endless) {
    std::stop_source source;
    Control control = with_threads(2);
    control.stop = source.get_token();
    // Processor time, so that the limit holds under any load.
    std::clock_t stopped = 0;
    control.progress = [&](std::uint64_t, std::uint64_t, std::string_view) {
      if (!source.stop_requested()) stopped = std::clock();
      source.request_stop();
    };
    const auto found = ask(id, given, control);
    const auto seconds = static_cast<double>(std::clock() - stopped) / CLOCKS_PER_SEC;
    EXPECT_TRUE(source.stop_requested()) << id << " reports no progress";
    EXPECT_LT(seconds, 1) << id;
    if (found && id == "condition") {
      EXPECT_FALSE(found->complete);
    }
  }
}

}  // namespace banmen::bao
