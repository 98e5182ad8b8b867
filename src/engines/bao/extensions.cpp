#include "engines/bao/extensions.hpp"

#include "core/scene.hpp"
#include "engines/bao/promela.hpp"
#include "games/bao/bao.hpp"

namespace banmen {
template <>
const Extras<Bao>& extras_of<Bao>() {
  static const Extras<Bao> extras{.model = {{"compact", "paper"}, promela_model}, .scenery = bao::scenery()};
  return extras;
}

}  // namespace banmen
