// Studies of the chains of a board: their score, and the paper's chain trees as data and as a drawing.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "games/hichain/hichain.hpp"
#include "research/hichain/chain_tree.hpp"
#include "research/hichain/games.hpp"
#include "research/studies.hpp"

namespace banmen::hichain {
namespace {

constexpr std::size_t most_nodes = 100'000;
constexpr std::size_t most_leaves = 5'000;

class Planter {
 public:
  Planter(const ChainRules& rules, const std::vector<Laid>& layout, int colour) : rules_(rules), layout_(layout) {
    for (std::size_t i = 0; i < layout.size(); ++i)
      if (layout[i].colour == colour) {
        at_[{layout[i].x, layout[i].y}] = static_cast<int>(i);
        own_.push_back(static_cast<int>(i));
      }
  }

  Result<ChainForest> plant() {
    for (const Chain::Kind kind : {Chain::Kind::sequential, Chain::Kind::same})
      for (int reader = 0; reader < 4; ++reader) {
        tree_ = {kind, reader, {}};
        for (const int card : own_) {
          const int shown = reading_of(card);
          if (shown == no_letter || (shown == asterisk && !rules_.asterisk_ends)) continue;
          const bool any = shown == asterisk;
          for (int letter = any ? 0 : shown; letter <= (any ? 25 : shown); ++letter) {
            path_ = {card};
            const std::size_t before = tree_.nodes.size();
            grow(letter, -1);
            trim(before);
          }
        }
        if (!tree_.nodes.empty()) forest_.trees.push_back(tree_);
        if (overflow_) return fail("too many chains for a chain tree", "use fewer cards");
      }
    if (const auto marked = mark(); !marked) return fail(marked.error());
    return std::move(forest_);
  }

 private:
  [[nodiscard]] const Laid& card(int number) const { return layout_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] int reading_of(int number) const {
    return reading(rules_.turned, card(number).sign, card(number).orientation, tree_.reader);
  }
  [[nodiscard]] int beside(int letter, int direction) const {
    if (tree_.kind == Chain::Kind::same) return letter;
    const int other = letter + direction;
    if (other >= 0 && other < 26) return other;
    return rules_.wrap ? (other + 26) % 26 : -1;
  }

  template <class F>
  void each_neighbour(int number, F&& f) const {
    for (std::size_t k = 1; k < 8; k += 2) {
      const auto found = at_.find({card(number).x + step_x[k], card(number).y + step_y[k]});
      if (found != at_.end()) f(found->second);
    }
  }

  /// Adds a node and its descendants; false if the path could only end in an asterisk, against the rules.
  bool grow(int letter, int parent) {
    if (overflow_ || tree_.nodes.size() >= most_nodes) {
      overflow_ = true;
      return true;
    }
    const auto me = static_cast<int>(tree_.nodes.size());
    tree_.nodes.push_back({path_.back(), letter, parent, static_cast<int>(path_.size()), true, false, false});
    bool longer = false;
    const int expected = beside(letter, 1);
    if (expected >= 0)
      each_neighbour(path_.back(), [&](int next) {
        if (std::find(path_.begin(), path_.end(), next) != path_.end()) return;
        const int shown = reading_of(next);
        if (shown != expected && shown != asterisk) return;
        path_.push_back(next);
        const std::size_t size = tree_.nodes.size();
        if (grow(expected, me))
          longer = true;
        else
          tree_.nodes.resize(size);
        path_.pop_back();
      });
    tree_.nodes[static_cast<std::size_t>(me)].leaf = !longer;
    return longer || rules_.asterisk_ends || card(path_.back()).sign != asterisk;
  }

  /// Removes a root without children, or one that another card can precede: its paths are tails of others.
  void trim(std::size_t root) {
    const bool lonely = tree_.nodes.size() == root + 1;
    bool preceded = false;
    if (tree_.kind == Chain::Kind::sequential) {
      const int expected = beside(tree_.nodes[root].letter, -1);
      std::size_t in_tree = root;
      if (expected >= 0)
        each_neighbour(tree_.nodes[root].card, [&](int before) {
          // A card that also follows the root closes a ring and does not count.
          const bool follows = std::any_of(tree_.nodes.begin() + static_cast<std::ptrdiff_t>(in_tree), tree_.nodes.end(),
                                           [&](const TreeNode& node) { return node.card == before; });
          if (!follows && reading_of(before) == expected) preceded = true;
        });
    }
    if (lonely || preceded) tree_.nodes.resize(root);
  }

  struct Leaf {
    std::size_t tree, node;
    std::vector<int> cells;  // sorted
    bool mature;
  };

