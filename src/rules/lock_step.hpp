// Random games in which the reference interpreter and the VM go in lock step.
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

/// Tries whether what a text is sure of is so, where play is short enough to be read out.
class SureTrial {
 public:
  /// Both must live as long.
  SureTrial(const Rules& rules, const Interpreter& interpreter, std::uint32_t move_capacity)
      : rules_(rules), interpreter_(interpreter), capacity_(move_capacity) {}

  /// Where a rule of `sure` holds, play is read out from there by the other rules alone. What is wrong; nothing where it is so, or
  /// where that takes too many positions.
  [[nodiscard]] std::string fault(const std::uint8_t* position);

  std::uint64_t tried = 0, too_long = 0;  // positions in which a rule held

 private:
  /// What the first seat's side gets, 1, 0 or -1.
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
  /// All three must live as long.
  LockStep(const Rules& rules, const Reference& reference, const Interpreter& interpreter, std::uint32_t move_capacity)
      : rules_(rules),
        reference_(reference),
        interpreter_(interpreter),
        list_(move_capacity + 1),
        trial_(rules, interpreter, move_capacity) {}

  /// Both at one position: what they say of it and of all its moves. The moves, or nothing where they differ.
  std::vector<ReferenceMove> at(const State& state);
  /// A random game of at most so many plies, broken off where `enough` says so; false where they differ, or where something is not
  /// so that the text is sure of.
  bool random_game(std::uint64_t seed, std::uint64_t number, int most_plies, const std::function<bool()>& enough = {});

  std::string difference;  // empty: none so far
  std::string untrue;      // … that was sure and is not so
  std::uint64_t positions = 0;

  // Of the games that came to their end.
  std::uint64_t games = 0, ended = 0, plies = 0, choices = 0, decisions = 0, passes = 0;
  std::vector<long> results;               // sums, for each seat
  std::map<int, std::uint64_t> end_rules;  // how many games each rule of `end` ended
  [[nodiscard]] const SureTrial& trial() const { return trial_; }
  /// Alternatives that no legal move of a position met takes.
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
