// All moves of all queens of one side, each with all its arrows, counted together and drawn without being listed.
//
// Method. A queen goes from a to b, an arrow from b to c. Leave the queen on a for a moment. Then the arrows from b are the same
// whichever queen came, and each b counts as often as there are queens that reach it. Those numbers are added up bit by bit over
// the eight directions of arrival (a cell is reached from one direction by one queen at most), which gives a set of cells for each
// binary digit: cells of the last digit count once, of the one before twice, and so on. From all cells of such a set arrows start
// together, in all eight directions at once, and go a step a round; the cells alive in a round are the arrows of that length. So
// the whole volley costs two or three waves, where a wave for each queen would cost four, and a query for each b thirty. What is
// left are the arrows over the cell a just left. Only those fly over it that go straight back, so a queen that reaches m cells one
// way and n the other has m · (1 + n) of them.
#pragma once

#include <cstdint>

#include "core/bitset.hpp"
#include "core/rays.hpp"

namespace banmen {

template <int Words>
class QueenVolley {
 public:
  using Set = Cells<Words>;
  static constexpr int most_steps = 15;  // across 16 cells
  struct Move {
    int from, to, arrow;
  };

  // Inlined, so that vectors stay in registers: a quarter faster.
  [[gnu::always_inline]] QueenVolley(const QueenRays<Words>& rays, const Set& queens, const RayBlockers<Words>& view)
      : rays_(rays), view_(view), queens_(queens) {
    queens.each_steadily([&](int from) {
      const RayReach<Words> reach = rays.reach(from, view);
      steps_ |= reach;
      over_ += arrows_over(reach).lanes;
    });
    RayLanes digits[places][Words];
    write_arrivals(digits);
    RayLanes may[Words];
    for (int i = 0; i < Words; ++i) may[i] = rays.may_enter[i] & ~view.lanes[i];
    RayLanes all = over_;
    for (int place = 0; place < places; ++place) {
      fly(place, digits[place], may);
      all += sums_[place] << place;
    }
    count_ = lane_sum(all);
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }

  /// The k-th move, k < count(): place by place, then arrows by direction, distance and cell; those over the cell just left at the
  /// end, queen by queen, by direction.
  [[nodiscard]] Move pick(std::uint32_t k) const {
    for (int place = 0; place < places; ++place) {
      const RayLanes upto = lanes_added_up(sums_[place]);
      const auto n = static_cast<std::uint32_t>(upto[7]) << place;
      if (k < n) return pick_at(place, upto, k);
      k -= n;
    }
    return pick_over(k);
  }

 private:
  static constexpr int places = 4;  // of a number of directions, 0 … 8

  /// Arrows over the cell just left, by the direction of the move.
  static ReturnedLanes arrows_over(const RayReach<Words>& reach) {
    using Short [[gnu::vector_size(64)]] = std::uint16_t;  // enough for the product, and quicker
    const RayLanes ways = reach.lane_counts();
    return {(RayLanes)((Short)ways * (Short)(1 + __builtin_shufflevector(ways, ways, 4, 5, 6, 7, 0, 1, 2, 3)))};
  }

  /// Binary digits of the number of lanes that a cell is in, in every lane, in the lanes' own numberings.
  void write_arrivals(RayLanes (&digits)[places][Words]) const {
    RayLanes plain[Words], sums[places][Words];
    turn_lanes(plain, steps_.lanes);
    for (int i = 0; i < Words; ++i) {
      // One half of the lanes is added to the other, then quarters, then eighths, with one more digit each time.
      const RayLanes a = plain[i], b = __builtin_shufflevector(a, a, 4, 5, 6, 7, 0, 1, 2, 3);
      const RayLanes one = a ^ b, two = a & b;
      const RayLanes one_b = __builtin_shufflevector(one, one, 2, 3, 0, 1, 6, 7, 4, 5);
      const RayLanes two_b = __builtin_shufflevector(two, two, 2, 3, 0, 1, 6, 7, 4, 5);
      const RayLanes ones = one ^ one_b, carry = one & one_b;
      const RayLanes twos = two ^ two_b ^ carry, fours = (two & two_b) | (carry & (two ^ two_b));
      const RayLanes ones_b = __builtin_shufflevector(ones, ones, 1, 0, 3, 2, 5, 4, 7, 6);
      const RayLanes twos_b = __builtin_shufflevector(twos, twos, 1, 0, 3, 2, 5, 4, 7, 6);
      const RayLanes fours_b = __builtin_shufflevector(fours, fours, 1, 0, 3, 2, 5, 4, 7, 6);
      const RayLanes to_twos = ones & ones_b, to_fours = (twos & twos_b) | (to_twos & (twos ^ twos_b));
      sums[0][i] = ones ^ ones_b;
      sums[1][i] = twos ^ twos_b ^ to_twos;
      sums[2][i] = fours ^ fours_b ^ to_fours;
      sums[3][i] = (fours & fours_b) | (to_fours & (fours ^ fours_b));
    }
    for (int place = 0; place < places; ++place) turn_lanes(digits[place], sums[place]);
  }

