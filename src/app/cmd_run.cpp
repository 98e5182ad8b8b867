// Experiments: `run FILE` and `reproduce PAPER`.
#include <fmt/chrono.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "app/command.hpp"
#include "app/experiments.hpp"
#include "core/text.hpp"
#include "host/interrupt.hpp"
#include "host/terminal.hpp"
#include "lab/papers.hpp"
#include "lab/report/report.hpp"

namespace banmen::app {
namespace {

using namespace lab;

struct RunArguments {
  std::vector<std::string> files, papers, only;
  bool quick = false, full = false, report_only = false;
  std::string out = "results";
  std::optional<Command> program;
};

/// A line for all and one for each experiment.
std::vector<std::string> standing_lines(const std::string& title, const std::vector<Standing>& rows, double seconds, double left) {
  std::uint64_t done = 0, all = 0;
  std::vector<std::string> lines(1);
  for (const Standing& row : rows) {
    done += row.done;
    all += row.wanted;
    lines.push_back(fmt::format("  {:<20.20} {} {:>10} / {:<10} {}", row.id, bar(row.done, row.wanted, 10), grouped(row.done),
                                grouped(row.wanted), row.done == row.wanted ? "" : duration(row.seconds_left) + " of one core"));
  }
  lines[0] =
      fmt::format("{}: {} of {} games, {} so far, {} left", title, grouped(done), grouped(all), duration(seconds), duration(left));
  return lines;
}

Result<ExperimentFile> from_text(std::string_view text, const std::string& path) {
  const auto toml = TomlFile::parse(text, path);
  if (!toml) return fail(toml.error());
  return read_experiments(*toml, path);
}

Result<std::vector<ExperimentFile>> files_of(const RunArguments& arguments) {
  std::vector<ExperimentFile> files;
  for (const std::string& path : arguments.files) {
    const auto toml = TomlFile::read(path);
    if (!toml) return fail(toml.error());
    auto file = read_experiments(*toml, path);
    if (!file) return fail(file.error());
    files.push_back(std::move(*file));
  }
  for (const std::string& paper : arguments.papers) {
    bool found = false;
    for (const EmbeddedFile& embedded : embedded_papers()) {
      if (embedded.name != paper + ".toml") continue;
      auto file = from_text(embedded.content, "papers/" + std::string(embedded.name));
      if (!file) return fail(file.error());
      files.push_back(std::move(*file));
      found = true;
    }
    if (!found) return fail("there is no paper '" + paper + "'", suggest(paper, paper_names()));
  }
  return files;
}

/// The figures themselves, as long as they fit on a screen or two; the report has all.
void say_findings(const Context& context, const Evaluation& one) {
  constexpr std::size_t most = 60;
  // Columns as wide as they must be, so that a line fits where it can.
  std::vector<std::array<std::string, 4>> rows;
  std::array<std::size_t, 4> width{};
  for (std::size_t k = 0; k < std::min(most, one.findings.size()); ++k) {
    const Finding& f = one.findings[k];
    const Cell& cell = one.campaign->cells[f.cell];
    rows.push_back({one.campaign->file.experiments[cell.experiment].id, text_of(cell.factors), f.measure, text_of(f.estimate)});
    for (std::size_t column = 0; column < width.size(); ++column)
      width[column] = std::max(width[column], columns(rows.back()[column]));
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::string line;
    for (std::size_t column = 0; column < width.size(); ++column)
      if (width[column] > 0) line += "  " + rows[k][column] + std::string(width[column] - columns(rows[k][column]), ' ');
    const Finding& f = one.findings[k];
    context.say("{}  n {}{}", line, f.estimate.n,
                f.printed ? fmt::format("  printed {} ({})", printed_text(*f.printed), difference_text(f)) : "");
  }
  if (rows.size() < one.findings.size()) context.say("  … and {} more in the report", one.findings.size() - most);
}

std::string repeat(const Context& context, const RunArguments& arguments, const std::string& what, bool full,
                   std::optional<std::uint64_t> seed) {
  std::string out = context.program() + " " + what + (full ? " --full" : " --quick");
  for (const std::string& id : arguments.only) out += " --only " + for_shell(id);
  if (arguments.out != RunArguments().out) out += " --out " + for_shell(arguments.out);
  if (seed) out += fmt::format(" --seed {}", *seed);
  return out;
}

/// `what` was asked for. The report is called `name`, or by the files' own names where that is empty.
Result<int> run(Context& context, const RunArguments& arguments, std::string name, const std::string& what, bool full) {
  auto files = files_of(arguments);
  if (!files) return fail(files.error());
  std::string title = name.empty() ? "" : "The five papers, run again";
  if (name.empty())
    for (std::size_t k = 0; k < files->size(); ++k) {
      const ExperimentFile& file = (*files)[k];
      for (std::size_t other = 0; other < k; ++other)
        if ((*files)[other].name == file.name)
          return fail("'" + (*files)[other].path + "' and '" + file.path + "' are both called '" + file.name + "'",
                      "stores and reports are called by the name, so give one of them another");
      name += (k > 0 ? "+" : "") + file.name;
      title += (k > 0 ? "; " : "") + file.title;
    }
  std::optional<std::uint64_t> seed;
  if (arguments.program->given("--seed")) seed = context.seed;
  const std::string command = repeat(context, arguments, what, full, seed);
  // Everything is read and checked before anything is run.
  std::vector<Campaign> campaigns;
  std::vector<std::string> only = arguments.only;
  for (ExperimentFile& file : *files) {
    auto campaign = prepare(context.catalog, std::move(file), full, seed, only);
    if (!campaign) return fail(campaign.error());
    if (!arguments.report_only)
      if (const auto ok = greet_programs(*campaign); !ok) return fail(ok.error());
    campaigns.push_back(std::move(*campaign));
  }
  const auto executor = make_executor(context.threads);
  if (!executor->leads()) {
    if (!arguments.report_only)
      for (const Campaign& campaign : campaigns) executor->serve(campaign);
    return static_cast<int>(done);
  }
  if (const auto can = can_write_reports(arguments.out, name); !can) return fail(can.error());
  std::vector<Evaluation> all;
  bool stopped = false, abandoned = false, troubled = false;
  double seconds = 0;
  for (const Campaign& campaign : campaigns) {
    const std::string path = (std::filesystem::path(arguments.out) / (campaign.file.name + ".sqlite")).string();
    auto store = Store::open(path);
    if (!store) return fail(store.error());
    std::vector<Failure> failures;
    if (!arguments.report_only && !stopped) {
      if (auto noted = store->note_run(command, executor->workers()); !noted) return fail(noted.error());
      LiveLines& live = context.live;
      live.begin(!context.quiet);
      const auto report =
          run_campaign(campaign, *store, *executor, interruption(), [&](const std::vector<Standing>& rows, double left) {
            live.draw(standing_lines(campaign.file.name, rows, live.seconds(), left));
          });
      live.clear();
      if (!report) {
        complain(report.error().message());
        return static_cast<int>(failed);
      }
      stopped = context.stopped();
      abandoned |= report->abandoned;
      seconds += report->seconds;
      for (const Failure& failure : report->failures) complain(text_of(failure, campaign));
      troubled |= !report->failures.empty();
      failures = report->failures;
      if (!context.quiet && !context.json)
        std::fputs(fmt::format("{}: {} games found in {}, {} played in {:.1f} s{}\n", campaign.file.name, grouped(report->found),
                               path, grouped(report->played), report->seconds, report->complete ? "" : "; not complete")
                       .c_str(),
                   stderr);
    }
    auto findings = evaluate(campaign, *store, std::move(failures));
    if (!findings) return fail(findings.error());
    all.push_back(std::move(*findings));
  }
  ReportHead head;
  head.title = all.size() == 1 ? all.front().campaign->file.title : title;
  head.command = command;
  head.made = fmt::format(
      "banmen {} (code {}), {:%Y-%m-%d\u00a0%H:%M}\u00a0UTC, {} sizes; every game's seed, settings and code are in the store",
      lab::version(), code_stamp(), fmt::gmtime(std::time(nullptr)), full ? "full" : "quick");
  const auto page = write_reports(arguments.out, name, head, all);
  if (!page) return fail(page.error());
  if (context.json) {
    context.print_text(json_report(head, all, *page) + "\n");
  } else {
    if (!arguments.files.empty())
      for (const Evaluation& one : all) say_findings(context, one);
    for (const std::string& line : summary_lines(all)) context.say("{}", line);
    for (const Evaluation& one : all)
      for (const Finding& f : one.findings)
        if (f.verdict == Verdict::differs) {
          const Experiment& e = one.campaign->file.experiments[one.campaign->cells[f.cell].experiment];
          const std::string factors = text_of(one.campaign->cells[f.cell].factors);
          context.say("  differs: {} {}{} {}: {}, printed {} ({}){}", one.campaign->file.name, e.place.empty() ? e.id : e.place,
                      factors.empty() ? "" : " [" + factors + "]", f.measure, text_of(f.estimate), printed_text(*f.printed),
                      difference_text(f), f.printed->why.empty() ? "" : ". " + f.printed->why);
        }
    if (stopped) context.say("interrupted; every finished game is kept, and the same command goes on");
    context.say("report: {}", *page);
  }
  if (abandoned) {
    // A long reading is still at work in a thread; what is finished has been written.
    std::fflush(nullptr);
    std::_Exit(interrupted);
  }
  return static_cast<int>(stopped ? interrupted : troubled ? failed : done);
}

void add_options(Command command, RunArguments& arguments, const char* which) {
  const Option quick =
      command->add_flag("--quick", arguments.quick,
                        fmt::format("Few games, for a first look{}", std::string(which) == "quick" ? " (the default)" : ""));
  command
      ->add_flag("--full", arguments.full,
                 fmt::format("The paper's number of games, or more{}", std::string(which) == "full" ? " (the default)" : ""))
      ->excludes(quick);
  command->add_option("--out", arguments.out, "Folder for stores and reports")->show_default();
  command->add_option("--only", arguments.only, "Only the experiments with these ids")->repeated();
  command->add_flag("--report-only", arguments.report_only, "Play nothing; make the report anew from the store");
}

}  // namespace

std::vector<std::string> paper_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_papers()) names.emplace_back(file.name.substr(0, file.name.size() - 5));
  return names;
}

