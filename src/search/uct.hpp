// UCT (Kocsis and Szepesvári 2006): UCB1 in a growing tree, uniform playouts below it. With playouts=500,expand=1,c=1 and nothing
// else it is the search of the Amazons paper: mean + c·√(2 ln N / n), rewards 0 … 1, a leaf is expanded after `expand` visits, the
// most visited move is played. Proved results (solve=true) follow Winands, Björnsson and Saito 2008, for any number of seats.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>

#include "core/move_stack.hpp"
#include "host/threads.hpp"
#include "search/objective.hpp"
#include "search/options.hpp"
#include "search/search.hpp"

namespace banmen {

// The tree of UCT in preallocated blocks of memory: nodes, and for each node its tried children as parallel arrays, so that the
// choice among thousands of children is a straight loop over floats. Untried moves cost only their own bytes.

template <Rules G>
class UctTree {
 public:
  using Move = typename G::Move;
  using Index = std::uint32_t;
  using Reward = typename Rewards<G>::Vector;
  static constexpr Index none = ~Index{0};

  struct Node {              // all zero when fresh
    std::uint64_t moves;     // place of its moves: the first `tried` of them have been tried
    std::uint64_t children;  // place of their statistics
    std::uint32_t count;     // moves; 0 before it is expanded
    std::uint32_t tried;
    std::uint32_t room;  // capacity of the statistics, in children
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

  /// Returns `none` if the memory is used up.
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

  /// Stores a node's moves. False if the memory is used up: the node then stays a leaf.
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

  /// Adds a tried child with a fresh node; `none` if the memory is used up.
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
    // Two passes, of which the first must be fast: a maximum per lane, since the compiler may not reorder floats, then the first
    // child with the largest.
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

struct UctOptions {
  CommonOptions common;
  std::uint64_t playouts = 1000;
  double c = 1;
  std::uint32_t expand = 1;
  bool paper = false;  // every node maximises the root seat's reward
  bool solve = false;
  RewardKind reward = RewardKind::win;
  bool evaluate = false;
  std::uint32_t cut = 0;
  double scale = 0;
  bool staged = false;
  double widen = 0;
  bool reuse = false;
  int workers = 1;
  Aim aim;
  int memory = 256;

  static Result<UctOptions> from(const Values& values);
};

/// The meaning of its values, in words.
const char* unit_of(RewardKind reward, const Aim& aim);

/// One tree and the playouts below it, on one thread.
template <Rules G>
class UctWorker {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;
  using Tree = UctTree<G>;
  using Index = typename Tree::Index;
  using Node = typename Tree::Node;
  using Reward = typename Tree::Reward;

  UctWorker(const G& g, const UctOptions& options)
      : g_(g),
        options_(options),
        rewards_(g, options.reward, options.aim, options.scale),
        tree_(std::max<std::size_t>(1, static_cast<std::size_t>(options.memory / options.workers))),
        stack_(g, 1),
        path_(std::make_unique_for_overwrite<Step[]>(longest_path)) {}

  void forget() { root_ = Tree::none; }

  /// Samples until the playouts are done or the budget is spent; returns the number done. Calls `tell` with it now and then.
  std::uint64_t search(const Position& position, Random random, std::uint64_t playouts, Budget& budget,
                       const std::function<void(std::uint64_t)>& tell) {
    random_ = random;
    longest_ = longest_playout;
    prepare(position);
    root_seat_ = g_.turn(position);
    std::uint64_t done = 0;
    while (done < playouts && !budget.out) {
      if (tree_[root_].proved && options_.solve) break;
      sample();
      ++done;
      if ((done & 15) == 0 || plies_ > most_plies) {
        budget.look();
        plies_ = 0;
      }
      if ((done & 1023) == 0 && tell) tell(done);
    }
    return done;
  }

  Tree& tree() { return tree_; }
  [[nodiscard]] Index root() const { return root_; }
  /// The number of plies after which the last search came to cut its playouts; 0 if it did not.
  [[nodiscard]] std::uint32_t shortened() const { return longest_ < longest_playout ? longest_ : 0; }

 private:
  static constexpr std::uint32_t longest_path = 4096;
  static constexpr std::uint32_t longest_playout = 20000;
  static constexpr std::uint32_t shortest_playout = 200;  // to which a search may shorten them
  static constexpr std::uint32_t most_plies = 4096;       // played between two checks of the budget
  struct Step {
    Index node;
    std::uint32_t child;
  };

