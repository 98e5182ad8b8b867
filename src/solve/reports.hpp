// What the solvers report, in text: plain data that the command line turns into words or JSON.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/findings.hpp"
#include "core/parameter.hpp"
#include "solve/census.hpp"

namespace banmen {

using CensusReport = Census<std::string>;

struct PerftReport {
  std::vector<std::uint64_t> leaves;  // [d-1]: at depth d; a game that ended earlier counts as one leaf
  std::uint64_t nodes = 0;            // positions reached at depths 1 … d (bulk-counted at the last)
  double seconds = 0;
  bool complete = true;  // false when it was stopped
};

struct OpeningValue {
  std::string move;
  std::int32_t low = 0, high = 0;  // equal when the value is known
};

struct SolveReport {
  std::string view;                   // what values are, in words: always the first side's, whoever is on turn
  std::optional<std::int32_t> value;  // under the game's own rule for play without end
  std::int32_t low = 0, high = 0;     // bounds under any rule for it; never_low, never_high where nothing can be forced
  std::vector<OpeningValue> openings;
  std::vector<std::string> line;
  std::string method;
  bool proved = true;
  std::uint64_t nodes = 0, positions = 0;
  double seconds = 0;
  std::string unfinished;
  std::string certificate;  // its bytes, if asked for
};

struct SolveOptions {
  bool openings = false;
  std::string method;        // graph, proof, or empty for whichever fits
  std::string database;      // a file to use; empty: tables are made on the way
  bool certificate = false;  // put the proof together
  std::uint64_t memory = std::uint64_t{4} << 30;
  std::uint32_t graph_limit = 3'000'000;      // positions
  std::uint64_t table_positions = 6'000'000;  // that a proof may compute tables for
};

struct DatabaseOptions {
  std::uint64_t memory = std::uint64_t{4} << 30;
  Values values = {};  // of the parameters that the game's databases have
};

struct DatabaseReport {
  std::string game;
  std::uint64_t positions = 0, bytes = 0;
  std::optional<double> error_bound = 0;  // nothing: not proved
  std::string exactness;                  // in words, where values are not exact
  Figures more;                           // what is special to the game's databases
  std::vector<Figures> tiers;             // each with its positions and bytes
  std::vector<Figures> tables;            // where a position has more than one value
  // Of building:
  double seconds = 0;
  std::uint32_t resumed = 0;    // tiers found from an earlier run
  std::uint64_t memory = 0;     // bytes that it takes at least; 0: not told
  std::string unfinished;       // why, and how to go on
  std::vector<Figures> so_far;  // what had been done then
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
  Datum win;                                   // who wins, or the chance to
  std::optional<std::array<Datum, 2>> bounds;  // under any rule for play without end; nothing: can't be forced
  Figures more;
  std::string words;
  std::vector<Move> moves;
};

struct DatabaseCheckOptions {
  std::uint64_t stride = 1;                       // only every so many positions
  std::string device = "none";                    // that looks at all of them at once
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes that the processor may take for that
};

struct DatabaseCheck {
  std::uint64_t checked = 0, wrong = 0;
  std::string example;
  double seconds = 0;
  std::optional<double> worst;  // largest distance from what the successors say, where values are not exact
  std::string what = {};        // was shown, in words; empty: that positions agree with their successors
};

}  // namespace banmen
