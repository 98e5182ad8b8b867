// Reports as Markdown, CSV and JSON, and functions that all formats share.
#include "core/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "core/try.hpp"
#include "host/files.hpp"
#include "lab/report/report.hpp"
#include "lab/run.hpp"

namespace banmen::lab {
namespace {

std::string grouped(double value) {
  std::string digits = fmt::format("{:.0f}", std::abs(value));
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return (value < 0 ? "-" : "") + digits;
}

std::string plain(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return grouped(value);
  return fmt::format("{:.4g}", value);
}

/// "1 figure", "2 figures".
std::string counted(std::size_t n, const char* one, const char* several) { return fmt::format("{} {}", n, n == 1 ? one : several); }

/// A cell of a Markdown table. A number and its error don't wrap.
std::string md(std::string text) {
  constexpr std::string_view blank = "\u00a0";
  for (const std::string_view sign : {" ± ", " SE"})
    for (std::size_t at = 0; (at = text.find(sign, at)) != std::string::npos; at += sign.size())
      for (std::size_t k = sign.size(); k-- > 0;)
        if (sign[k] == ' ') text.replace(at + k, 1, blank);
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json json_number(const std::optional<double>& value) { return value ? json_number(*value) : Json(nullptr); }

template <class Texts>
void add_texts(Json& out, const Texts& texts) {
  out["title"] = texts.title;
  if (!texts.note.empty()) out["note"] = texts.note;
  if (!texts.title_ja.empty()) out["title_ja"] = texts.title_ja;
  if (!texts.note_ja.empty()) out["note_ja"] = texts.note_ja;
}

}  // namespace

std::string text_of(const Estimate& e) {
  if (std::isnan(e.value)) return "–";
  if (e.exact || !e.error) return plain(e.value);
  if (!std::isfinite(e.value)) return e.value > 0 ? "+∞" : "−∞";
  if (*e.error <= 0 || !std::isfinite(*e.error)) return fmt::format("{:.4g}", e.value) + " ± 0";
  // Show as many digits as two digits of the error need.
  const int digits = std::clamp(1 - static_cast<int>(std::floor(std::log10(*e.error))), 0, 9);
  const double value = std::abs(e.value) < 0.5 * std::pow(10.0, -digits) ? 0 : e.value;  // no -0
  return fmt::format("{:.{}f} ± {:.{}f}", value, digits, *e.error, digits);
}

std::string printed_text(const Printed& p) {
  const int digits = p.half_unit > 0 ? static_cast<int>(std::lround(-std::log10(2 * p.half_unit))) : 0;
  return p.half_unit > 0 ? fmt::format("{:.{}f}", p.value, digits) : plain(p.value);
}

std::string difference_text(const Finding& f) {
  if (!f.printed) return "";
  if (!f.difference) return "not found";
  if (f.in_errors) return fmt::format("{:+.1f} SE", *f.in_errors);
  if (std::abs(*f.difference) <= f.printed->half_unit * (1 + 1e-9)) return "equal";
  return (*f.difference > 0 ? "+" : "") + plain(*f.difference);
}

std::string setting_text(const Job& job) {
  std::vector<std::string> parts;
  for (const auto line : split(job.settings, '\n')) {
    const std::string text(line);
    if (text.empty() || text == "choices summed" || text == "choices kept" || text == "position " || text == "draw uniform" ||
        text == "opening 0" || text.starts_with("limit "))
      continue;
    parts.push_back(text.starts_with("game ") ? text.substr(5) : text);
  }
  return join(parts, " · ");
}

bool has_printed(const Evaluation& one, std::size_t experiment) {
  return std::any_of(one.findings.begin(), one.findings.end(),
                     [&](const Finding& f) { return f.printed && one.campaign->cells[f.cell].experiment == experiment; });
}

bool has_printed(const std::vector<Evaluation>& all) {
  return std::any_of(all.begin(), all.end(), [](const Evaluation& one) {
    return std::any_of(one.findings.begin(), one.findings.end(), [](const Finding& f) { return f.printed.has_value(); });
  });
}

std::vector<std::string> summary_lines(const std::vector<Evaluation>& all) {
  std::vector<std::string> lines;
  for (const Evaluation& one : all) {
    const Tally t = tally({one});
    std::size_t holds = 0, fails = 0, open = 0;
    for (const Compared& c : one.compared) {
      holds += c.holds == "holds";
      fails += c.holds == "fails";
      open += c.holds == "not settled";
    }
    std::uint64_t games = 0;
    for (const std::uint64_t n : one.games) games += n;
    std::string line = fmt::format("{}: {} {} in {}", one.campaign->file.title, grouped(static_cast<double>(games)),
                                   games == 1 ? "game" : "games", counted(one.games.size(), "cell", "cells"));
    if (t.reproduced + t.differs + t.undecided > 0)
      line += fmt::format("; {} reproduced, {}, {} can't be decided from the paper",
                          counted(t.reproduced, "printed figure", "printed figures"), counted(t.differs, "differs", "differ"),
                          t.undecided);
    if (holds + fails + open > 0)
      line += fmt::format("; of {} {}, {}{}", counted(holds + fails + open, "statement compared", "statements compared"),
                          counted(holds, "holds", "hold"), counted(fails, "fails", "fail"),
                          open > 0 ? ", " + counted(open, "is", "are") + " not settled by this many games" : "");
    if (!one.failures.empty()) line += "; " + counted(one.failures.size(), "cell", "cells") + " failed";
    if (!one.complete) line += "; not all games have been played yet";
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string markdown_report(const ReportHead& head, const std::vector<Evaluation>& all) {
  std::string out = "# " + head.title + "\n\n" + head.made + "\n\nRepeat it with `" + head.command + "`.\n\n## Summary\n\n";
  for (const std::string& line : summary_lines(all)) out += "- " + line + "\n";
  if (has_printed(all))
    out += "\nA printed figure counts as reproduced when ours lies within " + fmt::format("{:g}", tolerance_in_errors) +
           " standard errors of it (ours and, where its number of games is printed, the paper's together, beyond what rounding "
           "hides), or is equal if nothing was sampled.\n";
  else
    out += "\n± is one standard error.\n";
  for (const Evaluation& one : all) {
    const Campaign& campaign = *one.campaign;
    out += all.size() == 1 ? "\n" : "\n# " + campaign.file.title + "\n\n";  // a single campaign has the page's title
    if (!campaign.file.paper.empty()) out += campaign.file.paper + "\n\n";
    if (!campaign.file.note.empty()) out += campaign.file.note + "\n\n";
    bool first = true;
    for (const Finding& f : one.findings) {
      if (f.verdict != Verdict::differs) continue;
      if (first)
        out += "Figures that differ:\n\n| where | cell | measure | ours | printed | | why |\n|---|---|---|---|---|---|---|\n";
      first = false;
      const Experiment& e = campaign.file.experiments[campaign.cells[f.cell].experiment];
      out += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", md(e.place), md(text_of(campaign.cells[f.cell].factors)),
                         md(f.measure), text_of(f.estimate), printed_text(*f.printed), difference_text(f), md(f.printed->why));
    }
    if (!first) out += "\n";
    for (std::size_t e = 0; e < campaign.file.experiments.size(); ++e) {
      const Experiment& experiment = campaign.file.experiments[e];
      const bool printed = has_printed(one, e);
      std::string rows, failures;
      for (const Finding& f : one.findings) {
        if (campaign.cells[f.cell].experiment != e) continue;
        rows += fmt::format("| {} | {} | {} | {} |", md(text_of(campaign.cells[f.cell].factors)), md(f.measure),
                            md(text_of(f.estimate)), f.estimate.n);
        if (printed)
          rows +=
              fmt::format(" {} | {} | {} |", f.printed ? printed_text(*f.printed) : "", md(difference_text(f)), text_of(f.verdict));
        rows += "\n";
      }
      for (const Failure& failure : one.failures)
        if (campaign.cells[failure.cell].experiment == e) failures += "- failed: " + text_of(failure, campaign) + "\n";
      if (rows.empty() && failures.empty()) continue;
      out += "## " + experiment.title + "\n\n";
      out += "`" + experiment.id + "`" + (experiment.place.empty() ? "" : ", " + experiment.place) + ".";
      if (!experiment.note.empty()) out += " " + experiment.note;
      out += "\n\n";
      if (!rows.empty())
        out += (printed ? "| cell | measure | ours | n | printed | difference | |\n|---|---|---|---|---|---|---|\n"
                        : "| cell | measure | value | n |\n|---|---|---|---|\n") +
               rows + "\n";
      out += failures;
      for (const Compared& c : one.compared)
        if (c.experiment == e)
          out += fmt::format("- {}{}: {} against {}{}, difference {}{}{}{}\n", c.comparison.title,
                             c.of.empty() ? "" : " (" + text_of(c.of) + ")", text_of(c.a),
                             c.comparison.times == 1 ? "" : fmt::format("{:g} × ", c.comparison.times), text_of(c.b),
                             c.difference.error ? fmt::format("{:.4g} ± {:.2g}", c.difference.value, *c.difference.error)
                                                : fmt::format("{:.4g}", c.difference.value),
                             c.difference.chance ? fmt::format(", p = {:.2g}", *c.difference.chance) : "",
                             c.holds.empty() ? "" : ": " + c.holds, c.comparison.why.empty() ? "" : ". " + c.comparison.why);
      for (const Decided& d : one.decided)
        if (campaign.cells[d.cell].experiment == e) out += "- " + text_of(campaign.cells[d.cell].factors) + ": " + d.words + "\n";
      out += "\n";
    }
  }
  return out;
}

std::string csv_report(const std::vector<Evaluation>& all) {
  std::string out =
      "paper,experiment,place,cell,factors,measure,value,standard_error,low,high,n,printed,difference,difference_in_se,verdict,"
      "settings\n";
  const auto shown = [](const std::optional<double>& v) { return v && std::isfinite(*v) ? fmt::format("{}", *v) : std::string(); };
  for (const Evaluation& one : all)
    for (const Finding& f : one.findings) {
      const Campaign& campaign = *one.campaign;
      const Experiment& e = campaign.file.experiments[campaign.cells[f.cell].experiment];
      std::string settings = campaign.jobs[f.cell]->settings;
      std::replace(settings.begin(), settings.end(), '\n', ';');
      out += fmt::format(
          "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(campaign.file.name), csv_field(e.id), csv_field(e.place),
          campaign.ids[f.cell], csv_field(text_of(campaign.cells[f.cell].factors)), csv_field(f.measure), shown(f.estimate.value),
          shown(f.estimate.error), f.estimate.interval ? shown(f.estimate.interval->low) : "",
          f.estimate.interval ? shown(f.estimate.interval->high) : "", f.estimate.n, f.printed ? shown(f.printed->value) : "",
          shown(f.difference), shown(f.in_errors), text_of(f.verdict), csv_field(settings));
    }
  return out;
}

Json report_document(const ReportHead& head, const std::vector<Evaluation>& all, const std::string& path) {
  Json cells = Json::array(), comparisons = Json::array(), papers = Json::array(), failures = Json::array();
  for (const Evaluation& one : all) {
    const Campaign& campaign = *one.campaign;
    for (const Finding& f : one.findings) {
      const Cell& cell = campaign.cells[f.cell];
      const Experiment& e = campaign.file.experiments[cell.experiment];
      Json factors = Json::object();
      for (const auto& [name, value] : cell.factors) factors[name] = value;
      Json row = {
          {"id", campaign.ids[f.cell]},
          {"paper", campaign.file.name},
          {"experiment", e.id},
          {"place", e.place},
          {"factors", factors},
          {"measure", f.measure},
          {"value", json_number(f.estimate.value)},
          {"standard_error", f.estimate.exact ? Json(0) : json_number(f.estimate.error)},
          {"interval", f.estimate.interval ? Json({json_number(f.estimate.interval->low), json_number(f.estimate.interval->high)})
                                           : Json(nullptr)},
          {"n", f.estimate.n},
          {"printed", f.printed ? json_number(f.printed->value) : Json(nullptr)},
          {"difference_in_se", json_number(f.in_errors)},
          {"verdict", f.verdict == Verdict::none ? Json(nullptr) : Json(text_of(f.verdict))}};
      if (!f.estimate.words.empty()) row["words"] = f.estimate.words;
      if (f.printed && !f.printed->why.empty()) row["why"] = f.printed->why;
      if (f.printed && !f.printed->undecided.empty()) row["why"] = f.printed->undecided;
      cells.push_back(std::move(row));
    }
    for (const Compared& c : one.compared)
      comparisons.push_back({{"paper", campaign.file.name},
                             {"experiment", campaign.file.experiments[c.experiment].id},
                             {"title", c.comparison.title},
                             {"of", text_of(c.of)},
                             {"to", text_of(c.to)},
                             {"difference", c.difference.value},
                             {"standard_error", json_number(c.difference.error)},
                             {"difference_in_se", json_number(c.difference.in_errors)},
                             {"p", json_number(c.difference.chance)},
                             {"holds", c.holds.empty() ? Json(nullptr) : Json(c.holds)}});
    for (const Failure& failure : one.failures)
      failures.push_back({{"paper", campaign.file.name},
                          {"experiment", campaign.file.experiments[campaign.cells[failure.cell].experiment].id},
                          {"id", campaign.ids[failure.cell]},
                          {"factors", text_of(campaign.cells[failure.cell].factors)},
                          {"what", failure.error.message()}});
    const Tally t = tally({one});
    Json experiments = Json::array();
    for (const Experiment& e : campaign.file.experiments) {
      experiments.push_back({{"id", e.id}, {"place", e.place}});
      add_texts(experiments.back(), e);
    }
    papers.push_back({{"name", campaign.file.name},
                      {"store", one.store},
                      {"complete", one.complete},
                      {"reproduced", t.reproduced},
                      {"differs", t.differs},
                      {"undecided", t.undecided},
                      {"experiments", std::move(experiments)}});
    add_texts(papers.back(), campaign.file);
  }
  return Json{{"title", head.title},  {"command", head.command}, {"version", version()},       {"code", code_stamp()},
              {"papers", papers},     {"cells", cells},          {"comparisons", comparisons}, {"summary", summary_lines(all)},
              {"failures", failures}, {"report", path}};
}

std::string json_report(const ReportHead& head, const std::vector<Evaluation>& all, const std::string& path) {
  return with_exact_texts(report_document(head, all, path)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

namespace {

/// Path of a report without its extension; creates the folder.
Result<std::string> base_of(const std::string& folder, const std::string& name) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail(kind_of_errno(error.value()), "can't make the folder '" + folder + "': " + error.message());
  return (std::filesystem::path(folder) / name).string();
}

}  // namespace

Result<void> can_write_reports(const std::string& folder, const std::string& name) {
  const auto base = TRY(base_of(folder, name));
  for (const char* ending : {".html", ".md", ".csv", ".json"})
    if (auto can = can_write(base + ending); !can) return can;
  return {};
}

Result<std::string> write_reports(const std::string& folder, const std::string& name, const ReportHead& head,
                                  const std::vector<Evaluation>& all) {
  const auto base = TRY(base_of(folder, name));
  const std::string page = base + ".html";
  const std::pair<const char*, std::string> files[] = {{".html", html_report(head, all)},
                                                       {".md", markdown_report(head, all)},
                                                       {".csv", csv_report(all)},
                                                       {".json", json_report(head, all, page) + "\n"}};
  for (const auto& [ending, content] : files) TRY(write_file(base + ending, content));
  return page;
}

}  // namespace banmen::lab
