// Games that are not compiled in are handles: ownership of the rules behind one, and the stamp that tells them from others of the
// same name. A native game is plain bytes and owns nothing. An AnyGame is a handle to a RuntimeGame, which must live as long as
// anything that was made from the open game: sessions and agents may outlive it, so each of them shares its ownership, the keeper.
// Jobs and searches need none: they end before the open game, or the agent, that they belong to.
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

/// Part of everything that is kept and looked up by a game's name: what was found under other rules does not hold for these. Empty
/// for native games, whose rules are part of the program; other games give a hash of what they were loaded from.
template <class G>
std::string rules_stamp(const G& g) {
  if constexpr (requires { g.rules_stamp(); })
    return g.rules_stamp();
  else
    return {};
}

/// The name with which files say what they belong to.
template <class G>
std::string name_with_rules(const std::string& name, const G& g) {
  const std::string stamp = rules_stamp(g);
  return stamp.empty() ? name : name + " rules " + stamp;
}

}  // namespace banmen
