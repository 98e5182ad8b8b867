// What every command of the program shares: the options, the catalog, output, progress, interruption.
//
// A command is one function `add_NAME(Command&, Context&)` in a file `cmd_….cpp`, listed in program.cpp. Its body returns an exit
// status, or an Error, which main prints as one line and whose kind makes the status.
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
/// That of a command that ended with an error.
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
  LiveLines live;                                // progress; control() and finish() look after it
  Result<int> outcome = static_cast<int>(done);  // of the command that ran

  /// How a printed command begins that repeats this one or goes on with it: the program, and the games it needs from outside.
  [[nodiscard]] std::string program() const;
  /// Adds the games of --plugin to the catalog.
  Result<void> load_plugins();
  /// A job's control: the chosen threads and seed, Ctrl-C as stop token, a progress bar on stderr where that is a terminal.
  [[nodiscard]] Control control();
  [[nodiscard]] bool stopped() const;
  /// `status`, or 130 after Ctrl-C. Clears the progress bar.
  [[nodiscard]] int finish(int status = done);

  /// The one JSON document of a command.
  void print(const Json& document) const;
  /// Text for people, without '\n' at its end.
  template <class... Args>
  void say(fmt::format_string<Args...> format, Args&&... args) const {
    if (!json) print_text(fmt::format(format, std::forward<Args>(args)...) + '\n');
  }
  /// Text as it is.
  void print_text(std::string_view text) const;
  /// The same where the text is all that a command prints: the field "text" of its document.
  void print_page(const std::string& text) const;
  void draw(const Picture& picture) const;

 private:
  void show_progress(std::uint64_t done, std::uint64_t total, std::string_view what);
};

/// All but --threads, which banmen-mpi does not have.
void add_common_options(Command& program, Context& context);

/// Adds a subcommand whose body runs after parsing. `examples` are shown under --help, one command a line.
Command add_command(Command& parent, Context& context, std::string name, std::string description, const std::string& examples,
                    std::function<Result<int>(Context&)> body);

/// The same with a check of the arguments that goes beyond parsing: it is made in dry runs too.
Command add_checked_command(Command& parent, Context& context, std::string name, std::string description,
                            const std::string& examples, std::function<Result<void>(Context&)> check,
                            std::function<Result<int>(Context&)> body);

/// Adds a command whose arguments are one struct: parsing fills it, then run(context, arguments) is called.
template <class Arguments>
std::pair<Command, Arguments&> add_command(Command& parent, Context& context, std::string name, std::string description,
                                           const std::string& examples, Result<int> (*run)(Context&, const Arguments&)) {
  auto arguments = std::make_shared<Arguments>();
  return {add_command(parent, context, std::move(name), std::move(description), examples,
                      [arguments, run](Context& c) { return run(c, *arguments); }),
          *arguments};
}

/// The same for a command about one game, which is its first argument and is opened for it.
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
  command->add_option("game", *name_of_game, "The game, as id[:key=value,…]")->required();
  return {command, *arguments};
}

/// The executor of `run` and `reproduce`: threads in banmen, ranks in banmen-mpi. Each program defines its own.
std::unique_ptr<lab::Executor> make_executor(int threads);

/// "banmen: …" on stderr, as one line: what a terminal would take for a command is written out. Where nobody can be told, that's
/// that.
void complain(std::string_view message);

/// An argument as a shell wants it: quoted where it holds more than letters, digits and a few signs.
std::string for_shell(const std::string& argument);

/// Where people's games are kept unless another folder is named: banmen in $XDG_DATA_HOME, or in .local/share at home. Empty where
/// neither is known.
std::string data_folder();

/// 1234567 → "1,234,567".
std::string grouped(std::uint64_t number);

/// GiB as bytes.
constexpr std::uint64_t gibibytes(double count) { return static_cast<std::uint64_t>(count * (1 << 30)); }

std::string text_of(const Datum& value, int digits = -1);
void show(const Context& context, const Findings& findings);

// Rule files as `check`, `format` and `show --rules` take them: a file of that name where there is one, else the library's text.

bool is_own_file(const std::string& name);
Result<rules::Text> rule_text(const std::string& name);
}  // namespace banmen::app
