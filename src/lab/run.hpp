// A run: experiment files, or the papers', read and checked, played into their stores and reported on together. The commands `run`
// and `reproduce`, banmen-mpi and the server all do it by these functions, so that they find and say the same.
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
  std::string name;     // of the report; empty: by the files' own names
  std::string command;  // that repeats it
  std::string folder = "results";
  bool full = true;
  std::optional<std::uint64_t> seed = {};
  std::vector<std::string> only = {};
};

/// Files by their paths, then papers by their names.
Result<std::vector<ExperimentFile>> read_run_files(const std::vector<std::string>& files, const std::vector<std::string>& papers);

/// All that is checked before anything is played. Evaluations refer to its campaigns, so it must outlive them.
struct Run {
  std::string name, title, command, folder;
  bool full = true;
  std::vector<Campaign> campaigns;

  [[nodiscard]] std::string store_of(const Campaign& campaign) const;
};
Result<Run> prepare_run(const Catalog& catalog, const RunRequest& request);

/// Who wants to know while it goes on; each may be empty.
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

/// Plays what the stores lack and writes the reports, also after a stop: they then say what is missing.
Result<RunEnd> perform(const Run& run, Executor& executor, const std::stop_token& stop, const RunWatch& watch = {});
/// The reports anew from what the stores hold.
Result<RunEnd> report_again(const Run& run);

/// What the stores hold so far, whoever fills them: nothing is written. A store that is not there yet holds nothing.
Result<Evaluation> look_at(const Run& run, const Campaign& campaign);
ReportHead head_of(const Run& run, const std::vector<Evaluation>& all);

/// The end of a run in words: the summary, what differs, where the report is.
std::vector<std::string> closing_lines(const RunEnd& end);

/// A file of papers/, built into the program.
struct EmbeddedFile {
  std::string_view name;  // "yonin.toml"
  std::string_view content;
};
const std::vector<EmbeddedFile>& embedded_papers();

/// "yonin", …
std::vector<std::string> paper_names();

// What the laboratory's commands answer with --json and the server to requests: the same documents, made here once.
/// `banmen GAME STUDY --json`. `complete`: nothing stopped it and all was looked at.
Json findings_document(const Findings& findings, bool complete, double seconds);

/// All studies with their games; of a parameter also whether it must be given and whether it names a file.
Json studies_document(const Catalog& catalog);

Json expectation_document(const Expectation& expectation);
/// `banmen claims --json`.
Json claims_document(const std::vector<PaperClaims>& ledger);

/// `banmen run --json`. Defined beside the other forms of a report.
Json report_document(const ReportHead& head, const std::vector<Evaluation>& all, const std::string& path);

/// How far the experiments of a campaign are.
Json standings_document(const Campaign& campaign, const std::vector<Standing>& rows);

}  // namespace banmen::lab
