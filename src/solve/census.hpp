// What a census finds. Plain data, the same for every game but for its moves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace banmen {

/// Counts over a set of positions; all integers, so that workers' tallies add up to the same in any order.
struct CensusTally {
  std::uint64_t positions = 0, terminal = 0, moves = 0, endless_moves = 0, quiet_moves = 0;
  std::uint32_t longest_move = 0;  // in steps, of moves that end

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

/// One loop that moves without end go round, of a game that tells its loops apart.
template <class Move>
struct CensusKind {
  std::string board;  // bytes of the position that stands for it; its text in a report
  std::uint32_t tier = 0;
  std::uint64_t moves = 0;  // that go round it
  std::vector<Move> first;  // a shortest line of play that ends with one
};

struct CensusFacts {
  CensusTally all;
  std::vector<CensusRow> tiers;  // highest first; empty for a game without tiers
  std::optional<std::uint64_t> normalised;
  std::uint32_t depth = 0;           // of the farthest position
  bool cycles_sought = false;        // all of them; else what is said of cycles means nothing
  std::vector<std::uint64_t> sizes;  // of the components with a cycle, largest first
  std::uint64_t cycle_positions = 0;
  std::uint32_t cycle_entry = 0;
  std::uint64_t bytes = 0;        // of tables and lists, at their largest
  std::uint64_t state_bytes = 0;  // of those, for the set of positions seen
  double seconds = 0;
  bool complete = true;
  std::string unfinished;  // why and how to go on
};

template <class Move>
struct Census : CensusFacts {
  std::vector<Move> first_endless = {};      // the last move never ends
  std::vector<CensusKind<Move>> kinds = {};  // of moves without end, in the order in which they are met
  std::vector<Move> first_cycle = {};        // the last move leads back to the position after `cycle_entry` moves
};

struct CensusOptions {
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes that tables and lists may take
  std::string checkpoint;                         // a file to resume from and to write levels to
  std::string spill;                              // a folder for the table, mapped from a file there, where memory is short
  bool cycles = true;
  std::uint64_t most_links = std::uint64_t{1} << 23;  // moves that are kept rather than played again
};

}  // namespace banmen
