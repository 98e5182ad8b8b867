// Self-play of the networks for temporal-difference learning (TD(λ), Tesauro 1992; λ is `decay`).
//
// Both sides choose the play with the best cubeless equity, gammons included. The caller evaluates positions, so that one game or
// thousands at once can be batched. For the learner a game ends when both sides are home and past each other, with the chances of
// the table, or with a result. Dice depend on seed, game and turn: equal evaluations give equal games.
#pragma once

#include <cstdint>
#include <vector>

#include "core/move_stack.hpp"
#include "engines/backgammon/bearoff/race.hpp"
#include "games/backgammon/rules.hpp"

namespace banmen::backgammon {

/// A board, the side on roll first.
struct Facing {
  std::uint8_t mover[slots], other[slots];
};

class SelfPlay {
 public:
  /// The position after a play, from the opponent's view.
  struct Left {
    Facing board;
    Chances chances;  // from the networks if `end` is false, else exact
    bool end;
  };
  /// A position and its training target.
  struct Lesson {
    Facing board;
    Chances wanted;
  };

  /// Starts a game.
  void begin(std::uint64_t seed, std::uint64_t number);
  /// Throws the dice and appends the position after each play.
  void list(MoveStack<BackgammonRules>& storage, std::vector<Left>& out);
  /// Chooses the best of the evaluated positions from list(). True if the game is over for the learner.
  bool take(const Left* from, std::size_t count);

  /// Appends the lessons of a finished game, its last turn first: each target is the value of the next position moved by λ towards
  /// that position's own target.
  void lessons(float decay, std::vector<Lesson>& out) const;
  [[nodiscard]] std::size_t turns() const { return turns_.size(); }

 private:
  struct Turn {
    Facing board;
    Chances next;  // its mover's chances after the play
  };
  std::uint64_t seed_ = 0, number_ = 0;
  Facing board_{};
  std::vector<Turn> turns_;
};

}  // namespace banmen::backgammon
