// The value of one position from the table: the arithmetic of the wide solver, one position at a time. A GPU assigns each thread a
// position; the CPU uses this for single positions and to check its kernel for many at a time (block.hpp).
#pragma once

#include "solve/wide/layout.hpp"

namespace banmen::wide {

/// A backend's view of the tier in work: pointers into the backend's memory.
struct View {
  const Play* plays;                                // of the mover's part, resolved against the other's
  const std::uint64_t* first;                       // [a · outcomes + outcome]
  const std::uint32_t* held;                        // of the mover's part
  const std::uint32_t *blocked, *exposed, *struck;  // of the other's part
  const Word* values;
  const std::uint8_t* radii;
  std::uint64_t begin;                   // of the tier's table
  std::uint64_t group_begin, group_end;  // of its group's tables
  std::uint32_t movers, others;
  int outcomes, total;
  std::uint8_t weights[most_outcomes];

  [[nodiscard]] BANMEN_HD std::uint64_t at(std::uint32_t a, std::uint32_t b) const { return begin + std::uint64_t{b} * movers + a; }
  [[nodiscard]] BANMEN_HD bool compatible(std::uint32_t a, std::uint32_t b) const {
    return (held[a] & (blocked[b] | exposed[b])) == 0;
  }
};

BANMEN_HD inline int lowest_place(std::uint32_t set) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(set)) - 1;
#else
  return __builtin_ctz(set);
#endif
}

/// The other side's configuration after it was met on these places, where it is exposed.
BANMEN_HD inline std::uint32_t struck_at(const View& view, std::uint32_t b, std::uint32_t met) {
  for (; met != 0; met &= met - 1) b = view.struck[static_cast<std::uint32_t>(lowest_place(met)) * std::uint64_t{view.others} + b];
  return b;
}
BANMEN_HD inline std::uint32_t struck(const View& view, std::uint32_t b, std::uint32_t landing) {
  return struck_at(view, b, landing & view.exposed[b]);
}

/// The purpose of a sweep. The last two write nothing: they check that values agree with their successors', and that intervals
/// contain those derived from their successors.
enum class Look : int { value, radius, endless, agree, hold };

/// Running minima over plays. `take` gets the value after a play.
struct ValueLook {
  Word least = nothing;
  std::int64_t sum = 0;

  BANMEN_HD void begin() { least = nothing; }
  BANMEN_HD bool found() const { return least != nothing; }
  BANMEN_HD void take(Word value, int) { least = value < least ? value : least; }
  BANMEN_HD void end(int weight) { sum += std::int64_t{weight} * least; }
};

/// The same for the two ends of intervals.
struct RadiusLook {
  Word least_low = nothing, least_high = nothing;
  std::int64_t low = 0, high = 0;

  BANMEN_HD void begin() { least_low = least_high = nothing; }
  BANMEN_HD bool found() const { return least_low != nothing; }
  BANMEN_HD void take(Word value, int radius) {
    least_low = value - radius < least_low ? value - radius : least_low;
    least_high = value + radius < least_high ? value + radius : least_high;
  }
  BANMEN_HD void end(int weight) {
    low += std::int64_t{weight} * least_low;
    high += std::int64_t{weight} * least_high;
  }
  /// The radius that a value needs for its interval to contain all that follows from the successors' intervals, plus `slack` 16ths
  /// of a unit; never less than before.
  BANMEN_HD int radius(Word value, int before, int total, int slack) const {
    const std::int64_t more = std::int64_t{slack} * total, parts = std::int64_t{16} * total;
    const std::int64_t above = std::int64_t{rounded_up(16 * low - more, parts)} - value,
                       below = std::int64_t{value} - rounded_down(16 * high + more, parts);
    const std::int64_t need = above > below ? above : below;
    const std::int64_t wide = need > before ? need : before;
    return static_cast<int>(wide < most_radius ? wide : most_radius);
  }
};

/// A position in work.
struct Looked {
  std::uint32_t a, b;
  std::uint32_t blocked, exposed;  // of b
};

/// The next plays of a level, `together` at a time, so that their loads overlap. If fewer are left, the last one is repeated, which
/// changes no minimum.
inline constexpr int together = 6;
template <bool radii, bool whole, class Struck, class Looking>
BANMEN_HD void look_at_some(const View& view, const Looked& p, const Play* at, const Play* last, const Struck& struck,
                            Looking& looking) {
  Play play[together];
  BANMEN_UNROLL
  for (int k = 0; k < together; ++k) play[k] = whole || at + k < last ? at[k] : *last;
  std::uint32_t met[together], to[together];
  BANMEN_UNROLL
  for (int k = 0; k < together; ++k) met[k] = play[k].landing & p.exposed;
  struck(met, to);
  Word value[together];
  int radius[together];
  BANMEN_UNROLL
  for (int k = 0; k < together; ++k) {
    value[k] = nothing;
    radius[k] = 0;
    if ((play[k].landing & p.blocked) == 0) {
      value[k] = (view.values + play[k].row)[to[k]];
      if constexpr (radii) radius[k] = (view.radii + play[k].row)[to[k]];
    }
  }
  BANMEN_UNROLL
  for (int k = 0; k < together; ++k) looking.take(value[k], radius[k]);
}

