// The studies of Backgammon; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::backgammon {

// Endings: value.cpp, lengths.cpp
Study value_study();
Study tiers_study();
Study lengths_study();
// Players without a database and with one: mistakes.cpp, duel.cpp
Study mistakes_study();
Study endings_study();
Study duel_study();
// The player's networks: network.cpp
Study chances_study();
Study train_study();
// GNU Backgammon's files: gnubg.cpp
Study bearoff_study();
Study probe_study();
Study hyper_study();
// Sanno and Hoki (2024): paper.cpp
Study paper_study();
Study induction_study();
Study known_study();
Study montecarlo_study();

}  // namespace banmen::backgammon
