// The large census: breadth-first over all tiers at once, with one bit for every position of the index.
//
// A level is an ascending list of indices. Only moves inside a tier can lie on a cycle, so cycles are searched tier by tier: bits
// reduce the positions of a tier to those with such moves both in and out, and only these go into a graph. Moves are replayed
// wherever they are needed.
#include <atomic>
#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "engines/bao/census/census.hpp"
#include "engines/bao/census/logs.hpp"
#include "engines/bao/census/number_sets.hpp"
#include "engines/bao/census/ways.hpp"
#include "host/threads.hpp"
#include "solve/components.hpp"

namespace banmen::bao {

namespace {

using Position = Bao::Position;
using Move = Bao::Move;

/// The largest index that a census can number.
constexpr int index_bits = 40;

class LargeCensus {
 public:
  LargeCensus(const Bao& g, const Position& start, const CensusOptions& options, const Control& control)
      : g_(g), start_(start), options_(options), control_(control), space_(g, g.tier(start)) {}

  Result<CensusReport> run(const std::string& owner) {
    const auto began = std::chrono::steady_clock::now();
    if (space_.size() >> index_bits)
      return fail("the index of positions has " + std::to_string(space_.size()) + " places, more than a census can number",
                  "use fewer holes or stones");
    if (!options_.checkpoint.empty()) {
      auto log = LevelLog::open(options_.checkpoint, owner, space_.tiers());
      if (!log) return fail(log.error());
      log_ = std::move(*log);
      census_.damaged = log_.damaged();
    }
    // The highest tiers, which are most of the index, stay nearly empty.
    auto seen = SharedBits::make(space_.size(), space_.base(space_.tiers() * 7 / 8), options_.spill);
    if (!seen) return fail(seen.error());
    seen_ = std::move(*seen);
    if (auto explored = explore(); !explored) return fail(explored.error());
    census_.state_bytes = seen_.resident();
    if (census_.complete) {
      normalise();
      if (options_.cycles)
        if (auto found = find_cycles(owner); !found) return fail(found.error());
      if (auto found = first_moves(); !found) return fail(found.error());
    }
    census_.add_tiers(tiers_);
    census_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return std::move(census_);
  }

 private:
  using Entries = std::vector<std::uint64_t>;
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  /// `table`: bytes of the table of positions.
  void note_bytes(std::uint64_t table, std::uint64_t extra) {
    held_ = table_and_levels(table) + extra;
    table_held_ = table;
    census_.bytes = std::max(census_.bytes, held_);
  }
  /// The system may write a table in a file back to disk at any time, so it does not count against the memory
  /// allowed.
  [[nodiscard]] std::uint64_t table_and_levels(std::uint64_t table) const {
    return (options_.spill.empty() ? table : 0) + log_.bytes();
  }
  /// After exploring the table no longer grows. It is not measured again: pages that are only read would count as well.
  void note_cycle_bytes(std::uint64_t extra) { note_bytes(census_.state_bytes, extra); }

  // -------------------------------------------------------------------------------------------- exploring

  /// Expands blocks of a level.
  struct Expander {
    const LargeCensus* census;
    const PackedNumbers* level;
    SharedBits* seen;
    std::atomic<std::uint64_t>* found_bytes;  // of all expanders
    std::atomic<bool>* full;                  // more than the memory allowed
    MoveStack<Bao> moves;
    std::vector<CensusTally> tallies;
    NumberRuns found;
    std::uint64_t noted = 0;  // of found_bytes
    boost::unordered_flat_map<std::uint64_t, LevelKind> kinds = {};
    std::uint64_t first_endless = nowhere;
    Entries block = {};
    Entries waiting = {};  // until their words of the table are in the cache

    void operator()(std::uint64_t begin, std::uint64_t end) {
      for (; begin < end && !full->load(std::memory_order_relaxed); ++begin) {
        block.clear();
        level->unpack(begin, block);
        for (const std::uint64_t here : block) {
          const std::uint32_t tier = census->space_.tier_at(here);
          expand(here, tier, census->space_.at(tier, here));
          if (waiting.size() >= 48) settle();
        }
        settle();
        note(begin);
      }
    }

