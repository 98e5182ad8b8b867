// How the moves of a described game are put together: what a move chooses, in the order in which it is chosen.
#include <algorithm>

#include "rules/scene.hpp"
#include "rules/scene_parts.hpp"

namespace banmen::rules {
namespace {

using scene::Pick;

class Ways {
 public:
  Ways(const Described& game, const std::uint8_t* position)
      : rules_(game.rules()), state_(game.machine().layout().read(rules_, position)) {}

  [[nodiscard]] std::vector<Pick> way(const Machine::Told& told, const std::string& text) const {
    std::vector<Pick> out;
    long at = -1;  // the site chosen last
    for (std::size_t i = 0; i < told.notes.size(); ++i) {
      const Note& note = told.notes[i];
      if (!note.chosen) continue;
      switch (rules_.slot_types[static_cast<std::size_t>(note.slot)]) {
        case Type::site:
          at = note.value;
          out.push_back(Pick::site(site_name(rules_, at)));
          break;
        case Type::dirs:
          // The site that is chosen next shows the direction; otherwise the neighbour there does.
          if (!chooses_site(told.notes, i + 1)) out.push_back(toward(at, static_cast<int>(note.value)));
          break;
        case Type::piece: out.push_back(Pick::key(rules_.kinds[static_cast<std::size_t>(note.value)].name)); break;
        default: out.push_back(Pick::key(std::to_string(note.value))); break;
      }
    }
    for (const std::string& word : told.words) out.push_back(Pick::key(word));
    if (out.empty()) out.push_back(Pick::key(text));
    return out;
  }

  /// What is asked at each depth: it depends on what can be picked there.
  [[nodiscard]] std::vector<scene::Text> asks(const std::vector<std::vector<Pick>>& ways) const {
    std::size_t depth = 0;
    for (const auto& way : ways) depth = std::max(depth, way.size());
    std::vector<scene::Text> out;
    bool lifted = false;  // the part before was a piece of one's own, which now goes somewhere
    for (std::size_t d = 0; d < depth; ++d) {
      bool keys = true, own = true, others = true, empty = true, heaps = true;
      for (const auto& way : ways) {
        if (way.size() <= d) continue;
        const bool is_site = way[d].kind == Pick::Kind::site;
        const auto site = is_site ? rules_.board.find(way[d].at.site) : std::nullopt;
        const int code = site ? state_.piece[static_cast<std::size_t>(*site)] : -1;
        const int side = code >= 0 ? rules_.codes[static_cast<std::size_t>(code)].side : -1;
        const bool stones = site && rules_.has_stones && state_.stones[static_cast<std::size_t>(*site)] > 0;
        keys = keys && !is_site;
        own = own && code >= 0 && side == rules_.side[static_cast<std::size_t>(state_.seat)];
        others = others && code >= 0 && side != rules_.side[static_cast<std::size_t>(state_.seat)];
        empty = empty && is_site && code < 0 && !stones;
        heaps = heaps && stones;
      }
      const char* what = keys              ? "key"
                         : own             ? "own"
                         : others          ? "other"
                         : heaps           ? "heap"
                         : empty && d == 0 ? "place"
                         : d == 0          ? "first"
                         : lifted          ? "goes"
                                           : "next";
      lifted = own && !keys;
      out.push_back(scene::Text{std::string("ask.rules.") + what});
    }
    if (out.empty()) out.push_back(scene::Text{"ask.rules.first"});
    return out;
  }

 private:
  [[nodiscard]] bool chooses_site(const std::vector<Note>& notes, std::size_t from) const {
    return std::any_of(notes.begin() + static_cast<std::ptrdiff_t>(from), notes.end(), [&](const Note& note) {
      return note.chosen && rules_.slot_types[static_cast<std::size_t>(note.slot)] == Type::site;
    });
  }

  [[nodiscard]] Pick toward(long site, int direction) const {
    if (site >= 0)
      for (const auto& [d, other] : rules_.board.near(static_cast<int>(site)))
        if (d == direction) return Pick::site(site_name(rules_, other));
    return Pick::key(direction_name(direction));
  }

  const Rules& rules_;
  const State state_;
};

}  // namespace

scene::Choices scene_choices(const Described& game, const std::uint8_t* position) {
  const Machine& machine = game.machine();
  std::vector<std::uint64_t> moves(game.move_capacity() + 1);
  moves.resize(machine.moves(position, moves.data()));
  if (machine.turn(position) < 0) {  // what a die may show, which nobody chooses
    scene::Listed listed;
    for (const std::uint64_t move : moves) listed.moves.push_back(machine.move_text(position, move));
    return listed;
  }
  const Ways ways(game, position);
  std::vector<std::vector<Pick>> all;
  std::vector<std::string> texts;
  for (const std::uint64_t move : moves) {
    const Machine::Told told = machine.told(position, move);
    texts.push_back(move == Machine::pass_move ? "pass" : move_text(game.rules(), told.notes, told.words));
    all.push_back(ways.way(told, texts.back()));
  }
  scene::TreeMaker tree(ways.asks(all));
  for (std::size_t i = 0; i < all.size(); ++i) tree.add(std::move(all[i]), std::move(texts[i]));
  return std::move(tree).make();
}

}  // namespace banmen::rules
