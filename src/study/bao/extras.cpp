#include "study/bao/extras.hpp"

#include "games/bao/scene.hpp"
#include "study/bao/promela.hpp"

namespace banmen {
namespace bao {

static std::vector<Study> studies() {
  std::vector<Study> list;
  BANMEN_STUDY(list, loops);
  BANMEN_STUDY(list, explain_study);
  BANMEN_STUDY(list, fate);
  BANMEN_STUDY(list, condition);
  BANMEN_STUDY(list, marks_study);
  BANMEN_STUDY(list, growth);
  BANMEN_STUDY(list, patterns);
  BANMEN_STUDY(list, repeat);
  BANMEN_STUDY(list, claims);
  return list;
}

}  // namespace bao

template <>
const Extras<Bao>& extras_of<Bao>() {
  static const Extras<Bao> extras{
      .model = {{"compact", "paper"}, promela_model}, .studies = bao::studies(), .scenery = bao::scenery()};
  return extras;
}

}  // namespace banmen
