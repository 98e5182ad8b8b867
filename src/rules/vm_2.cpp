#include "rules/vm.hpp"

namespace banmen::rules {

template class Vm<2>;
template std::unique_ptr<Interpreter> make_vm_of<2>(const Rules&, Bytecode);

}  // namespace banmen::rules