  /// Reuses the part of the old tree below the position, if it was kept and contains the position.
  void prepare(const Position& position) {
    if (options_.reuse && root_ != Tree::none && !tree_.half_full()) {
      const Index found = find(root_, position_, position, g_.players() + 1);
      if (found != Tree::none) {
        root_ = found;
        position_ = position;
        if (!tree_[root_].expanded) expand(tree_[root_], position);
        return;
      }
    }
    tree_.clear();
    position_ = position;
    root_ = tree_.add_node();
    expand(tree_[root_], position);
  }

  Index find(Index index, const Position& here, const Position& target, int plies) {
    if (here == target) return index;
    if (plies == 0) return Tree::none;
    const Node node = tree_[index];
    for (std::uint32_t k = 0; k < node.tried; ++k) {
      Position next = here;
      g_.play(next, tree_.moves(node)[k]);
      const Index found = find(tree_.children(node).node[k], next, target, plies - 1);
      if (found != Tree::none) return found;
    }
    return Tree::none;
  }

  void expand(Node& node, const Position& p) {
    node.turn = g_.turn(p);
    auto list = stack_.legal(g_, p);
    if (list.empty()) {
      node.turn = over;
      node.expanded = true;
      return;
    }
    tree_.expand(node, list);
  }

  bool may_widen(const Node& node) const {
    if (node.tried == node.count) return false;
    return options_.widen == 0 || node.tried < 1 + options_.widen * std::sqrt(static_cast<double>(node.visits));
  }

  void sample() {
    Position p = position_;
    GainsOf<G> gained{};
    std::uint32_t depth = 0;
    Index index = root_;
    Reward reward;
    bool proved = false;
    for (;;) {
      Node& node = tree_[index];
      if (node.proved && options_.solve) {
        reward = node.reward;
        proved = true;
        break;
      }
      if (!node.expanded && node.visits >= options_.expand && depth + 1 < longest_path) expand(node, p);
      if (node.expanded && node.turn == over) {
        gained += g_.payoff(p);
        reward = rewards_.of(gained);
        proved = true;
        break;
      }
      if (!node.expanded) {
        proved = leaf(p, gained, reward);
        break;
      }
      const std::uint32_t child = choose(node, p);
      if (child == Tree::none) {  // the memory is used up
        leaf(p, gained, reward);
        break;
      }
      path_[depth++] = {index, child};
      gained += g_.play(p, tree_.moves(node)[child]);
      index = tree_.children(node).node[child];
    }
    ++tree_[index].visits;
    if (options_.solve && proved && !tree_[index].proved) {
      tree_[index].proved = true;
      tree_[index].reward = reward;
    }
    back_up(depth, reward);
  }

  /// Selects a child by UCB1; untried ones come before any second visit.
  std::uint32_t choose(Node& node, const Position& p) {
    if constexpr (ChanceGame<G>) {
      if (node.turn == chance) return choose_by_chance(node, p);
    }
    if (may_widen(node)) {
      Move* moves = tree_.moves(node);
      const std::uint32_t pick = node.tried + random_.below(node.count - node.tried);
      std::swap(moves[node.tried], moves[pick]);
      if (tree_.add_child(node) != Tree::none) return node.tried - 1;
      if (node.tried == 0) return Tree::none;
    }
    const auto factor = static_cast<float>(options_.c * std::sqrt(2 * std::log(static_cast<double>(std::max(1u, node.visits)))));
    return Tree::best(tree_.children(node), node.tried, factor);
  }

  std::uint32_t choose_by_chance(Node& node, const Position& p) {
    if constexpr (ChanceGame<G>) {
      auto list = stack_.at();
      const Move drawn = draw_chance(g_, p, random_, list);
      Move* moves = tree_.moves(node);
      for (std::uint32_t k = 0; k < node.count; ++k) {
        if (!(moves[k] == drawn)) continue;
        if (k < node.tried) return k;
        std::swap(moves[node.tried], moves[k]);
        return tree_.add_child(node) == Tree::none ? Tree::none : node.tried - 1;
      }
    }
    return Tree::none;
  }

