// Databases of endgame values by the wide solver (solve/wide), on the CPU or a device: single wins, every value proved.
//
// Checkpoints are stored next to the file, group by group, as FILE.work-NvM: values and radii as in the backend. A proved group is
// written by another thread while the next is swept; a long one is also saved between sweeps. A stopped or killed run resumes after
// the last saved sweep and computes the same table.
//
// There are two solvers of these endings because neither replaces the other. endgames/ solves every payoff (gammons, the cube,
// hypergammon) in doubles to residuals of 10⁻¹³, which `banmen backgammon value` and `tiers` print. This one solves single wins in
// integers of 2⁻³⁰, identically on every machine and GPU, with a proof that a file can carry. Everything up to 3 v 3, single wins,
// one thread, `tiers` against `db build --device cpu --bits 32`: 74 s of CPU time and 732 MB in doubles, 185 s and 894 MB with the
// proof of 1.4 · 10⁻¹⁰; here 90 s and 180 MB with the proof of 3.0 · 10⁻⁸. In doubles 4 v 4 takes 5.1 GiB, 22 GB with the policy
// that makes it fast; here 3.8 GiB.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/control.hpp"
#include "core/error.hpp"
#include "engines/backgammon/endgames/endgames.hpp"
#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/solver.hpp"

namespace banmen::backgammon {

/// The file order of a tier (index.hpp) as columns of a wide solver's values: one mover after the other, each against its
/// compatible opponents by rank. No position is ranked individually.
struct FileOrder {
  std::vector<std::uint32_t> others;  // opponent configurations by rank
  std::vector<wide::Column> columns;  // contact first; places from the tier's first position on
  std::uint64_t positions = 0;

  FileOrder(const WideRules& rules, int n, int m);

  /// Columns from `first` on with about `most` values, placed relative to the first of them.
  struct Some {
    std::vector<wide::Column> columns;
    std::uint64_t begin = 0, end = 0;  // places in the tier
  };
  [[nodiscard]] Some some(std::size_t first, std::uint64_t most) const;
};

/// Conversion of values to words and back: (value + 1) / 2 of the largest word, rounded to nearest. 32 bits are lossless.
inline std::uint64_t word_of(wide::Word value, int bits) {
  const std::uint64_t most = (std::uint64_t{1} << bits) - 1;
  return (static_cast<std::uint64_t>(std::int64_t{value} + wide::one) * most + wide::one) >> (wide::scale_bits + 1);
}
inline wide::Word value_of_word(std::uint64_t word, int bits) {
  const std::uint64_t most = (std::uint64_t{1} << bits) - 1;
  return static_cast<wide::Word>(static_cast<std::int64_t>(((word << (wide::scale_bits + 1)) + most / 2) / most) - wide::one);
}

class WideTables {
 public:
  /// Lists the plays and opens the plan's backend. Fails if that is missing or memory is short.
  static Result<WideTables> prepare(const BuildPlan& plan, bool radii, const Control& control);

  /// Solves and proves all groups without a checkpoint under `path`. False if stopped.
  Result<bool> solve(const std::string& path, const Control& control);
  /// Removes the checkpoints.
  void forget(const std::string& path) const;

  /// Streams a tier to `use` in file order: values as words of 16 or 32 bits over −1 … 1, or radii (8 bits). False if stopped.
  using Use = std::function<Result<void>(std::span<const std::uint8_t>)>;
  Result<bool> stream(int n, int m, int bits, const Control& control, const Use& use);
  /// The inverse: `give` fills the buffer from a place of the tier on.
  using Give = std::function<Result<void>(std::uint64_t place, std::span<std::uint8_t>)>;
  Result<bool> take(int n, int m, int bits, const Control& control, const Give& give);
  /// queries_of() reads a file of positions (queries.hpp); it fails before any work if the file is invalid or the answers cannot be
  /// written. answer() writes them next to it.
  static Result<std::string> queries_of(const std::string& path);
  Result<void> answer(const std::string& path, const std::string& queries);

  [[nodiscard]] std::uint64_t memory() const { return memory_; }  // in bytes, of the backend
  [[nodiscard]] int resumed() const { return resumed_; }
  [[nodiscard]] const std::vector<wide::GroupReport>& reports() const { return reports_; }
  [[nodiscard]] double error_bound() const;  // proved for every value
  /// The proof as recorded in the owner's text, one line per group.
  [[nodiscard]] std::string proof_text() const;

  [[nodiscard]] wide::Backend& backend() { return *backend_; }
  [[nodiscard]] const WideRules& rules() const { return *rules_; }
  [[nodiscard]] const wide::Layout& layout() const { return *layout_; }
  void begin(int n, int m);

 private:
  WideTables() = default;
  class Keeper;
  Result<bool> load(const std::string& path, wide::GroupReport& report);
  template <class Work>
  Result<bool> over_columns(int n, int m, const char* what, const Control& control, Work work);

  std::unique_ptr<WideRules> rules_;
  std::unique_ptr<wide::Layout> layout_;
  std::unique_ptr<wide::Backend> backend_;
  std::uint64_t memory_ = 0;
  double keep_every_ = 600;
  int resumed_ = 0;
  std::pair<int, int> begun_{0, 0};
  std::vector<wide::GroupReport> reports_;
};

}  // namespace banmen::backgammon
