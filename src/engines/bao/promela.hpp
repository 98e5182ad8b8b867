// Bao as a Promela model for SPIN.
//
// compact  the holes and the mover as global bytes, a whole move in one atomic step: SPIN stores one state before play begins, one
// per
//          position, one more per ended position and one per move that never ends
// paper    the paper's own shape (§3.2): a board process that sows once per message, and a manager that chooses holes, sends the
//          hole to sow from and passes the turn
#pragma once

#include <string>
#include <string_view>

#include "games/bao/bao.hpp"

namespace banmen {

std::string promela_model(const Bao& g, std::string_view style);

}  // namespace banmen
