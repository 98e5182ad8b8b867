#include "scene_laws.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "catalog/scene_json.hpp"
#include "core/scene.hpp"

namespace banmen::tests {
namespace {

using scene::to_json;

/// Returns the first of several texts that is not empty.
template <class... Words>
std::string first_of(const Words&... words) {
  std::string found;
  ((found.empty() ? void(found = words) : void()), ...);
  return found;
}

template <class List, class Ask>
std::string first_in(const List& list, const Ask& ask) {
  for (const auto& one : list)
    if (std::string word = ask(one); !word.empty()) return word;
  return {};
}

std::string unless(bool holds, const std::string& word) { return holds ? std::string() : word; }

template <class Numbers>
std::string finite(const Numbers& numbers, const std::string& what) {
  return unless(std::all_of(numbers.begin(), numbers.end(), [](double n) { return std::isfinite(n); }),
                "a number of " + what + " is not finite");
}

/// Returns the names of the {placeholders} in a text.
std::vector<std::string> gaps(const std::string& words) {
  std::vector<std::string> out;
  for (std::size_t open = words.find('{'); open != std::string::npos; open = words.find('{', open + 1))
    if (const std::size_t close = words.find('}', open); close != std::string::npos)
      out.push_back(words.substr(open + 1, close - open - 1));
  return out;
}

/// Returns a scene without its pieces, as JSON: the rest to compare.
std::string rest_of(scene::Scene scene) {
  scene.pieces.clear();
  return to_json(scene).dump();
}

std::string in_words(const scene::Piece& piece) { return to_json(scene::Scene{.pieces = {piece}})["pieces"][0].dump(); }

}  // namespace

// ---------------------------------------------------------------------------------------------- texts

Dictionary::Dictionary() {
  const std::filesystem::path folder = BANMEN_SOURCE_DIR "/web/src/texts";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::string language = entry.path().stem().string();  // "en", or "games.en"
    language = language.substr(language.rfind('.') + 1);
    std::ifstream file(entry.path());
    const Json words = Json::parse(file, nullptr, false);
    if (!words.is_object()) throw std::runtime_error(entry.path().string() + " is no JSON object");
    for (const auto& [key, text] : words.items()) words_[language][key] = text.get<std::string>();
  }
  words_["en"], words_["ja"];
}

bool Dictionary::has(const std::string& key) const {
  return std::all_of(words_.begin(), words_.end(), [&](const auto& language) { return language.second.contains(key); });
}

std::string Dictionary::problem(const scene::Text& text) const {
  if (text.key.empty()) return unless(!text.plain.empty(), "a text has neither a key nor words");
  for (const auto& [language, words] : words_) {
    const auto found = words.find(text.key);
    if (found == words.end()) return "the text " + text.key + " is missing in " + language;
    for (const std::string& gap : gaps(found->second))
      if (std::none_of(text.args.begin(), text.args.end(), [&](const auto& arg) { return arg.first == gap; }))
        return "nothing fills the gap {" + gap + "} of " + text.key + " in " + language;
  }
  return first_in(text.args, [&](const auto& arg) {
    const auto* value = std::get_if<std::string>(&arg.second);
    return value && value->starts_with('@') ? problem(scene::Text{value->substr(1)}) : std::string();
  });
}

// ---------------------------------------------------------------------------------------------- layouts

Board::Board(scene::Layout layout, int players, const Dictionary& words)
    : layout_(std::move(layout)), players_(players), words_(words) {
  const auto add = [&](const std::string& id) {
    if (!sites_.insert(id).second) twice_ = id;
  };
  if (layout_.grid)
    for (int row = 0; row < layout_.grid->rows; ++row)
      for (int column = 0; column < layout_.grid->columns; ++column) add(grid_site(*layout_.grid, column, row));
  for (const scene::Site& site : layout_.sites) add(site.id);
  for (const scene::Tray& tray : layout_.trays) add(tray.id);
}

std::string Board::place(const scene::Place& place) const {
  if (place.site.empty())
    return unless(layout_.view.unbounded, "a free place, " + std::to_string(place.x) + "," + std::to_string(place.y) +
                                              ", on a board that is not unbounded");
  return unless(sites_.contains(place.site), "there is no site " + place.site);
}

