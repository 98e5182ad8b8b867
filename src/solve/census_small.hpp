// Census of a game that is small enough to keep every move: each position is opened once for both seats.
//
// Exchanging the players turns play into play, so what a position leads to is found for one of every pair that the exchange makes
// ("board" here: the canonical position, by its slot in the index), and breadth-first search over positions proper then walks rows
// of numbers. The larger census (census_index.hpp) needs a bit a position and plays moves again; it finds the same, line for line.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
#include <optional>

#include "core/control.hpp"
#include "core/game.hpp"
#include "solve/census.hpp"
#include "solve/cycles.hpp"
#include "solve/index_space.hpp"
#include "solve/moves_of.hpp"

namespace banmen {

/// Numbers 0, 1, 2, … for keys in the order in which they are put in, each with a mark. A slot is eight bytes; the top bits of a
/// product choose it, so that growing moves everything a little and nothing far.
class KeyNumbers {
 public:
  KeyNumbers() : slots_(std::size_t{1} << bits_, Slot{0, none}) {}

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return slots_.size() * sizeof(Slot); }
  void prefetch(std::uint32_t key) const { __builtin_prefetch(&slots_[home(key)], 1); }

  /// The number of a key, and whether it is new. A key keeps a mark once it has been given one.
  std::pair<std::uint32_t, bool> insert(std::uint32_t key, bool mark) {
    std::size_t at = home(key);
    for (; slots_[at].number != none; at = (at + 1) & (slots_.size() - 1))
      if (slots_[at].key == key) {
        slots_[at].number |= static_cast<std::uint32_t>(mark);
        return {slots_[at].number >> 1, false};
      }
    slots_[at] = {key, size_ << 1 | static_cast<std::uint32_t>(mark)};
    if (++size_ > slots_.size() / 5 * 4) grow();
    return {size_ - 1, true};
  }
  /// Calls f(number, key, mark) for all of them, in no order.
  template <class F>
  void for_each(F&& f) const {
    for (const Slot& slot : slots_)
      if (slot.number != none) f(slot.number >> 1, slot.key, (slot.number & 1) != 0);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Slot {
    std::uint32_t key, number;  // the number above its mark
  };

  [[nodiscard]] std::size_t home(std::uint32_t key) const { return key * std::uint64_t{0x9e3779b97f4a7c15} >> (64 - bits_); }
  void grow() {
    ++bits_;
    std::vector<Slot> old(slots_.size() * 2, Slot{0, none});
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number == none) continue;
      std::size_t at = home(slot.key);
      while (slots_[at].number != none) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  int bits_ = 12;
  std::uint32_t size_ = 0;
  std::vector<Slot> slots_;
};

template <StridedIndex G>
class SmallCensus {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  SmallCensus(const G& g, const Position& start, const CensusOptions& options, const Control& control)
      : g_(g), start_(start), options_(options), control_(control), space_(g, g.tier(start)), moves_(g) {}

  /// Whether the exchange of players is the game's one symmetry, and its index small enough for keys of 32 bits.
  [[nodiscard]] bool possible() const { return g_.symmetries() == 2 && g_.canonical_stride() == 2 && space_.size() >> 33 == 0; }

  /// Nothing if there are more moves than may be remembered, or a stop was asked for.
  std::optional<Census<Move>> run() {
    const auto began = std::chrono::steady_clock::now();
    if (!open_boards() || !reach_positions()) return std::nullopt;
    keys_.resize(boards_.size());
    alive_.resize(boards_.size());
    numbers_.for_each([&](std::uint32_t board, std::uint32_t key, bool entered) {
      keys_[board] = key;
      alive_[board] = entered && boards_[board].inside != 0;
    });
    census_.state_bytes = numbers_.bytes() + sides_.size();
    census_.normalised = numbers_.size();
    count();
    if (options_.cycles) find_cycles();
    find_lines();
    census_.bytes = std::max(census_.bytes, bytes());
    census_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return std::move(census_);
  }

 private:
  // A move of a board as a word: the number of the board it leads to and whether players are exchanged on the way.
  using Link = std::uint32_t;
  // A position as a word: a board and whether the players are exchanged.
  using Place = std::uint32_t;
  static Place place_after(Place from, Link link) { return link ^ (from & 1); }

