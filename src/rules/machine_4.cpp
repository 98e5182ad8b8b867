#include "rules/machine_of.hpp"

namespace banmen::rules {

template class MachineOf<4>;

}  // namespace banmen::rules
