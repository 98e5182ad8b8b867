// The HTML report: self-contained, without scripts, with print and dark styles.
#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "lab/report/report.hpp"

namespace banmen::lab {
namespace {

const char* const style = R"css(
:root{color-scheme:light dark;--ink:#1b1e22;--faint:#5d6670;--paper:#fff;--line:#d5dade;--shade:#f3f5f7;--good:#1a7f4b;--bad:#b3261e;--open:#8a6100;
--c0:#0b62a8;--c1:#c8501e;--c2:#2b7d3f;--c3:#8e3a9d;--c4:#97740a;--c5:#00808a;--c6:#c0307a;--c7:#555d66}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ec;--faint:#9aa4ae;--paper:#14171a;--line:#343b42;--shade:#1e2328;--good:#5fd08f;--bad:#ff8a80;--open:#e7bd55;
--c0:#6cb6f5;--c1:#ff9d6e;--c2:#7fd192;--c3:#d69be3;--c4:#e3c04f;--c5:#55d0d8;--c6:#ff8fc4;--c7:#b4bcc4}}
@media print{:root{--ink:#000;--faint:#444;--paper:#fff;--line:#bbb;--shade:#f4f4f4;--good:#0a6b3c;--bad:#a01810;--open:#6b4b00;
--c0:#0b62a8;--c1:#c8501e;--c2:#2b7d3f;--c3:#8e3a9d;--c4:#97740a;--c5:#00808a;--c6:#c0307a;--c7:#555d66}
nav{display:none}body{max-width:none;font-size:9pt}h2,h3{break-after:avoid}tr,figure{break-inside:avoid}.wide{overflow:visible}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:72rem;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,"Noto Sans","Noto Sans CJK JP",sans-serif}
h1{font-size:1.7rem;margin:.2rem 0}h2{font-size:1.35rem;margin:2.5rem 0 .3rem;border-bottom:2px solid var(--line);padding-bottom:.2rem}h3{font-size:1.1rem;margin:1.8rem 0 .2rem}
p{margin:.4rem 0;max-width:60rem}.faint{color:var(--faint)}code{font:0.9em ui-monospace,monospace;background:var(--shade);padding:.05em .3em;border-radius:3px;overflow-wrap:anywhere}
a{color:var(--c0)}nav ul{columns:2 22rem;padding-left:1.2rem;margin:.3rem 0}
.wide{overflow-x:auto}table{border-collapse:collapse;margin:.6rem 0;font-variant-numeric:tabular-nums;font-size:.92em}
th,td{border-bottom:1px solid var(--line);padding:.25rem .6rem;text-align:right;vertical-align:top;white-space:nowrap}th{background:var(--shade);font-weight:600}
th.text,td.text{text-align:left}td.text{max-width:34rem;white-space:normal;overflow-wrap:break-word}td.words{min-width:14rem}
.paper{display:block;color:var(--faint);font-size:.88em}
.reproduced{color:var(--good)}.differs{color:var(--bad);font-weight:600}.undecided{color:var(--open)}
.holds{color:var(--good)}.fails{color:var(--bad);font-weight:600}.open{color:var(--open)}
.cards{display:flex;flex-wrap:wrap;gap:.8rem;margin:1rem 0;padding:0}.card{border:1px solid var(--line);border-radius:6px;padding:.5rem .9rem;min-width:9rem}.card b{display:block;font-size:1.5rem}
figure{margin:1rem 0;max-width:36rem}figcaption{margin-bottom:.3rem}.whole{white-space:nowrap}
svg{width:100%;height:auto;display:block}svg text{fill:var(--ink);font:12px system-ui,sans-serif}svg .mark{fill:var(--faint);font-size:11px}
svg .grid{stroke:var(--line);stroke-width:1}svg .line{fill:none;stroke-width:1.8}svg .printed{stroke-dasharray:5 4;stroke-width:1.4}svg .band{opacity:.18;stroke:none}svg .hollow{fill:var(--paper);stroke-width:1.6}
.s0{stroke:var(--c0)}.s1{stroke:var(--c1)}.s2{stroke:var(--c2)}.s3{stroke:var(--c3)}.s4{stroke:var(--c4)}.s5{stroke:var(--c5)}.s6{stroke:var(--c6)}.s7{stroke:var(--c7)}
.f0{fill:var(--c0)}.f1{fill:var(--c1)}.f2{fill:var(--c2)}.f3{fill:var(--c3)}.f4{fill:var(--c4)}.f5{fill:var(--c5)}.f6{fill:var(--c6)}.f7{fill:var(--c7)}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--faint)}
)css";

const char* class_of(Verdict verdict) {
  constexpr const char* classes[] = {"", "reproduced", "differs", "undecided"};
  return classes[static_cast<int>(verdict)];
}

std::string anchor(const Evaluation& one, const Experiment& e) { return escaped(one.campaign->file.name + "-" + e.id); }

/// Formats words between backquotes as code.
std::string prose(const std::string& text) {
  std::string out;
  bool code = false;
  for (const auto part : split(text, '`')) {
    out += code ? "<code>" + escaped(part) + "</code>" : escaped(part);
    code = !code;
  }
  return out;
}

/// Escapes text and keeps dates, numbers and options from wrapping.
std::string unbroken(const std::string& text) {
  std::vector<std::string> out;
  for (const std::string_view word : split(text, ' ')) {
    const bool whole = !word.empty() && (word.front() == '-' || (word.front() >= '0' && word.front() <= '9'));
    out.push_back(whole ? "<span class=\"whole\">" + escaped(word) + "</span>" : escaped(word));
  }
  return join(out, " ");
}

class Page {
 public:
  explicit Page(const Evaluation& one) : one_(one), campaign_(*one.campaign) {}

