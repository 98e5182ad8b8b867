#include "engines/backgammon/network/self_play.hpp"

#include <algorithm>
#include <cstring>

#include "core/random.hpp"

namespace banmen::backgammon {
namespace {

/// Chances of the side on roll against a side that has just finished.
Chances lost(const std::uint8_t* loser) {
  const int kind = BackgammonRules::win_class(loser);
  return {0, 0, 0, kind >= 2 ? 1.0f : 0.0f, kind >= 3 ? 1.0f : 0.0f};
}

}  // namespace

void SelfPlay::begin(std::uint64_t seed, std::uint64_t number) {
  const auto start = BackgammonRules::standard_start(OneSided::checkers);
  std::memcpy(board_.mover, start.checkers[0], slots);
  std::memcpy(board_.other, start.checkers[1], slots);
  seed_ = seed;
  number_ = number;
  turns_.clear();
}

void SelfPlay::list(MoveStack<BackgammonRules>& storage, std::vector<Left>& out) {
  Random random(seed_, number_, static_cast<std::uint32_t>(turns_.size()) + 1);
  int a = 0, b = 0;
  do {
    a = 1 + static_cast<int>(random.below(6));
    b = 1 + static_cast<int>(random.below(6));
  } while (turns_.empty() && a == b);  // no doubles in the opening
  auto plays = storage.at();
  const PointSet blocked = facing_points_with(board_.other, 2);
  list_plays(board_.mover, blocked, facing_points_with(board_.other, 1) & ~blocked, std::max(a, b), std::min(a, b), plays);
  if (plays.empty()) plays.push({});
  for (const Play& play : plays) {
    Left& left = out.emplace_back();
    std::memcpy(left.board.other, board_.mover, slots);
    std::memcpy(left.board.mover, board_.other, slots);
    make_play(left.board.other, left.board.mover, play);
    left.end = true;
    if (left.board.other[off] == OneSided::checkers)
      left.chances = lost(left.board.mover);
    else if (in_table(left.board.mover, left.board.other))
      left.chances = Race::instance().chances(left.board.mover, left.board.other, OneSided::checkers);
    else
      left.end = false;
  }
}

bool SelfPlay::take(const Left* from, std::size_t count) {
  const Left* best = std::min_element(
      from, from + count, [](const Left& a, const Left& b) { return equity_of(a.chances, true) < equity_of(b.chances, true); });
  turns_.push_back({board_, turned(best->chances)});
  board_ = best->board;
  return best->end;
}

void SelfPlay::lessons(float decay, std::vector<Lesson>& out) const {
  Chances came = turns_.back().next;
  // The opening throw is biased: the position before it is skipped.
  for (std::size_t turn = turns_.size(); turn-- > 1;) {
    const Chances& next = turns_[turn].next;
    for (std::size_t k = 0; k < came.size(); ++k) came[k] = next[k] + decay * (came[k] - next[k]);
    out.push_back({turns_[turn].board, came});
    came = turned(came);
  }
}

}  // namespace banmen::backgammon
