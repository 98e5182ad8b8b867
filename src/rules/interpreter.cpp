#include "rules/interpreter.hpp"

#include <atomic>

#include "core/random.hpp"
#include "rules/bytecode.hpp"
#include "rules/reference.hpp"

namespace banmen::rules {
namespace {

/// The reference interpreter behind the VM's interface, for every job. A move is its index in the list.
class ReferenceInterpreter final : public Interpreter {
 public:
  ReferenceInterpreter(const Rules& rules, std::uint32_t most_moves) : Interpreter(rules), rules_(rules), reference_(rules) {
    most_moves_ = most_moves;
  }

  [[nodiscard]] Seat turn(const std::uint8_t* position) const override { return reference_.turn(state(position)); }

  std::uint32_t moves(const std::uint8_t* position, std::uint64_t* list) const override {
    const auto all = reference_.moves(state(position));
    const std::size_t count = counted(all, position);
    for (std::size_t i = 0; i < count; ++i) list[i] = all[i].pass ? pass_move : i;
    return static_cast<std::uint32_t>(count);
  }

  [[nodiscard]] std::uint32_t count(const std::uint8_t* position) const override {
    return static_cast<std::uint32_t>(counted(reference_.moves(state(position)), position));
  }

  std::uint32_t draw(const std::uint8_t* position, NextWord next_word, void* source, std::uint64_t* move) const override {
    const auto all = reference_.moves(state(position));
    if (all.empty()) return 0;
    const auto n = static_cast<std::uint32_t>(counted(all, position));
    *move = all[0].pass ? pass_move : Random::bounded(next_word(source), n);
    return n;
  }

  bool play(std::uint8_t* position, std::uint64_t move, std::int32_t* gains) const override {
    const ReferenceMove made = chosen(position, move);
    for (std::size_t s = 0; s < made.gains.size(); ++s) gains[s] += static_cast<std::int32_t>(made.gains[s]);
    layout_.write(rules_, made.after, position);
    return made.endless;
  }

  void payoff(const std::uint8_t* position, std::int32_t* payoff) const override {
    const auto all = reference_.payoff(state(position));
    for (std::size_t s = 0; s < all.size(); ++s) payoff[s] = static_cast<std::int32_t>(all[s]);
  }

  void score(const std::uint8_t* position, std::int32_t* score) const override {
    const State now = state(position);
    for (int s = 0; s < rules_.seat_count(); ++s) score[s] = static_cast<std::int32_t>(reference_.score(now, s));
  }

  [[nodiscard]] std::int32_t value(const std::uint8_t* position, int seat) const override {
    return static_cast<std::int32_t>(reference_.value(state(position), seat));
  }

  [[nodiscard]] int sure(const std::uint8_t* position) const override { return reference_.sure(state(position)); }

  [[nodiscard]] std::string move_text(const std::uint8_t* position, std::uint64_t move) const override {
    return chosen(position, move).text;
  }

  [[nodiscard]] MoveParts parts_of(const std::uint8_t* position, std::uint64_t move) const override {
    ReferenceMove made = chosen(position, move);
    return {std::move(made.notes), std::move(made.words)};
  }

  [[nodiscard]] RuntimeGame::Functions functions() const override { return functions_of<ReferenceInterpreter>(); }

  void settle(std::uint8_t* position) const override {
    State now = state(position);
    if (now.over != 0 || now.rolled != 0) return;
    reference_.settle(now, (now.seat + rules_.seat_count() - 1) % rules_.seat_count());
    layout_.write(rules_, now, position);
  }

 private:
  [[nodiscard]] State state(const std::uint8_t* position) const { return layout_.read(rules_, position); }
  [[nodiscard]] std::size_t counted(const std::vector<ReferenceMove>& all, const std::uint8_t* position) const {
    if (all.size() > most_moves_) too_many_moves(rules_, position);
    return all.size();
  }
  [[nodiscard]] ReferenceMove chosen(const std::uint8_t* position, std::uint64_t move) const {
    auto all = reference_.moves(state(position));
    return std::move(all.at(move == pass_move ? 0 : move));
  }

  const Rules& rules_;
  Reference reference_;
};

}  // namespace

std::unique_ptr<Interpreter> make_reference_interpreter(const Rules& rules, std::uint32_t most_moves) {
  return std::make_unique<ReferenceInterpreter>(rules, most_moves);
}

void Interpreter::too_many_moves(const Rules& rules, const std::uint8_t* position) const {
  const State state = layout_.read(rules, position);
  throw GameFault("a position has more than " + std::to_string(most_moves_) + " moves, too many to list: '" +
                  Reference(rules).text(state, state.over) + "' (allow fewer options in each run of 'repeat')");
}

std::uint64_t next_vm_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

std::unique_ptr<Interpreter> make_vm(const Rules& rules, Messages& messages, std::uint32_t most_moves) {
  const Layout layout(rules);
  Bytecode code = compile(rules, layout);
  if (code.registers > 0) {
    messages.error(code.too_large,
                   "this expression is too complex: it needs " + std::to_string(code.registers) +
                       " intermediate results at one time, and at most " + std::to_string(most_registers) + " are possible",
                   "write it with fewer parts");
    return nullptr;
  }
  std::unique_ptr<Interpreter> vm;
  switch (layout.words) {
    case 1: vm = make_vm_of<1>(rules, std::move(code)); break;
    case 2: vm = make_vm_of<2>(rules, std::move(code)); break;
    case 4: vm = make_vm_of<4>(rules, std::move(code)); break;
    default: vm = make_vm_of<7>(rules, std::move(code)); break;
  }
  vm->most_moves_ = most_moves;
  return vm;
}

std::unique_ptr<Interpreter> make_vm(const Rules& rules, std::uint32_t most_moves) {
  Messages messages;
  return make_vm(rules, messages, most_moves);
}

}  // namespace banmen::rules
