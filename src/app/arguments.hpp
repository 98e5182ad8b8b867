// Options and commands as the command files see them. CLI11 stands behind it and few sources include it: its templates would
// otherwise be most of what each command costs to compile.
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
  /// Of a number, both ends included.
  Option& range(double least, double most);
  Option& one_of(const std::vector<std::string>& texts);
  Option& folder();  // one that is there
  Option& words(int count);
  Option& repeated();  // given several times, a value each
  Option& type(const std::string& name);
  Option& may_be_empty();  // a text; any other must not be
  Option& may_be_bare();   // a text that may be left out: then it is empty
  Option& show_default();
  Option& excludes(const Option& other);
  [[nodiscard]] bool given() const;

 private:
  CLI::Option* option_;
  std::shared_ptr<Limits> limits_;
};

/// A command, or the whole program, to which options are added. Variables must outlive the parsing.
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

  /// A command that only has commands of its own.
  Command add_group(const std::string& name, const std::string& description);
  void needs_command();
  void takes_command();  // one of its own, or none
  void hide();           // from --help of the command that it belongs to
  /// Whether an option was given.
  [[nodiscard]] bool given(const std::string& option) const;
  [[nodiscard]] CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
};

/// Parameters described as data, as options of a command. The seed is none of them: --seed is every command's.
class GivenValues {
 public:
  GivenValues(std::string owner, std::vector<Parameter> schema) : owner_(std::move(owner)), schema_(std::move(schema)) {}

  /// The options write here, so this object must outlive the parsing.
  void add_options(Command& command);
  /// Those that were given, as they were written.
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
