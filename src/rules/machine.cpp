#include "rules/machine.hpp"

#include <algorithm>
#include <atomic>

namespace banmen::rules {

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
    case 1: machine = make_machine_of<1>(rules); break;
    case 2: machine = make_machine_of<2>(rules); break;
    case 4: machine = make_machine_of<4>(rules); break;
    default: machine = make_machine_of<7>(rules); break;
  }
  return machine->move_bits() > 64 || machine->too_large() ? nullptr : std::move(machine);
}

}  // namespace banmen::rules
