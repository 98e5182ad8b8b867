// Boards as JSON. `describe` lists the fields of each type once, for the writer and for the reader. The reader is for plug-ins: it
// refuses everything outside the format, with the place in the document.
#include "catalog/scene_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "core/text.hpp"

namespace banmen::scene {
namespace {

constexpr std::size_t longest_document = std::size_t{4} << 20;  // bytes
constexpr std::size_t most_things = 20'000;                     // pieces of a scene; sites, trays, … of a layout
constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
constexpr std::size_t longest_text = 1'000;  // bytes of a name or a message
constexpr int deepest = 16;
constexpr int many = 1'000'000'000;

// The words of the JSON, in the order of the enumerations of core/scene.hpp and of the alternatives of Step and Choices.
constexpr const char* shapes[] = {"square", "pit", "point", "hex", "none"};
constexpr const char* tray_kinds[] = {"hand", "store", "bar", "off", "dice", "cube"};
constexpr const char* decor_kinds[] = {"line", "dot", "box"};
constexpr const char* piece_kinds[] = {"disc",    "stones", "amazon", "knight", "burnt", "card",
                                       "checker", "die",    "cube",   "token",  "piece"};
constexpr const char* mark_kinds[] = {"last", "forbidden", "chain", "capture", "loop"};
constexpr const char* first_rows[] = {"a1-top", "a1-bottom"};
constexpr const char* portraits[] = {"keep", "rotate"};
constexpr const char* step_words[] = {"move", "put",  "take", "drop",  "sow",  "carry", "flip",
                                      "turn", "roll", "say",  "again", "mark", "set"};
constexpr const char* forms[] = {"list", "tree", "facets"};

// ---- Values

/// Thrown at the first mistake.
struct Refusal {
  Error error;
};

/// A value of the document and its place in it, "pieces[3].at".
class Value {
 public:
  Value(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

  [[noreturn]] void refuse(const std::string& what, std::string hint = {}) const {
    throw Refusal{Error{(where_.empty() ? "" : where_ + ": ") + what, std::move(hint), 0, 0}};
  }
  [[nodiscard]] bool is_text() const { return json_.is_string(); }
  [[nodiscard]] bool is_list() const { return json_.is_array(); }

  /// Requires an object with no other fields.
  void fields(const std::vector<std::string>& known) const {
    if (!json_.is_object()) refuse("expected an object");
    for (const auto& [name, value] : json_.items())
      if (std::find(known.begin(), known.end(), name) == known.end())
        refuse("there is no field '" + name + "'", suggest(name, known));
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
    if (!json_.is_object()) refuse("expected an object");
    for (const auto& [name, value] : json_.items()) visit(name, Value(value, where_ + "." + name));
  }

  [[nodiscard]] std::size_t size(std::size_t most = unlimited) const {
    if (!json_.is_array()) refuse("expected a list");
    if (json_.size() > most) refuse(std::to_string(json_.size()) + " are too many", "at most " + std::to_string(most));
    return json_.size();
  }
  [[nodiscard]] Value item(std::size_t index) const { return {json_[index], where_ + "[" + std::to_string(index) + "]"}; }
  template <class Read>
  [[nodiscard]] auto list(Read read, std::size_t most = unlimited) const {
    std::vector<decltype(read(*this))> out;
    const std::size_t count = size(most);
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) out.push_back(read(item(i)));
    return out;
  }

