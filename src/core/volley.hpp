// All moves of all queens of one side, each with all its arrows, counted together and drawn without being listed.
//
// Method. A queen goes from a to b, an arrow from b to c. Leave the queen on a for a moment. Then the arrows from b are the same
// for every queen, and each b counts as often as there are queens that reach it. Those numbers are added up bit by bit over the
// eight directions of arrival (a cell is reached from one direction by one queen at most), which gives a set of cells for each
// binary digit: cells of the last digit count once, of the one before twice, and so on. From all cells of such a set arrows start
// together, in all eight directions, and advance one step per round; the cells alive in a round are the arrows of that length. So
// the whole volley costs two or three waves, where a wave for each queen would cost four, and a query for each b thirty. The
// remaining arrows fly over the cell a just left, straight back, so a queen that reaches m cells one way and n the other has m · (1
// + n) of them.
#pragma once

#include <cstdint>

#include "core/bitset.hpp"
#include "core/rays.hpp"

namespace banmen {

template <int Words, int Bits = vector_bits>
class QueenVolley {
 public:
  using Lanes = EightWords<Bits>;
  using Rays = QueenRays<Words, Bits>;
  using Reach = RayReach<Words, Bits>;
  using Blockers = RayBlockers<Words, Bits>;
  using Set = Cells<Words>;
  static constexpr int most_steps = 15;  // across 16 cells
  struct Move {
    int from, to, arrow;
  };

  // Inlined, so that vectors stay in registers: a quarter faster.
  [[gnu::always_inline]] QueenVolley(const Rays& rays, const Set& queens, const Blockers& view)
      : rays_(rays), view_(view), queens_(queens) {
    queens.each_steadily([&](int from) {
      const Reach reach = rays.reach(from, view);
      steps_ |= reach;
      over_ += arrows_over(reach);
    });
    Lanes digits[places][Words];
    write_arrivals(digits);
    Lanes may[Words];
    for (int i = 0; i < Words; ++i) may[i] = rays.may_enter[i] & ~view.lanes[i];
    Lanes all = over_;
    for (int place = 0; place < places; ++place) {
      fly(place, digits[place], may);
      all += sums_[place] << place;
    }
    count_ = all.sum();
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }

  /// The k-th move, k < count(): place by place, then arrows by direction, distance and cell; those over the cell just left at the
  /// end, queen by queen, by direction.
  [[nodiscard]] Move pick(std::uint32_t k) const {
    for (int place = 0; place < places; ++place) {
      const Lanes upto = sums_[place].added_up();
      const auto n = static_cast<std::uint32_t>(upto[7]) << place;
      if (k < n) return pick_at(place, upto, k);
      k -= n;
    }
    return pick_over(k);
  }

 private:
  static constexpr int places = 4;  // of a number of directions, 0 … 8

  /// Arrows over the cell just left, by the direction of the move.
  static Lanes arrows_over(const Reach& reach) {
    const Lanes ways = reach.lane_counts();
    return ways.product(ways.other_half() + Lanes::all(1));
  }

  /// Binary digits of the number of lanes that a cell is in, in every lane, in the lanes' own numberings.
  void write_arrivals(Lanes (&digits)[places][Words]) const {
    Lanes plain[Words], sums[places][Words];
    turn_lanes(plain, steps_.lanes);
    for (int i = 0; i < Words; ++i) {
      // One half of the lanes is added to the other, then quarters, then eighths, with one more digit each time.
      const Lanes a = plain[i], b = a.other_half();
      const Lanes one = a ^ b, two = a & b;
      const Lanes one_b = one.other_quarter();
      const Lanes two_b = two.other_quarter();
      const Lanes ones = one ^ one_b, carry = one & one_b;
      const Lanes twos = two ^ two_b ^ carry, fours = (two & two_b) | (carry & (two ^ two_b));
      const Lanes ones_b = ones.other_neighbour();
      const Lanes twos_b = twos.other_neighbour();
      const Lanes fours_b = fours.other_neighbour();
      const Lanes to_twos = ones & ones_b, to_fours = (twos & twos_b) | (to_twos & (twos ^ twos_b));
      sums[0][i] = ones ^ ones_b;
      sums[1][i] = twos ^ twos_b ^ to_twos;
      sums[2][i] = fours ^ fours_b ^ to_fours;
      sums[3][i] = (fours & fours_b) | (to_fours & (fours ^ fours_b));
    }
    for (int place = 0; place < places; ++place) turn_lanes(digits[place], sums[place]);
  }

  /// Arrows from the cells of a set, counted by direction.
  void fly(int place, const Lanes (&from)[Words], const Lanes (&may)[Words]) {
    Lanes any = from[0];
    for (int i = 1; i < Words; ++i) any |= from[i];
    sums_[place] = Lanes{};
    if (any[0] == 0) return;
    Reach front;
    for (int i = 0; i < Words; ++i) front.lanes[i] = from[i];
    Lanes sum{};
// Otherwise g++ unrolls the loop fifteen times.
#pragma GCC unroll 1
    for (int distance = 0; distance < rays_.longest; ++distance) {
      for (int i = Words - 1; i >= 0; --i)
        front.lanes[i] = may[i] & (i > 0 ? front.lanes[i].shifted(front.lanes[i > 0 ? i - 1 : 0], rays_.step)
                                         : front.lanes[i].shifted(rays_.step));
      sum += front.lane_counts();
      fronts_[place][distance] = front;
    }
    sums_[place] = sum;
  }

  [[nodiscard]] Move pick_at(int place, const Lanes& upto, std::uint32_t k) const {
    const std::uint32_t copy = k & ((1u << place) - 1);
    k >>= place;
    const int lane = upto.upto(k);
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
    // The queen: directions of arrival are counted place by place.
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
      const Reach reach = rays_.reach(from, view_);
      const Lanes arrows = arrows_over(reach), upto = arrows.added_up();
      if (k >= upto[7]) {
        k -= static_cast<std::uint32_t>(upto[7]);
        return false;
      }
      const int lane = upto.upto(k);
      k -= static_cast<std::uint32_t>(upto[lane] - arrows[lane]);
      const auto back = static_cast<std::uint32_t>(1 + reach.lane_counts()[lane ^ 4]);
      const int step = (lane < 4 ? 1 : -1) * static_cast<int>(rays_.step[lane]);
      move = {from, from + static_cast<int>(1 + k / back) * step, from - static_cast<int>(k % back) * step};
      return true;
    });
    return move;
  }

  const Rays& rays_;
  const Blockers& view_;
  Set queens_;
  Reach steps_{};  // of all queens
  Lanes over_{};
  Lanes sums_[places];                // arrows by direction
  Reach fronts_[places][most_steps];  // where those of each length end
  std::uint32_t count_ = 0;
};

}  // namespace banmen
