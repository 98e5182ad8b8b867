#include "rules/scene.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "core/text.hpp"

namespace banmen::rules {
namespace {

// Faces that front ends can draw.
constexpr std::string_view figures[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};
constexpr std::string_view animals[] = {"fox", "goose", "hare", "hound"};

template <std::size_t N>
bool is_named(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// The seat whose colour a piece has: its owner, or the first seat of its team.
std::optional<int> seat_of(const Rules& rules, const PieceCode& code) {
  if (code.side < 0) return std::nullopt;
  if (rules.kinds[static_cast<std::size_t>(code.kind)].owner != PieceKind::Owner::teams) return code.owner;
  const auto first = std::find(rules.side.begin(), rules.side.end(), code.side);
  return static_cast<int>(first - rules.side.begin());
}

/// True if an earlier kind has the same plain drawing.
bool is_second(const Rules& rules, const PieceCode& code) {
  const std::string_view hint = hint_of(rules, rules.kinds[static_cast<std::size_t>(code.kind)].name);
  return std::any_of(rules.codes.begin(), rules.codes.end(), [&](const PieceCode& other) {
    return other.kind < code.kind && seat_of(rules, other) == seat_of(rules, code) &&
           hint_of(rules, rules.kinds[static_cast<std::size_t>(other.kind)].name) == hint;
  });
}

/// A letter that is safe in HTML; else the kind's name.
std::string letter_of(const Rules& rules, const PieceCode& code) {
  const bool plain = code.letter != "<" && code.letter != ">";
  return plain ? code.letter : rules.kinds[static_cast<std::size_t>(code.kind)].name;
}

}  // namespace

std::string_view hint_of(const Rules& rules, std::string_view kind) {
  for (const std::string& hint : rules.show)
    if (hint.size() > kind.size() && hint.starts_with(kind) && hint[kind.size()] == ' ')
      return std::string_view(hint).substr(kind.size() + 1);
  return {};
}

bool hints(const Rules& rules, std::string_view word) {
  return std::find(rules.show.begin(), rules.show.end(), word) != rules.show.end();
}

std::vector<const Region*> tinted(const Rules& rules) {
  std::vector<const Region*> out;
  for (const Region& region : rules.regions)
    if (hints(rules, "tint " + region.name)) out.push_back(&region);
  return out;
}

scene::Piece drawn(const Rules& rules, int number) {
  const PieceCode& code = rules.codes[static_cast<std::size_t>(number)];
  const std::string& name = rules.kinds[static_cast<std::size_t>(code.kind)].name;
  const std::string_view hint = hint_of(rules, name);
  scene::Piece piece;
  piece.seat = seat_of(rules, code);
  if (is_named(animals, name)) {
    piece.face = name;
  } else if (hint == "crown") {
    piece.face = "crown";
  } else if (hint == "letter" && name == "amazon") {
    piece.kind = scene::PieceKind::amazon;
  } else if (hint == "letter") {
    piece.face = is_named(figures, name) ? name : letter_of(rules, code);
  } else if (hint == "token" || !piece.seat) {
    piece.kind = scene::PieceKind::token;
    if (is_second(rules, code)) piece.face = letter_of(rules, code);
  } else if (is_second(rules, code)) {
    piece.face = letter_of(rules, code);
  } else {
    piece.kind = scene::PieceKind::disc;
  }
  return piece;
}

bool has_figures(const Rules& rules) {
  for (std::size_t c = 0; c < rules.codes.size(); ++c) {
    const scene::Piece piece = drawn(rules, static_cast<int>(c));
    if (piece.kind == scene::PieceKind::amazon || (piece.kind == scene::PieceKind::piece && is_named(figures, piece.face)))
      return true;
  }
  return false;
}

std::string hand_tray(const Rules& rules, std::size_t kind, std::size_t seat) {
  return "hand:" + rules.seats[seat] + ":" + rules.kinds[kind].name;
}
std::string counter_tray(const Rules& rules, std::size_t counter, std::size_t seat) {
  const Counter& of = rules.counters[counter];
  return of.each ? "count:" + rules.seats[seat] + ":" + of.name : "count:" + of.name;
}
std::string store_tray(const Rules& rules, std::size_t seat) { return "store:" + rules.seats[seat]; }

std::vector<scene::Place> chosen_places(const Rules& rules, const std::vector<Note>& notes) {
  std::vector<scene::Place> out;
  for (const Note& note : notes)
    if (note.chosen && rules.slot_types[static_cast<std::size_t>(note.slot)] == Type::site)
      out.emplace_back(site_name(rules, note.value));
  return out;
}

std::vector<scene::Piece> pieces_of(const TextGame& game, const State& state, const std::int32_t* gained) {
  const Rules& rules = game.rules();
  std::vector<scene::Piece> out;
  const auto put = [&](scene::Piece piece, std::string at, std::optional<int> count = {}) {
    piece.at = scene::Place(std::move(at));
    piece.count = count;
    out.push_back(std::move(piece));
  };
  const auto heap = [&](scene::PieceKind kind, std::optional<int> seat, std::string at, int count) {
    if (count > 0) put({.kind = kind, .seat = seat}, std::move(at), count);
  };
  for (std::size_t s = 0; s < state.piece.size(); ++s) {
    const std::string& at = site_name(rules, static_cast<long>(s));
    const int stones = rules.has_stones ? state.stones[s] : 0;
    if (state.piece[s] >= 0) put(drawn(rules, state.piece[s]), at);
    heap(scene::PieceKind::stones, {}, at, stones);
    // Marks of an empty site, as in the picture.
    const bool marked = std::any_of(state.marks.begin(), state.marks.end(), [&](const Set& marks) { return marks[s]; });
    if (marked && state.piece[s] < 0 && stones == 0) put({.kind = scene::PieceKind::token, .face = "+"}, at);
  }
  const std::size_t seats = rules.seats.size();
  for (std::size_t k = 0; k < rules.kinds.size(); ++k)
    for (std::size_t s = 0; rules.kinds[k].has_hand && s < seats; ++s) {
      const auto code = static_cast<int>(code_of(rules, static_cast<int>(k), static_cast<int>(s)));
      for (int n = state.hands[k * seats + s]; n > 0; --n) put(drawn(rules, code), hand_tray(rules, k, s));
    }
  for (std::size_t c = 0; c < rules.counters.size(); ++c)
    for (std::size_t s = 0; s < (rules.counters[c].each ? seats : 1); ++s) {
      const int value = state.counters[c * seats + s];
      const std::optional<int> seat = rules.counters[c].each ? std::optional(static_cast<int>(s)) : std::nullopt;
      if (rules.counters[c].least >= 0)
        heap(scene::PieceKind::token, seat, counter_tray(rules, c, s), value);
      else  // a heap has no negative count
        put({.kind = scene::PieceKind::token, .seat = seat, .value = value}, counter_tray(rules, c, s));
    }
  if (state.rolled > 0) put({.kind = scene::PieceKind::die, .value = state.rolled}, "dice");
  if (takes(rules))
    for (std::size_t s = 0; s < seats; ++s) heap(scene::PieceKind::stones, {}, store_tray(rules, s), static_cast<int>(gained[s]));
  return out;
}

scene::Scene TextGame::scene(const std::uint8_t* position, const std::int32_t* gained, const std::uint8_t* before,
                             std::uint64_t move) const {
  const State state = interpreter_->layout().read(rules_, position);
  scene::Scene out;
  out.turn = interpreter_->turn(position);
  out.pieces = pieces_of(*this, state, gained);
  if (before) {
    scene::Mark last;
    last.sites = chosen_places(rules_, interpreter_->parts_of(before, move).notes);
    if (!last.sites.empty()) out.marks.push_back(std::move(last));
  }
  if (state.over == 2) out.banner = scene::Text{"banner.rules.endless"};
  put_in_order(out);
  return out;
}

// The parts of a text game's moves: its choices in order.

namespace {

using scene::Pick;

class Ways {
 public:
  Ways(const TextGame& game, const std::uint8_t* position)
      : rules_(game.rules()), state_(game.interpreter().layout().read(rules_, position)) {}

