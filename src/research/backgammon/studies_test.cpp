// Tests of backgammon's studies.
#include "research/studies.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "host/files.hpp"

namespace banmen::backgammon {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

Result<Findings> ask(const std::string& id, const Given& given, const Control& control = {}) {
  const auto& studies = studies_of("backgammon");
  const auto study = std::find_if(studies.begin(), studies.end(), [&](const Study& one) { return one.id == id; });
  if (study == studies.end()) return fail("there is no study " + id);
  const auto values = check_values(id, study->parameters, given);
  if (!values) return fail(values.error());
  return study->run(*values, control);
}

const Figure* find(const Findings& findings, const std::string& name) {
  for (const auto& entry : findings.entries)
    if (const auto* figure = std::get_if<Figure>(&entry); figure != nullptr && figure->name == name) return figure;
  return nullptr;
}

double number(const Findings& findings, const std::string& name) {
  const Figure* figure = find(findings, name);
  EXPECT_NE(figure, nullptr) << name;
  return figure == nullptr ? 0 : figure->value.number().value_or(1e9);
}

std::string temporary(const std::string& name) {
  return testing::TempDir() + "banmen_studies_" + std::to_string(::getpid()) + "_" + name;
}

}  // namespace

// A race with both sides home uses a bear-off table; the same position among two checkers anywhere uses iteration.
TEST(BackgammonStudies, TheMethodsOfValueAgree) {
  const auto table = ask("value", {{"mover", "5 2"}, {"opponent", "3,2"}});
  const auto iterated = ask("value", {{"mover", "5 2"}, {"opponent", "3,2"}, {"payoff", "money"}, {"checkers", "3"}});
  ASSERT_TRUE(table && iterated);
  EXPECT_EQ(std::get<std::string>(find(*table, "method")->value.value), "bear-off");
  EXPECT_NEAR(number(*table, "win"), number(*iterated, "win"), 1e-12);
  // With all checkers left a gammon is possible by rule, so the table is not used; here both are home, so none happens.
  const auto gammons = ask("value", {{"mover", "5 2"}, {"opponent", "3,2"}, {"payoff", "money"}, {"checkers", "2"}});
  ASSERT_TRUE(gammons);
  EXPECT_EQ(std::get<std::string>(find(*gammons, "method")->value.value), "policy iteration");
  EXPECT_FALSE(find(*gammons, "win")->value.known());
  EXPECT_LT(number(*gammons, "error_bound"), 1e-11);
}

TEST(BackgammonStudies, ValueRefusesWhatIsUnsupported) {
  const auto message = [](const Given& given) { return ask("value", given).error().message(); };
  EXPECT_EQ(message({{"mover", "30"}, {"opponent", "1"}}),
            "--mover: column 1: expected a point from 1 to 24, or 25 for the bar, got '30' (24 23)");
  EXPECT_NE(message({{"mover", "24"}, {"opponent", "1"}}).find("same point"), std::string::npos);
  EXPECT_NE(message({{"mover", "24 23 22 21"}, {"opponent", "24"}}).find("too many"), std::string::npos);
  EXPECT_NE(message({{"mover", "24"}, {"opponent", "24"}, {"jacoby", "true"}}).find("--payoff cube"), std::string::npos);
}

TEST(BackgammonStudies, InductionCountsTableOne) {
  const auto found = ask("induction", {{"black", "13"}});
  ASSERT_TRUE(found);
  EXPECT_EQ(number(*found, "positions"), 7525);
  EXPECT_EQ(number(*found, "valued"), 2478);
  EXPECT_EQ(number(*found, "races valued"), 2300);
}

TEST(BackgammonStudies, MonteCarloFollowsItsSeed) {
  Control one, two;
  two.seed = 2;
  const auto first = ask("montecarlo", {{"iterations", "20"}}, one), again = ask("montecarlo", {{"iterations", "20"}}, one),
             other = ask("montecarlo", {{"iterations", "20"}}, two);
  ASSERT_TRUE(first && again && other);
  const std::string measure = "largest Bellman error[20]";
  EXPECT_EQ(number(*first, measure), number(*again, measure));
  EXPECT_NE(number(*first, measure), number(*other, measure));
  EXPECT_NE(find(*first, "slope"), nullptr);
}

TEST(BackgammonStudies, TablesDoNotDependOnThreads) {
  std::string files[2];
  for (const int threads : {1, 3}) {
    Control control;
    control.threads = threads;
    const std::string path = temporary("ts.bd");
    ASSERT_TRUE(ask("bearoff", {{"points", "5"}, {"checkers", "5"}, {"out", path}}, control));
    files[threads / 3] = *read_file(path);
    std::filesystem::remove(path);
    const std::string hyper = temporary("hyper.bd");
    ASSERT_TRUE(ask("hyper", {{"checkers", "1"}, {"out", hyper}}, control));
    files[threads / 3] += *read_file(hyper);
    std::filesystem::remove(hyper);
  }
  EXPECT_TRUE(files[0] == files[1]);
}

TEST(BackgammonStudies, TrainingWritesTheSameWeightsForTheSameSeed) {
  std::string weights[2];
  for (std::string& text : weights) {
    const std::string path = temporary("net.inc");
    ASSERT_TRUE(ask("train", {{"games", "20"}, {"out", path}}));
    text = *read_file(path);
    std::filesystem::remove(path);
  }
  EXPECT_TRUE(weights[0].starts_with("// banmen backgammon train --games 20 --seed 1\n"));
  EXPECT_EQ(weights[0], weights[1]);
  EXPECT_FALSE(ask("train", {{"games", "1000000000"}, {"out", "/nonexistent/folder/net.inc"}}));
}

// Long studies, stopped at their first progress report, end and leave no file.
TEST(BackgammonStudies, AllCanBeStopped) {
  const std::string path = temporary("stopped");
  const std::pair<const char*, Given> questions[] = {
      {"value", {{"mover", "24 23 22"}, {"opponent", "24 23 22"}, {"payoff", "cube"}}},
      {"value", {{"mover", "6x8"}, {"opponent", "6x8"}, {"payoff", "cube"}}},
      {"tiers", {{"mover", "4"}, {"opponent", "4"}}},
      {"bearoff", {{"points", "6"}, {"checkers", "9"}, {"out", path}}},
      {"bearoff", {{"points", "9"}, {"one_sided", "true"}, {"out", path}}},
      {"hyper", {{"checkers", "3"}, {"out", path}}},
      {"paper", {{"iterations", "100000000"}}},
      {"montecarlo", {{"iterations", "10000000"}}},
      {"train", {{"games", "1000000000"}, {"out", path}}}};
  for (const auto& [id, given] : questions) {
    std::stop_source source;
    Control control;
    control.stop = source.get_token();
    control.progress = [&](std::uint64_t, std::uint64_t, std::string_view) { source.request_stop(); };
    const auto found = ask(id, given, control);
    EXPECT_TRUE(source.stop_requested()) << id << " reports no progress";
    EXPECT_TRUE(!found || !found->complete) << id;
    EXPECT_FALSE(std::filesystem::exists(path)) << id;
  }
  for (const auto& entry : std::filesystem::directory_iterator(testing::TempDir()))
    EXPECT_FALSE(entry.path().string().starts_with(path)) << entry.path();
}

}  // namespace banmen::backgammon
