// Values by proof, for games whose graph does not fit into memory: threshold search with intervals, a transposition table and
// endgame tables.
//
// Every position has an interval that contains its value. Initially that is the stake (StakedGame), or the value that the game
// itself is sure of (SureGame); endgame tables and finished searches narrow it. The question "at least v?" is settled once v lies
// outside the interval. A depth-limited search leaves the interval unchanged where it stops, and so does a position that recurs on
// the path: repeated play can be worth anything up to the stake, for either side. Hence intervals never depend on the path, all of
// them may be kept, and a proof holds under any rule of repetition that hands out no more than the stake.
//
// A game with a horizon and an evaluation is searched to the end at once instead of deepened, the most promising moves first: no
// position can recur, and the evaluation is a better guide there than the open questions of a shallow search (Domineering 6×6: some
// hundred thousand positions instead of more than thirty million).
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "core/control.hpp"
#include "core/game.hpp"
#include "solve/erased_game.hpp"
#include "solve/moves_of.hpp"

namespace banmen {

template <Rules G>
ValueRange stake_of(const G& g, const typename G::Position& p) {
  if constexpr (StakedGame<G>) {
    const std::int32_t stake = std::min(g.stake(p), unlimited);
    return {-stake, stake};
  }
  return {-unlimited, unlimited};
}

/// Tables: known(p) → ValueRange, for positions it covers(p). NoTables covers nothing.
struct NoTables {
  template <class Position>
  static bool covers(const Position&) {
    return false;
  }
  template <class Position>
  static ValueRange known(const Position&) {
    return {0, 0};
  }
};

struct ProofOptions {
  int table_bits = 23;      // entries of 24 bytes
  std::uint64_t nodes = 0;  // stop after this many; 0: never
  int most_depth = 120;     // plies
};

template <Rules G, class Tables = NoTables>
class ProofSearch {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  ProofSearch(const G& g, const Tables& tables, const ProofOptions& options, const Control& control)
      : g_(g),
        tables_(tables),
        options_(options),
        control_(control),
        reads_out_(has(g, Capability::evaluated) && has(g, Capability::horizon) && !has(g, Capability::loopy)),
        sure_(has(g, Capability::sure)),
        mask_((std::size_t{1} << options.table_bits) - 1),
        table_(std::make_unique<Entry[]>(mask_ + 1)) {}

  /// The value of a position, or the interval known when the search gives up.
  ValueRange solve(const Position& p) {
    ValueRange at = known(p);
    while (!at.exact() && !stopped_) {
      // Near the middle of the interval, a little towards zero: values near zero are likelier than those at the stakes.
      const std::int32_t v = at.low < 0 && at.high > 0 ? (at.high >= -at.low ? 1 : 0) : at.low + (at.high - at.low + 1) / 2;
      const ValueRange before = at;
      settle(p, at.low < v && v <= at.high ? v : at.high);
      at = known(p);
      if (at == before) break;  // too deep, or only repetitions are left
    }
    return at;
  }

  /// Deepens until "at least v?" is settled, trying to prove and to refute it in turn. Each try gives up a position where the other
  /// side moves as soon as one of its moves is not answered so far, which halves the depth that has to be searched in full width.
  void settle(const Position& p, std::int32_t v) {
    const Key key = key_of(p);
    if (reads_out_) {
      search(p, key, known(p, key), v, options_.most_depth, 0, Seat{0});
      return;
    }
    for (int depth = 1; depth <= options_.most_depth && !known(p, key).settles(v) && !stopped_; ++depth)
      for (const Seat prover : {Seat{0}, Seat{1}})
        if (const ValueRange at = known(p, key); !at.settles(v)) search(p, key, at, v, depth, 0, prover);
  }

  /// The interval from the stake, the game's sure values, tables and earlier searches.
  [[nodiscard]] ValueRange known(const Position& p) const { return known(p, key_of(p)); }

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] bool stopped() const { return stopped_; }

  /// For a table of at most these bytes.
  static int table_bits(std::uint64_t bytes) {
    return std::clamp(static_cast<int>(std::bit_width(bytes / sizeof(Entry))) - 1, 10, 24);
  }

 private:
  /// Two entries share a bucket: the first keeps the most work, the second the latest result.
  struct Entry {
    std::uint64_t hash = 0;  // the lowest byte, implied by the place, is the work instead: the bit width of its number of positions
    ValueRange at{0, 0};
    // For either prover: the last v that a search of this depth could not settle, and the move to begin with.
    std::int16_t tried[2] = {};
    std::int8_t depth[2] = {};
    std::uint8_t best[2] = {};

