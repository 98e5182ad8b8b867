// Reversi's and Yonin's own form of maxn: it may count passes.
#pragma once

#include <vector>

#include "engines/extensions.hpp"
#include "games/reversi/reversi.hpp"

namespace banmen::reversi {

/// For Reversi and for Yonin.
template <class G>
std::vector<OwnAgent<G>> agents();

}  // namespace banmen::reversi