  [[nodiscard]] std::string text() const {
    if (!json_.is_string()) refuse("expected a text");
    std::string out = json_.get<std::string>();
    if (out.size() > longest_text)
      refuse("a text of " + std::to_string(out.size()) + " bytes", "at most " + std::to_string(longest_text));
    return out;
  }
  [[nodiscard]] std::string filled_text() const {
    std::string out = text();
    if (out.empty()) refuse("the text is empty");
    return out;
  }
  /// Text for display: no markup, no address, no control characters.
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
    if (!json_.is_number()) refuse("expected a number");
    const auto value = json_.get<double>();
    if (!std::isfinite(value) || std::abs(value) > 1e6) refuse("expected a number between -1000000 and 1000000");
    return value;
  }
  [[nodiscard]] std::int64_t whole(std::int64_t least = -1'000'000'000, std::int64_t most = 1'000'000'000) const {
    const bool fits = json_.is_number_unsigned()
                          ? json_.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::max<std::int64_t>(most, 0))
                          : json_.is_number_integer() && json_.get<std::int64_t>() <= most;
    if (!fits || json_.get<std::int64_t>() < least)
      refuse("expected a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return json_.get<std::int64_t>();
  }
  [[nodiscard]] int integer(int least = -1'000'000'000, int most = 1'000'000'000) const {
    return static_cast<int>(whole(least, most));
  }
  [[nodiscard]] int seat() const { return integer(0, 7); }

  void is_true() const {
    if (!json_.is_boolean() || !json_.get<bool>()) refuse("expected `true` (omit the field otherwise)");
  }

