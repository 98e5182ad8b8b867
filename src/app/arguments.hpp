// Options and commands for the command files. Hides CLI11, whose templates would dominate the compile time of each command.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/parameter.hpp"

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace banmen::app {

/// An option of a command. Calls can be chained.
class Option {
 public:
  struct Limits {
    double least, most;
  };
  explicit Option(CLI::Option* option, std::shared_ptr<Limits> limits = nullptr) : option_(option), limits_(std::move(limits)) {}
  Option* operator->() { return this; }

  Option& required();
  /// Limits of a number, inclusive.
  Option& range(double least, double most);
  Option& one_of(const std::vector<std::string>& texts);
  Option& folder();  // an existing one
  Option& words(int count);
  Option& repeated();  // may be repeated, one value each
  Option& type(const std::string& name);
  Option& may_be_empty();  // texts are non-empty by default
  Option& may_be_bare();   // the value is optional and then empty
  Option& show_default();
  Option& excludes(const Option& other);
  [[nodiscard]] bool given() const;

 private:
  CLI::Option* option_;
  std::shared_ptr<Limits> limits_;
};

/// A command, or the whole program. Variables must outlive parsing.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}
  Command* operator->() { return this; }

  Option add_option(const std::string& name, std::string& to, const std::string& help);
  Option add_option(const std::string& name, std::vector<std::string>& to, const std::string& help);
  /// A number: int, std::uint32_t, std::uint64_t or double.
  template <class Number>
  Option add_option(const std::string& name, Number& to, const std::string& help);
  Option add_flag(const std::string& name, bool& to, const std::string& help);

  /// A command that only has subcommands.
  Command add_group(const std::string& name, const std::string& description);
  void needs_command();
  void takes_command();  // an optional subcommand
  void hide();           // from its parent's --help
  /// True if the option was given.
  [[nodiscard]] bool given(const std::string& option) const;
  [[nodiscard]] CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
};

/// Described parameters as options of a command. "seed" is left to the common option --seed.
class GivenValues {
 public:
  GivenValues(std::string owner, std::vector<Parameter> schema) : owner_(std::move(owner)), schema_(std::move(schema)) {}

  /// The options write into this object, which must outlive parsing.
  void add_options(Command& command);
  /// The given values, as written.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> given() const;
  [[nodiscard]] Result<Values> check() const { return check_values(owner_, schema_, given()); }

 private:
  std::string owner_;
  std::vector<Parameter> schema_;
  struct Place {
    std::string text;                // of one word
    std::vector<std::string> words;  // of several
    bool flag = false;
    std::optional<Option> option = {};
  };
  std::map<std::string, Place> places_;
};

}  // namespace banmen::app
