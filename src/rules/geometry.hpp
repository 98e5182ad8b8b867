// The board's geometry on whole sets: one shift, mask or table look-up instead of the reference interpreter's loops over sites.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/bitboard.hpp"
#include "core/bitset.hpp"
#include "core/rays.hpp"
#include "rules/layout.hpp"

namespace banmen::rules {

template <int W>
class Geometry {
 public:
  using Sites = Cells<W>;

  Geometry(const Board& board, const Layout& layout) : stride_(layout.stride), directions_(board.all_directions()) {
    constexpr std::size_t bits = 64 * W;
    const auto bit = [&](int site) { return layout.bit_of[static_cast<std::size_t>(site)]; };
    for (auto& table : near_) table.assign(bits, Sites::none());
    for (auto& table : ray_) table.assign(bits, Sites::none());
    rays_.resize(bits);
    if constexpr (has_ones)
      for (int b = 0; b < static_cast<int>(bits); ++b) ones_.push_back(Sites::of(b));
    all_ = Sites::none();
    for (int s = 0; s < board.size(); ++s) {
      all_.add(bit(s));
      for (const auto& [d, other] : board.near(s)) {
        near_[static_cast<std::size_t>(d)][static_cast<std::size_t>(bit(s))].add(bit(other));
        target_[static_cast<std::size_t>(d)].add(bit(other));
      }
      for (const Board::Ray& ray : board.rays(s)) {
        Ray mine{ray.direction, {}};
        for (const int other : ray.sites) {
          mine.bits.push_back(static_cast<std::uint16_t>(bit(other)));
          ray_[static_cast<std::size_t>(ray.direction)][static_cast<std::size_t>(bit(s))].add(bit(other));
        }
        rays_[static_cast<std::size_t>(bit(s))].push_back(std::move(mine));
      }
    }
    for (const Board::Straight& line : board.straights()) {
      Straight mine{line.direction, {}};
      for (const int s : line.sites) mine.bits.push_back(static_cast<std::uint16_t>(bit(s)));
      straights_.push_back(std::move(mine));
    }
    static constexpr int right[8] = {0, 1, 1, 1, 0, -1, -1, -1}, down[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
    for (std::size_t d = 0; d < 8; ++d) shift_[d] = down[d] * stride_ + right[d];
    if constexpr (W <= 4)
      if (stride_ > 0 && directions_ == compass) {
        rays_of_all_ = std::make_unique<QueenRays<W>>();
        const int rows = stride_ == 8 && W == 1 ? 8 : board.rows();
        rays_of_all_->build(rows, stride_);
      }
  }

  [[nodiscard]] const Sites& all() const { return all_; }
  /// One site alone. From a table if a set has only a few words: the set is then loaded and stored as a whole, which avoids a
  /// failed store-to-load forwarding.
  [[nodiscard]] Sites one(int bit) const {
    if constexpr (has_ones) return ones_[static_cast<std::size_t>(bit)];
    return Sites::of(bit);
  }
  /// True if all eight directions can be computed at once.
  [[nodiscard]] bool has_reach() const { return rays_of_all_ != nullptr; }
  [[nodiscard]] const QueenRays<W>& rays_of_all() const { return *rays_of_all_; }
  /// The blockers of rays through open sites.
  [[nodiscard]] static RayBlockers<W> view(const Sites& open) {
    Sites closed;
    for (int i = 0; i < W; ++i) closed.word[i] = ~open.word[i];
    return RayBlockers<W>(closed);
  }
  /// The sites of `through` reached from a site in all eight directions.
  [[nodiscard]] Sites reach(int bit, const Sites& through) const { return rays_of_all_->reach(bit, view(through)).all(); }

  /// The set moved by one step.
  [[nodiscard]] Sites step(const Sites& from, int d) const {
    if (stride_ > 0) {
      const int n = shift_[static_cast<std::size_t>(d)];
      if (n == 0) return Sites::none();  // a board one cell wide has no such step
      return (n > 0 ? from.up(n) : from.down(-n)) & target_[static_cast<std::size_t>(d)];
    }
    Sites out = Sites::none();
    from.each([&](int bit) { out |= near_[static_cast<std::size_t>(d)][static_cast<std::size_t>(bit)]; });
    return out;
  }

  template <class Visit>
  static void each_direction(Dirs dirs, Visit visit) {
    for (unsigned left = dirs; left != 0; left &= left - 1) visit(__builtin_ctz(left));
  }

  [[nodiscard]] Sites near(const Sites& from, Dirs dirs) const {
    Sites out = Sites::none();
    each_direction(dirs & directions_, [&](int d) { out |= step(from, d); });
    return out;
  }

  [[nodiscard]] Sites ray(const Sites& from, Dirs dirs) const {
    Sites out = Sites::none();
    each_direction(dirs & directions_, [&](int d) {
      from.each([&](int bit) { out |= ray_[static_cast<std::size_t>(d)][static_cast<std::size_t>(bit)]; });
    });
    return out;
  }

  /// Along every ray of a site: the sites in `through`, and the first one behind them if it is in `onto`.
  [[nodiscard]] Sites slide(const Sites& from, Dirs dirs, const Sites& through, const Sites& onto) const {
    Sites out = Sites::none();
    if constexpr (W == 1)
      if (stride_ == 8 && (from.word[0] & (from.word[0] - 1)) != 0) {
        each_direction(dirs & directions_, [&](int d) { out |= step(filled(from, d, through), d) & (through | onto); });
        return out;
      }
    if (stride_ > 0) {
      from.each([&](int bit) {
        each_direction(dirs & directions_, [&](int d) {
          const Sites ray = ray_[static_cast<std::size_t>(d)][static_cast<std::size_t>(bit)], stops = ray - through;
          if (stops.empty()) {
            out |= ray;
          } else {
            const int stop = shift_[static_cast<std::size_t>(d)] > 0 ? stops.first() : last(stops);
            out |= ray - ray_[static_cast<std::size_t>(d)][static_cast<std::size_t>(stop)] - (Sites::of(stop) - onto);
          }
        });
      });
      return out;
    }
    from.each([&](int bit) {
      for (const Ray& ray : rays_[static_cast<std::size_t>(bit)]) {
        if (!(dirs >> ray.direction & 1)) continue;
        for (const int at : ray.bits) {
          if (through.has(at) || onto.has(at)) out.add(at);
          if (!through.has(at)) break;
        }
      }
    });
    return out;
  }

  /// The sites of `to` reached by a slide through `through`; `rays[bit]` is the union of the rays in these directions.
  [[nodiscard]] Sites sees(const Sites& from, Dirs dirs, const Sites* rays, const Sites& through, const Sites& to) const {
    Sites out = Sites::none();
    from.each([&](int bit) {
      if ((rays[bit] & to).empty()) return;
      each_direction(dirs & directions_, [&](int d) {
        const Sites ray = ray_[static_cast<std::size_t>(d)][static_cast<std::size_t>(bit)], there = ray & to;
        if (there.empty()) return;
        const Sites stops = ray - through;
        if (stops.empty()) {
          out |= there;
        } else {
          const int stop = shift_[static_cast<std::size_t>(d)] > 0 ? stops.first() : last(stops);
          out |= there - ray_[static_cast<std::size_t>(d)][static_cast<std::size_t>(stop)];
        }
      });
    });
    return out;
  }

  [[nodiscard]] Sites jump(const Sites& from, Dirs dirs, const Sites& over, const Sites& to) const {
    Sites out = Sites::none();
    if (stride_ > 0) {
      each_direction(dirs & directions_, [&](int d) { out |= step(step(from, d) & over, d) & to; });
      return out;
    }
    from.each([&](int bit) {
      for (const Ray& ray : rays_[static_cast<std::size_t>(bit)])
        if ((dirs >> ray.direction & 1) && ray.bits.size() > 1 && over.has(ray.bits[0]) && to.has(ray.bits[1]))
          out.add(ray.bits[1]);
    });
    return out;
  }

  /// Runs of `over` adjacent to `from` and closed by `to`, of `least` to `most` sites.
  [[nodiscard]] Sites bracket(const Sites& from, Dirs dirs, const Sites& over, const Sites& to, int least, int most) const {
    Sites out = Sites::none();
    from.each([&](int bit) {
      for (const Ray& ray : rays_[static_cast<std::size_t>(bit)]) {
        if (!(dirs >> ray.direction & 1)) continue;
        std::size_t run = 0;
        while (run < ray.bits.size() && over.has(ray.bits[run])) ++run;
        if (run < static_cast<std::size_t>(std::max(1, least)) || static_cast<int>(run) > most || run == ray.bits.size() ||
            !to.has(ray.bits[run]))
          continue;
        for (std::size_t i = 0; i < run; ++i) out.add(ray.bits[i]);
      }
    });
    return out;
  }

  /// Possible origins of such a bracket: a flood from `to` through `over`, against the directions.
  [[nodiscard]] Sites bracket_starts(Dirs dirs, const Sites& over, const Sites& closing, int least, int most) const {
    const Sites to = closing - over;  // a run ends at the first site that is not in it
    Sites out = Sites::none();
    if (stride_ > 0) {
      each_direction(dirs & directions_, [&](int d) {
        const int back = reversed_direction(d);
        Sites run = step(to, back) & over;
        for (int length = 1; length <= most && !run.empty(); ++length) {
          if (length >= least) out |= step(run, back);
          run = step(run, back) & over;
        }
      });
      return out;
    }
    all_.each([&](int bit) {
      if (!bracket(Sites::of(bit), dirs, over, to, least, most).empty()) out.add(bit);
    });
    return out;
  }

  /// The sites of `of` in straight runs of at least n, or of exactly n.
  [[nodiscard]] Sites line(int n, const Sites& of, Dirs dirs, bool exactly) const {
    const Dirs axes = dirs | reversed(dirs);
    Sites out = Sites::none();
    if (n < 1) return exactly ? out : of;
    if (stride_ > 0) {
      each_direction(axes & directions_ & 0x0f, [&](int d) {
        Sites in = members(n, of, d);
        if (exactly) in -= members(n + 1, of, d);
        out |= in;
      });
      return out;
    }
    for (const Straight& line : straights_) {
      if (!(axes >> line.direction & 1)) continue;
      for (std::size_t begin = 0; begin < line.bits.size();) {
        std::size_t end = begin;
        while (end < line.bits.size() && of.has(line.bits[end])) ++end;
        const int run = static_cast<int>(end - begin);
        if (run > 0 && (exactly ? run == n : run >= n))
          for (std::size_t i = begin; i < end; ++i) out.add(line.bits[i]);
        begin = std::max(end, begin + 1);
      }
    }
    return out;
  }

  [[nodiscard]] bool has_line(int n, const Sites& of, Dirs dirs) const {
    if (stride_ == 0) return !line(n, of, dirs, false).empty();
    const Dirs axes = dirs | reversed(dirs);
    bool found = false;
    each_direction(axes & directions_ & 0x0f, [&](int d) { found = found || !ends(n, of, d).empty(); });
    return found;
  }

  [[nodiscard]] Sites between(const Sites& from, const Sites& to) const {
    Sites out = Sites::none();
    from.each([&](int bit) {
      for (const Ray& ray : rays_[static_cast<std::size_t>(bit)]) {
        Sites passed = Sites::none();
        for (const int at : ray.bits) {
          if (to.has(at)) out |= passed;
          passed.add(at);
        }
      }
    });
    return out;
  }

  [[nodiscard]] Sites at(const Sites& from, Dirs dirs, long far) const {
    if (far == 0) return from;
    if (far < 0) dirs = reversed(dirs);
    const auto steps = static_cast<std::size_t>(far < 0 ? -far : far);
    Sites out = Sites::none();
    from.each([&](int bit) {
      for (const Ray& ray : rays_[static_cast<std::size_t>(bit)])
        if ((dirs >> ray.direction & 1) && steps <= ray.bits.size()) out.add(ray.bits[steps - 1]);
    });
    return out;
  }

  [[nodiscard]] Sites flood(const Sites& from, const Sites& in, Dirs dirs) const {
    Sites out = from & in;
    for (Sites grown = out | (near(out, dirs) & in); !(grown == out); grown = out | (near(out, dirs) & in)) out = grown;
    return out;
  }

  [[nodiscard]] int groups(Sites of, Dirs dirs) const {
    int n = 0;
    for (; !of.empty(); ++n) of -= flood(Sites::of(of.first()), of, dirs | reversed(dirs));
    return n;
  }

 private:
  static constexpr bool has_ones = W > 1 && W <= 4;

  struct Ray {
    int direction;
    std::vector<std::uint16_t> bits;
  };
  using Straight = Ray;

  /// Up to 8×8: the set and all sites in `through` reached from it in one direction (Kogge-Stone fill).
  [[nodiscard]] Sites filled(const Sites& from, int d, const Sites& through) const {
    const int n = shift_[static_cast<std::size_t>(d)];
    const auto go = [n](const Sites& set, int times) { return n > 0 ? set.up(n * times) : set.down(-n * times); };
    Sites out = from, open = through & target_[static_cast<std::size_t>(d)];
    out |= open & go(out, 1);
    open &= go(open, 1);
    out |= open & go(out, 2);
    open &= go(open, 2);
    return out | (open & go(out, 4));
  }

  static int last(const Sites& set) {
    for (int i = W - 1; i > 0; --i)
      if (set.word[i] != 0) return 64 * i + 63 - __builtin_clzll(set.word[i]);
    return 63 - __builtin_clzll(set.word[0]);
  }
  /// The last sites, along d, of runs of n.
  [[nodiscard]] Sites ends(int n, const Sites& of, int d) const {
    Sites out = of;
    for (int i = 1; i < n && !out.empty(); ++i) out = step(out, d) & of;
    return out;
  }
  [[nodiscard]] Sites members(int n, const Sites& of, int d) const {
    Sites out = ends(n, of, d);
    for (int i = 1; i < n && !out.empty(); ++i) out |= step(out, reversed_direction(d));
    return out;
  }

  int stride_;
  Dirs directions_;
  std::array<int, 8> shift_{};
  std::array<Sites, direction_count> target_{};
  std::vector<Sites> ones_;  // by bit
  Sites all_{};
  std::array<std::vector<Sites>, direction_count> near_, ray_;
  std::vector<std::vector<Ray>> rays_;
  std::vector<Straight> straights_;
  std::unique_ptr<QueenRays<W>> rays_of_all_;
};

}  // namespace banmen::rules
