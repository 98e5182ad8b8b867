// The small census, of boards with few enough moves to keep: each position is expanded once for both seats.
//
// Exchanging the players is a symmetry of play, so only one position of each pair is expanded ("board" here: the canonical
// position, by its slot in the index), and breadth-first search over the positions themselves walks rows of numbers. The large
// census takes one bit per position and replays moves; its results are identical.
#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
#include <optional>

#include "engines/bao/census/census.hpp"
#include "engines/bao/census/number_sets.hpp"
#include "engines/bao/census/ways.hpp"
#include "solve/components.hpp"

namespace banmen::bao {

namespace {

using Position = Bao::Position;
using Move = Bao::Move;

class SmallCensus {
 public:
  SmallCensus(const Bao& g, const Position& start, const CensusOptions& options, const Control& control)
      : g_(g), start_(start), options_(options), control_(control), space_(g, g.tier(start)), moves_(g), seen_(space_.size() / 2) {}

  std::optional<CensusReport> run() {
    const auto began = std::chrono::steady_clock::now();
    if (!expand_boards()) return std::nullopt;
    number_boards();
    if (!reach_positions()) return std::nullopt;
    count();
    if (options_.cycles) thin_out();
    pick_out();
    if (options_.cycles) find_cycles();
    census_.cycles_sought = options_.cycles;
    find_lines();
    census_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return std::move(census_);
  }

 private:
  // A move of a board as a word: the number of the board it leads to, and a bit for an exchange of the players.
  using Link = std::uint32_t;
  // A position as a word: a board, and a bit for an exchange of the players.
  using Place = std::uint32_t;
  static Place place_after(Place from, Link link) { return link ^ (from & 1); }

  struct Board {
    std::uint16_t tier, longest_move = 0, endless_moves = 0, quiet_moves = 0;
  };
  /// A move inside a tier.
  struct Edge {
    std::uint32_t from;  // a board
    Link link;           // at first, its place among the links
    [[nodiscard]] std::uint32_t to() const { return link >> 1; }
    [[nodiscard]] bool back() const { return to() <= from; }
  };

  /// Moves that end.
  [[nodiscard]] std::span<const Link> row(std::uint32_t board) const {
    return {links_.data() + first_[board], links_.data() + first_[board + 1]};
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return seen_.bytes() + reached_.bytes() + links_.bytes() + edges_.bytes() + first_.bytes() + places_.bytes() + keys_.bytes() +
           boards_.bytes();
  }

  // -------------------------------------------------------------------------------------------- exploring

  bool expand_boards() {
    const auto start = g_.canonical(start_);
    turned_start_ = start.symmetry != 0;
    const std::uint64_t most_boards = std::min(space_.size() / 2, options_.most_links + batch * g_.move_capacity()) + 1;
    links_ = Grown<Link>(options_.most_links + batch * g_.move_capacity());
    first_ = Grown<std::uint32_t>(most_boards);
    first_.resize(1);
    edges_ = Grown<Edge>(options_.most_links + batch * g_.move_capacity());
    boards_ = Grown<Board>(most_boards);
    keys_ = Grown<std::uint32_t>(most_boards);
    arrivals_.resize(batch * g_.move_capacity());
    Grown<Position> level(most_boards), next(most_boards);
    level.push_back(start.position);
    keys_.push_back(key_of(g_.tier(start_), g_.rank(start.position)));
    seen_.insert(keys_[0]);
    while (!level.empty()) {
      for (std::size_t i = 0; i < level.size(); i += batch) {
        expand_batch({level.data() + i, std::min(batch, level.size() - i)}, next);
        census_.bytes = std::max(census_.bytes, bytes() + level.bytes() + next.bytes());
        if (links_.size() > options_.most_links || census_.bytes > options_.memory || control_.stop.stop_requested()) return false;
      }
      level.swap(next);
      next.resize(0);
    }
    return true;
  }

