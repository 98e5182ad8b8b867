#include "engines/backgammon/extensions.hpp"

#include "core/scene.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen {
template <>
const Extensions<Backgammon>& extensions_of<Backgammon>() {
  static const Extensions<Backgammon> extensions{
      .databases = backgammon::databases(), .agents = backgammon::agents(), .scenery = backgammon::scenery()};
  return extensions;
}

}  // namespace banmen
