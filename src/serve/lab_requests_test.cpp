// Requests on the laboratory, without a socket.
#include "serve/lab_requests.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "lab/run.hpp"
#include "research/studies.hpp"

namespace banmen::serve {
namespace {

const Catalog& catalog() {
  static const Catalog all(studies_of);
  return all;
}

/// Ends within moments.
const char* const small = R"(
name = "small"
title = "A small file"
[[experiment]]
id = "random"
kind = "playout"
game = "reversi:size=4"
games = 300
measures = ["length", "result.first"]
[[experiment.printed]]
values = { length = 11.0 }
[[experiment]]
id = "solved"
kind = "solve"
game = "reversi:size=4"
measures = ["value"]
[[experiment.printed]]
values = { value = -8 }
)";

/// Long enough to be stopped midway.
const char* const long_one = R"(
name = "long"
title = "A long file"
[[experiment]]
id = "match"
kind = "match"
game = "reversi:size=6"
agents = ["uct:playouts=200", "random"]
games = 3000
measures = ["score.1"]
)";

class Lab : public testing::Test {
 protected:
  Lab() : folder_(std::filesystem::temp_directory_path() / ("banmen_lab_requests_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Lab() override {
    lab_.reset();
    std::filesystem::remove_all(folder_);
  }

  std::string file(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name) << content;
    return (folder_ / name).string();
  }

  LabRequests& lab() {
    if (lab_ == nullptr) {
      LabRequests::Options options;
      options.results = (folder_ / "results").string();
      options.experiments = {file("small.toml", small), file("long.toml", long_one)};
      options.threads = 2;
      lab_ = std::make_unique<LabRequests>(catalog(), options);
      const auto ready = lab_->ready();
      EXPECT_TRUE(ready) << ready.error().message();
    }
    return *lab_;
  }

