#include "study/backgammon/extras.hpp"

#include "games/backgammon/scene.hpp"
#include "study/backgammon/agents.hpp"
#include "study/backgammon/databases.hpp"

namespace banmen {
namespace backgammon {

static std::vector<Study> studies() {
  std::vector<Study> list;
  BANMEN_STUDY(list, value);
  BANMEN_STUDY(list, chances_study);
  BANMEN_STUDY(list, tiers);
  BANMEN_STUDY(list, lengths);
  BANMEN_STUDY(list, mistakes);
  BANMEN_STUDY(list, endings);
  BANMEN_STUDY(list, duel);
  BANMEN_STUDY(list, bearoff);
  BANMEN_STUDY(list, probe);
  BANMEN_STUDY(list, hyper);
  BANMEN_STUDY(list, paper);
  BANMEN_STUDY(list, induction);
  BANMEN_STUDY(list, known_positions);
  BANMEN_STUDY(list, montecarlo);
  BANMEN_STUDY(list, train_study);
  return list;
}

}  // namespace backgammon

template <>
const Extras<Backgammon>& extras_of<Backgammon>() {
  static const Extras<Backgammon> extras{.databases = backgammon::databases(),
                                         .agents = backgammon::agents(),
                                         .studies = backgammon::studies(),
                                         .scenery = backgammon::scenery()};
  return extras;
}

}  // namespace banmen