  /// Index of the word.
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
  if (v.size() != N) v.refuse("expected " + std::to_string(N) + " numbers");
  for (std::size_t i = 0; i < N; ++i) out[i] = v.item(i).number();
  return out;
}

Box box(const Value& v) {
  const Box out = numbers<4>(v);
  if (out[2] < out[0] || out[3] < out[1]) v.refuse("expected left, top, right and bottom, in this order");
  return out;
}

Point extent(const Value& v) {
  const Point out = numbers<2>(v);
  if (out[0] <= 0 || out[1] <= 0) v.refuse("expected a width and a height above 0");
  return out;
}

Text text(const Value& v) {
  Text out;
  v.fields({"key", "args", "plain"});
  if (const auto plain = v.maybe("plain")) {
    if (v.has("key") || v.has("args")) v.refuse("'plain' excludes 'key' and 'args'");
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
  if (!v.is_list() || v.size() != 2) v.refuse("expected a place: the name of a site, or two whole numbers");
  constexpr int farthest = 1'000'000;
  return {v.item(0).integer(-farthest, farthest), v.item(1).integer(-farthest, farthest)};
}

Seat turn(const Value& v) {
  if (!v.is_text()) return static_cast<Seat>(v.seat());
  constexpr const char* names[] = {"over", "chance"};
  return v.one_of(names) == 0 ? over : chance;
}

std::string strokes(const Value& v) {
  std::string out = v.shown_text();
  if (out.find_first_not_of("MmLlHhVvCcSsQqTtAaZz0123456789., +-") != std::string::npos)
    v.refuse("strokes must be an SVG path: only command letters and numbers");
  return out;
}

std::string tone_of(const Value& v) {
  constexpr const char* tones[] = {"wood", "felt", "stone", "paper", "night"};
  return tones[v.one_of(tones)];
}

std::pair<std::string, std::string> line(const Value& v) {
  if (v.size() != 2) v.refuse("expected the names of two sites");
  return {v.item(0).filled_text(), v.item(1).filled_text()};
}

/// Reads a pick from the fields of an object.
Pick pick(const Value& v) {
  if (v.has("site") + v.has("piece") + v.has("drag") + v.has("key") != 1) v.refuse("expected one of site, piece, drag and key");
  Pick out;
  if (const auto site = v.maybe("site")) {
    out = Pick::site(place(*site));
  } else if (const auto face = v.maybe("piece")) {
    out = Pick::piece(face->shown_text());
  } else if (const auto drag = v.maybe("drag")) {
    if (drag->size() != 2) drag->refuse("expected two places");
    out = Pick::drag(place(drag->item(0)), place(drag->item(1)));
  } else {
    out = Pick::key(v.at("key").filled_text());  // may be a move's text
    if (out.name.find('<') != std::string::npos) v.at("key").refuse("markup in '" + out.name + "'", "texts are plain: no <");
  }
  if (const auto value = v.maybe("value")) out.value = value->integer(-many, many);
  return out;
}

std::variant<std::size_t, std::string> next(const Value& v) {
  if (v.is_text()) return v.filled_text();
  return static_cast<std::size_t>(v.integer(0, many));
}

// Readers of fields whose type does not determine them.
constexpr auto filled = &Value::filled_text, shown = &Value::shown_text;
constexpr auto seat = &Value::seat;
constexpr auto index = [](const Value& v) { return static_cast<std::uint32_t>(v.integer(0, many)); };
constexpr auto whole(int least, int most) {
  return [=](const Value& v) { return v.integer(least, most); };
}
template <class Read>
constexpr auto list_of(Read read, std::size_t most = most_things) {
  return [=](const Value& v) { return v.list([&](const Value& one) { return std::invoke(read, one); }, most); };
}

// ---- Objects

/// An `Of`, constant or not: writers get const objects, readers mutable ones.
template <class T, class Of>
concept A = std::same_as<std::remove_const_t<T>, Of>;

class Writer {
 public:
  explicit Writer(Json& object) : object_(object) {}

  template <class T, class... Read>
  Writer& must(const char* field, const T& value, const Read&...) {
    object_[field] = json(value);
    return *this;
  }
  /// Omits empty and false values.
  template <class T, class... Read>
  Writer& may(const char* field, const T& value, const Read&...) {
    if constexpr (std::is_same_v<T, bool>)
      return value ? must(field, value) : *this;
    else if constexpr (requires { value.has_value(); })
      return value ? must(field, *value) : *this;
    else
      return value.empty() ? *this : must(field, value);
  }
  template <class Kind, std::size_t N>
  Writer& word(const char* field, Kind kind, const char* const (&words)[N], bool = false) {
    return must(field, std::string(words[static_cast<std::size_t>(kind)]));
  }
  Writer& pick(const Pick& pick) {
    switch (pick.kind) {
      case Pick::Kind::site: must("site", pick.at); break;
      case Pick::Kind::piece: must("piece", pick.name); break;
      case Pick::Kind::drag: must("drag", std::vector<Place>{pick.at, pick.to}); break;
      case Pick::Kind::key: must("key", pick.name); break;
    }
    return may("value", pick.value);
  }

  template <class T>
  static Json json(const T& value) {
    if constexpr (requires(Writer writer) { describe(writer, value); }) {
      Json out = Json::object();
      Writer writer(out);
      describe(writer, value);
      return out;
    } else {
      return value;
    }
  }
  template <class T>
  static Json json(const std::vector<T>& list) {
    Json out = Json::array();
    for (const T& one : list) out.push_back(json(one));
    return out;
  }
  static Json json(const Text& text) { return to_json(text); }
  static Json json(const Place& place) { return place.site.empty() ? Json{place.x, place.y} : Json(place.site); }
  static Json json(Seat turn) { return turn == over ? Json("over") : turn == chance ? Json("chance") : Json(int{turn}); }
  static Json json(const std::variant<std::size_t, std::string>& next) {
    return std::visit([](const auto& one) { return Json(one); }, next);
  }
  static Json json(const Step& step) { return alternative("do", step_words, step); }

  /// The alternative's word and fields.
  template <std::size_t N, class... T>
  static Json alternative(const char* field, const char* const (&words)[N], const std::variant<T...>& value) {
    Json out{{field, words[value.index()]}};
    Writer writer(out);
    std::visit([&](const auto& one) { describe(writer, one); }, value);
    return out;
  }

 private:
  Json& object_;
};

/// Collects the names of an object's fields.
struct Names {
  std::vector<std::string> all;

  Names& must(const char* field, auto&&...) {
    all.emplace_back(field);
    return *this;
  }
  Names& may(const char* field, auto&&...) { return must(field); }
  Names& word(const char* field, auto&&...) { return must(field); }
  Names& pick(Pick&) { return must("site").must("piece").must("drag").must("key").must("value"); }
};

class Reader {
 public:
  explicit Reader(const Value& object) : object_(object) {}

  template <class T, class... How>
  Reader& must(const char* field, T& to, How... how) {
    read(object_.at(field), to, how...);
    return *this;
  }
  template <class T, class... How>
  Reader& may(const char* field, T& to, How... how) {
    return object_.has(field) ? must(field, to, how...) : *this;
  }
  template <class Kind, std::size_t N>
  Reader& word(const char* field, Kind& to, const char* const (&words)[N], bool optional = false) {
    if (!optional || object_.has(field)) to = static_cast<Kind>(object_.at(field).one_of(words));
    return *this;
  }
  Reader& pick(Pick& to) {
    to = scene::pick(object_);
    return *this;
  }

  static void read(const Value& v, auto& to, std::invocable<const Value&> auto how) { to = std::invoke(how, v); }
  static void read(const Value& v, bool& to) { v.is_true(), to = true; }
  static void read(const Value& v, int& to) { to = v.integer(); }
  static void read(const Value& v, Seat& to) { to = turn(v); }
  static void read(const Value& v, std::string& to) { to = v.text(); }
  static void read(const Value& v, Point& to) { to = numbers<2>(v); }
  static void read(const Value& v, Box& to) { to = box(v); }
  static void read(const Value& v, Text& to) { to = text(v); }
  static void read(const Value& v, Place& to) { to = place(v); }
  template <class T>
  static void read(const Value& v, std::optional<T>& to) {
    read(v, to.emplace());
  }
  template <class T>
  static void read(const Value& v, std::vector<T>& to, std::size_t most = most_things) {
    to.resize(v.size(most));
    for (std::size_t i = 0; i < to.size(); ++i) read(v.item(i), to[i]);
  }
  template <class T>
  static void read(const Value& v, T& to) {
    to = object<T>(v);
  }

  template <class T>
  static T object(const Value& v, const char* also = nullptr) {
    T out;
    Names names;
    if (also != nullptr) names.must(also);
    describe(names, out);
    v.fields(names.all);
    Reader reader(v);
    describe(reader, out);
    return out;
  }

  /// Reads the alternative that the word names.
  template <class Variant, std::size_t N>
  static Variant alternative(const char* field, const char* const (&words)[N], const Value& v) {
    static_assert(N == std::variant_size_v<Variant>);
    const std::size_t index = v.at(field).one_of(words);
    Variant out;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((index == I ? void(out = object<std::variant_alternative_t<I, Variant>>(v, field)) : void()), ...);
    }
    (std::make_index_sequence<N>{});
    return out;
  }

 private:
  const Value& object_;
};

// ---- The layout.

void describe(auto& ar, A<Site> auto& s) {
  ar.must("id", s.id, filled).must("at", s.at).must("size", s.size, extent).word("shape", s.shape, shapes);
  ar.may("dir", s.dir).may("owner", s.owner, seat).must("say", s.say);
}

void describe(auto& ar, A<Grid> auto& g) {
  ar.must("cols", g.columns, whole(1, 26)).must("rows", g.rows, whole(1, 400));
  ar.word("names", g.a1_bottom, first_rows).may("checker", g.checker);
}

void describe(auto& ar, A<View> auto& v) {
  ar.must("bounds", v.bounds).must("turns", v.turns, list_of(whole(0, 3), 8));
  ar.word("portrait", v.rotate, portraits, true).may("unbounded", v.unbounded);
}

void describe(auto& ar, A<Zone> auto& z) {
  ar.must("id", z.id, filled).must("box", z.box).may("seat", z.seat, seat).must("say", z.say);
}

void describe(auto& ar, A<Tray> auto& t) {
  ar.must("id", t.id, filled).word("kind", t.kind, tray_kinds).must("at", t.at).must("size", t.size, extent);
  ar.may("seat", t.seat, seat).must("say", t.say);
}

void describe(auto& ar, A<Decor> auto& d) { ar.word("kind", d.kind, decor_kinds).must("from", d.from).must("to", d.to); }

void describe(auto& ar, A<Layout> auto& l) {
  ar.must("game", l.game).must("tone", l.tone, tone_of).must("view", l.view).may("grid", l.grid).may("sites", l.sites);
  ar.may("track", l.track, list_of(filled)).may("lines", l.lines, list_of(line)).may("zones", l.zones).may("trays", l.trays);
  ar.may("decor", l.decor).may("seats", l.seats, list_of(text, 8));
}

// ---- The scene and its steps.

void describe(auto& ar, A<Piece> auto& p) {
  ar.word("kind", p.kind, piece_kinds).must("at", p.at).may("seat", p.seat, seat).may("count", p.count, whole(1, many));
  ar.may("turn", p.turn, whole(0, 3)).may("face", p.face, shown).may("value", p.value).may("strokes", p.strokes, strokes);
  ar.may("used", p.used);
}

void describe(auto& ar, A<Mark> auto& m) {
  ar.word("kind", m.kind, mark_kinds).may("sites", m.sites).may("path", m.path).may("seat", m.seat, seat).may("label", m.label);
}

void describe(auto& ar, A<Scene> auto& s) {
  ar.must("turn", s.turn).must("pieces", s.pieces).must("marks", s.marks).may("banner", s.banner);
}

void describe(auto& ar, A<step::Move> auto& s) { ar.must("from", s.from).must("to", s.to); }
void describe(auto& ar, A<step::Put> auto& s) { ar.must("piece", s.piece); }
void describe(auto& ar, A<step::Take> auto& s) { ar.must("at", s.at).may("count", s.count, whole(1, many)).may("to", s.to); }
void describe(auto& ar, A<step::Drop> auto& s) { ar.must("at", s.at).must("count", s.count, whole(1, many)); }
void describe(auto& ar, A<step::Sow> auto& s) { ar.must("from", s.from).must("over", s.over); }
void describe(auto& ar, A<step::Carry> auto& s) { ar.must("from", s.from).must("to", s.to); }
void describe(auto& ar, A<step::Flip> auto& s) { ar.must("at", s.at).must("seat", s.seat, seat); }
void describe(auto& ar, A<step::Turn> auto& s) { ar.must("at", s.at).must("turn", s.turn, whole(0, 3)); }
void describe(auto& ar, A<step::Roll> auto& s) { ar.must("values", s.values, list_of(whole(-many, many), 100)); }
void describe(auto& ar, A<step::Say> auto& s) { ar.must("text", s.text); }
void describe(auto& ar, A<step::Again> auto& s) {
  ar.must("from", s.from, whole(0, many)).must("period", s.period, whole(1, many)).must("shift", s.shift);
}
void describe(auto& ar, A<step::MarkUp> auto& s) { ar.must("marks", s.marks).must("turn", s.turn).may("banner", s.banner); }
void describe(auto& ar, A<step::Set> auto& s) { ar.must("scene", s.scene); }

// ---- The choices.

void describe(auto& ar, A<Listed> auto& l) { ar.must("moves", l.moves, list_of(filled, unlimited)); }
void describe(auto& ar, A<Tree::Branch> auto& b) { ar.pick(b.pick).must("next", b.next, next); }
void describe(auto& ar, A<Tree::Node> auto& n) { ar.must("ask", n.ask, index).must("picks", n.picks, unlimited); }
void describe(auto& ar, A<Tree> auto& t) { ar.must("asks", t.asks).must("nodes", t.nodes, unlimited); }
void describe(auto& ar, A<Facets::Option> auto& o) { ar.pick(o.pick).must("text", o.text); }
void describe(auto& ar, A<Facets::Facet> auto& f) { ar.must("ask", f.ask).must("options", f.options, unlimited); }
void describe(auto& ar, A<Facets> auto& f) { ar.must("facets", f.facets, 16).must("moves", f.moves, list_of(index, unlimited)); }

/// Checks the numbers of asks and nodes, and that the picks form no cycle or dead end.
void check(const Tree& tree, const Value& v) {
  const Value nodes = v.at("nodes");
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const Tree::Node& node = tree.nodes[n];
    if (node.ask >= tree.asks.size())
      nodes.item(n).at("ask").refuse("no such ask: there are " + std::to_string(tree.asks.size()) + ", counted from 0");
    const Value picks = nodes.item(n).at("picks");
    if (node.picks.empty()) picks.refuse("a dead end: nothing to pick");
    for (std::size_t k = 0; k < node.picks.size(); ++k)
      if (const auto* next = std::get_if<std::size_t>(&node.picks[k].next); next != nullptr && *next >= tree.nodes.size())
        picks.item(k).at("next").refuse("no such node: there are " + std::to_string(tree.nodes.size()) + ", counted from 0");
  }
  std::vector<char> state(tree.nodes.size(), 0);  // 1: on the way; 2: all ways from here end
  const std::function<void(std::size_t, int)> follow = [&](std::size_t at, int depth) {
    if (state[at] == 1 || depth > 1000) nodes.item(at).refuse("the picks form a cycle");
    if (state[at] == 2) return;
    state[at] = 1;
    for (const Tree::Branch& branch : tree.nodes[at].picks)
      if (const auto* next = std::get_if<std::size_t>(&branch.next)) follow(*next, depth + 1);
    state[at] = 2;
  };
  if (!tree.nodes.empty()) follow(0, 0);
}

