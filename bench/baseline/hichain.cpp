#include "baseline/hichain.hpp"

#include <map>
#include <memory>
#include <vector>

#include "core/hash.hpp"
#include "core/random.hpp"
#include "games/hichain/hichain.hpp"
#include "research/hichain/chain_tree.hpp"

namespace banmen::baseline {
namespace {

using Position = HichainRules::Position;
using Move = HichainRules::Move;

struct Square {
  int x = 0, y = 0;
  std::map<int, Square*> around;  // by direction, clockwise from the north-west
  int colour = -1;                // -1: empty
  std::uint16_t marks = 0;        // of the card as it lies
};

class RelativeBoard {
 public:
  /// Lays a card, creating its square and the squares around it if needed.
  void place(int x, int y, int colour, int sign, int orientation) {
    Square& square = make(x, y);
    square.colour = colour;
    square.marks = hichain::perimeter(sign, orientation);
    for (std::size_t k = 0; k < 8; ++k) make(x + hichain::step_x[k], y + hichain::step_y[k]);
  }

  void list(const Position& p, std::vector<Move>& out) const {
    out.clear();
    for (const auto& [place, square] : squares_) {
      if (square->colour >= 0) continue;
      unsigned sides = 0, points = 0;
      gather(*square, p.mover, sides, points);
      for (int sign = 0; sign < hichain::signs; ++sign) {
        if (p.cards[p.mover][sign].turned != 0) continue;
        for (int q = 0; q < 4; ++q) {
          const std::uint16_t marks = hichain::perimeter(sign, q);
          if ((hichain::sides(marks) & sides) != 0 || (hichain::points(marks) & points) == 0) continue;
          out.push_back({static_cast<std::uint8_t>(sign), static_cast<std::uint8_t>(q), static_cast<std::int8_t>(square->x),
                         static_cast<std::int8_t>(square->y)});
        }
      }
    }
  }

 private:
  /// Marks of the neighbours, seen from the square: all sides, and points of the opponent's cards.
  static void gather(const Square& square, int mover, unsigned& sides, unsigned& points) {
    for (const auto& [k, other] : square.around) {
      if (other->colour < 0) continue;
      const hichain::Imprint print = hichain::imprint(other->marks, (k + 4) & 7);
      sides |= print.barred;
      if (other->colour != mover) points |= print.offered;
    }
  }

  Square& make(int x, int y) {
    auto& place = squares_[hichain::cell_at(x, y)];
    if (place != nullptr) return *place;
    place = std::make_unique<Square>();
    place->x = x;
    place->y = y;
    Square* made = place.get();
    for (int k = 0; k < 8; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const auto found = squares_.find(hichain::cell_at(x + hichain::step_x[at], y + hichain::step_y[at]));
      if (found == squares_.end()) continue;
      made->around[k] = found->second.get();
      found->second->around[(k + 4) & 7] = made;
    }
    return *made;
  }

  std::map<hichain::Cell, std::unique_ptr<Square>> squares_;  // in the order of the rules' moves, for identical games
};

}  // namespace

HichainSum hichain_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  HichainSum sum;
  const HichainRules g;
  std::vector<Move> moves;
  for (std::uint64_t game = begin; game < end; ++game) {
    Random random(seed, game);
    Position p = g.initial();
    RelativeBoard board;
    HichainRules::each_card(p, [&](int x, int y, hichain::Code code) {
      board.place(x, y, hichain::code_colour(code), hichain::slot_sign(hichain::code_slot(code)), hichain::code_orientation(code));
    });
    std::uint64_t listed = 0;
    for (bool passed = false; p.royal == 0;) {
      board.list(p, moves);
      if (moves.empty()) {
        if (passed) break;
        passed = true;
        p.mover ^= 1;
        continue;
      }
      passed = false;
      listed += moves.size();
      const Move m = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      board.place(m.x, m.y, p.mover, m.sign, m.orientation);
      g.play(p, m);
    }
    if (p.royal == 0) {
      // The last two lists of a finished game are not moves.
      p.mover = static_cast<std::uint8_t>(p.mover ^ 1);
    }
    ++sum.games;
    sum.moves += listed;
    sum.checksum += mix(mix(game, g.hash(p)), listed);
  }
  return sum;
}

HichainSum hichain_listings(std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  HichainSum sum;
  const HichainRules g;
  const auto start = std::make_unique<HichainRules::Board>(g.board(g.initial())), board = std::make_unique<HichainRules::Board>();
  std::vector<Move> moves(g.move_capacity());
  for (std::uint64_t game = begin; game < end; ++game) {
    Random random(seed, game);
    *board = *start;
    std::uint64_t listed = 0;
    for (;;) {
      MoveList<Move> list(moves.data(), g.move_capacity());
      g.moves(*board, list);
      if (list.empty()) break;
      const Move m = HichainRules::is_pass(list[0]) ? list[0] : list[random.below(list.size())];
      listed += HichainRules::is_pass(m) ? 0 : list.size();
      g.play(*board, m);
    }
    ++sum.games;
    sum.moves += listed;
    sum.checksum += mix(mix(game, g.hash(board->at)), listed);
  }
  return sum;
}

HichainSum hichain_scores(std::uint64_t seed, std::uint64_t begin, std::uint64_t end, Scoring scoring) {
  HichainSum sum;
  const HichainRules g;
  const auto start = std::make_unique<HichainRules::Board>(g.board(g.initial())), board = std::make_unique<HichainRules::Board>();
  for (std::uint64_t game = begin; game < end; ++game) {
    Random random(seed, game);
    *board = *start;
    for (;;) {
      const auto drawn = g.sample(*board, random);
      if (drawn.count == 0) break;
      const int mover = board->at.mover;
      g.play(*board, drawn.move);
      const int score = scoring == Scoring::book ? board->books[static_cast<std::size_t>(mover)].score
                                                 : hichain::chain_forest(g.chain, hichain::layout(board->at), mover)->score;
      ++sum.moves;
      sum.checksum += mix(mix(game, sum.moves), static_cast<std::uint64_t>(score));
    }
    ++sum.games;
  }
  return sum;
}

}  // namespace banmen::baseline
