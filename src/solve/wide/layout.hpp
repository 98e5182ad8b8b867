// Layout of a factored game in the wide solver: the data that a backend needs to sweep a tier, in plain arrays.
//
// In a factored game of chance a position, before chance acts, is a pair of configurations, the mover's and the other side's. The
// mover's next configuration depends only on its own and the outcome of chance; the other side only forbids moves that land where
// it blocks and is struck by moves that land where it is exposed. So moves are listed once per (configuration, outcome), not per
// position, and filtered by two words.
//
// A tier (n, m) holds the positions whose mover has a configuration of part n and whose other side has one of part m. Its table is
// dense: the value of (a, b) is at begin(n, m) + b · size(n) + a, compatible or not. After a play that leaves the mover a′, the
// other side moves next, in tier (m, left), at begin(m, left) + a′ · size(m) + b′: the positions after one play from neighbouring b
// are contiguous. All tables are in one arena, tiers in the order of solving, so one 64-bit number is the destination of a play.
// Part 0 is a side that has finished: begin(m, 0) is one row by the loser's configuration.
//
// Configurations of a part are ordered by a potential (backgammon: pips) that every play lowers and only strikes raise. A shell is
// all positions of a group {(n, m), (m, n)} with the same sum of potentials. Shells are taken in ascending order, and the new
// values of a shell are all found before any is written: so the table after a sweep does not depend on the order inside a shell, on
// the number of threads or on the backend.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "solve/wide/number.hpp"

namespace banmen::wide {

/// A play as the game lists it.
struct ListedPlay {
  std::uint32_t result;   // index among the configurations of part `left`
  std::uint32_t landing;  // places where it lands, as bits
  std::uint8_t left;
  std::uint8_t level;  // only plays of the lowest level that has a legal one are legal
  std::uint16_t unused = 0;
};

inline constexpr int places = 32;  // bits of a landing word
inline constexpr int most_outcomes = 36;

/// The configurations of one part, in ascending order of potential.
struct Part {
  std::uint32_t size = 0;
  std::vector<std::uint32_t> held;              // the mover's places; none may coincide with `facing` of the other side
  std::vector<std::uint32_t> blocked, exposed;  // as the other side sees them; facing = blocked | exposed
  std::vector<std::uint32_t> struck;            // [place · size + index]: the configuration after being struck there
  std::vector<std::uint32_t> first_of;  // [potential]: the first configuration with at least that potential; one extra entry
  std::vector<std::uint64_t> first;     // [index · outcomes + outcome] into plays
  std::vector<ListedPlay> plays;        // the lowest level first; the last entry of each list is to stay, which is always legal
  std::vector<Word> lost;               // the side's expectation once the other has finished

  [[nodiscard]] int most_potential() const { return static_cast<int>(first_of.size()) - 2; }
};

/// A game as the solver sees it.
struct Rules {
  std::vector<std::uint8_t> weights;  // of chance's outcomes
  int total = 0;                      // their sum
  std::vector<Part> parts;            // [n]; part 0 is the side that has finished
};

/// A play as a backend reads it: the start, in the arena, of the row that it leads to.
struct alignas(16) Play {
  std::uint64_t row;
  std::uint32_t landing;
  std::uint32_t count;  // of the first play of a level: how many the level has
};

/// Tiers and the places of their tables.
class Layout {
 public:
  Layout(const Rules& rules, int n, int m) : Layout(sizes_of(rules), n, m) {}
  Layout(std::vector<std::uint32_t> sizes, int n, int m) : sizes_(std::move(sizes)), n_(n > m ? n : m), m_(n > m ? m : n) {
    begin_.assign(sizes_.size() * sizes_.size(), 0);
    for (std::size_t k = 1; k < sizes_.size(); ++k) place(static_cast<int>(k), 0, 1);
    for (const auto& [large, small] : groups()) {
      place(large, small, sizes_[static_cast<std::size_t>(small)]);
      if (large != small) place(small, large, sizes_[static_cast<std::size_t>(large)]);
    }
  }

  /// (large, small): each stands for itself and its mirror image. Every play from one leads into it or into an earlier one.
  [[nodiscard]] std::vector<std::pair<int, int>> groups() const {
    std::vector<std::pair<int, int>> out;
    for (int sum = 2; sum <= n_ + m_; ++sum)
      for (int large = (sum + 1) / 2; large < sum; ++large)
        if (large <= n_ && sum - large <= m_) out.emplace_back(large, sum - large);
    return out;
  }
  [[nodiscard]] std::uint64_t begin(int n, int m) const { return begin_[slot(n, m)]; }
  [[nodiscard]] std::uint64_t cells(int n, int m) const { return std::uint64_t{size(n)} * size(m); }
  /// Begin and end of a group's tables.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> range(int n, int m) const {
    return {begin(n, m), begin(n, m) + cells(n, m) * (n == m ? 1 : 2)};
  }
  [[nodiscard]] std::uint64_t at(int n, std::uint32_t a, int m, std::uint32_t b) const {
    return begin(n, m) + std::uint64_t{b} * size(n) + a;
  }
  [[nodiscard]] std::uint32_t size(int n) const { return sizes_[static_cast<std::size_t>(n)]; }
  [[nodiscard]] std::uint64_t all() const { return end_; }  // cells of everything
  [[nodiscard]] int large() const { return n_; }
  [[nodiscard]] int small() const { return m_; }

