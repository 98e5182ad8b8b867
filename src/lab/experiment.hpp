// Experiments as data: a TOML file with its factors expanded into cells. docs/lab.md describes the file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "lab/toml.hpp"

namespace banmen::lab {

/// Values of factors, in the order of the file. As a condition: every pair must agree.
using Factors = std::vector<std::pair<std::string, std::string>>;

bool agrees(const Factors& cell, const Factors& condition);
/// "size=8, game=reversi"
std::string text_of(const Factors& factors);

/// The number that is the whole text.
std::optional<double> number_in(const std::string& text);

/// A figure that a paper prints for one measure of one cell.
struct Printed {
  Factors at;
  std::string measure;
  double value = 0;
  double half_unit = 0;     // half a unit of its last digit: the rounding error
  std::uint64_t games = 0;  // sample size; 0: unknown or exact
  std::string why;          // a known reason for a difference
  std::string undecided;    // why the paper leaves open what was measured; such a figure is shown but not judged
};

/// "The measure of one cell exceeds `times` that of another": a difference with its test.
struct Comparison {
  std::string title, place, measure, other_measure;
  Factors of, to;
  double times = 1;
  double by = 0;       // … by at least this
  std::string expect;  // "more", "less", "equal", or empty: only measured
  std::string why;
};

struct Plot {
  std::string kind;  // curve, loglog, histogram, choices
  std::string title, place;
  std::string x;                      // curve: the factor along the axis
  std::vector<std::string> measures;  // curve: one line each; loglog: names in front of [n]; histogram: "length"
  Factors at;                         // only cells that agree
  std::string x_label, y_label;
};

/// The number of games of the cells that agree with `at`.
struct Size {
  Factors at;
  std::uint64_t quick = 0, full = 0;
};

/// Stop a match once Wald's test decides whether the first agent is stronger by elo1 rather than elo0.
struct Sequential {
  double elo0 = 0, elo1 = 0, alpha = 0.05, beta = 0.05;
};

/// {name} in a text is replaced by the value for factor `by`: layout A → "board=o..o/…".
struct Lookup {
  std::string name, by;
  std::map<std::string, std::string, std::less<>> values;
};

struct Experiment {
  std::string id, title, place, note;
  std::string title_ja, note_ja;  // of the papers' experiments
  std::string kind;               // playout, match, exact_play, solve, perft or study
  // Texts that may hold {factor}:
  std::map<std::string, std::string, std::less<>> texts;  // game, position, draw, ties, empties, depth, study, opening, …
  std::vector<std::string> agents;
  std::uint64_t seed = 1, limit = 0;
  std::uint64_t quick = 1, full = 1;
  std::vector<Size> sizes;
  std::vector<std::pair<std::string, std::vector<std::string>>> factors, quick_factors;
  std::vector<Lookup> lookups;
  std::vector<Factors> without;  // excluded combinations
  std::vector<std::string> measures;
  std::vector<Printed> printed;
  std::vector<Comparison> comparisons;
  std::vector<Plot> plots;
  std::optional<Sequential> sequential;
  bool keep_choices = false;               // the number of moves at every decision, game by game
  std::map<std::string, int> line_of_key;  // in the file

  /// 0 if the key is missing.
  [[nodiscard]] int line_of(const std::string& key) const {
    const auto line = line_of_key.find(key);
    return line == line_of_key.end() ? 0 : line->second;
  }
};

struct ExperimentFile {
  std::string path;  // for error messages
  std::string name, title, paper, note;
  std::string title_ja, note_ja;  // of the papers' files
  std::vector<Experiment> experiments;
};

/// Reads and checks everything that needs no open game.
Result<ExperimentFile> read_experiments(const TomlFile& file, std::string path);

/// One combination of factors.
struct Cell {
  std::size_t experiment = 0;  // in the file
  Factors factors;
  std::uint64_t seed = 1;  // of its games: the experiment's, or the value of a factor `seed`
  std::uint64_t games = 1;
  std::map<std::string, std::string, std::less<>> texts;  // with the factors filled in
  std::vector<std::string> agents;
};

/// All cells in the order of the file; `full` or quick sizes.
std::vector<Cell> expand(const ExperimentFile& file, bool full);

}  // namespace banmen::lab
