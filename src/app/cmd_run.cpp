// Experiments: `run FILE` and `reproduce PAPER`.
#include <array>
#include <cstdlib>

#include "app/command.hpp"
#include "core/text.hpp"
#include "host/interrupt.hpp"
#include "host/terminal.hpp"
#include "lab/run.hpp"

namespace banmen::app {
namespace {

using namespace lab;

struct RunArguments {
  std::vector<std::string> files, papers, only;
  bool quick = false, full = false, report_only = false;
  std::string out = "results";
  std::optional<Command> program;
};

/// Progress: a line for the total and one for each experiment.
std::vector<std::string> standing_lines(const std::string& title, const std::vector<Standing>& rows, double seconds, double left) {
  std::uint64_t done = 0, all = 0;
  std::vector<std::string> lines(1);
  for (const Standing& row : rows) {
    done += row.done;
    all += row.wanted;
    lines.push_back(fmt::format("  {:<20.20} {} {:>10} / {:<10} {}", row.id, bar(row.done, row.wanted, 10), grouped(row.done),
                                grouped(row.wanted), row.done == row.wanted ? "" : duration(row.seconds_left) + " on one core"));
  }
  lines[0] =
      fmt::format("{}: {} of {} games, {} elapsed, {} left", title, grouped(done), grouped(all), duration(seconds), duration(left));
  return lines;
}

/// Prints the first findings; the report has all.
void say_findings(const Context& context, const Evaluation& one) {
  constexpr std::size_t most = 60;
  // Columns are as narrow as their content allows.
  std::vector<std::array<std::string, 4>> rows;
  std::array<std::size_t, 4> width{};
  for (std::size_t k = 0; k < std::min(most, one.findings.size()); ++k) {
    const Finding& f = one.findings[k];
    const Cell& cell = one.campaign->cells[f.cell];
    rows.push_back(
        {one.campaign->file.experiments[cell.experiment].id, lab::text_of(cell.factors), f.measure, lab::text_of(f.estimate)});
    for (std::size_t column = 0; column < width.size(); ++column)
      width[column] = std::max(width[column], columns(rows.back()[column]));
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::string line;
    for (std::size_t column = 0; column < width.size(); ++column)
      if (width[column] > 0) line += "  " + rows[k][column] + std::string(width[column] - columns(rows[k][column]), ' ');
    const Finding& f = one.findings[k];
    context.say("{}  n {}{}", line, f.estimate.n,
                f.printed ? fmt::format("  paper {} ({})", printed_text(*f.printed), difference_text(f)) : "");
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

/// `what`: the command with its arguments. `name`: of the report; empty: named after the files.
Result<int> run(Context& context, const RunArguments& arguments, const std::string& name, const std::string& what, bool full) {
  std::optional<std::uint64_t> seed;
  if (arguments.program->given("--seed")) seed = context.seed;
  // All files are checked before anything is run.
  const auto run =
      TRY(prepare_run(context.catalog, {arguments.files, arguments.papers, name, repeat(context, arguments, what, full, seed),
                                        arguments.out, full, seed, arguments.only}));
  if (!arguments.report_only)
    for (const Campaign& campaign : run.campaigns) TRY(greet_programs(campaign));
  lift_grace();  // the executor bounds the time of its games, and after them the reports are written
  const auto executor = make_executor(context.threads);
  if (!executor->leads()) {
    if (!arguments.report_only)
      for (const Campaign& campaign : run.campaigns) executor->serve(campaign);
    return static_cast<int>(done);
  }
  LiveLines& live = context.live;
  RunWatch watch;
  watch.begins = [&](const Campaign&) { live.begin(!context.quiet); };
  watch.progress = [&](const Campaign& campaign, const std::vector<Standing>& rows, double left) {
    live.draw(standing_lines(campaign.file.name, rows, live.seconds(), left));
  };
  watch.ends = [&](const Campaign& campaign, const RunReport& report) {
    live.clear();
    for (const Failure& failure : report.failures) complain(lab::text_of(failure, campaign));
    if (!context.quiet && !context.json)
      std::fputs(fmt::format("{}: {} games were in {}, {} played in {:.1f} s{}\n", campaign.file.name, grouped(report.found),
                             run.store_of(campaign), grouped(report.played), report.seconds, report.complete ? "" : "; incomplete")
                     .c_str(),
                 stderr);
  };
  const auto end = arguments.report_only ? report_again(run) : perform(run, *executor, interruption(), watch);
  live.clear();
  if (!end) return fail(end.error());
  if (context.json) {
    context.print_text(json_report(end->head, end->all, end->page) + "\n");
  } else {
    if (!arguments.files.empty())
      for (const Evaluation& one : end->all) say_findings(context, one);
    for (const std::string& line : closing_lines(*end)) context.say("{}", line);
  }
  if (end->abandoned) {
    // A thread still reads out an endgame; all finished games have been written.
    std::fflush(nullptr);
    std::_Exit(interrupted);
  }
  return static_cast<int>(end->stopped ? interrupted : end->troubled ? failed : done);
}

void add_options(Command command, RunArguments& arguments, const char* which) {
  const Option quick =
      command->add_flag("--quick", arguments.quick,
                        fmt::format("Few games, for a first look{}", std::string(which) == "quick" ? " (the default)" : ""));
  command
      ->add_flag("--full", arguments.full,
                 fmt::format("Each experiment's full number of games{}", std::string(which) == "full" ? " (the default)" : ""))
      ->excludes(quick);
  command->add_option("--out", arguments.out, "Folder for stores and reports")->show_default();
  command->add_option("--only", arguments.only, "Only the experiments with these ids")->repeated();
  command->add_flag("--report-only", arguments.report_only, "Play nothing; rebuild the report from the store");
}

}  // namespace

void add_run(Command& app, Context& context) {
  auto arguments = std::make_shared<RunArguments>();
  arguments->program = app;
  Command command =
      add_command(app, context, "run", "Run the experiments of a file and write a report",
                  "banmen run papers/yonin.toml --quick\nbanmen run my.toml --threads 8\nbanmen run my.toml --report-only --json",
                  [arguments](Context& c) -> Result<int> {
                    std::string files;
                    for (const std::string& file : arguments->files) files += " " + for_shell(file);
                    return run(c, *arguments, "", "run" + files, !arguments->quick);
                  });
  command
      ->add_option("file", arguments->files,
                   "Experiment files (docs/lab.md); their agents may be programs, so run only files that you trust")
      ->required()
      ->type("FILE");
  add_options(command, *arguments, "full");
}

void add_reproduce(Command& app, Context& context) {
  auto arguments = std::make_shared<RunArguments>();
  arguments->program = app;
  auto paper = std::make_shared<std::string>("all");
  Command command =
      add_command(app, context, "reproduce", "Run the papers' experiments and compare the figures",
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
