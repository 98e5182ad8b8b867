#include "rules/machine_of.hpp"

namespace banmen::rules {

template class MachineOf<7>;

}  // namespace banmen::rules