  struct Board {
    std::uint16_t tier, longest_move = 0;
    std::uint8_t inside = 0, outside = 0, endless_moves = 0, quiet_moves = 0;  // moves that stay in the tier, that leave it, …
  };

  /// Moves that stay in the board's tier.
  [[nodiscard]] std::span<const Link> inside(std::uint32_t board) const {
    return {links_.data() + first_[board], boards_[board].inside};
  }
  /// All that end.
  [[nodiscard]] std::span<const Link> row(std::uint32_t board) const {
    return {links_.data() + first_[board], links_.data() + first_[board + 1]};
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return numbers_.bytes() + sides_.size() + 4 * (links_.capacity() + first_.capacity() + places_.capacity() + keys_.capacity()) +
           boards_.capacity() * sizeof(Board);
  }

  // -------------------------------------------------------------------------------------------- exploring

  /// A move on its way to a link. What one step writes the next reads only after the whole batch has been through it: memory that
  /// was just written in pieces can't be read as a whole at once, and a slot of the table takes its time to arrive.
  struct Waiting {
    Step<G> step;
    std::uint32_t from, key;
    bool stays, turned;
  };
  static constexpr std::size_t batch = 64;

  bool open_boards() {
    const auto start = g_.canonical(start_);
    turned_start_ = start.symmetry != 0;
    numbers_.insert(key_of(g_.tier(start_), start.position), false);
    std::vector<Position> level{start.position}, next;
    std::vector<Waiting> waiting(batch + g_.move_capacity());
    std::size_t count = 0;
    auto settle = [&] {
      links_.resize(first_.back());
      for (std::size_t i = 0; i < count; ++i) find_key(waiting[i]);
      for (std::size_t i = 0; i < count; ++i)
        if (link(waiting[i])) next.push_back(g_.canonical(waiting[i].step.next).position);
      count = 0;
    };
    while (!level.empty()) {
      for (const Position& p : level) {
        const auto number = static_cast<std::uint32_t>(boards_.size());
        Board board{static_cast<std::uint16_t>(g_.tier(p))};
        std::uint32_t ending = 0;
        for (const Move m : moves_(p)) {
          step_into(g_, p, m, waiting[count].step);
          waiting[count].from = number;
          const bool ends = !waiting[count].step.endless;
          board.endless_moves += !ends;
          ending += ends;
          count += ends;
        }
        boards_.push_back(board);
        first_.push_back(first_.back() + ending);
        if (count >= batch) settle();
        if (links_.size() > options_.most_links || (number % 4096 == 0 && control_.stop.stop_requested())) return false;
      }
      settle();
      if (bytes() > options_.memory || numbers_.size() >> 29) return false;
      census_.bytes = std::max(census_.bytes, bytes() + (level.size() + next.size()) * sizeof(Position));
      level.swap(next);
      next.clear();
    }
    return true;
  }

  void find_key(Waiting& w) const {
    const std::uint32_t tier = g_.tier(w.step.next);
    const auto board = g_.canonical(w.step.next);
    w.key = key_of(tier, board.position);
    numbers_.prefetch(w.key);
    w.stays = tier == boards_[w.from].tier;
    w.turned = board.symmetry != 0;
  }

  /// Notes a move among those of its board, moves inside the tier first and in their order. Whether it leads to a new board.
  bool link(const Waiting& w) {
    Board& board = boards_[w.from];
    board.quiet_moves += w.step.quiet();
    board.longest_move = std::max(board.longest_move, static_cast<std::uint16_t>(w.step.steps));
    const auto [number, fresh] = numbers_.insert(w.key, w.stays);
    const std::uint32_t place = w.stays ? first_[w.from] + board.inside++ : first_[w.from + 1] - ++board.outside;
    links_[place] = number << 1 | static_cast<Link>(w.turned);
    return fresh;
  }

  [[nodiscard]] std::uint32_t key_of(std::uint32_t tier, const Position& canonical) const {
    return static_cast<std::uint32_t>(space_.index(tier, canonical) / 2);
  }

  /// For a walk along places_: their rows lie here and there.
  void prefetch_rows(std::size_t at) const {
    if (at + 16 >= places_.size()) return;
    __builtin_prefetch(&first_[places_[at + 16] >> 1]);
    __builtin_prefetch(&links_[first_[places_[at + 8] >> 1]]);
  }

