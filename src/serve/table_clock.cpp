#include "serve/table_clock.hpp"

#include <algorithm>
#include <cmath>

namespace banmen::serve {

std::string_view word(ClockRule::Kind kind) {
  switch (kind) {
    case ClockRule::Kind::none: break;
    case ClockRule::Kind::move: return "move";
    case ClockRule::Kind::fischer: return "fischer";
  }
  return "none";
}

double TableClock::left(Seat seat, double now) const {
  const double left = left_[static_cast<std::size_t>(seat)];
  return running_ == seat ? std::max(0.0, left - std::max(0.0, now - since_)) : left;
}

bool TableClock::fallen(double now) const { return ticks() && running_ && left(*running_, now) <= 0; }

void TableClock::begin_turn(Seat seat, double now) {
  if (!ticks()) return;
  if (rule_.kind == ClockRule::Kind::move) left_[static_cast<std::size_t>(seat)] = rule_.seconds;
  go_on(seat, now);
}

void TableClock::press(double now) {
  const auto seat = running_;
  hold(now);
  if (seat) left_[static_cast<std::size_t>(*seat)] += rule_.kind == ClockRule::Kind::fischer ? rule_.increment : 0;
}

void TableClock::hold(double now) {
  if (!running_) return;
  left_[static_cast<std::size_t>(*running_)] = left(*running_, now);
  running_.reset();
}

void TableClock::go_on(Seat seat, double now) {
  if (!ticks()) return;
  running_ = seat;
  since_ = now;
}

Json TableClock::document(double now) const {
  Json out = {{"kind", word(rule_.kind)}};
  if (!ticks()) return out;
  out["seconds"] = rule_.seconds;
  if (rule_.kind == ClockRule::Kind::fischer) out["increment"] = rule_.increment;
  Json all = Json::array();
  for (Seat seat = 0; seat < static_cast<Seat>(left_.size()); ++seat) all.push_back(std::round(left(seat, now) * 1000) / 1000);
  out["left"] = all;
  out["running"] = running_ ? Json(static_cast<int>(*running_)) : Json(nullptr);
  return out;
}

void TableClock::set_left(const std::vector<double>& left) {
  for (std::size_t k = 0; k < std::min(left.size(), left_.size()); ++k) left_[k] = std::max(0.0, left[k]);
}

}  // namespace banmen::serve