    [[nodiscard]] std::uint8_t work() const { return static_cast<std::uint8_t>(hash); }
    [[nodiscard]] bool is_of(std::uint64_t other) const { return (hash ^ other) >> 8 == 0 && work() != 0; }
  };
  struct Key {
    std::uint64_t hash;
    bool turned;
  };
  struct Child {
    Position position;
    std::int32_t gain;
    ValueRange at;  // of the move: gain included
    Key key;
    std::int32_t promise;  // for seat 0
    std::uint8_t place;
    bool fixed;  // nothing to search: over, endless or a repetition
  };

  [[nodiscard]] Key key_of(const Position& p) const {
    if constexpr (SymmetricGame<G>)
      if (has(g_, Capability::symmetric)) {
        const auto c = g_.canonical(p);
        return {g_.hash(c.position) | 1, g_.image_seat(c.symmetry, 0) != 0};
      }
    return {g_.hash(p) | 1, false};
  }

  [[nodiscard]] const Entry* find(const Key& key) const {
    const Entry* pair = &table_[key.hash & mask_ & ~std::size_t{1}];
    return pair[0].is_of(key.hash) ? pair : pair[1].is_of(key.hash) ? pair + 1 : nullptr;
  }

  /// Sure values are the most expensive, so they come last.
  [[nodiscard]] ValueRange known(const Position& p, const Key& key) const {
    if (g_.turn(p) == over) {
      const std::int32_t value = difference(g_.payoff(p));
      return {value, value};
    }
    ValueRange at = stake_of(g_, p);
    if (tables_.covers(p)) at.narrow(tables_.known(p));
    if (const Entry* entry = find(key)) at.narrow(key.turned ? entry->at.turned() : entry->at);
    if constexpr (SureGame<G>)
      if (sure_ && !at.exact())
        if (const auto gains = g_.sure(p)) at.low = at.high = difference(*gains);
    return at;
  }