  static constexpr std::size_t batch = 64;  // boards

  /// Records the moves of some boards by the keys of their destinations. New boards are unpredictable, so no branch depends on
  /// that.
  void expand_batch(std::span<const Position> level, Grown<Position>& next) {
    const std::span<const Bao::Arrival> arrivals(arrivals_.data(), expand(g_, level, arrivals_.data()));
    const auto first = static_cast<std::uint32_t>(boards_.size());
    for (const Position& p : level) boards_.push_back({static_cast<std::uint16_t>(g_.tier(p))});
    first_.resize(boards_.size() + 1);
    for (const auto& to : arrivals) {
      const std::uint32_t from = first + to.from;
      Board& board = boards_[from];
      if (to.endless) {
        ++board.endless_moves;
        continue;
      }
      board.quiet_moves += to.quiet;
      board.longest_move = std::max(board.longest_move, static_cast<std::uint16_t>(to.steps));
      ++first_[from + 1];
      const std::uint32_t key = key_of(to.tier, to.rank);
      edges_.push_if(to.tier == board.tier, {from, static_cast<std::uint32_t>(links_.size())});
      links_.push_back(key << 1 | static_cast<Link>(to.symmetry));
      const bool fresh = seen_.insert(key);
      keys_.push_if(fresh, key);
      next.push_if(fresh, to.board);
    }
    for (std::uint32_t b = first; b < boards_.size(); ++b) first_[b + 1] += first_[b];
  }

  [[nodiscard]] std::uint32_t key_of(std::uint32_t tier, std::uint64_t rank) const {
    return static_cast<std::uint32_t>((space_.base(tier) + rank) / 2);
  }

  /// Boards are numbered in order of discovery, so that neighbours in play are neighbours in memory; from here on links hold these
  /// numbers.
  void number_boards() {
    seen_.count();
    Grown<std::uint32_t> found(boards_.size());  // by place among the keys
    for (std::uint32_t b = 0; b < boards_.size(); ++b) found[seen_.number(keys_[b])] = b;
    for (Link& link : links_) link = found[seen_.number(link >> 1)] << 1 | (link & 1);
    for (Edge& edge : edges_) edge.link = links_[edge.link];
  }

  /// Calls f(side, links) for the rows of a level. Consecutive boards have consecutive rows, which make one call; other rows are
  /// prefetched.
  template <class F>
  void for_each_row(std::size_t depth, F&& f) const {
    const std::size_t end = levels_[depth + 1];
    for (std::size_t at = levels_[depth]; at < end;) {
      const Place first = places_[at];
      Place last;
      do {
        last = places_[at];
        __builtin_prefetch(&first_[places_[at + 48] >> 1]);
        __builtin_prefetch(&links_[first_[places_[at + 24] >> 1]]);
      } while (++at < end && places_[at] == last + 2);
      f(first & 1, std::span<const Link>(links_.data() + first_[first >> 1], links_.data() + first_[(last >> 1) + 1]));
    }
  }
  /// The board that a link leads from.
  [[nodiscard]] std::uint32_t board_of(const Link& link) const {
    return static_cast<std::uint32_t>(std::upper_bound(first_.begin(), first_.end(), &link - links_.data()) - first_.begin()) - 1;
  }

