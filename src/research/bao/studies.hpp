// The studies of Bao; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::bao {

Study loops();
Study explain_study();
Study fate();
Study condition();
Study marks_study();
Study growth();
Study patterns();
Study repeat();
Study claims();

}  // namespace banmen::bao
