#include <algorithm>
#include <set>

#include "catalog/scene_json.hpp"

namespace banmen::scene {
namespace {

std::string name_of(const Place& place) {
  return place.site.empty() ? "[" + std::to_string(place.x) + ", " + std::to_string(place.y) + "]" : "'" + place.site + "'";
}

/// The sites and trays of a layout; on an unbounded board also free places.
class Places {
 public:
  explicit Places(const Layout& layout) : unbounded_(layout.view.unbounded) {
    if (layout.grid)
      for (int row = 1; row <= layout.grid->rows; ++row)
        for (int column = 0; column < layout.grid->columns; ++column) add(static_cast<char>('a' + column) + std::to_string(row));
    for (const Site& site : layout.sites) add(site.id);
    for (const Tray& tray : layout.trays) add(tray.id);
  }

  [[nodiscard]] const std::string& twice() const { return twice_; }
  [[nodiscard]] bool has(const std::string& id) const { return ids_.contains(id); }
  [[nodiscard]] std::string fault(const Place& place) const {
    if (place.site.empty()) return unbounded_ ? "" : "the free place " + name_of(place) + " on a board that is bounded";
    return has(place.site) ? "" : "there is no site " + name_of(place);
  }
  [[nodiscard]] std::string fault(const std::vector<Place>& places) const {
    for (const Place& place : places)
      if (std::string wrong = fault(place); !wrong.empty()) return wrong;
    return {};
  }

 private:
  void add(const std::string& id) {
    if (!ids_.insert(id).second) twice_ = id;
  }
  std::set<std::string> ids_;
  std::string twice_;
  bool unbounded_;
};

std::string fault_of_seat(const std::optional<int>& seat, int players) {
  return seat && *seat >= players ? "there is no seat " + std::to_string(*seat) + ": they are counted from 0" : "";
}

std::string fault_of_turn(Seat turn, int players) {
  return turn >= players ? "it is the turn of seat " + std::to_string(turn) + ", but there are " + std::to_string(players) : "";
}

std::string fault(const Places& places, const Piece& piece, int players) {
  if (std::string wrong = places.fault(piece.at); !wrong.empty()) return "a piece: " + wrong;
  if (std::string wrong = fault_of_seat(piece.seat, players); !wrong.empty())
    return "a piece at " + name_of(piece.at) + ": " + wrong;
  return {};
}

std::string fault(const Places& places, const std::vector<Mark>& marks, int players) {
  for (const Mark& mark : marks) {
    std::string wrong = places.fault(mark.sites);
    if (wrong.empty()) wrong = places.fault(mark.path);
    if (wrong.empty()) wrong = fault_of_seat(mark.seat, players);
    if (!wrong.empty()) return "a mark: " + wrong;
  }
  return {};
}

std::string fault(const Places& places, const Scene& scene, int players) {
  for (const Piece& piece : scene.pieces)
    if (std::string wrong = fault(places, piece, players); !wrong.empty()) return wrong;
  if (std::string wrong = fault_of_turn(scene.turn, players); !wrong.empty()) return wrong;
  return fault(places, scene.marks, players);
}

struct StepCheck {
  const Places& places;
  int players;
  std::size_t number;

