// Reading boards that games from outside have written. Nothing is guessed: what the format has no room for is refused, with the
// place in the document where it stands.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <set>

#include "catalog/scene_json.hpp"
#include "core/text.hpp"

namespace banmen::scene {
namespace {

constexpr std::size_t longest_document = std::size_t{4} << 20;  // bytes
constexpr std::size_t most_things = 20'000;                     // pieces of a scene; sites, trays, … of a layout
constexpr std::size_t longest_text = 1'000;                     // bytes of a name or of what is said
constexpr int deepest = 16;

/// Where reading broke off, and why.
struct Refusal {
  Error error;
};

[[noreturn]] void refuse(const std::string& where, const std::string& what, std::string hint = {}) {
  throw Refusal{Error{(where.empty() ? "" : where + ": ") + what, std::move(hint), 0, 0}};
}

/// A value of the document and its place in it, "pieces[3].at".
class Value {
 public:
  Value(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

  [[noreturn]] void refuse(const std::string& what, std::string hint = {}) const { scene::refuse(where_, what, std::move(hint)); }
  [[nodiscard]] bool is_text() const { return json_.is_string(); }
  [[nodiscard]] bool is_list() const { return json_.is_array(); }
  [[nodiscard]] bool is_number() const { return json_.is_number(); }

  /// An object with these fields and no others.
  void fields(std::initializer_list<const char*> names) const {
    if (!json_.is_object()) refuse("an object is wanted");
    std::set<std::string> seen;
    for (const auto& [name, value] : json_.items()) {
      const std::vector<std::string> known(names.begin(), names.end());
      if (std::find(known.begin(), known.end(), name) == known.end())
        refuse("there is no field '" + name + "'", suggest(name, known));
      if (!seen.insert(name).second) refuse("the field '" + name + "' stands twice");
    }
  }
  [[nodiscard]] bool has(const char* field) const { return json_.contains(field); }
  [[nodiscard]] Value at(const char* field) const {
    if (!has(field)) refuse("the field '" + std::string(field) + "' is missing");
    return {json_[field], where_.empty() ? field : where_ + "." + field};
  }
  [[nodiscard]] std::optional<Value> maybe(const char* field) const {
    if (!has(field)) return std::nullopt;
    return at(field);
  }

  template <class Visit>
  void each(Visit visit) const {
    if (!json_.is_object()) refuse("an object is wanted");
    for (const auto& [name, value] : json_.items()) visit(name, Value(value, where_ + "." + name));
  }

  [[nodiscard]] std::size_t size(std::size_t most = std::numeric_limits<std::size_t>::max()) const {
    if (!json_.is_array()) refuse("a list is wanted");
    if (json_.size() > most) refuse(std::to_string(json_.size()) + " are too many", "at most " + std::to_string(most));
    return json_.size();
  }
  [[nodiscard]] Value item(std::size_t index) const { return {json_[index], where_ + "[" + std::to_string(index) + "]"}; }
  template <class Read>
  [[nodiscard]] auto list(Read read, std::size_t most = std::numeric_limits<std::size_t>::max()) const {
    std::vector<decltype(read(*this))> out;
    const std::size_t count = size(most);
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) out.push_back(read(item(i)));
    return out;
  }

  [[nodiscard]] std::string text() const {
    if (!json_.is_string()) refuse("a text is wanted");
    std::string out = json_.get<std::string>();
    if (out.size() > longest_text)
      refuse("a text of " + std::to_string(out.size()) + " bytes", "at most " + std::to_string(longest_text));
    return out;
  }
  [[nodiscard]] std::string filled_text() const {
    std::string out = text();
    if (out.empty()) refuse("a text is wanted, not an empty one");
    return out;
  }
  /// What people get to read: no markup, no address, nothing that a line can't hold.
  [[nodiscard]] std::string shown_text() const {
    std::string out = text();
    if (out.find_first_of("<>") != std::string::npos) refuse("markup in '" + out + "'", "texts are plain: no < and >");
    if (out.find("//") != std::string::npos || lower(out).find("http:") != std::string::npos)
      refuse("an address in '" + out + "'", "texts are plain: no http: and no //");
    if (std::any_of(out.begin(), out.end(), [](unsigned char c) { return c < ' ' || c == 127; }))
      refuse("a control character in a text");
    return out;
  }

