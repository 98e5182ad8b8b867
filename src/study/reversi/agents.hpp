// Reversi's and Yonin's own form of maxn: it may count passes.
#pragma once

#include <vector>

#include "games/reversi/reversi.hpp"
#include "study/extras.hpp"

namespace banmen::reversi {

/// For Reversi and for Yonin.
template <class G>
std::vector<OwnAgent<G>> agents();

}  // namespace banmen::reversi