  /// `alone`: the title is the page's and omitted.
  std::string whole(bool alone) {
    std::string out;
    if (!alone) out += "<h2 id=\"" + escaped(campaign_.file.name) + "\">" + escaped(campaign_.file.title) + "</h2>\n";
    if (!campaign_.file.paper.empty()) out += "<p class=\"faint\">" + escaped(campaign_.file.paper) + "</p>\n";
    if (!campaign_.file.note.empty()) out += "<p>" + prose(campaign_.file.note) + "</p>\n";
    for (std::size_t e = 0; e < campaign_.file.experiments.size(); ++e) out += experiment(e);
    out += "<p class=\"faint\">Kept in <code>" + escaped(one_.store) + "</code>.";
    if (one_.of_other_code > 0)
      out += fmt::format(" The store also holds {} games made by other code; none of them is counted here.", one_.of_other_code);
    return out + "</p>\n";
  }

 private:
  std::string experiment(std::size_t e) const {
    const Experiment& x = campaign_.file.experiments[e];
    std::vector<std::size_t> cells;
    bool facts = false;
    for (std::size_t c = 0; c < campaign_.cells.size(); ++c)
      if (campaign_.cells[c].experiment == e) {
        cells.push_back(c);
        facts |= campaign_.jobs[c]->once;
      }
    if (cells.empty()) return {};
    std::string out = "<h3 id=\"" + anchor(one_, x) + "\">" + escaped(x.title) + "</h3>\n";
    out += "<p class=\"faint\"><code>" + escaped(x.id) + "</code>" + (x.place.empty() ? "" : ", " + escaped(x.place)) + "</p>\n";
    if (!x.note.empty()) out += "<p>" + prose(x.note) + "</p>\n";
    out += facts ? long_table(cells, has_printed(one_, e)) : wide_table(cells, x);
    for (const Failure& failure : one_.failures)
      if (campaign_.cells[failure.cell].experiment == e)
        out += "<p class=\"fails\">Failed: " + escaped(text_of(failure, campaign_)) + "</p>\n";
    out += comparisons(e);
    for (const Decided& d : one_.decided)
      if (campaign_.cells[d.cell].experiment == e)
        out += "<p>" + escaped(text_of(campaign_.cells[d.cell].factors)) + ": " + escaped(d.words) + ".</p>\n";
    for (const auto& [of, chart] : one_.charts)
      if (of == e) out += "<figure>" + caption(chart, x) + svg(chart) + "</figure>\n";
    out += setup(cells);
    return out;
  }

  /// Omits a title that equals the experiment's.
  static std::string caption(const Chart& chart, const Experiment& x) {
    std::string out;
    if (chart.title != x.title) out += "<b>" + escaped(chart.title) + "</b> ";
    if (!chart.note.empty()) out += "<span class=\"faint\">" + escaped(chart.note) + "</span>";
    return out.empty() ? out : "<figcaption>" + out + "</figcaption>";
  }

  [[nodiscard]] std::vector<std::string> factor_names(const std::vector<std::size_t>& cells) const {
    std::vector<std::string> names;
    for (const auto& pair : campaign_.cells[cells.front()].factors) names.push_back(pair.first);
    return names;
  }

  std::string factor_cells(std::size_t c) const {
    std::string out;
    for (const auto& pair : campaign_.cells[c].factors) out += "<td class=\"text\">" + escaped(pair.second) + "</td>";
    return out;
  }

  std::string value_cell(const Finding* f) const {
    if (f == nullptr) return "<td class=\"faint\">–</td>";
    std::string title;
    if (f->estimate.interval)
      title = fmt::format(" title=\"95\u00a0% interval {:.6g} … {:.6g}; n = {}\"", f->estimate.interval->low,
                          f->estimate.interval->high, f->estimate.n);
    std::string out = "<td" + title + ">" + escaped(text_of(f->estimate));
    if (f->printed)
      out += fmt::format("<span class=\"paper\">paper {} <span class=\"{}\">{}</span></span>", escaped(printed_text(*f->printed)),
                         class_of(f->verdict), escaped(difference_text(*f)));
    return out + "</td>";
  }

