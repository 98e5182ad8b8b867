#include "engines/backgammon/network/train.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "engines/backgammon/network/self_play.hpp"

namespace banmen::backgammon {
namespace {

class Teacher {
 public:
  explicit Teacher(Nets& nets) : nets_(nets), storage_(BackgammonRules{}) {}

  void play(std::uint64_t seed, std::uint64_t number) {
    game_.begin(seed, number);
    for (bool over = false; !over;) {
      left_.clear();
      game_.list(storage_, left_);
      for (SelfPlay::Left& left : left_)
        if (!left.end) {
          think(left.board);
          left.chances = trace_.chances;
        }
      over = game_.take(left_.data(), left_.size());
    }
  }

  /// Sum of absolute errors of the winning chance over the positions of the game.
  double learn(float decay, float rate) {
    lessons_.clear();
    game_.lessons(decay, lessons_);
    double error = 0;
    for (const SelfPlay::Lesson& lesson : lessons_) {
      Net& net = think(lesson.board);
      error += std::fabs(lesson.wanted[0] - trace_.chances[0]);
      net.learn(trace_, lesson.wanted, rate);
    }
    return error;
  }

  [[nodiscard]] std::size_t turns() const { return game_.turns(); }

 private:
  Net& think(const Facing& board) {
    Net& net = is_race(board.mover, board.other) ? nets_.race : nets_.contact;
    trace_.features.find(board.mover, board.other);
    net.think(trace_);
    return net;
  }

  Nets& nets_;
  MoveStack<BackgammonRules> storage_;
  SelfPlay game_;
  std::vector<SelfPlay::Left> left_;
  std::vector<SelfPlay::Lesson> lessons_;
  Net::Trace trace_;
};

}  // namespace

TrainReport train(Nets& nets, const TrainOptions& options, const Control& control) {
  constexpr std::uint64_t window = 1000;
  TrainReport report;
  Teacher teacher(nets);
  double error = 0;
  std::uint64_t turns = 0;
  for (; report.games < options.games && !control.stop.stop_requested(); ++report.games) {
    const double share = static_cast<double>(report.games) / static_cast<double>(options.games);
    const double rate = options.first_rate * std::pow(options.last_rate / options.first_rate, share);
    teacher.play(control.seed, report.games);
    error += teacher.learn(static_cast<float>(options.decay), static_cast<float>(rate));
    turns += teacher.turns();
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
