// The command line: parses, runs one command, turns errors into one line and an exit status.
#include <cstdio>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "core/text.hpp"

namespace banmen::app {
namespace {

/// Innermost command that was named on the line.
const CLI::App* named_command(const CLI::App* app) {
  for (const CLI::App* sub : app->get_subcommands()) return named_command(sub);
  return app;
}

/// What the user may have meant by a word that fits nowhere.
std::string hint_for(const CLI::App& app, const std::string& extra) {
  const CLI::App* command = named_command(&app);
  std::vector<std::string> candidates;
  if (extra.starts_with('-')) {
    for (const CLI::App* at = command; at != nullptr; at = at->get_parent())
      for (const CLI::Option* option : at->get_options())
        for (const std::string& name : option->get_lnames()) candidates.push_back("--" + name);
  } else {
    for (const CLI::App* sub : command->get_subcommands([](const CLI::App*) { return true; }))
      candidates.push_back(sub->get_name());
  }
  return suggest(extra, candidates);
}

int refuse(const Error& error) {
  fmt::print(stderr, "banmen: {}\n", error.message());
  return bad_input;
}

int parse_failure(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = named_command(&app);
  const std::string usage = command == &app ? "see banmen --help" : "see banmen " + command->get_name() + " --help";
  const auto extras = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extras.empty()) {
    const bool option = extras.front().starts_with('-');
    const bool is_command = !option && command == &app;
    const std::string hint = hint_for(app, extras.front());
    return refuse({(option       ? "there is no option '"
                    : is_command ? "there is no command '"
                                 : "nothing is wanted at '") +
                       extras.front() + "'",
                   hint.empty() ? usage : hint, 0, 0});
  }
  return refuse({error.what(), usage, 0, 0});
}

}  // namespace
}  // namespace banmen::app

int main(int argc, char** argv) {
  using namespace banmen;
  using namespace banmen::app;
  Context context;
  CLI::App program("A laboratory for board games: play, search, solve and experiment.", "banmen");
  program.set_version_flag("--version", "banmen " BANMEN_VERSION);
  program.add_flag("--json", context.json, "Print one JSON document on stdout and nothing else");
  program.add_flag("--quiet", context.quiet, "No progress on stderr");
  program.add_option("--plugin", context.plugins, "Add the game of a shared object to the catalog")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  program.add_option("--seed", context.seed, "Seed of all random numbers")->capture_default_str();
  program.add_option("--threads", context.threads, "Worker threads; results do not depend on it")->check(CLI::Range(1, 1024));
  program.fallthrough();
  program.require_subcommand(0, 1);  // so that a game named like a command (bao, hichain) is still read as a game after one
  add_commands(program, context);

  if (argc < 2) {
    fmt::print("{}", program.help());
    return done;
  }
  interruption();
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return program.exit(success);
  } catch (const CLI::ParseError& error) {
    return parse_failure(program, error);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "banmen: out of memory\n");
    return failed;
  }
  if (!outcome()) {
    (void)context.finish();
    return refuse(outcome().error());
  }
  if (std::fflush(stdout) != 0) {
    fmt::print(stderr, "banmen: can't write the output\n");
    return failed;
  }
  return *outcome();
}
