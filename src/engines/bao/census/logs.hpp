// Checkpoints of a census: the levels of a breadth-first search, in memory or appended to a file as they are finished, and the
// cycles of finished tiers.
//
// A level is an ascending list of numbers, packed into one or two bytes each. The file is the checkpoint: a header that names the
// census it belongs to, then one record per finished level with its own checksum. A record cut off while being written is dropped,
// since its level was not finished. If a level is damaged, the census resumes from those before it, and the whole file is kept as
// FILE.damaged. A header that does not match is an error.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "engines/bao/census/packed_numbers.hpp"
#include "host/files.hpp"
#include "solve/reports.hpp"

namespace banmen::bao {

/// A loop of endless moves of one level. `kind` and `first` are indices of positions.
struct LevelKind {
  std::uint64_t kind, moves, first;  // first: the smallest index with such a move
};

/// One finished level: its positions, and the counts from their expansion.
struct Level {
  PackedNumbers entries;
  std::vector<CensusTally> tallies;                 // per tier
  std::vector<LevelKind> kinds;                     // rising
  std::uint64_t first_endless = ~std::uint64_t{0};  // smallest index with a move without end
};

class LevelLog {
 public:
  /// In memory.
  LevelLog() = default;
  /// In a file, which may hold levels already and is locked against other writers. `owner` describes the census (game, start).
  static Result<LevelLog> open(const std::string& path, const std::string& owner, std::size_t tiers);

  [[nodiscard]] std::size_t size() const { return summaries_.size(); }
  /// The copy of a file whose levels were damaged; empty if they were not.
  [[nodiscard]] const std::string& damaged() const { return damaged_; }
  Result<void> append(Level level);
  /// Entries of a level, read back from the file if there is one.
  [[nodiscard]] Result<PackedNumbers> entries(std::size_t level) const;
  /// Everything but the entries.
  [[nodiscard]] const Level& summary(std::size_t level) const { return summaries_[level]; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }  // held in memory

 private:
  /// Reads the levels that follow the header, up to the end or the first damaged one; returns the damage.
  std::string read_levels(long size, std::size_t tiers);

  struct Place {
    long offset;  // of its blocks, which its bytes follow
    std::uint64_t blocks, bytes;
  };

  FileLock lock_;
  File file_;
  std::string path_, damaged_;
  std::vector<Level> summaries_;     // without entries
  std::vector<PackedNumbers> held_;  // the entries, where there is no file
  std::vector<Place> places_;        // where they are in the file
  long end_ = 0;                     // of the last whole level there
  std::uint64_t bytes_ = 0;
};

/// A path into a cycle and once around it, by indices of positions.
struct FoundLasso {
  std::uint32_t depth = 0;           // plies to the entry
  std::vector<std::uint64_t> cycle;  // positions after the entry; the last one is the entry

  [[nodiscard]] std::uint64_t entry() const { return cycle.back(); }
  [[nodiscard]] std::uint64_t total() const { return depth + cycle.size(); }
  bool operator==(const FoundLasso&) const = default;
};

/// Cycles lie inside tiers, so a finished tier leaves only the sizes of its components and, over all tiers, the lasso that enters a
/// cycle soonest. The file, next to the checkpoint of the levels, is replaced after every tier, so a killed run resumes with the
/// next tier. It names the census it belongs to and ends with a checksum; a file that does not match is ignored, since everything
/// in it can be found again.
class CycleLog {
 public:
  /// In memory.
  CycleLog() = default;
  /// In a file. `owner` describes the census and its counts. Any other kind of file is an error.
  static Result<CycleLog> open(const std::string& path, std::string owner);
  static std::string name_beside(const std::string& checkpoint) { return checkpoint + ".cycles"; }

  /// The sizes of a finished tier's components with a cycle; null for an unfinished tier.
  [[nodiscard]] const std::vector<std::uint64_t>* tier(std::uint32_t tier) const {
    const auto found = tiers_.find(tier);
    return found == tiers_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] std::size_t finished() const { return tiers_.size(); }
  [[nodiscard]] const std::optional<FoundLasso>& best() const { return best_; }
  /// Records a tier, and the best lasso of all finished tiers.
  Result<void> finish(std::uint32_t tier, std::vector<std::uint64_t> sizes, std::optional<FoundLasso> best);

 private:
  [[nodiscard]] std::string text() const;
  /// False if the text does not match; nothing is taken from it then.
  bool read(const std::string& text);

  std::string path_, owner_;
  std::map<std::uint32_t, std::vector<std::uint64_t>> tiers_;
  std::optional<FoundLasso> best_;
};

}  // namespace banmen::bao
