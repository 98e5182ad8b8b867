#include <algorithm>

#include "core/text.hpp"
#include "games/bao/bao.hpp"

namespace banmen {
namespace bao {

std::string board_text(const std::uint8_t* board, std::uint32_t holes) {
  std::string out;
  for (std::uint32_t hole = 0; hole < holes; ++hole) {
    if (hole > 0) out += ',';
    out += std::to_string(board[hole]);
  }
  return out;
}

Result<std::vector<std::uint8_t>> read_board(std::string_view text, std::uint32_t holes, std::uint32_t most) {
  Reader reader(text);
  std::vector<std::uint8_t> board;
  std::uint32_t stones = 0;
  const std::string form = "a board looks like 0,4,0,4,0,4,0,4";
  const std::string want = "expected " + std::to_string(holes);
  while (true) {
    if (board.size() == most_holes) return reader.error("a board has at most " + std::to_string(most_holes) + " holes");
    const auto here = reader.number();
    if (!here)
      return reader.wanted("the stones of hole " + std::string(1, hole_name(static_cast<std::uint32_t>(board.size()))), form);
    if (*here > static_cast<long>(most) || stones + static_cast<std::uint32_t>(*here) > most)
      return reader.error(
          "too many stones: at most " + std::to_string(most) + " may lie on this board",
          most < most_stones ? "give a start board with up to " + std::to_string(most_stones) + " stones as board=…" : "");
    stones += static_cast<std::uint32_t>(*here);
    board.push_back(static_cast<std::uint8_t>(*here));
    if (reader.done()) break;
    if (!reader.take(',')) return reader.wanted("','", form);
    if (holes != 0 && board.size() == holes) return reader.error("too many holes: " + want);
  }
  if (holes != 0 && board.size() < holes) return reader.error("too few holes: " + want + ", got " + std::to_string(board.size()));
  return board;
}

}  // namespace bao

namespace {

Bao::Position laid(const std::vector<std::uint8_t>& board) {
  Bao::Position p{};
  std::copy(board.begin(), board.end(), p.holes);
  return p;
}

std::vector<std::uint8_t> plain_board(std::uint32_t side) {
  std::vector<std::uint8_t> board;
  for (std::uint32_t hole = 0; hole < 2 * side; ++hole) board.push_back(hole % 2 == 0 ? 0 : 4);
  return board;
}

}  // namespace

std::vector<Parameter> Bao::parameters() {
  return {Parameter::integer("holes", 8, least_holes_a_side, most_holes_a_side, "holes on each side"),
          Parameter::text("board", "", "stones of every hole from a on, such as 0,4,0,4,0,4,0,4",
                          "start board; by default 0,4,0,4,…; at most " + std::to_string(bao::most_stones) + " stones"),
          Parameter::choice(
              "endless", {"void", "illegal", "forfeit"},
              "rule for a move that never ends: void (the game stops, stones on the board count for nobody), illegal (the "
              "move can't be chosen), forfeit (stones on the board go to the opponent)")};
}

Bao Bao::plain(std::uint32_t holes_a_side, Endless endless) { return {holes_a_side, endless, laid(plain_board(holes_a_side))}; }

Result<Bao> Bao::make(const Values& values) {
  const auto side = static_cast<std::uint32_t>(values.integer("holes"));
  const std::string& rule = values.text("endless");
  const Endless endless = rule == "illegal" ? Endless::illegal : rule == "forfeit" ? Endless::forfeit : Endless::nobody;
  const std::string& text = values.text("board");
  if (text.empty()) return plain(side, endless);
  auto board = bao::read_board(text, 2 * side, bao::most_stones);
  if (!board) {
    Error error = board.error();
    error.what = "bao: board=" + text + ", character " + std::to_string(error.column) + ": " + error.what;
    error.column = 0;
    return fail(std::move(error));
  }
  return Bao(side, endless, laid(*board));
}

std::string Bao::text(const Position& p) const {
  return bao::board_text(p.holes, holes()) + " " + seat_name(static_cast<Seat>(p.mover)) + (p.ended ? " endless" : "");
}

std::string Bao::text(const Position&, Move m) { return {bao::hole_name(m.hole)}; }

Result<Bao::Position> Bao::read_position(std::string_view text) const {
  Reader reader(text);
  reader.skip_spaces();
  const int shift = reader.column() - 1;
  auto board = bao::read_board(reader.word(), holes(), stones_at_start());
  if (!board) {
    Error error = board.error();
    error.column += shift;
    return fail(std::move(error));
  }
  Position p = laid(*board);
  reader.skip_spaces();
  if (reader.done()) return p;
  const Reader at_seat = reader;
  const std::string_view seat = reader.word();
  if (seat != "first" && seat != "second") return at_seat.wanted("the seat to move", suggest(seat, {"first", "second"}));
  p.mover = seat == "second";
  reader.skip_spaces();
  if (reader.done()) return p;
  const Reader at_mark = reader;
  if (reader.word() != "endless") return at_mark.wanted("'endless' or the end of the position");
  reader.skip_spaces();
  if (!reader.done()) return reader.wanted("the end of the position");
  if (endless_rule() == Endless::illegal)
    return at_mark.error("a game can't end by an endless move where endless moves are illegal");
  const auto first = static_cast<std::uint8_t>(p.mover * holes_a_side());
  for (std::uint8_t hole = first; hole < first + holes_a_side(); ++hole)
    if (turn(p) != over && p.holes[hole] != 0 && endless(p, {hole})) {
      p.ended = 1;
      return p;
    }
  return at_mark.error("the game can't have ended like that: " + std::string(seat) + " has no endless move on this board");
}

Result<Bao::Move> Bao::read_move(const Position& p, std::string_view text) const {
  const char last = bao::hole_name(holes() - 1);
  if (text.size() != 1 || text[0] < 'a' || text[0] > last)
    return fail("'" + std::string(text) + "' is not a hole", std::string("holes are a to ") + last, 1);
  if (turn(p) == over) return fail("the game is over", {}, 1);
  const auto hole = static_cast<std::uint8_t>(text[0] - 'a');
  const std::uint32_t first = p.mover * holes_a_side();
  const std::string own = seat_name(static_cast<Seat>(p.mover)) + " plays from " + bao::hole_name(first) + " to " +
                          bao::hole_name(first + holes_a_side() - 1);
  if (hole < first || hole >= first + holes_a_side()) return fail("hole " + std::string(text) + " is the opponent's", own, 1);
  if (p.holes[hole] == 0) return fail("hole " + std::string(text) + " is empty", {}, 1);
  if (endless_rule() == Endless::illegal && endless(p, {hole}))
    return fail("hole " + std::string(text) + " would be sown for ever, which is illegal here", {}, 1);
  return Move{hole};
}

Figures Bao::facts(const Position& p, Move m) const {
  Position after = p;
  const bao::Course course = sow(after, m);
  const long captured = course.endless ? 0 : after.holes[opposite(course.stop)];
  return {{"sowings", static_cast<long>(course.sowings)},
          {"stop", course.endless ? std::string() : std::string(1, bao::hole_name(course.stop))},
          {"captured", captured},
          {"endless", course.endless},
          {"board_before_capture", course.endless ? std::string() : bao::board_text(after.holes, holes())}};
}

}  // namespace banmen
