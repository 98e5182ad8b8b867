#include "engines/backgammon/extensions.hpp"

#include "core/scene.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen {
template <>
const Extras<Backgammon>& extras_of<Backgammon>() {
  static const Extras<Backgammon> extras{
      .databases = backgammon::databases(), .agents = backgammon::agents(), .scenery = backgammon::scenery()};
  return extras;
}

}  // namespace banmen