void check(const Facets& facets, const Value& v) {
  const Value moves = v.at("moves");
  const std::size_t count = moves.size(), parts = facets.facets.size();
  if (parts == 0 ? count > 0 : count % parts != 0) moves.refuse("expected one number per facet for each move");
  for (std::size_t i = 0; i < count; ++i)
    if (facets.moves[i] >= facets.facets[i % parts].options.size()) moves.item(i).refuse("its facet has no such option");
}

// ---- Documents.

/// Nesting depth of brackets outside strings.
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
  if (depth_of(text) > deepest) return fail("brackets are nested more than " + std::to_string(deepest) + " deep");
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    // The byte is the last one of the unexpected token: show that token.
    const std::size_t end = std::min(error.byte, text.size());
    std::size_t begin = end;
    while (begin > 0 && end - begin < 20 && !std::strchr(" \n\t,:[]{}", text[begin - 1])) --begin;
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    std::string near(text.substr(begin, std::min<std::size_t>(20, text.size() - begin)));
    for (char& c : near)
      if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
    return fail("invalid JSON: line " + std::to_string(line) + ", byte " + std::to_string(end) + ", at '" + near + "'",
                "numbers are finite, names are in double quotes");
  } catch (const Json::exception&) {
    return fail("the JSON contains an invalid number", "write a finite number");
  }
  try {
    return read(Value(json, ""));
  } catch (const Refusal& refusal) {
    return fail(refusal.error);
  }
}

}  // namespace