  /// Every position in the order of its distance from the start.
  bool reach_positions() {
    sides_.assign(boards_.size(), 0);
    sides_[0] = static_cast<std::uint8_t>(1 << turned_start_);
    places_.resize(2 * boards_.size() + 1);
    places_[0] = turned_start_;
    levels_ = {0};
    std::size_t reached = 1;
    for (std::size_t begin = 0; begin < reached;) {
      const std::size_t end = reached;
      levels_.push_back(static_cast<std::uint32_t>(end));
      for (; begin < end; ++begin) {
        const Place place = places_[begin];
        prefetch_rows(begin);
        for (const Link link : row(place >> 1)) {
          const Place next = place_after(place, link);
          std::uint8_t& sides = sides_[next >> 1];
          places_[reached] = next;  // stays if it is new: that can't be foretold, so nothing but a number depends on it
          reached += ~sides >> (next & 1) & 1;
          sides |= static_cast<std::uint8_t>(1 << (next & 1));
        }
      }
      if (control_.stop.stop_requested()) return false;
    }
    census_.depth = static_cast<std::uint32_t>(levels_.size()) - 2;
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
    for (std::uint32_t b = 0; b < boards_.size(); ++b) {
      const Board& board = boards_[b];
      CensusRow& tier = tiers_[board.tier];
      const std::uint64_t times = sides_[b] == 3 ? 2 : 1;
      const std::uint64_t moves = row(b).size() + board.endless_moves;
      tier.positions += times;
      tier.terminal += moves == 0 ? times : 0;
      tier.moves += times * moves;
      tier.endless_moves += times * board.endless_moves;
      tier.quiet_moves += times * board.quiet_moves;
      tier.longest_move = std::max<std::uint32_t>(tier.longest_move, board.longest_move);
    }
  }

  // -------------------------------------------------------------------------------------------- cycles

  /// Of the boards that moves inside their tier lead to and on from, takes away those that none is left to lead to or none left to
  /// lead on to. In passes over all boards, as long as they take away much: following every thread to its end would jump about in
  /// memory.
  void thin_out() {
    const auto boards = static_cast<std::uint32_t>(boards_.size());
    std::vector<std::uint32_t> into(boards);
    for (std::uint32_t b = 0; b < boards; ++b)
      if (alive_[b])
        for (const Link link : inside(b)) into[link >> 1] += 1;
    for (std::uint32_t left = boards, taken = boards; taken > left / 8;) {
      taken = left = 0;
      for (std::uint32_t b = 0; b < boards; ++b) {
        if (!alive_[b]) continue;
        ++left;
        if (into[b] != 0) continue;
        ++taken;
        alive_[b] = 0;
        for (const Link link : inside(b)) --into[link >> 1];
      }
      for (std::uint32_t b = boards; b-- > 0;) {
        if (!alive_[b]) continue;
        std::uint8_t on = 0;
        for (const Link link : inside(b)) on |= alive_[link >> 1];
        taken += !on;
        if (on) continue;
        alive_[b] = 0;
        for (const Link link : inside(b)) --into[link >> 1];
      }
    }
  }

