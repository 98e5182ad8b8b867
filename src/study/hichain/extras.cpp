#include "study/hichain/extras.hpp"

#include "games/hichain/scene.hpp"
#include "study/hichain/agents.hpp"

namespace banmen {
namespace hichain {

static std::vector<Study> studies() {
  std::vector<Study> list;
  BANMEN_STUDY(list, score);
  BANMEN_STUDY(list, chains);
  BANMEN_STUDY(list, mate);
  BANMEN_STUDY(list, survey);
  BANMEN_STUDY(list, duel);
  BANMEN_STUDY(list, mates);
  BANMEN_STUDY(list, problems);
  BANMEN_STUDY(list, block);
  BANMEN_STUDY(list, deadlock);
  BANMEN_STUDY(list, train_study);
  return list;
}

}  // namespace hichain

template <>
const Extras<Hichain>& extras_of<Hichain>() {
  static const Extras<Hichain> extras{.agents = hichain::agents(), .studies = hichain::studies(), .scenery = hichain::scenery()};
  return extras;
}

}  // namespace banmen
