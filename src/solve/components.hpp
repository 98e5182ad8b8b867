// Strongly connected components of a graph kept as rows of targets.
//
// Tarjan's algorithm (Tarjan: "Depth-first search and linear graph algorithms", SIAM J. Computing 1, 1972) with its own stack, so
// that the depth of the graph does not matter. Components are numbered in the order they are closed: every edge leads to a
// component of the same or a smaller number, the order that backward induction needs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace banmen {

/// Edges of node i are targets[first[i]] … targets[first[i+1]-1].
struct Rows {
  std::vector<std::uint32_t> first{0};
  std::vector<std::uint32_t> targets;

  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(first.size() - 1); }
  [[nodiscard]] std::span<const std::uint32_t> row(std::uint32_t node) const {
    return {targets.data() + first[node], targets.data() + first[node + 1]};
  }
  [[nodiscard]] std::uint64_t bytes() const { return 4 * (first.size() + targets.size()); }
};

struct Components {
  std::vector<std::uint32_t> of;     // node → component
  std::vector<std::uint32_t> order;  // nodes, component by component
  std::vector<std::uint32_t> begin;  // where each component begins in `order`, and the end

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(begin.size() - 1); }
  [[nodiscard]] std::span<const std::uint32_t> members(std::uint32_t c) const {
    return {order.data() + begin[c], order.data() + begin[c + 1]};
  }
};

constexpr std::uint32_t target_of(std::uint32_t target) { return target; }

/// row(node) is a range of numbers, or of values with a target_of; the target `ignore` is skipped. After a stop the result is
/// incomplete.
template <class Row>
Components components(std::uint32_t nodes, Row row, std::uint32_t ignore = ~std::uint32_t{0}, const std::stop_token& stop = {}) {
  constexpr std::uint32_t unseen = 0, closed = ~std::uint32_t{0};
  Components out;
  out.of.assign(nodes, closed);
  out.order.reserve(nodes);
  out.begin.push_back(0);
  std::vector<std::uint32_t> low(nodes, unseen), number(nodes), open, path;
  using Iterator = decltype(row(0).begin());
  std::vector<std::pair<Iterator, Iterator>> rest;
  std::uint32_t next = 1;
  auto enter = [&](std::uint32_t node) {
    number[node] = low[node] = next++;
    open.push_back(node);
    path.push_back(node);
    auto edges = row(node);
    rest.emplace_back(edges.begin(), edges.end());
  };
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (low[root] != unseen) continue;
    enter(root);
    while (!path.empty()) {
      if (stop.stop_requested()) return out;
      const std::uint32_t node = path.back();
      auto& [edge, end] = rest.back();
      bool deeper = false;
      while (edge != end) {
        const std::uint32_t target = target_of(*edge);
        ++edge;
        if (target == ignore) continue;
        if (low[target] == unseen) {
          enter(target);
          deeper = true;
          break;
        }
        if (out.of[target] == closed) low[node] = std::min(low[node], number[target]);
      }
      if (deeper) continue;
      if (low[node] == number[node]) {
        std::uint32_t member;
        do {
          member = open.back();
          open.pop_back();
          out.of[member] = out.count();
          out.order.push_back(member);
        } while (member != node);
        out.begin.push_back(static_cast<std::uint32_t>(out.order.size()));
      }
      path.pop_back();
      rest.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[node]);
    }
  }
  return out;
}

inline Components components(const Rows& rows, const std::stop_token& stop = {}) {
  return components(
      rows.nodes(), [&](std::uint32_t node) { return rows.row(node); }, ~std::uint32_t{0}, stop);
}

/// Removes nodes without incoming edges until none is left: they lie on no cycle. alive[node] of the result: the node may lie on a
/// cycle.
inline std::vector<std::uint8_t> trim(const Rows& rows) {
  const std::uint32_t nodes = rows.nodes();
  std::vector<std::uint8_t> alive(nodes, 1);
  std::vector<std::uint32_t> into(nodes), queue;
  for (const std::uint32_t target : rows.targets) ++into[target];
  for (std::uint32_t node = 0; node < nodes; ++node)
    if (into[node] == 0) queue.push_back(node);
  while (!queue.empty()) {
    const std::uint32_t node = queue.back();
    queue.pop_back();
    alive[node] = 0;
    for (const std::uint32_t target : rows.row(node))
      if (--into[target] == 0) queue.push_back(target);
  }
  return alive;
}

// Cycles of a graph, and the lasso that enters one soonest.

/// A path into a cycle and once around it.
struct Lasso {
  std::uint32_t entry = 0;           // node of the cycle that is reached first
  std::uint32_t depth = 0;           // plies to the entry
  std::vector<std::uint32_t> cycle;  // nodes after the entry, the last one is the entry again
};

/// Components with a cycle: at least two nodes, or one with an edge to itself.
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

/// Finds shortest cycles through given nodes, inside their components. Reusable marks make a query cost only the nodes it visits.
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
