// Parameters of games, agents and studies: described as data by their owner, validated in one place, and parsed from names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace banmen {

struct Parameter {
  enum class Kind { integer, real, flag, choice, text };

  std::string name;
  Kind kind = Kind::text;
  std::string fallback;  // the default, as the user would write it
  std::string help;
  double least = 0;                  // integer, real
  double most = 0;                   // integer, real
  double step = 1;                   // integer: step between valid values
  std::vector<std::string> choices;  // choice
  std::string form;                  // text: its form, for help and errors ("N or ROWSxCOLUMNS")

  // On the command line:
  bool positional = false;  // a positional argument, not --name
  bool required = false;
  bool file = false;      // a text that is a path
  int words = 1;          // number of words of a text, each a separate argument
  std::string also = {};  // another name of the option

  static Parameter integer(std::string name, std::int64_t fallback, std::int64_t least, std::int64_t most, std::string help);
  static Parameter real(std::string name, std::string fallback, double least, double most, std::string help);
  static Parameter flag(std::string name, bool fallback, std::string help);
  static Parameter choice(std::string name, std::vector<std::string> choices, std::string help);  // first = default
  static Parameter text(std::string name, std::string fallback, std::string form, std::string help);
  static Parameter path(std::string name, std::string help);  // of a file; none by default

  // As in Parameter::integer("holes", 4, 2, 13, "Holes a side").at_place().needed()
  [[nodiscard]] Parameter at_place() const;
  [[nodiscard]] Parameter needed() const;
  [[nodiscard]] Parameter without_default() const;  // 0 or an empty text if omitted

  [[nodiscard]] std::string type() const;   // "integer", "real", "flag", "choice", "text"
  [[nodiscard]] std::string range() const;  // "2..13", "void|illegal|forfeit", "true|false", or the form
};

/// Values of all parameters of one schema, each checked against its range, missing ones at their default.
class Values {
 public:
  Values() = default;
  explicit Values(std::map<std::string, std::string, std::less<>> texts) : texts_(std::move(texts)) {}

  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;
  /// The words of a text. The command line passes one per line, since they may contain blanks; elsewhere blanks separate them.
  [[nodiscard]] std::vector<std::string> words(std::string_view name) const;

 private:
  std::map<std::string, std::string, std::less<>> texts_;
};

/// Checks given key=value pairs against a schema. `owner` is named in errors ("bao").
Result<Values> check_values(std::string_view owner, const std::vector<Parameter>& schema,
                            const std::vector<std::pair<std::string, std::string>>& given);

// ---------------------------------------------------------------------------------------------- names

/// The name of a game or agent with parameters: id[:key=value,…].
struct Name {
  std::string id;
  std::vector<std::pair<std::string, std::string>> given;  // in the order written
};

/// A part without '=' continues the previous value, so that "bao:board=0,4,0,4,endless=void" works.
Result<Name> read_name(std::string_view text);

/// The canonical name: only values that differ from the defaults, in the order of the schema.
std::string canonical_name(std::string_view id, const std::vector<Parameter>& schema, const Values& values);

}  // namespace banmen
