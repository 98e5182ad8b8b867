#include "research/hichain/chain_tree.hpp"

#include <algorithm>
#include <map>

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
        if (overflow_) return fail("there are too many chains for a tree of them");
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

  /// Adds the node and all that may follow; false when only an asterisk would end the path here.
  bool grow(int letter, int parent) {
    if (overflow_ || tree_.nodes.size() >= most_nodes) {
      overflow_ = true;
      return true;
    }
    const auto me = static_cast<int>(tree_.nodes.size());
    tree_.nodes.push_back({path_.back(), letter, parent, static_cast<int>(path_.size()), true, false, false});
    bool longer = false;
    const int wanted = beside(letter, 1);
    if (wanted >= 0)
      each_neighbour(path_.back(), [&](int next) {
        if (std::find(path_.begin(), path_.end(), next) != path_.end()) return;
        const int shown = reading_of(next);
        if (shown != wanted && shown != asterisk) return;
        path_.push_back(next);
        const std::size_t size = tree_.nodes.size();
        if (grow(wanted, me))
          longer = true;
        else
          tree_.nodes.resize(size);
        path_.pop_back();
      });
    tree_.nodes[static_cast<std::size_t>(me)].leaf = !longer;
    return longer || rules_.asterisk_ends || card(path_.back()).sign != asterisk;
  }

  /// A path that is the tail of one from an earlier card is no tree of its own: keep a root only where no card can come before it.
  void trim(std::size_t root) {
    const bool lonely = tree_.nodes.size() == root + 1;
    bool preceded = false;
    if (tree_.kind == Chain::Kind::sequential) {
      const int wanted = beside(tree_.nodes[root].letter, -1);
      std::size_t in_tree = root;
      if (wanted >= 0)
        each_neighbour(tree_.nodes[root].card, [&](int before) {
          // Before it, yet not after it as well (a ring).
          const bool follows = std::any_of(tree_.nodes.begin() + static_cast<std::ptrdiff_t>(in_tree), tree_.nodes.end(),
                                           [&](const TreeNode& node) { return node.card == before; });
          if (!follows && reading_of(before) == wanted) preceded = true;
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
    if (leaves.size() > most_leaves) return fail("there are too many chains for a tree of them");
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Leaf& mine = leaves[i];
      std::size_t container = leaves.size();
      for (std::size_t j = 0; j < leaves.size() && container == leaves.size(); ++j) {
        if (i == j || !std::includes(leaves[j].cells.begin(), leaves[j].cells.end(), mine.cells.begin(), mine.cells.end()))
          continue;
        // Equal cells: one that scores before one that does not, then the first.
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

}  // namespace

Result<ChainForest> chain_forest(const ChainRules& rules, const std::vector<Laid>& layout, int colour) {
  return Planter(rules, layout, colour).plant();
}

}  // namespace banmen::hichain