Json to_json(const Text& text) {
  if (text.key.empty()) return {{"plain", text.plain}};
  Json out{{"key", text.key}};
  for (const auto& [name, value] : text.args) std::visit([&](const auto& one) { out["args"][name] = one; }, value);
  return out;
}

Json to_json(const Layout& layout) {
  Json out{{"v", 1}};
  Writer writer(out);
  describe(writer, layout);
  return out;
}

Json to_json(const Scene& scene) { return Writer::json(scene); }
Json to_json(const std::vector<Step>& steps) { return Writer::json(steps); }
Json to_json(const Choices& choices) { return Writer::alternative("form", forms, choices); }

Result<Layout> read_layout(std::string_view text) {
  return document(text, [](const Value& v) {
    Layout layout = Reader::object<Layout>(v, "v");
    if (v.at("v").whole() != 1) v.at("v").refuse("this program reads version 1");
    return layout;
  });
}
Result<Scene> read_scene(std::string_view text) {
  return document(text, [](const Value& v) { return Reader::object<Scene>(v); });
}
Result<std::vector<Step>> read_steps(std::string_view text) {
  return document(text, [](const Value& v) {
    return v.list([](const Value& one) { return Reader::alternative<Step>("do", step_words, one); }, most_things);
  });
}
Result<Choices> read_choices(std::string_view text) {
  return document(text, [](const Value& v) {
    Choices choices = Reader::alternative<Choices>("form", forms, v);
    if (const auto* tree = std::get_if<Tree>(&choices)) check(*tree, v);
    if (const auto* facets = std::get_if<Facets>(&choices)) check(*facets, v);
    return choices;
  });
}

}  // namespace banmen::scene
