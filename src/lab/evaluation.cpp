#include "lab/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/text.hpp"
#include "core/try.hpp"
#include "lab/estimate.hpp"

namespace banmen::lab {
namespace {

/// The number in "name[12]"; nothing for other measures.
std::optional<double> index_in(const std::string& measure, const std::string& name) {
  if (!measure.starts_with(name + "[") || !measure.ends_with("]")) return std::nullopt;
  return number_in(measure.substr(name.size() + 1, measure.size() - name.size() - 2));
}

Factors without(const Factors& factors, const std::set<std::string>& names) {
  Factors out;
  for (const auto& pair : factors)
    if (!names.contains(pair.first)) out.push_back(pair);
  return out;
}

std::set<std::string> names_of(const Factors& factors) {
  std::set<std::string> names;
  for (const auto& pair : factors) names.insert(pair.first);
  return names;
}

/// Names a series by the factors that differ within the plot.
std::string series_name(const std::vector<Factors>& all, const Factors& own, const std::string& measure, bool several_measures) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : own) {
    bool varies = false;
    for (const Factors& other : all)
      for (const auto& [n, v] : other) varies |= n == name && v != value;
    if (varies) parts.push_back(name + " " + value);
  }
  if (several_measures || parts.empty()) parts.push_back(measure);
  return join(parts, ", ");
}

/// An empty chart with the plot's labels; where it has none, the given ones.
Chart chart_of(const Plot& plot, std::string title, const std::string& x_label, const std::string& y_label) {
  Chart chart;
  chart.title = std::move(title);
  chart.note = plot.place;
  chart.x_label = plot.x_label.empty() ? x_label : plot.x_label;
  chart.y_label = plot.y_label.empty() ? y_label : plot.y_label;
  return chart;
}

class Evaluator {
 public:
  Evaluator(const Campaign& campaign, const Store& store) : campaign_(campaign), store_(store) { out_.campaign = &campaign; }

