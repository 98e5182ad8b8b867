// Parameters described as data, as options of a command.
#pragma once

#include <map>
#include <optional>

#include "app/command.hpp"

namespace banmen::app {

/// What a command line says of some parameters. The seed is none of them: --seed is every command's.
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