    /// The list of the next level will exist next to its parts, so found positions count twice. The table is measured only now and
    /// then, since that takes time.
    void note(std::uint64_t number) {
      const std::uint64_t now = 2 * found.held();
      const std::uint64_t all = found_bytes->fetch_add(now - noted) + now - noted;
      noted = now;
      const std::uint64_t table = number % 1024 == 1023 ? seen->resident() : census->table_held_;
      if (census->table_and_levels(table) + level->held() + all > census->options_.memory) *full = true;
    }

    void settle() {
      for (const std::uint64_t index : waiting)
        if (seen->insert(index)) found.push(index);
      waiting.clear();
    }

    void expand(std::uint64_t here, std::uint32_t tier, const Position& p) {
      const Bao& g = census->g_;
      const IndexSpace& space = census->space_;
      CensusTally& tally = tallies[tier];
      const auto list = moves.legal(g, p);
      ++tally.positions;
      tally.terminal += list.empty();
      tally.moves += list.size();
      for (const Move m : list) {
        const Step<Bao> s = step(g, p, m);
        if (s.endless) {
          ++tally.endless_moves;
          first_endless = std::min(first_endless, here);
          const std::uint64_t kind = space.index(tier, g.loop_kind(p, m));
          LevelKind& known = kinds.try_emplace(kind, LevelKind{kind, 0, here}).first->second;
          ++known.moves;
          known.first = std::min(known.first, here);
          continue;
        }
        tally.quiet_moves += s.quiet();
        tally.longest_move = std::max<std::uint64_t>(tally.longest_move, s.steps);
        const std::uint64_t next = space.index(s.next);
        seen->prefetch(next);
        waiting.push_back(next);
      }
    }
  };

  /// Like run_chunks over blocks, but without threads if there are few: starting a thread takes longer than expanding some
  /// positions.
  template <class MakeWorker>
  auto run_parts(std::uint64_t blocks, std::string_view what, MakeWorker make_worker) const {
    if (blocks > (control_.threads > 1 ? 1 : 32)) return run_chunks(control_, blocks, 1, what, make_worker);
    std::vector<decltype(make_worker())> workers;
    workers.push_back(make_worker());
    workers[0](0, blocks);
    return workers;
  }

