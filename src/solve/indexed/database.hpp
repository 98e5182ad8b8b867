// Endgame databases on disk of a game with an index (today Bao alone): Endgame tables in a Container.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "host/threads.hpp"
#include "solve/container.hpp"
#include "solve/indexed/index_space.hpp"
#include "solve/moves_of.hpp"
#include "solve/proof.hpp"
#include "solve/reports.hpp"
#include "solve/value_range.hpp"

namespace banmen {

// Endgame tables: bounds for every position of the lower tiers of an index, built tier by tier.
//
// A position has the same two bounds as in solver.hpp: what the first seat can force, and what the second can hold it to, by play
// that ends. They are the two extreme fixed points of "the best of the successors' bounds": starting from "nothing can be forced"
// and improving position after position until nothing changes gives exactly what can be forced in finitely many moves, in whatever
// order the positions are visited. So threads may work on the same tier without waiting for each other and the result is always the
// same.
//
// A tier is cut into ranges of slots. Expanding a range settles every position whose moves all leave the tier; the others keep the
// best of their exits and the slots of their successors inside the tier (or are played again where memory is short), and are swept
// until nothing changes.

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

struct EndgameOptions {
  std::uint64_t memory = std::uint64_t{4} << 30;
};

template <IndexedGame G>
class Endgame {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  explicit Endgame(const G& g) : g_(g), space_(g) {}

  [[nodiscard]] std::uint32_t tiers() const { return static_cast<std::uint32_t>(tables_.size()); }
  [[nodiscard]] bool covers(const Position& p) const { return g_.tier(p) < tiers(); }
  [[nodiscard]] std::uint64_t positions() const {
    std::uint64_t sum = 0;
    for (const auto& table : tables_) sum += table.size();
    return sum;
  }
  /// Positions whose value depends on what play without end is worth.
  [[nodiscard]] std::uint64_t unsettled() const {
    std::uint64_t sum = 0;
    for (const auto& table : tables_)
      for (const Bounds b : table) sum += !b.exact();
    return sum;
  }
  /// Of a position that is covered and was not ended by a move without end.
  [[nodiscard]] Bounds bounds(const Position& p) const {
    const SlotPlace place = space_.slot_of(p);
    const Bounds b = tables_[place.tier][place.slot];
    return place.turned ? b.turned() : b;
  }

  /// The same for a proof search, which wants intervals.
  [[nodiscard]] ValueRange known(const Position& p) const {
    const Bounds b = bounds(p);
    return {b.lower == -Bounds::never ? -unlimited : b.lower, b.upper == Bounds::never ? unlimited : b.upper};
  }

  /// Computes tiers up to `top` that are not there yet. done(tier) is called after each. False when stopped.
  template <class Done>
  Result<bool> build(std::uint32_t top, const EndgameOptions& options, const Control& control, Done&& done) {
    if (g_.players() != 2) return fail("only games of two seats have endgame values");
    for (std::uint32_t tier = tiers(); tier <= top; ++tier) {
      if (space_.slots(tier) >= std::uint64_t{1} << 31)
        return fail("tier " + std::to_string(tier) + " has too many positions for a table");
      if (held_bytes() + space_.slots(tier) * 2 > options.memory)
        return fail("tier " + std::to_string(tier) + " needs " + std::to_string((held_bytes() + space_.slots(tier) * 2) >> 20) +
                        " MiB for its table, more than the memory allowed",
                    "give --memory more, or fewer tiers");
      tables_.emplace_back(space_.slots(tier));
      auto built = build_tier(tier, options, control);
      if (!built || !*built) {
        tables_.pop_back();
        return built;
      }
      if (Result<void> kept = done(tier); !kept) return fail(kept.error());
    }
    return true;
  }

  /// The table of a tier as a container keeps it: one byte a position, a code into a dictionary of the pairs that occur; two bytes
  /// should there ever be more than 256 pairs.
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

