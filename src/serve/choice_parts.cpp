#include "serve/choice_parts.hpp"

#include <string>

#include "catalog/scene_json.hpp"
#include "serve/fields.hpp"

namespace banmen::serve {
namespace {

using scene::Tree;

/// Nodes that can be come to from one, in that order, as long as `wanted` says so of each.
template <class Wanted>
void walk(const Tree& tree, std::size_t from, Wanted&& wanted) {
  std::vector<bool> seen(tree.nodes.size());
  std::vector<std::size_t> order{from};
  seen[from] = true;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (!wanted(order[k])) return;
    for (const Tree::Branch& branch : tree.nodes[order[k]].picks)
      if (const auto* next = std::get_if<std::size_t>(&branch.next); next != nullptr && !seen[*next]) {
        seen[*next] = true;
        order.push_back(*next);
      }
  }
}

Json node_json(const Tree::Node& node) { return scene::to_json(scene::Choices(Tree{{}, {node}}))["nodes"][0]; }

}  // namespace

std::optional<ChoiceParts> ChoiceParts::of(const Tree& tree, std::size_t most) {
  std::vector<std::size_t> number(tree.nodes.size());
  Tree ordered{tree.asks, {}};
  bool fits = true;
  walk(tree, 0, [&](std::size_t node) {
    number[node] = ordered.nodes.size();
    ordered.nodes.push_back(tree.nodes[node]);
    return fits = write(node_json(tree.nodes[node])).size() <= most;
  });
  if (!fits) return std::nullopt;
  for (Tree::Node& node : ordered.nodes)
    for (Tree::Branch& branch : node.picks)
      if (auto* next = std::get_if<std::size_t>(&branch.next)) *next = number[*next];
  return ChoiceParts(std::move(ordered));
}

std::vector<std::pair<std::size_t, Json>> ChoiceParts::beginning_at(std::size_t node) const {
  std::vector<std::pair<std::size_t, Json>> nodes;
  std::size_t bytes = 0;
  walk(tree_, node, [&](std::size_t next) {
    Json one = node_json(tree_.nodes[next]);
    bytes += write(one).size();
    if (!nodes.empty() && bytes > part) return false;
    nodes.emplace_back(next, std::move(one));
    return true;
  });
  return nodes;
}

Json ChoiceParts::first() const {
  Json out = scene::to_json(scene::Choices(Tree{tree_.asks, {}}));
  for (auto& [number, node] : beginning_at(0)) out["nodes"].push_back(std::move(node));
  out["cut"] = true;
  return out;
}

std::optional<Json> ChoiceParts::from(std::size_t node) const {
  if (node >= tree_.nodes.size()) return std::nullopt;
  Json nodes = Json::object();
  for (auto& [number, one] : beginning_at(node)) nodes[std::to_string(number)] = std::move(one);
  return nodes;
}

}  // namespace banmen::serve