  /// Breadth-first search for all positions. Bit sets are small enough for the cache, and give the positions of a level in the
  /// order of their boards, which is that of the rows to walk.
  bool reach_positions() {
    places_ = Grown<Place>(2 * boards_.size() + 64);
    reached_ = NumberSet(2 * boards_.size());
    NumberSet next = reached_;
    next.put(turned_start_);
    levels_ = {0};
    for (std::uint32_t depth = 0;; ++depth) {
      for (std::size_t w = 0; w < next.words(); ++w) {
        next.word(w) &= ~reached_.word(w);
        reached_.word(w) |= next.word(w);
      }
      next.for_each([&](Place place) { places_.push_back(place); });
      next.clear();
      if (places_.size() == levels_.back()) break;
      levels_.push_back(static_cast<std::uint32_t>(places_.size()));
      for_each_row(depth, [&](Place side, std::span<const Link> links) {
        for (const Link link : links) next.put(place_after(side, link));
      });
      if (control_.stop.stop_requested()) return false;
    }
    census_.depth = static_cast<std::uint32_t>(levels_.size()) - 2;
    census_.state_bytes = seen_.bytes() + reached_.bytes();
    census_.normalised = boards_.size();
    census_.bytes = std::max(census_.bytes, bytes());
    return true;
  }

  [[nodiscard]] std::span<const Place> level(std::size_t depth) const {
    return {places_.data() + levels_[depth], places_.data() + levels_[depth + 1]};
  }
  [[nodiscard]] Position position(Place place) const {
    return g_.image(static_cast<std::uint8_t>(place & 1), space_.at(std::uint64_t{keys_[place >> 1]} * 2));
  }
  [[nodiscard]] std::uint64_t index(Place place) const { return std::uint64_t{keys_[place >> 1]} * 2 + (place & 1); }

  void count() {
    tiers_.resize(space_.tiers());
    marks_.resize(boards_.size());
    for (std::uint32_t b = 0; b < boards_.size(); ++b) {
      const Board& board = boards_[b];
      CensusRow& tier = tiers_[board.tier];
      const std::uint64_t times = reached_.has(2 * b) + reached_.has(2 * b + 1);
      const std::uint64_t moves = row(b).size() + board.endless_moves;
      tier.positions += times;
      tier.terminal += moves == 0 ? times : 0;
      tier.moves += times * moves;
      tier.endless_moves += times * board.endless_moves;
      tier.quiet_moves += times * board.quiet_moves;
      tier.longest_move = std::max<std::uint64_t>(tier.longest_move, board.longest_move);
      marks_[b] = board.endless_moves != 0 ? has_endless_move : 0;
    }
  }

  /// The positions of marked boards.
  void pick_out() {
    for (std::uint32_t depth = 0; depth + 1 < levels_.size(); ++depth)
      for (const Place place : level(depth))
        if (marks_[place >> 1]) picked_.emplace_back(depth, place);
  }

  // -------------------------------------------------------------------------------------------- cycles

  /// Removes moves inside tiers without a predecessor or successor of that kind. Works in passes, as long as they remove much:
  /// following each chain of moves to its end would access memory at random. Most moves lead to boards found later, so one pass
  /// from the end removes dead ends, and one from the beginning moves without predecessors; for moves back to earlier boards a pass
  /// uses the result of the one before. Branch-free: the outcome is unpredictable.
  void thin_out() {
    const auto boards = static_cast<std::uint32_t>(boards_.size());
    NumberSet left_from(boards), to(boards), from(boards);
    for (const Edge& edge : edges_) left_from.put(edge.from);
    for (std::size_t before = 2 * edges_.size(); before - edges_.size() > before / 8;) {
      before = edges_.size();
      Edge* kept = edges_.data() + before;
      to.clear();
      from.clear();
      for (std::size_t i = before; i-- > 0;) {
        const Edge edge = edges_[i];
        const bool keep = (edge.back() ? left_from : from).has(edge.to());
        kept[-1] = edge;
        kept -= keep;
        from.put_if(keep, edge.from);
        to.put_if(keep && edge.back(), edge.to());
      }
      const auto left = static_cast<std::size_t>(edges_.data() + before - kept);
      edges_.resize(0);
      left_from.clear();
      for (std::size_t i = 0; i < left; ++i) {
        const Edge edge = kept[i];
        const bool keep = to.has(edge.from);
        edges_.push_if(keep, edge);
        to.put_if(keep, edge.to());
        left_from.put_if(keep, edge.from);
      }
    }
    for (const Edge& edge : edges_) marks_[edge.from] |= may_be_cyclic;
  }