  /// Takes the next tier from a container.
  Result<void> load(const Container& file, int threads) {
    const std::uint32_t tier = tiers();
    auto values = file.read(tier, threads);
    if (!values) return fail(values.error());
    const auto dictionary = file.dictionary(tier);
    if (!dictionary) return fail(dictionary.error());
    const std::uint64_t wide = dictionary->empty() ? 2 : 1;
    if (values->size() != space_.slots(tier) * wide)
      return fail("tier " + std::to_string(tier) + " of the database has not as many positions as the game has");
    std::vector<Bounds> table(space_.slots(tier));
    for (std::size_t i = 0; i < table.size(); ++i) {
      const std::uint8_t* pair = values->data() + 2 * i;
      if (wide == 1) {
        const std::size_t code = (*values)[i];
        if (2 * code + 1 >= dictionary->size())
          return fail("tier " + std::to_string(tier) + " of the database uses a code it does not explain");
        pair = dictionary->data() + 2 * code;
      }
      table[i] = {static_cast<std::int8_t>(pair[0]), static_cast<std::int8_t>(pair[1])};
    }
    tables_.push_back(std::move(table));
    return {};
  }

  /// What a position's bounds must be, given those of its successors: the check that `verify` makes, and that sweeps start from.
  [[nodiscard]] Bounds expected(const Position& p, MoveStack<G>& moves) const {
    const auto list = moves.legal(g_, p);
    if (list.empty()) {
      const auto v = static_cast<std::int8_t>(difference(g_.payoff(p)));
      return {v, v};
    }
    Best best(g_.turn(p) == 0);
    for (const Move m : list) {
      const Step<G> s = step(g_, p, m);
      const std::int32_t gain = difference(s.gains);
      best.add(s.endless ? exactly(gain + difference(g_.payoff(s.next))) : plus(bounds(s.next), gain));
    }
    return best.bounds;
  }

  /// Compares every `stride`-th position with its successors; the number that does not fit, and one of them.
  struct Check {
    std::uint64_t checked = 0, wrong = 0;
    std::string example;
  };
  template <class Text>
  Check check(std::uint64_t stride, const Control& control, Text&& text) const {
    Check out;
    for (std::uint32_t tier = 0; tier < tiers(); ++tier) {
      struct Worker {
        const Endgame* tables;
        std::uint32_t tier;
        std::uint64_t stride;
        MoveStack<G> moves;
        std::uint64_t checked = 0, wrong = 0, first = ~std::uint64_t{0};
        void operator()(std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t i = begin; i < end; ++i) {
            const std::uint64_t slot = i * stride;
            ++checked;
            if (tables->expected(tables->space_.at_slot(tier, slot), moves) == tables->tables_[tier][slot]) continue;
            ++wrong;
            first = std::min(first, slot);
          }
        }
      };
      std::uint64_t first = ~std::uint64_t{0};
      for (const Worker& w : run_chunks(control, (tables_[tier].size() + stride - 1) / stride, 4096, "positions checked", [&] {
             return Worker{this, tier, stride, MoveStack<G>(g_)};
           })) {
        out.checked += w.checked;
        out.wrong += w.wrong;
        first = std::min(first, w.first);
      }
      if (first != ~std::uint64_t{0} && out.example.empty()) out.example = text(space_.at_slot(tier, first));
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
  /// The better of what the mover may choose.
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

  /// Positions of a range that are not settled: slot, mover and number of links, exits, links.
  struct Unsettled {
    std::vector<std::uint32_t> words;
  };

  struct Context {
    const Endgame* tables;
    std::uint32_t tier;
    std::vector<Bounds>* table;
    std::vector<Unsettled>* unsettled;
    bool keep;  // links are kept; else only slots are, and every sweep plays the moves again
    std::atomic<std::uint64_t>* changes;
    std::atomic<const char*>* trouble;

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
      return std::atomic_ref<std::uint16_t>(*reinterpret_cast<std::uint16_t*>(&(*table)[slot]));
    }
  };

