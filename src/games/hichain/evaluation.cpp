// Evaluation of HICHAIN positions by the paper's four elements (section 7.3): the score; the chains, as possible gains of each
// side; the strength of the letters left; the number of legal moves.
#include "games/hichain/hichain.hpp"
#include "games/hichain/threats.hpp"

namespace banmen {
namespace hichain {
namespace {

/// Strength of a card: fewer sides are better (sides bar its neighbours), and so are readings as other letters from other
/// directions.
constexpr int strength(int sign) {
  int out = 8 - std::popcount(sides(perimeter(sign, 0)));
  for (int d = 1; d < 4; ++d) out += reading(Turned::geometry, sign, 0, d) != no_letter ? 2 : 0;
  return out;
}
constexpr auto make_strengths() {
  std::array<int, signs> out{};
  for (int sign = 0; sign < signs; ++sign) out[static_cast<std::size_t>(sign)] = strength(sign);
  return out;
}
constexpr auto strengths = make_strengths();

int letters_left(const Ways& left) {
  int sum = 0;
  for (int sign = 0; sign < signs; ++sign)
    if (!(left & ways_of(sign)).empty()) sum += strengths[static_cast<std::size_t>(sign)];
  return sum;
}

/// Possible gains of a side if it were on turn: its best placement, and the best one that no single reply can remove together with
/// it (more than two steps away).
struct Threat {
  std::int32_t first = 0, second = 0;
};
Threat threat_of(const HichainRules& g, HichainRules::Board& board) {
  std::array<ScoringMove, 96> moves;
  std::size_t count = 0;
  each_scoring_move(g, board, 1, [&](HichainRules::Move m, std::int32_t gain) {
    // One entry per cell: only the best placement on a cell matters.
    for (std::size_t i = 0; i < count; ++i)
      if (moves[i].move.x == m.x && moves[i].move.y == m.y) {
        if (gain > moves[i].gain) moves[i] = {m, gain};
        return false;
      }
    if (count < moves.size()) moves[count++] = {m, gain};
    return false;
  });
  Threat out;
  std::size_t best = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (moves[i].gain > out.first) out.first = moves[i].gain, best = i;
  for (std::size_t i = 0; i < count; ++i)
    if (std::abs(moves[i].move.x - moves[best].move.x) + std::abs(moves[i].move.y - moves[best].move.y) > 2)
      out.second = std::max(out.second, moves[i].gain);
  return out;
}

}  // namespace
}  // namespace hichain

std::int32_t Hichain::evaluate(const Position& p, Seat seat) const {
  auto board = this->board(p);
  const int sign = p.mover == seat ? 1 : -1;
  if (p.royal != 0) return evaluation_unit() * (p.royal - 1 == seat ? royal_value : -royal_value);
  const auto mover = static_cast<std::size_t>(p.mover), other = 1 - mover;
  int value = 10 * (board.books[mover].score - board.books[other].score);
  const hichain::Threat mine = hichain::threat_of(*this, board);
  hichain::Threat theirs;
  {
    hichain::OthersTurn turn(board);
    theirs = hichain::threat_of(*this, board);
  }
  // The mover takes his best gain now; he can hinder one of the opponent's.
  value += 8 * mine.first + 2 * mine.second;
  value -= 6 * theirs.second + 2 * (theirs.first - theirs.second);
  value += (hichain::letters_left(board.left[mover]) - hichain::letters_left(board.left[other])) / 2;
  value += (static_cast<int>(placements(board, p.mover)) - static_cast<int>(placements(board, 1 - p.mover))) / 50;
  return sign * value;
}

}  // namespace banmen