  /// Table with a row for each cell and a column for each measure.
  std::string wide_table(const std::vector<std::size_t>& cells, const Experiment& x) const {
    std::string out = "<div class=\"wide\"><table><thead><tr>";
    for (const std::string& name : factor_names(cells)) out += "<th class=\"text\">" + escaped(name) + "</th>";
    out += "<th>games</th>";
    for (const std::string& m : x.measures) out += "<th>" + escaped(m) + "</th>";
    out += "</tr></thead><tbody>\n";
    for (const std::size_t c : cells) {
      out += "<tr>" + factor_cells(c) + fmt::format("<td>{}</td>", one_.games[c]);
      for (const std::string& m : x.measures) out += value_cell(one_.find(c, m));
      out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n" + reasons(cells);
  }

  /// Table with a row for each fact.
  std::string long_table(const std::vector<std::size_t>& cells, bool printed) const {
    struct Row {
      const Finding* found;
      std::string remark;
    };
    std::vector<Row> rows;
    bool remarks = false;
    for (const Finding& f : one_.findings) {
      if (std::find(cells.begin(), cells.end(), f.cell) == cells.end()) continue;
      std::string remark = f.estimate.words;
      if (f.printed && !f.printed->why.empty() && f.verdict == Verdict::differs)
        remark += (remark.empty() ? "" : ". ") + f.printed->why;
      if (f.printed && !f.printed->undecided.empty()) remark += (remark.empty() ? "" : ". ") + f.printed->undecided;
      remarks |= !remark.empty();
      rows.push_back({&f, std::move(remark)});
    }
    if (rows.empty()) return "<p class=\"open\">Not run yet.</p>\n";
    std::string out = "<div class=\"wide\"><table><thead><tr>";
    for (const std::string& name : factor_names(cells)) out += "<th class=\"text\">" + escaped(name) + "</th>";
    out += "<th class=\"text\">measure</th>";
    out += printed ? "<th>ours</th><th>paper</th><th>difference</th>" : "<th>value</th>";
    out += remarks ? "<th class=\"text\">remark</th></tr></thead><tbody>\n" : "</tr></thead><tbody>\n";
    for (const auto& [f, remark] : rows) {
      out += "<tr>" + factor_cells(f->cell) +
             fmt::format("<td class=\"text\">{}</td><td>{}</td>", escaped(f->measure), escaped(text_of(f->estimate)));
      if (printed)
        out += fmt::format("<td>{}</td><td class=\"{}\">{}</td>", f->printed ? escaped(printed_text(*f->printed)) : "",
                           class_of(f->verdict), escaped(difference_text(*f)));
      out += remarks ? "<td class=\"text words\">" + prose(remark) + "</td></tr>\n" : "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
  }

  std::string reasons(const std::vector<std::size_t>& cells) const {
    std::vector<std::string> lines;
    for (const Finding& f : one_.findings) {
      if (!f.printed || std::find(cells.begin(), cells.end(), f.cell) == cells.end()) continue;
      const std::string& why = f.verdict == Verdict::differs     ? f.printed->why
                               : f.verdict == Verdict::undecided ? f.printed->undecided
                                                                 : std::string();
      const std::string line =
          std::string("<span class=\"") + class_of(f.verdict) + "\">" + text_of(f.verdict) + "</span>: " + prose(why);
      if (!why.empty() && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
    std::string out;
    for (const std::string& line : lines) out += "<p>" + line + "</p>\n";
    return out;
  }

  std::string comparisons(std::size_t e) const {
    std::string rows;
    for (const Compared& c : one_.compared) {
      if (c.experiment != e) continue;
      const char* shade = c.holds == "holds" ? "holds" : c.holds == "fails" ? "fails" : "open";
      rows += fmt::format(
          "<tr><td class=\"text words\">{}{}{}</td><td>{}</td><td>{}{}</td><td>{}</td><td>{}</td><td class=\"{}\">{}</td></tr>\n",
          prose(c.comparison.title), c.of.empty() ? "" : " <span class=\"faint\">(" + escaped(text_of(c.of)) + ")</span>",
          c.comparison.why.empty() ? "" : "<br><span class=\"faint\">" + prose(c.comparison.why) + "</span>", text_of(c.a),
          c.comparison.times == 1 ? "" : fmt::format("{:g} × ", c.comparison.times), text_of(c.b),
          c.difference.error ? fmt::format("{:+.4g} ± {:.2g}", c.difference.value, *c.difference.error)
                             : fmt::format("{:+.4g}", c.difference.value),
          c.difference.chance ? fmt::format("{:.2g}", *c.difference.chance) : "", shade, c.holds);
    }
    if (rows.empty()) return {};
    return "<div class=\"wide\"><table><thead><tr><th "
           "class=\"text\">compared</th><th>this</th><th>with</th><th>difference</th><th>p</th><th></th></tr></thead><tbody>\n" +
           rows + "</tbody></table></div>\n";
  }

  std::string setup(const std::vector<std::size_t>& cells) const {
    std::string out =
        "<details><summary>Set-up: settings and cell ids</summary><div class=\"wide\"><table><thead><tr><th "
        "class=\"text\">cell</th><th class=\"text\">settings</th></tr></thead><tbody>\n";
    for (const std::size_t c : cells)
      out += "<tr><td class=\"text\"><code>" + campaign_.ids[c] + "</code></td><td class=\"text\">" +
             escaped(setting_text(*campaign_.jobs[c])) +
             (campaign_.jobs[c]->repeatable ? "" : " (limited by time: not repeatable)") + "</td></tr>\n";
    return out + "</tbody></table></div></details>\n";
  }

  const Evaluation& one_;
  const Campaign& campaign_;
};

}  // namespace

std::string html_report(const ReportHead& head, const std::vector<Evaluation>& all) {
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width,initial-scale=1\">\n<title>" +
      escaped(head.title) + "</title>\n<style>" + style + "</style></head><body>\n<h1>" + escaped(head.title) + "</h1>\n";
  out += "<p class=\"faint\">" + unbroken(head.made) + "</p>\n<p>Repeat it with <code>" + unbroken(head.command) + "</code>.</p>\n";
  const Tally t = tally(all);
  if (t.reproduced + t.differs + t.undecided > 0)
    out += fmt::format(
        "<div class=\"cards\"><div class=\"card\"><b class=\"reproduced\">{}</b>printed figures reproduced</div><div "
        "class=\"card\"><b "
        "class=\"differs\">{}</b>differ</div><div class=\"card\"><b class=\"undecided\">{}</b>can't be decided from the "
        "paper</div></div>\n",
        t.reproduced, t.differs, t.undecided);
  out += "<ul>";
  for (const std::string& line : summary_lines(all)) out += "<li>" + escaped(line) + "</li>\n";
  out += "</ul>\n";
  if (has_printed(all))
    out += fmt::format(
        "<p class=\"faint\">Our figure ± one standard error (hover for the 95\u00a0% interval and n); below it the paper's figure "
        "with the difference in standard errors. A figure is reproduced if it lies within {:g} standard errors (ours, combined "
        "with "
        "the paper's if its number of games is printed) beyond rounding, or is equal if nothing was sampled.</p>\n",
        tolerance_in_errors);
  else
    out +=
        "<p class=\"faint\">± is one standard error; hover for the 95\u00a0% interval and n. Bands in charts are 95 % "
        "intervals.</p>\n";
  std::string links;
  std::size_t sections = 0;
  for (const Evaluation& one : all)
    for (const Experiment& e : one.campaign->file.experiments) {
      links += "<li><a href=\"#" + anchor(one, e) + "\">" + escaped(e.title) + "</a></li>";
      ++sections;
    }
  if (sections > 1) out += "<nav><ul>" + links + "</ul></nav>\n";
  std::string rows;
  for (const Evaluation& one : all)
    for (const Finding& f : one.findings) {
      if (f.verdict != Verdict::differs) continue;
      const Experiment& e = one.campaign->file.experiments[one.campaign->cells[f.cell].experiment];
      rows += fmt::format(
          "<tr><td class=\"text\"><a href=\"#{}\">{}</a></td><td class=\"text\">{}</td><td class=\"text\">{}</td><td>{}</td>"
          "<td>{}</td><td class=\"differs\">{}</td><td class=\"text words\">{}</td></tr>\n",
          anchor(one, e), escaped(one.campaign->file.name + (e.place.empty() ? "" : ", " + e.place)),
          escaped(text_of(one.campaign->cells[f.cell].factors)), escaped(f.measure), escaped(text_of(f.estimate)),
          escaped(printed_text(*f.printed)), escaped(difference_text(f)), prose(f.printed->why));
    }
  if (!rows.empty())
    out +=
        "<h3>Where we differ</h3>\n<div class=\"wide\"><table><thead><tr><th class=\"text\">place</th><th "
        "class=\"text\">cell</th><th "
        "class=\"text\">measure</th><th>ours</th><th>paper</th><th>difference</th><th "
        "class=\"text\">why</th></tr></thead><tbody>\n" +
        rows + "</tbody></table></div>\n";
  for (const Evaluation& one : all) out += Page(one).whole(all.size() == 1);
  return out + "</body></html>\n";
}

}  // namespace banmen::lab
