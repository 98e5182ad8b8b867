// Sennichite: play over several turns that comes back to a position. How soon it can happen, and in how many separate places.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "games/bao/bao.hpp"
#include "research/bao/reach.hpp"

namespace banmen::bao {

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
RepeatReport earliest_repetition(const Bao& g, const ReachLimits& limits, const std::stop_token& stop,
                                 const std::function<void(std::uint64_t positions)>& progress = {});

/// Sizes of the sets of reachable positions that lead back to each other (strongly connected, more than one position), largest
/// first. For small games only: the whole graph is held. Empty and `complete` false beyond the limit, which a census does not have.
struct Components {
  std::vector<std::uint64_t> sizes;
  bool complete = false;
};
Components repetition_components(const Bao& g, std::uint64_t most_positions, const std::stop_token& stop,
                                 const std::function<void(std::uint64_t positions)>& progress = {});

}  // namespace banmen::bao