  void find_cycles() {
    thin_out();
    std::vector<std::pair<std::uint32_t, Place>> nodes;  // by depth
    boost::unordered_flat_map<Place, std::uint32_t> number;
    for (std::uint32_t depth = 0; depth + 1 < levels_.size(); ++depth)
      for (const Place place : level(depth))
        if (alive_[place >> 1]) {
          number.emplace(place, static_cast<std::uint32_t>(nodes.size()));
          nodes.emplace_back(depth, place);
        }
    Rows rows;
    for (const auto& [depth, place] : nodes) {
      for (const Link link : inside(place >> 1))
        if (alive_[link >> 1]) rows.targets.push_back(number.find(place_after(place, link))->second);
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

  /// The parents that lead to wanted positions the shortest way, of those the ones with the smallest index.
  struct Parent {
    Place from = 0;
    std::uint64_t index = ~std::uint64_t{0};
  };
  using Wanted = boost::unordered_flat_map<Place, Parent>;

  void find_parents(std::vector<Wanted>& wanted) const {
    std::vector<std::uint8_t> is_wanted(boards_.size());
    for (std::size_t depth = wanted.size(); depth-- > 1;) {
      Wanted& targets = wanted[depth];
      if (targets.empty()) continue;
      for (const auto& [place, parent] : targets) is_wanted[place >> 1] = 1;
      for (std::size_t at = levels_[depth - 1]; at < levels_[depth]; ++at) {
        const Place from = places_[at];
        prefetch_rows(at);
        for (const Link link : row(from >> 1)) {
          if (!is_wanted[link >> 1]) continue;
          const auto found = targets.find(place_after(from, link));
          if (found == targets.end() || found->second.from == from) continue;
          if (const std::uint64_t here = index(from); here < found->second.index) found->second = {from, here};
        }
      }
      for (const auto& [place, parent] : targets) {
        is_wanted[place >> 1] = 0;
        wanted[depth - 1].try_emplace(parent.from);
      }
    }
  }

  /// The first of the moves that lead from one position to another.
  Move move_between(Place from, Place to) {
    const Position p = position(from), q = position(to);
    const auto list = moves_(p);
    for (const Move m : list)
      if (const Step<G> s = step(g_, p, m); !s.endless && s.next == q) return m;
    return list[0];  // not reached: callers pass a move's two ends
  }

  std::vector<Move> way_to(const std::vector<Wanted>& wanted, std::size_t depth, Place place) {
    std::vector<Move> way;
    for (; depth > 0; --depth) {
      const Place from = wanted[depth].find(place)->second.from;
      way.push_back(move_between(from, place));
      place = from;
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

  /// The first move without end, the first that goes round each of the loops met, and the first cycle.
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
    for (std::uint32_t depth = 0; depth + 1 < levels_.size(); ++depth)
      for (const Place place : level(depth)) {
        if (boards_[place >> 1].endless_moves == 0) continue;
        const Position p = position(place);
        const std::uint64_t here = space_.index(p);
        for (const Move m : moves_(p)) {
          if (!step(g_, p, m).endless) continue;
          Met now{depth, 0, here, place, m, 1};
          if (!first || (first->depth == depth && here < first->from)) first = now;
          if constexpr (LoopKindGame<G>) {
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
      }
    std::sort(met.begin(), met.end(),
              [](const Met& a, const Met& b) { return std::pair(a.depth, a.kind) < std::pair(b.depth, b.kind); });
    std::vector<Wanted> wanted(levels_.size());
    for (const Met& m : met) wanted[m.depth].try_emplace(m.place);
    if (first) wanted[first->depth].try_emplace(first->place);
    if (!cycle_.empty()) wanted[census_.cycle_entry].try_emplace(cycle_.back());
    find_parents(wanted);
    auto whole = [&](const Met& m) {
      auto way = way_to(wanted, m.depth, m.place);
      way.push_back(m.move);
      return way;
    };
    if (first) census_.first_endless = whole(*first);
    for (const Met& m : met) {
      const Position board = space_.at(m.kind);
      census_.kinds.push_back(
          {std::string(reinterpret_cast<const char*>(&board), sizeof board), space_.tier_at(m.kind), m.moves, whole(m)});
    }
    if (!cycle_.empty()) {
      census_.first_cycle = way_to(wanted, census_.cycle_entry, cycle_.back());
      Place at = cycle_.back();
      for (const Place next : cycle_) {
        census_.first_cycle.push_back(move_between(at, next));
        at = next;
      }
    }
    for (std::size_t t = tiers_.size(); t-- > 0;)
      if (tiers_[t].positions) {
        tiers_[t].tier = static_cast<std::uint32_t>(t);
        census_.tiers.push_back(tiers_[t]);
        census_.all.add(tiers_[t]);
      }
  }

  G g_;
  Position start_;
  CensusOptions options_;
  const Control& control_;
  IndexSpace<G> space_;
  Moves<G> moves_;
  bool turned_start_ = false;
  KeyNumbers numbers_;
  std::vector<std::uint32_t> keys_;      // of boards
  std::vector<std::uint32_t> first_{0};  // of a board's links
  std::vector<Link> links_;              // one a move, in the order of the game's list
  std::vector<Board> boards_;
  std::vector<std::uint8_t> alive_;  // of a board: may lie on a cycle
  std::vector<std::uint8_t> sides_;  // of a board: bit 0 it is reached, bit 1 with the players exchanged
  std::vector<Place> places_;        // all positions, nearest first
  std::vector<std::uint32_t> levels_;
  std::vector<CensusRow> tiers_;
  std::vector<Place> cycle_;  // the first cycle, from its second position on
  Census<Move> census_;
};

}  // namespace banmen
