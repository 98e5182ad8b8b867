// Shared by all commands: options, catalog, output, progress, interruption.
//
// A command is a function `add_NAME(Command&, Context&)` in a file `cmd_….cpp`, listed in program.cpp. Its body returns an exit
// status, or an Error, which main prints as one line and whose kind determines the status.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/arguments.hpp"
#include "app/live_lines.hpp"
#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "core/control.hpp"
#include "core/error.hpp"
#include "core/findings.hpp"
#include "core/try.hpp"
#include "research/studies.hpp"
#include "rules/reader.hpp"

namespace banmen::lab {
class Executor;
}

namespace banmen::app {

/// Exit statuses.
enum Status : int { done = 0, failed = 1, bad_input = 2, interrupted = 130 };
/// The status for an error.
Status status_of(const Error& error);

class Context {
 public:
  Context();

  Catalog catalog{studies_of};
  bool json = false;
  bool quiet = false;
  bool dry = false;  // parse only: no command runs
  bool slow_rules = false;
  std::uint64_t seed = 1;
  int threads = 1;
  std::vector<std::string> plugins;
  LiveLines live;                                // progress, managed by control() and finish()
  Result<int> outcome = static_cast<int>(done);  // of the command that ran

  /// Beginning of a printed command that repeats or resumes this one: the program and its plug-ins.
  [[nodiscard]] std::string program() const;
  /// Applies --plugin and --slow-rules to the catalog.
  Result<void> load_plugins();
  /// A job's control: threads, seed, Ctrl-C as stop token, and a progress bar if stderr is a terminal.
  [[nodiscard]] Control control();
  [[nodiscard]] bool stopped() const;
  /// `status`, or 130 after Ctrl-C. Clears the progress bar.
  [[nodiscard]] int finish(int status = done);

  /// Prints the command's JSON document.
  void print(const Json& document) const;
  /// Prints a line of text, unless --json is given.
  template <class... Args>
  void say(fmt::format_string<Args...> format, Args&&... args) const {
    if (!json) print_text(fmt::format(format, std::forward<Args>(args)...) + '\n');
  }
  /// Prints text verbatim.
  void print_text(std::string_view text) const;
  /// Prints the whole output of a command; with --json as the field "text".
  void print_page(const std::string& text) const;
  void draw(const Picture& picture) const;

 private:
  void show_progress(std::uint64_t done, std::uint64_t total, std::string_view what);
};

/// Adds all common options but --threads, which banmen-mpi does not have.
void add_common_options(Command& program, Context& context);

/// Adds a subcommand whose body runs after parsing. `examples`: for --help, one command per line.
Command add_command(Command& parent, Context& context, std::string name, std::string description, const std::string& examples,
                    std::function<Result<int>(Context&)> body);

/// The same with a check of the arguments, which dry runs make too.
Command add_checked_command(Command& parent, Context& context, std::string name, std::string description,
                            const std::string& examples, std::function<Result<void>(Context&)> check,
                            std::function<Result<int>(Context&)> body);

/// Adds a command whose arguments are a struct: parsing fills it, then calls run(context, arguments).
template <class Arguments>
std::pair<Command, Arguments&> add_command(Command& parent, Context& context, std::string name, std::string description,
                                           const std::string& examples, Result<int> (*run)(Context&, const Arguments&)) {
  auto arguments = std::make_shared<Arguments>();
  return {add_command(parent, context, std::move(name), std::move(description), examples,
                      [arguments, run](Context& c) { return run(c, *arguments); }),
          *arguments};
}

/// The same for a command about one game, its first argument, which is opened for it.
template <class Arguments>
std::pair<Command, Arguments&> add_game_command(Command& parent, Context& context, std::string name, std::string description,
                                                const std::string& examples,
                                                Result<int> (*run)(Context&, const OpenGame&, const Arguments&)) {
  auto name_of_game = std::make_shared<std::string>();
  auto arguments = std::make_shared<Arguments>();
  Command command = add_command(parent, context, std::move(name), std::move(description), examples,
                                [name_of_game, arguments, run](Context& c) -> Result<int> {
                                  const auto game = c.catalog.open(*name_of_game);
                                  return game ? run(c, **game, *arguments) : fail(game.error());
                                });
  command->add_option("game", *name_of_game, "Game, as id[:key=value,…]")->required();
  return {command, *arguments};
}

/// The executor of `run` and `reproduce`: threads in banmen, ranks in banmen-mpi. Each program defines its own.
std::unique_ptr<lab::Executor> make_executor(int threads);

/// Prints "banmen: …" to stderr as one line, with control characters escaped. If stderr is not writable, the message is lost.
void complain(std::string_view message);

/// Quotes an argument for a shell if necessary.
std::string for_shell(const std::string& argument);

/// The default folder for tables: banmen in $XDG_DATA_HOME, or in ~/.local/share. Empty if neither is known.
std::string data_folder();

/// 1234567 → "1,234,567".
std::string grouped(std::uint64_t number);

/// GiB as bytes.
constexpr std::uint64_t gibibytes(double count) { return static_cast<std::uint64_t>(count * (1 << 30)); }

std::string text_of(const Datum& value, int digits = -1);
void show(const Context& context, const Findings& findings);

// Rule files for `check`, `format` and `show --rules`: an existing file of that name, else the library's.

bool is_own_file(const std::string& name);
Result<rules::Text> rule_text(const std::string& name);
// The program, in program.cpp.

/// Common options and all commands. The context must outlive it.
std::unique_ptr<CLI::App> make_program(Context& context);

/// The error of a failed parse, with a hint.
Error parse_failure(const CLI::App& program, const CLI::ParseError& error);

/// Checks a line "banmen …" without running it: command and options must exist, games and agents must open.
Result<void> dry_run(const std::string& line);

}  // namespace banmen::app