  /// The remaining moves of a board.
  [[nodiscard]] std::span<const Edge> edges(std::uint32_t board) const {
    const auto by_from = [](const Edge& a, const Edge& b) { return a.from < b.from; };
    const auto [begin, end] = std::equal_range(edges_.begin(), edges_.end(), Edge{board, 0}, by_from);
    return {begin, end};
  }

  void find_cycles() {
    std::vector<std::pair<std::uint32_t, Place>> nodes;  // by depth
    boost::unordered_flat_map<Place, std::uint32_t> number;
    for (const auto& [depth, place] : picked_)
      if (marks_[place >> 1] & may_be_cyclic) {
        number.emplace(place, static_cast<std::uint32_t>(nodes.size()));
        nodes.emplace_back(depth, place);
      }
    Rows rows;
    for (const auto& [depth, place] : nodes) {
      for (const Edge& edge : edges(place >> 1))
        if (marks_[edge.to()] & may_be_cyclic) rows.targets.push_back(number.find(place_after(place, edge.link))->second);
      rows.first.push_back(static_cast<std::uint32_t>(rows.targets.size()));
    }
    const Components parts = components(rows);
    // By depth, then by index: the order in which the first cycle is chosen.
    struct Cyclic {
      std::uint32_t depth;
      std::uint64_t index;
      std::uint32_t node;
      auto operator<=>(const Cyclic&) const = default;
    };
    std::vector<Cyclic> cyclic;
    for (const std::uint32_t c : nontrivial(rows, parts)) {
      const auto members = parts.members(c);
      census_.sizes.push_back(members.size());
      census_.cycle_positions += members.size();
      CensusRow& tier = tiers_[boards_[nodes[members[0]].second >> 1].tier];
      ++tier.components;
      tier.cycle_positions += members.size();
      for (const std::uint32_t node : members) cyclic.push_back({nodes[node].first, index(nodes[node].second), node});
    }
    std::sort(census_.sizes.rbegin(), census_.sizes.rend());
    std::sort(cyclic.begin(), cyclic.end());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_depth;
    for (const Cyclic& c : cyclic) by_depth.emplace_back(c.depth, c.node);
    if (const auto lasso = shortest_lasso(rows, parts.of, by_depth)) {
      census_.cycle_entry = lasso->depth;
      for (const std::uint32_t node : lasso->cycle) cycle_.push_back(nodes[node].second);
    }
  }

  // -------------------------------------------------------------------------------------------- the way to what was found

  using Ways = bao::Ways<Place>;

  /// Finds parents; among several, the one with the smallest index.
  void find(Ways& ways) {
    NumberSet is_target(boards_.size());
    for (std::size_t depth = ways.deepest(); depth > 0; ways.add_parents(depth--)) {
      auto& targets = ways.targets(depth);
      for (const auto& [place, parent] : targets) is_target.put(place >> 1);
      for_each_row(depth - 1, [&](Place side, std::span<const Link> links) {
        for (const Link& link : links) {
          if (!is_target.has(link >> 1)) continue;
          const Place from = board_of(link) << 1 | side;
          const auto found = targets.find(place_after(from, link));
          if (found == targets.end() || found->second.from == from) continue;
          if (Place& best = found->second.from; best == Ways::nowhere || index(from) < index(best)) best = from;
        }
      });
      for (auto& [place, parent] : targets) {
        is_target.take(place >> 1);
        parent.by = move_between(parent.from, place);
      }
    }
  }

  /// The first of the moves that lead from one position to another.
  Move move_between(Place from, Place to) {
    const Position p = position(from), q = position(to);
    const auto list = moves_.legal(g_, p);
    for (const Move m : list)
      if (const Step<Bao> s = step(g_, p, m); !s.endless && s.next == q) return m;
    return list[0];  // not reached: callers pass a move's two ends
  }

