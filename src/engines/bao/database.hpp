// Endgame databases of Bao. Endgame tables: bounds for every position of the lower tiers of the index, built tier by tier; a
// database is such tables in a Container.
//
// A position has the same two bounds as in solver.hpp: the value that the first seat can force, and the value that the second can
// hold it to, by play that ends. They are the two extreme fixed points of "the best of the successors' bounds": iteration from
// "nothing can be forced" until nothing changes gives exactly what can be forced in finitely many moves, in any order of visits. So
// threads may work on the same tier without synchronisation, and the result is always the same.
//
// A tier is divided into ranges of slots. Expanding a range settles every position whose moves all leave the tier; the others keep
// the best of their exits and the slots of their successors inside the tier (or are replayed if memory is short), and are swept
// until nothing changes.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "engines/bao/census/index_space.hpp"
#include "engines/extensions.hpp"
#include "host/threads.hpp"
#include "solve/container.hpp"

namespace banmen::bao {

/// Two bounds in two bytes. ±127: that side can't force play to end.
struct Bounds {
  static constexpr std::int8_t never = 127;
  static constexpr std::int32_t most = 126;

  std::int8_t lower = -never, upper = never;
  bool operator==(const Bounds&) const = default;
  [[nodiscard]] Bounds turned() const { return {static_cast<std::int8_t>(-upper), static_cast<std::int8_t>(-lower)}; }
  [[nodiscard]] bool exact() const { return lower == upper; }
  [[nodiscard]] std::int32_t low() const { return lower == -never ? never_low : lower; }
  [[nodiscard]] std::int32_t high() const { return upper == never ? never_high : upper; }
};

class Endgame {
 public:
  using Position = Bao::Position;
  using Move = Bao::Move;

  explicit Endgame(const Bao& g) : g_(g), space_(g) {}

  [[nodiscard]] std::uint32_t tiers() const { return static_cast<std::uint32_t>(tables_.size()); }
  [[nodiscard]] bool covers(const Position& p) const { return g_.tier(p) < tiers(); }
  [[nodiscard]] std::uint64_t positions() const {
    std::uint64_t sum = 0;
    for (const auto& table : tables_) sum += table.size();
    return sum;
  }
  /// The number of positions whose value depends on that of endless play.
  [[nodiscard]] std::uint64_t unsettled() const {
    std::uint64_t sum = 0;
    for (const auto& table : tables_)
      for (const Bounds b : table) sum += !b.exact();
    return sum;
  }
  /// Requires covers(p), and a position not ended by an endless move.
  [[nodiscard]] Bounds bounds(const Position& p) const {
    const SlotPlace place = space_.slot_of(p);
    const Bounds b = tables_[place.tier][place.slot];
    return place.turned ? b.turned() : b;
  }

  /// The same as an interval, for proof searches.
  [[nodiscard]] ValueRange known(const Position& p) const {
    const Bounds b = bounds(p);
    return {b.lower == -Bounds::never ? -unlimited : b.lower, b.upper == Bounds::never ? unlimited : b.upper};
  }

  /// Computes the missing tiers up to `top` within `memory` bytes. done(tier) is called after each. False if stopped.
  Result<bool> build(std::uint32_t top, std::uint64_t memory, const Control& control,
                     const std::function<Result<void>(std::uint32_t)>& done = {}) {
    for (std::uint32_t tier = tiers(); tier <= top; ++tier) {
      if (space_.slots(tier) >= std::uint64_t{1} << 31)
        return fail("tier " + std::to_string(tier) + " has too many positions to be held in memory");
      if (held_bytes() + space_.slots(tier) * 2 > memory)
        return fail("tier " + std::to_string(tier) + " needs " + std::to_string((held_bytes() + space_.slots(tier) * 2) >> 20) +
                        " MiB of memory, more than is allowed",
                    "raise --memory, or build fewer tiers");
      tables_.emplace_back(space_.slots(tier));
      auto built = build_tier(tier, memory, control);
      if (!built || !*built) {
        tables_.pop_back();
        return built;
      }
      if (!done) continue;
      if (Result<void> kept = done(tier); !kept) return fail(kept.error());
    }
    return true;
  }

