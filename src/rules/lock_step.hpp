// Random games played by the reference interpreter and the VM in lock step.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "rules/interpreter.hpp"
#include "rules/reference.hpp"

namespace banmen::rules {

/// Tests rules of `sure` by exhaustive search from positions that are near enough to the end.
class SureTrial {
 public:
  /// Both must outlive this.
  SureTrial(const Rules& rules, const Interpreter& interpreter, std::uint32_t move_capacity)
      : rules_(rules), interpreter_(interpreter), capacity_(move_capacity) {}

  /// If a rule of `sure` holds, searches from there by the other rules alone. Returns a description of the error; empty if the rule
  /// is right, or if the search takes too many positions.
  [[nodiscard]] std::string fault(const std::uint8_t* position);

  std::uint64_t tried = 0, too_long = 0;  // positions in which a rule held

 private:
  /// The result of the first seat's side: 1, 0 or -1.
  [[nodiscard]] int value(const std::vector<std::uint8_t>& position);

  const Rules& rules_;
  const Interpreter& interpreter_;
  std::uint32_t capacity_;
  std::vector<std::uint64_t> room_;  // for the moves of one position
  std::unordered_map<std::string, int> known_;
  long left_ = 0;
};

class LockStep {
 public:
  /// All three must outlive this.
  LockStep(const Rules& rules, const Reference& reference, const Interpreter& interpreter, std::uint32_t move_capacity)
      : rules_(rules),
        reference_(reference),
        interpreter_(interpreter),
        list_(move_capacity + 1),
        trial_(rules, interpreter, move_capacity) {}

  /// Compares both at one position with all its moves. Returns the moves, or nothing if there is a difference.
  std::vector<ReferenceMove> at(const State& state);
  /// A random game of at most this many plies, ended early if `enough` returns true. False if the interpreters differ or a rule of
  /// `sure` is wrong.
  bool random_game(std::uint64_t seed, std::uint64_t number, int most_plies, const std::function<bool()>& enough = {});

  std::string difference;      // empty: none so far
  bool fault_of_file = false;  // the difference is a fault of the rule file, which both interpreters show
  std::string untrue;          // the error of a rule of `sure`
  std::uint64_t positions = 0;

  // Of the finished games.
  std::uint64_t games = 0, ended = 0, plies = 0, choices = 0, decisions = 0, passes = 0;
  std::vector<long> results;               // sums, for each seat
  std::map<int, std::uint64_t> end_rules;  // number of games ended by each rule of `end`
  [[nodiscard]] const SureTrial& trial() const { return trial_; }
  /// Alternatives taken by no legal move of the positions met.
  [[nodiscard]] std::vector<Alternative> unused() const;

 private:
  void differ(const State& state, const std::string& what);

  std::vector<Alternative> used_;

  const Rules& rules_;
  const Reference& reference_;
  const Interpreter& interpreter_;
  std::vector<std::uint64_t> list_;
  SureTrial trial_;
};

}  // namespace banmen::rules
