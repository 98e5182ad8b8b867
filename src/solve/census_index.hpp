// Census of a game with an index: one bit for every position that the index knows, breadth-first over all tiers at once.
//
// A level is a list of indices. Opening a position notes, in the upper bits of its entry, which of its moves stay inside their
// tier: only those can lie on a cycle, so the search for cycles later plays nothing else. Cycles are looked for tier by tier.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
#include <functional>

#include "core/control.hpp"
#include "core/game.hpp"
#include "solve/bits.hpp"
#include "solve/census.hpp"
#include "solve/census_graph.hpp"
#include "solve/cycles.hpp"
#include "solve/level_log.hpp"
#include "solve/moves_of.hpp"

namespace banmen {

/// All tiers of an index up to `top` laid end to end.
template <IndexedGame G>
class IndexSpace {
 public:
  IndexSpace(const G& g, std::uint32_t top) : g_(g), base_{0} {
    for (std::uint32_t t = 0; t <= top; ++t) {
      const std::uint64_t size = g.tier_size(t);
      base_.push_back(size > most - base_.back() ? most : base_.back() + size);
    }
  }
  static constexpr std::uint64_t most = std::uint64_t{1} << 62;

  [[nodiscard]] std::uint64_t size() const { return base_.back(); }
  [[nodiscard]] std::uint32_t tiers() const { return static_cast<std::uint32_t>(base_.size() - 1); }
  [[nodiscard]] std::uint64_t base(std::uint32_t tier) const { return base_[tier]; }
  [[nodiscard]] std::uint64_t index(std::uint32_t tier, const typename G::Position& p) const { return base_[tier] + g_.rank(p); }
  [[nodiscard]] std::uint64_t index(const typename G::Position& p) const { return index(g_.tier(p), p); }
  [[nodiscard]] std::uint32_t tier_at(std::uint64_t index) const {
    return static_cast<std::uint32_t>(std::upper_bound(base_.begin(), base_.end(), index) - base_.begin()) - 1;
  }
  [[nodiscard]] typename G::Position at(std::uint32_t tier, std::uint64_t index) const {
    return g_.unrank(tier, index - base_[tier]);
  }
  [[nodiscard]] typename G::Position at(std::uint64_t index) const { return at(tier_at(index), index); }

 private:
  G g_;
  std::vector<std::uint64_t> base_;
};

/// An entry of a level: the index below, a mask of the moves that stay in the tier above.
struct CensusEntry {
  static constexpr int bits = 40;
  static constexpr std::uint32_t most_moves = 64 - bits - 1;  // the top bit stands for all moves from this one on
  static std::uint64_t index(std::uint64_t entry) { return entry & ((std::uint64_t{1} << bits) - 1); }
  static std::uint64_t mark(std::uint32_t move) { return std::uint64_t{1} << (bits + std::min(move, most_moves)); }
  static bool marked(std::uint64_t entry, std::uint32_t move) { return entry & mark(move); }
  static bool any(std::uint64_t entry) { return entry >> bits; }
};

template <IndexedGame G>
class IndexCensus {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  IndexCensus(const G& g, const Position& start, const CensusOptions& options, const Control& control)
      : g_(g), start_(start), options_(options), control_(control), space_(g, g.tier(start)) {}

  /// What the tables take before anything is explored; lists of positions come on top.
  [[nodiscard]] std::uint64_t table_bytes() const { return space_.size() / 8; }

