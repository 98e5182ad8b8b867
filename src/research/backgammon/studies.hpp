// The studies of Backgammon; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::backgammon {

Study value();
Study chances_study();
Study tiers();
Study lengths();
Study mistakes();
Study endings();
Study duel();
Study bearoff();
Study probe();
Study hyper();
Study paper();
Study induction();
Study known_positions();
Study montecarlo();
Study train_study();

}  // namespace banmen::backgammon
