#include "rules/machine_of.hpp"

namespace banmen::rules {

template class MachineOf<1>;

}  // namespace banmen::rules