  Result<void> explore() {
    tiers_.resize(space_.tiers());
    PackedNumbers level;
    const std::uint64_t first = space_.index(start_);
    level.append({&first, 1});
    seen_.insert(first);
    // Levels of a checkpoint are known; the last one is expanded again to find the next.
    const std::size_t known = log_.size();
    std::uint64_t total = 0;
    for (std::size_t d = 0; d < known; ++d) {
      auto entries = log_.entries(d);
      if (!entries) return fail(entries.error());
      level = std::move(*entries);
      std::atomic<bool> foreign{false};
      run_parts(level.blocks().size(), "blocks of the checkpoint", [&] {
        return [&, block = Entries{}](std::uint64_t begin, std::uint64_t end) mutable {
          for (; begin < end; ++begin) {
            block.clear();
            level.unpack(begin, block);
            for (const std::uint64_t index : block)
              if (index < seen_.size())
                seen_.insert(index);
              else
                foreign = true;
          }
        };
      });
      const Level& summary = log_.summary(d);
      for (const LevelKind& kind : summary.kinds) foreign = foreign || kind.kind >= space_.size() || kind.first >= space_.size();
      if (foreign || (summary.first_endless != nowhere && summary.first_endless >= space_.size()))
        return fail("the checkpoint is damaged: it has a position outside the index");
      for (std::size_t t = 0; t < tiers_.size(); ++t) tiers_[t].add(log_.summary(d).tallies[t]);
      total += d + 1 < known ? level.size() : 0;
      if (control_.stop.stop_requested()) return stopped_exploring();
      if (control_.progress) control_.progress(total, 0, "positions of the checkpoint");
    }
    // Each thread has a list, so they are small if memory is short.
    const auto loose = static_cast<std::size_t>(std::clamp<std::uint64_t>(
        options_.memory / 64 / static_cast<std::uint64_t>(std::max(1, control_.threads)), 1 << 12, 1 << 21));
    for (std::size_t d = known == 0 ? 0 : known - 1; !level.empty(); ++d) {
      const std::string what = "blocks of level " + std::to_string(d) + " (" + std::to_string(total) + " positions before it, " +
                               std::to_string(held_ >> 20) + " MiB)";
      std::atomic<std::uint64_t> found_now{0};
      std::atomic<bool> full{false};
      auto expanders = run_parts(level.blocks().size(), what, [&] {
        return Expander{this,
                        &level,
                        &seen_,
                        &found_now,
                        &full,
                        MoveStack<Bao>(g_),
                        std::vector<CensusTally>(tiers_.size()),
                        NumberRuns(space_.size(), loose)};
      });
      if (control_.stop.stop_requested()) return stopped_exploring();
      if (full) return outgrown("in level " + std::to_string(d));
      total += level.size();
      Level done;
      done.tallies.resize(tiers_.size());
      boost::unordered_flat_map<std::uint64_t, LevelKind> kinds;
      std::vector<PackedNumbers> found;
      std::uint64_t found_bytes = 0;
      for (Expander& expander : expanders) {
        done.first_endless = std::min(done.first_endless, expander.first_endless);
        for (std::size_t t = 0; t < tiers_.size(); ++t) done.tallies[t].add(expander.tallies[t]);
        for (const auto& [kind, seen] : expander.kinds) {
          LevelKind& all = kinds.try_emplace(kind, LevelKind{kind, 0, seen.first}).first->second;
          all.moves += seen.moves;
          all.first = std::min(all.first, seen.first);
        }
        for (PackedNumbers& run : expander.found.take()) {
          found_bytes += run.held();
          found.push_back(std::move(run));
        }
      }
      expanders.clear();
      for (const auto& [kind, all] : kinds) done.kinds.push_back(all);
      std::sort(done.kinds.begin(), done.kinds.end(), [](const LevelKind& a, const LevelKind& b) { return a.kind < b.kind; });
      PackedNumbers next = merged(found, control_);
      note_bytes(seen_.resident(), level.held() + found_bytes + next.held());
      if (d >= known) {
        for (std::size_t t = 0; t < tiers_.size(); ++t) tiers_[t].add(done.tallies[t]);
        done.entries = std::move(level);
        if (auto written = log_.append(std::move(done)); !written) return written;
      }
      census_.depth = static_cast<std::uint32_t>(d);
      level = std::move(next);
      if (census_.bytes > options_.memory && !level.empty()) return outgrown("after level " + std::to_string(d));
    }
    return {};
  }

  Result<void> outgrown(const std::string& where) {
    census_.complete = false;
    census_.unfinished = "the table and lists of positions have outgrown the memory allowed " + where +
                         "; keep levels on disk with --checkpoint FILE, the table with --spill FOLDER, or raise --memory";
    return {};
  }

  Result<void> stopped_exploring() {
    census_.complete = false;
    census_.unfinished = options_.checkpoint.empty()
                             ? "stopped; with --checkpoint FILE the census could be resumed from here"
                             : "stopped; the same command resumes after level " + std::to_string(log_.size());
    return {};
  }

  // -------------------------------------------------------------------------------------------- up to symmetry

  void normalise() {
    std::atomic<std::uint64_t> count{0};
    for (std::uint32_t tier = 0; tier < space_.tiers(); ++tier) {
      if (tiers_[tier].positions == 0) continue;
      run_chunks(control_, g_.tier_size(tier), std::uint64_t{1} << 20, "up to symmetry", [&] {
        return [&, base = space_.base(tier)](std::uint64_t begin, std::uint64_t end) {
          count += seen_.count_pairs(base + begin, base + end);
        };
      });
      if (control_.stop.stop_requested()) {
        stopped_later();
        return;
      }
    }
    census_.normalised = count;
  }