  /// The reward of a leaf by playout or evaluation; true if it is an exact result.
  bool leaf(Position& p, GainsOf<G>& gained, Reward& reward) {
    std::uint32_t ply = 0;
    const bool exact = leaf(p, gained, reward, ply);
    plies_ += ply;
    return exact;
  }
  bool leaf(Position& p, GainsOf<G>& gained, Reward& reward, std::uint32_t& ply) {
    const std::uint32_t limit = options_.evaluate ? 0 : options_.cut > 0 ? options_.cut : longest_;
    auto list = stack_.at();
    for (; ply < limit; ++ply) {
      const Seat turn = g_.turn(p);
      if (turn == over) {
        gained += g_.payoff(p);
        reward = rewards_.of(gained);
        return ply == 0;
      }
      if constexpr (ChanceGame<G>) {
        if (turn == chance) {
          gained += g_.play(p, draw_chance(g_, p, random_, list));
          continue;
        }
      }
      const auto drawn = draw(p, list);
      if (drawn.count == 0) {
        gained += g_.payoff(p);
        reward = rewards_.of(gained);
        return ply == 0;
      }
      gained += g_.play(p, drawn.move);
    }
    if (g_.turn(p) == over) {
      gained += g_.payoff(p);
      reward = rewards_.of(gained);
      return ply == 0;
    }
    if (options_.cut == 0 && !options_.evaluate) shorten_playouts();
    reward = rewards_.guess(p, gained);
    return false;
  }

  /// After a playout that did not end: if nothing proves that play ends, random play may never end it, and a playout that is cut
  /// late is worth no more than one that is cut early. Games that end keep their playouts whole.
  void shorten_playouts() {
    if (has(g_, Capability::loopy)) longest_ = std::max(shortest_playout, longest_ / 4);
  }

  Sample<Move> draw(const Position& p, MoveList<Move>& list) {
    if constexpr (StagedGame<G>)
      if (options_.staged) return g_.sample_staged(p, random_, false);
    return draw_move(g_, p, random_, list);
  }

  void back_up(std::uint32_t depth, const Reward& reward) {
    while (depth-- > 0) {
      const Step step = path_[depth];
      Node& node = tree_[step.node];
      ++node.visits;
      const Seat chooser = options_.paper ? root_seat_ : node.turn;
      const auto c = tree_.children(node);
      const std::uint32_t n = ++c.visits[step.child];
      c.sum[step.child] += reward[static_cast<std::size_t>(std::max<Seat>(chooser, 0))];
      if (!options_.solve || c.mean[step.child] != -HUGE_VALF) c.mean[step.child] = static_cast<float>(c.sum[step.child] / n);
      c.inverse_root[step.child] = static_cast<float>(1 / std::sqrt(static_cast<double>(n)));
      if (options_.solve && node.turn >= 0) prove(node, step.child, static_cast<std::size_t>(chooser));
    }
  }

  /// A child is proved: it is not sampled again, and the node is proved too if that settles it.
  void prove(Node& node, std::uint32_t child, std::size_t chooser) {
    const auto c = tree_.children(node);
    const Node& below = tree_[c.node[child]];
    if (!below.proved || node.proved || c.mean[child] == -HUGE_VALF) return;
    c.mean[child] = -HUGE_VALF;
    ++node.proved_children;
    if (below.reward[chooser] >= 1) {
      node.proved = true;
      node.reward = below.reward;
      return;
    }
    if (node.proved_children < node.count) return;
    node.proved = true;
    node.reward = below.reward;
    for (std::uint32_t k = 0; k < node.tried; ++k) {
      const Reward& other = tree_[c.node[k]].reward;
      if (other[chooser] > node.reward[chooser]) node.reward = other;
    }
  }

  G g_;
  UctOptions options_;
  Rewards<G> rewards_;
  Tree tree_;
  MoveStack<G> stack_;
  std::unique_ptr<Step[]> path_;
  Random random_{1};
  Position position_{};
  Index root_ = Tree::none;
  Seat root_seat_ = 0;
  std::uint32_t plies_ = 0;  // played since the last check of the budget
  std::uint32_t longest_ = longest_playout;
};

template <Rules G>
class Uct final : public Search<G> {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;
  using Tree = UctTree<G>;

  Uct(const G& g, const UctOptions& options) : g_(g), options_(options) {
    for (int k = 0; k < options.workers; ++k) workers_.push_back(std::make_unique<UctWorker<G>>(g, options));
  }

  void new_game() override {
    for (auto& worker : workers_) worker->forget();
  }