  [[nodiscard]] double number() const {
    if (!json_.is_number()) refuse("a number is wanted");
    const auto value = json_.get<double>();
    if (!std::isfinite(value) || std::abs(value) > 1e6) refuse("a number between -1000000 and 1000000 is wanted");
    return value;
  }
  [[nodiscard]] std::int64_t whole(std::int64_t least = -1'000'000'000, std::int64_t most = 1'000'000'000) const {
    const bool fits = json_.is_number_unsigned()
                          ? json_.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::max<std::int64_t>(most, 0))
                          : json_.is_number_integer() && json_.get<std::int64_t>() <= most;
    if (!fits || json_.get<std::int64_t>() < least)
      refuse("a whole number from " + std::to_string(least) + " to " + std::to_string(most) + " is wanted");
    return json_.get<std::int64_t>();
  }
  [[nodiscard]] int integer(int least = -1'000'000'000, int most = 1'000'000'000) const {
    return static_cast<int>(whole(least, most));
  }
  [[nodiscard]] int seat() const { return integer(0, 7); }

  void is_true() const {
    if (!json_.is_boolean() || !json_.get<bool>()) refuse("true is wanted; where it is not so the field is left out");
  }

  /// Which of these words it is.
  template <std::size_t N>
  [[nodiscard]] std::size_t one_of(const char* const (&names)[N]) const {
    const std::string word = text();
    const auto found = std::find(std::begin(names), std::end(names), word);
    if (found == std::end(names)) refuse("there is no '" + word + "' here", suggest(word, {std::begin(names), std::end(names)}));
    return static_cast<std::size_t>(found - std::begin(names));
  }

