#include "lab/run.hpp"

#include <fmt/chrono.h>

#include <ctime>
#include <filesystem>

#include "core/text.hpp"
#include "core/try.hpp"
#include "host/files.hpp"
#include "play/documents.hpp"

namespace banmen::lab {
namespace {

Result<ExperimentFile> read_paper(const std::string& paper) {
  for (const EmbeddedFile& embedded : embedded_papers()) {
    if (embedded.name != paper + ".toml") continue;
    const std::string path = "papers/" + std::string(embedded.name);
    const auto toml = TRY(TomlFile::parse(embedded.content, path));
    auto file = TRY(read_experiments(toml, path));
    TRY(add_japanese(file));
    return file;
  }
  return fail("there is no paper '" + paper + "'", suggest(paper, paper_names()));
}

/// An empty store if the file does not exist.
Result<Store> open_to_read(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) ? Store::look_into(path) : Store::open("");
}

Result<RunEnd> report(const Run& run, RunEnd end) {
  end.head = head_of(run, end.all);
  end.page = TRY(write_reports(run.folder, run.name, end.head, end.all));
  return end;
}

}  // namespace

std::vector<std::string> paper_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_papers()) names.emplace_back(file.name.substr(0, file.name.size() - 5));
  return names;
}

Result<std::vector<ExperimentFile>> read_run_files(const std::vector<std::string>& files, const std::vector<std::string>& papers) {
  std::vector<ExperimentFile> all;
  for (const std::string& path : files) {
    const auto toml = TRY(TomlFile::read(path));
    auto file = TRY(read_experiments(toml, path));
    all.push_back(std::move(file));
  }
  for (const std::string& paper : papers) {
    auto file = TRY(read_paper(paper));
    all.push_back(std::move(file));
  }
  return all;
}

std::string Run::store_of(const Campaign& campaign) const {
  return (std::filesystem::path(folder) / (campaign.file.name + ".sqlite")).string();
}

Result<Run> prepare_run(const Catalog& catalog, const RunRequest& request) {
  auto files = TRY(read_run_files(request.files, request.papers));
  Run run{
      request.name, request.name.empty() ? "" : "The five papers, run again", request.command, request.folder, request.full, {}};
  if (run.name.empty())
    for (std::size_t k = 0; k < files.size(); ++k) {
      const ExperimentFile& file = files[k];
      for (std::size_t other = 0; other < k; ++other)
        if (files[other].name == file.name)
          return fail("'" + files[other].path + "' and '" + file.path + "' are both called '" + file.name + "'",
                      "rename one: stores and reports are named after the files");
      run.name += (k > 0 ? "+" : "") + file.name;
      run.title += (k > 0 ? "; " : "") + file.title;
    }
  for (ExperimentFile& file : files) {
    auto campaign = TRY(prepare(catalog, std::move(file), request.full, request.seed, request.only));
    run.campaigns.push_back(std::move(campaign));
  }
  return run;
}

ReportHead head_of(const Run& run, const std::vector<Evaluation>& all) {
  ReportHead head;
  head.title = all.size() == 1 ? all.front().campaign->file.title : run.title;
  head.command = run.command;
  head.made = fmt::format(
      "banmen {} (code {}), {:%Y-%m-%d\u00a0%H:%M}\u00a0UTC, {} sizes; every game's seed, settings and code are in the store",
      version(), code_stamp(), fmt::gmtime(std::time(nullptr)), run.full ? "full" : "quick");
  return head;
}

Result<RunEnd> perform(const Run& run, Executor& executor, const std::stop_token& stop, const RunWatch& watch) {
  TRY(can_write_reports(run.folder, run.name));
  RunEnd end;
  for (const Campaign& campaign : run.campaigns) {
    const std::string path = run.store_of(campaign);
    FileLock lock;  // before the store is made: a run that is refused leaves none
    if (!end.stopped) {
      lock = TRY(FileLock::take(path));
    }
    auto store = TRY(Store::open(path));
    std::vector<Failure> failures;
    if (!end.stopped) {
      TRY(store.note_run(run.command, executor.workers()));
      if (watch.begins) watch.begins(campaign);
      ProgressSink progress;
      if (watch.progress) progress = [&](const std::vector<Standing>& rows, double left) { watch.progress(campaign, rows, left); };
      auto report = run_campaign(campaign, store, executor, stop, progress);
      if (!report) {
        Error error = report.error();
        error.kind = ErrorKind::failed;  // the files have been checked before
        return fail(std::move(error));
      }
      if (watch.ends) watch.ends(campaign, *report);
      end.stopped = stop.stop_requested();
      end.abandoned |= report->abandoned;
      end.troubled |= !report->failures.empty();
      failures = std::move(report->failures);
    }
    auto findings = TRY(evaluate(campaign, store, std::move(failures)));
    end.all.push_back(std::move(findings));
  }
  return report(run, std::move(end));
}

