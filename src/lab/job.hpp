// What is done in a cell, game by game: the jobs behind an experiment's kinds.
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

/// What a job that is done once found: the figures that are numbers.
std::string write_figures(const Figures& figures);
Result<Figures> read_figures(std::string_view text);

/// A finished game, or a finished job that is done once.
struct Unit {
  std::uint64_t number = 0;
  std::string outcome;  // Observation::text or write_figures
  std::string record;   // the moves of a match
};

/// Plays units first … first+count-1 of a cell on one thread; fewer when it was stopped.
using Worker = std::function<Result<std::vector<Unit>>(std::uint64_t first, std::uint64_t count, const std::stop_token& stop)>;

/// A cell with its game opened and its agents named: everything that its games depend on.
struct Job {
  std::function<Worker()> worker;  // one for each thread
  /// Lets the programs among its agents become ready and say which game they play; those that have are in `greeted`. Empty where
  /// no agents play.
  std::function<Result<void>(std::set<std::string>& greeted)> greet;
  std::string settings;     // all that a game's outcome depends on but its number and the code, a line each
  std::uint64_t chunk = 1;  // units that are handed out, and kept, together
  bool once = false;        // done once, with figures in the place of games
  bool repeatable = true;
  std::vector<std::string> seats;       // names
  std::vector<int> sides;               // whom each seat plays for
  std::size_t agents = 0;               // of a match
  std::uint64_t games_per_opening = 1;  // games, one after the other, that hang together
};

/// An error that is about one key of an experiment: it names the file, the line and the cell.
Error at_key(const ExperimentFile& file, const Cell& cell, const std::string& key, Error error);

/// Errors are those of at_key.
Result<std::unique_ptr<Job>> make_job(const Catalog& catalog, const ExperimentFile& file, const Cell& cell);

/// The cell's name in a store and in reports: 16 hexadecimal digits over its settings and the code that plays it.
std::string cell_id(const Job& job);

/// What tells this build's rules, searches and solvers from another's: a hash over their sources.
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
