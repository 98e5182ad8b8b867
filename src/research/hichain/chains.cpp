// The scoring strings of cards on a board, and the paper's chain trees: data for programs, a drawing for people.
#include <algorithm>
#include <array>

#include "games/hichain/hichain.hpp"
#include "research/hichain/chain_tree.hpp"
#include "research/hichain/inputs.hpp"
#include "research/studies.hpp"

namespace banmen::hichain {
namespace {

using Kind = Findings::Column::Kind;

std::string_view kind_name(Chain::Kind kind) {
  return kind == Chain::Kind::sequential ? "sequential" : kind == Chain::Kind::same ? "same-letter" : "royal";
}

/// The direction that is up for a reader.
std::string_view direction_name(int reader) {
  constexpr std::array<std::string_view, 4> names = {"north", "east", "south", "west"};
  return names.at(static_cast<std::size_t>(reader));
}

/// The board, its chains and both scores.
Result<Findings> list_strings(const Hichain& g, const std::vector<Laid>& cards) {
  std::array<int, 2> score{};
  std::array<bool, 2> royal{};
  Findings::DataTable table{.name = "chains",
                            .help = "",
                            .columns = {{.name = "colour"},
                                        {.name = "kind"},
                                        {.name = "score", .kind = Kind::integer},
                                        {.name = "letters", .help = "an asterisk as the letter it stands for, in lower case"},
                                        {.name = "reader", .help = "which way is up for the reader"},
                                        {.name = "cells", .kind = Kind::list, .hidden = true},
                                        {.name = "cards", .kind = Kind::list}}};
  for (int colour = 0; colour < 2; ++colour) {
    const auto chains = list_chains(g.chain, cards, colour);
    if (!chains) return fail(chains.error());
    for (const Chain& chain : *chains) {
      score[static_cast<std::size_t>(colour)] += chain.score;
      royal[static_cast<std::size_t>(colour)] |= chain.kind == Chain::Kind::royal;
      std::vector<std::string> own, cells;
      for (const int number : chain.cards) {
        own.push_back(text(cards[static_cast<std::size_t>(number)]));
        cells.push_back(own.back().substr(2));
      }
      table.rows.push_back({Hichain::seat_name(static_cast<Seat>(colour)), kind_name(chain.kind), chain.score, chain.letters,
                            direction_name(chain.reader), cells, own});
    }
  }
  Findings found;
  found.add(draw(cards));
  found.add(std::move(table));
  found.add("score", score, "black, red");
  found.add("royal", royal, "whether CHAIN is complete, which wins");
  return found;
}

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

Findings as_findings(const ChainForest& forest, const std::vector<Laid>& cards) {
  Findings::DataTable trees{"trees", "", {{.name = "kind"}, {.name = "reader"}, {.name = "nodes", .kind = Kind::list}}};
  for (const ChainTree& tree : forest.trees) {
    Datum::List nodes;
    for (const TreeNode& node : tree.nodes) nodes.emplace_back(as_findings(node, cards));
    trees.rows.push_back({kind_name(tree.kind), direction_name(tree.reader), nodes});
  }
  Findings::DataTable inclusions{"inclusions",
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

/// Every tree line by line, with v for valid, m for mature, co for coexisting; then which candidate lies in which.
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

Result<Findings> score_cards(const Values& values, const Control&) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto cards = read_laid_cards(values);
  if (!cards) return fail(cards.error());
  return list_strings(*g, *cards);
}

Result<std::vector<Laid>> read_layout(const Hichain& g, const Values& values) {
  if (values.text("cards").empty())
    return read_played_position(g, values).map([](const Hichain::Position& p) { return layout(p); });
  if (!values.text("position").empty() || !values.text("moves").empty()) return fail("--cards excludes --position and --moves");
  return read_laid_cards(values);
}

Result<Findings> list_position(const Values& values, const Control&) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto cards = read_layout(*g, values);
  if (!cards) return fail(cards.error());
  auto found = list_strings(*g, *cards);
  if (!found || !values.flag("tree")) return found;
  Findings trees;
  for (int colour = 0; colour < 2; ++colour) {
    const auto forest = chain_forest(g->chain, *cards, colour);
    if (!forest) return fail(forest.error());
    trees.add(Hichain::seat_name(static_cast<Seat>(colour)), as_findings(*forest, *cards));
    found->add(draw(*forest, *cards));
  }
  found->add(Figure{.name = "trees", .value = std::move(trees), .hidden = true});
  return found;
}

}  // namespace

Study score_study() {
  auto parameters = cards_parameters();
  parameters[0] = parameters[0].needed();
  parameters.push_back(rules_parameter());
  return {.id = "score",
          .help = "Score any cards on a board",
          .examples = {"banmen hichain score --cards \"b An0+0, b Bn1+0, b Cn2+0\"",
                       "banmen hichain score --start --cards \"b Gn0-1\" --json"},
          .parameters = std::move(parameters),
          .run = score_cards,
          .takes = Study::Takes::moments};
}

Study chains_study() {
  auto parameters = cards_parameters();
  parameters[0].help = "Any cards on a board instead of a position of a game";
  parameters.push_back(Parameter::flag("tree", false, "The paper's chain trees too, with valid, mature and coexisting marks"));
  for (Parameter& parameter : position_parameters()) parameters.push_back(std::move(parameter));
  parameters.push_back(rules_parameter());
  return {.id = "chains",
          .help = "List the scoring strings of a position with their cells",
          .examples = {"banmen hichain chains --moves Hn0-1", "banmen hichain chains --tree --cards \"b Xn0+0, b *n1+0, b Zn2+0\""},
          .parameters = std::move(parameters),
          .run = list_position,
          .takes = Study::Takes::moments,
          .of_position = Study::OfPosition{.position = "position", .rules = "rules"}};
}

}  // namespace banmen::hichain
