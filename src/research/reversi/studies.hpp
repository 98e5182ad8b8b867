// The studies of Reversi and Yonin; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::reversi {

Study facing();
Study seating();

}  // namespace banmen::reversi
