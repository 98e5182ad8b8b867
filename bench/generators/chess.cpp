#include "generators/chess.hpp"

#include <array>
#include <cstddef>

namespace banmen::baseline {
namespace {

// ---- squares: 10×12 mailbox, a8 = 21 … h1 = 98. No leap goes beyond the border, so there are no tests of rows and columns.

constexpr int north = -10, south = 10, west = -1, east = 1;
constexpr int a8 = 21, e8 = 25, h8 = 28, a1 = 91, e1 = 95, h1 = 98;
constexpr int nowhere = 0;

// Orthogonal directions first, then diagonal ones.
constexpr int directions[8] = {north, south, west, east, north + west, north + east, south + west, south + east};
constexpr int leaps[8] = {-21, -19, -12, -8, 8, 12, 19, 21};

// ---- pieces: a kind and a colour bit

enum Kind { none, pawn, knight, bishop, rook, queen, king };
constexpr int white = 8, black = 16, colours = white | black;
constexpr int wall = 32;

constexpr int kind_of(int piece) { return piece & 7; }

// ---- castling rights: one bit per rook, cleared by any move from or to its square or the king's

struct Castling {
  int colour, king_from, king_to, rook_from, rook_to;
};
constexpr Castling castlings[4] = {{white, e1, e1 + 2, h1, e1 + 1},
                                   {white, e1, e1 - 2, a1, e1 - 1},
                                   {black, e8, e8 + 2, h8, e8 + 1},
                                   {black, e8, e8 - 2, a8, e8 - 1}};

constexpr auto kept_rights = [] {
  std::array<std::uint8_t, 120> kept{};
  for (auto& k : kept) k = 15;
  for (int i = 0; i < 4; ++i)
    for (const int square : {castlings[i].king_from, castlings[i].rook_from})
      kept[static_cast<std::size_t>(square)] &= static_cast<std::uint8_t>(~(1 << i));
  return kept;
}();

struct Move {
  std::uint8_t from, to, promotion;
};

/// Maximum number of pseudo-legal moves; at most 218 are legal.
struct MoveList {
  Move moves[256];
  int size = 0;

  void add(int from, int to, int promotion = none) {
    moves[size++] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(promotion)};
  }
};

class Board {
 public:
  explicit Board(std::string_view rows) {
    for (auto& square : at_) square = wall;
    int square = a8;
    for (const char letter : rows) {
      if (letter == '/') {
        square += 2;
        continue;
      }
      constexpr std::string_view letters = ".PNBRQK..pnbrqk.";
      const auto found = static_cast<int>(letters.find(letter));
      const int piece = found == 0 ? none : found < 8 ? white | found : black | (found - 8);
      at_[square] = static_cast<std::uint8_t>(piece);
      if (kind_of(piece) == king) king_[piece == (black | king)] = square;
      ++square;
    }
    for (int i = 0; i < 4; ++i) {
      const Castling& c = castlings[i];
      if (at_[c.king_from] == (c.colour | king) && at_[c.rook_from] == (c.colour | rook)) rights_ |= 1 << i;
    }
  }

  /// Makes moves of the last ply too, to test their legality.
  std::uint64_t perft(int depth) {
    if (depth == 0) return 1;
    MoveList list;
    generate(list);
    std::uint64_t leaves = 0;
    for (int i = 0; i < list.size; ++i) {
      const Undo undo = make(list.moves[i]);
      if (!attacked(king_[mover_ == white], mover_)) leaves += perft(depth - 1);
      unmake(list.moves[i], undo);
    }
    return leaves > 0 ? leaves : 1;  // mate or stalemate
  }

 private:
  struct Undo {
    std::uint8_t moved, captured;
    int rights, passed;
  };

  [[nodiscard]] int other() const { return mover_ ^ colours; }

  void generate(MoveList& list) const {
    for (int row = a8; row <= a1; row += south)
      for (int from = row; from < row + 8; ++from) {
        if (!(at_[from] & mover_)) continue;
        switch (kind_of(at_[from])) {
          case pawn: generate_pawn(list, from); break;
          case knight: generate_steps(list, from, leaps); break;
          case bishop: generate_slides(list, from, 4, 8); break;
          case rook: generate_slides(list, from, 0, 4); break;
          case queen: generate_slides(list, from, 0, 8); break;
          case king: generate_steps(list, from, directions); break;
          default: break;
        }
      }
    generate_castlings(list);
  }

