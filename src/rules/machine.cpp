#include "rules/machine.hpp"

#include <algorithm>
#include <atomic>

#include "rules/machine_of.hpp"

namespace banmen::rules {

extern template class MachineOf<1>;
extern template class MachineOf<2>;
extern template class MachineOf<4>;
extern template class MachineOf<7>;

std::uint64_t next_machine_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

std::unique_ptr<Machine> make_machine(const Rules& rules) {
  const Layout layout(rules);
  const auto sets = std::count(rules.slot_types.begin(), rules.slot_types.end(), Type::set);
  if (layout.size > 1024 || rules.slots > most_slots || sets > most_slots / 4) return nullptr;
  std::unique_ptr<Machine> machine;
  switch (layout.words) {
    case 1: machine = std::make_unique<MachineOf<1>>(rules); break;
    case 2: machine = std::make_unique<MachineOf<2>>(rules); break;
    case 4: machine = std::make_unique<MachineOf<4>>(rules); break;
    default: machine = std::make_unique<MachineOf<7>>(rules); break;
  }
  return machine->move_bits() > 64 || machine->too_large() ? nullptr : std::move(machine);
}

}  // namespace banmen::rules