  struct Answer {
    int status = 0;
    Json body;
    Response whole;
  };
  Answer ask(const std::string& method, const std::string& path, const Json& body = {}, bool is_operator = true) {
    auto response = lab().answer({method, path, body}, is_operator);
    EXPECT_TRUE(response) << path;
    if (!response) return {};
    return {response->status, Json::parse(response->body, nullptr, false), *response};
  }
  std::string refusal(const std::string& method, const std::string& path, const Json& body = {}) {
    const Answer answer = ask(method, path, body);
    if (!answer.body.is_object() || !answer.body.contains("error")) return std::to_string(answer.status) + " no refusal";
    const Json& error = answer.body["error"];
    return std::to_string(answer.status) + " " + (error.contains("where") ? error["where"].get<std::string>() + ": " : "") +
           error["what"].get<std::string>();
  }
  /// Polls a path until the answer satisfies `wanted`; fails after about a minute.
  Json until(const std::string& path, const std::function<bool(const Json&)>& wanted) {
    Json body;
    for (int k = 0; k < 3000; ++k) {
      body = ask("GET", path).body;
      if (wanted(body)) return body;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ADD_FAILURE() << path << " stays at " << body;
    return body;
  }
  /// Waits for the end of a run or job and returns its state.
  Json wait(const std::string& path) {
    return until(path, [](const Json& body) { return body["state"] != "running"; });
  }

  std::filesystem::path folder_;
  std::unique_ptr<LabRequests> lab_;
};

TEST_F(Lab, AnswersOnlyItsOwnPaths) {
  EXPECT_FALSE(lab().answer({"GET", "/api/games", {}}, true));
  EXPECT_FALSE(lab().answer({"GET", "/", {}}, true));
  EXPECT_FALSE(lab().answer({"GET", "/api/claimants", {}}, true));
}

TEST_F(Lab, TheLedgerAndTheStudiesAreTheCommandsDocuments) {
  EXPECT_EQ(ask("GET", "/api/claims", {}, false).body, lab::claims_document(*lab::the_ledger()));
  const Json studies = ask("GET", "/api/studies", {}, false).body["studies"];
  std::size_t all = 0;
  for (const GameEntry& entry : catalog().entries()) all += entry.studies.size();
  EXPECT_EQ(studies.size(), all);
  EXPECT_EQ(studies[0]["game"], catalog().entries().front().id);
  EXPECT_TRUE(studies[0]["parameters"][0].contains("required"));
}

TEST_F(Lab, ChangesNeedTheKey) {
  for (const char* path : {"/api/studies/tictactoe/ends", "/api/jobs/1", "/api/experiments/small"})
    EXPECT_EQ(ask("POST", path, {{"do", "stop"}}, false).status, 401) << path;
  EXPECT_EQ(ask("GET", "/api/experiments", {}, false).status, 200);
}

TEST_F(Lab, RunsStudiesSynchronously) {
  const Json found = ask("POST", "/api/studies/tictactoe/ends", {{"shortest", 9}}).body;
  EXPECT_TRUE(found["complete"].get<bool>()) << found;
  const Json explained = ask("POST", "/api/studies/bao/explain", {{"board", "0,4,0,4,0,4,0,4"}, {"hole", "d"}}).body;
  EXPECT_EQ(explained["count"], 6) << explained;
}

TEST_F(Lab, RefusesInvalidStudies) {
  const std::string path = "/api/studies/tictactoe/ends";
  EXPECT_EQ(refusal("POST", "/api/studies/tictactoo/ends"), "404 there are no studies of 'tictactoo'");
  EXPECT_EQ(refusal("POST", "/api/studies/tictactoe/end"), "404 there is no study 'end' of tictactoe");
  EXPECT_EQ(ask("POST", path, {{"shortest", 77}}).status, 400);
  EXPECT_EQ(ask("POST", path, {{"longest", 7}}).status, 400);
  EXPECT_EQ(refusal("POST", path, {{"shortest", Json::object()}}),
            "400 'shortest' must be a text, a number, true or false, or a list of texts");
  EXPECT_EQ(refusal("POST", path, {{"background", "yes"}}), "400 'background' must be true or false");
  EXPECT_EQ(refusal("POST", "/api/studies/bao/explain", {{"board", "0,4,0,4"}}), "400 'hole' is missing");
}

TEST_F(Lab, RefusesFilesAndPrograms) {
  EXPECT_EQ(refusal("POST", "/api/studies/amazons/winners", {{"keep", "/tmp/x"}}),
            "400 'keep' names a file, but clients may not name files");
  EXPECT_EQ(refusal("POST", "/api/studies/backgammon/probe", Json::object()),
            "400 'backgammon probe' needs a file, but clients may not name files");
  for (const char* agent : {"engine:cmd=touch /tmp/x", "alphabeta:db=/etc/passwd"})
    EXPECT_EQ(refusal("POST", "/api/studies/amazons/moves", {{"agent", agent}}),
              "400 'agent' names a program or a file, but clients may not name them");
  EXPECT_EQ(refusal("POST", "/api/position", {{"game", "./secret.game"}}), "400 clients may not name files");
  EXPECT_EQ(refusal("POST", "/api/record/read", {{"text", "banmen-record 1\ngame /etc/x.game\nmoves\n"}}),
            "400 clients may not name files");
  EXPECT_EQ(ask("GET", "/api/experiments/..%2F..%2Fetc%2Fpasswd").status, 404);
  EXPECT_EQ(ask("GET", "/api/experiments/..%2Fsmall/report").status, 404);
}

TEST_F(Lab, ReportsProgressOfBackgroundStudies) {
  const Answer begun = ask("POST", "/api/studies/bao/loops", {{"holes", 4}, {"background", true}});
  ASSERT_EQ(begun.status, 202) << begun.body;
  const Json state = wait("/api/jobs/" + begun.body["job"].get<std::string>());
  EXPECT_EQ(state["state"], "done") << state;
  Json here = ask("POST", "/api/studies/bao/loops", {{"holes", 4}}).body, there = state["findings"];
  here.erase("seconds");
  there.erase("seconds");
  EXPECT_EQ(here, there);
}

TEST_F(Lab, StopsBackgroundStudies) {
  const Json begun = ask("POST", "/api/studies/hichain/mates", {{"games", 1000000}, {"background", true}}).body;
  const std::string path = "/api/jobs/" + begun["job"].get<std::string>();
  EXPECT_EQ(ask("GET", path, {}, false).body["state"], "running");
  EXPECT_EQ(refusal("POST", path, {{"do", "jump"}}), "400 unknown action 'jump'");
  EXPECT_EQ(ask("POST", path, {{"do", "stop"}}).status, 200);
  EXPECT_EQ(wait(path)["state"], "stopped");
  EXPECT_EQ(refusal("GET", "/api/jobs/999"), "404 there is no job '999'");
}

TEST_F(Lab, RunsEndWithTheCommandsDocument) {
  EXPECT_EQ(refusal("GET", "/api/experiments/small/report"), "404 there is no report of 'small' yet");
  ASSERT_EQ(ask("POST", "/api/experiments/small", {{"do", "start"}}).status, 200);
  const Json state = wait("/api/experiments/small");
  EXPECT_EQ(state["state"], "done") << state;
  EXPECT_EQ(state["progress"]["done"], 301);
  EXPECT_EQ(state["standings"].size(), 2U);
  // The same figures as the command's from the same store.
  const auto run = lab::prepare_run(catalog(), {{(folder_ / "small.toml").string()}, {}, "", "", (folder_ / "results").string()});
  ASSERT_TRUE(run);
  const auto again = lab::report_again(*run);
  ASSERT_TRUE(again);
  const Json document = lab::report_document(again->head, again->all, again->page);
  for (const char* part : {"papers", "cells", "comparisons", "summary", "failures", "report", "code"})
    EXPECT_EQ(state[part], document[part]) << part;
  EXPECT_EQ(state["cells"].size(), 3U);
  const Response report = ask("GET", "/api/experiments/small/report", {}, false).whole;
  EXPECT_EQ(report.type, "text/html; charset=utf-8");
  ASSERT_EQ(report.headers.size(), 1U);
  EXPECT_NE(report.headers[0].second.find("sandbox"), std::string::npos);
  EXPECT_NE(report.body.find("A small file"), std::string::npos);
  const auto end = lab().ended("small");
  ASSERT_TRUE(end);
  EXPECT_EQ(end->status, 0);
  EXPECT_TRUE(end->lines.back().starts_with("report: ")) << end->lines.back();
}

TEST_F(Lab, RunsStopAndResume) {
  ASSERT_TRUE(lab().start("long"));
  EXPECT_EQ(refusal("POST", "/api/experiments/small", {{"do", "start"}}), "409 'long' is running");
  // Figures fill in while it runs.
  Json state = until("/api/experiments/long",
                     [](const Json& run) { return run["progress"]["done"].get<int>() > 0 && !run["cells"].empty(); });
  ASSERT_FALSE(state["cells"].empty()) << state;
  EXPECT_EQ(state["state"], "running");
  ASSERT_EQ(ask("POST", "/api/experiments/long", {{"do", "stop"}}).status, 200);
  state = wait("/api/experiments/long");
  EXPECT_EQ(state["state"], "stopped");
  const auto played = state["cells"][0]["n"].get<int>();
  EXPECT_GT(played, 0);
  EXPECT_LT(played, 3000);
  EXPECT_EQ(refusal("POST", "/api/experiments/long", {{"do", "stop"}}), "409 'long' is not running");
  EXPECT_EQ(lab().ended("long")->status, 130);
  // The next run resumes from the store.
  ASSERT_TRUE(lab().start("long"));
  EXPECT_FALSE(lab().ended("long"));
  until("/api/experiments/long", [&](const Json& run) { return run["progress"]["done"].get<int>() > played; });
  EXPECT_TRUE(lab().end(std::chrono::seconds(60)));
  EXPECT_GE(ask("GET", "/api/experiments/long").body["cells"][0]["n"].get<int>(), played);
  EXPECT_EQ(refusal("POST", "/api/experiments/long", {{"do", "start"}}), "409 the server is shutting down");
}

TEST_F(Lab, ListsRunsAndReportsOfEarlierOnes) {
  std::filesystem::create_directories(folder_ / "results");
  file("results/mine.json", R"({"title":"Mine","cells":[]})");
  file("results/mine.html", "<p>mine</p>");
  file("results/other.html", "<p>no report of ours</p>");
  const Json runs = ask("GET", "/api/experiments").body["runs"];
  ASSERT_EQ(runs.size(), lab::paper_names().size() + 4);
  EXPECT_EQ(runs[0]["name"], "all");
  for (std::size_t k = 0; k <= lab::paper_names().size(); ++k) EXPECT_TRUE(runs[k].contains("title_ja")) << runs[k]["name"];
  EXPECT_EQ(runs.back()["name"], "mine");
  EXPECT_FALSE(runs.back()["can_start"].get<bool>());
  EXPECT_EQ(ask("GET", "/api/experiments/mine").body["title"], "Mine");
  EXPECT_EQ(ask("GET", "/api/experiments/mine/report").whole.body, "<p>mine</p>");
  EXPECT_EQ(refusal("POST", "/api/experiments/mine", {{"do", "start"}}), "404 there is no run 'mine'");
  EXPECT_EQ(refusal("GET", "/api/experiments/other"), "404 there is no run 'other'");
  // The request makes it read the stores: the cells are known, none is done.
  const Json all = until("/api/experiments", [](const Json& body) { return body["runs"][0]["cells"] != 0; })["runs"][0];
  EXPECT_GT(all["cells"].get<int>(), 0);
  EXPECT_EQ(all["done"], 0);
  EXPECT_EQ(all["state"], "idle");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "results" / "bao.sqlite")) << "looking writes nothing";
}

