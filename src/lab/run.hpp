// A run: reads and checks experiment files or the papers', plays them into their stores and reports on all. Shared by `run`,
// `reproduce`, banmen-mpi and the server.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "lab/campaign.hpp"
#include "lab/claims.hpp"
#include "lab/evaluation.hpp"
#include "lab/report/report.hpp"

namespace banmen::lab {

struct RunRequest {
  std::vector<std::string> files, papers;
  std::string name;     // of the report; empty: named after the files
  std::string command;  // that repeats it
  std::string folder = "results";
  bool full = true;
  std::optional<std::uint64_t> seed = {};
  std::vector<std::string> only = {};
};

/// Files by their paths, then papers by their names.
Result<std::vector<ExperimentFile>> read_run_files(const std::vector<std::string>& files, const std::vector<std::string>& papers);

/// A checked run. Must outlive its evaluations, which refer to its campaigns.
struct Run {
  std::string name, title, command, folder;
  bool full = true;
  std::vector<Campaign> campaigns;

  [[nodiscard]] std::string store_of(const Campaign& campaign) const;
};
Result<Run> prepare_run(const Catalog& catalog, const RunRequest& request);

/// Callbacks during a run; each may be empty.
struct RunWatch {
  std::function<void(const Campaign&)> begins;
  std::function<void(const Campaign&, const std::vector<Standing>&, double seconds_left)> progress;
  std::function<void(const Campaign&, const RunReport&)> ends;
};

struct RunEnd {
  std::vector<Evaluation> all;
  ReportHead head;
  std::string page;  // the report's path
  bool stopped = false, troubled = false;
  bool abandoned = false;  // see Executor::run
};

/// Plays the missing games and writes the reports; after a stop, reports of what is there.
Result<RunEnd> perform(const Run& run, Executor& executor, const std::stop_token& stop, const RunWatch& watch = {});
/// Writes the reports from the stores without playing.
Result<RunEnd> report_again(const Run& run);

/// Evaluates a store without writing; another process may be filling it. A missing store is empty.
Result<Evaluation> look_at(const Run& run, const Campaign& campaign);
ReportHead head_of(const Run& run, const std::vector<Evaluation>& all);

/// Summary of a run: totals, differing figures, path of the report.
std::vector<std::string> closing_lines(const RunEnd& end);

/// A file of papers/, built into the program.
struct EmbeddedFile {
  std::string_view name;  // "yonin.toml"
  std::string_view content;
};
const std::vector<EmbeddedFile>& embedded_papers();

/// "yonin", …
std::vector<std::string> paper_names();

// JSON documents of the laboratory's commands and of the server.
/// `banmen GAME STUDY --json`. `complete`: neither stopped nor limited.
Json findings_document(const Findings& findings, bool complete, double seconds);

/// All studies with their games and parameters.
Json studies_document(const Catalog& catalog);

Json expectation_document(const Expectation& expectation);
/// `banmen claims --json`.
Json claims_document(const std::vector<PaperClaims>& ledger);

/// `banmen run --json`. Defined in report/text.cpp.
Json report_document(const ReportHead& head, const std::vector<Evaluation>& all, const std::string& path);

/// Progress of a campaign's experiments.
Json standings_document(const Campaign& campaign, const std::vector<Standing>& rows);

}  // namespace banmen::lab