  Result<Census<Move>> run(const std::string& owner) {
    const auto began = std::chrono::steady_clock::now();
    if (space_.size() >> CensusEntry::bits)
      return fail("the index has " + std::to_string(space_.size()) + " places, more than a census can number");
    if (table_bytes() > options_.memory)
      return fail("the table alone takes " + std::to_string(table_bytes() >> 20) + " MiB of the " +
                      std::to_string(options_.memory >> 20) + " MiB allowed",
                  "give --memory more");
    if (!options_.checkpoint.empty()) {
      auto log = LevelLog::open(options_.checkpoint, owner, space_.tiers());
      if (!log) return fail(log.error());
      log_ = std::move(*log);
    }
    auto seen = SharedBits::make(space_.size());
    if (!seen) return fail(seen.error());
    seen_ = std::move(*seen);
    census_.state_bytes = table_bytes();
    if (auto explored = explore(); !explored) return fail(explored.error());
    if (census_.complete) {
      if (auto counted = normalise(); !counted) return fail(counted.error());
      if (options_.cycles)
        if (auto found = find_cycles(); !found) return fail(found.error());
      if (auto found = first_endless(); !found) return fail(found.error());
    }
    for (std::size_t t = tiers_.size(); t-- > 0;)
      if (tiers_[t].positions) {
        tiers_[t].tier = static_cast<std::uint32_t>(t);
        census_.tiers.push_back(tiers_[t]);
        census_.all.add(tiers_[t]);
      }
    census_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return std::move(census_);
  }

 private:
  using Entries = std::vector<std::uint64_t>;

  void note_bytes(std::uint64_t extra) { census_.bytes = std::max(census_.bytes, table_bytes() + log_.bytes() + extra); }

  // -------------------------------------------------------------------------------------------- exploring

  struct Found {
    std::uint64_t index;
    Position position;
  };
  struct Link {
    std::uint64_t from, to;
  };
  /// Up to this many moves inside tiers are remembered, so that small games need not play them again to find their cycles.
  static constexpr std::uint64_t most_links = 1 << 23;

  struct Opener {
    const IndexCensus* census;
    const std::vector<Found>* frontier;
    Entries* level;
    SharedBits* seen;
    bool remember;
    Moves<G> moves;
    std::vector<CensusTally> tallies;
    std::vector<Found> found;
    std::vector<Link> links;
    std::vector<std::uint64_t> twins;  // of positions whose mirror image comes first
    std::uint64_t first_endless = ~std::uint64_t{0};
    std::vector<Found> waiting = {};  // for their word of the table to arrive in the cache

    void operator()(std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        open((*frontier)[i], (*level)[i]);
        if (waiting.size() >= 48) settle();
      }
      settle();
    }

    void settle() {
      for (const Found& f : waiting)
        if (seen->insert(f.index)) found.push_back(f);
      waiting.clear();
    }

    void open(const Found& here, std::uint64_t& entry) {
      const G& g = census->g_;
      const IndexSpace<G>& space = census->space_;
      const Position& p = here.position;
      const std::uint32_t tier = g.tier(p);
      CensusTally& tally = tallies[tier];
      const auto list = moves(p);
      ++tally.positions;
      tally.terminal += list.empty();
      tally.moves += list.size();
      entry = here.index;
      for (std::uint32_t k = 0; k < list.size(); ++k) {
        const Step<G> s = step(g, p, list[k]);
        if (s.endless) {
          ++tally.endless_moves;
          first_endless = std::min(first_endless, here.index);
          continue;
        }
        tally.quiet_moves += s.quiet();
        tally.longest_move = std::max(tally.longest_move, s.steps);
        const std::uint32_t next_tier = g.tier(s.next);
        const std::uint64_t next = space.index(next_tier, s.next);
        seen->prefetch(next);
        waiting.push_back({next, s.next});
        if (next_tier == tier) {
          entry |= CensusEntry::mark(k);
          if (remember) links.push_back({here.index, next});
        }
      }
      if constexpr (SymmetricGame<G>)
        if (remember && g.symmetries() == 2)
          if (const Position q = g.image(1, p); std::memcmp(&q, &p, sizeof p) < 0) twins.push_back(space.index(tier, q));
    }
  };

