// A checked reader of TOML files. The keys that a program asks for are the keys that a table may have: `done()` refuses all others
// and suggests the nearest. The first mistake is kept with file, line and column, and later queries return neutral values, so a
// reader checks `verdict()` once, at the end:
//
//   auto file = TomlFile::read(path);
//   TomlTable top = file->top();
//   const std::string name = top["name"].text();
//   const long games = top.integer("games", 1000, 1, 1'000'000'000);
//   for (TomlTable claim : top.tables("claim")) { …; claim.done(); }
//   top.done();
//   if (auto ok = file->verdict(); !ok) return fail(ok.error());
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace banmen::lab {

namespace toml_detail {
struct State;  // the parsed file and the first mistake
}  // namespace toml_detail

class TomlTable;

/// A value of the file, or a missing one: then a mistake has been noted and queries return neutral values.
class TomlValue {
 public:
  [[nodiscard]] bool is_text() const;
  [[nodiscard]] bool is_integer() const;
  [[nodiscard]] bool is_number() const;  // integer or real
  [[nodiscard]] bool is_flag() const;
  [[nodiscard]] bool is_list() const;
  [[nodiscard]] bool is_table() const;

  // Each notes a mistake if the value has another type or is out of range.
  [[nodiscard]] std::string text() const;  // not empty
  [[nodiscard]] std::string choice(const std::vector<std::string>& choices) const;
  [[nodiscard]] long integer(long least, long most) const;
  [[nodiscard]] double real(double least, double most) const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] std::vector<TomlValue> list() const;
  [[nodiscard]] std::vector<std::string> texts() const;  // a list of texts
  [[nodiscard]] TomlTable table() const;

  /// The value as in a game's or agent's name: 8, 0.5, true, queen.
  [[nodiscard]] std::string plain() const;
  /// Its line in the file, 1-based; 0 if it is missing.
  [[nodiscard]] int line() const;
  /// Notes a mistake in the meaning of the value ("there is no game 'boa'").
  void wrong(std::string what, std::string hint = {}) const;

 private:
  friend class TomlTable;
  friend class TomlFile;
  TomlValue(std::shared_ptr<toml_detail::State> state, const void* node, std::string name)
      : state_(std::move(state)), node_(node), name_(std::move(name)) {}
  void expected(std::string_view what, std::string hint = {}) const;

  std::shared_ptr<toml_detail::State> state_;
  const void* node_;
  std::string name_;  // "experiment.games"
};

class TomlTable {
 public:
  /// A required value.
  TomlValue operator[](std::string_view key);
  /// An optional value.
  std::optional<TomlValue> find(std::string_view key);
  [[nodiscard]] bool has(std::string_view key) { return find(key).has_value(); }

  // Optional values with their defaults.
  std::string text(std::string_view key, std::string fallback);
  std::string choice(std::string_view key, const std::vector<std::string>& choices);  // default: the first
  long integer(std::string_view key, long fallback, long least, long most);
  double real(std::string_view key, double fallback, double least, double most);
  bool flag(std::string_view key, bool fallback);
  std::vector<std::string> texts(std::string_view key);
  /// The tables of [[key]]; empty if it is missing.
  std::vector<TomlTable> tables(std::string_view key);

  /// All keys with their values, in the order of the file, for tables with arbitrary keys.
  std::vector<std::pair<std::string, TomlValue>> all();

  /// Refuses keys that were never queried.
  void done() const;
  void wrong(std::string what, std::string hint = {}) const;

 private:
  friend class TomlValue;
  friend class TomlFile;
  explicit TomlTable(TomlValue self);

  TomlValue self_;
  std::shared_ptr<std::set<std::string, std::less<>>> asked_;  // keys queried
};

class TomlFile {
 public:
  static Result<TomlFile> read(const std::string& path);
  static Result<TomlFile> parse(std::string_view text, std::string name);

  [[nodiscard]] TomlTable top() const;
  /// The first mistake.
  [[nodiscard]] Result<void> verdict() const;
  [[nodiscard]] bool good() const { return verdict().has_value(); }

 private:
  std::shared_ptr<toml_detail::State> state_;
};

}  // namespace banmen::lab
