// Ownership and identity of games that are not compiled in. An AnyGame is a handle to a RuntimeGame, which must outlive everything
// made from the open game: sessions and agents may outlive the open game, so each holds shared ownership, the keeper. Jobs and
// searches need none: they end before the open game or the agent that they belong to. A native game is plain bytes and owns
// nothing.
#pragma once

#include <string>
#include <utility>

#include "core/game.hpp"

namespace banmen {

struct NothingToKeep {};

template <Rules G>
auto keeper_of([[maybe_unused]] const G& g) {
  if constexpr (requires { g.keeper(); })
    return g.keeper();
  else
    return NothingToKeep{};
}

template <Rules G>
using Keeper = decltype(keeper_of(std::declval<const G&>()));

/// Part of every stored key that contains a game's name: results under other rules do not apply. Empty for native games, whose
/// rules are part of the program; a hash of the source for other games.
template <class G>
std::string rules_stamp(const G& g) {
  if constexpr (requires { g.rules_stamp(); })
    return g.rules_stamp();
  else
    return {};
}

/// The game's name in files.
template <class G>
std::string name_with_rules(const std::string& name, const G& g) {
  const std::string stamp = rules_stamp(g);
  return stamp.empty() ? name : name + " rules " + stamp;
}

}  // namespace banmen