void add_run(Command& app, Context& context) {
  auto arguments = std::make_shared<RunArguments>();
  arguments->program = app;
  Command command =
      add_command(app, context, "run", "Run the experiments of a file, keep every game, write a report",
                  "banmen run papers/yonin.toml --quick\nbanmen run my.toml --threads 8\nbanmen run my.toml --report-only --json",
                  [arguments](Context& c) -> Result<int> {
                    std::string files;
                    for (const std::string& file : arguments->files) files += " " + for_shell(file);
                    return run(c, *arguments, "", "run" + files, !arguments->quick);
                  });
  command->add_option("file", arguments->files, "The experiments (docs/lab.md says how to write them)")->required()->type("FILE");
  add_options(command, *arguments, "full");
}

void add_reproduce(Command& app, Context& context) {
  auto arguments = std::make_shared<RunArguments>();
  arguments->program = app;
  auto paper = std::make_shared<std::string>("all");
  Command command =
      add_command(app, context, "reproduce", "Run the experiments of the papers and set our figures beside the printed ones",
                  "banmen reproduce all --quick\nbanmen reproduce yonin --full --out results\nbanmen reproduce bao --json",
                  [arguments, paper](Context& c) -> Result<int> {
                    const auto names = paper_names();
                    if (*paper == "all")
                      arguments->papers = names;
                    else
                      arguments->papers = {*paper};
                    return run(c, *arguments, *paper, "reproduce " + *paper, arguments->full);
                  });
  command->add_option("paper", *paper, join(paper_names(), ", ") + " or all")->show_default();
  add_options(command, *arguments, "quick");
}

}  // namespace banmen::app
