// Checkpoints of a census: the levels of a breadth-first exploration, in memory or appended to a file as they are finished, and the
// cycles of finished tiers.
//
// A level is a rising list of numbers, packed: one or two bytes each where plain numbers take eight. The file is the checkpoint: a
// header that says which exploration it belongs to, then one record per finished level with its own checksum. A record that was cut
// off while it was being written is dropped, since its level was not finished. Where a level is damaged those before it are gone on
// with, and the whole file is kept beside it as FILE.damaged. A header that does not fit is refused.
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

/// A loop that moves without end of one level go round. Both are indices of positions.
struct LevelKind {
  std::uint64_t kind, moves, first;  // first: the smallest index with such a move
};

/// One finished level: its positions, and what was counted while they were expanded.
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
  /// In a file, which may hold levels already, and which nobody else may write to meanwhile. `owner` says what is explored (game,
  /// start, version).
  static Result<LevelLog> open(const std::string& path, const std::string& owner, std::size_t tiers);

  [[nodiscard]] std::size_t size() const { return summaries_.size(); }
  /// Of a file whose levels were damaged, where the whole of it is kept; empty if they were not.
  [[nodiscard]] const std::string& damaged() const { return damaged_; }
  Result<void> append(Level level);
  /// Entries of a level; read back from the file where there is one.
  [[nodiscard]] Result<PackedNumbers> entries(std::size_t level) const;
  /// Everything but the entries.
  [[nodiscard]] const Level& summary(std::size_t level) const { return summaries_[level]; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }  // held in memory

 private:
  /// Reads the levels that follow the header, up to the end or to where one is damaged; returns what is wrong with that one.
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

/// A way into a cycle and once round it, by indices of positions.
struct FoundLasso {
  std::uint32_t depth = 0;           // plies to the entry
  std::vector<std::uint64_t> cycle;  // positions after the entry; the last one is the entry

  [[nodiscard]] std::uint64_t entry() const { return cycle.back(); }
  [[nodiscard]] std::uint64_t total() const { return depth + cycle.size(); }
  bool operator==(const FoundLasso&) const = default;
};

/// A tier's cycles lie inside it, so all that is left of a finished one is the sizes of its components and, of all tiers together,
/// the lasso that plays into a cycle soonest. The file, beside the checkpoint of the levels, is replaced whenever a tier is
/// finished, so a run that is killed resumes with the next tier. It says which census it belongs to and ends with a checksum; one
/// that does not fit is ignored, since everything in it can be found again.
class CycleLog {
 public:
  /// In memory.
  CycleLog() = default;
  /// In a file. `owner` says what was explored, and what came of it. A file that is no such log is refused.
  static Result<CycleLog> open(const std::string& path, std::string owner);
  static std::string name_beside(const std::string& checkpoint) { return checkpoint + ".cycles"; }

  /// The sizes of a finished tier's components with a cycle; nothing of one that is not finished.
  [[nodiscard]] const std::vector<std::uint64_t>* tier(std::uint32_t tier) const {
    const auto found = tiers_.find(tier);
    return found == tiers_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] std::size_t finished() const { return tiers_.size(); }
  [[nodiscard]] const std::optional<FoundLasso>& best() const { return best_; }
  /// Notes a tier, and the best lasso of all that are finished now.
  Result<void> finish(std::uint32_t tier, std::vector<std::uint64_t> sizes, std::optional<FoundLasso> best);

 private:
  [[nodiscard]] std::string text() const;
  /// False if it does not fit; then nothing was taken from it.
  bool read(const std::string& text);

  std::string path_, owner_;
  std::map<std::uint32_t, std::vector<std::uint64_t>> tiers_;
  std::optional<FoundLasso> best_;
};

}  // namespace banmen::bao
