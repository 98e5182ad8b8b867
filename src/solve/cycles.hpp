// The nodes of a graph that lie on cycles, and the lasso that plays into one soonest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "solve/components.hpp"

namespace banmen {

/// A way into a cycle and once round it.
struct Lasso {
  std::uint32_t entry = 0;           // node of the cycle that is reached first
  std::uint32_t depth = 0;           // plies to the entry
  std::vector<std::uint32_t> cycle;  // nodes after the entry, the last one is the entry again
};

/// Components that have a cycle: two nodes or more, or one with an edge to itself.
inline std::vector<std::uint32_t> nontrivial(const Rows& rows, const Components& parts) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t c = 0; c < parts.count(); ++c) {
    const auto members = parts.members(c);
    bool loop = members.size() > 1;
    if (!loop)
      for (const std::uint32_t target : rows.row(members[0])) loop |= target == members[0];
    if (loop) out.push_back(c);
  }
  return out;
}

/// Finds shortest cycles through given nodes, inside their components. Reusable marks keep a query as cheap as what it visits.
class CycleFinder {
 public:
  CycleFinder(const Rows& rows, const std::vector<std::uint32_t>& component)
      : rows_(rows), component_(component), mark_(rows.nodes(), 0), parent_(rows.nodes()) {}

  /// The nodes after `entry` on a shortest cycle of at most `most` edges, first found in the order of the rows.
  std::optional<std::vector<std::uint32_t>> through(std::uint32_t entry, std::uint32_t most) {
    ++stamp_;
    std::vector<std::uint32_t> level{entry}, next;
    for (std::uint32_t length = 1; length <= most && !level.empty(); ++length) {
      next.clear();
      for (const std::uint32_t node : level)
        for (const std::uint32_t target : rows_.row(node)) {
          if (target == entry) {
            std::vector<std::uint32_t> cycle{entry};
            for (std::uint32_t at = node; at != entry; at = parent_[at]) cycle.push_back(at);
            std::reverse(cycle.begin(), cycle.end());
            return cycle;
          }
          if (component_[target] != component_[entry] || mark_[target] == stamp_) continue;
          mark_[target] = stamp_;
          parent_[target] = node;
          next.push_back(target);
        }
      level.swap(next);
    }
    return std::nullopt;
  }

 private:
  const Rows& rows_;
  const std::vector<std::uint32_t>& component_;
  std::vector<std::uint32_t> mark_, parent_;
  std::uint32_t stamp_ = 0;
};

/// The lasso with the fewest plies in all, of those the one that enters its cycle earliest, of those the one with the smallest
/// node. `cyclic`: all nodes on cycles with their depths, in rising order of (depth, node).
inline std::optional<Lasso> shortest_lasso(const Rows& rows, const std::vector<std::uint32_t>& component,
                                           const std::vector<std::pair<std::uint32_t, std::uint32_t>>& cyclic) {
  std::optional<Lasso> best;
  std::uint32_t total = ~std::uint32_t{0};
  CycleFinder finder(rows, component);
  for (const auto& [depth, node] : cyclic) {
    if (depth + 1 >= total) break;
    auto cycle = finder.through(node, best ? total - depth - 1 : rows.nodes());
    if (!cycle) continue;
    total = depth + static_cast<std::uint32_t>(cycle->size());
    best = Lasso{node, depth, std::move(*cycle)};
  }
  return best;
}

}  // namespace banmen
