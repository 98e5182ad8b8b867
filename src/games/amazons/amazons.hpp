// Amazons with its notation: cells a1 (bottom left) … p16, a move "d1-d7/g7" (from, to, arrow; "d1-e3" if the vacated cell burns),
// a position as its rows from the top and the side on turn, "o..o/..../..../x..x x".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/amazons/evaluate.hpp"
#include "games/amazons/rules.hpp"

namespace banmen {

/// A board cell by cell: '.', '#', 'x' or 'o', row by row from the top.
struct AmazonsBoard {
  static constexpr int least_side = 3, most_side = 16;

  int rows = 0, columns = 0;
  std::string cells;

  [[nodiscard]] std::string text() const;  // rows separated by '/'
};

const std::vector<std::string>& amazons_layouts();
/// The board given by size= ("10", or "6x7": rows × columns), layout= (a name) and board= (rows separated by '/').
Result<AmazonsBoard> amazons_board(const std::string& size, const std::string& layout, const std::string& board);

template <int Words, AmazonsPiece Piece>
struct Amazons : AmazonsRules<Words, Piece> {
  using Position = typename AmazonsRules<Words, Piece>::Position;
  using Move = typename AmazonsRules<Words, Piece>::Move;

  static std::string_view id() { return "amazons"; }
  static std::string_view title() { return "Generalised Amazons and Knight Amazons"; }
  static std::vector<Parameter> parameters();
  /// True if this class, among those for other board sizes and pieces, plays these values.
  static bool fits(const Values& values);
  static Result<Amazons> make(const Values& values);

  [[nodiscard]] std::string text(const Position& p) const;
  [[nodiscard]] std::string text(const Position& p, Move m) const;
  [[nodiscard]] Result<Position> read_position(std::string_view text) const;
  [[nodiscard]] Result<Move> read_move(const Position& p, std::string_view text) const;
  static std::string seat_name(Seat seat) { return seat == 0 ? "first" : "second"; }
  [[nodiscard]] Picture picture(const Position& p) const;

 private:
  [[nodiscard]] std::string cell_name(int cell) const;
  [[nodiscard]] char cell_text(const Position& p, int cell) const;
};

using AmazonsQueen1 = Amazons<1, AmazonsPiece::queen>;
using AmazonsQueen2 = Amazons<2, AmazonsPiece::queen>;
using AmazonsQueen4 = Amazons<4, AmazonsPiece::queen>;
using AmazonsKnight1 = Amazons<1, AmazonsPiece::knight>;
using AmazonsKnight2 = Amazons<2, AmazonsPiece::knight>;
using AmazonsKnight4 = Amazons<4, AmazonsPiece::knight>;

/// X(words, piece) for each of these classes.
#define BANMEN_EACH_AMAZONS(X) X(1, queen) X(2, queen) X(4, queen) X(1, knight) X(2, knight) X(4, knight)

#define BANMEN_EXTERN(words, piece) extern template struct Amazons<words, AmazonsPiece::piece>;
BANMEN_EACH_AMAZONS(BANMEN_EXTERN)
#undef BANMEN_EXTERN

namespace amazons {
template <int Words, AmazonsPiece Piece>
scene::Scenery<Amazons<Words, Piece>> scenery();
}

}  // namespace banmen