TEST_F(Lab, ReportsBrokenFilesBeforeServing) {
  LabRequests::Options options;
  options.results = (folder_ / "results").string();
  options.experiments = {
      file("broken.toml", "name = \"broken\"\n[[experiment]]\nid = \"a\"\nkind = \"playout\"\ngame = \"reversy\"\n")};
  const LabRequests broken(catalog(), options);
  ASSERT_FALSE(broken.ready());
  EXPECT_NE(broken.ready().error().message().find("broken.toml"), std::string::npos);
}

TEST_F(Lab, PositionsNearTheEndHaveAnExactValue) {
  const Json facts = ask("POST", "/api/position", {{"game", "tictactoe"}, {"moves", {"b2", "b3"}}}, false).body;
  EXPECT_EQ(facts["exact"]["value"], 1) << facts;
  EXPECT_EQ(facts["exact"]["moves"].size(), 7U);
  EXPECT_EQ(ask("POST", "/api/position", {{"game", "reversi"}}).body["exact"], Json(nullptr));
  EXPECT_EQ(refusal("POST", "/api/position", {{"game", "tictactoe"}, {"moves", {"b2", "b2"}}}), "400 moves/1: cell b2 is taken");
  EXPECT_EQ(refusal("POST", "/api/position", {{"game", "tictactoe"}, {"mov", 1}}), "400 mov: unknown field 'mov'");
  EXPECT_EQ(ask("POST", "/api/position", {{"game", "tictactoo"}}).status, 404);
}