  Result<Evaluation> run() {
    out_.store = store_.path();
    out_.of_other_code = TRY(store_.games_of_other_code());
    for (std::size_t c = 0; c < campaign_.cells.size(); ++c) TRY(cell(c));
    for (std::size_t e = 0; e < campaign_.file.experiments.size(); ++e) {
      for (const Comparison& comparison : campaign_.file.experiments[e].comparisons) compare(e, comparison);
      for (const Plot& plot : campaign_.file.experiments[e].plots)
        if (plot.kind == "curve" || plot.kind == "loglog") curve(e, plot);
    }
    std::stable_sort(out_.charts.begin(), out_.charts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Experiment& experiment(std::size_t c) const {
    return campaign_.file.experiments[campaign_.cells[c].experiment];
  }

  Result<void> cell(std::size_t c) {
    const Job& job = *campaign_.jobs[c];
    const auto found = TRY(store_.find(job));
    const std::int64_t key = found.value_or(-1);  // matches no game
    return job.once ? figures(c, key) : games(c, key);
  }

  Result<void> figures(std::size_t c, std::int64_t key) {
    const Experiment& e = experiment(c);
    Figures found;
    TRY(store_.games(key, 1, [&](std::uint64_t, std::string_view outcome) -> Result<bool> {
      found = TRY(read_figures(outcome));
      return false;
    }));
    out_.games.push_back(found.empty() ? 0 : 1);
    out_.complete &= !found.empty();
    std::set<std::string> there;
    for (const Figure& figure : found) {
      if (!e.measures.empty() && std::find(e.measures.begin(), e.measures.end(), figure.name) == e.measures.end()) continue;
      there.insert(figure.name);
      Estimate estimate;
      estimate.value = figure.value.number().value_or(0);
      estimate.n = figure.n;
      estimate.words = figure.words;
      estimate.exact = figure.error.value_or(0) == 0;
      if (!estimate.exact) estimate.error = *figure.error;
      add(c, figure.name, std::move(estimate));
    }
    // A printed figure that was not found differs.
    if (!found.empty())
      for (const Printed& printed : e.printed)
        if (agrees(campaign_.cells[c].factors, printed.at) && !there.contains(printed.measure)) {
          Estimate nothing;
          nothing.exact = true;
          nothing.value = std::nan("");
          nothing.words = "not found";
          add(c, printed.measure, std::move(nothing));
        }
    return {};
  }

  Result<void> games(std::size_t c, std::int64_t key) {
    const Experiment& e = experiment(c);
    const Job& job = *campaign_.jobs[c];
    Sample sample;
    sample.seats = job.seats;
    sample.sides = job.sides;
    sample.agents = job.agents;
    sample.games_per_opening = job.games_per_opening;
    std::optional<SequentialMatch> test;
    if (e.sequential) test.emplace(*e.sequential, job.sides);
    TRY(store_.games(key, campaign_.cells[c].games, [&](std::uint64_t number, std::string_view outcome) -> Result<bool> {
      auto game = TRY(Observation::read(outcome));
      game.number = number;
      if (test) test->add(number, game);
      sample.games.push_back(std::move(game));
      return !(test && test->decided());
    }));
    out_.games.push_back(sample.games.size());
    const bool decided = test && test->decided();
    out_.complete &= decided || sample.games.size() == campaign_.cells[c].games;
    if (test)
      out_.decided.push_back(
          {c, fmt::format("{} after {} games (log-likelihood ratio {:.2f}, bounds {:.2f} and {:.2f})",
                          decided ? (test->decision() > 0 ? fmt::format("the first agent is stronger: Elo {} rather than {}",
                                                                        e.sequential->elo1, e.sequential->elo0)
                                                          : fmt::format("the first agent is not stronger: Elo {} rather than {}",
                                                                        e.sequential->elo0, e.sequential->elo1))
                                  : "not decided",
                          test->games(), test->ratio(), test->lower(), test->upper())});
    if (sample.games.empty()) return {};
    for (const std::string& measure : e.measures) {
      auto found = TRY(estimate(measure, sample).map_error([&](Error error) {
        error.where = campaign_.file.path;
        error.what = e.id + ": " + error.what;
        return error;
      }));
      // The paper's games are taken as independent: its openings are unknown.
      std::optional<double> alone = found.error;
      if (job.games_per_opening > 1) {
        sample.games_per_opening = 1;
        if (const auto free = estimate(measure, sample)) alone = free->error;
        sample.games_per_opening = job.games_per_opening;
      }
      add(c, measure, std::move(found), alone);
    }
    for (const Comparison& comparison : e.comparisons) {
      const Factors& factors = campaign_.cells[c].factors;
      if (comparison.measure == comparison.other_measure || !agrees(factors, comparison.of) || !agrees(factors, comparison.to))
        continue;
      if (const auto error = error_over_same_games(comparison.measure, comparison.other_measure, comparison.times, sample))
        of_same_games_[{c, &comparison}] = *error;
    }
    for (const Plot& plot : e.plots) {
      if (!agrees(campaign_.cells[c].factors, plot.at)) continue;
      if (plot.kind == "choices") choices(c, plot, sample);
      if (plot.kind == "histogram") histogram(c, plot, sample);
    }
    return {};
  }

  /// `alone`: the error of independent games.
  void add(std::size_t c, const std::string& measure, Estimate estimate, std::optional<double> alone = {}) {
    Finding f;
    f.cell = c;
    f.measure = measure;
    f.estimate = std::move(estimate);
    for (const Printed& printed : experiment(c).printed)
      if (printed.measure == measure && agrees(campaign_.cells[c].factors, printed.at)) f.printed = printed;
    if (f.printed) judge(c, f, alone.value_or(f.estimate.error.value_or(0)));
    out_.findings.push_back(std::move(f));
  }

  void judge(std::size_t c, Finding& f, double alone) const {
    const Printed& p = *f.printed;
    const bool nothing = std::isnan(f.estimate.value);
    if (!nothing) f.difference = f.estimate.value - p.value;
    double error = f.estimate.error.value_or(0);
    // The paper's sampling error, scaled from ours by the number of games.
    if (p.games > 0)
      error = std::hypot(error, alone * std::sqrt(static_cast<double>(out_.games[c]) / static_cast<double>(p.games)));
    const double beyond = nothing ? INFINITY : std::max(0.0, std::abs(*f.difference) - p.half_unit * (1 + 1e-9));
    if (!nothing && error > 0) f.in_errors = std::copysign(beyond / error, *f.difference);
    if (!p.undecided.empty())
      f.verdict = Verdict::undecided;
    else if (error > 0 && !nothing)
      f.verdict = std::abs(*f.in_errors) < tolerance_in_errors ? Verdict::reproduced : Verdict::differs;
    else if (!f.estimate.exact && !nothing && !f.estimate.error)
      f.verdict = Verdict::undecided;  // a single opening has no error
    else
      f.verdict = beyond == 0 ? Verdict::reproduced : Verdict::differs;
  }

  void compare(std::size_t e, const Comparison& comparison) {
    auto named = names_of(comparison.of);
    named.merge(names_of(comparison.to));
    for (std::size_t a = 0; a < campaign_.cells.size(); ++a) {
      if (campaign_.cells[a].experiment != e || !agrees(campaign_.cells[a].factors, comparison.of)) continue;
      for (std::size_t b = 0; b < campaign_.cells.size(); ++b) {
        if (campaign_.cells[b].experiment != e || !agrees(campaign_.cells[b].factors, comparison.to)) continue;
        if (without(campaign_.cells[a].factors, named) != without(campaign_.cells[b].factors, named)) continue;
        if (a == b && comparison.measure == comparison.other_measure) continue;
        const Finding* fa = out_.find(a, comparison.measure);
        const Finding* fb = out_.find(b, comparison.other_measure);
        if (fa == nullptr || fb == nullptr) continue;
        Compared out;
        out.experiment = e;
        out.comparison = comparison;
        out.of = campaign_.cells[a].factors;
        out.to = campaign_.cells[b].factors;
        out.a = fa->estimate;
        out.b = fb->estimate;
        const auto tied = a == b ? of_same_games_.find({a, &comparison}) : of_same_games_.end();
        out.difference = difference(fa->estimate, fb->estimate, comparison.times,
                                    tied == of_same_games_.end() ? std::nullopt : std::optional(tied->second));
        const double sign = comparison.expect == "less" ? -1 : 1;
        const double error = out.difference.error.value_or(0);
        const double lead = sign * out.difference.value - comparison.by;
        if (comparison.expect == "equal")
          out.holds = std::abs(out.difference.value) <= tolerance_in_errors * error ? "holds" : "fails";
        else if (!comparison.expect.empty())
          // One-sided at 5 %; exact figures need no test.
          out.holds = lead > 1.645 * error ? "holds" : lead < -1.645 * error || error == 0 ? "fails" : "not settled";
        out_.compared.push_back(std::move(out));
      }
    }
  }

  void curve(std::size_t e, const Plot& plot) {
    Chart chart = chart_of(plot, plot.title, "n", join(plot.measures, ", "));  // n: of name[n]
    chart.log_x = chart.log_y = plot.kind == "loglog";
    std::vector<Factors> groups;
    std::vector<std::size_t> cells;
    for (std::size_t c = 0; c < campaign_.cells.size(); ++c) {
      if (campaign_.cells[c].experiment != e || !agrees(campaign_.cells[c].factors, plot.at)) continue;
      cells.push_back(c);
      const Factors rest = without(campaign_.cells[c].factors, {plot.x});
      if (std::find(groups.begin(), groups.end(), rest) == groups.end()) groups.push_back(rest);
    }
    int colour = 0;
    for (const Factors& group : groups)
      for (const std::string& measure : plot.measures) {
        ChartSeries ours, theirs;
        ours.name = series_name(groups, group, measure, plot.measures.size() > 1);
        theirs.name = ours.name + ", printed";
        ours.colour = theirs.colour = colour++;
        theirs.printed = true;
        for (const std::size_t c : cells) {
          if (without(campaign_.cells[c].factors, {plot.x}) != group) continue;
          for (const Finding& f : out_.findings) {
            if (f.cell != c) continue;
            std::optional<double> x;
            if (plot.kind == "loglog") {
              x = index_in(f.measure, measure);
            } else if (f.measure == measure) {
              for (const auto& [name, value] : campaign_.cells[c].factors)
                if (name == plot.x) x = number_in(value);
            }
            if (!x || std::isnan(f.estimate.value)) continue;
            ChartPoint point{*x, f.estimate.value, {}, {}};
            if (f.estimate.interval) {
              point.low = f.estimate.interval->low;
              point.high = f.estimate.interval->high;
            }
            ours.points.push_back(point);
            if (f.printed) theirs.points.push_back({*x, f.printed->value, {}, {}});
          }
        }
        if (!ours.points.empty()) chart.series.push_back(std::move(ours));
        if (!theirs.points.empty()) chart.series.push_back(std::move(theirs));
      }
    if (!chart.series.empty()) out_.charts.emplace_back(e, std::move(chart));
  }

  [[nodiscard]] std::string titled(std::size_t c, const Plot& plot) const {
    const std::string factors = text_of(campaign_.cells[c].factors);
    return plot.title + (factors.empty() ? "" : " (" + factors + ")");
  }

  void choices(std::size_t c, const Plot& plot, const Sample& sample) {
    Chart chart = chart_of(plot, titled(c, plot), "decision of the seat", "moves to choose from");
    for (std::size_t seat = 0; seat < sample.seats.size(); ++seat) {
      ChartSeries series;
      series.name = sample.seats[seat];
      series.colour = static_cast<int>(seat);
      double k = 0;
      for (const CurvePoint& p : choices_curve(sample, static_cast<int>(seat)))
        series.points.push_back({++k, p.mean, p.mean - 1.96 * p.error, p.mean + 1.96 * p.error});
      if (!series.points.empty()) chart.series.push_back(std::move(series));
    }
    if (!chart.series.empty()) out_.charts.emplace_back(campaign_.cells[c].experiment, std::move(chart));
  }

  void histogram(std::size_t c, const Plot& plot, const Sample& sample) {
    for (const std::string& what : plot.measures) {
      std::map<long, std::uint64_t> counts;
      const auto parts = split(what, '.');
      for (const Observation& o : sample.games) {
        if (o.unfinished || o.forfeit >= 0) continue;
        if (parts.front() == "length") ++counts[o.length];
        if (parts.front() == "result" && parts.size() > 1)
          for (std::size_t s = 0; s < sample.seats.size() && s < o.result.size(); ++s)
            if (sample.seats[s] == parts[1]) ++counts[o.result[s]];
      }
      if (counts.empty()) continue;
      // At most sixty bars.
      const long low = counts.begin()->first, high = counts.rbegin()->first, width = std::max(1L, (high - low + 60) / 60);
      std::map<long, std::uint64_t> bars;
      for (const auto& [value, n] : counts) bars[low + (value - low) / width * width] += n;
      Chart chart = chart_of(plot, titled(c, plot), what, {});
      chart.kind = Chart::Kind::bars;
      chart.y_label = "share of games";
      ChartSeries series;
      series.name = what;
      for (const auto& [value, n] : bars)
        series.points.push_back({static_cast<double>(value) + static_cast<double>(width - 1) / 2,
                                 static_cast<double>(n) / static_cast<double>(sample.games.size()),
                                 {},
                                 {}});
      chart.series.push_back(std::move(series));
      out_.charts.emplace_back(campaign_.cells[c].experiment, std::move(chart));
    }
  }

  const Campaign& campaign_;
  const Store& store_;
  Evaluation out_;
  std::map<std::pair<std::size_t, const Comparison*>, double> of_same_games_;  // errors of comparisons within a cell
};

}  // namespace

const char* text_of(Verdict verdict) {
  constexpr const char* texts[] = {"", "reproduced", "differs", "can't be decided"};
  return texts[static_cast<int>(verdict)];
}

const Finding* Evaluation::find(std::size_t cell, const std::string& measure) const {
  for (const Finding& f : findings)
    if (f.cell == cell && f.measure == measure) return &f;
  return nullptr;
}

Result<Evaluation> evaluate(const Campaign& campaign, const Store& store, std::vector<Failure> failures) {
  auto found = Evaluator(campaign, store).run();
  if (found) found->failures = std::move(failures);
  return found;
}

Tally tally(const std::vector<Evaluation>& all) {
  Tally t;
  for (const Evaluation& one : all)
    for (const Finding& f : one.findings) {
      t.reproduced += f.verdict == Verdict::reproduced;
      t.differs += f.verdict == Verdict::differs;
      t.undecided += f.verdict == Verdict::undecided;
    }
  return t;
}

}  // namespace banmen::lab
