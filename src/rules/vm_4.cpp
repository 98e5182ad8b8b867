#include "rules/vm.hpp"

namespace banmen::rules {

template class Vm<4>;
template std::unique_ptr<Interpreter> make_vm_of<4>(const Rules&, Bytecode);

}  // namespace banmen::rules
