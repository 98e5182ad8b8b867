// Hypergammon with c = 1, 2 or 3 checkers a side: cubeless outcomes and cubeful values of all positions, as in GNU Backgammon's
// hypergammon files: 40 bytes "gnubg-Hc" padded, then C(25+c, c)² records (mover i, opponent j) of 28 bytes: chances to win, win a
// gammon, win a backgammon, lose a gammon, lose a backgammon as 24-bit u/16777215; values of rolling with the cube owned, centred,
// centred under Jacoby's rule, the opponent's as (u/16777215 − 0.5)·6; one byte of padding.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "engines/backgammon/endgames/endgames.hpp"

namespace banmen::backgammon {

struct HyperRecord {
  std::array<double, 5> outcomes{};  // win, win gammon, win backgammon, lose gammon, lose backgammon
  std::array<double, 4> rolls{};     // cube owned, centred, centred under Jacoby's rule, the opponent's
};

class Hypergammon {
 public:
  explicit Hypergammon(int checkers);

  /// Solves everything, or the cubeless values alone. False if stopped.
  bool solve(const EndgameOptions& options);
  bool solve_cubeless(const EndgameOptions& options) { return cubeless_->solve(checkers_, checkers_, options); }
  /// The underlying solvers with names, for callers that run them one by one and find_all_outcomes() last. False if stopped.
  [[nodiscard]] std::vector<std::pair<Endgames*, std::string>> parts() const {
    return {{cubeless_.get(), ".cubeless"}, {cubeful_.get(), ".cube"}};
  }
  bool find_all_outcomes(const EndgameOptions& options);
  [[nodiscard]] int checkers() const { return checkers_; }
  [[nodiscard]] const Endgames& cubeless() const { return *cubeless_; }
  [[nodiscard]] const Endgames& cubeful() const { return *cubeful_; }
  /// As in HyperRecord; a and b are indices of configurations.
  [[nodiscard]] const std::array<double, 5>& outcomes(int n, std::uint32_t a, int m, std::uint32_t b) const {
    return outcomes_[slot(n, m)][std::size_t{a} * cubeless_->sides(m).size() + b];
  }
  [[nodiscard]] HyperRecord record(const std::uint8_t* mover, const std::uint8_t* opponent) const;
  /// Cubeless money equity of the winner of the opening roll, who starts with that roll (no doubles).
  [[nodiscard]] double opening() const;
  Result<void> write(const std::string& path, const Control& control = {}) const;

 private:
  using Outcomes = std::array<double, 5>;
  bool find_outcomes(int n, int m, const EndgameOptions& options);
  [[nodiscard]] std::size_t slot(int n, int m) const { return static_cast<std::size_t>(n * (checkers_ + 1) + m); }
  [[nodiscard]] double rolls(Component::Role role, int n, std::uint32_t a, int m, std::uint32_t b) const;

  int checkers_;
  std::unique_ptr<Endgames> cubeless_, cubeful_;
  std::vector<std::vector<Outcomes>> outcomes_;
};

class HyperFile {
 public:
  static Result<HyperFile> open(const std::string& path);
  [[nodiscard]] int checkers() const { return checkers_; }
  [[nodiscard]] HyperRecord record(const std::uint8_t* mover, const std::uint8_t* opponent) const;

 private:
  int checkers_ = 0;
  std::uint64_t size_ = 0;
  std::string bytes_;
};

}  // namespace banmen::backgammon