  /// The table of a tier as a container stores it: one byte per position, a code into a dictionary of the pairs that occur; two
  /// bytes if there are more than 256 pairs.
  struct Packed {
    std::uint64_t value_bytes;
    std::vector<std::uint8_t> values, dictionary;
  };
  [[nodiscard]] Packed pack(std::uint32_t tier) const {
    const auto& table = tables_[tier];
    std::vector<std::int16_t> code(1 << 16, -1);
    auto key = [](Bounds b) {
      return static_cast<std::size_t>(static_cast<std::uint8_t>(b.lower)) << 8 | static_cast<std::uint8_t>(b.upper);
    };
    for (const Bounds b : table) code[key(b)] = 0;
    Packed out{1, {}, {}};
    int codes = 0;
    for (std::size_t k = 0; k < code.size(); ++k)
      if (code[k] == 0) {
        code[k] = static_cast<std::int16_t>(codes++);
        out.dictionary.push_back(static_cast<std::uint8_t>(k >> 8));
        out.dictionary.push_back(static_cast<std::uint8_t>(k));
      }
    if (codes <= 256) {
      out.values.resize(table.size());
      for (std::size_t i = 0; i < table.size(); ++i) out.values[i] = static_cast<std::uint8_t>(code[key(table[i])]);
    } else {
      out.value_bytes = 2;
      out.dictionary.clear();
      for (const Bounds b : table) {
        out.values.push_back(static_cast<std::uint8_t>(b.lower));
        out.values.push_back(static_cast<std::uint8_t>(b.upper));
      }
    }
    return out;
  }

  /// Loads the next tier from a container.
  Result<void> load(const Container& file, int threads) {
    const std::uint32_t tier = tiers();
    auto values = file.read(tier, threads);
    if (!values) return fail(values.error());
    const auto dictionary = file.dictionary(tier);
    if (!dictionary) return fail(dictionary.error());
    const std::uint64_t wide = dictionary->empty() ? 2 : 1;
    if (values->size() != space_.slots(tier) * wide)
      return fail("tier " + std::to_string(tier) + " of the database has the wrong number of positions");
    std::vector<Bounds> table(space_.slots(tier));
    for (std::size_t i = 0; i < table.size(); ++i) {
      const std::uint8_t* pair = values->data() + 2 * i;
      if (wide == 1) {
        const std::size_t code = (*values)[i];
        if (2 * code + 1 >= dictionary->size())
          return fail("tier " + std::to_string(tier) + " of the database uses an undefined code");
        pair = dictionary->data() + 2 * code;
      }
      table[i] = {static_cast<std::int8_t>(pair[0]), static_cast<std::int8_t>(pair[1])};
    }
    tables_.push_back(std::move(table));
    return {};
  }

  /// The bounds of a position derived from those of its successors: the check of `verify`.
  [[nodiscard]] Bounds expected(const Position& p, MoveStack<Bao>& moves) const {
    const auto list = moves.legal(g_, p);
    if (list.empty()) {
      const auto v = static_cast<std::int8_t>(difference(g_.payoff(p)));
      return {v, v};
    }
    Best best(g_.turn(p) == 0);
    for (const Move m : list) {
      const Step<Bao> s = step(g_, p, m);
      const std::int32_t gain = difference(s.gains);
      best.add(s.endless ? exactly(gain + difference(g_.payoff(s.next))) : plus(bounds(s.next), gain));
    }
    return best.bounds;
  }

  /// Compares every `stride`-th position with its successors; reports the number of mismatches, and one of them.
  struct Check {
    std::uint64_t checked = 0, wrong = 0;
    std::string example;
  };
  [[nodiscard]] Check check(std::uint64_t stride, const Control& control) const {
    Check out;
    for (std::uint32_t tier = 0; tier < tiers(); ++tier) {
      std::atomic<std::uint64_t> checked{0}, wrong{0}, first{~std::uint64_t{0}};
      run_chunks(control, (tables_[tier].size() + stride - 1) / stride, 4096, "positions checked", [&] {
        return [&, moves = MoveStack<Bao>(g_)](std::uint64_t begin, std::uint64_t end) mutable {
          checked += end - begin;
          for (std::uint64_t slot = begin * stride; slot < end * stride; slot += stride) {
            if (expected(space_.at_slot(tier, slot), moves) == tables_[tier][slot]) continue;
            ++wrong;
            for (std::uint64_t known = first; slot < known && !first.compare_exchange_weak(known, slot);) {
            }
          }
        };
      });
      out.checked += checked;
      out.wrong += wrong;
      if (first != ~std::uint64_t{0} && out.example.empty()) out.example = g_.text(space_.at_slot(tier, first));
    }
    return out;
  }

