// The paper's chain tree (連鎖ツリー, section 6.3): for each kind of chain and each reading direction a forest whose root-to-leaf
// paths are the candidates. Marks of its figure 10 on every node:
//   valid (有効)       some candidate through the node lies in no other (of candidates with equal cells, the first)
//   mature (成熟)      some candidate through the node is long enough to score
//   coexisting (共存)  mature, but not valid
// Unlike the authors' program, this one has a node for an asterisk, one for each letter that it stands for.
#pragma once

#include <string>
#include <vector>

#include "games/hichain/chains.hpp"

namespace banmen::hichain {

struct TreeNode {
  int card = 0;     // index into the layout
  int letter = 0;   // as read here
  int parent = -1;  // index of an earlier node, -1 for a root
  int depth = 1;    // cards from the root
  bool leaf = true;
  bool valid = false, mature = false;
  [[nodiscard]] bool coexisting() const { return mature && !valid; }
};

struct ChainTree {
  Chain::Kind kind{};
  int reader = 0;
  std::vector<TreeNode> nodes;  // parents before children
};

/// A candidate and the first candidate that contains it: the paper's figure 11.
struct Inclusion {
  std::size_t tree, leaf;              // the candidate
  std::size_t other_tree, other_leaf;  // the candidate that contains it
};

struct ChainForest {
  std::vector<ChainTree> trees;  // sequential and same-letter ones with a chain of two cards or more
  std::vector<Inclusion> inclusions;
  int score = 0;  // sum of squared depths over valid and mature leaves
};

/// The trees of one colour. Fails if there are too many nodes, as list_chains does.
Result<ChainForest> chain_forest(const ChainRules& rules, const std::vector<Laid>& layout, int colour);

}  // namespace banmen::hichain
