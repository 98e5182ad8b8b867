// The native Reversi rules behind the C function table of plug-ins, to measure the table's overhead.
#pragma once

#include "catalog/plugin.h"

namespace banmen::baseline {

/// 8×8 Reversi under the id "reversitable".
const BanmenGame* reversi_table();

}  // namespace banmen::baseline
