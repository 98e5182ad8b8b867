#include "lab/toml.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <set>

#include "core/characters.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "host/files.hpp"

namespace banmen::lab {

namespace toml_detail {

struct State {
  std::string name;
  toml::table root;
  std::optional<Error> mistake;

  void note(std::string what, std::string hint, toml::source_position at) {
    if (mistake) return;
    mistake = Error{std::move(what), std::move(hint), static_cast<int>(at.column), static_cast<int>(at.line), name};
  }
};

}  // namespace toml_detail

namespace {

const toml::node* node_of(const void* node) { return static_cast<const toml::node*>(node); }

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::string: return "a text";
    case toml::node_type::integer: return "a whole number";
    case toml::node_type::floating_point: return "a number";
    case toml::node_type::boolean: return "true or false";
    default: return "a date";
  }
}

std::string name_in(const std::string& table, std::string_view key) {
  return table.empty() ? std::string(key) : table + "." + std::string(key);
}

}  // namespace

// ---- Values

bool TomlValue::is_text() const { return node_ != nullptr && node_of(node_)->is_string(); }
bool TomlValue::is_integer() const { return node_ != nullptr && node_of(node_)->is_integer(); }
bool TomlValue::is_number() const { return node_ != nullptr && node_of(node_)->is_number(); }
bool TomlValue::is_flag() const { return node_ != nullptr && node_of(node_)->is_boolean(); }
bool TomlValue::is_list() const { return node_ != nullptr && node_of(node_)->is_array(); }
bool TomlValue::is_table() const { return node_ != nullptr && node_of(node_)->is_table(); }

int TomlValue::line() const { return node_ == nullptr ? 0 : static_cast<int>(node_of(node_)->source().begin.line); }

void TomlValue::wrong(std::string what, std::string hint) const {
  if (node_ == nullptr) return;  // the mistake has been noted
  state_->note(name_.empty() ? std::move(what) : name_ + ": " + what, std::move(hint), node_of(node_)->source().begin);
}

void TomlValue::expected(std::string_view what, std::string hint) const {
  if (node_ != nullptr) wrong(fmt::format("expected {}, got {}", what, kind_of(*node_of(node_))), std::move(hint));
}

std::string TomlValue::text() const {
  if (!is_text()) {
    expected("a text", is_number() || is_flag() ? fmt::format("write \"{}\"", plain()) : "");
    return {};
  }
  std::string found = plain();
  if (found.empty()) wrong("the text is empty");
  return found;
}

std::string TomlValue::choice(const std::vector<std::string>& choices) const {
  std::string found = text();
  if (!found.empty() && std::find(choices.begin(), choices.end(), found) == choices.end())
    wrong("there is no '" + found + "'", suggest(found, choices));
  return found;
}

long TomlValue::integer(long least, long most) const {
  if (!is_integer()) {
    expected("a whole number");
    return least;
  }
  const long found = node_of(node_)->as_integer()->get();
  if (found >= least && found <= most) return found;
  wrong(fmt::format("{} is out of range", found), fmt::format("{}..{}", least, most));
  return least;
}

double TomlValue::real(double least, double most) const {
  if (!is_number()) {
    expected("a number");
    return least;
  }
  const double found = *node_of(node_)->value<double>();
  if (found >= least && found <= most) return found;  // false for NaN
  wrong(fmt::format("{} is out of range", found), fmt::format("{}..{}", least, most));
  return least;
}

bool TomlValue::flag() const {
  if (!is_flag()) {
    expected("true or false");
    return false;
  }
  return node_of(node_)->as_boolean()->get();
}

std::vector<TomlValue> TomlValue::list() const {
  std::vector<TomlValue> found;
  if (!is_list()) {
    expected("a list");
    return found;
  }
  for (const toml::node& item : *node_of(node_)->as_array()) found.push_back(TomlValue(state_, &item, name_));
  return found;
}

std::vector<std::string> TomlValue::texts() const {
  std::vector<std::string> found;
  for (const TomlValue& item : list()) found.push_back(item.text());
  return found;
}

TomlTable TomlValue::table() const {
  if (!is_table()) {
    expected("a table");
    return TomlTable(TomlValue(state_, nullptr, name_));
  }
  return TomlTable(*this);
}

std::string TomlValue::plain() const {
  if (is_text()) {
    std::string found = node_of(node_)->as_string()->get();
    if (harmless_lines(found) != found) wrong("the text has a control character or an invisible one");
    return found;
  }
  if (is_integer()) return std::to_string(node_of(node_)->as_integer()->get());
  if (is_number()) return fmt::format("{}", *node_of(node_)->value<double>());
  if (is_flag()) return flag() ? "true" : "false";
  expected("a text, a number or a flag");
  return {};
}

// ---- Tables

TomlTable::TomlTable(TomlValue self) : self_(std::move(self)), asked_(std::make_shared<std::set<std::string, std::less<>>>()) {}

