// Reports of campaigns: one self-contained page, and the same as Markdown, CSV and JSON.
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "lab/evaluation.hpp"

namespace banmen::lab {

struct ReportHead {
  std::string title;
  std::string command;  // that repeats it
  std::string made;     // when and with what
  double seconds = 0;   // 0: not said
};

std::string html_report(const ReportHead& head, const std::vector<Evaluation>& all);
std::string markdown_report(const ReportHead& head, const std::vector<Evaluation>& all);
std::string csv_report(const std::vector<Evaluation>& all);
/// The document of `banmen run --json`; report_document in lab/run.hpp has it as data.
std::string json_report(const ReportHead& head, const std::vector<Evaluation>& all, const std::string& path);

/// Whether they could be: asked before anything is played.
Result<void> can_write_reports(const std::string& folder, const std::string& name);
/// Writes NAME.html, .md, .csv and .json beside each other; the path of the page.
Result<std::string> write_reports(const std::string& folder, const std::string& name, const ReportHead& head,
                                  const std::vector<Evaluation>& all);

// Shared by the writers:
/// "2.369 ± 0.035", "282", "–" where nothing was found.
std::string text_of(const Estimate& estimate);
std::string printed_text(const Printed& printed);
/// "+1.2" standard errors, "equal", or the plain difference.
std::string difference_text(const Finding& finding);
/// The closing summary, a line each.
std::vector<std::string> summary_lines(const std::vector<Evaluation>& all);
/// Whether a paper's figures stand beside ours: in an experiment of a campaign, or anywhere.
bool has_printed(const Evaluation& one, std::size_t experiment);
bool has_printed(const std::vector<Evaluation>& all);
/// "playout · yonin:size=6 · seed 1": what a cell's settings say.
std::string setting_text(const Job& job);

}  // namespace banmen::lab
