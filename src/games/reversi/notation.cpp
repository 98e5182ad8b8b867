#include <algorithm>
#include <cstdlib>

#include "core/text.hpp"
#include "games/reversi/reversi.hpp"

namespace banmen {
namespace {

// ---------------------------------------------------------------------------------------------- parameters

Parameter size_parameter() {
  return Parameter::text("size", "8", "N or ROWSxCOLUMNS, each 4, 6 or 8", "rows and columns of the board, even, 4 to 8");
}

/// The nearest valid size, rounding odd numbers up.
long nearest_size(long n) { return std::clamp((n + 1) / 2 * 2, 4L, 8L); }

Result<DiscBoard> read_board(std::string_view game, const std::string& text) {
  const auto bad = [&](const std::string& why, const std::string& hint) {
    return fail(std::string(game) + ": size=" + text + " " + why, hint);
  };
  const std::string form = "size takes 4, 6 or 8, or rows x columns as in 4x6";
  Reader reader(text);
  const auto rows = reader.number();
  if (!rows) return bad("is not a board size", form);
  auto columns = rows;
  const bool two = !reader.done();
  if (two) {
    if (!reader.take('x')) return bad("is not a board size", form);
    columns = reader.number();
    if (!columns || !reader.done()) return bad("is not a board size", form);
  }
  const long near_rows = nearest_size(*rows), near_columns = nearest_size(*columns);
  if (near_rows != *rows || near_columns != *columns) {
    const bool odd = *rows % 2 != 0 || *columns % 2 != 0;
    std::string near = std::to_string(near_rows);
    if (two) near += "x" + std::to_string(near_columns);
    return bad(odd ? "is not an even board" : "is out of range 4..8", "the nearest valid size is " + near);
  }
  return DiscBoard{static_cast<std::int8_t>(*rows), static_cast<std::int8_t>(*columns)};
}

// ---------------------------------------------------------------------------------------------- cells and moves

std::string cell_text(int cell) { return {static_cast<char>('a' + cell % 8), static_cast<char>('1' + cell / 8)}; }

std::string last_cell(const DiscBoard& board) { return cell_text(8 * (board.rows - 1) + board.columns - 1); }

std::string move_text(DiscMove m) { return m == disc_pass ? "pass" : cell_text(m.cell); }

/// The seat whose quadrant contains a cell.
int quadrant_of(const DiscBoard& board, int cell) {
  int seat = 0;
  while (!(board.quadrant(seat) >> cell & 1)) ++seat;
  return seat;
}

template <class G>
Result<DiscMove> read_move(const G& g, const DiscPosition& p, std::string_view text) {
  const std::string quoted = "'" + std::string(text.substr(0, 16)) + (text.size() > 16 ? "…'" : "'");
  const Bits free = g.placements(p);
  if (text == "pass") {
    if (free != 0) return fail("a pass is illegal while a placement exists, such as " + cell_text(lowest(free)), {}, 1);
    if (g.count(p) == 0) return fail("the game is over, so there is no pass", {}, 1);
    return disc_pass;
  }
  const DiscBoard& board = g.board();
  const std::string cells = "cells are a1 to " + last_cell(board) + ", and there is 'pass'";
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return fail(quoted + " is neither a cell nor a pass", cells, 1);
  const int cell = 8 * (text[1] - '1') + (text[0] - 'a');
  const Bits disc = Bits{1} << cell;
  if (!(board.cells() & disc)) return fail("cell " + std::string(text) + " is not on the board", cells, 1);
  if ((p.mover | p.other) & disc) return fail("cell " + std::string(text) + " is taken", {}, 1);
  if (free & disc) return DiscMove{static_cast<std::uint8_t>(cell)};
  std::string hint = free != 0         ? "one that can be played is " + cell_text(lowest(free))
                     : g.count(p) != 0 ? "only 'pass' can be played"
                                       : "";
  if (runs_between(disc, p.other, p.mover) != 0)
    return fail("cell " + std::string(text) + " lies in the quadrant of " +
                    G::seat_name(static_cast<Seat>(quadrant_of(board, cell))) + ", who faces " +
                    G::seat_name(static_cast<Seat>(p.turn)),
                std::move(hint), 1);
  return fail("a disc on " + std::string(text) + " would flank nothing", std::move(hint), 1);
}

// ---------------------------------------------------------------------------------------------- positions

char disc_at(const DiscPosition& p, int cell) {
  if (p.black() >> cell & 1) return 'x';
  if (p.white() >> cell & 1) return 'o';
  return '.';
}

std::string position_text(const DiscBoard& board, const DiscPosition& p, std::string_view turns) {
  std::string out;
  for (int row = 0; row < board.rows; ++row) {
    if (row > 0) out += '/';
    for (int column = 0; column < board.columns; ++column) out += disc_at(p, 8 * row + column);
  }
  out += ' ';
  out += turns[p.turn];
  return out;
}

/// `turns`: one letter per seat.
Result<DiscPosition> read_position(const DiscBoard& board, std::string_view text, std::string_view turns) {
  const std::string size = std::to_string(board.rows) + " rows of " + std::to_string(board.columns) + " cells";
  Reader reader(text);
  Bits black = 0, white = 0;
  for (int row = 0; row < board.rows; ++row) {
    const std::string name = "row " + std::to_string(row + 1);
    if (row > 0 && !reader.take('/')) {
      const char c = reader.peek();
      if (c == 'x' || c == 'o' || c == '.')
        return reader.error(name.substr(0, 4) + std::to_string(row) + " is too long", "the board has " + size);
      return reader.wanted("'/' before " + name, "the board has " + size);
    }
    for (int column = 0; column < board.columns; ++column) {
      switch (reader.peek()) {
        case 'x': black |= cell_bit(row, column); break;
        case 'o': white |= cell_bit(row, column); break;
        case '.': break;
        case '/':
        case ' ':
        case '\0':
          return reader.error(
              name + " is too short: it has " + std::to_string(column) + " of " + std::to_string(board.columns) + " cells",
              "the board has " + size);
        default: return reader.wanted("'x', 'o' or '.'", "x is black, o white, . empty");
      }
      reader.next();
    }
  }
  const char after = reader.peek();
  if (after == 'x' || after == 'o' || after == '.')
    return reader.error("row " + std::to_string(board.rows) + " is too long", "the board has " + size);
  if (after == '/') return reader.error("there are too many rows", "the board has " + size);
  std::string letters;
  for (const char letter : turns)
    letters += (letters.empty() ? "" : letter == turns.back() ? " or " : ", ") + std::string(1, letter);
  const std::string hint = "after the board: a space and the seat on turn, " + letters;
  if (!reader.take(' ')) return reader.wanted("a space and the seat on turn", hint);
  const std::size_t turn = reader.done() ? std::string_view::npos : turns.find(reader.peek());
  if (turn == std::string_view::npos) return reader.wanted("the seat on turn", hint);
  reader.next();
  if (!reader.done()) return reader.wanted("the end of the position");
  if (turn % 2 == 0) return DiscPosition{black, white, turn};
  return DiscPosition{white, black, turn};
}

constexpr std::string_view reversi_turns = "xo", yonin_turns = "ABCD";

}  // namespace

// ---------------------------------------------------------------------------------------------- Reversi

std::vector<Parameter> Reversi::parameters() { return {size_parameter()}; }

Result<Reversi> Reversi::make(const Values& values) {
  return read_board(id(), values.text("size")).map([](const DiscBoard& board) { return Reversi(board); });
}

std::string Reversi::text(const Position& p) const { return position_text(board(), p, reversi_turns); }
std::string Reversi::text(const Position&, Move m) const { return move_text(m); }
Result<Reversi::Position> Reversi::read_position(std::string_view text) const {
  return banmen::read_position(board(), text, reversi_turns);
}
Result<Reversi::Move> Reversi::read_move(const Position& p, std::string_view text) const {
  return banmen::read_move(*this, p, text);
}

// ---------------------------------------------------------------------------------------------- Yonin

std::vector<Parameter> Yonin::parameters() {
  return {
      size_parameter(),
      Parameter::choice("start", {"own", "opposite"}, "colour of a quadrant's start disc: its owner's, or the other"),
      Parameter::flag("restrict", true, "forbid placing in the quadrant of the player facing you"),
      Parameter::choice("mode", {"individual", "team"}, "individual: four players, scored by rank; team: A and C against B and D"),
      Parameter::choice("score", {"discs", "quadrants"}, "score of a team: all its discs, or those in its own quadrants")};
}

Result<Yonin> Yonin::make(const Values& values) {
  const YoninOptions options = {
      .start = values.text("start") == "own" ? YoninStart::own : YoninStart::opposite,
      .restrict = values.flag("restrict"),
      .mode = values.text("mode") == "team" ? YoninMode::team : YoninMode::individual,
      .score = values.text("score") == "quadrants" ? YoninScore::quadrants : YoninScore::discs,
  };
  return read_board(id(), values.text("size")).map([&](const DiscBoard& board) { return Yonin(board, options); });
}

std::string Yonin::text(const Position& p) const { return position_text(board(), p, yonin_turns); }
std::string Yonin::text(const Position&, Move m) const { return move_text(m); }
Result<Yonin::Position> Yonin::read_position(std::string_view text) const {
  return banmen::read_position(board(), text, yonin_turns);
}
Result<Yonin::Move> Yonin::read_move(const Position& p, std::string_view text) const { return banmen::read_move(*this, p, text); }

}  // namespace banmen