  [[nodiscard]] std::vector<Pick> way(const Interpreter::MoveParts& parts, const std::string& text) const {
    std::vector<Pick> out;
    long at = -1;  // the last chosen site
    for (std::size_t i = 0; i < parts.notes.size(); ++i) {
      const Note& note = parts.notes[i];
      if (!note.chosen) continue;
      switch (rules_.slot_types[static_cast<std::size_t>(note.slot)]) {
        case Type::site:
          at = note.value;
          out.push_back(Pick::site(site_name(rules_, at)));
          break;
        case Type::dirs:
          // A site chosen next shows the direction; otherwise the neighbour in that direction does.
          if (!chooses_site(parts.notes, i + 1)) out.push_back(toward(at, static_cast<int>(note.value)));
          break;
        case Type::piece: out.push_back(Pick::key(rules_.kinds[static_cast<std::size_t>(note.value)].name)); break;
        default: out.push_back(Pick::key(std::to_string(note.value))); break;
      }
    }
    for (const std::string& word : parts.words) out.push_back(Pick::key(word));
    if (out.empty()) out.push_back(Pick::key(text));
    return out;
  }

  /// The prompt at each depth, by the kinds of its options.
  [[nodiscard]] std::vector<scene::Text> asks(const std::vector<std::vector<Pick>>& ways) const {
    std::size_t depth = 0;
    for (const auto& way : ways) depth = std::max(depth, way.size());
    std::vector<scene::Text> out;
    bool lifted = false;  // the previous part was an own piece, which is now moved
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

scene::Choices TextGame::choices(const std::uint8_t* position) const {
  std::vector<std::uint64_t> moves(traits_.move_capacity + 1);
  moves.resize(interpreter_->moves(position, moves.data()));
  // A tree of very many moves takes seconds and megabytes per move: they are listed instead; beyond `most_listed` there is only
  // notation.
  constexpr std::size_t most_in_tree = 1 << 15, most_listed = 1 << 17;
  if (interpreter_->turn(position) < 0 || moves.size() > most_in_tree) {  // or a die's outcomes, which nobody chooses
    scene::Listed listed;
    for (std::size_t k = 0; k < moves.size() && moves.size() <= most_listed; ++k)
      listed.moves.push_back(interpreter_->move_text(position, moves[k]));
    return listed;
  }
  const Ways ways(*this, position);
  std::vector<std::vector<Pick>> all;
  std::vector<std::string> texts;
  for (const std::uint64_t move : moves) {
    const Interpreter::MoveParts parts = interpreter_->parts_of(position, move);
    texts.push_back(move == Interpreter::pass_move ? "pass" : rules::move_text(rules_, parts.notes, parts.words));
    all.push_back(ways.way(parts, texts.back()));
  }
  scene::TreeMaker tree(ways.asks(all));
  for (std::size_t i = 0; i < all.size(); ++i) tree.add(std::move(all[i]), std::move(texts[i]));
  return std::move(tree).make();
}

namespace {

std::string padded(std::string text, std::size_t to) {
  while (static_cast<std::size_t>(characters(text)) < to) text.insert(text.begin(), ' ');
  return text;
}

class Drawing {
 public:
  Drawing(const Rules& rules, const State& state) : rules_(rules), state_(state), board_(rules.board) {}

  Picture draw() {
    switch (board_.kind()) {
      case Board::Kind::grid: rectangle(); break;
      case Board::Kind::hex: hexagons(); break;
      case Board::Kind::ring:
      case Board::Kind::track: row(); break;
      case Board::Kind::graph: graph(); break;
    }
    below();
    return picture_;
  }

 private:
  struct Cell {
    std::string text;
    Ink ink;
    std::string site = {};  // its name, for marks of front ends
  };

  /// A piece with the number of stones under it.
  [[nodiscard]] Cell cell(int site) const {
    const std::string& name = board_.point(site).name;
    const int number = rules_.has_stones ? state_.stones[static_cast<std::size_t>(site)] : 0;
    const std::string stones = number > 0 ? std::to_string(number) : "";
    if (const int code = state_.piece[static_cast<std::size_t>(site)]; code >= 0) {
      const PieceCode& piece = rules_.codes[static_cast<std::size_t>(code)];
      return {piece.letter + stones, piece.owner < 0 ? Ink::plain : seat_ink(piece.owner), name};
    }
    if (!stones.empty()) return {stones, Ink::plain, name};
    for (const Set& marks : state_.marks)
      if (marks[static_cast<std::size_t>(site)]) return {"+", Ink::mark, name};
    return {".", Ink::faint, name};
  }

  /// Characters of the longest content of a site.
  [[nodiscard]] std::size_t widest() const {
    std::size_t most = 1;
    for (int s = 0; s < board_.size(); ++s) most = std::max(most, static_cast<std::size_t>(characters(cell(s).text)));
    return most;
  }

  [[nodiscard]] std::string row_name(int r) const { return std::to_string(board_.from_top() ? r + 1 : board_.rows() - r); }

  void rectangle() {
    const std::size_t side = std::to_string(board_.rows()).size(),
                      cell_width = std::max(widest(), column_name(board_.columns()).size());
    const auto letters = [&] {
      picture_.line().put(std::string(side, ' '), Ink::frame);
      for (int c = 1; c <= board_.columns(); ++c) picture_.put(" " + padded(column_name(c), cell_width), Ink::frame);
    };
    letters();
    for (int r = 0; r < board_.rows(); ++r) {
      const std::string number = row_name(r);
      picture_.line().put(padded(number, side) + " ", Ink::frame);
      for (int c = 0; c < board_.columns(); ++c) {
        const int site = board_.cells()[static_cast<std::size_t>(r * board_.columns() + c)];
        const Cell here = site < 0 ? Cell{" ", Ink::plain} : cell(site);
        picture_.put(padded(here.text, cell_width) + " ", here.ink, here.site);  // the blank is for a mark
      }
      picture_.put(number, Ink::frame);
    }
    letters();
  }

  /// Each row is half a cell to the left of the row above, since the neighbours above are N and NW. Boards are of any outline, so
  /// the name of a row is right before its first site and that of a column right above its last one, both in line with their sites;
  /// the other ends get names too where there is room.
  void hexagons() {
    const int rows = board_.rows(), columns = board_.columns();
    const std::size_t side = std::to_string(rows).size(), content = std::max(widest(), column_name(columns).size());
    const std::size_t lean = (content + 2) / 2, field = 2 * lean - 1;
    using Place = std::pair<int, int>;  // row from the top, column; -1 and one too many around the board
    std::map<Place, Cell> cells;
    const auto site_at = [&](int r, int c) { return board_.cells()[static_cast<std::size_t>(r * columns + c)]; };
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c)
        if (const int site = site_at(r, c); site >= 0) cells[{r, c}] = cell(site);
    const auto label = [&](Place at, const std::string& name) { return cells.try_emplace(at, Cell{name, Ink::frame}).second; };
    std::vector<Place> row_ends(static_cast<std::size_t>(rows), {-1, -1}), column_ends(static_cast<std::size_t>(columns), {-1, -1});
    const auto extend = [](Place& ends, int to) {
      ends = {ends.first < 0 ? to : std::min(ends.first, to), std::max(ends.second, to)};
    };
    for (const auto& [at, here] : cells) {
      extend(row_ends[static_cast<std::size_t>(at.first)], at.second);
      extend(column_ends[static_cast<std::size_t>(at.second)], at.first);
    }
    for (int r = 0; r < rows; ++r)
      if (const auto [first, last] = row_ends[static_cast<std::size_t>(r)]; first >= 0) label({r, first - 1}, row_name(r));
    for (int c = 0; c < columns; ++c)
      if (const auto [top, bottom] = column_ends[static_cast<std::size_t>(c)]; top >= 0) {
        label({top - 1, c}, column_name(c + 1));
        label({bottom + 1, c}, column_name(c + 1));
      }
    for (int r = 0; r < rows; ++r)
      if (const auto [first, last] = row_ends[static_cast<std::size_t>(r)]; first >= 0) label({r, last + 1}, row_name(r));
    int line = -2;
    std::size_t used = 0;
    for (const auto& [at, here] : cells) {
      for (; line < at.first; ++line, used = 0) picture_.line();
      const std::size_t begin =
          side + static_cast<std::size_t>(rows - at.first) * lean + static_cast<std::size_t>(at.second + 1) * 2 * lean;
      const std::string text = padded(here.text, field);
      const auto width = static_cast<std::size_t>(characters(text));
      const std::size_t end = begin + field, from = end - std::min(end, width);
      if (from > used) picture_.put(std::string(from - used, ' '));
      picture_.put(text + " ", here.ink, here.site);  // the blank is for a mark
      used = std::max(used, from) + width + 1;
    }
  }

  /// The sites of a ring or track with their stones; the second half of a ring runs back above the first.
  void row() {
    const int size = board_.size();
    const bool folded = board_.kind() == Board::Kind::ring && size % 2 == 0 && size > 2;
    const int half = folded ? size / 2 : size;
    std::size_t cell_width = column_name(size).size();
    cell_width = std::max(cell_width, widest());
    const auto names = [&](int begin, int end) {
      picture_.line();
      for (int i = begin; i != end; i += begin < end ? 1 : -1)
        picture_.put((i == begin ? "" : " ") + padded(board_.point(i).name, cell_width), Ink::frame);
    };
    const auto contents = [&](int begin, int end) {
      picture_.line();
      for (int i = begin; i != end; i += begin < end ? 1 : -1) {
        const Cell here = cell(i);
        picture_.put(padded(here.text, cell_width) + " ", here.ink, here.site);
      }
    };
    if (folded) {
      names(size - 1, half - 1);
      contents(size - 1, half - 1);
    }
    if (!folded) names(0, half);
    contents(0, half);
    if (folded) names(0, half);
  }

  /// Points at their coordinates, with lines between neighbours.
  void graph() {
    const Board::Extent extent = board_.extent();
    const int high = extent.high, left = extent.left, right = extent.right;
    const int step = std::max(4, static_cast<int>(widest()) + 1);
    const auto rows = static_cast<std::size_t>(2 * (high - extent.low) + 1),
               columns = static_cast<std::size_t>(step * (right - left) + 1);
    if (rows > 120 || columns > 240) return plain_list();
    std::vector<std::vector<Cell>> grid(rows, std::vector<Cell>(columns, {" ", Ink::plain}));
    const auto row_of = [&](int s) { return 2 * (high - board_.point(s).row); };
    const auto column_of = [&](int s) { return step * (board_.point(s).column - left); };
    for (int s = 0; s < board_.size(); ++s)
      for (const auto& [d, other] : board_.near(s)) {
        const int dr = row_of(other) - row_of(s), dc = column_of(other) - column_of(s);
        const int steps = std::max(std::abs(dr), std::abs(dc));
        for (int i = 1; i < steps; ++i) {
          const auto r = static_cast<std::size_t>(row_of(s) + dr * i / steps),
                     c = static_cast<std::size_t>(column_of(s) + dc * i / steps);
          grid[r][c] = {dr == 0 ? "-" : dc == 0 ? "|" : (dr < 0) == (dc > 0) ? "/" : "\\", Ink::faint};
        }
      }
    for (int s = 0; s < board_.size(); ++s) {
      Cell here = cell(s);
      if (here.text == ".") here = {"o", Ink::faint, here.site};
      bool letter_taken = false;
      for (const PieceCode& code : rules_.codes) letter_taken = letter_taken || code.letter == here.text;
      if (state_.piece[static_cast<std::size_t>(s)] < 0) here.text = letter_taken ? "." : here.text;
      auto& row = grid[static_cast<std::size_t>(row_of(s))];
      const auto at = static_cast<std::size_t>(column_of(s)), length = static_cast<std::size_t>(characters(here.text));
      for (std::size_t c = at + 1; c < std::min(columns, at + length); ++c) row[c].text.clear();
      row[at] = std::move(here);
    }
    for (std::size_t r = 0; r < rows; ++r) {
      picture_.line();
      const bool numbered = r % 2 == 0;
      picture_.put(padded(numbered ? std::to_string(high - static_cast<int>(r / 2)) : "", 2) + " ", Ink::frame);
      for (const Cell& c : grid[r]) picture_.put(c.text, c.ink, c.site);
    }
    picture_.line().put("   ");
    for (int c = left; c <= right; ++c)
      picture_.put(c >= 1 && c <= 26 && c == right ? column_name(c)
                                                   : std::string(c >= 1 && c <= 26 ? column_name(c) : " ") +
                                                         std::string(static_cast<std::size_t>(step - 1), ' '),
                   Ink::frame);
  }

  void plain_list() {
    for (int s = 0; s < board_.size(); ++s) {
      const Cell here = cell(s);
      picture_.line().put(board_.point(s).name + " ", Ink::frame).put(here.text, here.ink, here.site);
    }
  }

  /// Hands, counters, roll and the seat to move.
  void below() {
    picture_.line();
    const auto seats = rules_.seats.size();
    for (std::size_t k = 0; k < rules_.kinds.size(); ++k)
      if (rules_.kinds[k].has_hand)
        for (std::size_t s = 0; s < seats; ++s)
          picture_.put(
              rules_.seats[s] + " holds " + std::to_string(state_.hands[k * seats + s]) + " " + rules_.kinds[k].name + "  ",
              seat_ink(static_cast<int>(s)));
    for (std::size_t c = 0; c < rules_.counters.size(); ++c)
      for (std::size_t s = 0; s < (rules_.counters[c].each ? seats : 1); ++s)
        picture_.put((rules_.counters[c].each ? rules_.seats[s] + " " : "") + rules_.counters[c].name + " " +
                         std::to_string(state_.counters[c * seats + s]) + "  ",
                     rules_.counters[c].each ? seat_ink(static_cast<int>(s)) : Ink::plain);
    if (state_.rolled > 0) {
      const Figures thrown = throw_facts(rules_, state_);
      std::vector<std::string> names;
      for (std::size_t k = 1; k < thrown.size(); ++k)
        names.push_back(thrown[k].name + " " + std::to_string(static_cast<long>(thrown[k].value.number().value_or(0))));
      picture_.put("rolled " + std::to_string(state_.rolled) + (names.empty() ? "" : " (" + join(names, ", ") + ")") + "  ");
    }
    if (state_.over == 0)
      picture_.put(rules_.seats[static_cast<std::size_t>(state_.seat)] + " to move", seat_ink(state_.seat));
    else
      picture_.put(state_.over == 2 ? "over: the last move never ends" : "over");
  }

  const Rules& rules_;
  const State& state_;
  const Board& board_;
  Picture picture_;
};

}  // namespace

Picture TextGame::picture(const std::uint8_t* position) const {
  return Drawing(rules_, interpreter_->layout().read(rules_, position)).draw();
}

}  // namespace banmen::rules
