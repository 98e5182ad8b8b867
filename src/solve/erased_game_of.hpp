// ErasedGame for a class of games: the part of the solvers compiled for each. Included only where games are instantiated.
#pragma once

#include "core/control.hpp"
#include "core/game.hpp"
#include "host/threads.hpp"
#include "solve/erased_game.hpp"
#include "solve/moves_of.hpp"
#include "solve/proof.hpp"

namespace banmen {

// Explores the state graph of a game from a start until no position is new.
//
// Successors are generated in parallel and numbered in the order of their parents, so the numbering does not depend on the number
// of threads. Memory is checked before it is allocated, in batches of positions, so that a game with thousands of moves respects
// the limit inside a level too.

/// Makes room for `more` elements by growing the list by half, or less if `left` bytes do not allow that: the list and its larger
/// copy exist at the same time. False if even the elements needed do not fit.
template <class T>
bool make_room(std::vector<T>& list, std::size_t more, std::uint64_t left) {
  const std::size_t needed = list.size() + more;
  if (needed <= list.capacity()) return true;
  if (needed > left / sizeof(T)) return false;
  list.reserve(std::min<std::size_t>(left / sizeof(T), std::max(needed, list.capacity() + list.capacity() / 2)));
  return true;
}

/// Positions numbered in order of insertion: open addressing over their hashes.
template <Rules G>
class PositionNumbers final : public GraphPositions {
 public:
  explicit PositionNumbers(const G& g) : g_(g), slots_(1024, none) {}

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(positions_.size()); }
  [[nodiscard]] const typename G::Position& operator[](std::uint32_t i) const { return positions_[i]; }
  [[nodiscard]] std::uint32_t find(const typename G::Position& p) const { return slots_[slot(p)]; }
  /// The number, and true if the position is new.
  std::pair<std::uint32_t, bool> insert(const typename G::Position& p) {
    const std::size_t at = slot(p);
    if (slots_[at] != none) return {slots_[at], false};
    const std::uint32_t number = size();
    slots_[at] = number;
    positions_.push_back(p);
    if (positions_.size() * 2 > slots_.size()) grow(slots_.size() * 4);
    return {number, true};
  }
  /// Makes room for `more` positions within `left` bytes. False if they do not fit.
  bool make_room(std::size_t more, std::uint64_t left) {
    std::size_t slots = slots_.size();
    while ((positions_.size() + more) * 2 > slots) slots *= 2;
    if (slots > slots_.size()) {
      if (slots * 4 > left) return false;
      grow(slots);
      left -= slots * 4;
    }
    return banmen::make_room(positions_, more, left);
  }
  [[nodiscard]] std::uint64_t bytes() const override {
    return slots_.size() * 4 + positions_.capacity() * sizeof(typename G::Position);
  }
  [[nodiscard]] PositionBytes bytes_of(std::uint32_t i) const override { return banmen::bytes_of(positions_[i]); }
  [[nodiscard]] std::uint32_t number_of(PositionBytes p) const override { return find(position_of<typename G::Position>(p)); }

 private:
  std::size_t slot(const typename G::Position& p) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = g_.hash(p) & mask;
    while (slots_[at] != none && std::memcmp(&positions_[slots_[at]], &p, sizeof p) != 0) at = (at + 1) & mask;
    return at;
  }
  void grow(std::size_t slots) {
    slots_ = {};  // they can be rebuilt from the positions
    slots_.resize(slots, none);
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t i = 0; i < size(); ++i) {
      std::size_t at = g_.hash(positions_[i]) & mask;
      while (slots_[at] != none) at = (at + 1) & mask;
      slots_[at] = i;
    }
  }

  G g_;
  std::vector<std::uint32_t> slots_;
  std::vector<typename G::Position> positions_;
};

template <Game G, class Tables>
class ProverOf final : public Prover {
  using Position = typename G::Position;
  using Search = ProofSearch<G, Tables>;

 public:
  ProverOf(const G& g, Tables tables, std::uint64_t memory, const Control& control)
      : tables_(std::move(tables)), search_(g, tables_, {.table_bits = Search::table_bits(memory)}, control) {}

  ValueRange known(PositionBytes p) const override { return search_.known(position_of<Position>(p)); }
  void settle(PositionBytes p, std::int32_t v) override { search_.settle(position_of<Position>(p), v); }
  ValueRange solve(PositionBytes p) override { return search_.solve(position_of<Position>(p)); }
  std::uint64_t nodes() const override { return search_.nodes(); }