  void stopped_later() {
    census_.complete = false;
    census_.unfinished = options_.checkpoint.empty() ? "stopped after exploring; --checkpoint FILE would save that work"
                                                     : "stopped after exploring; the same command resumes the search for cycles (" +
                                                           std::to_string(cycles_.finished()) + " tiers finished)";
  }

  // -------------------------------------------------------------------------------------------- cycles

  /// Plays the moves of a position that stay in its tier.
  template <class Visit>
  void inside(MoveStack<Bao>& moves, std::uint32_t tier, std::uint64_t index, Visit&& visit) const {
    const Position p = space_.at(tier, index);
    for (const Move m : moves.legal(g_, p)) {
      const Step<Bao> s = step(g_, p, m);
      if (!s.endless && g_.tier(s.next) == tier) visit(m, space_.index(tier, s.next));
    }
  }

  /// From the highest tier down: play reaches those first, so a short lasso is known early and limits the search in the tiers
  /// below.
  Result<void> find_cycles(const std::string& owner) {
    if (!census_.complete) return {};
    if (!options_.checkpoint.empty()) {
      CensusTally all;
      for (const CensusRow& row : tiers_) all.add(row);
      auto log = CycleLog::open(CycleLog::name_beside(options_.checkpoint),
                                owner + ": " + std::to_string(log_.size()) + " levels, " + std::to_string(all.positions) +
                                    " positions, " + std::to_string(all.moves) + " moves");
      if (!log) return fail(log.error());
      cycles_ = std::move(*log);
      const auto outside = [&](std::uint64_t index) { return index >= space_.size(); };
      if (const auto& best = cycles_.best(); best && (best->depth >= log_.size() || best->cycle.empty() ||
                                                      std::any_of(best->cycle.begin(), best->cycle.end(), outside)))
        return fail("the checkpoint is damaged: its cycle has a position outside the index");
    }
    for (std::uint32_t tier = space_.tiers(); tier-- > 0;) {
      if (tiers_[tier].positions < 2) continue;
      if (cycles_.tier(tier) == nullptr) {
        auto sizes = cycles_of(tier);
        if (!sizes) return fail(sizes.error());
        if (control_.stop.stop_requested()) {
          stopped_later();
          return {};
        }
        if (!census_.complete) return {};
        if (auto noted = cycles_.finish(tier, std::move(*sizes), lasso_); !noted) return noted;
      }
      lasso_ = cycles_.best();
      for (const std::uint64_t size : *cycles_.tier(tier)) {
        census_.sizes.push_back(size);
        census_.cycle_positions += size;
        ++tiers_[tier].components;
        tiers_[tier].cycle_positions += size;
      }
    }
    std::sort(census_.sizes.rbegin(), census_.sizes.rend());
    census_.cycles_sought = true;
    return first_cycle();
  }

  /// The sizes of a tier's components with a cycle; updates the best lasso. Meaningless after a stop or if memory does not suffice.
  Result<Entries> cycles_of(std::uint32_t tier) {
    const auto nodes = candidates(tier);  // inside the tier, rising
    if (!nodes) return fail(nodes.error());
    if (control_.stop.stop_requested() || !census_.complete || nodes->empty()) return Entries{};
    Rows rows;
    {
      const RankedBits numbers(g_.tier_size(tier), *nodes);
      rows = played(*nodes, numbers, tier);
      note_cycle_bytes(nodes->size() * (8 + 21) + numbers.bytes() + rows.bytes() * 2);
    }
    if (control_.stop.stop_requested()) return Entries{};
    const auto alive = trim(rows);
    const auto parts = components(
        rows.nodes(), [&](std::uint32_t node) { return alive[node] ? rows.row(node) : std::span<const std::uint32_t>{}; },
        ~std::uint32_t{0}, control_.stop);
    if (control_.stop.stop_requested()) return Entries{};
    Entries sizes;
    std::vector<bool> cyclic(parts.count());
    for (const std::uint32_t c : nontrivial(rows, parts)) {
      const auto members = parts.members(c);
      if (!alive[members[0]]) continue;
      sizes.push_back(members.size());
      cyclic[c] = true;
    }
    std::sort(sizes.rbegin(), sizes.rend());
    if (!sizes.empty())
      if (auto looked = look_for_lasso(tier, *nodes, rows, parts.of, cyclic); !looked) return fail(looked.error());
    return sizes;
  }

