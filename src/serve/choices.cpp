// The legal moves as sent to clients: whole, or in parts where the tree is large.
#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "catalog/scene_json.hpp"
#include "serve/events.hpp"
#include "serve/fields.hpp"

namespace banmen::serve {
namespace {

using scene::Tree;

constexpr std::size_t part = 32 * 1024;  // bytes per message; a longer node is sent alone

/// Visits the nodes reachable from one in breadth-first order until `visit` returns false.
template <class Visit>
void walk(const Tree& tree, std::size_t from, Visit&& visit) {
  std::vector<bool> seen(tree.nodes.size());
  std::vector<std::size_t> order{from};
  seen[from] = true;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (!visit(order[k])) return;
    for (const Tree::Branch& branch : tree.nodes[order[k]].picks)
      if (const auto* next = std::get_if<std::size_t>(&branch.next); next != nullptr && !seen[*next]) {
        seen[*next] = true;
        order.push_back(*next);
      }
  }
}

Json node_json(const Tree::Node& node) { return scene::to_json(scene::Choices(Tree{{}, {node}}))["nodes"][0]; }

/// The JSON of choices unless it is longer than `longest_choices`. A pick has at least 11 bytes of it, {"next":1} and a comma, so a
/// large tree need not be serialised to measure it.
std::optional<std::string> whole(const scene::Choices& ways) {
  constexpr std::size_t least_pick = 11;
  std::size_t picks = 0;
  if (const auto* tree = std::get_if<Tree>(&ways))
    for (const Tree::Node& node : tree->nodes) picks += node.picks.size();
  if (picks * least_pick > longest_choices) return std::nullopt;
  std::string all = write(scene::to_json(ways));
  if (all.size() > longest_choices) return std::nullopt;
  return all;
}

/// The tree with its nodes in breadth-first order: the first ones are sent with the position, the others when a client has reached
/// them. Nothing if a single node is too long.
std::optional<Tree> in_parts(const Tree& tree) {
  constexpr std::size_t few = 64;  // picks, whose length need not be measured
  std::vector<std::size_t> number(tree.nodes.size());
  Tree ordered{tree.asks, {}};
  bool fits = true;
  walk(tree, 0, [&](std::size_t node) {
    number[node] = ordered.nodes.size();
    ordered.nodes.push_back(tree.nodes[node]);
    return fits = tree.nodes[node].picks.size() <= few || write(node_json(tree.nodes[node])).size() <= longest_choices;
  });
  if (!fits) return std::nullopt;
  for (Tree::Node& node : ordered.nodes)
    for (Tree::Branch& branch : node.picks)
      if (auto* next = std::get_if<std::size_t>(&branch.next)) *next = number[*next];
  return ordered;
}

/// The nodes of one message, from this one on, by number.
std::vector<std::pair<std::size_t, Json>> beginning_at(const Tree& tree, std::size_t node) {
  std::vector<std::pair<std::size_t, Json>> nodes;
  std::size_t bytes = 0;
  walk(tree, node, [&](std::size_t next) {
    Json one = node_json(tree.nodes[next]);
    bytes += write(one).size();
    if (!nodes.empty() && bytes > part) return false;
    nodes.emplace_back(next, std::move(one));
    return true;
  });
  return nodes;
}

Result<Json> nodes_message(const Session& session, std::size_t node, bool chooses) {
  const scene::Choices ways = chooses ? session.ways_to_move() : scene::Choices(scene::Tree{});
  const auto* tree = std::get_if<scene::Tree>(&ways);
  std::optional<Json> nodes;
  if (tree != nullptr && !whole(ways))
    if (const auto parts = in_parts(*tree); parts && node < parts->nodes.size()) {
      nodes = Json::object();
      for (auto& [number, one] : beginning_at(*parts, node)) (*nodes)[std::to_string(number)] = std::move(one);
    }
  if (!nodes) return fail(fmt::format("these choices have no node {} left to send", node));
  return Json{{"type", "choices"}, {"ply", session.history().size()}, {"node", node}, {"nodes", std::move(*nodes)}};
}

Json choices_message(const Session& session, std::string_view begins, bool chooses) {
  Json listed = Json::array();
  std::size_t bytes = 0, count = 0;
  if (chooses)
    for (const std::string& move : session.moves()) {
      if (!move.starts_with(begins)) continue;
      ++count;
      bytes += move.size() + 3;
      if (bytes <= longest_choices) listed.push_back(move);
    }
  Json choices = {{"form", "list"}, {"moves", listed}};
  if (listed.size() < count) {
    choices["cut"] = true;
    choices["count"] = count;
  }
  return {{"type", "choices"}, {"ply", session.history().size()}, {"begins", begins}, {"choices", choices}};
}

}  // namespace

std::string choices_text(const Session& session) {
  const scene::Choices ways = session.ways_to_move();
  if (auto all = whole(ways)) return std::move(*all);
  if (const auto* tree = std::get_if<Tree>(&ways))
    if (const auto parts = in_parts(*tree)) {
      Json first = scene::to_json(scene::Choices(Tree{parts->asks, {}}));
      for (auto& [number, node] : beginning_at(*parts, 0)) first["nodes"].push_back(std::move(node));
      first["cut"] = true;
      return write(first);
    }
  // A plug-in may have a million unordered moves: the page then takes typed notation and asks for moves by prefix.
  return write(choices_message(session, {}, true)["choices"]);
}

Result<Json> answer_choices(const AskChoices& request, const Session& session, bool chooses) {
  if (const std::size_t now = session.history().size(); request.ply && *request.ply != now)
    return fail(fmt::format("these choices are for ply {}, but the game is at ply {}", *request.ply, now));
  if (request.node) return nodes_message(session, *request.node, chooses);
  return choices_message(session, request.begins, chooses);
}

}  // namespace banmen::serve