  void generate_pawn(MoveList& list, int from) const {
    const int forward = mover_ == white ? north : south;
    const auto add = [&](int to) {
      // The border is beyond the last row.
      if (at_[to + forward] != wall) return list.add(from, to);
      for (const int kind : {queen, rook, bishop, knight}) list.add(from, to, kind);
    };
    if (at_[from + forward] == none) {
      add(from + forward);
      const bool at_home = at_[from - 2 * forward] == wall;
      if (at_home && at_[from + 2 * forward] == none) list.add(from, from + 2 * forward);
    }
    for (const int side : {west, east}) {
      const int to = from + forward + side;
      if (at_[to] & other() || to == passed_) add(to);
    }
  }

  void generate_steps(MoveList& list, int from, const int (&steps)[8]) const {
    for (const int step : steps)
      if (!(at_[from + step] & (mover_ | wall))) list.add(from, from + step);
  }

  void generate_slides(MoveList& list, int from, int first, int last) const {
    for (int d = first; d < last; ++d) {
      int to = from + directions[d];
      for (; at_[to] == none; to += directions[d]) list.add(from, to);
      if (at_[to] & other()) list.add(from, to);
    }
  }

  /// The king must not be on nor cross an attacked square; his destination is tested after the move.
  void generate_castlings(MoveList& list) const {
    for (int i = 0; i < 4; ++i) {
      const Castling& c = castlings[i];
      if (c.colour != mover_ || !(rights_ >> i & 1)) continue;
      const int step = c.rook_from > c.king_from ? east : west;
      int square = c.king_from + step;
      while (square != c.rook_from && at_[square] == none) square += step;
      if (square != c.rook_from) continue;
      if (!attacked(c.king_from, other()) && !attacked(c.king_from + step, other())) list.add(c.king_from, c.king_to);
    }
  }

  /// Returns whether a piece of that colour attacks the square, by reverse lookup from the square.
  [[nodiscard]] bool attacked(int square, int by) const {
    const int back = by == white ? south : north;
    if (at_[square + back + west] == (by | pawn) || at_[square + back + east] == (by | pawn)) return true;
    for (const int leap : leaps)
      if (at_[square + leap] == (by | knight)) return true;
    for (int d = 0; d < 8; ++d) {
      int from = square + directions[d];
      if (at_[from] == (by | king)) return true;
      while (at_[from] == none) from += directions[d];
      if (at_[from] == (by | queen) || at_[from] == (by | (d < 4 ? rook : bishop))) return true;
    }
    return false;
  }

  Undo make(const Move& move) {
    const Undo undo{at_[move.from], at_[move.to], rights_, passed_};
    const int kind = kind_of(undo.moved);
    at_[move.to] = move.promotion == none ? undo.moved : static_cast<std::uint8_t>(mover_ | move.promotion);
    at_[move.from] = none;
    rights_ &= kept_rights[move.from] & kept_rights[move.to];
    passed_ = nowhere;
    if (kind == pawn) {
      if (move.to == undo.passed) at_[behind(move.to)] = none;
      if (move.to - move.from == 2 * north || move.to - move.from == 2 * south) passed_ = behind(move.to);
    } else if (kind == king) {
      king_[mover_ == black] = move.to;
      if (const Castling* c = castling(move)) {
        at_[c->rook_to] = at_[c->rook_from];
        at_[c->rook_from] = none;
      }
    }
    mover_ = other();
    return undo;
  }

  void unmake(const Move& move, const Undo& undo) {
    mover_ = other();
    const int kind = kind_of(undo.moved);
    at_[move.from] = undo.moved;
    at_[move.to] = undo.captured;
    rights_ = undo.rights;
    passed_ = undo.passed;
    if (kind == pawn) {
      if (move.to == passed_) at_[behind(move.to)] = static_cast<std::uint8_t>(other() | pawn);
    } else if (kind == king) {
      king_[mover_ == black] = move.from;
      if (const Castling* c = castling(move)) {
        at_[c->rook_from] = at_[c->rook_to];
        at_[c->rook_to] = none;
      }
    }
  }

  /// The square behind `square` for the mover: the origin of a pawn step, and the pawn captured en passant.
  [[nodiscard]] int behind(int square) const { return square + (mover_ == white ? south : north); }

  /// The castling rook of a king's move by two squares.
  static const Castling* castling(const Move& move) {
    if (move.to - move.from != 2 && move.from - move.to != 2) return nullptr;
    for (const Castling& c : castlings)
      if (c.king_from == move.from && c.king_to == move.to) return &c;
    return nullptr;
  }

  std::uint8_t at_[120];
  int king_[2] = {};  // white's square, black's
  int mover_ = white;
  int rights_ = 0;
  int passed_ = nowhere;  // en passant target
};

}  // namespace

std::uint64_t chess_perft(std::string_view rows, int depth) { return Board(rows).perft(depth); }

std::uint64_t chess_perft(int depth) {
  return chess_perft("rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR", depth);
}

}  // namespace banmen::baseline
