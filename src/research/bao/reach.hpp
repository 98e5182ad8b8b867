// Loops and repetitions of positions (sennichite) that play of Bao reaches from its start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "games/bao/bao.hpp"
#include "research/bao/loops.hpp"
#include "solve/reports.hpp"

namespace banmen::bao {

struct ReachLimits {
  std::uint64_t positions = 200'000'000;  // stop after the layer that exceeds it
  std::uint32_t plies = ~0U;
};

struct ReachedLoop {
  LoopType type;
  std::vector<std::string> moves;  // a shortest line, the endless move last; empty when stopped before
};

struct ReachReport {
  std::vector<ReachedLoop> loops;  // in order of discovery
  std::uint64_t positions = 0;     // visited, with the side to move
  std::uint64_t moves = 0;         // of them
  std::uint64_t endless_moves = 0;
  std::uint32_t plies = 0;  // layers completed
  bool complete = false;    // no limit was reached
};

/// Breadth-first search from the start; the line to a loop is the first by layer, then by hole. Unlike a census it has limits, and
/// does not need a bit for every index, which large boards exceed.
ReachReport reachable_loops(const Bao& g, const ReachLimits& limits, const Control& control);

/// The same for the whole graph by a parallel census; loops of one ply are in the order of their boards.
Result<ReachReport> loops_of_census(const Bao& g, const CensusOptions& options, const Control& control);

/// The board turned so that `hole` comes first.
Stones turned_to(const Bao& g, const Bao::Position& p, std::uint32_t hole);

/// A census if there is no limit and the index is small enough, else breadth-first search.
Result<ReachReport> loops_from_start(const Bao& g, const ReachLimits& limits, const Control& control);

/// Sennichite: a line of play that returns to a position.
struct RepeatReport {
  bool found = false;
  std::vector<std::string> lead;   // from the start to the position
  std::vector<std::string> cycle;  // from the position back to itself
  Bao::Position position{};
  std::uint64_t positions = 0;  // visited
  std::uint32_t plies = 0;      // unless found, no repetition is complete up to this ply
  bool complete = false;        // no limit was reached: either found, or there is none
};

/// The line in which a position (board and seat to move) recurs at the earliest ply.
///
/// Method: a cycle has no captures, and its position nearest to the start is entered by an edge that does not lead to a new layer.
/// So after each layer test for every such edge p → q whether q leads back to p within the remaining plies. The first success is
/// the earliest, long before a census of the whole graph would end.
RepeatReport earliest_repetition(const Bao& g, const ReachLimits& limits, const Control& control);

/// Sizes of the nontrivial strongly connected components of the reachable positions, largest first. For small games: holds the
/// whole graph. Empty and `complete` false beyond the limit.
struct Components {
  std::vector<std::uint64_t> sizes;
  bool complete = false;
};
Components repetition_components(const Bao& g, std::uint64_t most_positions, const Control& control);

}  // namespace banmen::bao
