#include "engines/bao/extensions.hpp"

#include "core/scene.hpp"
#include "engines/bao/promela.hpp"
#include "games/bao/bao.hpp"

namespace banmen {
template <>
const Extensions<Bao>& extensions_of<Bao>() {
  static const Extensions<Bao> extensions{.model = {{"compact", "paper"}, promela_model}, .scenery = bao::scenery()};
  return extensions;
}

}  // namespace banmen