  /// Arrows from the cells of a set, counted by direction.
  void fly(int place, const RayLanes (&from)[Words], const RayLanes (&may)[Words]) {
    RayLanes any = from[0];
    for (int i = 1; i < Words; ++i) any |= from[i];
    sums_[place] = RayLanes{};
    if (any[0] == 0) return;
    RayReach<Words> front;
    for (int i = 0; i < Words; ++i) front.lanes[i] = from[i];
    RayLanes sum{};
// Without this g++ writes the loop out fifteen times.
#pragma GCC unroll 1
    for (int distance = 0; distance < rays_.longest; ++distance) {
      for (int i = Words - 1; i >= 0; --i)
        front.lanes[i] = may[i] & (i > 0 ? lane_shift(front.lanes[i], front.lanes[i > 0 ? i - 1 : 0], rays_.step).lanes
                                         : front.lanes[i] << rays_.step);
      sum += front.lane_counts().lanes;
      fronts_[place][distance] = front;
    }
    sums_[place] = sum;
  }

  [[nodiscard]] Move pick_at(int place, const RayLanes& upto, std::uint32_t k) const {
    const std::uint32_t copy = k & ((1u << place) - 1);
    k >>= place;
    const int lane = lanes_upto(upto, k);
    k -= static_cast<std::uint32_t>(upto[lane] - sums_[place][lane]);
    Set front;
    int distance = 0;
    for (;; ++distance) {
      for (int i = 0; i < Words; ++i) front.word[i] = fronts_[place][distance].lanes[i][lane];
      const auto n = static_cast<std::uint32_t>(front.size());
      if (k < n) break;
      k -= n;
    }
    const int cell = front.select(k), way = (distance + 1) * static_cast<int>(rays_.step[lane]);
    const int arrow = in_lane<Words>(lane, cell), to = in_lane<Words>(lane, cell - way);
    // Who came: the directions of arrival that make up this place come after those of the places before.
    unsigned arrivals = 0;
    for (int from = 0; from < 8; ++from) {
      const int at = in_lane<Words>(from, to);
      arrivals |= static_cast<unsigned>(steps_.lanes[at >> 6][from] >> (at & 63) & 1) << from;
    }
    const unsigned before = static_cast<unsigned>(__builtin_popcount(arrivals)) & ((1u << place) - 1);
    return {rays_.nearest_behind(to, select_bit(arrivals, before + copy), view_), to, arrow};
  }

  [[nodiscard]] Move pick_over(std::uint32_t k) const {
    Move move{};
    queens_.any([&](int from) {
      const RayReach<Words> reach = rays_.reach(from, view_);
      const RayLanes arrows = arrows_over(reach), upto = lanes_added_up(arrows);
      if (k >= upto[7]) {
        k -= static_cast<std::uint32_t>(upto[7]);
        return false;
      }
      const int lane = lanes_upto(upto, k);
      k -= static_cast<std::uint32_t>(upto[lane] - arrows[lane]);
      const auto back = static_cast<std::uint32_t>(1 + reach.lane_counts().lanes[lane ^ 4]);
      const int step = (lane < 4 ? 1 : -1) * static_cast<int>(rays_.step[lane]);
      move = {from, from + static_cast<int>(1 + k / back) * step, from - static_cast<int>(k % back) * step};
      return true;
    });
    return move;
  }

  const QueenRays<Words>& rays_;
  const RayBlockers<Words>& view_;
  Set queens_;
  RayReach<Words> steps_{};  // of all queens
  RayLanes over_{};
  RayLanes sums_[places];                       // arrows by direction
  RayReach<Words> fronts_[places][most_steps];  // where those of each length end
  std::uint32_t count_ = 0;
};

}  // namespace banmen
