// The studies of Reversi and Yonin; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::reversi {

Study facing_study();
Study seating_study();

}  // namespace banmen::reversi
