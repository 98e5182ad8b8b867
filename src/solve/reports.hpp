// Reports of the solvers, in text: plain data that the command line formats as words or JSON.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/findings.hpp"
#include "core/parameter.hpp"

namespace banmen {

/// Counts over a set of positions; all integers, so that workers' tallies add up to the same in any order.
struct CensusTally {
  std::uint64_t positions = 0, terminal = 0, moves = 0, endless_moves = 0, quiet_moves = 0;
  std::uint64_t longest_move = 0;  // in steps, of moves that end

  void add(const CensusTally& other) {
    positions += other.positions;
    terminal += other.terminal;
    moves += other.moves;
    endless_moves += other.endless_moves;
    quiet_moves += other.quiet_moves;
    longest_move = std::max(longest_move, other.longest_move);
  }
};

struct CensusRow : CensusTally {
  std::uint32_t tier = 0;
  std::uint64_t components = 0, cycle_positions = 0;
};

/// One loop of endless moves, of a game that distinguishes loops.
struct CensusKind {
  std::string board;  // the position that represents it
  std::uint32_t tier = 0;
  std::uint64_t moves = 0;         // moves into it
  std::vector<std::string> first;  // a shortest line of play that ends with such a move
};

struct CensusReport {
  CensusTally all;
  std::vector<CensusRow> tiers;  // highest first; empty for a game without tiers
  std::optional<std::uint64_t> normalised;
  std::uint32_t depth = 0;           // of the farthest position
  bool cycles_sought = false;        // all of them; otherwise the fields about cycles are meaningless
  std::vector<std::uint64_t> sizes;  // of the components with a cycle, largest first
  std::uint64_t cycle_positions = 0;
  std::uint32_t cycle_entry = 0;
  std::vector<std::string> first_endless;  // the last move never ends
  std::vector<CensusKind> kinds;           // of endless moves, in order of discovery
  std::vector<std::string> first_cycle;    // the last move leads back to the position after `cycle_entry` moves
  std::uint64_t bytes = 0;                 // of tables and lists, at their largest
  std::uint64_t state_bytes = 0;           // of those, for the set of visited positions
  double seconds = 0;
  bool complete = true;
  std::string unfinished;  // why, and how to resume
  std::string damaged;     // where a damaged checkpoint is kept

  /// Adds the rows with positions, and their sum.
  void add_tiers(std::vector<CensusRow>& rows) {
    for (std::size_t t = rows.size(); t-- > 0;)
      if (rows[t].positions) {
        rows[t].tier = static_cast<std::uint32_t>(t);
        tiers.push_back(rows[t]);
        all.add(rows[t]);
      }
  }
};

struct CensusOptions {
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes that tables and lists may take
  std::string checkpoint;                         // a file to resume from and to write levels to
  std::string spill;                              // a folder for the table, mapped from a file there, where memory is short
  bool cycles = true;
  std::uint64_t most_links = std::uint64_t{1} << 23;   // moves that are kept rather than played again
  std::function<void(const std::string&)> say_memory;  // called before the work with the memory it needs, in words
};

struct PerftReport {
  std::vector<std::uint64_t> leaves;  // [d-1]: at depth d; a game that ended earlier counts as one leaf
  std::uint64_t nodes = 0;            // positions reached at depths 1 … d (bulk-counted at the last)
  double seconds = 0;
  bool complete = true;  // false when it was stopped
};

struct OpeningValue {
  std::string move;
  std::int32_t low = 0, high = 0;  // equal if the value is known
};

struct SolveReport {
  std::string view;                   // meaning of the values: always the first side's, whoever is on turn
  std::optional<std::int32_t> value;  // under the game's own rule for play without end
  std::int32_t low = 0, high = 0;     // bounds under any rule for it; never_low, never_high where nothing can be forced
  std::vector<OpeningValue> openings;
  std::vector<std::string> line;
  std::string method;
  bool proved = true;
  std::uint64_t nodes = 0, positions = 0;
  double seconds = 0;
  std::string unfinished;
  std::string certificate;  // its bytes, if requested
};

struct SolveOptions {
  bool openings = false;
  std::string method;        // graph, proof, or empty for whichever fits
  std::string database;      // a file to use; empty: tables are built as needed
  bool certificate = false;  // construct the certificate
  std::uint64_t memory = std::uint64_t{4} << 30;
  std::uint32_t graph_limit = 3'000'000;      // positions
  std::uint64_t table_positions = 6'000'000;  // that a proof may compute tables for
};

struct DatabaseOptions {
  std::uint64_t memory = std::uint64_t{4} << 30;
  Values values = {};  // of the parameters of the game's databases
};

struct DatabaseReport {
  std::string game;
  std::uint64_t positions = 0, bytes = 0;
  std::optional<double> error_bound = 0;  // nothing: not proved
  std::string exactness;                  // in words, where values are not exact
  Figures more;                           // fields special to the game's databases
  std::vector<Figures> tiers;             // each with its positions and bytes
  std::vector<Figures> tables;            // where a position has more than one value
  // Of building:
  double seconds = 0;
  std::uint32_t resumed = 0;    // tiers found from an earlier run
  std::uint64_t memory = 0;     // bytes that it needs at least; 0: unknown
  std::string unfinished;       // why, and how to resume
  std::vector<Figures> so_far;  // progress at that point
};

struct ProbeReport {
  struct Move {
    std::string move;
    Datum value;
    Figures more;
    std::string words;
  };
  std::string position;
  std::string view;                            // what values are, in words
  Datum value;                                 // the first seat's share minus the second's; an expectation: of the seat on turn
  Datum win;                                   // the winner, or the chance of winning
  std::optional<std::array<Datum, 2>> bounds;  // under any rule for play without end; nothing: can't be forced
  Figures more;
  std::string words;
  std::vector<Move> moves;
};

struct DatabaseCheckOptions {
  std::uint64_t stride = 1;                       // check only every n-th position
  std::string device = "none";                    // the device that checks all of them at once
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes that the CPU may use for that
};

struct DatabaseCheck {
  std::uint64_t checked = 0, wrong = 0;
  std::string example;
  double seconds = 0;
  std::optional<double> worst;  // largest deviation from the successors' values, if values are not exact
  std::string what = {};        // what was verified, in words; empty: that positions agree with their successors
};

}  // namespace banmen
