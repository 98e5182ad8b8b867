#include <atomic>

#include "rules/compile.hpp"
#include "rules/interpreter.hpp"

namespace banmen::rules {

std::uint64_t next_vm_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

std::unique_ptr<Interpreter> make_vm(const Rules& rules, Messages& messages, std::uint32_t most_moves) {
  const Layout layout(rules);
  Bytecode code = compile(rules, layout);
  if (code.registers > 0) {
    messages.error(code.too_large, "this expression needs " + std::to_string(code.registers) + " values at one time, and at most " +
                                       std::to_string(most_registers) + " are possible");
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
