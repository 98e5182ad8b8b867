// The job of a cell, which plays its games by number, for each kind of experiment.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "core/control.hpp"
#include "core/error.hpp"
#include "lab/experiment.hpp"

namespace banmen::lab {

/// One game as the store keeps it: a letter and numbers for each thing that was seen, "R-1,-2,-3,-4 L61 M380,3100".
///   R result of each seat · L plies · M moves to choose from, summed over decisions, and their squares · C the same decision by
///   decision · S which agent sat in each seat · F the seat that failed · A, B best and worst rank over all ways to break ties
struct Observation {
  std::uint64_t number = 0;
  std::vector<long> result, seats, least, most, choices;
  long length = 0, moves = 0, squares = 0;
  long forfeit = -1;
  bool unfinished = false;  // U: cut off

  [[nodiscard]] std::string text() const;
  static Result<Observation> read(std::string_view text);
};

/// The numeric figures of a job that runs once.
std::string write_figures(const Figures& figures);
Result<Figures> read_figures(std::string_view text);

/// A finished game, or the result of a job that runs once.
struct Unit {
  std::uint64_t number = 0;
  std::string outcome;  // Observation::text or write_figures
  std::string record;   // the moves of a match
};

/// Plays units first … first+count-1 of a cell on one thread; fewer after a stop.
using Worker = std::function<Result<std::vector<Unit>>(std::uint64_t first, std::uint64_t count, const std::stop_token& stop)>;

/// A cell with its game opened and its agents named: everything that its games depend on.
struct Job {
  std::function<Worker()> worker;  // one for each thread
  /// Starts the external programs among its agents and checks their game; `greeted` has those checked before. Empty without agents.
  std::function<Result<void>(std::set<std::string>& greeted)> greet;
  std::string settings;     // everything that determines a game apart from its number and the code, a line each
  std::uint64_t chunk = 1;  // units per task and transaction
  bool once = false;        // runs once and has figures instead of games
  bool repeatable = true;
  std::vector<std::string> seats;       // names
  std::vector<int> sides;               // the side of each seat
  std::size_t agents = 0;               // number of agents in a match
  std::uint64_t games_per_opening = 1;  // consecutive games that share an opening
};

/// For Result::map_error: adds file, line and cell to an error about a key of an experiment.
std::function<Error(Error)> at_key(const ExperimentFile& file, const Cell& cell, const std::string& key);

/// Errors are those of at_key.
Result<std::unique_ptr<Job>> make_job(const Catalog& catalog, const ExperimentFile& file, const Cell& cell);

/// The cell's name in stores and reports: 16 hexadecimal digits, a hash of its settings and the code.
std::string cell_id(const Job& job);

/// A hash of the sources of rules, searches and solvers.
std::string_view code_stamp();
std::string_view version();

/// A game's study in experiment files, `study = "bao-loops:holes=4"`.
struct NamedStudy {
  std::string name;  // canonical
  std::function<Result<Figures>(const Control&)> run;
};
/// The game's id, a hyphen, the study's id, and values of its parameters.
Result<NamedStudy> find_study(const Catalog& catalog, std::string_view name);

}  // namespace banmen::lab
