#include "engines/amazons/extensions.hpp"

#include "core/scene.hpp"
#include "engines/amazons/solver.hpp"
#include "games/amazons/amazons.hpp"

namespace banmen {
namespace amazons {

namespace {

/// The solver supports boards of up to 128 cells (two words); larger ones use the generic solver.
template <int Words, AmazonsPiece Piece>
const Extensions<Amazons<Words, Piece>>& extensions() {
  using G = Amazons<Words, Piece>;
  static const Extensions<G> made = [] {
    Extensions<G> out;
    out.scenery = scenery<Words, Piece>();
    if constexpr (Words <= 2)
      out.solver = {[](const G&, const SolveOptions& options) { return options.method != "graph" && !options.certificate; },
                    AmazonsSolver<Words, Piece>::solution};
    return out;
  }();
  return made;
}

}  // namespace
}  // namespace amazons

#define BANMEN_DEFINE(words, piece)                                                                             \
  template <>                                                                                                   \
  const Extensions<Amazons<words, AmazonsPiece::piece>>& extensions_of<Amazons<words, AmazonsPiece::piece>>() { \
    return amazons::extensions<words, AmazonsPiece::piece>();                                                   \
  }
BANMEN_EACH_AMAZONS(BANMEN_DEFINE)
#undef BANMEN_DEFINE

}  // namespace banmen
