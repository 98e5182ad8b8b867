// A board as data: what it looks like, what stands on it, what a move did to it, and how a move is put together. A game says all of
// this in words of its own (sites, pieces, steps, choices); front ends draw it and take input without knowing the game.
// docs/scene.md is the reference; JSON is written and read in catalog/scene_json.hpp alone.
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

/// A text that a front end says in its reader's language: a key of its dictionary with what stands in the gaps, or, from games
/// that it can't know, plain words.
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
  std::optional<Point> dir = {};  // of a point: where it grows to
  std::optional<int> owner = {};  // the seat whose it is
  Text say = {};                  // its name for people who hear it
};

/// Sites with the ids a1, b1, …, each 1 by 1 and square: column c, row r (both from 0, r from the top) lies at (c+0.5, r+0.5).
struct Grid {
  int columns = 0, rows = 0;
  bool a1_bottom = false;  // else the row 1 is the topmost
  bool checker = false;    // cells in two colours
};

/// A part of the board: a rectangle, drawn below the pieces.
struct Zone {
  std::string id;
  Box box{};
  std::optional<int> seat = {};
  Text say = {};
};

enum class TrayKind : std::uint8_t { hand, store, bar, off, dice, cube };

/// What lies beside the board, or (a bar) across it: a site like any other, whose pieces lie side by side or in a stack.
struct Tray {
  std::string id;
  TrayKind kind = TrayKind::store;
  Point at{};
  Point size{1, 1};
  std::optional<int> seat = {};
  Text say = {};
};

enum class DecorKind : std::uint8_t { line, dot, box };

/// What is drawn and means nothing.
struct Decor {
  DecorKind kind = DecorKind::line;
  Point from{}, to{};
};

struct View {
  Box bounds{};                 // of the board; trays may lie outside
  bool unbounded = false;       // pieces may lie anywhere; bounds is where to begin
  std::vector<int> turns = {};  // the quarter turn of the board that puts each seat's side below; empty: no turning
  bool rotate = false;          // on a screen that is higher than wide the board is laid on its side
};

struct Layout {
  std::string game;  // canonical name
  std::string tone;  // what it is made of: "wood", "felt", "stone", "paper", "night"; the page owns the colours
  View view;
  std::optional<Grid> grid = {};
  std::vector<Site> sites = {};
  std::vector<std::string> track = {};                          // the way stones are sown
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
  std::optional<int> count = {};  // of a heap or stack; there is none of a heap of nothing
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
// "The piece at a place" is the last in the scene's list that stands there. A piece with a count is a heap: what comes to a place
// where a heap of its kind and seat lies joins it, and a heap of nothing is gone.

namespace step {
struct Move {
  Place from, to;
};  // the piece at `from`, or one of its heap
struct Put {
  Piece piece;
};  // a new piece; of a heap its count more
struct Take {
  Place at;
  std::optional<int> count = {};
  std::optional<Place> to = {};
};  // the piece, or so many of the heap (all); to: joins a heap there
struct Drop {
  Place at;
  int count = 1;
};  // so many stones of no seat
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
};  // the piece there is turned so
struct Roll {
  std::vector<int> values;
};  // dice in the tray "dice", instead of those there
struct Say {
  Text text;
};  // to be read aloud; changes nothing
struct Again {
  int from = 0, period = 0, shift = 0;
};  // the steps from number `from` on repeat for ever, `shift` sites further each time; changes nothing
struct MarkUp {
  std::vector<Mark> marks;
  Seat turn = over;
  std::optional<Text> banner = {};
};  // "mark": how the scene stands afterwards; last of all
struct Set {
  Scene scene;
};  // the whole board anew
}  // namespace step

using Step = std::variant<step::Move, step::Put, step::Take, step::Drop, step::Sow, step::Carry, step::Flip, step::Turn, step::Roll,
                          step::Say, step::Again, step::MarkUp, step::Set>;

/// Pieces in one order whatever order they were made in: by place, then kind, seat, face, value. Scenes that show the same are then
/// equal.
void put_in_order(Scene& scene);

/// The scene after the steps, in order. What a step can't be done to (no piece there) it leaves as it is.
Scene apply(Scene scene, const std::vector<Step>& steps);

// ---- Choices: how a move is put together.

/// One thing to click, drag, or press. `next` leads on to a node, or is the move.
struct Pick {
  enum class Kind : std::uint8_t { site, piece, drag, key };
  Kind kind = Kind::site;
  Place at = {};                  // site: this; drag: from here
  Place to = {};                  // drag: to here
  std::string name = {};          // piece: its face; key: what the button says, a word of the dictionary under "key."
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
  std::vector<Node> nodes = {};  // the first is where one begins; none: there is no move
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

/// Makes a tree of ways to put moves together. A move may have several ways (dice in either order). Where a way of one move is the
/// beginning of another's it ends with the key "done", and where two moves have the same way, with a key that is the move's text.
/// Equal branches of the tree are kept once.
class TreeMaker {
 public:
  /// What is asked for the first pick of a move, the second, …; the last for all that follow.
  explicit TreeMaker(std::vector<Text> asks) : asks_(std::move(asks)) {}
  void add(std::vector<Pick> way, std::string move) { ways_.emplace_back(std::move(way), std::move(move)); }
  [[nodiscard]] Tree make() &&;

 private:
  std::vector<Text> asks_;
  std::vector<std::pair<std::vector<Pick>, std::string>> ways_;
};

/// All moves that the choices lead to, each once for every way that leads there; for tests and for games from outside.
std::vector<std::string> leaves(const Choices& choices);

// ---- What a game brings.

/// What a position does not know and its picture shows: what was gained on the way, and the move that led here.
template <class G>
struct Standing {
  std::vector<long> gained = {};                 // by seat
  const typename G::Position* before = nullptr;  // null at the start
  typename G::Move move = {};
};

/// The functions that draw a game: all of them, or none. Where `of` is not empty it says whether these rules are drawn at all.
template <class G>
struct Scenery {
  using Position = typename G::Position;
  using Move = typename G::Move;
  std::function<Layout(const G&)> layout;
  std::function<Scene(const G&, const Position&, const Standing<G>&)> scene;
  /// Of a move, from the scene before it (whose standing this is) to the one after it.
  std::function<std::vector<Step>(const G&, const Position& before, const Move&, const Standing<G>&)> steps;
  std::function<Choices(const G&, const Position&)> choices;
  std::function<bool(const G&)> of = {};
};

// ---------------------------------------------------------------------------------------------- for scenes of games

/// The id of a grid's site: column and row from 0, the row from the top.
std::string grid_site(const Grid& grid, int column, int row);

/// A board that is a grid and nothing else.
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

/// A seat's name as it stands in the gap of another text.
template <class G>
std::string seat_in_text(const G& g, Seat seat) {
  return "@seat." + std::string(G::id()) + "." + g.seat_name(seat);
}

/// What `scene` draws once the move is played. The steps of a move end as this stands: drawn by the same function, they can't
/// differ.
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
