// What a census knows of cycles, tier by tier, in memory or in a file beside the checkpoint of its levels.
//
// A tier's cycles lie inside it, so all that is left of a finished one is the sizes of its components and, of all tiers together,
// the lasso that plays into a cycle soonest. The file is written anew whenever a tier is finished and put in place at once, so a
// run that is killed goes on with the next tier. It says which census it belongs to and ends with a checksum; one that does not fit
// is as good as none, since everything in it can be found again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace banmen {

/// A way into a cycle and once round it, by indices of positions.
struct FoundLasso {
  std::uint32_t depth = 0;           // plies to the entry
  std::vector<std::uint64_t> cycle;  // positions after the entry; the last one is the entry

  [[nodiscard]] std::uint64_t entry() const { return cycle.back(); }
  [[nodiscard]] std::uint64_t total() const { return depth + cycle.size(); }
  bool operator==(const FoundLasso&) const = default;
};

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

}  // namespace banmen
