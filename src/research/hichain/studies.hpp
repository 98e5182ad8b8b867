// The studies of HICHAIN; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::hichain {

Study score_study();
Study chains_study();
Study mate_study();
Study survey_study();
Study duel_study();
Study mates_study();
Study problems_study();
Study block_study();
Study deadlock_study();
Study train_study();

}  // namespace banmen::hichain