  Result<void> explore() {
    tiers_.resize(space_.tiers());
    std::vector<Found> frontier{{space_.index(start_), start_}};
    // Levels of a checkpoint: all are known, and the last of them is opened again to find what comes after it.
    const std::size_t known = log_.size();
    for (std::size_t d = 0; d < known; ++d) {
      auto entries = log_.entries(d);
      if (!entries) return fail(entries.error());
      if (d + 1 == known) frontier.clear();
      for (const std::uint64_t entry : *entries) {
        const std::uint64_t index = CensusEntry::index(entry);
        if (index >= space_.size()) return fail("the checkpoint names a position that the index does not have");
        seen_.insert(index);
        if (d + 1 == known) frontier.push_back({index, space_.at(index)});
      }
      for (std::size_t t = 0; t < tiers_.size(); ++t) tiers_[t].add(log_.summary(d).tallies[t]);
    }
    if (known == 0) seen_.insert(frontier[0].index);
    remembered_ = known == 0;
    std::uint64_t total = 0;
    for (std::size_t d = known == 0 ? 0 : known - 1; !frontier.empty(); ++d) {
      Entries level(frontier.size());
      auto openers = run_chunks(control_, frontier.size(), 1024, "positions of the level", [&] {
        return Opener{this, &frontier, &level, &seen_, remembered_, Moves<G>(g_), std::vector<CensusTally>(tiers_.size()),
                      {},   {},        {}};
      });
      if (control_.stop.stop_requested()) {
        census_.complete = false;
        census_.unfinished = options_.checkpoint.empty()
                                 ? "stopped; with --checkpoint FILE it could go on from here"
                                 : "stopped; the same command goes on after level " + std::to_string(log_.size());
        return {};
      }
      total += frontier.size();
      Level done;
      done.tallies.resize(tiers_.size());
      std::vector<Found> next;
      for (Opener& opener : openers) {
        done.first_endless = std::min(done.first_endless, opener.first_endless);
        for (std::size_t t = 0; t < tiers_.size(); ++t) done.tallies[t].add(opener.tallies[t]);
        links_.insert(links_.end(), opener.links.begin(), opener.links.end());
        twins_.insert(twins_.end(), opener.twins.begin(), opener.twins.end());
        if (next.empty())
          next = std::move(opener.found);
        else
          next.insert(next.end(), opener.found.begin(), opener.found.end());
        opener.found = {};
      }
      if (remembered_ && links_.size() + twins_.size() > most_links) {
        remembered_ = false;
        links_ = {};
        twins_ = {};
      }
      note_bytes(level.size() * 8 + (frontier.size() + next.size()) * sizeof(Found) + links_.size() * sizeof(Link) +
                 twins_.size() * 8);
      if (d >= known) {
        for (std::size_t t = 0; t < tiers_.size(); ++t) tiers_[t].add(done.tallies[t]);
        done.entries = std::move(level);
        if (auto written = log_.append(std::move(done)); !written) return written;
      }
      census_.depth = static_cast<std::uint32_t>(d);
      frontier = std::move(next);
      if (census_.bytes > options_.memory && !frontier.empty()) {
        census_.complete = false;
        census_.unfinished = "the lists of positions have outgrown the memory allowed after level " + std::to_string(d) +
                             "; --checkpoint FILE keeps most of them on disk, --memory allows more";
        return {};
      }
      if (control_.progress) control_.progress(total, total + frontier.size(), "positions");
    }
    return {};
  }

  // -------------------------------------------------------------------------------------------- up to symmetry