 private:
  Tables tables_;
  Search search_;
};

template <Game G>
class ErasedGameOf final : public ErasedGame {
  using Position = typename G::Position;

 public:
  explicit ErasedGameOf(const G& g, std::string of_name = {}, std::string of_rules = {}, OwnProver<G> own_prover = {})
      : g_(g), own_prover_(std::move(own_prover)) {
    name = std::move(of_name);
    rules = std::move(of_rules);
    for (Seat seat = 0; seat < g.players(); ++seat) {
      seats.push_back(g.seat_name(seat));
      if (team_of(g, seat) == team_of(g, 0)) first_side += (first_side.empty() ? "" : " and ") + seats.back();
    }
    has_chance = has(g, Capability::chance);
    zero_sum = banmen::zero_sum(g);
    forever = forever_of(g);
    if constexpr (IndexedGame<G>) tiers = g.tiers();
    position_bytes = sizeof(Position);
  }

  Result<std::string> read_position(std::string_view text) const override {
    return position_or_start(g_, text).map([](const Position& p) { return std::string(bytes_of(p)); });
  }
  std::string text(PositionBytes p) const override { return g_.text(at(p)); }
  std::string move_text(PositionBytes p, std::uint32_t move) const override {
    MoveStack<G> moves(g_);
    return g_.text(at(p), moves.legal(g_, at(p))[move]);
  }
  std::vector<std::string> move_texts(PositionBytes p) const override {
    MoveStack<G> moves(g_);
    std::vector<std::string> out;
    for (const auto m : moves.legal(g_, at(p))) out.push_back(g_.text(at(p), m));
    return out;
  }

  Seat turn(PositionBytes p) const override { return g_.turn(at(p)); }
  std::int32_t payoff(PositionBytes p) const override { return difference(g_.payoff(at(p))); }
  std::vector<std::int32_t> payoffs(PositionBytes p) const override {
    const auto all = g_.payoff(at(p));
    return {all.begin(), all.begin() + g_.players()};
  }
  std::uint32_t tier([[maybe_unused]] PositionBytes p) const override {
    if constexpr (IndexedGame<G>) return g_.tier(at(p));
    return 0;
  }
  ValueRange stake(PositionBytes p) const override { return stake_of(g_, at(p)); }
  std::optional<std::string> loop([[maybe_unused]] PositionBytes p, [[maybe_unused]] std::uint32_t move) const override {
    if constexpr (LoopingMoveGame<G>) {
      MoveStack<G> moves(g_);
      return std::string(bytes_of(g_.loop_kind(at(p), moves.legal(g_, at(p))[move])));
    }
    return std::nullopt;
  }
  std::uint32_t play(PositionBytes bytes, std::vector<Successor>& out, std::uint32_t only) const override {
    const Position p = at(bytes);
    MoveStack<G> moves(g_);
    const auto list = moves.legal(g_, p);
    const std::uint32_t begin = only == every ? 0 : std::min(only, list.size()),
                        end = only == every ? list.size() : std::min(begin + 1, list.size());
    out.resize(end - begin);
    for (std::uint32_t k = begin; k < end; ++k) {
      const Step<G> s = step(g_, p, list[k]);
      Successor& next = out[k - begin];
      next.position.assign(bytes_of(s.next));
      next.gain = difference(s.gains) + (s.endless ? difference(g_.payoff(s.next)) : 0);
      next.endless = s.endless;
    }
    return list.size();
  }

