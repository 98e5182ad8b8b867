// Findings of an analysis as plain data: named figures, typed tables, drawings. Front ends (a terminal, a JSON document, a report,
// a page) need to know nothing about the analysis.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/picture.hpp"

namespace banmen {

class Findings;

/// A value: unknown, a truth value, a number, a text, a list of values, or nested findings.
struct Datum {
  using List = std::vector<Datum>;
  using Group = std::shared_ptr<const Findings>;
  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Group> value;

  Datum() = default;
  Datum(std::same_as<bool> auto truth) : value(truth) {}
  Datum(std::integral auto number) requires(!std::same_as<decltype(number), bool>) : value(static_cast<std::int64_t>(number)) {}
  Datum(double number) : value(number) {}
  Datum(std::string text) : value(std::move(text)) {}
  Datum(std::string_view text) : value(std::string(text)) {}
  Datum(const char* text) : value(std::string(text)) {}
  Datum(Findings group);
  template <class T>
  Datum(const std::optional<T>& maybe) {
    if (maybe) *this = Datum(*maybe);
  }
  template <std::ranges::input_range R>
  requires(!std::convertible_to<R, std::string_view>) Datum(const R& range) {
    List list;
    for (const auto& one : range) list.emplace_back(one);
    value = std::move(list);
  }

  bool operator==(const Datum&) const = default;  // groups: by identity
  [[nodiscard]] bool known() const { return value.index() != 0; }
  /// The value of a truth value or number; nullopt for anything else.
  [[nodiscard]] std::optional<double> number() const;
};

/// A named value with its unit, error and sample.
struct Figure {
  std::string name;  // also its field in JSON documents
  Datum value;
  std::string words = {};            // further information: a line of play, the method
  std::string unit = {};             // "points", "s"; empty: a plain number
  std::optional<double> error = {};  // standard error, or a bound if `exact`; nullopt: unknown
  std::uint64_t n = 1;               // number of observations
  bool exact = true;                 // false: estimated from a sample
  int digits = -1;                   // decimals to show; -1: six significant digits
  bool hidden = false;               // for programs, not for the terminal
  bool tabled = false;               // shown by a table elsewhere, but measurable in experiments
};
using Figures = std::vector<Figure>;

class Findings {
 public:
  struct Column {
    enum class Kind : std::uint8_t { truth, integer, real, text, list, group };
    std::string name;  // also its field in JSON documents
    Kind kind = Kind::text;
    std::string help = {};
    int digits = -1;         // of real numbers
    bool hidden = false;     // for programs, not for the terminal
    std::string title = {};  // its heading if the name is long; empty: the name
  };
  struct DataTable {
    std::string name, help;
    std::vector<Column> columns;
    std::vector<std::vector<Datum>> rows = {};
  };
  struct Drawing {
    Picture picture;
  };
  using Entry = std::variant<Figure, DataTable, Drawing>;

  /// Figures, tables and drawings in the order of display.
  std::vector<Entry> entries;
  /// False: stopped or limited before the end; the findings so far are valid.
  bool complete = true;

  void add(Figure figure) { entries.emplace_back(std::move(figure)); }
  void add(std::string name, Datum value, std::string words = {}) {
    add(Figure{.name = std::move(name), .value = std::move(value), .words = std::move(words)});
  }
  void add(DataTable table) { entries.emplace_back(std::move(table)); }
  void add(Picture picture) { entries.emplace_back(Drawing{std::move(picture)}); }

  /// The figures that are not hidden, without those inside groups.
  [[nodiscard]] Figures figures() const;
};

}  // namespace banmen
