// Makes the search of an agent, or reports why the game's capabilities do not allow it.
#pragma once

#include <memory>

#include "search/alphabeta.hpp"
#include "search/dfpn.hpp"
#include "search/expectimax.hpp"
#include "search/greedy.hpp"
#include "search/maxn.hpp"
#include "search/options.hpp"
#include "search/paranoid.hpp"
#include "search/uct.hpp"

namespace banmen {

/// Games that always roll dice need no deterministic search; games that are not compiled in know that only at run time.
template <class G>
inline constexpr bool always_chance = ChanceGame<G> && !SaysWhatItHas<G>;

/// Searches for more than two seats are not compiled for games of two.
template <class G>
inline constexpr bool many_seats = G::max_players > 2;

/// The reason why this agent cannot play the game; empty if it can.
template <Rules G>
std::string why_not(const G& g, std::string_view id) {
  const int side_count = sides(g);
  if (id == "alphabeta" || id == "dfpn") {
    if (rolls_dice(g)) return "it has chance: use expectimax or uct";
    if (id == "dfpn" && has(g, Capability::loopy)) return "its positions can repeat, which proof-number search does not support";
    if (side_count != 2) return "it has " + std::to_string(side_count) + " sides, not 2: use maxn, paranoid, brs or uct";
  }
  if (id == "maxn" || id == "paranoid" || id == "brs" || id == "exact") {
    if (rolls_dice(g)) return "it has chance: use expectimax or uct";
    if ((id == "brs" || id == "paranoid") && g.players() < 3) return "it has only 2 seats: use alphabeta";
    if (id == "exact" && !has(g, Capability::horizon)) return "it does not report how many moves are left";
  }
  if (id == "expectimax") {
    if (!rolls_dice(g)) return "it has no chance: use alphabeta";
    if (side_count != 2) return "it has " + std::to_string(side_count) + " sides, not 2";
  }
  return {};
}

template <Rules G>
Result<std::unique_ptr<Search<G>>> make_search(const G& g, std::string_view id, const Values& values,
                                               const std::shared_ptr<const Oracle<G>>& oracle = nullptr) {
  if (std::string reason = why_not(g, id); !reason.empty())
    return fail("this game can't be played by " + std::string(id), std::move(reason));
  if (id == "random") return std::make_unique<RandomSearch<G>>(g);
  if (id == "greedy") {
    return GreedyOptions::from(values).map(
        [&](const GreedyOptions& o) -> std::unique_ptr<Search<G>> { return std::make_unique<Greedy<G>>(g, o); });
  }
  if (id == "uct") {
    if constexpr (!StagedGame<G>)
      if (values.text("playout") == "staged") return fail("playout=staged requires a game with staged moves", "use playout=whole");
    return UctOptions::from(values).map(
        [&](const UctOptions& o) -> std::unique_ptr<Search<G>> { return std::make_unique<Uct<G>>(g, o); });
  }
  if constexpr (!many_seats<G>)
    if ((id == "maxn" || id == "exact") && values.text("ties") == "all")
      return fail("ties=all requires a game of more than two seats", "omit it: with two seats it changes nothing");
  if constexpr (!always_chance<G>) {
    if ((id == "alphabeta" || id == "maxn" || id == "paranoid") && values.integer("exact") > 0 && !has(g, Capability::horizon))
      return fail("exact= requires a game that knows how many moves are left", "omit it");
    if (id == "alphabeta") return std::make_unique<AlphaBeta<G>>(g, AlphaBetaOptions::from(values), oracle);
    if (id == "dfpn") return std::make_unique<Dfpn<G>>(g, DfpnOptions::from(values));
    if (id == "maxn") {
      return MaxNOptions::from(values).map([&](const MaxNOptions& o) -> std::unique_ptr<Search<G>> {
        if constexpr (many_seats<G>)
          if (o.ties == Ties::all) return std::make_unique<MaxNRange<G>>(g, o);
        return std::make_unique<MaxN<G>>(g, o);
      });
    }
    if constexpr (many_seats<G>) {
      if (id == "paranoid" || id == "brs") {
        return MaxNOptions::from(values, false).map([&](const MaxNOptions& o) -> std::unique_ptr<Search<G>> {
          return std::make_unique<Paranoid<G>>(g, o, id == "brs");
        });
      }
    }
    if constexpr (HorizonGame<G>) {
      if (id == "exact") {
        auto options = MaxNOptions::of_exact(values);
        if (!options) return fail(options.error());
        return std::make_unique<Exact<G>>(g, *options);
      }
    }
  }
  if constexpr (ChanceGame<G>) {
    if (id == "expectimax") return std::make_unique<Expectimax<G>>(g, ExpectimaxOptions::from(values));
  }
  return fail("there is no agent '" + std::string(id) + "'");
}

}  // namespace banmen
