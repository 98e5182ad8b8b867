// What play of Bao gets into from its start: loops, and positions that come back (sennichite). How soon, and in how many ways.
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
  std::uint64_t positions = 200'000'000;  // stop after the layer in which there are more
  std::uint32_t plies = ~0U;
};

struct ReachedLoop {
  LoopType type;
  std::vector<std::string> moves;  // the first way in, the endless move last; empty where it was stopped before
};

struct ReachReport {
  std::vector<ReachedLoop> loops;  // in the order in which they were met
  std::uint64_t positions = 0;     // met, with the side to move
  std::uint64_t moves = 0;         // of them
  std::uint64_t endless_moves = 0;
  std::uint32_t plies = 0;  // layers that were gone through
  bool complete = false;    // nothing was cut off
};

/// Goes layer by layer from the start; the first way to a loop is the first in the order of layers and, inside one, of holes. A
/// census can't do this: it does not stop at a number of positions or plies, and has a bit for every place of the index, of which
/// large boards have too many.
ReachReport reachable_loops(const Bao& g, const ReachLimits& limits, const Control& control);

/// The same over the whole graph, by a census: with any number of threads, and with loops of one ply in the order of their boards.
Result<ReachReport> loops_of_census(const Bao& g, const CensusOptions& options, const Control& control);

/// The board turned so that the hole stands first.
Stones turned_to(const Bao& g, const Bao::Position& p, std::uint32_t hole);

/// A census of the whole graph where every position has a bit and no limit is set, else breadth first up to the limits.
Result<ReachReport> loops_from_start(const Bao& g, const ReachLimits& limits, const Control& control);

/// Sennichite: play over several turns that comes back to a position.
struct RepeatReport {
  bool found = false;
  std::vector<std::string> lead;   // moves from the start to the position
  std::vector<std::string> cycle;  // moves from it back to it
  Bao::Position position{};
  std::uint64_t positions = 0;  // met
  std::uint32_t plies = 0;      // no repetition is complete at this ply or before, unless it was found
  bool complete = false;        // not cut off: either found, or there is none
};

/// The play in which a position comes back (same board, same seat to move) at the earliest ply.
///
/// Method: on the way round, stones are not captured, and the position of the cycle that is nearest to the start is entered by an
/// edge that does not lead to a new layer. So after each layer every such edge p → q is tried once more, asking whether q leads
/// back to p soon enough. The first success is the earliest, and comes long before a census of the whole graph would end.
RepeatReport earliest_repetition(const Bao& g, const ReachLimits& limits, const Control& control);

/// Sizes of the sets of reachable positions that lead back to each other (strongly connected, more than one position), largest
/// first. For small games only: the whole graph is held. Empty and `complete` false beyond the limit, which a census does not have.
struct Components {
  std::vector<std::uint64_t> sizes;
  bool complete = false;
};
Components repetition_components(const Bao& g, std::uint64_t most_positions, const Control& control);

}  // namespace banmen::bao
