// Stores do not depend on threads, survive stops and never mix different settings or code; reports show the paper's figures.
#include "lab/campaign.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <set>
#include <thread>

#include "host/files.hpp"
#include "lab/report/report.hpp"

namespace banmen::lab {
namespace {

const char* const text = R"(name = "t"
title = "A small test"
[[experiment]]
id = "random"
title = "Random games"
place = "Table 9"
kind = "playout"
game = "{game}:size=4"
games = 300
quick = 100
keep_choices = true
measures = ["moves", "moves.variance", "length", "win.1", "peak.1"]
[experiment.factors]
game = ["reversi", "yonin"]
[[experiment.printed]]
at = { game = "reversi" }
games = 1000
why = "made up"
values = { moves = 77.25, length = "10.0" }
[[experiment.plot]]
kind = "choices"
[[experiment.plot]]
kind = "histogram"
[[experiment]]
id = "match"
kind = "match"
game = "tictactoe"
agents = ["uct:playouts=20", "random"]
games = 40
measures = ["score.1", "score.1.first", "elo.1", "forfeits"]
[[experiment]]
id = "end"
kind = "exact_play"
game = "yonin:size=4"
empties = "{N}"
games = 20
measures = ["rank.A", "facing.A"]
[experiment.factors]
N = "3..4"
[[experiment.plot]]
kind = "curve"
x = "N"
measures = ["rank.A"]
[[experiment]]
id = "count"
kind = "perft"
game = "reversi:size=4"
depth = 3
[[experiment.printed]]
values = { "leaves[3]" = 44 }
[[experiment]]
id = "solved"
kind = "solve"
game = "reversi:size=4"
measures = ["value"]
[[experiment.printed]]
values = { value = -8 }
)";

class Campaigns : public testing::Test {
 protected:
  Campaigns() : folder_(std::filesystem::temp_directory_path() / ("banmen_campaign_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Campaigns() override { std::filesystem::remove_all(folder_); }

  Campaign campaign(bool full = true, std::optional<std::uint64_t> seed = {}, std::string content = text) {
    const auto toml = TomlFile::parse(content, "t.toml");
    auto made = prepare(catalog_, *read_experiments(*toml, "t.toml"), full, seed);
    EXPECT_TRUE(made) << made.error().message();
    return std::move(*made);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  static RunReport play(const Campaign& c, Store& store, int threads, std::stop_token stop = {}) {
    ThreadExecutor executor(threads);
    const auto report = run_campaign(c, store, executor, stop);
    EXPECT_TRUE(report) << report.error().message();
    return *report;
  }

  /// The content of a store without the list of runs.
  static std::string dump(const std::string& path) {
    sqlite3* db = nullptr;
    sqlite3_open(path.c_str(), &db);
    std::string out;
    const auto line = [](void* to, int n, char** columns, char**) {
      for (int i = 0; i < n; ++i) *static_cast<std::string*>(to) += std::string(columns[i] ? columns[i] : "-") + "|";
      *static_cast<std::string*>(to) += "\n";
      return 0;
    };
    sqlite3_exec(db,
                 "SELECT cell.id, settings, code, number, outcome, record FROM game JOIN cell ON cell.key=game.cell ORDER BY 1, 4",
                 line, &out, nullptr);
    sqlite3_close(db);
    return out;
  }

  Catalog catalog_;
  std::filesystem::path folder_;
};

TEST_F(Campaigns, StoresDoNotDependOnThreads) {
  const Campaign c = campaign();
  for (const int threads : {1, 2, 5}) {
    auto store = Store::open(path(std::to_string(threads)));
    ASSERT_TRUE(store) << store.error().message();
    const auto report = play(c, *store, threads);
    EXPECT_TRUE(report.complete);
    EXPECT_EQ(report.played, 300u * 2 + 40 + 40 + 2);
  }
  const std::string one = dump(path("1"));
  EXPECT_GT(one.size(), 10000u);
  EXPECT_EQ(one, dump(path("2")));
  EXPECT_EQ(one, dump(path("5")));
}

TEST_F(Campaigns, ResumeFromQuickToFullWithoutRepeats) {
  {
    auto store = Store::open(path("a"));
    EXPECT_EQ(play(campaign(false), *store, 2).played, 100u * 2 + 40 + 40 + 2);
    const auto rest = play(campaign(true), *store, 2);
    EXPECT_EQ(rest.found, 100u * 2 + 40 + 40 + 2);
    EXPECT_GE(rest.played, 200u * 2);
    EXPECT_EQ(play(campaign(true), *store, 2).played, 0u);
    auto whole = Store::open(path("b"));
    play(campaign(true), *whole, 1);
  }
  EXPECT_EQ(dump(path("a")), dump(path("b")));
}

// A player that leaves nothing to chance plays an opening the same way from every seat, so shared openings would repeat games.
TEST_F(Campaigns, AgentsAgainstThemselvesGetAnOpeningForEachGame) {
  for (const std::string agents : {R"("maxn:depth=1")", R"("maxn:depth=1", "greedy")"}) {
    const Campaign c = campaign(true, {}, R"(name = "t"
title = "t"
[[experiment]]
id = "match"
kind = "match"
game = "yonin:size=6"
agents = [)" + agents + R"(]
opening = 6
games = 16
measures = ["rank.A"]
)");
    const Job& job = *c.jobs.at(0);
    const auto units = job.worker()(0, 16, {});
    ASSERT_TRUE(units) << units.error().message();
    std::set<std::string> openings;
    for (const Unit& unit : *units) openings.insert(unit.record.substr(0, 15));
    const bool itself = agents.find(',') == std::string::npos;
    EXPECT_EQ(job.games_per_opening, itself ? 1u : 8u) << agents;
    if (itself)
      EXPECT_GT(openings.size(), 12u) << agents;
    else
      EXPECT_EQ(openings.size(), 2u) << agents;
  }
}

TEST_F(Campaigns, EstimateTheTimeLeftPerCell) {
  const Campaign c = campaign(true, {}, R"(name = "left"
[[experiment]]
id = "sizes"
kind = "exact_play"
game = "yonin:size={size}"
empties = 1
games = 40
measures = ["rank.A"]
[experiment.factors]
size = [4, 6, 8]
)");
  auto store = Store::open("");
  ASSERT_TRUE(store);
  // Plays the first tasks at made-up costs: a game of the k-th cell takes 16 times as long as one of the cell before.
  class Sampler final : public Executor {
   public:
    explicit Sampler(int tasks) : tasks_(tasks) {}
    int workers() const override { return 1; }
    Result<bool> run(const Campaign& campaign, const NextTask& next, const Finish& finish, const std::stop_token&) override {
      TaskRunner runner;
      for (int k = 0; k < tasks_; ++k) {
        const auto task = next();
        if (!task) return true;
        std::vector<Done> done{runner.run(campaign, *task, {})};
        done[0].seconds = std::pow(16.0, static_cast<double>(task->cell));
        if (auto kept = finish(std::move(done)); !kept) return fail(kept.error());
      }
      return true;
    }
    int tasks_;
  };
  double left = 0;
  const auto note = [&](const std::vector<Standing>&, double seconds) { left = seconds; };
  Sampler two(2);
  ASSERT_TRUE(run_campaign(c, *store, two, {}, note));
  EXPECT_LT(left, 0) << "the cost of the third cell is not known yet";
  auto fresh = Store::open("");
  ASSERT_TRUE(fresh);
  Sampler three(3);
  ASSERT_TRUE(run_campaign(c, *fresh, three, {}, note));
  EXPECT_DOUBLE_EQ(left, 39 * (1.0 + 16 + 256));
}

TEST_F(Campaigns, StopsDoNotChangeResults) {
  const Campaign c = campaign();
  {
    auto whole = Store::open(path("whole"));
    play(c, *whole, 2);
  }
  // Stops after every few finished tasks.
  class Stopper final : public Executor {
   public:
    explicit Stopper(int tasks) : left_(tasks) {}
    int workers() const override { return 1; }
    Result<bool> run(const Campaign& campaign, const NextTask& next, const Finish& finish, const std::stop_token&) override {
      TaskRunner runner;
      while (left_-- > 0) {
        const auto task = next();
        if (!task) break;
        std::vector<Done> done;
        done.push_back(runner.run(campaign, *task, {}));
        if (auto kept = finish(std::move(done)); !kept) return fail(kept.error());
      }
      return true;
    }
    int left_;
  };
  bool complete = false;
  int runs = 0;
  while (!complete && runs++ < 100) {
    auto store = Store::open(path("pieces"));
    Stopper executor(7);
    complete = run_campaign(c, *store, executor, {})->complete;
  }
  EXPECT_GT(runs, 5);
  EXPECT_EQ(dump(path("whole")), dump(path("pieces")));
}

TEST_F(Campaigns, ResultsOfOtherSettingsOrCodeAreNeverMixed) {
  auto store = Store::open(path("s"));
  const Campaign one = campaign(), other = campaign(true, 99);
  play(one, *store, 2);
  const auto before = evaluate(one, *store);
  ASSERT_TRUE(before);
  // The same settings under other code, with absurd games.
  sqlite3* db = nullptr;
  sqlite3_open(path("s").c_str(), &db);
  ASSERT_EQ(
      sqlite3_exec(
          db,
          "INSERT INTO cell(id, settings, version, code) SELECT 'foreign', settings, version, 'another' FROM cell WHERE key=1;"
          "INSERT INTO game SELECT (SELECT key FROM cell WHERE id='foreign'), number, 'R999,-999 L1 M1,1', NULL FROM game WHERE "
          "cell=1",
          nullptr, nullptr, nullptr),
      SQLITE_OK);
  sqlite3_close(db);
  play(other, *store, 2);
  const auto after = evaluate(one, *store);
  ASSERT_TRUE(after);
  ASSERT_EQ(before->findings.size(), after->findings.size());
  for (std::size_t i = 0; i < before->findings.size(); ++i)
    EXPECT_EQ(before->findings[i].estimate.value, after->findings[i].estimate.value) << before->findings[i].measure;
  EXPECT_EQ(after->of_other_code, 300u);
  EXPECT_NE(html_report({"t", "c", "m", 0}, {*after}).find("300 games made by other code"), std::string::npos);
}

TEST_F(Campaigns, ReportsShowThePapersFiguresAndTheVerdicts) {
  auto store = Store::open(path("s"));
  const Campaign c = campaign();
  play(c, *store, 2);
  const auto findings = evaluate(c, *store);
  ASSERT_TRUE(findings) << findings.error().message();
  EXPECT_TRUE(findings->complete);
  const Tally t = tally({*findings});
  EXPECT_EQ(t.differs, 2u);     // the made-up figures
  EXPECT_EQ(t.reproduced, 2u);  // 44 leaves, value -8
  const ReportHead head{"A title & more", "banmen run t.toml", "made here", 0};
  const std::string html = html_report(head, {*findings}), md = markdown_report(head, {*findings}), csv = csv_report({*findings}),
                    json = json_report(head, {*findings}, "t.html");
  for (const std::string* report : {&html, &md, &csv, &json}) EXPECT_NE(report->find("77.25"), std::string::npos);
  EXPECT_NE(html.find("A title &amp; more"), std::string::npos);
  EXPECT_NE(html.find("10.0"), std::string::npos);
  EXPECT_NE(html.find("made up"), std::string::npos);
  EXPECT_GE(findings->charts.size(), 5u);
  std::size_t charts = 0;
  for (std::size_t at = 0; (at = html.find("<svg", at)) != std::string::npos; ++at) ++charts;
  EXPECT_EQ(charts, findings->charts.size());
  EXPECT_EQ(html.find("http"), std::string::npos) << "a page must not ask for anything from elsewhere";
  const auto page = write_reports(folder_.string(), "out", head, {*findings});
  ASSERT_TRUE(page);
  EXPECT_EQ(*read_file(*page), html);
}

TEST_F(Campaigns, SequentialTestsDoNotDependOnThreads) {
  const std::string sequential = R"(name = "s"
[[experiment]]
id = "sprt"
kind = "match"
game = "tictactoe"
agents = ["uct:playouts=50", "random"]
games = 4000
measures = ["score.1"]
sequential = { elo0 = 0, elo1 = 50 }
)";
  const Campaign c = campaign(true, {}, sequential);
  std::vector<std::string> words;
  std::vector<double> scores;
  for (const int threads : {1, 3}) {
    auto store = Store::open(path("sprt" + std::to_string(threads)));
    const auto report = play(c, *store, threads);
    EXPECT_TRUE(report.complete);
    EXPECT_LT(report.played, 1000u);
    const auto findings = evaluate(c, *store);
    ASSERT_TRUE(findings);
    ASSERT_EQ(findings->decided.size(), 1u);
    words.push_back(findings->decided[0].words);
    scores.push_back(findings->findings[0].estimate.value);
  }
  EXPECT_EQ(words[0], words[1]);
  EXPECT_EQ(scores[0], scores[1]);
  EXPECT_NE(words[0].find("is stronger"), std::string::npos);
}

TEST_F(Campaigns, RefuseForeignFiles) {
  ASSERT_TRUE(write_file(path("x"), "this is no database, but long enough to be looked at as if it were one"));
  EXPECT_FALSE(Store::open(path("x")));
  sqlite3* db = nullptr;
  sqlite3_open(path("y").c_str(), &db);
  sqlite3_exec(db, "CREATE TABLE mine(a)", nullptr, nullptr, nullptr);
  sqlite3_close(db);
  const auto refused = Store::open(path("y"));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message().find("a database of another program"), std::string::npos);
  EXPECT_FALSE(Store::open(folder_.string()));
}

TEST_F(Campaigns, JoinAllThreads) {
  constexpr int enough = 10;
  std::atomic<int> waits = 0, ended = 0;
  // Ignores its stop token until the executor has waited several times after the stop.
  const Worker deaf = [&](std::uint64_t first, std::uint64_t, const std::stop_token&) {
    for (int seen = waits; seen < enough; seen = waits) waits.wait(seen);
    ++ended;
    return std::vector<Unit>{{first, "[]", ""}};
  };
  const auto job = std::make_shared<Job>();
  job->worker = [&] { return deaf; };
  Campaign campaign;
  campaign.jobs = {job};
  std::stop_source stop;
  int handed = 0;
  std::size_t kept = 0;
  const auto next = [&]() -> std::optional<Task> {
    if (++handed == 2) stop.request_stop();
    return handed <= 2 ? std::optional(Task{0, static_cast<std::uint64_t>(handed), 1}) : std::nullopt;
  };
  const auto whole = ThreadExecutor(2).run(
      campaign, next,
      [&](const std::vector<Done>& finished) {
        kept += finished.size();
        if (finished.empty() && stop.stop_requested()) ++waits;
        waits.notify_all();
        return Result<void>();
      },
      stop.get_token());
  const int ended_by_then = ended;
  waits = enough;  // releases abandoned threads
  waits.notify_all();
  ASSERT_TRUE(whole);
  EXPECT_TRUE(*whole);
  EXPECT_EQ(ended_by_then, 2) << "a thread is still at work with the campaign";
  EXPECT_EQ(kept, 2U);
}

TEST_F(Campaigns, StoresAreReadableDuringWrites) {
  const Campaign c = campaign();
  auto store = Store::open(path("s"));
  ASSERT_TRUE(store);
  ASSERT_TRUE(store->note_run("test", 1));
  play(c, *store, 2);
  const std::string before = dump(path("s"));
  const auto reader = Store::look_into(path("s"));
  ASSERT_TRUE(reader) << reader.error().message();
  const auto seen = evaluate(c, *reader), own = evaluate(c, *store);
  ASSERT_TRUE(seen && own);
  EXPECT_TRUE(seen->complete);
  EXPECT_EQ(csv_report({*seen}), csv_report({*own}));
  // Reading does not add cells.
  const Campaign other = campaign(true, 77);
  const auto nothing = evaluate(other, *reader);
  ASSERT_TRUE(nothing) << nothing.error().message();
  EXPECT_FALSE(nothing->complete);
  EXPECT_EQ(dump(path("s")), before);
}

TEST_F(Campaigns, RethrowExceptionsOutsideGames) {
  const Campaign campaign;
  ThreadExecutor executor(3);
  const auto nothing = []() -> std::optional<Task> { return std::nullopt; };
  const auto kept = [](const std::vector<Done>&) { return Result<void>(); };
  EXPECT_THROW((void)executor.run(campaign, []() -> std::optional<Task> { throw std::bad_alloc(); }, kept, {}), std::bad_alloc);
  EXPECT_THROW((void)executor.run(campaign, nothing, [](const std::vector<Done>&) -> Result<void> { throw std::bad_alloc(); }, {}),
               std::bad_alloc);
}

}  // namespace
}  // namespace banmen::lab
