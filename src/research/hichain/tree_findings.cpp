#include "research/hichain/tree_findings.hpp"

#include "research/hichain/listing.hpp"

namespace banmen::hichain {
namespace {

using Kind = Findings::Column::Kind;

const Laid& card_of(const TreeNode& node, const std::vector<Laid>& cards) { return cards[static_cast<std::size_t>(node.card)]; }
char letter_of(const TreeNode& node) { return static_cast<char>('A' + node.letter); }

Findings as_findings(const TreeNode& node, const std::vector<Laid>& cards) {
  Findings found;
  found.add("card", text(card_of(node, cards)));
  found.add("letter", std::string(1, letter_of(node)));
  found.add("parent", node.parent);
  found.add("valid", node.valid);
  found.add("mature", node.mature);
  found.add("coexisting", node.coexisting());
  return found;
}

std::string marks_of(const TreeNode& node) {
  if (node.coexisting()) return "co";
  return std::string(node.valid ? "v" : "") + (node.mature ? "m" : "");
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string headline(const ChainTree& tree) {
  return std::string(kind_name(tree.kind)) + ", up is " + std::string(direction_name(tree.reader));
}

/// "XYZ (sequential, up is north)".
std::string candidate(const ChainTree& tree, std::size_t leaf) {
  std::string letters;
  for (int up = static_cast<int>(leaf); up >= 0; up = tree.nodes[static_cast<std::size_t>(up)].parent)
    letters.insert(letters.begin(), letter_of(tree.nodes[static_cast<std::size_t>(up)]));
  return letters + " (" + headline(tree) + ")";
}

}  // namespace

Findings as_findings(const ChainForest& forest, const std::vector<Laid>& cards) {
  Findings::Table trees{"trees", "", {{.name = "kind"}, {.name = "reader"}, {.name = "nodes", .kind = Kind::list}}};
  for (const ChainTree& tree : forest.trees) {
    Datum::List nodes;
    for (const TreeNode& node : tree.nodes) nodes.emplace_back(as_findings(node, cards));
    trees.rows.push_back({kind_name(tree.kind), direction_name(tree.reader), nodes});
  }
  Findings::Table inclusions{"inclusions",
                             "",
                             {{.name = "tree", .kind = Kind::integer},
                              {.name = "leaf", .kind = Kind::integer},
                              {.name = "inside_tree", .kind = Kind::integer},
                              {.name = "inside_leaf", .kind = Kind::integer}}};
  for (const Inclusion& i : forest.inclusions) inclusions.rows.push_back({i.tree, i.leaf, i.other_tree, i.other_leaf});
  Findings found;
  found.add("score", forest.score);
  found.add(std::move(trees));
  found.add(std::move(inclusions));
  return found;
}

Picture draw(const ChainForest& forest, const std::vector<Laid>& cards) {
  Picture out;
  for (const ChainTree& tree : forest.trees) {
    const int colour = card_of(tree.nodes.front(), cards).colour;
    out.line().put(Hichain::seat_name(static_cast<Seat>(colour)), seat_ink(colour)).put(", " + headline(tree));
    for (const TreeNode& node : tree.nodes) {
      out.line().put(right(marks_of(node), 3) + " " + std::string(2 * static_cast<std::size_t>(node.depth), ' ') + letter_of(node) +
                     "  ");
      out.put(descriptive_text(card_of(node, cards)), seat_ink(colour));
      if (node.leaf && node.valid && node.mature) out.put("   " + std::to_string(node.depth * node.depth));
    }
  }
  for (const Inclusion& i : forest.inclusions)
    out.line().put(candidate(forest.trees[i.tree], i.leaf) + " lies in " + candidate(forest.trees[i.other_tree], i.other_leaf));
  return out;
}

}  // namespace banmen::hichain
