#include "study/backgammon/train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/move_stack.hpp"
#include "core/random.hpp"
#include "games/backgammon/rules.hpp"

namespace banmen::backgammon {
namespace {

/// Two sides, the one on roll first.
struct Board {
  std::uint8_t mover[slots], other[slots];
};

class Game {
 public:
  explicit Game(Net& net) : net_(net), stack_(BackgammonRules{}) {}

  /// Turns played until contact was over. `error` gets the changes of the winning chance added.
  std::uint64_t play(std::uint64_t seed, std::uint64_t number, float rate, double& error) {
    const auto start = BackgammonRules::standard_start(OneSided::checkers);
    Board board;
    std::memcpy(board.mover, start.checkers[0], slots);
    std::memcpy(board.other, start.checkers[1], slots);
    for (std::uint32_t turn = 0;; ++turn) {
      Random random(seed, number, turn + 1);
      std::uint32_t a = 0, b = 0;
      do {
        a = 1 + random.below(6);
        b = 1 + random.below(6);
      } while (turn == 0 && a == b);  // the opening throw is no double
      Board next{};
      Chances then{};
      const bool ended = best(board, static_cast<int>(std::max(a, b)), static_cast<int>(std::min(a, b)), next, then);
      const Chances wanted = turned(then);
      // The opening throw is not a fair one: the position before it is nobody's to roll.
      if (turn > 0) {
        now_.features.find(board.mover, board.other);
        net_.think(now_);
        error += std::fabs(wanted[0] - now_.chances[0]);
        net_.learn(now_, wanted, rate);
      }
      if (ended) return turn + 1;
      board = next;
    }
  }

 private:
  /// The play that leaves the other side least, what then is on the board seen by that side, and its chances. True where there is
  /// nothing more to learn: the game or the contact is over.
  bool best(const Board& board, int large, int small, Board& next, Chances& chances) {
    auto list = stack_.at();
    const PointSet blocked = facing_points_with(board.other, 2);
    list_plays(board.mover, blocked, facing_points_with(board.other, 1) & ~blocked, large, small, list);
    if (list.empty()) list.push({});
    double least = 1e9;
    bool ended = false;
    for (const Play& play : list) {
      Board after;
      std::memcpy(after.other, board.mover, slots);
      std::memcpy(after.mover, board.other, slots);
      make_play(after.other, after.mover, play);
      Chances theirs{};
      bool end = true;
      if (after.other[off] == OneSided::checkers) {
        const int kind = BackgammonRules::win_class(after.mover);
        theirs = {0, 0, 0, kind >= 2 ? 1.0f : 0.0f, kind >= 3 ? 1.0f : 0.0f};
      } else if (is_race(after.mover, after.other)) {
        theirs = Race::instance().chances(after.mover, after.other, OneSided::checkers);
      } else {
        candidate_.features.find(after.mover, after.other);
        net_.think(candidate_);
        theirs = candidate_.chances;
        end = false;
      }
      const double value = equity_of(theirs, true);
      if (value >= least) continue;
      least = value;
      next = after;
      chances = theirs;
      ended = end;
    }
    return ended;
  }

  Net& net_;
  MoveStack<BackgammonRules> stack_;
  Net::Trace now_, candidate_;
};

}  // namespace

TrainReport train(Net& net, const TrainOptions& options, const Control& control) {
  constexpr std::uint64_t window = 1000;
  TrainReport report;
  Game game(net);
  double error = 0;
  std::uint64_t turns = 0;
  for (; report.games < options.games && !control.stop.stop_requested(); ++report.games) {
    const double share = static_cast<double>(report.games) / static_cast<double>(options.games);
    const double rate = options.first_rate * std::pow(options.last_rate / options.first_rate, share);
    turns += game.play(control.seed, report.games, static_cast<float>(rate), error);
    if (control.progress && report.games % 100 == 0)
      control.progress(report.games, options.games,
                       fmt::format("games played, winning chance off by {:.4f}", error / static_cast<double>(turns)));
    if ((report.games + 1) % window != 0) continue;
    report.turns += turns;
    report.error = error / static_cast<double>(turns);
    error = 0;
    turns = 0;
  }
  report.turns += turns;
  return report;
}

}  // namespace banmen::backgammon
