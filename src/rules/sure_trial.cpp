#include "rules/sure_trial.hpp"

#include "rules/results.hpp"
#include "rules/slow.hpp"

namespace banmen::rules {
namespace {

constexpr long most_read_out = 5000;             // positions for one trial
constexpr std::size_t most_remembered = 200000;  // positions of all trials

std::string who_wins(const Rules& rules, int value) {
  if (value == 0) return "it is a draw";
  int seat = 0;
  while (rules.side[static_cast<std::size_t>(seat)] != (value > 0 ? rules.side[0] : 1 - rules.side[0])) ++seat;
  return rules.seats[static_cast<std::size_t>(seat)] + " wins";
}

}  // namespace

std::string SureTrial::fault(const std::uint8_t* position) {
  const int rule = rules_.sure.empty() ? -1 : machine_.sure(position);
  if (rule < 0) return {};
  if (known_.size() > most_remembered) known_.clear();
  left_ = most_read_out;
  room_.resize(capacity_ + 1);
  const int found = value({position, position + machine_.layout().size});
  if (left_ < 0) {
    ++too_long;
    return {};
  }
  ++tried;
  std::int32_t said[8] = {};
  pay_what_is_sure(rules_, rule, position[machine_.layout().seat], said);
  if (said[0] == found) return {};
  return "line " + std::to_string(rules_.sure[static_cast<std::size_t>(rule)].place.line) + " is sure that " +
         who_wins(rules_, said[0]) + " at '" + Slow(rules_).text(machine_.layout().read(rules_, position)) + "', but " +
         who_wins(rules_, found);
}

int SureTrial::value(const std::vector<std::uint8_t>& position) {
  if (machine_.turn(position.data()) == over) {
    std::int32_t paid[8] = {};
    machine_.payoff(position.data(), paid);
    return paid[0];
  }
  std::string key(position.begin(), position.end());
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (--left_ < 0) return 0;
  const Seat seat = machine_.turn(position.data());
  const int sign = rules_.side[static_cast<std::size_t>(seat)] == rules_.side[0] ? 1 : -1;
  const std::uint32_t count = machine_.moves(position.data(), room_.data());
  if (count > left_) {
    left_ = -1;
    return 0;
  }
  const std::vector<std::uint64_t> list(room_.begin(), room_.begin() + count);
  int best = list.empty() ? 0 : -sign;
  for (const std::uint64_t move : list) {
    std::vector<std::uint8_t> after = position;
    std::int32_t gains[8] = {};
    machine_.play(after.data(), move, gains);
    const int here = value(after);
    if (left_ < 0) return 0;
    if (sign * here > sign * best) best = here;
    if (best == sign) break;
  }
  known_.emplace(std::move(key), best);
  return best;
}

}  // namespace banmen::rules
