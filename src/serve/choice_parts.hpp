// A tree of choices that is too long to be sent at once: the first of its nodes go with the position, the others when a client has
// picked what leads there.
#pragma once

#include <optional>

#include "catalog/json.hpp"
#include "core/scene.hpp"

namespace banmen::serve {

class ChoiceParts {
 public:
  static constexpr std::size_t part = 32 * 1024;  // bytes that are sent at a time, or one node where that is longer

  /// Nothing where already one of the nodes takes more than `most` bytes.
  static std::optional<ChoiceParts> of(const scene::Tree& tree, std::size_t most);

  /// The tree with as many of its nodes as are sent first; those that are missing have higher numbers.
  [[nodiscard]] Json first() const;
  /// Nodes by their numbers: this one, and what can be picked next, as far as it fits. Nothing where there is no such node.
  [[nodiscard]] std::optional<Json> from(std::size_t node) const;

 private:
  explicit ChoiceParts(scene::Tree tree) : tree_(std::move(tree)) {}
  /// What is sent with a node: their numbers in the order in which one comes to them.
  [[nodiscard]] std::vector<std::pair<std::size_t, Json>> beginning_at(std::size_t node) const;

  scene::Tree tree_;  // numbered in the order in which one comes to the nodes from the first
};

}  // namespace banmen::serve
