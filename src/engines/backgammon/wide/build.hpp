// Databases of endgame values by the wide solver (solve/wide), on the processor or on a device: single wins, every value proved.
//
// What is solved is kept beside the file, group by group, as FILE.work-NvM: values and radii as the backend has them. A group that
// is proved is written by another thread while the next is swept; one that takes long is kept in between too, after a whole sweep.
// A stopped or killed run goes on after the last sweep that was kept, and finds the same table.
//
// The second solver of the same endings, beside endgames/, because neither does the other's job. That one finds every stake
// (gammons, the cube, hypergammon) in doubles, to residuals of 10⁻¹³, which `banmen backgammon value` and `tiers` print. This one
// finds single wins in whole numbers of 2⁻³⁰, the same on every machine and on a GPU, with a proof that a file can carry.
// Everything up to 3 v 3, single wins, one thread, `tiers` against `db build --device cpu --bits 32`: 74 s of processor time and
// 732 MB in doubles, 185 s and 894 MB with the proof of 1.4 · 10⁻¹⁰; here 90 s and 180 MB with the proof of 3.0 · 10⁻⁸. In doubles
// 4 v 4 takes 5.1 GiB, 22 GB with the policy that makes it fast; here 3.8 GiB.
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

/// The order of a tier's positions in files (index.hpp), as columns of a wide solver's values: a mover after the other, each
/// against the others that can stand on one board with it, by their rank. No position is ranked by itself.
struct FileOrder {
  std::vector<std::uint32_t> others;  // configurations of the other side in the order of their rank
  std::vector<wide::Column> columns;  // contact positions first; places from the tier's first position on
  std::uint64_t positions = 0;

  FileOrder(const WideRules& rules, int n, int m);

  /// Some columns from `first` on that have about `most` values together, with places from the first of them on.
  struct Some {
    std::vector<wide::Column> columns;
    std::uint64_t begin = 0, end = 0;  // places in the tier
  };
  [[nodiscard]] Some some(std::size_t first, std::uint64_t most) const;
};

/// A value as a word of a file: (value + 1) / 2 of the largest, to the nearest; and the nearest value to a word. Of 32 bits every
/// value comes back as it was.
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
  /// Makes lists and gets the backend of the plan ready. Refused where it is not there or its memory does not do.
  static Result<WideTables> prepare(const BuildPlan& plan, bool radii, const Control& control);

  /// Solves and proves all groups that were not kept under `path`. False where stopped.
  Result<bool> solve(const std::string& path, const Control& control);
  /// Removes what was kept.
  void forget(const std::string& path) const;

  /// Gives a tier's values, as words of 16 or 32 bits over −1 … 1, or its radii (8 bits) to `use`, some at a time, in the order of
  /// the files. False where stopped.
  using Use = std::function<Result<void>(std::span<const std::uint8_t>)>;
  Result<bool> stream(int n, int m, int bits, const Control& control, const Use& use);
  /// The way back: `give` fills in what it is asked for, from a place of the tier on.
  using Give = std::function<Result<void>(std::uint64_t place, std::span<std::uint8_t>)>;
  Result<bool> take(int n, int m, int bits, const Control& control, const Give& give);
  /// A file of positions to be asked (queries.hpp), refused before any work where it is none or where the answers could not be
  /// written; and those answers, beside it.
  static Result<std::string> queries_of(const std::string& path);
  Result<void> answer(const std::string& path, const std::string& queries);

  [[nodiscard]] std::uint64_t memory() const { return memory_; }  // bytes of the backend, known beforehand
  [[nodiscard]] int resumed() const { return resumed_; }
  [[nodiscard]] const std::vector<wide::GroupReport>& reports() const { return reports_; }
  [[nodiscard]] double error_bound() const;  // of every value, proved
  /// What a file's owner says of the proof, a line for each group.
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
