// Which loops a game can get into from its start, and how soon: breadth-first over the positions.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "games/bao/bao.hpp"
#include "research/bao/loops.hpp"
#include "solve/census.hpp"

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
ReachReport reachable_loops(const Bao& g, const ReachLimits& limits, const std::stop_token& stop,
                            const std::function<void(std::uint64_t positions)>& progress = {});

/// The same over the whole graph, by a census: with any number of threads, and with loops of one ply in the order of their boards.
Result<ReachReport> loops_of_census(const Bao& g, const CensusOptions& options, const Control& control);

/// The board turned so that the hole stands first.
Stones turned_to(const Bao& g, const Bao::Position& p, std::uint32_t hole);

}  // namespace banmen::bao
