#include "engines/backgammon/bearoff/race.hpp"

#include <algorithm>
#include <cmath>

namespace banmen::backgammon {
namespace {

constexpr int home = 6;

Race::Rolls moments(const RollWords& words) {
  double sum = 0, squares = 0;
  for (int k = 0; k < most_rolls; ++k) {
    const double chance = words[static_cast<std::size_t>(k)] / 65535.0;
    sum += k * chance;
    squares += k * k * chance;
  }
  return {sum, squares - sum * sum};
}

/// Moves outside checkers to the 6 point; returns the pips saved.
int brought_home(const std::uint8_t* side, std::uint8_t* out) {
  int saved = 0;
  for (int point = 0; point < slots; ++point) {
    if (point <= home) {
      out[point] = side[point];
    } else {
      out[home] = static_cast<std::uint8_t>(out[home] + side[point]);
      out[point] = 0;
      saved += (point - home) * side[point];
    }
  }
  return saved;
}

}  // namespace

const Race& Race::instance() {
  static const Race race;
  return race;
}

Race::Race() : table_(home) {
  table_.solve();
  double sum = 0, squares = 0;
  for (int a = 1; a <= 6; ++a)
    for (int b = 1; b <= 6; ++b) {
      const double pips = a == b ? 4 * a : a + b;
      sum += pips / 36;
      squares += pips * pips / 36;
    }
  per_pip_ = {1 / sum, (squares - sum * sum) / (sum * sum * sum)};
  moments_.reserve(table_.size());
  for (std::uint32_t number = 0; number < table_.size(); ++number)
    moments_.push_back({moments(table_.record(number).off), moments(table_.record(number).gammon)});
}

Race::Side Race::of(const std::uint8_t* side) const {
  std::uint8_t there[slots];
  const int saved = brought_home(side, there);
  const std::uint32_t number = gnubg_number(there, home);
  auto need = [&](const Rolls& known, const RollWords& words) {
    return Need{{known.mean + saved * per_pip_.mean, known.variance + saved * per_pip_.variance}, saved == 0 ? &words : nullptr};
  };
  return {need(moments_[number][0], table_.record(number).off), need(moments_[number][1], table_.record(number).gammon)};
}

/// The probability that `a`, who rolls first, needs at most as many rolls as `b`.
double Race::at_most(const Need& a, const Need& b) {
  if (a.words && b.words) {
    double sum = 0, left = 1;  // left: probability that b needs at least k rolls
    for (std::size_t k = 0; k < most_rolls; ++k) {
      sum += (*a.words)[k] / 65535.0 * left;
      left -= (*b.words)[k] / 65535.0;
    }
    return sum;
  }
  // Continuity correction of half a roll.
  const double spread = std::sqrt(a.rolls.variance + b.rolls.variance);
  return 0.5 * std::erfc(-(b.rolls.mean - a.rolls.mean + 0.5) / (spread * std::sqrt(2.0)));
}

Chances Race::chances(const std::uint8_t* mover, const std::uint8_t* other, int checkers) const {
  const Side mine = of(mover), theirs = of(other);
  const double win = at_most(mine.all, theirs.all);
  Chances out{static_cast<float>(win)};
  if (checkers != OneSided::checkers) return out;  // the table's first checker is the first of fifteen
  // Gammon: the winner finishes before the loser's first checker is off.
  if (other[off] == 0) out[1] = static_cast<float>(std::min(win, at_most(mine.all, theirs.first)));
  if (mover[off] == 0) out[3] = static_cast<float>(std::min(1 - win, 1 - at_most(mine.first, theirs.all)));
  return out;
}

}  // namespace banmen::backgammon