 private:
  static std::vector<std::uint32_t> sizes_of(const Rules& rules) {
    std::vector<std::uint32_t> out;
    for (const Part& part : rules.parts) out.push_back(part.size);
    return out;
  }
  [[nodiscard]] std::size_t slot(int n, int m) const {
    return static_cast<std::size_t>(n) * sizes_.size() + static_cast<std::size_t>(m);
  }
  void place(int n, int m, std::uint64_t rows) {
    begin_[slot(n, m)] = end_;
    end_ += rows * sizes_[static_cast<std::size_t>(n)];
  }

  std::vector<std::uint32_t> sizes_;
  int n_, m_;
  std::vector<std::uint64_t> begin_;
  std::uint64_t end_ = 0;
};

/// Resolves a listed play against an opponent of part m.
inline Play resolved(const Layout& layout, const ListedPlay& play, int m) {
  return {layout.begin(m, play.left) + std::uint64_t{play.result} * layout.size(m), play.landing, 0};
}

/// Movers of one potential against others of one potential: a rectangle of a tier's table, all of one shell.
struct Tile {
  std::uint32_t a, movers, b, others;
  std::uint32_t tier;    // 0 or 1 of the group
  std::uint32_t chunks;  // of others, for backends that split them
  std::uint64_t begin;   // place of its new values in the buffer: the cells of the shell's tiles before it
  std::uint64_t before;  // blocks of work of the shell's tiles before it
};

struct Shell {
  std::vector<Tile> tiles;
  std::uint64_t cells = 0, blocks = 0;
};

/// A group's shells in ascending order; `chunk` others make a block of work with one mover.
inline std::vector<Shell> shells_of(const Rules& rules, int n, int m, std::uint32_t chunk) {
  const Part& x = rules.parts[static_cast<std::size_t>(n)];
  const Part& y = rules.parts[static_cast<std::size_t>(m)];
  std::vector<Shell> out(static_cast<std::size_t>(x.most_potential() + y.most_potential()) + 1);
  for (int t = 0; t < (n == m ? 1 : 2); ++t) {
    const Part& mine = t == 0 ? x : y;
    const Part& theirs = t == 0 ? y : x;
    for (int p = 0; p <= mine.most_potential(); ++p)
      for (int q = 0; q <= theirs.most_potential(); ++q) {
        const auto i = static_cast<std::size_t>(p), j = static_cast<std::size_t>(q);
        Tile tile{mine.first_of[i],
                  mine.first_of[i + 1] - mine.first_of[i],
                  theirs.first_of[j],
                  theirs.first_of[j + 1] - theirs.first_of[j],
                  static_cast<std::uint32_t>(t),
                  0,
                  0,
                  0};
        if (tile.movers == 0 || tile.others == 0) continue;
        Shell& shell = out[static_cast<std::size_t>(p + q)];
        tile.chunks = (tile.others + chunk - 1) / chunk;
        tile.begin = shell.cells;
        tile.before = shell.blocks;
        shell.cells += std::uint64_t{tile.movers} * tile.others;
        shell.blocks += std::uint64_t{tile.chunks} * tile.movers;
        shell.tiles.push_back(tile);
      }
  }
  std::vector<Shell> filled;
  for (Shell& shell : out)
    if (!shell.tiles.empty()) filled.push_back(std::move(shell));
  return filled;
}

/// Bytes that solving up to (n, m) needs on a backend.
struct Needs {
  std::uint64_t values = 0, radii = 0, lists = 0, waiting = 0, notes = 0;
  [[nodiscard]] std::uint64_t all() const { return values + radii + lists + waiting + notes; }
};
inline Needs needs_of(const Rules& rules, const Layout& layout, bool radii) {
  Needs out;
  out.values = layout.all() * sizeof(Word);
  out.radii = radii ? layout.all() : 0;
  std::uint64_t plays = 0;
  for (const Part& part : rules.parts) {
    plays = part.plays.size() > plays ? part.plays.size() : plays;
    out.lists +=
        part.plays.size() * sizeof(ListedPlay) + part.first.size() * 8 + part.struck.size() * 4 + part.size * std::uint64_t{16};
  }
  out.lists += 2 * plays * sizeof(Play);  // resolved for the two tiers of a group
  for (const auto& [n, m] : layout.groups()) {
    const auto [begin, end] = layout.range(n, m);
    out.notes = (end - begin) * sizeof(Note) > out.notes ? (end - begin) * sizeof(Note) : out.notes;
    for (const Shell& shell : shells_of(rules, n, m, 1))
      out.waiting = shell.cells * sizeof(Word) > out.waiting ? shell.cells * sizeof(Word) : out.waiting;
  }
  return out;
}

}  // namespace banmen::wide
