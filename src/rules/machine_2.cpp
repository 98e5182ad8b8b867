#include "rules/machine_of.hpp"

namespace banmen::rules {

template class MachineOf<2>;

}  // namespace banmen::rules