Result<Evaluation> look_at(const Run& run, const Campaign& campaign) {
  const std::string path = run.store_of(campaign);
  const auto store = TRY(open_to_read(path));
  auto found = evaluate(campaign, store);
  if (found) found->store = path;
  return found;
}

Result<RunEnd> report_again(const Run& run) {
  for (const Campaign& campaign : run.campaigns) {
    std::error_code ignored;
    if (const std::string store = run.store_of(campaign); !std::filesystem::exists(store, ignored))
      return fail("there is no store '" + store + "', so there is nothing to report",
                  "run it without --report-only first, or name the store's folder with --out");
  }
  TRY(can_write_reports(run.folder, run.name));
  RunEnd end;
  for (const Campaign& campaign : run.campaigns) {
    auto findings = TRY(look_at(run, campaign));
    end.all.push_back(std::move(findings));
  }
  return report(run, std::move(end));
}

std::vector<std::string> closing_lines(const RunEnd& end) {
  std::vector<std::string> lines = summary_lines(end.all);
  for (const Evaluation& one : end.all)
    for (const Finding& f : one.findings) {
      if (f.verdict != Verdict::differs) continue;
      const Experiment& e = one.campaign->file.experiments[one.campaign->cells[f.cell].experiment];
      const std::string factors = text_of(one.campaign->cells[f.cell].factors);
      lines.push_back(fmt::format("  differs: {} {}{} {}: {}, paper {} ({}){}", one.campaign->file.name,
                                  e.place.empty() ? e.id : e.place, factors.empty() ? "" : " [" + factors + "]", f.measure,
                                  text_of(f.estimate), printed_text(*f.printed), difference_text(f),
                                  f.printed->why.empty() ? "" : ". " + f.printed->why));
    }
  if (end.stopped) lines.emplace_back("interrupted; finished games are stored: repeat the command to resume");
  lines.push_back("report: " + end.page);
  return lines;
}

Json findings_document(const Findings& findings, bool complete, double seconds) {
  Json document = to_json(findings);
  document["complete"] = complete;
  document["seconds"] = seconds;
  return document;
}

Json studies_document(const Catalog& catalog) {
  Json studies = Json::array();
  for (const GameEntry& entry : catalog.entries())
    for (const Study& study : entry.studies) {
      Json one{{"game", entry.id}};
      one.update(study_document(study));
      for (std::size_t k = 0; k < study.parameters.size(); ++k) {
        one["parameters"][k]["required"] = study.parameters[k].required;
        one["parameters"][k]["file"] = study.parameters[k].file;
      }
      studies.push_back(std::move(one));
    }
  return {{"studies", std::move(studies)}};
}

Json expectation_document(const Expectation& e) {
  Json out = {{"at", e.at}, {e.size ? "size" : "value", Json::parse(e.value)}};
  if (!e.where.empty()) out["where"] = Json::parse(e.where);
  if (e.tolerance > 0) out["tolerance"] = e.tolerance;
  if (e.printed) out["printed"] = Json::parse(*e.printed);
  return out;
}

Json claims_document(const std::vector<PaperClaims>& ledger) {
  Json claims = Json::array();
  for (const PaperClaims& paper : ledger)
    for (const Claim& c : paper.claims) {
      Json expect = Json::array();
      for (const Expectation& e : c.expect) expect.push_back(expectation_document(e));
      Json one = {{"id", c.id},           {"paper", c.paper}, {"section", c.section},   {"text", c.text}, {"status", c.status},
                  {"command", c.command}, {"found", c.found}, {"readings", c.readings}, {"cost", c.cost}, {"expect", expect}};
      if (!c.text_ja.empty()) one.update({{"text_ja", c.text_ja}, {"found_ja", c.found_ja}, {"readings_ja", c.readings_ja}});
      claims.push_back(std::move(one));
    }
  return {{"claims", claims}};
}

Json standings_document(const Campaign& campaign, const std::vector<Standing>& rows) {
  Json standings = Json::array();
  for (const Standing& row : rows)
    standings.push_back({{"paper", campaign.file.name},
                         {"id", row.id},
                         {"done", row.done},
                         {"wanted", row.wanted},
                         {"seconds_left", row.seconds_left < 0 ? Json(nullptr) : Json(row.seconds_left)}});
  return standings;
}

}  // namespace banmen::lab
