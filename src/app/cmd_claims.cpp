// `banmen claims`: shows and filters the ledger, formats it as a page, runs its commands.
#include <unistd.h>

#include <map>

#include "app/command.hpp"
#include "core/control.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "host/process.hpp"
#include "host/terminal.hpp"
#include "host/threads.hpp"
#include "lab/run.hpp"

namespace banmen::app {
namespace {

using namespace lab;

struct ClaimsArguments {
  std::string paper, status, id, file;
  bool markdown = false, check = false, slow = false, parse = false;
};

Result<std::vector<PaperClaims>> open_ledger(const ClaimsArguments& arguments) {
  std::vector<PaperClaims> ledger;
  if (arguments.file.empty()) {
    ledger = TRY(the_ledger(arguments.paper));
  } else {
    const auto text = TRY(read_file(arguments.file));
    auto one = TRY(read_claims(text, arguments.file));
    ledger.push_back(std::move(one));
  }
  if (!arguments.id.empty()) {
    std::vector<std::string> ids;
    for (const PaperClaims& paper : ledger)
      for (const Claim& c : paper.claims) ids.push_back(c.id);
    if (std::find(ids.begin(), ids.end(), arguments.id) == ids.end())
      return fail("there is no claim '" + arguments.id + "'", suggest(arguments.id, ids));
  }
  for (PaperClaims& paper : ledger)
    std::erase_if(paper.claims, [&](const Claim& c) {
      return (!arguments.status.empty() && c.status != arguments.status) || (!arguments.id.empty() && c.id != arguments.id);
    });
  return ledger;
}

void say(Context& context, const std::vector<PaperClaims>& ledger) {
  std::size_t claims = 0;
  std::map<std::string, std::size_t> counts;
  for (const PaperClaims& paper : ledger) {
    if (paper.claims.empty()) continue;
    context.say("{}  {}", paper.paper, paper.title);
    for (const Claim& c : paper.claims) {
      ++claims;
      ++counts[c.status];
      bool first = true;
      for (const std::string& line : wrapped(c.text, 96)) {
        context.say("  {:<8} {:<12} {}", first ? "§" + c.section : "", first ? c.status : "", line);
        first = false;
      }
      for (const std::string& line : wrapped(c.found, 92)) context.say("{:24}  → {}", "", line);
      for (const std::string& reading : c.readings)
        for (const std::string& line : wrapped("reading: " + reading, 92)) context.say("{:24}    {}", "", line);
      context.say("{:24}  $ {}   ({}{})", "", c.command, c.id, c.cost == "seconds" ? "" : ", " + c.cost);
    }
    context.say("");
  }
  std::string line;
  for (const std::string& status : claim_statuses())
    if (counts[status] > 0) line += fmt::format("{}{} {}", line.empty() ? ": " : ", ", counts[status], status);
  context.say("{} claim{}{}", claims, claims == 1 ? "" : "s", line);
}

/// Claims with a command that can't be parsed.
std::vector<std::string> unreadable(const std::vector<PaperClaims>& ledger) {
  std::vector<std::string> out;
  for (const PaperClaims& paper : ledger)
    for (const Claim& c : paper.claims)
      if (const auto read = dry_run(c.command); !read) out.push_back(c.id + ": " + c.command + ": " + read.error().message());
  return out;
}

std::string this_program() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "banmen";
}

/// Runs a command of the ledger and returns the JSON document that it prints.
Result<std::string> output_of(const std::string& command, const std::stop_token& stop) {
  const std::string line = "exec '" + this_program() + "'" + command.substr(std::string_view("banmen").size()) +
                           " --json --quiet --threads 1 2>&1 </dev/null";
  auto process = TRY(Process::start(line));
  while (!stop.stop_requested()) {
    auto text = process->read_line(0.5);
    if (text) return text;
    if (text.error().kind != ErrorKind::no_answer) return fail(text.error());
  }
  return fail(ErrorKind::stopped, "interrupted");
}

/// A command and its output; claims with the same command share one run.
struct Run {
  std::string command;
  std::vector<const Claim*> claims;
  std::string output, trouble;
  double seconds = 0;
};

std::vector<Run> runs_of(const std::vector<PaperClaims>& ledger, bool slow) {
  std::vector<Run> runs;
  std::map<std::string, std::size_t> known;
  for (const PaperClaims& paper : ledger)
    for (const Claim& c : paper.claims) {
      if (c.expect.empty() || (!slow && c.cost != "seconds")) continue;
      const auto [at, fresh] = known.emplace(c.command, runs.size());
      if (fresh) runs.push_back({c.command, {}, {}, {}, 0});
      runs[at->second].claims.push_back(&c);
    }
  return runs;
}

Result<int> run_check(Context& context, const std::vector<PaperClaims>& ledger, bool slow) {
  std::vector<Run> runs = runs_of(ledger, slow);
  const Control control = context.control();
  run_chunks(control, runs.size(), 1, "commands run", [&] {
    return [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t k = from; k < to; ++k) {
        const auto begin = std::chrono::steady_clock::now();
        const auto output = output_of(runs[k].command, control.stop);
        runs[k].seconds = seconds_since(begin);
        (output ? runs[k].output : runs[k].trouble) = output ? *output : output.error().message();
      }
    };
  });
  const auto broken = unreadable(ledger);
  Json checked = Json::array();
  std::size_t agree = 0, differ = 0, left = 0;
  for (const Run& run : runs) {
    if (context.stopped() && run.output.empty()) {
      ++left;
      continue;
    }
    for (const Claim* claim : run.claims)
      for (const Expectation& e : claim->expect) {
        const Meeting m = run.trouble.empty() ? meet(e, run.output) : Meeting{false, run.trouble};
        ++(m.agrees ? agree : differ);
        context.say("{}  {:<28} {:<28} {} {}{}", m.agrees ? "agrees " : "DIFFERS", claim->id,
                    e.at + e.where + (e.size ? " (size)" : ""), m.got, m.agrees ? "" : "instead of " + e.value,
                    e.printed ? "   paper: " + *e.printed : "");
        checked.push_back({{"id", claim->id},
                           {"expect", expectation_document(e)},
                           {"got", m.got},
                           {"agrees", m.agrees},
                           {"seconds", run.seconds}});
      }
  }
  for (const std::string& line : broken) context.say("INVALID  {}", line);
  const int status = context.finish(differ == 0 && broken.empty() ? done : failed);
  if (context.json)
    context.print({{"checked", checked}, {"agree", agree}, {"differ", differ}, {"not_run", left}, {"unreadable", broken}});
  else
    context.say("{} of {} figures agree{}", agree, agree + differ,
                status == interrupted ? fmt::format("; interrupted, {} commands were not run", left) : "");
  return status;
}