std::optional<TomlValue> TomlTable::find(std::string_view key) {
  asked_->emplace(key);
  if (self_.node_ == nullptr) return std::nullopt;
  const toml::node* found = node_of(self_.node_)->as_table()->get(key);
  if (found == nullptr) return std::nullopt;
  return TomlValue(self_.state_, found, name_in(self_.name_, key));
}

TomlValue TomlTable::operator[](std::string_view key) {
  if (auto found = find(key)) return *found;
  // A misspelt key is likelier than a missing one; done() would only report the misspelt one as unknown.
  if (self_.node_ != nullptr) {
    std::string hint;
    for (const auto& [other, node] : *node_of(self_.node_)->as_table())
      if (!asked_->contains(other.str()) && nearest(other.str(), {std::string(key)}))
        hint = fmt::format("is '{}' in line {} a misspelling?", other.str(), other.source().begin.line);
    wrong(fmt::format("'{}' is missing", key), hint);
  }
  return TomlValue(self_.state_, nullptr, name_in(self_.name_, key));
}

std::string TomlTable::text(std::string_view key, std::string fallback) {
  const auto found = find(key);
  return found ? found->text() : std::move(fallback);
}

std::string TomlTable::choice(std::string_view key, const std::vector<std::string>& choices) {
  const auto found = find(key);
  return found ? found->choice(choices) : choices.front();
}

long TomlTable::integer(std::string_view key, long fallback, long least, long most) {
  const auto found = find(key);
  return found ? found->integer(least, most) : fallback;
}

double TomlTable::real(std::string_view key, double fallback, double least, double most) {
  const auto found = find(key);
  return found ? found->real(least, most) : fallback;
}

bool TomlTable::flag(std::string_view key, bool fallback) {
  const auto found = find(key);
  return found ? found->flag() : fallback;
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
  const auto found = find(key);
  return found ? found->texts() : std::vector<std::string>{};
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) {
  std::vector<TomlTable> out;
  const auto found = find(key);
  if (!found) return out;
  if (found->is_table()) {
    found->wrong("expected a list of tables, not a single one", fmt::format("write [[{}]]", found->name_));
    return out;
  }
  for (const TomlValue& item : found->list()) out.push_back(item.table());
  return out;
}

std::vector<std::pair<std::string, TomlValue>> TomlTable::all() {
  std::vector<std::pair<std::string, TomlValue>> out;
  if (self_.node_ == nullptr) return out;
  std::vector<std::pair<toml::source_position, std::string>> order;
  for (const auto& [key, node] : *node_of(self_.node_)->as_table()) order.emplace_back(key.source().begin, std::string(key.str()));
  std::sort(order.begin(), order.end());
  for (auto& [at, key] : order) {
    out.emplace_back(key, *find(key));
    if (harmless(key) != key) out.back().second.wrong("the key has a control character or an invisible one");
  }
  return out;
}

void TomlTable::done() const {
  if (self_.node_ == nullptr) return;
  const toml::key* first = nullptr;
  for (const auto& [key, node] : *node_of(self_.node_)->as_table())
    if (!asked_->contains(key.str()) && (first == nullptr || key.source().begin < first->source().begin)) first = &key;
  if (first == nullptr) return;
  self_.state_->note(fmt::format("there is no key '{}'{}", first->str(), self_.name_.empty() ? "" : " in " + self_.name_),
                     suggest(first->str(), {asked_->begin(), asked_->end()}), first->source().begin);
}

void TomlTable::wrong(std::string what, std::string hint) const { self_.wrong(std::move(what), std::move(hint)); }

// ---- Files

Result<TomlFile> TomlFile::read(const std::string& path) {
  auto text = TRY(read_file(path));
  return parse(text, path);
}

Result<TomlFile> TomlFile::parse(std::string_view text, std::string name) {
  // The library recurses for each dot of a key.
  constexpr std::ptrdiff_t most_dots = 1000;
  int number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (line.size() > most_dots &&
        std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(std::min(line.find('='), line.size())), '.') >
            most_dots)
      return fail(Error{.what = "a key of more than 1000 parts", .hint = {}, .column = 0, .line = number, .where = name});
  }
  TomlFile file;
  file.state_ = std::make_shared<toml_detail::State>();
  try {
    file.state_->root = toml::parse(text);
  } catch (const toml::parse_error& error) {
    const auto at = error.source().begin;
    return fail(
        Error{std::string(error.description()), "", static_cast<int>(at.column), static_cast<int>(at.line), std::move(name)});
  }
  file.state_->name = std::move(name);
  return file;
}

TomlTable TomlFile::top() const { return TomlTable(TomlValue(state_, static_cast<const toml::node*>(&state_->root), "")); }

Result<void> TomlFile::verdict() const {
  if (state_->mistake) return fail(*state_->mistake);
  return {};
}

}  // namespace banmen::lab