std::string Board::places(const std::vector<scene::Place>& all) const {
  return first_in(all, [&](const scene::Place& one) { return place(one); });
}

std::string Board::seat(std::optional<int> seat) const {
  return unless(!seat || (*seat >= 0 && *seat < players_), "there is no seat " + std::to_string(seat.value_or(0)));
}

std::string Board::problem() const {
  const scene::View& view = layout_.view;
  const auto on_board = [&](const scene::Site& site) {
    const auto& [left, top, right, bottom] = view.bounds;
    const bool inside = site.at[0] >= left && site.at[0] <= right && site.at[1] >= top && site.at[1] <= bottom;
    return unless(inside || view.unbounded, "site " + site.id + " lies outside of the bounds");
  };
  const auto sized = [](const auto& site) {
    return first_of(finite(site.at, site.id), finite(site.size, site.id),
                    unless(site.size[0] > 0 && site.size[1] > 0, site.id + " has no size"));
  };
  const auto known = [&](const std::string& id) { return place(scene::Place(id)); };
  return first_of(
      unless(twice_.empty(), "two sites are called " + twice_), unless(!sites_.contains(""), "a site has no id"),
      unless(!layout_.game.empty() && !layout_.tone.empty(), "the layout names no game or no tone"),
      finite(view.bounds, "the bounds"), unless(view.bounds[0] < view.bounds[2] && view.bounds[1] < view.bounds[3], "empty bounds"),
      unless(view.turns.empty() || static_cast<int>(view.turns.size()) == players_, "turns are not one for each seat"),
      first_in(view.turns, [](int turn) { return unless(turn >= 0 && turn <= 3, "turns are quarter turns, 0 to 3"); }),
      unless(static_cast<int>(layout_.seats.size()) == players_, "names are not one for each seat"),
      layout_.grid ? words_.problem({"site.square", {{"site", "a1"}}}) : std::string(),  // the label for cells of all grids
      first_in(layout_.seats, [&](const scene::Text& name) { return words_.problem(name); }),
      first_in(layout_.sites,
               [&](const scene::Site& site) {
                 return first_of(sized(site), on_board(site), seat(site.owner), words_.problem(site.say),
                                 site.dir ? finite(*site.dir, site.id) : std::string());
               }),
      first_in(layout_.trays,
               [&](const scene::Tray& tray) { return first_of(sized(tray), seat(tray.seat), words_.problem(tray.say)); }),
      first_in(
          layout_.zones,
          [&](const scene::Zone& zone) { return first_of(finite(zone.box, zone.id), seat(zone.seat), words_.problem(zone.say)); }),
      first_in(layout_.decor,
               [&](const scene::Decor& decor) { return first_of(finite(decor.from, "decor"), finite(decor.to, "decor")); }),
      first_in(layout_.track, known),
      first_in(layout_.lines, [&](const auto& line) { return first_of(known(line.first), known(line.second)); }));
}

// ---------------------------------------------------------------------------------------------- scenes and steps

std::string Board::piece(const scene::Piece& piece) const {
  const std::string word = first_of(place(piece.at), seat(piece.seat), unless(piece.count.value_or(1) > 0, "a heap of nothing"),
                                    unless(piece.turn.value_or(0) >= 0 && piece.turn.value_or(0) <= 3, "a turn that is none"));
  return word.empty() ? word : word + ": " + in_words(piece);
}

std::string Board::marks(const std::vector<scene::Mark>& marks, const std::optional<scene::Text>& banner) const {
  return first_of(first_in(marks,
                           [&](const scene::Mark& mark) {
                             return first_of(places(mark.sites), places(mark.path), seat(mark.seat),
                                             mark.label ? words_.problem(*mark.label) : std::string());
                           }),
                  banner ? words_.problem(*banner) : std::string());
}