/// Visits all legal plays of some outcomes. `struck` maps the places where each play meets the other side to the other side's next
/// configurations.
template <bool radii, class Struck, class Looking>
BANMEN_HD void look_at(const View& view, const Looked& p, int outcome, int end, const Struck& struck, Looking& looking) {
  const std::uint64_t* const first = view.first + std::uint64_t{p.a} * static_cast<unsigned>(view.outcomes);
  for (; outcome < end; ++outcome) {
    const Play* at = view.plays + first[outcome];
    looking.begin();
    // Staying is the last level and always legal, so the search ends.
    do {
      const Play* const stop = at + at->count;
      for (; stop - at >= together; at += together) look_at_some<radii, true>(view, p, at, stop - 1, struck, looking);
      if (at < stop) look_at_some<radii, false>(view, p, at, stop - 1, struck, looking);
      at = stop;
    } while (!looking.found());
    looking.end(view.weights[outcome]);
  }
}

/// Strikes looked up in the table.
struct TableStruck {
  const View& view;
  std::uint32_t b;
  BANMEN_HD void operator()(const std::uint32_t* met, std::uint32_t* to) const {
    for (int k = 0; k < together; ++k) to[k] = struck_at(view, b, met[k]);
  }
};

/// Visits all outcomes.
template <bool radii, class Looking>
BANMEN_HD Looking looked_at(const View& view, std::uint32_t a, std::uint32_t b) {
  Looking looking;
  look_at<radii>(view, {a, b, view.blocked[b], view.exposed[b]}, 0, view.outcomes, TableStruck{view, b}, looking);
  return looking;
}

/// The mover's value, to the nearest.
BANMEN_HD inline Word value_of(const View& view, std::uint32_t a, std::uint32_t b) {
  return nearest(looked_at<false, ValueLook>(view, a, b).sum, view.total);
}

/// True if both sides together can certainly stay on marked positions (marks replace radii): for every outcome there is a play to a
/// marked position of the group.
BANMEN_HD inline bool endless(const View& view, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t blocked = view.blocked[b], exposed = view.exposed[b];
  const std::uint64_t* const first = view.first + std::uint64_t{a} * static_cast<unsigned>(view.outcomes);
  for (int outcome = 0; outcome < view.outcomes; ++outcome) {
    const Play* at = view.plays + first[outcome];
    bool legal = false, stays = false;
    while (!legal) {
      const Play* const stop = at + at->count;
      for (; at < stop && !stays; ++at) {
        if ((at->landing & blocked) != 0) continue;
        legal = true;
        if (at->row < view.group_begin || at->row >= view.group_end) continue;
        stays = view.radii[at->row + struck_at(view, b, at->landing & exposed)] != 0;
      }
      at = stop;
    }
    if (!stays) return false;
  }
  return true;
}

/// The best play of an outcome: the first in the list that leads to the least value for the other side.
struct Chosen {
  std::uint32_t play;   // in the list of the outcome
  std::uint64_t at;     // the place that it leads to
  std::uint32_t other;  // the other side's configuration afterwards
};
BANMEN_HD inline Chosen best_play(const View& view, std::uint32_t a, std::uint32_t b, int outcome) {
  const std::uint64_t* const first = view.first + std::uint64_t{a} * static_cast<unsigned>(view.outcomes) + outcome;
  const Play* at = view.plays + first[0];
  Word least = nothing;
  Chosen chosen{0, 0, b};
  while (least == nothing) {
    const Play* const stop = at + at->count;
    for (; at < stop; ++at) {
      if ((at->landing & view.blocked[b]) != 0) continue;
      const std::uint32_t to = struck(view, b, at->landing);
      const Word value = view.values[at->row + to];
      if (value >= least) continue;
      least = value;
      chosen = {static_cast<std::uint32_t>(at - view.plays - first[0]), at->row + to, to};
    }
  }
  return chosen;
}

/// The gain of the best play that meets the other side over the best that does not, in the outcome where it is largest; INT64_MIN
/// if there is no choice.
BANMEN_HD inline std::int64_t gain_of_meeting(const View& view, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t blocked = view.blocked[b], exposed = view.exposed[b];
  const std::uint64_t* const first = view.first + std::uint64_t{a} * static_cast<unsigned>(view.outcomes);
  std::int64_t most = INT64_MIN;
  for (int outcome = 0; outcome < view.outcomes && exposed != 0; ++outcome) {
    const Play* at = view.plays + first[outcome];
    Word meeting = nothing, passing = nothing;
    while (meeting == nothing && passing == nothing) {
      const Play* const stop = at + at->count;
      for (; at < stop; ++at) {
        if ((at->landing & blocked) != 0) continue;
        const Word value = view.values[at->row + struck_at(view, b, at->landing & exposed)];
        Word& least = (at->landing & exposed) != 0 ? meeting : passing;
        least = value < least ? value : least;
      }
    }
    if (meeting == nothing || passing == nothing) continue;
    const std::int64_t gain = std::int64_t{passing} - meeting;
    most = gain > most ? gain : most;
  }
  return most;
}

}  // namespace banmen::wide
