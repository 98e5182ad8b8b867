#include "engines/amazons/extensions.hpp"

#include "core/scene.hpp"
#include "engines/amazons/solver.hpp"
#include "games/amazons/amazons.hpp"

namespace banmen {
namespace amazons {

namespace {

/// The solver knows boards of up to 128 cells, which two words hold; larger ones are left to the solver of all games.
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

template <>
const Extensions<AmazonsQueen1>& extensions_of<AmazonsQueen1>() {
  return amazons::extensions<1, AmazonsPiece::queen>();
}
template <>
const Extensions<AmazonsQueen2>& extensions_of<AmazonsQueen2>() {
  return amazons::extensions<2, AmazonsPiece::queen>();
}
template <>
const Extensions<AmazonsQueen4>& extensions_of<AmazonsQueen4>() {
  return amazons::extensions<4, AmazonsPiece::queen>();
}
template <>
const Extensions<AmazonsKnight1>& extensions_of<AmazonsKnight1>() {
  return amazons::extensions<1, AmazonsPiece::knight>();
}
template <>
const Extensions<AmazonsKnight2>& extensions_of<AmazonsKnight2>() {
  return amazons::extensions<2, AmazonsPiece::knight>();
}
template <>
const Extensions<AmazonsKnight4>& extensions_of<AmazonsKnight4>() {
  return amazons::extensions<4, AmazonsPiece::knight>();
}

}  // namespace banmen