  /// The lasso with the fewest plies in all, of those the one that enters its cycle earliest, of those the one with the smallest
  /// index, as `shortest_lasso` finds in a complete graph. Reads levels only as long as a shorter one is possible.
  Result<void> look_for_lasso(std::uint32_t tier, const Entries& nodes, const Rows& rows,
                              const std::vector<std::uint32_t>& component, const std::vector<bool>& cyclic) {
    std::optional<CycleFinder> finder;
    const std::uint64_t base = space_.base(tier), end = space_.base(tier + 1);
    for (std::uint32_t depth = 0; depth < log_.size() && (!lasso_ || depth + 1 <= lasso_->total()); ++depth) {
      const auto entries = log_.entries(depth);
      if (!entries) return fail(entries.error());
      auto from = nodes.begin();
      entries->for_each(base, end, [&](std::uint64_t index) {
        from = std::lower_bound(from, nodes.end(), index - base);
        if (from == nodes.end() || *from != index - base) return;
        const auto node = static_cast<std::uint32_t>(from - nodes.begin());
        if (!cyclic[component[node]]) return;
        const bool before = lasso_ && std::pair(depth, index) < std::pair(lasso_->depth, lasso_->entry());
        const std::uint64_t most = lasso_ ? lasso_->total() - depth - (before ? 0 : 1) : rows.nodes();
        if (most == 0) return;
        if (!finder) finder.emplace(rows, component);
        const auto cycle = finder->through(node, static_cast<std::uint32_t>(most));
        if (!cycle) return;
        lasso_ = FoundLasso{depth, {}};
        for (const std::uint32_t at : *cycle) lasso_->cycle.push_back(base + nodes[at]);
      });
      if (control_.stop.stop_requested()) return {};
    }
    return {};
  }

  // A position lies on a cycle exactly if the one with the players exchanged does. So the two, neighbours in the index, count as
  // one "board" here, which is expanded once; only the graph distinguishes them.

  /// Removes boards without a move inside the set from it, and marks the destinations of such moves. In the first pass the set is
  /// all reachable boards.
  struct Marker {
    const LargeCensus* census;
    std::uint32_t tier;
    bool first;
    SharedBits *set, *to;
    MoveStack<Bao> moves;
    struct Link {
      std::uint64_t from, to;
    };
    std::vector<Link> waiting = {};  // board by board, until their words of the sets are in the cache
    void operator()(std::uint64_t begin, std::uint64_t end) {
      const std::uint64_t base = census->space_.base(tier);
      if (first) {
        std::uint64_t last = nowhere;
        census->seen_.for_each(base + 2 * begin, base + 2 * end, [&](std::uint64_t index) {
          if (const std::uint64_t board = (index - base) / 2; board != last) look(last = board);
        });
      } else {
        set->for_each(begin, end, [&](std::uint64_t board) { look(board); });
      }
      settle();
    }
    void look(std::uint64_t board) {
      const std::uint64_t base = census->space_.base(tier);
      const std::size_t before = waiting.size();
      census->inside(moves, tier, base + 2 * board, [&](Move, std::uint64_t next) {
        const std::uint64_t to_board = (next - base) / 2;
        if (!first) set->prefetch(to_board);
        to->prefetch(to_board);
        waiting.push_back({board, to_board});
      });
      if (waiting.size() == before && !first) set->erase(board);
      if (waiting.size() >= 48) settle();
    }
    void settle() {
      for (std::size_t i = 0; i < waiting.size();) {
        const std::uint64_t board = waiting[i].from;
        bool on = false;
        for (; i < waiting.size() && waiting[i].from == board; ++i)
          if (first || set->test(waiting[i].to)) {
            on = true;
            to->insert(waiting[i].to);
          }
        if (first)
          set->insert(board);
        else if (!on)
          set->erase(board);
      }
      waiting.clear();
    }
  };