  /// Expands one position: its exits go into `best`, its links into `links`. False when it has no move.
  static bool expand_position(const Context& c, MoveStack<G>& moves, const Position& p, Best& best,
                              std::vector<std::uint32_t>& links) {
    const Endgame& e = *c.tables;
    const auto list = moves.legal(e.g_, p);
    if (list.empty()) return false;
    for (const Move m : list) {
      const Step<G> s = step(e.g_, p, m);
      const std::int32_t gain = difference(s.gains);
      if (s.endless) {
        const std::int32_t worth = gain + difference(e.g_.payoff(s.next));
        if (worth < -Bounds::most || worth > Bounds::most) *c.trouble = "values do not fit into one byte";
        best.add(exactly(worth));
        continue;
      }
      const SlotPlace place = e.space_.slot_of(s.next);
      if (place.tier == c.tier) {
        if (gain != 0) *c.trouble = "a move gains without leaving its tier, so play could gain for ever";
        links.push_back(static_cast<std::uint32_t>(place.slot << 1 | place.turned));
        continue;
      }
      const Bounds b = e.tables_[place.tier][place.slot];
      best.add(plus(place.turned ? b.turned() : b, gain));
    }
    return true;
  }

  struct Expander {
    Context c;
    MoveStack<G> moves;
    std::vector<std::uint32_t> links = {};
    void operator()(std::uint64_t begin, std::uint64_t end) {
      const Endgame& e = *c.tables;
      auto& words = (*c.unsettled)[begin / range].words;
      for (std::uint64_t slot = begin; slot < end; ++slot) {
        const Position p = e.space_.at_slot(c.tier, slot);
        Best best(e.g_.turn(p) == 0);
        links.clear();
        if (!expand_position(c, moves, p, best, links)) {
          const std::int32_t worth = difference(e.g_.payoff(p));
          if (worth < -Bounds::most || worth > Bounds::most) *c.trouble = "values do not fit into one byte";
          c.put(slot, exactly(worth));
          continue;
        }
        if (links.empty()) {
          c.put(slot, best.bounds);
          continue;
        }
        words.push_back(static_cast<std::uint32_t>(slot));
        if (!c.keep) continue;
        words.push_back(head(best, links.size()));
        words.insert(words.end(), links.begin(), links.end());
      }
      words.shrink_to_fit();
    }
    static std::uint32_t head(const Best& best, std::size_t links) {
      return static_cast<std::uint32_t>(best.raises) << 31 | static_cast<std::uint32_t>(links) << 16 |
             static_cast<std::uint32_t>(static_cast<std::uint8_t>(best.bounds.lower)) << 8 |
             static_cast<std::uint8_t>(best.bounds.upper);
    }
  };