  [[nodiscard]] std::string both(const Place& a, const Place& b) const { return places.fault(std::vector<Place>{a, b}); }
  std::string operator()(const step::Move& s) const { return both(s.from, s.to); }
  std::string operator()(const step::Put& s) const { return fault(places, s.piece, players); }
  std::string operator()(const step::Take& s) const { return both(s.at, s.to.value_or(s.at)); }
  std::string operator()(const step::Drop& s) const { return places.fault(s.at); }
  std::string operator()(const step::Sow& s) const { return places.fault(s.from) + places.fault(s.over); }
  std::string operator()(const step::Carry& s) const { return places.fault(s.to) + places.fault(s.from); }
  std::string operator()(const step::Flip& s) const { return places.fault(s.at) + fault_of_seat(s.seat, players); }
  std::string operator()(const step::Turn& s) const { return places.fault(s.at); }
  std::string operator()(const step::Roll& s) const {
    return s.values.empty() || places.has("dice") ? "" : "there is no tray 'dice'";
  }
  std::string operator()(const step::Say&) const { return {}; }
  std::string operator()(const step::Again& s) const {
    return static_cast<std::size_t>(s.from) < number
               ? ""
               : "it repeats from step " + std::to_string(s.from) + ", which is not before it";
  }
  std::string operator()(const step::MarkUp& s) const { return fault(places, s.marks, players) + fault_of_turn(s.turn, players); }
  std::string operator()(const step::Set& s) const { return fault(places, s.scene, players); }
};

std::string fault(const Places& places, const Pick& pick) {
  if (pick.kind == Pick::Kind::site) return places.fault(pick.at);
  if (pick.kind == Pick::Kind::drag) return places.fault(std::vector<Place>{pick.at, pick.to});
  return {};
}

/// The first difference between two scenes.
std::string difference(const Scene& is, const Scene& should) {
  if (is.turn != should.turn) return "the turn";
  if (is.marks != should.marks) return "the marks";
  if (is.banner != should.banner) return "the banner";
  const std::size_t both = std::min(is.pieces.size(), should.pieces.size());
  for (std::size_t i = 0; i < both; ++i)
    if (is.pieces[i] != should.pieces[i]) return "the piece at " + name_of(std::min(is.pieces[i].at, should.pieces[i].at));
  return "the piece at " + name_of((is.pieces.size() > both ? is : should).pieces[both].at);
}

}  // namespace

std::string fault_of_layout(const Layout& layout, int players) {
  const Places places(layout);
  if (!places.twice().empty()) return "two sites are both called '" + places.twice() + "'";
  if (!layout.view.unbounded && !layout.grid && layout.sites.empty()) return "it has no site";
  for (const Site& site : layout.sites)
    if (std::string wrong = fault_of_seat(site.owner, players); !wrong.empty()) return "the site '" + site.id + "': " + wrong;
  for (const Tray& tray : layout.trays)
    if (std::string wrong = fault_of_seat(tray.seat, players); !wrong.empty()) return "the tray '" + tray.id + "': " + wrong;
  for (const Zone& zone : layout.zones)
    if (std::string wrong = fault_of_seat(zone.seat, players); !wrong.empty()) return "the zone '" + zone.id + "': " + wrong;
  for (const std::string& site : layout.track)
    if (!places.has(site)) return "the track: there is no site '" + site + "'";
  for (const auto& [from, to] : layout.lines)
    for (const std::string& site : {from, to})
      if (!places.has(site)) return "a line: there is no site '" + site + "'";
  const auto seats = static_cast<std::size_t>(players);
  if (!layout.view.turns.empty() && layout.view.turns.size() != seats)
    return "view.turns has " + std::to_string(layout.view.turns.size()) + " numbers for " + std::to_string(seats) + " seats";
  if (!layout.seats.empty() && layout.seats.size() != seats)
    return "it names " + std::to_string(layout.seats.size()) + " seats of " + std::to_string(seats);
  return {};
}

std::string fault_of_scene(const Layout& layout, const Scene& scene, int players) { return fault(Places(layout), scene, players); }

std::string fault_of_steps(const Layout& layout, const Scene& before, const std::vector<Step>& steps, const Scene& after,
                           int players) {
  const Places places(layout);
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (std::string wrong = std::visit(StepCheck{places, players, i}, steps[i]); !wrong.empty())
      return "step " + std::to_string(i) + ": " + wrong;
  if (steps.empty() || !(std::holds_alternative<step::MarkUp>(steps.back()) || std::holds_alternative<step::Set>(steps.back())))
    return "the last step must be a 'mark' or a 'set'";
  const Scene reached = apply(before, steps);
  Scene expected = after;
  put_in_order(expected);
  return reached == expected ? "" : "they do not lead to the scene after the move: " + difference(reached, expected) + " differs";
}

std::string fault_of_choices(const Layout& layout, const Choices& choices, const std::vector<std::string>& moves) {
  const Places places(layout);
  if (const auto* tree = std::get_if<Tree>(&choices)) {
    for (std::size_t n = 0; n < tree->nodes.size(); ++n) {
      std::set<Pick> seen;
      for (const Tree::Branch& branch : tree->nodes[n].picks) {
        std::string wrong = fault(places, branch.pick);
        if (wrong.empty() && !seen.insert(branch.pick).second) wrong = "two picks are alike";
        if (!wrong.empty()) return "node " + std::to_string(n) + ": " + wrong;
      }
    }
  }
  if (const auto* facets = std::get_if<Facets>(&choices))
    for (const Facets::Facet& facet : facets->facets)
      for (const Facets::Option& option : facet.options)
        if (std::string wrong = fault(places, option.pick); !wrong.empty()) return "the option '" + option.text + "': " + wrong;
  // Paths may be exponentially many, so moves are collected node by node.
  std::set<std::string> led;
  if (const auto* tree = std::get_if<Tree>(&choices)) {
    std::set<std::size_t> reached;
    std::vector<std::size_t> ahead(tree->nodes.empty() ? 0 : 1, 0);
    while (!ahead.empty()) {
      const std::size_t here = ahead.back();
      ahead.pop_back();
      if (!reached.insert(here).second) continue;
      for (const Tree::Branch& branch : tree->nodes[here].picks)
        if (const auto* move = std::get_if<std::string>(&branch.next))
          led.insert(*move);
        else
          ahead.push_back(std::get<std::size_t>(branch.next));
    }
  } else {
    for (std::string& move : leaves(choices)) led.insert(std::move(move));
  }
  const std::set<std::string> legal(moves.begin(), moves.end());
  for (const std::string& move : led)
    if (!legal.contains(move)) return "they lead to '" + move + "', which is not a legal move";
  for (const std::string& move : legal)
    if (!led.contains(move)) return "no path leads to the move '" + move + "'";
  return {};
}

}  // namespace banmen::scene
