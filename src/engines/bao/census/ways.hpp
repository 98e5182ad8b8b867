// Shortest paths from the start to several positions at once: backwards level by level, all parents of a level together.
//
//   ways.add(depth, key) for each; then
//   for (std::size_t depth = ways.deepest(); depth > 0; ways.add_parents(depth--)) … a parent for each of ways.targets(depth)
//
// The caller searches for the parents: one has edges, another replays the moves of the previous level.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <vector>

#include "games/bao/bao.hpp"

namespace banmen::bao {

/// Key: the number of a position; its largest value means none.
template <class Key>
class Ways {
 public:
  static constexpr Key nowhere = ~Key{0};

  struct Parent {
    Key from = nowhere;
    Bao::Move by{};
  };
  using Targets = boost::unordered_flat_map<Key, Parent>;

  void add(std::size_t depth, Key key) {
    if (levels_.size() <= depth) levels_.resize(depth + 1);
    levels_[depth].try_emplace(key);
  }
  [[nodiscard]] std::size_t deepest() const { return levels_.empty() ? 0 : levels_.size() - 1; }
  [[nodiscard]] Targets& targets(std::size_t depth) { return levels_[depth]; }
  void add_parents(std::size_t depth) {
    for (const auto& [key, parent] : levels_[depth]) add(depth - 1, parent.from);
  }

  [[nodiscard]] std::vector<Bao::Move> to(std::size_t depth, Key key) const {
    std::vector<Bao::Move> way;
    for (; depth > 0; --depth) {
      const Parent& parent = levels_[depth].find(key)->second;
      way.push_back(parent.by);
      key = parent.from;
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

 private:
  std::vector<Targets> levels_;
};

}  // namespace banmen::bao