  /// The positions of a tier that may lie on a cycle, few enough for a graph: those with moves in and out among themselves.
  Result<Entries> candidates(std::uint32_t tier) {
    const std::uint64_t base = space_.base(tier), boards = g_.tier_size(tier) / 2;
    auto set = SharedBits::make(boards, 0);
    if (!set) return fail(set.error());
    std::uint64_t before = tiers_[tier].positions;
    for (bool first = true;; first = false) {
      auto to = SharedBits::make(boards, 0);
      if (!to) return fail(to.error());
      run_chunks(control_, boards, std::uint64_t{1} << 16, "moves inside tier " + std::to_string(tier),
                 [&] { return Marker{this, tier, first, &*set, &*to, MoveStack<Bao>(g_)}; });
      note_cycle_bytes(set->resident() + to->resident());
      if (control_.stop.stop_requested()) return Entries{};
      const std::uint64_t count = set->intersect(*to);
      if (count == 0) return Entries{};
      // A node of the graph takes about 64 bytes with its moves, and more time than expanding a board again.
      const std::uint64_t nodes = 2 * count;
      const bool much_less = nodes < before - before / 4;
      if (!much_less && nodes * 64 + boards / 8 + g_.tier_size(tier) / 16 * 3 + held_ <= options_.memory) {
        Entries out;
        out.reserve(nodes);
        set->for_each(0, boards, [&](std::uint64_t board) {
          for (std::uint64_t place = 2 * board; place < 2 * board + 2; ++place)
            if (seen_.test(base + place)) out.push_back(place);
        });
        return out;
      }
      if (!much_less && nodes >= before - before / 16) {
        census_.complete = false;
        census_.unfinished = "tier " + std::to_string(tier) + " has " + std::to_string(nodes) +
                             " positions that may lie on cycles, too many for the memory allowed; raise --memory";
        return Entries{};
      }
      before = nodes;
    }
  }

  /// The moves between nodes of a tier.
  Rows played(const Entries& nodes, const RankedBits& numbers, std::uint32_t tier) const {
    constexpr std::uint64_t chunk = 2048;
    std::vector<std::vector<std::uint32_t>> parts((nodes.size() + chunk - 1) / chunk);
    std::vector<std::uint32_t> degree(nodes.size());
    run_chunks(control_, nodes.size(), chunk, "moves inside tier " + std::to_string(tier), [&] {
      // `after`: the destinations of the moves of a board's first position.
      return [&, moves = MoveStack<Bao>(g_), after = Entries{}](std::uint64_t begin, std::uint64_t end) mutable {
        auto& out = parts[begin / chunk];
        const std::uint64_t base = space_.base(tier);
        std::uint64_t last = nowhere;
        for (std::uint64_t i = begin; i < end; ++i) {
          const std::uint64_t side = nodes[i] & 1, board = nodes[i] - side;
          if (board != last) {
            after.clear();
            inside(moves, tier, base + board, [&](Move, std::uint64_t next) { after.push_back(next - base); });
            last = board;
          }
          const std::size_t before = out.size();
          for (const std::uint64_t next : after)
            if (const std::uint32_t id = numbers.find(next ^ side); id != RankedBits::none) out.push_back(id);
          degree[i] = static_cast<std::uint32_t>(out.size() - before);
        }
      };
    });
    Rows rows;
    rows.first.reserve(nodes.size() + 1);
    for (const std::uint32_t n : degree) rows.first.push_back(rows.first.back() + n);
    rows.targets.reserve(rows.first.back());
    for (auto& part : parts) {
      rows.targets.insert(rows.targets.end(), part.begin(), part.end());
      part = {};
    }
    return rows;
  }

