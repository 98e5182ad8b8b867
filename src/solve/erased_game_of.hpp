// ErasedGame for a class of games: what of the solvers is compiled for each. Included only where games are instantiated.
#pragma once

#include "core/game.hpp"
#include "solve/explore.hpp"
#include "solve/indexed/database.hpp"
#include "solve/proof.hpp"

namespace banmen {

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
  explicit ErasedGameOf(const G& g, std::string of_name = {}, std::string of_rules = {}) : g_(g) {
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
    if (text.empty()) return std::string(bytes_of(g_.initial()));
    return g_.read_position(text).map([](const Position& p) { return std::string(bytes_of(p)); });
  }
  bool well_formed(PositionBytes p) const override {
    const auto again = g_.read_position(text(p));
    return again && *again == at(p);
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
    return banmen::explore(g_, *this, at(start), room, control);
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
  Result<void> check_database(const std::string& path) const override {
    if (path.empty()) return {};
    if constexpr (KeptInTiers<G>) return database_of(owner(), path).map([](const Container&) {});
    return fail(name + " is solved without a database", "leave out --db");
  }
  Result<std::unique_ptr<Prover>> prover([[maybe_unused]] PositionBytes p, const SolveOptions& options,
                                         const Control& control) const override {
    if constexpr (KeptInTiers<G>) {
      auto tables = options.database.empty()
                        ? built_for(g_, at(p), std::min(options.table_positions, options.memory / 8 / sizeof(Bounds)),
                                    {options.memory}, control)
                        : open_database(g_, owner(), options.database, control.threads);
      if (!tables) return fail(tables.error());
      return std::make_unique<ProverOf<G, Endgame<G>>>(g_, std::move(*tables), options.memory / 2, control);
    } else {
      return std::make_unique<ProverOf<G, NoTables>>(g_, NoTables{}, options.memory / 2, control);
    }
  }

 private:
  static Position at(PositionBytes p) { return position_of<Position>(p); }

  G g_;
};

}  // namespace banmen