// Two moves before the end of a game of HICHAIN: all mates are found at once even on a busy machine.
const char* const late =
    "start,b:As-3+1,b:Be-6+4,b:Cw0-2,b:De-3+0,b:Ew-3+5,b:Fn-1+2,b:Gs5-1,b:Hn4+0,b:Jn2-2,b:Ke-1-4,b:Ln1-4,b:Ms-5+5,b:Nw3-2,"
    "b:On1+3,b:Pw2+0,b:Qw-2+4,b:Re-1+7,b:Sn-3+2,b:Tw0-4,b:Uw6+2,b:Vn-3+3,b:Wn-2+1,b:Xe-2-1,b:Ye-1+0,b:Ze-5+3,b:*e-4+4,"
    "r:As1+2,r:Bn-2+6,r:Cw2+2,r:De-3+4,r:Ew-1+4,r:Fe-4+1,r:He-1-3,r:Iw3+1,r:Js4-3,r:Kw3-1,r:Ln0+2,r:Ms2-1,r:Nw-4+2,"
    "r:On-2+2,r:Pn2-3,r:Qs5+0,r:Re-5+2,r:Ss5+1,r:Tn-5+4,r:Ue-2-4,r:Vs0-1,r:Ww-6+5,r:Xe1-3,r:Yn-2+3,r:Zw-4+6,r:*e-2+0 b";

