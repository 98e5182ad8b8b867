// The studies of Amazons; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::amazons {

Study survey();
Study winners();
Study moves();

}  // namespace banmen::amazons
