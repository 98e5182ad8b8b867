#include "rules/machine_of.hpp"

namespace banmen::rules {

template std::unique_ptr<Machine> make_machine_of<4>(const Rules&);

}  // namespace banmen::rules
