#include "rules/vm.hpp"

namespace banmen::rules {

template class Vm<1>;
template std::unique_ptr<Interpreter> make_vm_of<1>(const Rules&, Bytecode);

}  // namespace banmen::rules