TEST_F(Lab, StudiesReportWhatTheyKnowOfAPosition) {
  LabRequests::Options options;
  options.results = (folder_ / "results").string();
  options.position_seconds = 10;
  lab_ = std::make_unique<LabRequests>(catalog(), options);
  const Json bao = ask("POST", "/api/position", {{"game", "bao:holes=4"}}).body;
  std::vector<std::string> moves;
  for (const Json& found : bao["findings"]) {
    EXPECT_EQ(found["study"], "bao explain");
    moves.push_back(found["move"]);
  }
  EXPECT_EQ(moves, (std::vector<std::string>{"b", "d"}));
  const Json hichain = ask("POST", "/api/position", {{"game", "hichain"}, {"position", late}}).body;
  std::vector<std::string> studies;
  for (const Json& found : hichain["findings"]) studies.push_back(found["study"]);
  EXPECT_NE(std::find(studies.begin(), studies.end(), "hichain mate 1"), studies.end()) << hichain;
}

TEST_F(Lab, ReadsADatabaseOnce) {
  const std::string path = (folder_ / "bao3.db").string();
  const auto game = catalog().open("bao:holes=3");
  ASSERT_TRUE(game && (*game)->solver().build_database(path, {{"stones", "6"}}, 1 << 24, {}));
  LabRequests::Options options;
  options.results = (folder_ / "results").string();
  options.databases = {path};
  lab_ = std::make_unique<LabRequests>(catalog(), options);
  ASSERT_TRUE(lab_->ready());
  const Json question{{"game", "bao:holes=3"}, {"position", "1,1,0,1,0,1 first"}};
  const Json first = ask("POST", "/api/position", question).body;
  EXPECT_EQ(first["exact"]["source"], "database bao3.db") << first;
  std::filesystem::remove(path);
  EXPECT_EQ(ask("POST", "/api/position", question).body["exact"], first["exact"]);
}

TEST_F(Lab, ConvertsRecordsBothWays) {
  const std::string text = "banmen-record 3\ngame tictactoe\nmoves\n1. b2\n(\n  1. a1\n)\nend draw\n";
  const Json document = ask("POST", "/api/record/read", {{"text", text}}, false).body;
  EXPECT_EQ(document["tree"][0]["variations"][0][0]["move"], "a1") << document;
  EXPECT_EQ(ask("POST", "/api/record/write", document, false).body["text"], text);
  const Json error = ask("POST", "/api/record/read", {{"text", "banmen-record 1\ngame tictactoe\nmoves\nb2 b2\n"}}).body["error"];
  EXPECT_EQ(error["line"], 4);
  EXPECT_EQ(error["column"], 4);
}

}  // namespace
}  // namespace banmen::serve
