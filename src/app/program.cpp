#include <CLI/CLI.hpp>

#include "app/command.hpp"
#include "core/machine.hpp"
#include "core/text.hpp"
#include "host/terminal.hpp"
#include "play/agents.hpp"

namespace banmen::app {

using AddCommand = void(Command&, Context&);
AddCommand add_agents, add_analyse, add_bench, add_census, add_certificate, add_check, add_claims, add_completion, add_db,
    add_engine, add_export, add_format, add_games, add_games_of, add_gtp, add_man, add_match, add_measure, add_perft, add_play,
    add_playout, add_reproduce, add_run, add_same, add_serve, add_show, add_solve, add_studies, add_tables, add_uci, add_verify;

namespace {

/// All commands, in the order and the groups of --help.
const std::vector<std::pair<const char*, std::vector<AddCommand*>>> command_groups = {
    {"Play", {add_play, add_show, add_match, add_engine, add_uci, add_gtp, add_games, add_agents}},
    {"Analyse", {add_analyse, add_measure, add_playout, add_perft, add_studies}},
    {"Solve", {add_solve, add_census, add_verify, add_export, add_db, add_certificate}},
    {"Experiment", {add_run, add_reproduce, add_games_of, add_claims}},
    {"Serve", {add_serve, add_tables}},
    {"Tools", {add_check, add_format, add_same, add_bench, add_completion, add_man}},
};

/// Options of the program that every command takes.
std::vector<const CLI::Option*> common_options(const CLI::App& program) {
  const auto is_common = [&](const CLI::Option* option) {
    return option != program.get_help_ptr() && option != program.get_version_ptr();
  };
  return program.get_options(is_common);
}

/// The program's --help has one line for each command; --help of a command also explains the common options.
class Help final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    return app->get_parent() == nullptr ? overview(*app) : CLI::Formatter::make_help(app, std::move(name), mode);
  }
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override {
    const CLI::App* program = app;
    while (program->get_parent() != nullptr) program = program->get_parent();
    return CLI::Formatter::make_subcommands(app, mode) + make_group("Options of every command", false, common_options(*program));
  }

 private:
  static std::string overview(const CLI::App& program) {
    std::string out = program.get_description() + "\nUsage: banmen COMMAND …, banmen --version\n\n", last;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); })) {
      const std::string& group = command->get_group();
      const std::string& help = command->get_description();
      out += fmt::format("{:<11} {:<11} {}\n", group == last ? "" : group, command->get_name(), help.substr(0, help.find('\n')));
      last = group;
    }
    std::string more = "'banmen GAME ID …' is short for 'banmen study GAME ID …'. Every command takes";
    for (const CLI::Option* option : common_options(program)) more += " " + option->get_name();
    for (const std::string& line : wrapped(more + "; 'banmen COMMAND --help' explains them and shows examples.", 80))
      out += "\n" + line;
    return out + "\n";
  }
};

/// The innermost command on the line.
const CLI::App* named_command(const CLI::App* app) {
  for (const CLI::App* sub : app->get_subcommands()) return named_command(sub);
  return app;
}

/// Hint for an unknown option.
std::string nearest_option(const CLI::App* command, const std::string& extra) {
  std::vector<std::string> candidates;
  for (const CLI::App* at = command; at != nullptr; at = at->get_parent())
    for (const CLI::Option* option : at->get_options())
      for (const std::string& name : option->get_lnames()) candidates.push_back("--" + name);
  return suggest(extra, candidates);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(sub->get_name());
  return names;
}

/// Error for an unknown command, with the nearest one. In `banmen censis bao` the program's command is misspelt and bao taken for
/// another, so the program's commands are candidates everywhere but among studies.
Error no_command(const CLI::App& program, const CLI::App& group, const std::string& path, const std::string& extra) {
  std::vector<std::string> names = command_names(group);
  if (path == "study ") return {"there are no studies of '" + extra + "'", suggest(extra, names), 0, 0};
  if (path.starts_with("study ")) return {"there is no study '" + extra + "'", suggest(extra, names), 0, 0};
  const std::size_t own = names.size();
  for (const std::string& name : command_names(program)) names.push_back(name);
  if (!nearest(extra, names)) names.resize(own);
  return {"there is no command '" + extra + "'", suggest(extra, names), 0, 0};
}

/// The values of an option; empty if the command has no such option.
std::vector<std::string> given(const CLI::App& command, const std::string& option) {
  const CLI::Option* found = command.get_option_no_throw(option);
  return found == nullptr ? std::vector<std::string>{} : found->results();
}

}  // namespace

std::unique_ptr<CLI::App> make_program(Context& context) {
  auto program = std::make_unique<CLI::App>("A laboratory for board games: play, search, solve and experiment.", "banmen");
  program->formatter(std::make_shared<Help>());
  program->set_version_flag("--version", fmt::format("banmen {}\nkernels on {}", BANMEN_VERSION, vector_form()));
  Command all(program.get());
  add_common_options(all, context);
  all.add_option("--threads", context.threads, "Worker threads; results do not depend on it")->range(1, 1024);
  program->fallthrough();
  program->require_subcommand(0, 1);  // so that a game named like a command (bao, hichain) can be an argument
  for (const auto& [group, adders] : command_groups)
    for (AddCommand* const add : adders) {
      add(all, context);
      for (CLI::App* command : program->get_subcommands({}))
        if (command->get_group() == "Subcommands") command->group(group);
    }
  return program;
}

Error parse_failure(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = named_command(&app);
  std::string path;
  for (const CLI::App* at = command; at != nullptr && at != &app; at = at->get_parent()) path = at->get_name() + " " + path;
  const std::string usage = "see banmen " + path + "--help";
  const auto extras = app.remaining(true);
  const bool needs_command = !command_names(*command).empty();
  const bool is_required = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (!extras.empty() && (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || (is_required && needs_command))) {
    const std::string& extra = extras.front();
    if (extra.starts_with('-')) return {"there is no option '" + extra + "'", nearest_option(command, extra), 0, 0};
    if (needs_command) return no_command(app, *command, path, extra);
    return {"unexpected argument '" + extra + "'", usage, 0, 0};
  }
  if (is_required && needs_command)
    return {"'banmen " + path.substr(0, path.size() - 1) + "' needs a subcommand", suggest("", command_names(*command)), 0, 0};
  return {error.what(), usage, 0, 0};
}

Result<void> dry_run(const std::string& line) {
  Context context;
  context.dry = true;
  const auto program = make_program(context);
  try {
    program->parse(line, true);
  } catch (const CLI::ParseError& error) {
    return fail(parse_failure(*program, error));
  }
  if (!context.outcome) return fail(context.outcome.error());
  const CLI::App* command = named_command(program.get());
  if (command == program.get()) return fail("no command given", "see banmen --help");
  TRY(context.load_plugins());
  const auto games = given(*command, "game");
  if (games.empty()) return {};
  const auto game = TRY(context.catalog.open(games.front()));
  for (const char* option : {"agents", "agent", "--agent", "--ladder"})
    for (const std::string& name : given(*command, option)) TRY(make_agent(*game, name));
  return {};
}

}  // namespace banmen::app
