// What the solvers report, in text: plain data that the command line turns into words or JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "solve/census.hpp"

namespace banmen {

using CensusReport = Census<std::string>;

struct OpeningValue {
  std::string move;
  std::int32_t low = 0, high = 0;  // equal when the value is known
};

struct SolveReport {
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

struct DatabaseReport {
  std::string game, owner;
  std::uint64_t positions = 0, bytes = 0;
  std::uint32_t top = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> tiers;  // values, bytes
  std::uint64_t unsettled = 0;                                 // positions whose value depends on the rule for play without end
  double seconds = 0;
  std::uint32_t resumed = 0;  // tiers found from an earlier run
  std::string unfinished;
};

struct ProbeReport {
  std::string position;
  std::int32_t value = 0, low = 0, high = 0;  // the first seat's share minus the second's
  std::vector<OpeningValue> moves;
};

struct DatabaseCheck {
  std::uint64_t checked = 0, wrong = 0;
  std::string example;
  double seconds = 0;
};

}  // namespace banmen
