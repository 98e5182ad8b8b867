// Reports of campaigns as a self-contained page, Markdown, CSV and JSON.
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
  double seconds = 0;   // 0: unknown
};

std::string html_report(const ReportHead& head, const std::vector<Evaluation>& all);
std::string markdown_report(const ReportHead& head, const std::vector<Evaluation>& all);
std::string csv_report(const std::vector<Evaluation>& all);
/// The document of `banmen run --json`; report_document in lab/run.hpp has it as data.
std::string json_report(const ReportHead& head, const std::vector<Evaluation>& all, const std::string& path);

/// Checks before anything is played that reports can be written.
Result<void> can_write_reports(const std::string& folder, const std::string& name);
/// Writes NAME.html, .md, .csv and .json; returns the path of the page.
Result<std::string> write_reports(const std::string& folder, const std::string& name, const ReportHead& head,
                                  const std::vector<Evaluation>& all);

// Shared by the writers:
/// "2.369 ± 0.035", "282", "–" if nothing was found.
std::string text_of(const Estimate& estimate);
std::string printed_text(const Printed& printed);
/// "+1.2" standard errors, "equal", or the plain difference.
std::string difference_text(const Finding& finding);
/// The closing summary, a line each.
std::vector<std::string> summary_lines(const std::vector<Evaluation>& all);
/// True if an experiment, or any, has printed figures.
bool has_printed(const Evaluation& one, std::size_t experiment);
bool has_printed(const std::vector<Evaluation>& all);
/// "playout · yonin:size=6 · seed 1": a cell's settings.
std::string setting_text(const Job& job);

/// A chart as SVG, without its title and note. Colours are CSS variables of the page. Empty if there is nothing to draw.
std::string svg(const Chart& chart);
/// Escapes text for HTML.
std::string escaped(std::string_view text);

}  // namespace banmen::lab