  Result<void> first_cycle() {
    if (!lasso_) return {};
    Ways ways;
    ways.add(lasso_->depth, lasso_->entry());
    if (auto found = find(ways); !found) return found;
    std::vector<Move> way = ways.to(lasso_->depth, lasso_->entry());
    census_.cycle_entry = lasso_->depth;
    MoveStack<Bao> moves(g_);
    std::uint64_t at = lasso_->entry();
    for (const std::uint64_t to : lasso_->cycle) {
      bool found = false;
      inside(moves, space_.tier_at(at), at, [&](Move m, std::uint64_t next) {
        if (!found && next == to) {
          way.push_back(m);
          found = true;
        }
      });
      if (!found) return fail("the checkpoint does not belong to this game: its cycle has a move that does not exist");
      at = to;
    }
    census_.first_cycle = texts(g_, start_, way);
    return {};
  }

  // -------------------------------------------------------------------------------------------- the way to what was found

  using Ways = bao::Ways<std::uint64_t>;

  /// Finds parents; among several, the one with the smallest index.
  Result<void> find(Ways& ways) const {
    for (std::size_t depth = ways.deepest(); depth > 0; ways.add_parents(depth--)) {
      auto& targets = ways.targets(depth);
      const auto level = log_.entries(depth - 1);
      if (!level) return fail(level.error());
      std::uint64_t least = nowhere;  // a parent's tier is no lower than its child's
      for (const auto& [index, parent] : targets) least = std::min(least, space_.base(space_.tier_at(index)));
      std::atomic<std::uint64_t> enough{nowhere};  // all parents are found up to this block
      const auto finders = run_parts(level->blocks().size(), "lines of play", [&] {
        return Finder{this, &*level, least, &enough, MoveStack<Bao>(g_), targets, targets.size()};
      });
      if (control_.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped while constructing lines of play");
      for (const Finder& finder : finders)
        for (const auto& [index, parent] : finder.targets)
          if (auto& best = targets.find(index)->second; parent.from < best.from) best = parent;
      for (const auto& [index, parent] : targets)
        if (parent.from == nowhere) return fail("the checkpoint does not belong to this game: a position has no parent");
    }
    return {};
  }

  /// Searches blocks of a level for parents.
  struct Finder {
    const LargeCensus* census;
    const PackedNumbers* level;
    std::uint64_t least;
    std::atomic<std::uint64_t>* enough;
    MoveStack<Bao> moves;
    Ways::Targets targets;
    std::size_t missing;
    Entries block = {};
    void operator()(std::uint64_t begin, std::uint64_t end) {
      for (; begin < end && begin <= enough->load(std::memory_order_relaxed); ++begin) look_through(begin);
    }
    void look_through(std::uint64_t number) {
      const auto& blocks = level->blocks();
      if (number + 1 < blocks.size() && blocks[number + 1].first <= least) return;
      block.clear();
      level->unpack(number, block);
      for (const std::uint64_t candidate : block) {
        if (missing == 0) return;
        if (candidate < least) continue;
        const Position p = census->space_.at(candidate);
        for (const Move m : moves.legal(census->g_, p)) {
          const Step<Bao> s = step(census->g_, p, m);
          if (s.endless) continue;
          const auto target = targets.find(census->space_.index(s.next));
          if (target == targets.end() || target->second.from != nowhere) continue;
          target->second = {candidate, m};
          if (--missing > 0) continue;
          std::uint64_t now = enough->load();
          while (number < now && !enough->compare_exchange_weak(now, number)) {
          }
        }
      }
    }
  };

  /// The first endless move, and the first one into each loop found.
  Result<void> first_moves() {
    if (!census_.complete) return {};
    struct Met {
      std::size_t depth;
      std::uint64_t from, kind;
    };
    std::vector<Met> met;
    boost::unordered_flat_map<std::uint64_t, std::size_t> number;
    std::size_t endless_depth = log_.size();
    Ways ways;
    for (std::size_t d = 0; d < log_.size(); ++d) {
      const Level& level = log_.summary(d);
      if (endless_depth == log_.size() && level.first_endless != nowhere) {
        endless_depth = d;
        ways.add(d, level.first_endless);
      }
      for (const LevelKind& kind : level.kinds) {
        const auto [place, fresh] = number.try_emplace(kind.kind, met.size());
        if (fresh) {
          met.push_back({d, kind.first, kind.kind});
          census_.kinds.push_back({g_.text(space_.at(kind.kind)), space_.tier_at(kind.kind), 0, {}});
          ways.add(d, kind.first);
        }
        census_.kinds[place->second].moves += kind.moves;
      }
    }
    if (endless_depth == log_.size()) return {};
    if (auto found = find(ways); !found) return found;
    // The last move: the position's first endless one into that loop.
    auto whole = [&](std::size_t depth, std::uint64_t from, std::uint64_t kind) {
      std::vector<Move> way = ways.to(depth, from);
      const Position p = space_.at(from);
      MoveStack<Bao> moves(g_);
      for (const Move m : moves.legal(g_, p)) {
        if (!step(g_, p, m).endless) continue;
        if (kind != nowhere && space_.index(g_.loop_kind(p, m)) != kind) continue;
        way.push_back(m);
        break;
      }
      return texts(g_, start_, way);
    };
    census_.first_endless = whole(endless_depth, log_.summary(endless_depth).first_endless, nowhere);
    for (std::size_t i = 0; i < met.size(); ++i) census_.kinds[i].first = whole(met[i].depth, met[i].from, met[i].kind);
    return {};
  }

  Bao g_;
  Position start_;
  CensusOptions options_;
  const Control& control_;
  IndexSpace space_;
  SharedBits seen_;
  LevelLog log_;
  CensusReport census_;
  std::uint64_t held_ = 0, table_held_ = 0;  // bytes of table and lists, and of the table, when last counted
  std::vector<CensusRow> tiers_;
  CycleLog cycles_;                  // of the tiers that are finished
  std::optional<FoundLasso> lasso_;  // the best so far
};

}  // namespace

std::vector<std::string> texts(const Bao& g, Position p, std::span<const Move> moves) {
  std::vector<std::string> out;
  for (const Move m : moves) {
    out.push_back(g.text(p, m));
    g.play(p, m);
  }
  return out;
}

bool index_fits(const Bao& g, const Position& p) { return IndexSpace(g, g.tier(p)).size() >> index_bits == 0; }

std::uint64_t table_bytes(const Bao& g, const Position& p) { return IndexSpace(g, g.tier(p)).size() / 8; }

std::string census_memory(const Bao& g, const Position& p) {
  return "a table of " + std::to_string(IndexSpace(g, g.tier(p)).size()) + " places, up to " +
         std::to_string((table_bytes(g, p) >> 20) + 1) +
         " MiB, allocated page by page (on disk with --spill); one or two bytes for every position reached (on disk with "
         "--checkpoint), six in the longest level; about 64 for every position of one tier that may lie on cycles";
}

Result<CensusReport> large_census(const Bao& g, const Position& start, const CensusOptions& options, const Control& control,
                                  const std::string& owner) {
  return LargeCensus(g, start, options, control).run(owner);
}

Result<CensusReport> census(const Bao& g, const Position& start, const CensusOptions& options, const Control& control,
                            const std::string& owner) {
  if (options.checkpoint.empty() && options.spill.empty())
    if (auto small = small_census(g, start, options, control)) return std::move(*small);
  return large_census(g, start, options, control, owner);
}

}  // namespace banmen::bao