  StateGraph explore(PositionBytes start, const GraphRoom& room, const Control& control) const override {
    auto owned = std::make_unique<PositionNumbers<G>>(g_);
    PositionNumbers<G>& numbers = *owned;
    StateGraph graph{.game = this, .positions = std::move(owned)};
    numbers.insert(at(start));
    struct Found {
      Position next;
      Edge edge;
    };
    struct Part {
      std::vector<Found> found;
      std::vector<std::uint32_t> counts;
    };
    // Moves wait in lists until the positions that they lead to are numbered. A round is small enough for the lists to stay small
    // even if each position had twice the moves of any so far.
    const std::uint64_t waiting = std::min(room.memory / 8, std::uint64_t{64} << 20);
    std::uint32_t most_moves = 1;
    Control quiet = control;
    quiet.progress = {};
    Ticker ticker;
    // True if `moves` more moves fit, even if each leads to a new position.
    const auto fits = [&](std::size_t moves) {
      const auto left = [&] {
        const std::uint64_t held =
            graph.bytes() + waiting + (numbers.size() + moves) * room.a_position + (graph.edges.size() + moves) * room.a_move;
        return room.memory - std::min(held, room.memory);
      };
      return left() > 0 && make_room(graph.edges, moves, left()) && numbers.make_room(moves, left()) &&
             make_room(graph.first, numbers.size() + moves + 1 - graph.first.size(), left());
    };
    std::uint32_t end = 0;  // of the level
    while (graph.complete && graph.expanded < numbers.size()) {
      const std::uint32_t begin = graph.expanded;
      if (begin == end) graph.levels.push_back(end = numbers.size());
      const std::uint64_t round = std::clamp<std::uint64_t>(waiting / (2 * most_moves * sizeof(Found)), 1, 1 << 16);
      const std::uint64_t count = std::min<std::uint64_t>(round, end - begin);
      const std::uint64_t chunk =
          std::clamp<std::uint64_t>(count / (4 * static_cast<std::uint64_t>(std::max(1, control.threads))), 1, 4096);
      std::vector<Part> parts((count + chunk - 1) / chunk);
      run_chunks(quiet, count, chunk, "positions", [&] {
        return [&, moves = std::make_shared<MoveStack<G>>(g_)](std::uint64_t from, std::uint64_t to) {
          Part& part = parts[from / chunk];
          for (std::uint64_t i = from; i < to; ++i) {
            const Position p = numbers[begin + static_cast<std::uint32_t>(i)];
            auto list = moves->legal(g_, p);
            part.counts.push_back(list.size());
            for (std::uint32_t k = 0; k < list.size(); ++k) {
              const Step<G> s = step(g_, p, list[k]);
              std::int32_t gain = difference(s.gains);
              if (s.endless) gain += difference(g_.payoff(s.next));
              part.found.push_back({s.next, {s.endless ? Edge::nowhere : 0, gain, k, s.steps, s.quiet()}});
            }
          }
        };
      });
      std::size_t found = 0;
      for (const Part& part : parts) found += part.found.size();
      if (control.stop.stop_requested() || !fits(found)) {
        graph.complete = false;
        break;
      }
      for (Part& part : parts) {
        std::size_t taken = 0;
        for (const std::uint32_t moves : part.counts) {
          most_moves = std::max(most_moves, moves);
          for (std::uint32_t k = 0; k < moves; ++k) {
            Found& f = part.found[taken++];
            if (f.edge.target != Edge::nowhere) f.edge.target = numbers.insert(f.next).first;
            graph.edges.push_back(f.edge);
          }
          graph.first.push_back(graph.edges.size());
        }
        part = {};
      }
      graph.expanded += static_cast<std::uint32_t>(count);
      if (numbers.size() > room.positions) graph.complete = graph.expanded == numbers.size();
      if (control.progress && ticker.due()) control.progress(graph.expanded, numbers.size(), "positions");
    }
    // Positions that were not expanded have no edges.
    if (!graph.complete) graph.first.resize(std::size_t{numbers.size()} + 1, graph.edges.size());
    return graph;
  }
  std::optional<std::uint64_t> classes([[maybe_unused]] const StateGraph& graph,
                                       [[maybe_unused]] const std::stop_token& stop) const override {
    if constexpr (SymmetricGame<G>)
      if (has(g_, Capability::symmetric)) {
        const auto& numbers = static_cast<const PositionNumbers<G>&>(*graph.positions);
        std::uint64_t count = 0;
        for (std::uint32_t node = 0; node < graph.size(); ++node) {
          if (stop.stop_requested()) return std::nullopt;
          count += represents(g_, numbers[node], [&](const Position& q) { return numbers.find(q) != numbers.none; });
        }
        return count;
      }
    return std::nullopt;
  }
  Result<std::unique_ptr<Prover>> prover(PositionBytes p, const SolveOptions& options, const Control& control) const override {
    if (own_prover_) return own_prover_(g_, owner(), at(p), options, control);
    return std::make_unique<ProverOf<G, NoTables>>(g_, NoTables{}, options.memory / 2, control);
  }

 private:
  static Position at(PositionBytes p) { return position_of<Position>(p); }

  G g_;
  OwnProver<G> own_prover_;
};

}  // namespace banmen
