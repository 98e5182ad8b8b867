#include "rules/lock_step.hpp"

#include <algorithm>
#include <set>

#include "core/random.hpp"
#include "rules/meaning.hpp"
#include "rules/reference.hpp"

namespace banmen::rules {

void LockStep::differ(const State& state, const std::string& what) {
  if (difference.empty()) difference = what + " at '" + reference_.text(state) + "'";
}

std::vector<ReferenceMove> LockStep::at(const State& state) {
  ++positions;
  std::vector<std::uint8_t> bytes(interpreter_.layout().size), after(bytes.size()), expected(bytes.size());
  const auto seats = static_cast<std::size_t>(rules_.seat_count());
  interpreter_.layout().write(rules_, state, bytes.data());
  if (!(interpreter_.layout().read(rules_, bytes.data()) == state)) differ(state, "the bytes of the position");
  const auto read = reference_.read(reference_.text(state));
  if (!read || !(*read == state)) differ(state, "the position read back" + (read ? "" : ": " + read.error().message()));
  // The reference interpreter first: it respects the budget of a file.
  if (reference_.turn(state) != interpreter_.turn(bytes.data())) differ(state, "whose turn it is");
  for (std::size_t s = 0; s < seats; ++s) {
    const long value = reference_.value(state, static_cast<int>(s));
    if (interpreter_.value(bytes.data(), static_cast<int>(s)) != value) differ(state, "the value");
  }
  const int sure = reference_.sure(state);
  if (interpreter_.sure(bytes.data()) != sure) differ(state, "what is sure");
  if (reference_.turn(state) == over) {
    std::int32_t paid[8] = {};
    interpreter_.payoff(bytes.data(), paid);
    if (std::vector<long>(paid, paid + seats) != reference_.payoff(state)) differ(state, "the result");
    return {};
  }
  auto moves = reference_.moves(state);
  if (moves.size() >= list_.size())
    throw GameFault("a position has " + std::to_string(moves.size()) + " moves, more than the " + std::to_string(list_.size() - 1) +
                    " that a list holds: '" + reference_.text(state, state.over) + "'");
  const std::uint32_t count = interpreter_.moves(bytes.data(), list_.data());
  if (count != moves.size() || interpreter_.count(bytes.data()) != count)
    differ(state, "the number of moves, " + std::to_string(moves.size()) + " and " + std::to_string(count) + ",");
  for (const ReferenceMove& move : moves)
    for (const Alternative& one : move.alternatives)
      if (std::find(used_.begin(), used_.end(), one) == used_.end()) used_.push_back(one);
  std::set<std::string> texts;
  for (std::size_t i = 0; i < moves.size() && difference.empty(); ++i) {
    const ReferenceMove& move = moves[i];
    if (interpreter_.move_text(bytes.data(), list_[i]) != move.text)
      differ(state, "the move " + move.text + " or " + interpreter_.move_text(bytes.data(), list_[i]));
    if (!texts.insert(move.text).second) {
      fault_of_file |= difference.empty();
      differ(state, "two moves are both written " + move.text);
    }
    after = bytes;
    std::int32_t gains[8] = {};
    if (interpreter_.play(after.data(), list_[i], gains) != move.endless) differ(state, "whether " + move.text + " ends");
    interpreter_.layout().write(rules_, move.after, expected.data());
    if (after != expected) differ(state, "where " + move.text + " leads");
    if (std::vector<long>(gains, gains + seats) != move.gains) differ(state, "what " + move.text + " gains");
  }
  for (const auto& fault : reference_.faults())
    if (!fault.harmless) {
      fault_of_file |= difference.empty();
      differ(state, fault.what + ", line " + std::to_string(fault.place.line) + ",");
    }
  if (!difference.empty()) moves.clear();
  return moves;
}

namespace {

void add_alternatives(const Steps& steps, std::vector<Alternative>& all) {
  for (const Step& step : steps)
    for (std::size_t i = 0; i < step.blocks.size(); ++i) {
      if (step.kind == Statement::Kind::either) all.push_back(alternative_of(step, i));
      add_alternatives(step.blocks[i], all);
    }
}

}  // namespace

std::vector<Alternative> LockStep::unused() const {
  std::vector<Alternative> all, out;
  for (const Turn& turn : rules_.turns)
    for (std::size_t i = 0; i < turn.blocks.size(); ++i) {
      if (turn.blocks.size() > 1) all.push_back(alternative_of(turn, i));
      add_alternatives(turn.blocks[i], all);
    }
  for (const Alternative& one : all)
    if (std::find(used_.begin(), used_.end(), one) == used_.end() && std::find(out.begin(), out.end(), one) == out.end())
      out.push_back(one);  // seats with the same turn share them
  return out;
}

bool LockStep::random_game(std::uint64_t seed, std::uint64_t number, int most_plies, const std::function<bool()>& enough) {
  Random random(seed, number);
  State state = reference_.initial();
  results.resize(rules_.seats.size());
  ++games;
  std::vector<long> gained(rules_.seats.size());
  for (int ply = 0; ply < most_plies && !(enough && enough()); ++ply) {
    const bool decides = reference_.turn(state) >= 0;
    auto moves = at(state);
    if (moves.empty()) {
      if (!difference.empty()) return false;
      ++ended;
      const auto paid = reference_.payoff(state);
      for (std::size_t s = 0; s < paid.size(); ++s) results[s] += paid[s] + gained[s];
      if (state.over >= 3) ++end_rules[(state.over - 3) / 2];
      return true;
    }
    if (!rules_.sure.empty()) {
      std::vector<std::uint8_t> bytes(interpreter_.layout().size);
      interpreter_.layout().write(rules_, state, bytes.data());
      untrue = trial_.fault(bytes.data());
      if (!untrue.empty()) return false;
    }
    ReferenceMove& move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    ++plies;
    passes += move.pass;
    if (decides && !move.pass) {
      ++decisions;
      choices += moves.size();
    }
    for (std::size_t s = 0; s < gained.size(); ++s) gained[s] += move.gains[s];
    state = std::move(move.after);
  }
  return true;
}

namespace {

constexpr long most_read_out = 5000;             // positions of one search
constexpr std::size_t most_remembered = 200000;  // positions of all searches

std::string who_wins(const Rules& rules, int value) {
  if (value == 0) return "it is a draw";
  int seat = 0;
  while (rules.side[static_cast<std::size_t>(seat)] != (value > 0 ? rules.side[0] : 1 - rules.side[0])) ++seat;
  return rules.seats[static_cast<std::size_t>(seat)] + " wins";
}

}  // namespace

std::string SureTrial::fault(const std::uint8_t* position) {
  const int rule = rules_.sure.empty() ? -1 : interpreter_.sure(position);
  if (rule < 0) return {};
  if (known_.size() > most_remembered) known_.clear();
  left_ = most_read_out;
  room_.resize(capacity_ + 1);
  const int found = value({position, position + interpreter_.layout().size});
  if (left_ < 0) {
    ++too_long;
    return {};
  }
  ++tried;
  std::int32_t claimed[8] = {};
  pay_what_is_sure(rules_, rule, position[interpreter_.layout().seat], claimed);
  if (claimed[0] == found) return {};
  return "line " + std::to_string(rules_.sure[static_cast<std::size_t>(rule)].place.line) + " is sure that " +
         who_wins(rules_, claimed[0]) + " at '" + Reference(rules_).text(interpreter_.layout().read(rules_, position)) + "', but " +
         who_wins(rules_, found);
}

int SureTrial::value(const std::vector<std::uint8_t>& position) {
  if (interpreter_.turn(position.data()) == over) {
    std::int32_t paid[8] = {};
    interpreter_.payoff(position.data(), paid);
    return paid[0];
  }
  std::string key(position.begin(), position.end());
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (--left_ < 0) return 0;
  const Seat seat = interpreter_.turn(position.data());
  const int sign = rules_.side[static_cast<std::size_t>(seat)] == rules_.side[0] ? 1 : -1;
  const std::uint32_t count = interpreter_.moves(position.data(), room_.data());
  if (count > left_) {
    left_ = -1;
    return 0;
  }
  const std::vector<std::uint64_t> list(room_.begin(), room_.begin() + count);
  int best = list.empty() ? 0 : -sign;
  for (const std::uint64_t move : list) {
    std::vector<std::uint8_t> after = position;
    std::int32_t gains[8] = {};
    interpreter_.play(after.data(), move, gains);
    const int here = value(after);
    if (left_ < 0) return 0;
    if (sign * here > sign * best) best = here;
    if (best == sign) break;
  }
  known_.emplace(std::move(key), best);
  return best;
}

}  // namespace banmen::rules
