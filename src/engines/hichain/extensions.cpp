#include "engines/hichain/extensions.hpp"

#include "engines/hichain/agents.hpp"
#include "games/hichain/scene.hpp"

namespace banmen {
template <>
const Extras<Hichain>& extras_of<Hichain>() {
  static const Extras<Hichain> extras{.agents = hichain::agents(), .scenery = hichain::scenery()};
  return extras;
}

}  // namespace banmen
