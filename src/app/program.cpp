#include "app/program.hpp"

#include "core/machine.hpp"
#include "core/text.hpp"
#include "play/agents.hpp"

namespace banmen::app {
namespace {

/// Innermost command that was named on the line.
const CLI::App* named_command(const CLI::App* app) {
  for (const CLI::App* sub : app->get_subcommands()) return named_command(sub);
  return app;
}

/// What the user may have meant by an option that is none.
std::string nearest_option(const CLI::App* command, const std::string& extra) {
  std::vector<std::string> candidates;
  for (const CLI::App* at = command; at != nullptr; at = at->get_parent())
    for (const CLI::Option* option : at->get_options())
      for (const std::string& name : option->get_lnames()) candidates.push_back("--" + name);
  return suggest(extra, candidates);
}

/// What the user may have meant by a word that is no command. In `banmen censis bao` it is the command of the program that was
/// misspelt, and what follows was taken for another, so those of the program are candidates everywhere.
std::string nearest_command(const CLI::App& program, const CLI::App* group, const std::string& extra) {
  std::vector<std::string> own, all;
  for (const CLI::App* sub : group->get_subcommands([](const CLI::App*) { return true; })) own.push_back(sub->get_name());
  all = own;
  for (const CLI::App* sub : program.get_subcommands([](const CLI::App*) { return true; })) all.push_back(sub->get_name());
  return nearest(extra, all) ? suggest(extra, all) : suggest(extra, own);
}

/// The values that were given for an option, none where the command has no such option.
std::vector<std::string> given(const CLI::App& command, const std::string& option) {
  const CLI::Option* found = command.get_option_no_throw(option);
  return found == nullptr ? std::vector<std::string>{} : found->results();
}

}  // namespace

std::unique_ptr<CLI::App> make_program(Context& context) {
  auto program = std::make_unique<CLI::App>("A laboratory for board games: play, search, solve and experiment.", "banmen");
  program->set_version_flag("--version", fmt::format("banmen {}\nkernels on {}", BANMEN_VERSION, vector_form()));
  Command all(program.get());
  add_common_options(all, context);
  all.add_option("--threads", context.threads, "Worker threads; results do not depend on it")->range(1, 1024);
  program->fallthrough();
  program->require_subcommand(0, 1);  // so that a game named like a command (bao, hichain) is still read as a game after one
  add_commands(all, context);
  return program;
}

Error parse_failure(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = named_command(&app);
  std::string path;
  for (const CLI::App* at = command; at != nullptr && at != &app; at = at->get_parent()) path = at->get_name() + " " + path;
  const std::string usage = "see banmen " + path + "--help";
  const auto extras = app.remaining(true);
  const bool wants_command = !command->get_subcommands([](const CLI::App*) { return true; }).empty();
  const bool is_required = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (!extras.empty() && (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || (is_required && wants_command))) {
    const std::string& extra = extras.front();
    if (extra.starts_with('-')) return {"there is no option '" + extra + "'", nearest_option(command, extra), 0, 0};
    if (wants_command) return {"there is no command '" + extra + "'", nearest_command(app, command, extra), 0, 0};
    return {"nothing is wanted at '" + extra + "'", usage, 0, 0};
  }
  if (is_required && wants_command)
    return {"a command is wanted after 'banmen " + path.substr(0, path.size() - 1) + "'", nearest_command(app, command, ""), 0, 0};
  return {error.what(), usage, 0, 0};
}

Result<void> dry_run(const std::string& line) {
  Context context;
  context.dry = true;
  const auto program = make_program(context);
  outcome() = static_cast<int>(done);
  try {
    program->parse(line, true);
  } catch (const CLI::ParseError& error) {
    return fail(parse_failure(*program, error));
  }
  if (!outcome()) return fail(outcome().error());
  const CLI::App* command = named_command(program.get());
  if (command == program.get()) return fail("a command is wanted", "see banmen --help");
  if (const auto loaded = context.load_plugins(); !loaded) return fail(loaded.error());
  const auto games = given(*command, "game");
  if (games.empty()) return {};
  const auto table = context.catalog.open(games.front());
  if (!table) return fail(table.error());
  for (const char* option : {"agents", "agent", "--agent", "--ladder"})
    for (const std::string& name : given(*command, option))
      if (const auto agent = make_agent(**table, name); !agent) return fail(agent.error());
  return {};
}

}  // namespace banmen::app