  /// The first endless move, the first one into each loop found, and the first cycle.
  void find_lines() {
    struct Met {
      std::uint32_t depth;
      std::uint64_t kind, from;  // indices; `kind` of the loop
      Place place;
      Move move;
      std::uint64_t moves;
    };
    std::vector<Met> met;
    boost::unordered_flat_map<std::uint64_t, std::size_t> number;
    std::optional<Met> first;
    for (const auto& [depth, place] : picked_) {
      if (!(marks_[place >> 1] & has_endless_move)) continue;
      const Position p = position(place);
      const std::uint64_t here = space_.index(p);
      for (const Move m : moves_.legal(g_, p)) {
        if (!step(g_, p, m).endless) continue;
        Met now{depth, 0, here, place, m, 1};
        if (!first || (first->depth == depth && here < first->from)) first = now;
        now.kind = space_.index(g_.loop_kind(p, m));
        const auto [known, fresh] = number.try_emplace(now.kind, met.size());
        if (fresh) {
          met.push_back(now);
        } else {
          Met& seen = met[known->second];
          now.moves += seen.moves;
          if (seen.depth == depth && here < seen.from)
            seen = now;
          else
            seen.moves = now.moves;
        }
      }
    }
    std::sort(met.begin(), met.end(),
              [](const Met& a, const Met& b) { return std::pair(a.depth, a.kind) < std::pair(b.depth, b.kind); });
    Ways ways;
    for (const Met& m : met) ways.add(m.depth, m.place);
    if (first) ways.add(first->depth, first->place);
    if (!cycle_.empty()) ways.add(census_.cycle_entry, cycle_.back());
    find(ways);
    auto whole = [&](const Met& m) {
      auto way = ways.to(m.depth, m.place);
      way.push_back(m.move);
      return texts(g_, start_, way);
    };
    if (first) census_.first_endless = whole(*first);
    for (const Met& m : met) census_.kinds.push_back({g_.text(space_.at(m.kind)), space_.tier_at(m.kind), m.moves, whole(m)});
    if (!cycle_.empty()) {
      std::vector<Move> way = ways.to(census_.cycle_entry, cycle_.back());
      Place at = cycle_.back();
      for (const Place next : cycle_) {
        way.push_back(move_between(at, next));
        at = next;
      }
      census_.first_cycle = texts(g_, start_, way);
    }
    census_.add_tiers(tiers_);
  }

  Bao g_;
  Position start_;
  CensusOptions options_;
  const Control& control_;
  IndexSpace space_;
  MoveStack<Bao> moves_;
  bool turned_start_ = false;
  KeySet seen_;
  std::vector<Bao::Arrival> arrivals_;
  Grown<std::uint32_t> keys_;   // of boards
  Grown<std::uint32_t> first_;  // of a board's links
  Grown<Link> links_;           // one for each move that ends
  Grown<Edge> edges_;           // by the board they lead from
  Grown<Board> boards_;
  NumberSet reached_;    // of places
  Grown<Place> places_;  // all positions, nearest first
  std::vector<std::uint32_t> levels_;
  std::vector<CensusRow> tiers_;
  static constexpr std::uint8_t has_endless_move = 1, may_be_cyclic = 2;
  std::vector<std::uint8_t> marks_;                      // of boards
  std::vector<std::pair<std::uint32_t, Place>> picked_;  // positions of boards with a mark, and their depths, nearest first
  std::vector<Place> cycle_;                             // the first cycle, from its second position on
  CensusReport census_;
};

}  // namespace

std::optional<CensusReport> small_census(const Bao& g, const Position& start, const CensusOptions& options,
                                         const Control& control) {
  if (IndexSpace(g, g.tier(start)).size() >> 31) return std::nullopt;  // too large for a set over all of it
  return SmallCensus(g, start, options, control).run();
}

}  // namespace banmen::bao
