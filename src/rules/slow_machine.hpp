// The slow reading behind the machine's interface, so that every job can be run on it. A move is its number in the list.
#pragma once

#include "rules/machine.hpp"
#include "rules/slow.hpp"

namespace banmen::rules {

class SlowMachine final : public Machine {
 public:
  explicit SlowMachine(const Rules& rules) : Machine(rules), rules_(rules), slow_(rules) {}

  [[nodiscard]] Seat turn(const std::uint8_t* position) const override;
  std::uint32_t moves(const std::uint8_t* position, std::uint64_t* list) const override;
  [[nodiscard]] std::uint32_t count(const std::uint8_t* position) const override;
  std::uint32_t draw(const std::uint8_t* position, NextWord next_word, void* source, std::uint64_t* move) const override;
  bool play(std::uint8_t* position, std::uint64_t move, std::int32_t* gains) const override;
  void payoff(const std::uint8_t* position, std::int32_t* payoff) const override;
  void score(const std::uint8_t* position, std::int32_t* score) const override;
  [[nodiscard]] std::int32_t value(const std::uint8_t* position, int seat) const override;
  [[nodiscard]] int sure(const std::uint8_t* position) const override { return slow_.sure(state(position)); }
  [[nodiscard]] std::string move_text(const std::uint8_t* position, std::uint64_t move) const override;
  [[nodiscard]] Told told(const std::uint8_t* position, std::uint64_t move) const override;
  [[nodiscard]] Functions functions() const override { return functions_of<SlowMachine>(); }
  void settle(std::uint8_t* position) const override;

 private:
  [[nodiscard]] State state(const std::uint8_t* position) const { return layout_.read(rules_, position); }
  /// As many as there is room for in a list.
  [[nodiscard]] std::size_t offered(const std::vector<SlowMove>& all) const {
    return std::min<std::size_t>(all.size(), most_moves_);
  }
  [[nodiscard]] SlowMove chosen(const std::uint8_t* position, std::uint64_t move) const;

  const Rules& rules_;
  Slow slow_;
};

}  // namespace banmen::rules