  struct Sweeper {
    Context c;
    MoveStack<G> moves;
    std::vector<std::uint32_t> links = {};
    void operator()(std::uint64_t begin, std::uint64_t) {
      auto& words = (*c.unsettled)[begin].words;
      const Endgame& e = *c.tables;
      std::size_t kept = 0;
      std::uint64_t changed = 0;
      for (std::size_t at = 0; at < words.size();) {
        const std::uint32_t slot = words[at];
        std::size_t next = at + 1;
        Best best(true);
        const std::uint32_t* link;
        std::size_t count;
        if (c.keep) {
          const std::uint32_t head = words[at + 1];
          best.raises = head >> 31;
          best.bounds = {static_cast<std::int8_t>(head >> 8), static_cast<std::int8_t>(head)};
          count = head >> 16 & 0x7fff;
          link = words.data() + at + 2;
          next = at + 2 + count;
        } else {
          const Position p = e.space_.at_slot(c.tier, slot);
          best = Best(e.g_.turn(p) == 0);
          links.clear();
          expand_position(c, moves, p, best, links);
          link = links.data();
          count = links.size();
        }
        for (std::size_t i = 0; i < count; ++i) {
          const Bounds b = c.get(link[i] >> 1);
          best.add(link[i] & 1 ? b.turned() : b);
        }
        if (!(best.bounds == c.get(slot))) {
          c.put(slot, best.bounds);
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
      *c.changes += changed;
    }
  };

  Result<bool> build_tier(std::uint32_t tier, const EndgameOptions& options, const Control& control) {
    auto& table = tables_[tier];
    std::vector<Unsettled> unsettled((table.size() + range - 1) / range);
    std::atomic<std::uint64_t> changes{0};
    std::atomic<const char*> trouble{nullptr};
    // A position has perhaps four moves inside its tier: five or six words.
    const bool keep = held_bytes() + table.size() * 24 <= options.memory;
    const Context context{this, tier, &table, &unsettled, keep, &changes, &trouble};
    const std::string name = "tier " + std::to_string(tier);
    run_chunks(control, table.size(), range, name, [&] { return Expander{context, MoveStack<G>(g_)}; });
    if (trouble.load()) return fail(trouble.load());
    do {
      if (control.stop.stop_requested()) return false;
      changes = 0;
      run_chunks(control, unsettled.size(), 1, name + ", sweeping", [&] { return Sweeper{context, MoveStack<G>(g_)}; });
    } while (changes != 0);
    return !control.stop.stop_requested();
  }

  G g_;
  IndexSpace<G> space_;
  std::vector<std::vector<Bounds>> tables_;
};

/// The tiers below a position that `most` positions hold.
template <IndexedGame G>
Result<Endgame<G>> built_for(const G& g, const typename G::Position& p, std::uint64_t most, const EndgameOptions& options,
                             const Control& control) {
  Endgame<G> tables(g);
  const IndexSpace<G> space(g);
  std::uint64_t sum = 0;
  std::uint32_t top = 0;
  while (top < g.tier(p) && (sum += space.slots(top)) <= most) ++top;
  if (top == 0) return tables;
  const auto built = tables.build(top - 1, options, control, [](std::uint32_t) -> Result<void> { return {}; });
  if (!built) return fail(built.error());
  if (!*built) return fail(ErrorKind::stopped, "stopped while endgame tables were being made");
  return tables;
}

/// What the header says. Two games with the same name have the same positions in the same places.
inline std::string database_owner(const std::string& game, std::uint32_t top) {
  return "banmen endgame\ngame " + game + "\ntiers 0.." + std::to_string(top) +
         "\nvalues lower and upper bound, first minus second\n";
}

/// The line of an owner's text that begins with `key`.
inline std::string owner_line(const std::string& owner, std::string_view key) {
  for (const std::string_view line : split(owner, '\n'))
    if (line.substr(0, key.size()) == key && line.size() > key.size()) return std::string(line.substr(key.size() + 1));
  return {};
}

template <IndexedGame G>
DatabaseReport describe_database(const std::string& game, const Container& file, const Endgame<G>& tables) {
  DatabaseReport report;
  report.game = game;
  report.positions = tables.positions();
  report.bytes = file.bytes();
  report.more = {{"stones", std::int64_t{tables.tiers()} - 1}, {"unsettled", static_cast<std::int64_t>(tables.unsettled())}};
  for (std::size_t t = 0; t < file.tiers().size(); ++t)
    report.tiers.push_back({{"tier", static_cast<std::int64_t>(t)},
                            {"positions", static_cast<std::int64_t>(file.tiers()[t].values)},
                            {"bytes", static_cast<std::int64_t>(file.tiers()[t].stored_bytes)}});
  return report;
}

/// The file, if it is a database of the game of this name.
inline Result<Container> database_of(const std::string& game, const std::string& path) {
  auto file = Container::open(path);
  if (!file) return file;
  const std::string owner = owner_line(file->owner(), "game");
  if (owner.empty() || file->owner().substr(0, 15) != "banmen endgame\n") return fail("'" + path + "' holds no endgame values");
  if (owner != game) return fail("database '" + path + "' belongs to " + owner + ", not to " + game);
  return file;
}

/// Opens a database of this game and reads all its tiers.
template <IndexedGame G>
Result<Endgame<G>> open_database(const G& g, const std::string& game, const std::string& path, int threads) {
  const auto file = database_of(game, path);
  if (!file) return fail(file.error());
  Endgame<G> tables(g);
  for (std::size_t tier = 0; tier < file->tiers().size(); ++tier)
    if (auto loaded = tables.load(*file, threads); !loaded) return fail(loaded.error());
  return tables;
}

/// The same for who only looks things up: all who hold it at a time share one.
template <IndexedGame G>
Result<std::shared_ptr<const Endgame<G>>> shared_database(const G& g, const std::string& game, const std::string& path,
                                                          int threads) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::weak_ptr<const Endgame<G>>> held;
  const std::lock_guard lock(mutex);  // who comes while it is read waits for it
  std::erase_if(held, [](const auto& one) { return one.second.expired(); });
  auto& known = held[{game, path}];
  if (auto tables = known.lock()) return tables;
  auto opened = open_database(g, game, path, threads);
  if (!opened) return fail(opened.error());
  auto tables = std::make_shared<const Endgame<G>>(std::move(*opened));
  known = tables;
  return tables;
}

/// A database that is there already, whole, is described at once.
template <IndexedGame G>
Result<DatabaseReport> build_database(const G& g, const std::string& game, const std::string& path, std::uint32_t top,
                                      const EndgameOptions& options, const Control& control) {
  const auto began = std::chrono::steady_clock::now();
  if (top >= g.tiers())
    return fail("there are no " + std::to_string(top) + " stones: the highest tier is " + std::to_string(g.tiers() - 1));
  const std::string owner = database_owner(game, top);
  FileLock lock;
  auto made = Container::made(path, owner);
  if (made && !*made) {
    auto taken = FileLock::take(path);
    if (!taken) return fail(taken.error());
    lock = std::move(*taken);
    made = Container::made(path, owner);  // who had the lock before may have finished it
  }
  if (!made) return fail(made.error());
  if (*made)
    return open_database(g, game, path, control.threads).map([&](const Endgame<G>& tables) {
      return describe_database(game, **made, tables);
    });
  auto writer = ContainerWriter::open(path, owner, top + 1);
  if (!writer) return fail(writer.error());
  Endgame<G> tables(g);
  std::uint32_t resumed = 0;
  if (const Container* earlier = writer->earlier())
    for (; resumed < writer->written(); ++resumed)
      if (auto loaded = tables.load(*earlier, control.threads); !loaded) return fail(loaded.error());
  const auto built = tables.build(top, options, control, [&](std::uint32_t tier) -> Result<void> {
    const auto packed = tables.pack(tier);
    return writer->write(tier, packed.value_bytes, packed.values, packed.dictionary, control.threads);
  });
  if (!built) return fail(built.error());
  DatabaseReport report;
  if (*built) {
    if (auto finished = writer->finish(); !finished) return fail(finished.error());
    const auto file = Container::open(path);
    if (!file) return fail(file.error());
    report = describe_database(game, *file, tables);
  } else {
    report.game = game;
    report.positions = tables.positions();
    report.unfinished = "stopped; the same command goes on after tier " + std::to_string(writer->written());
  }
  report.resumed = resumed;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return report;
}

template <IndexedGame G>
Result<ProbeReport> probe_database(const G& g, const Endgame<G>& tables, const typename G::Position& p) {
  if (!tables.covers(p))
    return fail("the position lies in tier " + std::to_string(g.tier(p)) + ", the database ends with " +
                std::to_string(tables.tiers() - 1));
  ProbeReport report;
  const std::int32_t forever = forever_of(g);
  const Bounds b = tables.bounds(p);
  const std::int32_t value = value_between(b.low(), b.high(), forever);
  report.position = g.text(p);
  report.value = std::int64_t{value};
  const std::string win = value == 0 ? "draw" : g.seat_name(value > 0 ? 0 : 1);
  report.win = win;
  report.view = "what " + g.seat_name(0) + " gets minus what " + g.seat_name(1) + " gets";
  report.words = "value " + std::to_string(value) + " (" + win + ")";
  auto bound = [](std::int32_t v) -> Datum {
    if (v <= never_low || v >= never_high) return {};
    return std::int64_t{v};
  };
  report.bounds = {bound(b.low()), bound(b.high())};
  MoveStack<G> moves(g);
  for (const auto m : moves.legal(g, p)) {
    const Step<G> s = step(g, p, m);
    std::int32_t worth = difference(s.gains);
    if (s.endless) {
      worth += difference(g.payoff(s.next));
    } else {
      const Bounds then = tables.bounds(s.next);
      worth += value_between(then.low(), then.high(), forever);
    }
    report.moves.push_back({g.text(p, m), std::int64_t{worth}, {}, std::to_string(worth)});
  }
  return report;
}

}  // namespace banmen
