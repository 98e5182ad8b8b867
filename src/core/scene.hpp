// A board as data: layout, pieces, the steps of a move, and the choices that make up a move. Front ends draw it and take input
// without knowing the game. docs/scene.md is the reference; JSON is written and parsed only in catalog/scene_json.hpp.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/seat.hpp"

namespace banmen::scene {

/// A text for translation by the front end: a key of its dictionary with arguments, or plain words from games that it does not
/// know.
struct Text {
  std::string key;  // "square"; of a plain text empty
  std::vector<std::pair<std::string, std::variant<std::int64_t, std::string>>> args = {};
  std::string plain = {};
  bool operator==(const Text&) const = default;
};

/// A site of the layout, a tray among them, by its id; or, where the id is empty, a free place in cells.
struct Place {
  std::string site;
  int x = 0, y = 0;
  Place() = default;
  Place(std::string id) : site(std::move(id)) {}
  Place(const char* id) : site(id) {}
  Place(int column, int row) : x(column), y(row) {}
  auto operator<=>(const Place&) const = default;
};

// ---- The layout: once per game with its parameters. A cell is 1 wide; y grows downwards; a site's place is its centre.

using Point = std::array<double, 2>;
using Box = std::array<double, 4>;  // left, top, right, bottom

enum class Shape : std::uint8_t { square, pit, point, hex, none };

struct Site {
  std::string id;
  Point at{};
  Point size{1, 1};
  Shape shape = Shape::square;
  std::optional<Point> dir = {};  // of a point: its direction
  std::optional<int> owner = {};  // its seat
  Text say = {};                  // its name for screen readers
};

/// Sites with the ids a1, b1, …, each 1 by 1 and square: column c, row r (both from 0, r from the top) lies at (c+0.5, r+0.5).
struct Grid {
  int columns = 0, rows = 0;
  bool a1_bottom = false;  // else row 1 is the topmost
  bool checker = false;    // cells in two colours
};

/// A rectangular part of the board, drawn below the pieces.
struct Zone {
  std::string id;
  Box box{};
  std::optional<int> seat = {};
  Text say = {};
};

enum class TrayKind : std::uint8_t { hand, store, bar, off, dice, cube };

/// A tray next to the board, or (a bar) across it: a site whose pieces are in a row or in a stack.
struct Tray {
  std::string id;
  TrayKind kind = TrayKind::store;
  Point at{};
  Point size{1, 1};
  std::optional<int> seat = {};
  Text say = {};
};

enum class DecorKind : std::uint8_t { line, dot, box };

/// Decoration without meaning.
struct Decor {
  DecorKind kind = DecorKind::line;
  Point from{}, to{};
};

struct View {
  Box bounds{};                 // of the board; trays may lie outside
  bool unbounded = false;       // pieces may be anywhere; `bounds` is the initial view
  std::vector<int> turns = {};  // quarter turns that put each seat's side at the bottom; empty: no turning
  bool rotate = false;          // turn the board by 90° on portrait screens
};

struct Layout {
  std::string game;  // canonical name
  std::string tone;  // material: "wood", "felt", "stone", "paper", "night"; the page owns the colours
  View view;
  std::optional<Grid> grid = {};
  std::vector<Site> sites = {};
  std::vector<std::string> track = {};                          // order of sowing
  std::vector<std::pair<std::string, std::string>> lines = {};  // between the points of a graph
  std::vector<Zone> zones = {};
  std::vector<Tray> trays = {};
  std::vector<Decor> decor = {};
  std::vector<Text> seats = {};  // their names
};

// ---- The scene: on opening, and after any jump.

enum class PieceKind : std::uint8_t { disc, stones, amazon, knight, burnt, card, checker, die, cube, token, piece };

struct Piece {
  PieceKind kind = PieceKind::piece;
  Place at = {};
  std::optional<int> seat = {};
  std::optional<int> count = {};  // of a heap or stack; never 0
  std::optional<int> turn = {};   // quarter turns, clockwise
  std::string face = {};          // a letter, or a drawing by its name
  std::optional<int> value = {};  // of a die or a cube
  std::string strokes = {};       // of a card: an SVG path on its lattice of 6 by 6
  bool used = false;              // drawn dim
  bool operator==(const Piece&) const = default;
};

enum class MarkKind : std::uint8_t { last, forbidden, chain, capture, loop };

struct Mark {
  MarkKind kind = MarkKind::last;
  std::vector<Place> sites = {};
  std::vector<Place> path = {};  // a line through these
  std::optional<int> seat = {};
  std::optional<Text> label = {};
  bool operator==(const Mark&) const = default;
};

struct Scene {
  Seat turn = over;
  std::vector<Piece> pieces = {};
  std::vector<Mark> marks = {};
  std::optional<Text> banner = {};
  bool operator==(const Scene&) const = default;
};

// ---- Steps: what a move does to the scene, one after the other, as an animation shows it.
//
// "The piece at a place" is the last one there in the scene's list. A piece with a count is a heap: pieces that come to a heap of
// their kind and seat join it, and empty heaps disappear.

namespace step {
struct Move {
  Place from, to;
};  // the piece at `from`, or one of its heap
struct Put {
  Piece piece;
};  // a new piece, or more pieces of a heap
struct Take {
  Place at;
  std::optional<int> count = {};
  std::optional<Place> to = {};
};  // the piece, or `count` of the heap (default: all); to: joins a heap there
struct Drop {
  Place at;
  int count = 1;
};  // stones without a seat
struct Sow {
  Place from;
  std::vector<Place> over;
};  // all stones of `from`, one on each of `over`
struct Carry {
  std::vector<Place> from;
  Place to;
};  // all stones of these heaps to one place
struct Flip {
  std::vector<Place> at;
  int seat = 0;
};  // the pieces there become the seat's
struct Turn {
  Place at;
  int turn = 0;
};  // sets the quarter turn of the piece there
struct Roll {
  std::vector<int> values;
};  // replaces the dice in the tray "dice"
struct Say {
  Text text;
};  // for screen readers; changes nothing
struct Again {
  int from = 0, period = 0, shift = 0;
};  // the steps from `from` on repeat for ever, `shift` sites further each time; changes nothing
struct MarkUp {
  std::vector<Mark> marks;
  Seat turn = over;
  std::optional<Text> banner = {};
};  // "mark": marks, turn and banner afterwards; the last step
struct Set {
  Scene scene;
};  // replaces the whole scene
}  // namespace step

using Step = std::variant<step::Move, step::Put, step::Take, step::Drop, step::Sow, step::Carry, step::Flip, step::Turn, step::Roll,
                          step::Say, step::Again, step::MarkUp, step::Set>;

/// Sorts pieces by place, kind, seat, face, value, so that scenes that look the same are equal.
void put_in_order(Scene& scene);

/// Applies the steps to a scene and puts it in order. Steps that do not apply (no piece there) change nothing.
Scene apply(Scene scene, const std::vector<Step>& steps);

// ---- Choices: how a move is put together.

/// One thing to click, drag, or press. `next` is a node, or the move.
struct Pick {
  enum class Kind : std::uint8_t { site, piece, drag, key };
  Kind kind = Kind::site;
  Place at = {};                  // site: this; drag: from here
  Place to = {};                  // drag: to here
  std::string name = {};          // piece: its face; key: the button's label, a word of the dictionary under "key."
  std::optional<int> value = {};  // of the die that it uses up
  static Pick site(Place at) { return {Kind::site, std::move(at), {}, {}, {}}; }
  static Pick piece(std::string face) { return {Kind::piece, {}, {}, std::move(face), {}}; }
  static Pick drag(Place from, Place to, std::optional<int> value = {}) {
    return {Kind::drag, std::move(from), std::move(to), {}, value};
  }
  static Pick key(std::string name) { return {Kind::key, {}, {}, std::move(name), {}}; }
  auto operator<=>(const Pick&) const = default;
};

struct Tree {
  struct Branch {
    Pick pick;
    std::variant<std::size_t, std::string> next;  // a node, or the move's text
    bool operator==(const Branch&) const = default;
  };
  struct Node {
    std::size_t ask = 0;  // number of a text of `asks`
    std::vector<Branch> picks;
    bool operator==(const Node&) const = default;
  };
  std::vector<Text> asks = {};
  std::vector<Node> nodes = {};  // the first is the root; empty: no move
};

/// Parts that are chosen in any order. A move's text is the texts of its options, one of each facet, in the facets' order.
struct Facets {
  struct Option {
    Pick pick;  // `at` of a site may be a free place
    std::string text;
  };
  struct Facet {
    Text ask;
    std::vector<Option> options;
  };
  std::vector<Facet> facets = {};
  std::vector<std::uint32_t> moves = {};  // options by number, as many for each move as there are facets
};

struct Listed {
  std::vector<std::string> moves = {};
};

using Choices = std::variant<Listed, Tree, Facets>;

/// Builds a tree from the ways to enter moves. A move may have several ways (dice in either order). A way that is a prefix of
/// another ends with the key "done"; if two moves have the same way, it ends with a key that is the move's text. Equal branches of
/// the tree are shared.
class TreeMaker {
 public:
  /// `asks`: the prompts for the first pick of a move, the second, …; the last one for all that follow.
  explicit TreeMaker(std::vector<Text> asks) : asks_(std::move(asks)) {}
  void add(std::vector<Pick> way, std::string move) { ways_.emplace_back(std::move(way), std::move(move)); }
  [[nodiscard]] Tree make() &&;