  /// `at`: the interval known when its move was listed.
  ValueRange search(const Position& p, const Key& key, ValueRange at, std::int32_t v, int depth, std::size_t ply, Seat prover) {
    const std::uint64_t began = nodes_++;
    if (control_.stop.stop_requested() || (options_.nodes && nodes_ > options_.nodes)) stopped_ = true;
    if ((nodes_ & 255) == 0 && control_.progress && ticker_.due()) control_.progress(nodes_, 0, "positions searched");
    if (at.settles(v) || stopped_) return at;
    std::uint8_t best = 255;
    if (const Entry* entry = find(key)) {
      at.narrow(key.turned ? entry->at.turned() : entry->at);
      if (at.settles(v)) return at;
      const int side = prover ^ key.turned;
      if (entry->depth[side] >= depth && entry->tried[side] == (key.turned ? 1 - v : v)) return at;
      best = entry->best[side];
    }
    if (depth <= 0) return at;
    if (path_.size() <= ply) {
      path_.resize(ply + 1);
      stacks_.resize(ply + 1);
    }
    if (!stacks_[ply]) stacks_[ply] = std::make_unique<Level>(g_);
    Level& level = *stacks_[ply];
    const auto list = level.moves.legal(g_, p);
    if (list.empty()) {
      const std::int32_t value = difference(g_.payoff(p));
      return remember(key, {value, value}, v, depth, 0, prover, began);
    }
    path_[ply] = key.hash;
    path_turned(ply) = key.turned;
    const bool raises = g_.turn(p) == 0;
    auto& children = level.children;
    children.clear();
    // Knowledge without search first: often that settles the question.
    for (std::uint32_t k = 0; k < list.size(); ++k) {
      const Step<G> s = step(g_, p, list[k]);
      Child child{s.next, difference(s.gains), {0, 0}, key_of(s.next), 0, static_cast<std::uint8_t>(k), false};
      if (s.endless) {
        const std::int32_t value = difference(g_.payoff(s.next));
        child.at = {value, value};
        child.fixed = true;
      } else {
        child.at = known(s.next, child.key);
        for (std::size_t back = 0; back <= ply && !child.fixed && !reads_out_; ++back)
          child.fixed = path_[back] == child.key.hash && path_turned(back) == child.key.turned;
      }
      child.at = child.at.shifted(child.gain);
      if (raises ? child.at.low >= v : child.at.high < v) {
        ValueRange found = at;
        found.narrow(raises ? ValueRange{child.at.low, unlimited} : ValueRange{-unlimited, child.at.high});
        return remember(key, found, v, depth, child.place, prover, began);
      }
      child.promise = child.at.low + child.at.high + child.gain;
      children.push_back(child);
    }
    if constexpr (EvaluatedGame<G>)
      if (reads_out_)
        for (Child& child : children)
          if (!child.at.settles(v)) child.promise = g_.evaluate(child.position, Seat{0});
    const std::int32_t sign = raises ? 1 : -1;
    std::stable_sort(children.begin(), children.end(), [&](const Child& a, const Child& b) {
      const bool first_a = a.place == best, first_b = b.place == best;
      if (first_a != first_b) return first_a;
      return sign * a.promise > sign * b.promise;
    });
    const bool ours = g_.turn(p) == prover;
    const Child* open = nullptr;
    for (Child& child : children) {
      if (child.at.settles(v)) continue;
      if (child.fixed) {
        if (ours) continue;
        open = &child;
        break;
      }
      const ValueRange before = child.at.shifted(-child.gain);
      child.at = search(child.position, child.key, before, v - child.gain, depth - 1, ply + 1, prover).shifted(child.gain);
      if (stopped_) return at;
      if (raises ? child.at.low >= v : child.at.high < v) {
        ValueRange found = at;
        found.narrow(raises ? ValueRange{child.at.low, unlimited} : ValueRange{-unlimited, child.at.high});
        return remember(key, found, v, depth, child.place, prover, began);
      }
      // One move of the other side that is not answered so far suffices: this try fails here, and the next one begins with that
      // move.
      if (!ours && !child.at.settles(v)) {
        open = &child;
        break;
      }
    }
    ValueRange found = children[0].at;
    std::uint8_t place = open ? open->place : children[0].place;
    std::int32_t promise = sign * (found.low + found.high);
    for (const Child& child : children) {
      found.low = raises ? std::max(found.low, child.at.low) : std::min(found.low, child.at.low);
      found.high = raises ? std::max(found.high, child.at.high) : std::min(found.high, child.at.high);
      if (!open && sign * (child.at.low + child.at.high) > promise) {
        promise = sign * (child.at.low + child.at.high);
        place = child.place;
      }
    }
    found.narrow(at);
    return remember(key, found, v, depth, place, prover, began);
  }

  ValueRange remember(const Key& key, ValueRange at, std::int32_t v, int depth, std::uint8_t best, Seat prover,
                      std::uint64_t began) {
    Entry* pair = &table_[key.hash & mask_ & ~std::size_t{1}];
    const auto work = static_cast<std::uint8_t>(std::bit_width(nodes_ - began));
    const ValueRange stored = key.turned ? at.turned() : at;
    Entry* entry = pair[0].is_of(key.hash) ? pair : pair + 1;
    if (entry->is_of(key.hash)) {
      entry->at.narrow(stored);
      at = key.turned ? entry->at.turned() : entry->at;
    } else {
      if (work >= pair[0].work()) {
        pair[1] = pair[0];
        entry = pair;
      }
      *entry = Entry{};
      entry->at = stored;
      entry->best[0] = entry->best[1] = best;
    }
    entry->hash = (key.hash & ~std::uint64_t{255}) | std::max(work, entry->work());
    const int side = prover ^ key.turned;
    entry->best[side] = best;
    entry->depth[side] = static_cast<std::int8_t>(std::min(depth, 127));
    entry->tried[side] = static_cast<std::int16_t>(key.turned ? 1 - v : v);
    return at;
  }

  struct Level {
    explicit Level(const G& g) : moves(g) { children.reserve(g.move_capacity()); }
    MoveStack<G> moves;
    std::vector<Child> children;
  };

  std::uint8_t& path_turned(std::size_t ply) {
    if (turned_.size() <= ply) turned_.resize(ply + 1);
    return turned_[ply];
  }

  G g_;
  const Tables& tables_;
  ProofOptions options_;
  const Control& control_;
  bool reads_out_, sure_;
  std::size_t mask_;
  std::unique_ptr<Entry[]> table_;
  std::vector<std::uint64_t> path_;
  std::vector<std::uint8_t> turned_;
  std::vector<std::unique_ptr<Level>> stacks_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
  Ticker ticker_;
};

}  // namespace banmen
