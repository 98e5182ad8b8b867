// The studies of HICHAIN; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::hichain {

Study score();
Study chains();
Study mate();
Study survey();
Study duel();
Study mates();
Study problems();
Study block();
Study deadlock();
Study train_study();

}  // namespace banmen::hichain