Result<int> run(Context& context, const ClaimsArguments& arguments) {
  const auto ledger = TRY(open_ledger(arguments));
  if (arguments.markdown) {
    context.print_page(claims_page(ledger));
    return context.finish();
  }
  if (arguments.check) return run_check(context, ledger, arguments.slow);
  if (arguments.parse) {
    const auto broken = unreadable(ledger);
    if (context.json) context.print({{"unreadable", broken}});
    for (const std::string& line : broken) context.say("{}", line);
    std::size_t all = 0;
    for (const PaperClaims& paper : ledger) all += paper.claims.size();
    context.say("{} of {} commands are valid", all - broken.size(), all);
    return context.finish(broken.empty() ? done : failed);
  }
  if (context.json)
    context.print(claims_document(ledger));
  else
    say(context, ledger);
  return context.finish();
}

}  // namespace

void add_claims(Command& app, Context& context) {
  auto [command, arguments] = add_command<ClaimsArguments>(
      app, context, "claims", "Show the ledger: the papers' claims and our results",
      "banmen claims bao\nbanmen claims --status refuted\nbanmen claims amazons --check\nbanmen claims --markdown", run);
  command->add_option("paper", arguments.paper, "Only this paper: " + join(paper_names(), ", "));
  command->add_option("--status", arguments.status, "Only claims with this status")->one_of(claim_statuses());
  command->add_option("--id", arguments.id, "Only this claim");
  command->add_option("--file", arguments.file, "Read this file instead of the built-in ledger");
  command->add_flag("--markdown", arguments.markdown, "Print the page docs/claims.md");
  command->add_flag("--check", arguments.check, "Run each claim's command and compare its figures with the expected ones");
  command->add_flag("--slow", arguments.slow, "With --check, also run commands that take minutes or hours");
  command->add_flag("--parse", arguments.parse,
                    "Run nothing; only check that each claim's command can be read, with its games and agents");
}

}  // namespace banmen::app
