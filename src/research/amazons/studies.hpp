// The studies of Amazons; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::amazons {

Study survey_study();
Study winners_study();
Study moves_study();

}  // namespace banmen::amazons