  Answer<G> think(const Question<G>& question) override {
    Answer<G> thought;
    const double seconds = question.seconds > 0 ? question.seconds : options_.common.seconds;
    std::uint64_t playouts = options_.common.nodes > 0 ? options_.common.nodes : options_.playouts;
    if (seconds > 0 && options_.common.nodes == 0) playouts = ~std::uint64_t{0};
    const auto count = static_cast<std::uint64_t>(workers_.size());
    const Budget clock;
    std::vector<std::uint64_t> done(workers_.size());
    on_threads(static_cast<int>(count), question.stop, [&](int number, const std::stop_token& stop) {
      const auto k = static_cast<std::size_t>(number);
      Budget budget(seconds, 0, stop);
      const std::uint64_t share = playouts == ~std::uint64_t{0} ? playouts : playouts / count + (k < playouts % count);
      const std::uint64_t seed = k == 0 ? question.seed : mix(question.seed, k);
      std::function<void(std::uint64_t)> tell;
      if (k == 0 && question.progress)
        tell = [&](std::uint64_t sampled) {
          Tree& tree = workers_[0]->tree();
          const auto& root = tree[workers_[0]->root()];
          const auto c = tree.children(root);
          const auto most = std::max_element(c.visits, c.visits + root.tried) - c.visits;
          question.progress({0, c.sum[most] / c.visits[most], sampled * count, clock.elapsed(), tree.moves(root)[most]});
        };
      done[k] = workers_[k]->search(question.position, Random(seed, question.game, question.ply), share, budget, tell);
    });
    for (const std::uint64_t n : done) thought.nodes += n;
    report(thought, question.lines);
    if (const std::uint32_t plies = workers_.front()->shortened(); plies > 0)
      thought.note =
          "random play hardly ends this game, so playouts were cut after " + std::to_string(plies) + " plies (option cut)";
    thought.seconds = clock.elapsed();
    return thought;
  }

 private:
  struct Candidate {
    Move move{};
    std::uint64_t visits = 0;
    double sum = 0;
    bool proved = false;
    double proved_value = 0;
  };

  void report(Answer<G>& thought, int most_lines) {
    thought.unit = unit_of(options_.reward, options_.aim);
    std::vector<Candidate> candidates;
    Seat seat = 0;
    for (auto& worker : workers_) {
      Tree& tree = worker->tree();
      const auto& root = tree[worker->root()];
      seat = std::max<Seat>(root.turn, 0);
      const auto c = tree.children(root);
      for (std::uint32_t k = 0; k < root.tried; ++k) {
        const Move move = tree.moves(root)[k];
        auto found = std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& x) { return x.move == move; });
        if (workers_.size() == 1 || found == candidates.end())
          found = candidates.insert(candidates.end(), Candidate{move, 0, 0, false, 0});
        found->visits += c.visits[k];
        found->sum += c.sum[k];
        const auto& below = tree[c.node[k]];
        if (options_.solve && below.proved) {
          found->proved = true;
          found->proved_value = below.reward[static_cast<std::size_t>(seat)];
        }
      }
      if (root.tried == 0 && root.count > 0 && candidates.empty()) candidates.push_back({tree.moves(root)[0], 0, 0, false, 0});
    }
    // A proved win comes first and a proved loss last; in between by visits, then by value.
    auto rank = [](const Candidate& x) { return !x.proved ? 1 : x.proved_value >= 1 ? 2 : x.proved_value <= 0 ? 0 : 1; };
    std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
      return rank(a) != rank(b) ? rank(a) > rank(b) : a.visits != b.visits ? a.visits > b.visits : a.sum > b.sum;
    });
    for (const Candidate& x : candidates) {
      if (static_cast<int>(thought.lines.size()) >= std::max(1, most_lines)) break;
      AnswerLine<G> line;
      line.move = x.move;
      line.visits = x.visits;
      line.exact = x.proved;
      line.value = x.proved ? x.proved_value : x.visits > 0 ? x.sum / static_cast<double>(x.visits) : 0.5;
      line.line = principal_line(x.move);
      thought.lines.push_back(std::move(line));
    }
  }

  /// The most visited moves of the first tree.
  std::vector<Move> principal_line(Move first) {
    std::vector<Move> line{first};
    Tree& tree = workers_[0]->tree();
    auto index = workers_[0]->root();
    auto go = [&](std::uint32_t k) { index = tree.children(tree[index]).node[k]; };
    const auto& root = tree[index];
    std::uint32_t at = root.tried;
    for (std::uint32_t k = 0; k < root.tried; ++k)
      if (tree.moves(root)[k] == first) at = k;
    if (at == root.tried) return line;
    go(at);
    while (tree[index].tried > 0 && tree[index].turn >= 0 && line.size() < 60) {
      const auto& node = tree[index];
      const auto c = tree.children(node);
      const auto most = static_cast<std::uint32_t>(std::max_element(c.visits, c.visits + node.tried) - c.visits);
      line.push_back(tree.moves(node)[most]);
      go(most);
    }
    return line;
  }

  G g_;
  UctOptions options_;
  std::vector<std::unique_ptr<UctWorker<G>>> workers_;
};

}  // namespace banmen
