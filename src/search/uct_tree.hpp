// The tree of UCT in blocks of memory that are taken once: nodes, and for each node the children that were tried so far as parallel
// arrays, so that the choice among thousands of children is a straight loop over floats. Untried moves cost their own bytes only.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>

#include "search/objective.hpp"
#include "search/options.hpp"

namespace banmen {

template <Rules G>
class UctTree {
 public:
  using Move = typename G::Move;
  using Index = std::uint32_t;
  using Reward = typename Rewards<G>::Vector;
  static constexpr Index none = ~Index{0};

  struct Node {              // all zero when fresh
    std::uint64_t moves;     // where its moves lie: the first `tried` of them have been tried
    std::uint64_t children;  // where their statistics lie
    std::uint32_t count;     // moves; 0 before it is expanded
    std::uint32_t tried;
    std::uint32_t room;  // for how many children there are statistics
    std::uint32_t visits;
    std::uint32_t proved_children;
    Seat turn;  // known once it is expanded
    bool expanded;
    bool proved;
    Reward reward;  // once proved
  };
  static_assert(std::is_trivially_default_constructible_v<Node>, "or taking the memory would touch all of it");

  /// Statistics of the tried children of one node.
  struct Children {
    float* mean;          // of the chooser's reward; −∞ once proved
    float* inverse_root;  // 1/√visits
    std::uint32_t* visits;
    Index* node;
    double* sum;
  };

  explicit UctTree(std::uint64_t mebibytes) {
    const std::size_t bytes = bytes_of(mebibytes);
    // A third for nodes, the rest for moves and statistics. Untouched pages cost nothing.
    node_limit_ = std::min<std::size_t>(bytes / 3 / sizeof(Node), none - 1);
    nodes_ = std::make_unique_for_overwrite<Node[]>(node_limit_);
    block_limit_ = (bytes - bytes / 3) / 8;
    block_ = std::make_unique_for_overwrite<std::uint64_t[]>(block_limit_);
    clear();
  }

  void clear() {
    node_count_ = 0;
    block_used_ = 0;
    for (std::uint64_t& list : free_) list = 0;
    block_used_ = 1;  // 0 means nowhere
  }
  [[nodiscard]] bool half_full() const { return node_count_ > node_limit_ / 2 || block_used_ > block_limit_ / 2; }

  /// none when the memory is used up.
  Index add_node() {
    if (node_count_ == node_limit_) return none;
    nodes_[node_count_] = Node{};
    return static_cast<Index>(node_count_++);
  }
  Node& operator[](Index index) { return nodes_[index]; }

  Move* moves(const Node& node) { return reinterpret_cast<Move*>(block_.get() + node.moves); }

  Children children(const Node& node) {
    auto* sum = reinterpret_cast<double*>(block_.get() + node.children);
    auto* mean = reinterpret_cast<float*>(sum + node.room);
    auto* inverse = mean + node.room;
    auto* visits = reinterpret_cast<std::uint32_t*>(inverse + node.room);
    return {mean, inverse, visits, visits + node.room, sum};
  }

  /// Stores a node's moves. False when the memory is used up: the node then stays a leaf.
  bool expand(Node& node, const MoveList<Move>& list) {
    const std::uint64_t words = (list.size() * sizeof(Move) + 7) / 8;
    if (block_used_ + words > block_limit_) return false;
    node.moves = block_used_;
    block_used_ += words;
    std::memcpy(static_cast<void*>(moves(node)), list.begin(), list.size() * sizeof(Move));
    node.count = list.size();
    node.expanded = true;
    return true;
  }

  /// Makes room for one more tried child, with a fresh node. none when the memory is used up.
  Index add_child(Node& node) {
    if (node.tried == node.room && !grow(node)) return none;
    const Index child = add_node();
    if (child == none) return none;
    const Children c = children(node);
    c.sum[node.tried] = 0;
    c.mean[node.tried] = 0;
    c.inverse_root[node.tried] = 1;
    c.visits[node.tried] = 0;
    c.node[node.tried] = child;
    ++node.tried;
    return child;
  }

  /// The tried child with the largest mean + factor/√visits; the first among equals.
  static std::uint32_t best(const Children& c, std::uint32_t tried, float factor) {
    // Two passes, of which the first must be quick: a maximum per lane, since floats may not be reordered in one, then the first
    // place that has the largest.
    constexpr std::uint32_t lanes = 16;
    const auto score = [&](std::uint32_t i) { return c.mean[i] + factor * c.inverse_root[i]; };
    float tops[lanes];
    std::fill(tops, tops + lanes, -HUGE_VALF);
    std::uint32_t blocks = 0;
    for (; blocks + lanes <= tried; blocks += lanes)
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const float here = score(blocks + lane);
        tops[lane] = here > tops[lane] ? here : tops[lane];
      }
    for (std::uint32_t i = blocks; i < tried; ++i) tops[0] = std::max(tops[0], score(i));
    const float top = *std::max_element(tops, tops + lanes);
    for (std::uint32_t block = 0; block < blocks; block += lanes) {
      bool here = false;
      for (std::uint32_t lane = 0; lane < lanes; ++lane) here |= score(block + lane) >= top;
      if (!here) continue;
      for (std::uint32_t i = block;; ++i)
        if (score(i) >= top) return i;
    }
    for (std::uint32_t i = blocks; i < tried; ++i)
      if (score(i) >= top) return i;
    return 0;
  }

 private:
  static constexpr std::uint32_t words_per_child = 3;  // 8 bytes of sum, four times 4 bytes

  bool grow(Node& node) {
    const std::uint32_t room = node.room == 0 ? 2 : node.room * 2;
    const int size = std::countr_zero(room);
    std::uint64_t place = free_[size];
    if (place != 0) {
      free_[size] = block_[place];
    } else {
      const std::uint64_t words = static_cast<std::uint64_t>(room) * words_per_child;
      if (block_used_ + words > block_limit_) return false;
      place = block_used_;
      block_used_ += words;
    }
    Node larger = node;
    larger.room = room;
    larger.children = place;
    if (node.room > 0) {
      const Children from = children(node), to = children(larger);
      const std::size_t n = node.tried;
      std::memcpy(to.sum, from.sum, n * sizeof(double));
      std::memcpy(to.mean, from.mean, n * sizeof(float));
      std::memcpy(to.inverse_root, from.inverse_root, n * sizeof(float));
      std::memcpy(to.visits, from.visits, n * sizeof(std::uint32_t));
      std::memcpy(to.node, from.node, n * sizeof(Index));
      const int old = std::countr_zero(node.room);
      block_[node.children] = free_[old];
      free_[old] = node.children;
    }
    node = larger;
    return true;
  }

  std::unique_ptr<Node[]> nodes_;
  std::unique_ptr<std::uint64_t[]> block_;
  std::size_t node_limit_ = 0, node_count_ = 0;
  std::uint64_t block_limit_ = 0, block_used_ = 0;
  std::uint64_t free_[40] = {};  // by power of two: the first word of a free place is the next one
};

}  // namespace banmen
