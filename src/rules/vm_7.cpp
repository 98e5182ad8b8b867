#include "rules/vm.hpp"

namespace banmen::rules {

template class Vm<7>;
template std::unique_ptr<Interpreter> make_vm_of<7>(const Rules&, Bytecode);

}  // namespace banmen::rules
