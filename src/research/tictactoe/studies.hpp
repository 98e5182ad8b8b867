// The studies of tic-tac-toe; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::tictactoe {

Study ends_study();

}  // namespace banmen::tictactoe
