// An endgame database of solve/ as the oracle of a search. Included where the solvers of a game are instantiated.
#pragma once

#include "catalog/databases.hpp"
#include "solve/indexed/database.hpp"

namespace banmen {

template <IndexedGame G>
class DatabaseOracle final : public Oracle<G> {
 public:
  DatabaseOracle(const G& g, std::shared_ptr<const Endgame<G>> tables)
      : g_(g), forever_(forever_of(g)), tables_(std::move(tables)) {}

  bool knows(const typename G::Position& p) const override { return tables_->covers(p) && !over_by_endless_move(p); }
  std::int32_t lead(const typename G::Position& p) const override {
    const Bounds b = tables_->bounds(p);
    return value_between(b.low(), b.high(), forever_);
  }

 private:
  /// Such a position has the index of the board that it leaves, but not its value.
  bool over_by_endless_move(const typename G::Position& p) const {
    if constexpr (LoopingMoveGame<G>) return g_.endless_mark(p);
    return false;
  }

  G g_;
  std::int32_t forever_;
  std::shared_ptr<const Endgame<G>> tables_;
};

template <class G>
Result<std::shared_ptr<const Oracle<G>>> open_oracle(const G& g, const std::string& game, const std::string& path) {
  std::shared_ptr<const Oracle<G>> none;
  if (path.empty()) return none;
  if constexpr (KeptInTiers<G>) {
    auto tables = shared_database(g, game, path, 1);
    if (!tables) return fail(tables.error());
    return std::shared_ptr<const Oracle<G>>(std::make_shared<DatabaseOracle<G>>(g, std::move(*tables)));
  }
  return fail(game + " has no endgame index, so there is no database of it", "leave out db=");
}

}  // namespace banmen