 private:
  const Json& json_;
  std::string where_;
};

template <std::size_t N>
std::array<double, N> numbers(const Value& v) {
  std::array<double, N> out{};
  if (v.size() != N) v.refuse(std::to_string(N) + " numbers are wanted");
  for (std::size_t i = 0; i < N; ++i) out[i] = v.item(i).number();
  return out;
}

Box box(const Value& v) {
  const Box out = numbers<4>(v);
  if (out[2] < out[0] || out[3] < out[1]) v.refuse("left, top, right and bottom are wanted, in this order");
  return out;
}

Point extent(const Value& v) {
  const Point out = numbers<2>(v);
  if (out[0] <= 0 || out[1] <= 0) v.refuse("a width and a height above 0 are wanted");
  return out;
}

Text text(const Value& v) {
  Text out;
  v.fields({"key", "args", "plain"});
  if (const auto plain = v.maybe("plain")) {
    if (v.has("key") || v.has("args")) v.refuse("'plain' stands alone");
    out.plain = plain->shown_text();
    return out;
  }
  out.key = v.at("key").shown_text();
  if (out.key.empty()) v.refuse("the key is empty");
  if (const auto args = v.maybe("args"))
    args->each([&](const std::string& name, const Value& value) {
      if (value.is_text())
        out.args.emplace_back(name, value.shown_text());
      else
        out.args.emplace_back(name, value.whole());
    });
  return out;
}

Place place(const Value& v) {
  if (v.is_text()) return Place(v.filled_text());
  if (!v.is_list() || v.size() != 2) v.refuse("a place is the name of a site, or two whole numbers");
  constexpr int farthest = 1'000'000;
  return {v.item(0).integer(-farthest, farthest), v.item(1).integer(-farthest, farthest)};
}

std::vector<Place> places(const Value& v) { return v.list(place, most_things); }

Seat turn(const Value& v) {
  if (!v.is_text()) return static_cast<Seat>(v.seat());
  constexpr const char* names[] = {"over", "chance"};
  return v.one_of(names) == 0 ? over : chance;
}

std::optional<int> maybe_seat(const Value& v, const char* field) {
  const auto given = v.maybe(field);
  return given ? std::optional(given->seat()) : std::nullopt;
}

std::optional<int> maybe_integer(const Value& v, const char* field, int least, int most) {
  const auto given = v.maybe(field);
  return given ? std::optional(given->integer(least, most)) : std::nullopt;
}

constexpr int many = 1'000'000'000;

// ---- The layout.

Site site(const Value& v) {
  v.fields({"id", "at", "size", "shape", "dir", "owner", "say"});
  Site out;
  out.id = v.at("id").filled_text();
  out.at = numbers<2>(v.at("at"));
  out.size = extent(v.at("size"));
  out.shape = static_cast<Shape>(v.at("shape").one_of(shapes));
  if (const auto dir = v.maybe("dir")) out.dir = numbers<2>(*dir);
  out.owner = maybe_seat(v, "owner");
  out.say = text(v.at("say"));
  return out;
}

Grid grid(const Value& v) {
  v.fields({"cols", "rows", "names", "checker"});
  Grid out;
  out.columns = v.at("cols").integer(1, 26);
  out.rows = v.at("rows").integer(1, 400);
  constexpr const char* names[] = {"a1-top", "a1-bottom"};
  out.a1_bottom = v.at("names").one_of(names) == 1;
  if (const auto checker = v.maybe("checker")) checker->is_true(), out.checker = true;
  return out;
}

View view(const Value& v) {
  v.fields({"bounds", "unbounded", "turns", "portrait"});
  View out;
  out.bounds = box(v.at("bounds"));
  if (const auto unbounded = v.maybe("unbounded")) unbounded->is_true(), out.unbounded = true;
  out.turns = v.at("turns").list([](const Value& one) { return one.integer(0, 3); }, 8);
  constexpr const char* names[] = {"keep", "rotate"};
  if (const auto portrait = v.maybe("portrait")) out.rotate = portrait->one_of(names) == 1;
  return out;
}

Zone zone(const Value& v) {
  v.fields({"id", "box", "seat", "say"});
  return {v.at("id").filled_text(), box(v.at("box")), maybe_seat(v, "seat"), text(v.at("say"))};
}

Tray tray(const Value& v) {
  v.fields({"id", "kind", "at", "size", "seat", "say"});
  Tray out;
  out.id = v.at("id").filled_text();
  out.kind = static_cast<TrayKind>(v.at("kind").one_of(tray_kinds));
  out.at = numbers<2>(v.at("at"));
  out.size = extent(v.at("size"));
  out.seat = maybe_seat(v, "seat");
  out.say = text(v.at("say"));
  return out;
}

Decor decor(const Value& v) {
  v.fields({"kind", "from", "to"});
  return {static_cast<DecorKind>(v.at("kind").one_of(decor_kinds)), numbers<2>(v.at("from")), numbers<2>(v.at("to"))};
}

Layout layout(const Value& v) {
  v.fields({"v", "game", "tone", "view", "grid", "sites", "track", "lines", "zones", "trays", "decor", "seats"});
  if (v.at("v").whole() != 1) v.at("v").refuse("this program reads version 1");
  Layout out;
  out.game = v.at("game").text();
  constexpr const char* tones[] = {"wood", "felt", "stone", "paper", "night"};
  out.tone = tones[v.at("tone").one_of(tones)];
  out.view = view(v.at("view"));
  if (const auto given = v.maybe("grid")) out.grid = grid(*given);
  const auto name = [](const Value& one) { return one.filled_text(); };
  if (const auto given = v.maybe("sites")) out.sites = given->list(site, most_things);
  if (const auto given = v.maybe("track")) out.track = given->list(name, most_things);
  if (const auto given = v.maybe("lines"))
    out.lines = given->list(
        [&](const Value& one) {
          if (one.size() != 2) one.refuse("the names of two sites are wanted");
          return std::pair(name(one.item(0)), name(one.item(1)));
        },
        most_things);
  if (const auto given = v.maybe("zones")) out.zones = given->list(zone, most_things);
  if (const auto given = v.maybe("trays")) out.trays = given->list(tray, most_things);
  if (const auto given = v.maybe("decor")) out.decor = given->list(decor, most_things);
  if (const auto given = v.maybe("seats")) out.seats = given->list(text, 8);
  return out;
}

// ---- The scene and its steps.

Piece piece(const Value& v) {
  v.fields({"kind", "at", "seat", "count", "turn", "face", "value", "strokes", "used"});
  Piece out;
  out.kind = static_cast<PieceKind>(v.at("kind").one_of(piece_kinds));
  out.at = place(v.at("at"));
  out.seat = maybe_seat(v, "seat");
  out.count = maybe_integer(v, "count", 1, many);
  out.turn = maybe_integer(v, "turn", 0, 3);
  if (const auto face = v.maybe("face")) out.face = face->shown_text();
  out.value = maybe_integer(v, "value", -many, many);
  if (const auto strokes = v.maybe("strokes")) {
    out.strokes = strokes->shown_text();
    if (out.strokes.find_first_not_of("MmLlHhVvCcSsQqTtAaZz0123456789., +-") != std::string::npos)
      strokes->refuse("strokes are the path of an SVG drawing: letters of its commands and numbers");
  }
  if (const auto used = v.maybe("used")) used->is_true(), out.used = true;
  return out;
}

Mark mark(const Value& v) {
  v.fields({"kind", "sites", "path", "seat", "label"});
  Mark out;
  out.kind = static_cast<MarkKind>(v.at("kind").one_of(mark_kinds));
  if (const auto sites = v.maybe("sites")) out.sites = places(*sites);
  if (const auto path = v.maybe("path")) out.path = places(*path);
  out.seat = maybe_seat(v, "seat");
  if (const auto label = v.maybe("label")) out.label = text(*label);
  return out;
}

std::vector<Mark> marks(const Value& v) { return v.list(mark, most_things); }

std::optional<Text> maybe_text(const Value& v, const char* field) {
  const auto given = v.maybe(field);
  return given ? std::optional(text(*given)) : std::nullopt;
}

Scene scene(const Value& v) {
  v.fields({"turn", "pieces", "marks", "banner"});
  return {turn(v.at("turn")), v.at("pieces").list(piece, most_things), marks(v.at("marks")), maybe_text(v, "banner")};
}

Step a_step(const Value& v) {
  constexpr const char* names[] = {"move", "put",  "take", "drop",  "sow",  "carry", "flip",
                                   "turn", "roll", "say",  "again", "mark", "set"};
  const auto from = [&] { return place(v.at("from")); };
  const auto to = [&] { return place(v.at("to")); };
  const auto at = [&] { return place(v.at("at")); };
  switch (v.at("do").one_of(names)) {
    case 0: v.fields({"do", "from", "to"}); return step::Move{from(), to()};
    case 1: v.fields({"do", "piece"}); return step::Put{piece(v.at("piece"))};
    case 2: {
      v.fields({"do", "at", "count", "to"});
      step::Take out{at(), maybe_integer(v, "count", 1, many), {}};
      if (v.has("to")) out.to = to();
      return out;
    }
    case 3: v.fields({"do", "at", "count"}); return step::Drop{at(), v.at("count").integer(1, many)};
    case 4: v.fields({"do", "from", "over"}); return step::Sow{from(), places(v.at("over"))};
    case 5: v.fields({"do", "from", "to"}); return step::Carry{places(v.at("from")), to()};
    case 6: v.fields({"do", "at", "seat"}); return step::Flip{places(v.at("at")), v.at("seat").seat()};
    case 7: v.fields({"do", "at", "turn"}); return step::Turn{at(), v.at("turn").integer(0, 3)};
    case 8:
      v.fields({"do", "values"});
      return step::Roll{v.at("values").list([](const Value& one) { return one.integer(-many, many); }, 100)};
    case 9: v.fields({"do", "text"}); return step::Say{text(v.at("text"))};
    case 10:
      v.fields({"do", "from", "period", "shift"});
      return step::Again{v.at("from").integer(0, many), v.at("period").integer(1, many), v.at("shift").integer()};
    case 11:
      v.fields({"do", "marks", "turn", "banner"});
      return step::MarkUp{marks(v.at("marks")), turn(v.at("turn")), maybe_text(v, "banner")};
    default: v.fields({"do", "scene"}); return step::Set{scene(v.at("scene"))};
  }
}

// ---- The choices.

/// The pick of an object that has one more field.
Pick pick(const Value& v, const char* other) {
  v.fields({"site", "piece", "drag", "key", "value", other});
  if (v.has("site") + v.has("piece") + v.has("drag") + v.has("key") != 1) v.refuse("one of site, piece, drag and key is wanted");
  Pick out;
  if (const auto site = v.maybe("site")) {
    out = Pick::site(place(*site));
  } else if (const auto face = v.maybe("piece")) {
    out = Pick::piece(face->shown_text());
  } else if (const auto drag = v.maybe("drag")) {
    if (drag->size() != 2) drag->refuse("two places are wanted");
    out = Pick::drag(place(drag->item(0)), place(drag->item(1)));
  } else {
    out = Pick::key(v.at("key").filled_text());  // may be a move's text, which has signs of its own
    if (out.name.find('<') != std::string::npos) v.at("key").refuse("markup in '" + out.name + "'", "texts are plain: no <");
  }
  out.value = maybe_integer(v, "value", -many, many);
  return out;
}

Tree tree(const Value& v) {
  v.fields({"form", "asks", "nodes"});
  Tree out;
  out.asks = v.at("asks").list(text, most_things);
  const std::size_t count = v.at("nodes").size();
  const auto node = [&](const Value& one) {
    one.fields({"ask", "picks"});
    Tree::Node made;
    made.ask = static_cast<std::size_t>(one.at("ask").integer(0, many));
    if (made.ask >= out.asks.size()) one.at("ask").refuse("there are " + std::to_string(out.asks.size()) + " asks, counted from 0");
    made.picks = one.at("picks").list([&](const Value& branch) {
      Tree::Branch b{pick(branch, "next"), {}};
      const Value next = branch.at("next");
      if (next.is_text()) {
        b.next = next.filled_text();
      } else {
        const auto number = static_cast<std::size_t>(next.integer(0, many));
        if (number >= count) next.refuse("there are " + std::to_string(count) + " nodes, counted from 0");
        b.next = number;
      }
      return b;
    });
    if (made.picks.empty()) one.at("picks").refuse("a dead end: nothing to pick");
    return made;
  };
  out.nodes = v.at("nodes").list(node);
  // Whoever follows the picks must come to a move: no way leads back to where it was.
  std::vector<char> state(count, 0);  // 1: on the way; 2: all ways from here end
  const std::function<void(std::size_t, int)> follow = [&](std::size_t at, int depth) {
    if (state[at] == 1 || depth > 1000) v.at("nodes").item(at).refuse("picks lead round in a circle");
    if (state[at] == 2) return;
    state[at] = 1;
    for (const Tree::Branch& branch : out.nodes[at].picks)
      if (const auto* next = std::get_if<std::size_t>(&branch.next)) follow(*next, depth + 1);
    state[at] = 2;
  };
  if (count > 0) follow(0, 0);
  return out;
}

Facets facets(const Value& v) {
  v.fields({"form", "facets", "moves"});
  Facets out;
  out.facets = v.at("facets").list(
      [](const Value& one) {
        one.fields({"ask", "options"});
        return Facets::Facet{text(one.at("ask")), one.at("options").list([](const Value& option) {
                               return Facets::Option{pick(option, "text"), option.at("text").text()};
                             })};
      },
      16);
  const Value moves = v.at("moves");
  const std::size_t count = moves.size(), parts = out.facets.size();
  if (parts == 0 ? count > 0 : count % parts != 0) moves.refuse("as many numbers for each move are wanted as there are facets");
  out.moves.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Value number = moves.item(i);
    const auto option = static_cast<std::uint32_t>(number.integer(0, many));
    if (option >= out.facets[i % parts].options.size()) number.refuse("there is no such option in its facet");
    out.moves.push_back(option);
  }
  return out;
}

