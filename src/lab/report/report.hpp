// Reports of campaigns: one self-contained page, and the same as Markdown, CSV and JSON.
#pragma once

#include <optional>
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
/// The document of `banmen run --json`; report_document in lab/documents.hpp has it as data.
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

// Charts as SVG inside a page: curves with error bands, log-log plots, histograms. Colours are the page's variables, so that a
// chart is readable on paper and in the dark.

struct ChartPoint {
  double x = 0, y = 0;
  std::optional<double> low, high;  // an error band or bar
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;
  bool printed = false;  // a paper's figures: hollow marks on a broken line
  int colour = 0;        // series that belong together share one
};

struct Chart {
  enum class Kind { curve, bars };
  Kind kind = Kind::curve;
  std::string title, note, x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<ChartSeries> series;
};

/// Without its title and note, which stand beside it. Empty where there is nothing to draw.
std::string svg(const Chart& chart);

/// Text with &, <, > and quotes written so that a page shows them.
std::string escaped(std::string_view text);

}  // namespace banmen::lab