  /// Damages a table, for tests of `check`.
  void set(std::uint32_t tier, std::uint64_t slot, Bounds b) { tables_[tier][slot] = b; }

 private:
  static Bounds exactly(std::int32_t v) {
    const auto small = static_cast<std::int8_t>(std::clamp(v, -Bounds::most, Bounds::most));
    return {small, small};
  }
  static Bounds plus(Bounds b, std::int32_t gain) {
    auto shift = [gain](std::int8_t v, std::int8_t keep) {
      return v == keep ? v : static_cast<std::int8_t>(std::clamp(v + gain, -Bounds::most, Bounds::most));
    };
    return {shift(b.lower, -Bounds::never), shift(b.upper, Bounds::never)};
  }
  /// The best of the mover's choices.
  struct Best {
    explicit Best(bool first)
        : raises(first), bounds(first ? Bounds{-Bounds::never, -Bounds::never} : Bounds{Bounds::never, Bounds::never}) {}
    void add(Bounds b) {
      bounds.lower = raises ? std::max(bounds.lower, b.lower) : std::min(bounds.lower, b.lower);
      bounds.upper = raises ? std::max(bounds.upper, b.upper) : std::min(bounds.upper, b.upper);
    }
    bool raises;
    Bounds bounds;
  };

  [[nodiscard]] std::uint64_t held_bytes() const { return positions() * sizeof(Bounds); }

  static constexpr std::uint64_t range = 1 << 14;  // slots that one worker takes at a time

  /// Unsettled positions of a range: slot, mover and number of links, exits, links.
  using Unsettled = std::vector<std::uint32_t>;

  /// A tier under construction.
  struct Making {
    const Endgame& e;
    std::uint32_t tier;
    std::vector<Bounds>& table;
    bool keep;  // keep links; otherwise only slots, and every sweep replays the moves
    std::vector<Unsettled> unsettled = std::vector<Unsettled>((table.size() + range - 1) / range);
    std::atomic<std::uint64_t> changes{0};
    std::atomic<const char*> trouble{nullptr};

    [[nodiscard]] Bounds get(std::uint64_t slot) const {
      const std::uint16_t raw = word(slot).load(std::memory_order_relaxed);
      return {static_cast<std::int8_t>(raw), static_cast<std::int8_t>(raw >> 8)};
    }
    void put(std::uint64_t slot, Bounds b) const {
      word(slot).store(static_cast<std::uint16_t>(static_cast<std::uint8_t>(b.lower) | static_cast<std::uint8_t>(b.upper) << 8),
                       std::memory_order_relaxed);
    }
    [[nodiscard]] std::atomic_ref<std::uint16_t> word(std::uint64_t slot) const {
      static_assert(sizeof(Bounds) == 2);
      return std::atomic_ref<std::uint16_t>(*reinterpret_cast<std::uint16_t*>(&table[slot]));
    }
    Bounds settled(std::int32_t worth) {
      if (worth < -Bounds::most || worth > Bounds::most) trouble = "values do not fit into one byte";
      return exactly(worth);
    }

    /// Expands one position: its exits go into `best`, its links into `links`. False when it has no move.
    bool expand(MoveStack<Bao>& moves, const Position& p, Best& best, std::vector<std::uint32_t>& links) {
      links.clear();
      const auto list = moves.legal(e.g_, p);
      if (list.empty()) return false;
      for (const Move m : list) {
        const Step<Bao> s = step(e.g_, p, m);
        const std::int32_t gain = difference(s.gains);
        if (s.endless) {
          best.add(settled(gain + difference(e.g_.payoff(s.next))));
          continue;
        }
        const SlotPlace place = e.space_.slot_of(s.next);
        if (place.tier == tier) {
          if (gain != 0) trouble = "a move scores without leaving its tier, so a seat could score forever";
          links.push_back(static_cast<std::uint32_t>(place.slot << 1 | place.turned));
          continue;
        }
        const Bounds b = e.tables_[place.tier][place.slot];
        best.add(plus(place.turned ? b.turned() : b, gain));
      }
      return true;
    }