 private:
  std::vector<Text> asks_;
  std::vector<std::pair<std::vector<Pick>, std::string>> ways_;
};

/// All moves of the choices, once for every way to enter them; for tests and for games that are not compiled in.
std::vector<std::string> leaves(const Choices& choices);

// ---- Drawing functions of a game.

/// Context of a position that the scene shows: the gains so far and the last move.
template <class G>
struct Standing {
  std::vector<long> gained = {};                 // by seat
  const typename G::Position* before = nullptr;  // null at the start
  typename G::Move move = {};
};

/// The functions that draw a game: all of them, or none. If `of` is set, it returns false for rules that are not drawn.
template <class G>
struct Scenery {
  using Position = typename G::Position;
  using Move = typename G::Move;
  std::function<Layout(const G&)> layout;
  std::function<Scene(const G&, const Position&, const Standing<G>&)> scene;
  /// The steps of a move, from the scene before it (with this standing) to the one after it.
  std::function<std::vector<Step>(const G&, const Position& before, const Move&, const Standing<G>&)> steps;
  std::function<Choices(const G&, const Position&)> choices;
  std::function<bool(const G&)> of = {};
};

// ---------------------------------------------------------------------------------------------- for scenes of games

/// The id of a grid's site: column and row from 0, the row from the top.
std::string grid_site(const Grid& grid, int column, int row);

/// The layout of a plain grid.
Layout grid_layout(std::string_view game, std::string_view tone, Grid grid);

/// The sites that the last move touched, from the first to the last.
Mark last_mark(std::vector<Place> sites);

/// A step that leaves marks, turn and banner as they are in the scene after the move.
step::MarkUp marked_as(const Scene& after);

/// The names of all seats: the keys seat.GAME.NAME.
template <class G>
std::vector<Text> seat_texts(const G& g) {
  std::vector<Text> names;
  for (int seat = 0; seat < g.players(); ++seat)
    names.push_back({"seat." + std::string(G::id()) + "." + g.seat_name(static_cast<Seat>(seat))});
  return names;
}

/// A seat's name as an argument of another text.
template <class G>
std::string seat_in_text(const G& g, Seat seat) {
  return "@seat." + std::string(G::id()) + "." + g.seat_name(seat);
}

/// The scene after a move. The steps of a move end with it: drawn by the same function, they cannot differ.
template <class G, class Draw>
Scene scene_after(const G& g, const Draw& scene, const typename G::Position& before, const typename G::Move& move,
                  const Standing<G>& standing) {
  auto position = before;
  const auto gains = g.play(position, move);
  Standing<G> next{standing.gained, &before, move};
  for (std::size_t seat = 0; seat < next.gained.size(); ++seat) next.gained[seat] += gains[seat];
  return scene(g, position, next);
}

}  // namespace banmen::scene
