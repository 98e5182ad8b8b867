// All configurations of one side with n checkers on the board, sorted by pips, then by the highest point.
//
// Equal pips are contiguous, so a level of equal pips on both sides consists of whole runs, and within a run the configurations
// that race against a given opponent come first.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "games/backgammon/index.hpp"
#include "games/backgammon/side_plays.hpp"
#include "solve/wide/layout.hpp"

namespace banmen::backgammon {

/// A play: the resulting configuration (among those with `left` checkers), its landing points and its level.
using IndexedPlay = wide::ListedPlay;

/// Up to 64 neighbours of equal pips as the opponent sees them: a word per point says which of them hold it.
struct Run {
  std::uint32_t begin, end;
  int pips, top;            // top: the highest point of any of them
  std::uint64_t blots[25];  // [the other side's point]
  std::uint64_t blocks[25];
};

class Sides {
 public:
  explicit Sides(int n);

  [[nodiscard]] int checkers() const { return n_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(pips_.size()); }
  [[nodiscard]] const std::uint8_t* side(std::uint32_t index) const { return &counts_[std::size_t{index} * slots]; }
  [[nodiscard]] std::uint32_t index_of(const std::uint8_t* side) const { return index_of_rank_[rank_side(side)]; }
  [[nodiscard]] int pips(std::uint32_t index) const { return pips_[index]; }
  [[nodiscard]] int top(std::uint32_t index) const { return top_[index]; }
  [[nodiscard]] int most_pips() const { return bar * n_; }
  /// Points 1..24 held, in own numbering, and in the opponent's.
  [[nodiscard]] PointSet points(std::uint32_t index) const { return points_[index]; }
  [[nodiscard]] PointSet facing(std::uint32_t index) const { return facing_[index]; }
  [[nodiscard]] PointSet facing_blots(std::uint32_t index) const { return facing_blots_[index]; }
  /// The configuration after a hit on a blot on the opponent's point.
  [[nodiscard]] std::uint32_t hit(std::uint32_t index, int point) const {
    return hit_[std::size_t{index} * 25 + static_cast<std::size_t>(point)];
  }
  [[nodiscard]] std::uint32_t hit_all(std::uint32_t index, PointSet points) const {
    for (; points != 0; points &= points - 1) index = hit(index, lowest(points));
    return index;
  }

  [[nodiscard]] const std::vector<Run>& runs() const { return runs_; }
  /// Runs of one pip count: [first, last).
  [[nodiscard]] std::span<const Run> runs_of(int pips) const {
    return {runs_.data() + first_run_[static_cast<std::size_t>(pips)],
            runs_.data() + first_run_[static_cast<std::size_t>(pips) + 1]};
  }
  /// First configuration with at least this many pips.
  [[nodiscard]] std::uint32_t first_of(int pips) const { return first_of_[static_cast<std::size_t>(pips)]; }

  /// Lists the plays of every configuration and throw. Results with fewer checkers are indexed in `smaller[left]`. False if
  /// stopped.
  bool find_plays(std::span<const Sides* const> smaller, const std::stop_token& stop = {});
  [[nodiscard]] std::span<const IndexedPlay> plays(std::uint32_t index, int roll) const {
    const std::size_t at = std::size_t{index} * throw_count + static_cast<std::size_t>(roll);
    return {plays_.data() + first_play_[at], plays_.data() + first_play_[at + 1]};
  }
  [[nodiscard]] std::size_t play_count() const { return plays_.size(); }

 private:
  int n_;
  std::vector<std::uint8_t> counts_;
  std::vector<std::uint16_t> pips_;
  std::vector<std::uint8_t> top_;
  std::vector<PointSet> points_, facing_, facing_blots_;
  std::vector<std::uint32_t> index_of_rank_, hit_, first_of_;
  std::vector<Run> runs_;
  std::vector<std::uint32_t> first_run_;
  std::vector<std::uint32_t> first_play_;
  std::vector<IndexedPlay> plays_;
};

/// Calls visit(left, result, b') for every play of a roll: the mover then has `left` checkers in configuration `result`, the
/// opponent b'. A turn without a play changes nothing. Positions reached in two ways are visited twice.
template <class Visit>
void for_results(const Sides& mine, std::uint32_t a, const Sides& theirs, std::uint32_t b, int roll, Visit visit) {
  const PointSet blots = theirs.facing_blots(b), blocks = theirs.facing(b) & ~blots;
  int level = -1;
  for (const IndexedPlay& play : mine.plays(a, roll)) {
    if (level >= 0 && play.level != level) break;
    if ((play.landing & blocks) != 0) continue;
    level = play.level;
    visit(play.left, play.result, theirs.hit_all(b, play.landing & blots));
  }
  if (level < 0) visit(static_cast<std::uint8_t>(mine.checkers()), a, b);
}

}  // namespace banmen::backgammon
