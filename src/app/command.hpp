// What every command of the program shares: the options, the catalog, output, progress, interruption.
//
// A command is one file `cmd_NAME.cpp` with one function `add_NAME(Command&, Context&)`, listed in commands.cpp. Its body
// returns an exit status, or an Error, which main prints as one line and whose kind makes the status.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/arguments.hpp"
#include "app/live_lines.hpp"
#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "core/control.hpp"
#include "research/studies.hpp"

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
  LiveLines live;  // progress; control() and finish() look after it

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

/// --json, --quiet, --seed and --plugin.
void add_common_options(Command& program, Context& context);

/// Adds a subcommand whose body runs after parsing. `examples` are shown under --help, one command a line.
Command add_command(Command& parent, Context& context, std::string name, std::string description, const std::string& examples,
                    std::function<Result<int>(Context&)> body);

/// The same with a check of the arguments that goes beyond parsing: it is made in dry runs too.
Command add_checked_command(Command& parent, Context& context, std::string name, std::string description,
                            const std::string& examples, std::function<Result<void>(Context&)> check,
                            std::function<Result<int>(Context&)> body);

/// "banmen: …" on stderr, as one line: what a terminal would take for a command is written out. Where nobody can be told, that's
/// that.
void complain(std::string_view message);

/// The result of the command that was run (add_command's bodies put it there).
Result<int>& outcome();

/// All commands, in the order of --help.
void add_commands(Command& app, Context& context);

/// An argument as a shell wants it: quoted where it holds more than letters, digits and a few signs.
std::string for_shell(const std::string& argument);

/// 1234567 → "1,234,567".
std::string grouped(std::uint64_t number);

}  // namespace banmen::app
