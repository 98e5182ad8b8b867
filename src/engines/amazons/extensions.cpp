#include "engines/amazons/extensions.hpp"

#include "core/scene.hpp"
#include "engines/amazons/solver.hpp"
#include "games/amazons/amazons.hpp"

namespace banmen {
namespace amazons {

namespace {

/// The solver knows boards of up to 128 cells, which two words hold; larger ones are left to the solver of all games.
template <int Words, AmazonsPiece Piece>
Extras<Amazons<Words, Piece>> extras() {
  using G = Amazons<Words, Piece>;
  Extras<G> out;
  out.scenery = scenery<Words, Piece>();
  if constexpr (Words <= 2)
    out.solver = {[](const G&, const SolveOptions& options) { return options.method != "graph" && !options.certificate; },
                  own_solution<Words, Piece>};
  return out;
}

}  // namespace
}  // namespace amazons

template <>
const Extras<AmazonsQueen1>& extras_of<AmazonsQueen1>() {
  static const auto extras = amazons::extras<1, AmazonsPiece::queen>();
  return extras;
}
template <>
const Extras<AmazonsQueen2>& extras_of<AmazonsQueen2>() {
  static const auto extras = amazons::extras<2, AmazonsPiece::queen>();
  return extras;
}
template <>
const Extras<AmazonsQueen4>& extras_of<AmazonsQueen4>() {
  static const auto extras = amazons::extras<4, AmazonsPiece::queen>();
  return extras;
}
template <>
const Extras<AmazonsKnight1>& extras_of<AmazonsKnight1>() {
  static const auto extras = amazons::extras<1, AmazonsPiece::knight>();
  return extras;
}
template <>
const Extras<AmazonsKnight2>& extras_of<AmazonsKnight2>() {
  static const auto extras = amazons::extras<2, AmazonsPiece::knight>();
  return extras;
}
template <>
const Extras<AmazonsKnight4>& extras_of<AmazonsKnight4>() {
  static const auto extras = amazons::extras<4, AmazonsPiece::knight>();
  return extras;
}

}  // namespace banmen