  Result<void> normalise() {
    if constexpr (SymmetricGame<G>) {
      std::uint64_t count = 0;
      if (remembered_ && g_.symmetries() == 2) {
        for (const CensusRow& row : tiers_) count += row.positions;
        for (const std::uint64_t twin : twins_) count -= seen_.test(twin);
        census_.normalised = count;
        return {};
      }
      for (std::size_t d = 0; d < log_.size(); ++d) {
        const auto entries = log_.entries(d);
        if (!entries) return fail(entries.error());
        struct Counter {
          const IndexCensus* census;
          const Entries* level;
          std::uint64_t count = 0;
          void operator()(std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t i = begin; i < end; ++i) {
              const Position p = census->space_.at(CensusEntry::index((*level)[i]));
              count += represents(census->g_, p, [&](const Position& q) { return census->seen_.test(census->space_.index(q)); });
            }
          }
        };
        for (const auto& counter : run_chunks(control_, entries->size(), 8192, "up to symmetry", [&] {
               return Counter{this, &*entries};
             }))
          count += counter.count;
      }
      census_.normalised = count;
    }
    return {};
  }

  // -------------------------------------------------------------------------------------------- cycles

  /// Plays the moves of an entry that stay in its tier.
  template <class Visit>
  void inside(Moves<G>& moves, std::uint64_t entry, Visit&& visit) const {
    const std::uint64_t index = CensusEntry::index(entry);
    const std::uint32_t tier = space_.tier_at(index);
    const Position p = space_.at(tier, index);
    const auto list = moves(p);
    for (std::uint32_t k = 0; k < list.size(); ++k) {
      if (!CensusEntry::marked(entry, k)) continue;
      const Step<G> s = step(g_, p, list[k]);
      if (!s.endless && g_.tier(s.next) == tier) visit(list[k], space_.index(tier, s.next));
    }
  }

  struct Linker {
    const IndexCensus* census;
    const Entries* entries;
    const RankedBits* numbers;
    std::uint64_t base;
    std::vector<std::vector<std::uint32_t>>* parts;
    std::vector<std::uint32_t>* degree;
    std::uint64_t chunk;
    Moves<G> moves;
    void operator()(std::uint64_t begin, std::uint64_t end) {
      auto& out = (*parts)[begin / chunk];
      for (std::uint64_t i = begin; i < end; ++i) {
        const std::size_t before = out.size();
        census->inside(moves, (*entries)[i], [&](Move, std::uint64_t next) {
          const std::uint32_t id = numbers->find(next - base);
          if (id != RankedBits::none) out.push_back(id);
        });
        (*degree)[i] = static_cast<std::uint32_t>(out.size() - before);
      }
    }
  };

  Result<void> find_cycles() {
    std::vector<Entries> candidates(space_.tiers());
    for (std::size_t d = 0; d < log_.size(); ++d) {
      const auto entries = log_.entries(d);
      if (!entries) return fail(entries.error());
      for (const std::uint64_t entry : *entries)
        if (CensusEntry::any(entry)) candidates[space_.tier_at(CensusEntry::index(entry))].push_back(entry);
    }
    std::vector<std::vector<Link>> links(space_.tiers());
    for (const Link& link : links_) links[space_.tier_at(link.from)].push_back(link);
    links_ = {};
    for (std::uint32_t tier = 0; tier < space_.tiers(); ++tier) {
      if (candidates[tier].empty()) continue;
      const std::uint64_t base = space_.base(tier);
      Entries entries(candidates[tier].size());
      std::transform(candidates[tier].begin(), candidates[tier].end(), entries.begin(),
                     [&](std::uint64_t e) { return CensusEntry::index(e) - base; });
      const RankedBits numbers(g_.tier_size(tier), entries);
      for (const std::uint64_t e : candidates[tier]) entries[numbers.find(CensusEntry::index(e) - base)] = e;
      candidates[tier] = {};
      const Rows rows = remembered_ ? linked(links[tier], numbers, base, entries.size()) : played(entries, numbers, base, tier);
      links[tier] = {};
      note_bytes(entries.size() * 8 + numbers.bytes() + rows.bytes() * 2 + entries.size() * 21);
      if (control_.stop.stop_requested()) {
        census_.complete = false;
        census_.unfinished = "stopped while looking for cycles; with a checkpoint the levels need not be explored again";
        return {};
      }
      keep_cycles(tier, entries, rows);
    }
    std::sort(census_.sizes.rbegin(), census_.sizes.rend());
    return first_cycle();
  }

  /// The moves between candidates, from what was remembered.
  static Rows linked(const std::vector<Link>& links, const RankedBits& numbers, std::uint64_t base, std::size_t nodes) {
    Rows rows;
    rows.first.assign(nodes + 1, 0);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> kept;
    kept.reserve(links.size());
    for (const Link& link : links)
      if (const std::uint32_t to = numbers.find(link.to - base); to != RankedBits::none) {
        kept.emplace_back(numbers.find(link.from - base), to);
        ++rows.first[kept.back().first + 1];
      }
    for (std::size_t i = 0; i < nodes; ++i) rows.first[i + 1] += rows.first[i];
    rows.targets.resize(kept.size());
    std::vector<std::uint32_t> at(rows.first.begin(), rows.first.end() - 1);
    for (const auto& [from, to] : kept) rows.targets[at[from]++] = to;
    return rows;
  }

  /// The moves between candidates, played again.
  Rows played(const Entries& entries, const RankedBits& numbers, std::uint64_t base, std::uint32_t tier) const {
    constexpr std::uint64_t chunk = 2048;
    std::vector<std::vector<std::uint32_t>> parts((entries.size() + chunk - 1) / chunk);
    std::vector<std::uint32_t> degree(entries.size());
    run_chunks(control_, entries.size(), chunk, "moves inside tier " + std::to_string(tier),
               [&] { return Linker{this, &entries, &numbers, base, &parts, &degree, chunk, Moves<G>(g_)}; });
    Rows rows;
    for (const std::uint32_t n : degree) rows.first.push_back(rows.first.back() + n);
    rows.targets.reserve(rows.first.back());
    for (auto& part : parts) {
      rows.targets.insert(rows.targets.end(), part.begin(), part.end());
      part = {};
    }
    return rows;
  }

  /// Adds a tier's cyclic positions, and the moves between them, to the graph of all cycles.
  void keep_cycles(std::uint32_t tier, const Entries& entries, const Rows& rows) {
    const auto alive = trim(rows);
    const auto parts = components(
        rows.nodes(), [&](std::uint32_t node) { return alive[node] ? rows.row(node) : std::span<const std::uint32_t>{}; });
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> number(rows.nodes(), none);
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t c : nontrivial(rows, parts)) {
      const auto members = parts.members(c);
      if (!alive[members[0]]) continue;
      census_.sizes.push_back(members.size());
      ++tiers_[tier].components;
      tiers_[tier].cycle_positions += members.size();
      for (const std::uint32_t node : members) {
        number[node] = c;
        kept.push_back(node);
      }
    }
    std::sort(kept.begin(), kept.end());
    census_.cycle_positions += kept.size();
    std::vector<std::uint32_t> id(rows.nodes(), none);
    for (const std::uint32_t node : kept) {
      id[node] = static_cast<std::uint32_t>(cyclic_.size());
      cyclic_.push_back(entries[node]);
      component_.push_back(next_component_ + number[node]);
    }
    for (const std::uint32_t node : kept) {
      for (const std::uint32_t target : rows.row(node))
        if (id[target] != none && number[target] == number[node]) cycle_rows_.targets.push_back(id[target]);
      cycle_rows_.first.push_back(static_cast<std::uint32_t>(cycle_rows_.targets.size()));
    }
    next_component_ += parts.count();
  }

  Result<void> first_cycle() {
    if (cyclic_.empty()) return {};
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> number;
    number.reserve(cyclic_.size());
    for (std::uint32_t i = 0; i < cyclic_.size(); ++i) number.emplace(CensusEntry::index(cyclic_[i]), i);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_depth;
    for (std::size_t d = 0; d < log_.size(); ++d) {
      const auto entries = log_.entries(d);
      if (!entries) return fail(entries.error());
      for (const std::uint64_t entry : *entries)
        if (CensusEntry::any(entry))
          if (const auto found = number.find(CensusEntry::index(entry)); found != number.end())
            by_depth.emplace_back(static_cast<std::uint32_t>(d), found->second);
    }
    std::sort(by_depth.begin(), by_depth.end());
    const auto lasso = shortest_lasso(cycle_rows_, component_, by_depth);
    auto way = way_to(CensusEntry::index(cyclic_[lasso->entry]), lasso->depth);
    if (!way) return fail(way.error());
    census_.first_cycle = std::move(*way);
    census_.cycle_entry = lasso->depth;
    Moves<G> moves(g_);
    std::uint32_t at = lasso->entry;
    for (const std::uint32_t node : lasso->cycle) {
      bool found = false;
      inside(moves, cyclic_[at], [&](Move m, std::uint64_t next) {
        if (!found && next == CensusEntry::index(cyclic_[node])) {
          census_.first_cycle.push_back(m);
          found = true;
        }
      });
      at = node;
    }
    return {};
  }

  Result<void> first_endless() {
    for (std::size_t d = 0; d < log_.size(); ++d) {
      const std::uint64_t index = log_.summary(d).first_endless;
      if (index == ~std::uint64_t{0}) continue;
      auto way = way_to(index, static_cast<std::uint32_t>(d));
      if (!way) return fail(way.error());
      census_.first_endless = std::move(*way);
      Moves<G> moves(g_);
      const Position p = space_.at(index);
      for (const Move m : moves(p))
        if (step(g_, p, m).endless) {
          census_.first_endless.push_back(m);
          break;
        }
      return {};
    }
    return {};
  }

  /// A shortest way to a position: backwards level by level, always to the parent of the smallest index.
  Result<std::vector<Move>> way_to(std::uint64_t index, std::uint32_t depth) {
    std::vector<Move> way;
    while (depth-- > 0) {
      const auto entries = log_.entries(depth);
      if (!entries) return fail(entries.error());
      struct Finder {
        const IndexCensus* census;
        const Entries* level;
        std::uint64_t wanted;
        Moves<G> moves;
        std::uint64_t parent = ~std::uint64_t{0};
        Move by{};
        void operator()(std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t i = begin; i < end; ++i) {
            const std::uint64_t candidate = CensusEntry::index((*level)[i]);
            if (candidate >= parent) continue;
            const Position p = census->space_.at(candidate);
            for (const Move m : moves(p)) {
              const Step<G> s = step(census->g_, p, m);
              if (s.endless || census->space_.index(s.next) != wanted) continue;
              parent = candidate;
              by = m;
              break;
            }
          }
        }
      };
      const Finder* best = nullptr;
      auto finders = run_chunks(control_, entries->size(), 2048, "the way there", [&] {
        return Finder{this, &*entries, index, Moves<G>(g_)};
      });
      for (const Finder& finder : finders)
        if (!best || finder.parent < best->parent) best = &finder;
      if (control_.stop.stop_requested()) return fail("stopped while a line of play was being put together");
      if (best->parent == ~std::uint64_t{0}) return fail("the checkpoint does not belong to this game: a position has no parent");
      way.push_back(best->by);
      index = best->parent;
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

  G g_;
  Position start_;
  CensusOptions options_;
  const Control& control_;
  IndexSpace<G> space_;
  SharedBits seen_;
  LevelLog log_;
  Census<Move> census_;
  std::vector<CensusRow> tiers_;
  bool remembered_ = false;  // links_ and twins_ are whole
  std::vector<Link> links_;
  std::vector<std::uint64_t> twins_;
  // All positions on cycles, tier by tier, and the moves between them inside their components.
  Entries cyclic_;
  std::vector<std::uint32_t> component_;
  std::uint32_t next_component_ = 0;
  Rows cycle_rows_;
};

}  // namespace banmen
