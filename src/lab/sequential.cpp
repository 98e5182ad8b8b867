#include "lab/sequential.hpp"

#include <algorithm>
#include <cmath>

namespace banmen::lab {
namespace {

double score_at(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

}  // namespace

std::optional<double> score_of_agent(const Observation& game, const std::vector<int>& sides, long agent) {
  bool own_side = false, other_side = false;
  long own = 0, other = 0;
  bool own_failed = false, other_failed = false;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    const bool mine = game.seats[seat] == agent;
    const bool failed = game.forfeit >= 0 && sides[static_cast<std::size_t>(game.forfeit)] == sides[seat];
    const long result = seat < game.result.size() ? game.result[seat] : 0;
    if (mine) {
      own = own_side ? std::max(own, result) : result;
      own_side = true;
      own_failed |= failed;
    } else {
      other = other_side ? std::max(other, result) : result;
      other_side = true;
      other_failed |= failed;
    }
  }
  if (!own_side || !other_side) return std::nullopt;
  if (own_failed != other_failed) return own_failed ? 0.0 : 1.0;
  return own > other ? 1.0 : own == other ? 0.5 : 0.0;
}

double SequentialMatch::lower() const { return std::log(test_.beta / (1 - test_.alpha)); }
double SequentialMatch::upper() const { return std::log((1 - test_.beta) / test_.alpha); }

void SequentialMatch::add(std::uint64_t number, const Observation& game) {
  if (decided() || number < looked_) return;
  waiting_[number] = score_of_agent(game, sides_);
  while (!decided() && !waiting_.empty() && waiting_.begin()->first == looked_) {
    const auto score = waiting_.begin()->second;
    waiting_.erase(waiting_.begin());
    ++looked_;
    if (!score) continue;
    n_ += 1;
    sum_ += *score;
    squares_ += *score * *score;
    // Half a game of each outcome on top, so that a row of wins has a variance.
    const double n = n_ + 1.5, mean = (sum_ + 0.75) / n, variance = (squares_ + 0.625) / n - mean * mean;
    const double t0 = score_at(test_.elo0), t1 = score_at(test_.elo1);
    ratio_ = n_ * (t1 - t0) * (2 * mean - t0 - t1) / (2 * variance);
    if (ratio_ >= upper()) decision_ = 1;
    if (ratio_ <= lower()) decision_ = -1;
  }
}

}  // namespace banmen::lab
