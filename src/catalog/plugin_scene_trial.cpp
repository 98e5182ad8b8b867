#include <array>
#include <vector>

#include "catalog/plugin_trial.hpp"
#include "catalog/scene_json.hpp"
#include "core/random.hpp"

namespace banmen {
namespace {

class SceneTrial {
 public:
  using G = LargeGame;

  explicit SceneTrial(const G& game) : g_(game) {}

  std::string fault() {
    const auto layout = scene::read_layout(g_.layout_text());
    if (!layout) return "layout: " + layout.error().message();
    layout_ = *layout;
    if (std::string wrong = scene::fault_of_layout(layout_, g_.players()); !wrong.empty()) return "layout: " + wrong;
    constexpr int most_plies = 200;
    Random random(1, 0);
    G::Position p = g_.initial();
    scene::Scene now;
    std::string wrong = read_scene(p, nullptr, {}, now);
    for (int ply = 0; wrong.empty() && ply < most_plies; ++ply) {
      const std::vector<G::Move> list = moves(p);
      wrong = in_choices(p, list);
      if (list.empty() || !wrong.empty()) break;
      wrong = in_move(p, list[random.below(static_cast<std::uint32_t>(list.size()))], now);
    }
    return wrong;
  }

 private:
  [[nodiscard]] std::vector<G::Move> moves(const G::Position& p) const {
    if (g_.turn(p) == over) return {};
    std::vector<G::Move> storage(g_.move_capacity());
    MoveList<G::Move> list(storage.data(), static_cast<std::uint32_t>(storage.size()));
    g_.moves(p, list);
    return {list.begin(), list.end()};
  }

  std::string read_scene(const G::Position& p, const G::Position* before, G::Move move, scene::Scene& out) const {
    auto read = scene::read_scene(g_.scene_text(p, gained_.data(), before, move));
    if (!read) return at(p, "scene: " + read.error().message());
    out = std::move(*read);
    put_in_order(out);
    std::string wrong = scene::fault_of_scene(layout_, out, g_.players());
    if (wrong.empty() && out.turn != g_.turn(p)) wrong = "it says whose turn it is otherwise than 'turn' does";
    return wrong.empty() ? wrong : at(p, "scene: " + wrong);
  }

  [[nodiscard]] std::string in_choices(const G::Position& p, const std::vector<G::Move>& list) const {
    const auto read = scene::read_choices(g_.choices_text(p));
    if (!read) return at(p, "choices: " + read.error().message());
    std::vector<std::string> texts;
    for (const G::Move move : list) texts.push_back(g_.text(p, move));
    const std::string wrong = scene::fault_of_choices(layout_, *read, texts);
    return wrong.empty() ? wrong : at(p, "choices: " + wrong);
  }

  /// Plays it, too.
  std::string in_move(G::Position& p, G::Move move, scene::Scene& now) {
    const G::Position before = p;
    const auto steps = scene::read_steps(g_.steps_text(p, move, gained_.data()));
    const auto of_move = [&](const std::string& wrong) { return at(before, "steps of '" + g_.text(before, move) + "': " + wrong); };
    if (!steps) return of_move(steps.error().message());
    const auto gains = g_.play(p, move);
    for (std::size_t seat = 0; seat < gains.size(); ++seat) gained_[seat] += gains[seat];
    scene::Scene after;
    if (std::string wrong = read_scene(p, &before, move, after); !wrong.empty()) return wrong;
    const std::string wrong = scene::fault_of_steps(layout_, now, *steps, after, g_.players());
    if (!wrong.empty()) return of_move(wrong);
    now = std::move(after);
    return {};
  }

  [[nodiscard]] std::string at(const G::Position& p, const std::string& wrong) const { return wrong + ", at '" + g_.text(p) + "'"; }

  const G& g_;
  scene::Layout layout_;
  std::array<std::int32_t, BANMEN_MAX_PLAYERS> gained_{};
};

}  // namespace

std::string fault_in_scenes(const LargeGame& game) { return game.has_scene() ? SceneTrial(game).fault() : ""; }

}  // namespace banmen
