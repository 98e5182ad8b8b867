#include "catalog/any_scenery.hpp"

#include <array>

#include "catalog/scene_json.hpp"

namespace banmen {
namespace {

/// A text was tried when the game was opened; what is wrong all the same is the plug-in's fault.
template <class Read>
auto read_or_blame(std::string_view what, const std::string& text, Read read) {
  auto found = read(text);
  if (!found) throw PluginFault("the plug-in's " + std::string(what) + " can't be read: " + found.error().what);
  return std::move(*found);
}

std::array<std::int32_t, BANMEN_MAX_PLAYERS> gained_of(const std::vector<long>& gained) {
  std::array<std::int32_t, BANMEN_MAX_PLAYERS> out{};
  for (std::size_t seat = 0; seat < gained.size() && seat < out.size(); ++seat) out[seat] = static_cast<std::int32_t>(gained[seat]);
  return out;
}

template <class G>
const Extensions<G>& extensions() {
  using Position = typename G::Position;
  using Move = typename G::Move;
  static const Extensions<G> extensions{
      .scenery = {
          .layout = [](const G& g) { return read_or_blame("layout", g.layout_text(), scene::read_layout); },
          .scene =
              [](const G& g, const Position& p, const scene::Standing<G>& standing) {
                const auto gained = gained_of(standing.gained);
                return read_or_blame("scene", g.scene_text(p, gained.data(), standing.before, standing.move), scene::read_scene);
              },
          .steps =
              [](const G& g, const Position& before, const Move& move, const scene::Standing<G>& standing) {
                const auto gained = gained_of(standing.gained);
                return read_or_blame("steps", g.steps_text(before, move, gained.data()), scene::read_steps);
              },
          .choices = [](const G& g, const Position& p) { return read_or_blame("choices", g.choices_text(p), scene::read_choices); },
          .of = [](const G& g) { return g.has_scene(); }}};
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