std::string Board::problem(const scene::Scene& scene) const {
  return first_of(unless(scene.turn == over || scene.turn == chance || (scene.turn >= 0 && scene.turn < players_), "nobody's turn"),
                  first_in(scene.pieces, [&](const scene::Piece& one) { return piece(one); }), marks(scene.marks, scene.banner));
}

namespace {
template <class... Does>
struct Overloaded : Does... {
  using Does::operator()...;
};
template <class... Does>
Overloaded(Does...) -> Overloaded<Does...>;
}  // namespace

std::string Board::step(const scene::Step& one) const {
  namespace step = scene::step;
  return std::visit(
      Overloaded{
          [&](const step::Move& s) { return first_of(place(s.from), place(s.to)); },
          [&](const step::Put& s) { return piece(s.piece); },
          [&](const step::Take& s) {
            return first_of(place(s.at), s.to ? place(*s.to) : std::string(), unless(s.count.value_or(1) > 0, "nothing is taken"));
          },
          [&](const step::Drop& s) { return first_of(place(s.at), unless(s.count > 0, "nothing is dropped")); },
          [&](const step::Sow& s) { return first_of(place(s.from), places(s.over)); },
          [&](const step::Carry& s) { return first_of(places(s.from), place(s.to)); },
          [&](const step::Flip& s) { return first_of(places(s.at), seat(s.seat)); },
          [&](const step::Turn& s) { return first_of(place(s.at), unless(s.turn >= 0 && s.turn <= 3, "a turn that is none")); },
          [&](const step::Roll& s) { return s.values.empty() ? std::string() : place("dice"); },
          [&](const step::Say& s) { return words_.problem(s.text); },
          [&](const step::Again& s) { return unless(s.from >= 0 && s.period > 0, "a loop of nothing"); },
          [&](const step::MarkUp& s) { return marks(s.marks, s.banner); }, [&](const step::Set& s) { return problem(s.scene); }},
      one);
}

std::string Board::problem(const scene::Scene& before, const std::vector<scene::Step>& steps, const scene::Scene& after) const {
  if (steps.empty()) return "a move has no steps";
  for (std::size_t number = 0; number < steps.size(); ++number)
    if (const std::string word = step(steps[number]); !word.empty())
      return "step " + std::to_string(number) + ", " + to_json(std::vector{steps[number]})[0].dump() + ": " + word;
  const bool ends =
      std::holds_alternative<scene::step::MarkUp>(steps.back()) || std::holds_alternative<scene::step::Set>(steps.back());
  return first_of(unless(ends, "the last step is neither mark nor set"), difference(after, apply(before, steps)));
}

std::string difference(const scene::Scene& wanted, const scene::Scene& got) {
  const auto [mine, yours] = std::mismatch(wanted.pieces.begin(), wanted.pieces.end(), got.pieces.begin(), got.pieces.end());
  const bool missing = mine != wanted.pieces.end(), too_many = yours != got.pieces.end();
  if (missing || too_many)
    return "the first piece that differs: the scene has " + (missing ? in_words(*mine) : "none") + ", the steps give " +
           (too_many ? in_words(*yours) : "none");
  if (wanted == got) return {};
  return "the scene has " + rest_of(wanted) + ", the steps give " + rest_of(got);
}

// ---------------------------------------------------------------------------------------------- choices

namespace {
bool is_number(const std::string& text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos; }
}  // namespace

std::string Board::pick(const scene::Pick& pick, const std::set<std::string>& legal) const {
  switch (pick.kind) {
    case scene::Pick::Kind::site: return place(pick.at);
    case scene::Pick::Kind::drag: return first_of(place(pick.at), place(pick.to));
    case scene::Pick::Kind::piece: return unless(!pick.name.empty(), "a piece without a face is to be picked");
    case scene::Pick::Kind::key:
      return unless(words_.has("key." + pick.name) || legal.contains(pick.name) || is_number(pick.name),
                    "the key " + pick.name + " is neither a word of the dictionary, nor a move, nor a number");
  }
  return "a pick of no kind";
}