    void expand_range(std::uint64_t begin, std::uint64_t end, MoveStack<Bao>& moves, std::vector<std::uint32_t>& links) {
      auto& words = unsettled[begin / range];
      for (std::uint64_t slot = begin; slot < end; ++slot) {
        const Position p = e.space_.at_slot(tier, slot);
        Best best(e.g_.turn(p) == 0);
        if (!expand(moves, p, best, links)) {
          put(slot, settled(difference(e.g_.payoff(p))));
          continue;
        }
        if (links.empty()) {
          put(slot, best.bounds);
          continue;
        }
        words.push_back(static_cast<std::uint32_t>(slot));
        if (!keep) continue;
        words.push_back(static_cast<std::uint32_t>(best.raises) << 31 | static_cast<std::uint32_t>(links.size()) << 16 |
                        static_cast<std::uint32_t>(static_cast<std::uint8_t>(best.bounds.lower)) << 8 |
                        static_cast<std::uint8_t>(best.bounds.upper));
        words.insert(words.end(), links.begin(), links.end());
      }
      words.shrink_to_fit();
    }

    void sweep(std::uint64_t part, MoveStack<Bao>& moves, std::vector<std::uint32_t>& links) {
      auto& words = unsettled[part];
      std::size_t kept = 0;
      std::uint64_t changed = 0;
      for (std::size_t at = 0; at < words.size();) {
        const std::uint32_t slot = words[at];
        std::size_t next = at + 1;
        Best best(true);
        const std::uint32_t* link;
        std::size_t count;
        if (keep) {
          const std::uint32_t head = words[at + 1];
          best.raises = head >> 31;
          best.bounds = {static_cast<std::int8_t>(head >> 8), static_cast<std::int8_t>(head)};
          count = head >> 16 & 0x7fff;
          link = words.data() + at + 2;
          next = at + 2 + count;
        } else {
          const Position p = e.space_.at_slot(tier, slot);
          best = Best(e.g_.turn(p) == 0);
          expand(moves, p, best, links);
          link = links.data();
          count = links.size();
        }
        for (std::size_t i = 0; i < count; ++i) {
          const Bounds b = get(link[i] >> 1);
          best.add(link[i] & 1 ? b.turned() : b);
        }
        if (!(best.bounds == get(slot))) {
          put(slot, best.bounds);
          ++changed;
        }
        if (!best.bounds.exact()) {  // not settled: stays in the list
          std::copy(words.begin() + static_cast<std::ptrdiff_t>(at), words.begin() + static_cast<std::ptrdiff_t>(next),
                    words.begin() + static_cast<std::ptrdiff_t>(kept));
          kept += next - at;
        }
        at = next;
      }
      words.resize(kept);
      changes += changed;
    }
  };

  Result<bool> build_tier(std::uint32_t tier, std::uint64_t memory, const Control& control) {
    // A position has perhaps four moves inside its tier: five or six words.
    Making making{*this, tier, tables_[tier], held_bytes() + tables_[tier].size() * 24 <= memory};
    const std::string name = "tier " + std::to_string(tier);
    run_chunks(control, making.table.size(), range, name, [&] {
      return [&making, moves = MoveStack<Bao>(g_), links = Unsettled{}](std::uint64_t begin, std::uint64_t end) mutable {
        making.expand_range(begin, end, moves, links);
      };
    });
    if (making.trouble.load()) return fail(making.trouble.load());
    do {
      if (control.stop.stop_requested()) return false;
      making.changes = 0;
      run_chunks(control, making.unsettled.size(), 1, name + ", sweeping", [&] {
        return [&making, moves = MoveStack<Bao>(g_), links = Unsettled{}](std::uint64_t part, std::uint64_t) mutable {
          making.sweep(part, moves, links);
        };
      });
    } while (making.changes != 0);
    return !control.stop.stop_requested();
  }

  Bao g_;
  IndexSpace space_;
  std::vector<std::vector<Bounds>> tables_;
};

/// The text in the header. Games with the same name have the same index.
std::string database_owner(const std::string& game, std::uint32_t top);
/// Opens a database of the game of this name and reads all its tiers.
Result<Endgame> open_database(const Bao& g, const std::string& game, const std::string& path, int threads);
/// If the database exists and is complete, it is only described.
Result<DatabaseReport> build_database(const Bao& g, const std::string& game, const std::string& path, std::uint32_t top,
                                      std::uint64_t memory, const Control& control);

OwnDatabases<Bao> databases();

}  // namespace banmen::bao
