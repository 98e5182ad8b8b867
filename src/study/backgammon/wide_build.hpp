// Databases of endgame values by the wide solver (solve/wide), on the processor or on a device: single wins, every value proved.
//
// What is solved is kept beside the file, group by group, as FILE.work-NvM: values and radii as the machine has them. A stopped or
// killed run goes on after the last group that was kept.
#pragma once

#include <memory>
#include <string>

#include "core/control.hpp"
#include "core/error.hpp"
#include "solve/wide/solver.hpp"
#include "study/backgammon/equity_tables.hpp"
#include "study/backgammon/wide_rules.hpp"

namespace banmen::backgammon {

class WideTables {
 public:
  /// Makes lists and gets the machine of the plan ready. Refused where it is not there or its memory does not do.
  static Result<WideTables> prepare(const EquityPlan& plan, const Control& control);

  /// Solves and proves all groups that were not kept under `path`. False where stopped.
  Result<bool> solve(const std::string& path, const Control& control);
  /// Removes what was kept.
  void forget(const std::string& path) const;

  /// Words of positions [begin, end) of a tier, in the order of the files: 16 or 32 bits over −1 … 1.
  Result<void> words(int n, int m, std::uint64_t begin, std::uint64_t end, int bits, std::uint8_t* out, int threads);

  [[nodiscard]] std::uint64_t memory() const { return memory_; }  // bytes of the machine, known beforehand
  [[nodiscard]] int resumed() const { return resumed_; }
  [[nodiscard]] const std::vector<wide::GroupReport>& reports() const { return reports_; }
  [[nodiscard]] double error_bound() const;  // of every value, proved
  /// What a file's owner says of the proof, a line for each group.
  [[nodiscard]] std::string proof_text() const;

 private:
  WideTables() = default;
  Result<bool> load(const std::string& path, wide::GroupReport& report);
  Result<void> save(const std::string& path, const wide::GroupReport& report);
  void begin(int n, int m);

  std::unique_ptr<WideRules> rules_;
  std::unique_ptr<wide::Layout> layout_;
  std::unique_ptr<wide::Machine> machine_;
  std::uint64_t memory_ = 0;
  int resumed_ = 0;
  std::pair<int, int> begun_{0, 0};
  std::vector<wide::GroupReport> reports_;
};

}  // namespace banmen::backgammon