std::string Board::tree(const scene::Tree& tree, const std::set<std::string>& legal) const {
  const std::size_t count = tree.nodes.size();
  std::set<std::string> moves;
  std::vector<std::vector<std::size_t>> leads(count);
  for (std::size_t number = 0; number < count; ++number) {
    const scene::Tree::Node& node = tree.nodes[number];
    const std::string where = "node " + std::to_string(number) + ": ";
    if (node.picks.empty()) return where + "a dead end";
    if (node.ask >= tree.asks.size()) return where + "asks nothing";
    std::set<scene::Pick> picks;
    for (const scene::Tree::Branch& branch : node.picks) {
      if (const std::string word = pick(branch.pick, legal); !word.empty()) return where + word;
      if (!picks.insert(branch.pick).second) return where + "one pick leads two ways";
      if (const auto* next = std::get_if<std::size_t>(&branch.next)) {
        if (*next >= count) return where + "leads to no node";
        leads[number].push_back(*next);
      } else {
        moves.insert(std::get<std::string>(branch.next));
      }
    }
  }
  // Every node is reachable from the root, and none leads back to itself.
  enum : std::uint8_t { unseen, open, done };
  std::vector<std::uint8_t> state(count, unseen);
  std::vector<std::pair<std::size_t, std::size_t>> way;
  if (count > 0) way.emplace_back(0, 0), state[0] = open;
  while (!way.empty()) {
    auto& [node, at] = way.back();
    if (at == leads[node].size()) {
      state[node] = done;
      way.pop_back();
      continue;
    }
    const std::size_t next = leads[node][at++];
    if (state[next] == open) return "node " + std::to_string(next) + " leads back to itself";
    if (state[next] == unseen) state[next] = open, way.emplace_back(next, 0);
  }
  if (const auto lost = std::find(state.begin(), state.end(), unseen); lost != state.end())
    return "node " + std::to_string(lost - state.begin()) + " is never reached";
  const auto [mine, yours] = std::mismatch(legal.begin(), legal.end(), moves.begin(), moves.end());
  if (mine != legal.end() && (yours == moves.end() || *mine < *yours)) return "no way leads to the move " + *mine;
  if (yours != moves.end()) return "the move " + *yours + " is not legal";
  return first_in(tree.asks, [&](const scene::Text& ask) { return words_.problem(ask); });
}

std::string Board::facets(const scene::Facets& facets, const std::set<std::string>& legal) const {
  const std::size_t parts = facets.facets.size();
  if (parts == 0 || facets.moves.size() % parts != 0) return "moves are not one option of each facet";
  for (const scene::Facets::Facet& facet : facets.facets) {
    if (const std::string word = words_.problem(facet.ask); !word.empty()) return word;
    std::set<scene::Pick> picks;
    for (const scene::Facets::Option& option : facet.options) {
      if (const std::string word = pick(option.pick, legal); !word.empty()) return word;
      if (!picks.insert(option.pick).second) return "two options of a facet are picked alike: " + option.text;
    }
  }
  for (std::size_t at = 0; at < facets.moves.size(); ++at)
    if (facets.moves[at] >= facets.facets[at % parts].options.size()) return "a move has an option that there is not";
  const auto all = leaves(facets);
  const std::set<std::string> moves(all.begin(), all.end());
  if (moves.size() != all.size()) return "two ways lead to one move";
  for (const std::string& move : legal)
    if (!moves.contains(move)) return "no way leads to the move " + move;
  for (const std::string& move : moves)
    if (!legal.contains(move)) return "the move " + move + " is not legal";
  return {};
}

std::string Board::problem(const scene::Choices& choices, const std::vector<std::string>& legal) const {
  const std::set<std::string> moves(legal.begin(), legal.end());
  if (moves.size() != legal.size()) return "two legal moves have the same text";
  if (const auto* ways = std::get_if<scene::Tree>(&choices)) return tree(*ways, moves);
  if (const auto* parts = std::get_if<scene::Facets>(&choices)) return facets(*parts, moves);
  const auto& listed = std::get<scene::Listed>(choices).moves;
  return unless(std::set<std::string>(listed.begin(), listed.end()) == moves && listed.size() == moves.size(),
                "the list is not that of the legal moves");
}

}  // namespace banmen::tests
