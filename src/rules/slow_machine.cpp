#include "rules/slow_machine.hpp"

#include "core/random.hpp"

namespace banmen::rules {

Seat SlowMachine::turn(const std::uint8_t* position) const { return slow_.turn(state(position)); }

std::uint32_t SlowMachine::moves(const std::uint8_t* position, std::uint64_t* list) const {
  const auto all = slow_.moves(state(position));
  const std::size_t count = offered(all);
  for (std::size_t i = 0; i < count; ++i) list[i] = all[i].pass ? pass_move : i;
  return static_cast<std::uint32_t>(count);
}

std::uint32_t SlowMachine::count(const std::uint8_t* position) const {
  return static_cast<std::uint32_t>(offered(slow_.moves(state(position))));
}

std::uint32_t SlowMachine::draw(const std::uint8_t* position, NextWord next_word, void* source, std::uint64_t* move) const {
  const auto all = slow_.moves(state(position));
  if (all.empty()) return 0;
  const auto n = static_cast<std::uint32_t>(offered(all));
  *move = all[0].pass ? pass_move : Random::bounded(next_word(source), n);
  return n;
}

SlowMove SlowMachine::chosen(const std::uint8_t* position, std::uint64_t move) const {
  auto all = slow_.moves(state(position));
  return std::move(all.at(move == pass_move ? 0 : move));
}

bool SlowMachine::play(std::uint8_t* position, std::uint64_t move, std::int32_t* gains) const {
  const SlowMove made = chosen(position, move);
  for (std::size_t s = 0; s < made.gains.size(); ++s) gains[s] += static_cast<std::int32_t>(made.gains[s]);
  layout_.write(rules_, made.after, position);
  return made.endless;
}

void SlowMachine::payoff(const std::uint8_t* position, std::int32_t* payoff) const {
  const auto all = slow_.payoff(state(position));
  for (std::size_t s = 0; s < all.size(); ++s) payoff[s] = static_cast<std::int32_t>(all[s]);
}

void SlowMachine::score(const std::uint8_t* position, std::int32_t* score) const {
  const State now = state(position);
  for (int s = 0; s < rules_.seat_count(); ++s) score[s] = static_cast<std::int32_t>(slow_.score(now, s));
}

std::int32_t SlowMachine::value(const std::uint8_t* position, int seat) const {
  return static_cast<std::int32_t>(slow_.value(state(position), seat));
}

std::string SlowMachine::move_text(const std::uint8_t* position, std::uint64_t move) const { return chosen(position, move).text; }

Machine::Told SlowMachine::told(const std::uint8_t* position, std::uint64_t move) const {
  SlowMove made = chosen(position, move);
  return {std::move(made.notes), std::move(made.words)};
}

void SlowMachine::settle(std::uint8_t* position) const {
  State now = state(position);
  if (now.over != 0 || now.rolled != 0) return;
  slow_.settle(now, (now.seat + rules_.seat_count() - 1) % rules_.seat_count());
  layout_.write(rules_, now, position);
}

}  // namespace banmen::rules
