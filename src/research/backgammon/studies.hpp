// The studies of Backgammon; research/studies.cpp lists them.
#pragma once

#include "catalog/study.hpp"

namespace banmen::backgammon {

// Endings: value.cpp, lengths.cpp
Study value();
Study tiers();
Study lengths();
// Players without a database and with one: mistakes.cpp, duel.cpp
Study mistakes();
Study endings();
Study duel();
// The player's networks: network.cpp
Study chances();
Study train();
// GNU Backgammon's files: gnubg.cpp
Study bearoff();
Study probe();
Study hyper();
// Sanno and Hoki (2024): paper.cpp
Study paper();
Study induction();
Study known();
Study montecarlo();

}  // namespace banmen::backgammon
