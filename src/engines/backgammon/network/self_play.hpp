// A game that the networks play against themselves to learn from (temporal differences, Tesauro 1992; here with their decay λ).
//
// Both sides take the play that leaves them the most points, cubeless with gammons. Who holds the networks is asked, so that one
// game or thousands at once can be judged. For the learner a game ends when both sides are home and past each other, with the
// chances of the table, or with a result. Dice come by seed, game and turn: the same judgements make the same games.
#pragma once

#include <cstdint>
#include <vector>

#include "core/move_stack.hpp"
#include "engines/backgammon/bearoff/race.hpp"
#include "games/backgammon/rules.hpp"

namespace banmen::backgammon {

/// Two sides, the one on roll first.
struct Facing {
  std::uint8_t mover[slots], other[slots];
};

class SelfPlay {
 public:
  /// What a play leaves, seen by the other side, on roll.
  struct Left {
    Facing board;
    Chances chances;  // judged by the networks where `end` is false, known where it is true
    bool end;
  };
  /// A position and what the rest of the game says of it.
  struct Lesson {
    Facing board;
    Chances wanted;
  };

  /// Begins a game.
  void begin(std::uint64_t seed, std::uint64_t number);
  /// Throws the dice and appends what each play leaves.
  void list(MoveStack<BackgammonRules>& storage, std::vector<Left>& out);
  /// Takes the best of what list() appended, now judged. True when there is nothing more to learn.
  bool take(const Left* from, std::size_t count);

  /// Of a game that is over for the learner, appended, its last turn first: λ of the way from what the next position was
  /// thought to be worth to what became of it.
  void lessons(float decay, std::vector<Lesson>& out) const;
  [[nodiscard]] std::size_t turns() const { return turns_.size(); }

 private:
  struct Turn {
    Facing board;
    Chances next;  // what its mover had after the play
  };
  std::uint64_t seed_ = 0, number_ = 0;
  Facing board_{};
  std::vector<Turn> turns_;
};

}  // namespace banmen::backgammon
