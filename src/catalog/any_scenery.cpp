// Scenes of games that are not compiled in.
#include <array>

#include "catalog/any_game.hpp"

namespace banmen {
namespace {

std::array<std::int32_t, RuntimeGame::most_players> gained_of(const std::vector<long>& gained) {
  std::array<std::int32_t, RuntimeGame::most_players> out{};
  for (std::size_t seat = 0; seat < gained.size() && seat < out.size(); ++seat) out[seat] = static_cast<std::int32_t>(gained[seat]);
  return out;
}

template <class G>
const Extensions<G>& extensions() {
  using Position = typename G::Position;
  using Move = typename G::Move;
  static const Extensions<G> extensions{
      .scenery = {.layout = [](const G& g) { return g.runtime().layout(); },
                  .scene =
                      [](const G& g, const Position& p, const scene::Standing<G>& standing) {
                        return g.runtime().scene(p.bytes.data(), gained_of(standing.gained).data(),
                                                 standing.before ? standing.before->bytes.data() : nullptr, standing.move.value);
                      },
                  .steps =
                      [](const G& g, const Position& before, const Move& move, const scene::Standing<G>& standing) {
                        return g.runtime().steps(before.bytes.data(), move.value, gained_of(standing.gained).data());
                      },
                  .choices = [](const G& g, const Position& p) { return g.runtime().choices(p.bytes.data()); },
                  .of = [](const G& g) { return g.runtime().traits().has_scene; }}};
  return extensions;
}

}  // namespace

template <>
const Extensions<SmallGame>& extensions_of<SmallGame>() {
  return extensions<SmallGame>();
}
template <>
const Extensions<MediumGame>& extensions_of<MediumGame>() {
  return extensions<MediumGame>();
}
template <>
const Extensions<LargeGame>& extensions_of<LargeGame>() {
  return extensions<LargeGame>();
}

}  // namespace banmen
