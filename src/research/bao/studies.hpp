// The studies of Bao; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::bao {

Study loops_study();
Study explain_study();
Study fate_study();
Study condition_study();
Study marks_study();
Study growth_study();
Study patterns_study();
Study repeat_study();
Study claims_study();

}  // namespace banmen::bao
