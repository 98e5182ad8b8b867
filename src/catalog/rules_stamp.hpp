// What tells the rules of a game from other rules of the same name.
#pragma once

#include <string>

namespace banmen {

/// Part of everything that is kept and looked up by a game's name: what was found under other rules does not hold for these. Empty
/// for native games, whose rules are part of the program; a game from outside gives a hash of what it was loaded from.
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
