#include "engines/backgammon/extensions.hpp"

#include "games/backgammon/scene.hpp"

namespace banmen {
template <>
const Extras<Backgammon>& extras_of<Backgammon>() {
  static const Extras<Backgammon> extras{
      .databases = backgammon::databases(), .agents = backgammon::agents(), .scenery = backgammon::scenery()};
  return extras;
}

}  // namespace banmen
