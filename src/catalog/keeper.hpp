// Who owns what a game's handle points to.
//
// A native game is plain bytes and owns nothing. One from outside is a handle to rules that its plug-in made, and those must live
// as long as anything that was made from the open game: sessions and agents may outlive it, so each of them holds a keeper too.
// Jobs and searches need none: they end before the open game, or the agent, that they belong to.
#pragma once

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

}  // namespace banmen