Choices choices(const Value& v) {
  constexpr const char* forms[] = {"list", "tree", "facets"};
  switch (v.at("form").one_of(forms)) {
    case 0: v.fields({"form", "moves"}); return Listed{v.at("moves").list([](const Value& one) { return one.filled_text(); })};
    case 1: return tree(v);
    default: return facets(v);
  }
}

// ---- Documents.

/// Brackets within brackets, without those in texts.
int depth_of(std::string_view text) {
  int depth = 0, deepest_yet = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      deepest_yet = std::max(deepest_yet, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest_yet;
}

template <class Read>
auto document(std::string_view text, Read read) -> Result<decltype(read(std::declval<Value>()))> {
  if (text.size() > longest_document)
    return fail("it has " + std::to_string(text.size()) + " bytes", "at most " + std::to_string(longest_document));
  if (depth_of(text) > deepest) return fail("brackets lie more than " + std::to_string(deepest) + " deep in one another");
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    // The byte is the last of what could not be understood: the word that it belongs to is shown.
    const std::size_t end = std::min(error.byte, text.size());
    std::size_t begin = end;
    while (begin > 0 && end - begin < 20 && !std::strchr(" \n\t,:[]{}", text[begin - 1])) --begin;
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    std::string near(text.substr(begin, std::min<std::size_t>(20, text.size() - begin)));
    for (char& c : near)
      if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
    return fail("it is no JSON: line " + std::to_string(line) + ", byte " + std::to_string(end) + ", at '" + near + "'",
                "numbers are finite, names stand in double quotes");
  } catch (const Json::exception&) {
    return fail("it holds a number that is none", "numbers are finite");
  }
  try {
    return read(Value(json, ""));
  } catch (const Refusal& refusal) {
    return fail(refusal.error);
  }
}

}  // namespace

Result<Layout> read_layout(std::string_view text) { return document(text, layout); }
Result<Scene> read_scene(std::string_view text) { return document(text, scene); }
Result<std::vector<Step>> read_steps(std::string_view text) {
  return document(text, [](const Value& v) { return v.list(a_step, most_things); });
}
Result<Choices> read_choices(std::string_view text) { return document(text, choices); }

}  // namespace banmen::scene