  Result<void> mark() {
    std::vector<Leaf> leaves;
    for (std::size_t t = 0; t < forest_.trees.size(); ++t) {
      const ChainTree& tree = forest_.trees[t];
      for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        if (!tree.nodes[n].leaf) continue;
        Leaf leaf{t, n, {}, tree.nodes[n].depth >= (tree.kind == Chain::Kind::same ? rules_.least_same : least_sequential)};
        for (int up = static_cast<int>(n); up >= 0; up = tree.nodes[static_cast<std::size_t>(up)].parent)
          leaf.cells.push_back(tree.nodes[static_cast<std::size_t>(up)].card);
        std::sort(leaf.cells.begin(), leaf.cells.end());
        leaves.push_back(std::move(leaf));
      }
    }
    if (leaves.size() > most_leaves) return fail("too many chains for a chain tree", "use fewer cards");
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Leaf& mine = leaves[i];
      std::size_t container = leaves.size();
      for (std::size_t j = 0; j < leaves.size() && container == leaves.size(); ++j) {
        if (i == j || !std::includes(leaves[j].cells.begin(), leaves[j].cells.end(), mine.cells.begin(), mine.cells.end()))
          continue;
        // Of candidates with equal cells a mature one comes first, then the one listed first.
        const bool equal = leaves[j].cells.size() == mine.cells.size();
        if (equal && (mine.mature > leaves[j].mature || (mine.mature == leaves[j].mature && i < j))) continue;
        container = j;
      }
      ChainTree& tree = forest_.trees[mine.tree];
      const bool valid = container == leaves.size();
      if (!valid) forest_.inclusions.push_back({mine.tree, mine.node, leaves[container].tree, leaves[container].node});
      if (valid && mine.mature) forest_.score += tree.nodes[mine.node].depth * tree.nodes[mine.node].depth;
      for (int up = static_cast<int>(mine.node); up >= 0; up = tree.nodes[static_cast<std::size_t>(up)].parent) {
        tree.nodes[static_cast<std::size_t>(up)].mature |= mine.mature;
        tree.nodes[static_cast<std::size_t>(up)].valid |= valid;
      }
    }
    return {};
  }

  const ChainRules& rules_;
  const std::vector<Laid>& layout_;
  std::map<std::pair<int, int>, int> at_;
  std::vector<int> own_;
  ChainTree tree_{};
  std::vector<int> path_;
  ChainForest forest_;
  bool overflow_ = false;
};

using Kind = Findings::Column::Kind;

std::string_view kind_name(Chain::Kind kind) {
  return kind == Chain::Kind::sequential ? "sequential" : kind == Chain::Kind::same ? "same-letter" : "royal";
}

/// The direction that points up for a reader.
std::string_view direction_name(int reader) {
  constexpr std::array<std::string_view, 4> names = {"north", "east", "south", "west"};
  return names.at(static_cast<std::size_t>(reader));
}

/// The board, its chains and both scores.
Result<Findings> list_strings(const Hichain& g, const std::vector<Laid>& cards) {
  std::array<int, 2> score{};
  std::array<bool, 2> royal{};
  Findings::DataTable table{
      .name = "chains",
      .help = "",
      .columns = {
          {.name = "colour"},
          {.name = "kind"},
          {.name = "score", .kind = Kind::integer},
          {.name = "letters", .help = "letters of the chain; an asterisk is shown in lower case, as the letter that it stands for"},
          {.name = "reader", .help = "direction that is up for the reader"},
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
  return group_of({{"card", text(card_of(node, cards))},
                   {"letter", std::string(1, letter_of(node))},
                   {"parent", node.parent},
                   {"valid", node.valid},
                   {"mature", node.mature},
                   {"coexisting", node.coexisting()}});
}

std::string marks_of(const TreeNode& node) {
  if (node.coexisting()) return "co";
  return std::string(node.valid ? "v" : "") + (node.mature ? "m" : "");
}

std::string headline(const ChainTree& tree) {
  return fmt::format("{}, up is {}", kind_name(tree.kind), direction_name(tree.reader));
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

/// The trees line by line (v: valid, m: mature, co: coexisting), then the inclusions.
Picture draw(const ChainForest& forest, const std::vector<Laid>& cards) {
  Picture out;
  for (const ChainTree& tree : forest.trees) {
    const int colour = card_of(tree.nodes.front(), cards).colour;
    out.line().put(Hichain::seat_name(static_cast<Seat>(colour)), seat_ink(colour)).put(", " + headline(tree));
    for (const TreeNode& node : tree.nodes) {
      out.line().put(fmt::format("{:>3} {:{}}{}  ", marks_of(node), "", 2 * node.depth, letter_of(node)));
      out.put(descriptive_text(card_of(node, cards)), seat_ink(colour));
      if (node.leaf && node.valid && node.mature) out.put("   " + std::to_string(node.depth * node.depth));
    }
  }
  for (const Inclusion& i : forest.inclusions)
    out.line().put(candidate(forest.trees[i.tree], i.leaf) + " lies in " + candidate(forest.trees[i.other_tree], i.other_leaf));
  return out;
}

/// The parameters `cards` and `start`.
std::vector<Parameter> cards_parameters() {
  return {Parameter::text("cards", "", "such as b An0+0, r Bn1+0", "Cards on the board, in any arrangement"),
          Parameter::flag("start", false, "Add the start block to --cards")};
}

Result<std::vector<Laid>> read_laid_cards(const Values& values) {
  auto cards = read_cards(values.text("cards"));
  if (!cards) return fail_in("--cards", cards.error());
  if (!values.flag("start")) return cards;
  std::vector<Laid> all = start_block();
  for (const Laid& card : *cards) {
    for (const Laid& other : start_block())
      if (card.x == other.x && card.y == other.y) return fail(text(card) + " lies on a card of the start block");
    all.push_back(card);
  }
  return all;
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

Result<ChainForest> chain_forest(const ChainRules& rules, const std::vector<Laid>& layout, int colour) {
  return Planter(rules, layout, colour).plant();
}

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
  parameters[0].help = "Cards on the board, in any arrangement, instead of --position and --moves";
  parameters.push_back(Parameter::flag("tree", false, "Add the paper's chain trees, with valid, mature and coexisting marks"));
  return {.id = "chains",
          .help = "List the scoring chains of a position with their cells",
          .examples = {"banmen hichain chains --moves Hn0-1", "banmen hichain chains --tree --cards \"b Xn0+0, b *n1+0, b Zn2+0\""},
          .parameters = with_position(std::move(parameters)),
          .run = list_position,
          .takes = Study::Takes::moments,
          .of_position = Study::OfPosition{.position = "position", .rules = "rules"}};
}

}  // namespace banmen::hichain
