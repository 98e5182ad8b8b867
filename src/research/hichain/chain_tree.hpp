// The paper's chain tree (連鎖ツリー, section 6.3): for each kind of chain and each reader a forest whose root-to-leaf paths are
// the candidates, with the marks of its figure 10 on every node:
//   valid (有効)       some candidate through the node lies in no other (of candidates with equal cells, the first)
//   mature (成熟)      some candidate through the node is long enough to score
//   coexisting (共存)  mature, but not valid
// The authors' program leaves out the asterisk; here it is a node like any other, once for each letter that it stands for.
#pragma once

#include <string>
#include <vector>

#include "games/hichain/chains.hpp"

namespace banmen::hichain {

struct TreeNode {
  int card = 0;     // number into the layout
  int letter = 0;   // what it reads as here
  int parent = -1;  // number of a node before it, or -1 for a root
  int depth = 1;    // cards from the root
  bool leaf = true;
  bool valid = false, mature = false;
  [[nodiscard]] bool coexisting() const { return mature && !valid; }
};

struct ChainTree {
  Chain::Kind kind{};
  int reader = 0;
  std::vector<TreeNode> nodes;  // every node after its parent
};

/// A candidate and the first candidate that contains it: the paper's figure 11.
struct Inclusion {
  std::size_t tree, leaf;              // the candidate, by its tree and leaf
  std::size_t other_tree, other_leaf;  // the one that contains it
};

struct ChainForest {
  std::vector<ChainTree> trees;  // those with a chain of two cards at least; sequential and same-letter
  std::vector<Inclusion> inclusions;
  int score = 0;  // of the paths that are valid and mature: depth squared for each leaf
};

/// The trees of one colour. The size limit is that of list_chains.
Result<ChainForest> chain_forest(const ChainRules& rules, const std::vector<Laid>& layout, int colour);

}  // namespace banmen::hichain
