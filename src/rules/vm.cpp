#include <algorithm>
#include <atomic>

#include "rules/interpreter.hpp"

namespace banmen::rules {

std::uint64_t next_vm_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

std::unique_ptr<Interpreter> make_vm(const Rules& rules, std::uint32_t most_moves) {
  const Layout layout(rules);
  const auto sets = std::count(rules.slot_types.begin(), rules.slot_types.end(), Type::set);
  if (layout.size > 1024 || rules.slots > most_slots || sets > most_slots / 4) return nullptr;
  std::unique_ptr<Interpreter> vm;
  switch (layout.words) {
    case 1: vm = make_vm_of<1>(rules); break;
    case 2: vm = make_vm_of<2>(rules); break;
    case 4: vm = make_vm_of<4>(rules); break;
    default: vm = make_vm_of<7>(rules); break;
  }
  vm->most_moves_ = most_moves;
  return vm->move_bits() > 64 || vm->too_large() ? nullptr : std::move(vm);
}

}  // namespace banmen::rules
