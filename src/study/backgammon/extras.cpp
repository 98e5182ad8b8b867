#include "study/backgammon/extras.hpp"

#include "study/backgammon/agents.hpp"
#include "study/backgammon/databases.hpp"

namespace banmen {
namespace backgammon {
namespace {

std::vector<Study> studies() {
  std::vector<Study> list;
  return list;
}

}  // namespace
}  // namespace backgammon

template <>
const Extras<Backgammon>& extras_of<Backgammon>() {
  static const Extras<Backgammon> extras{
      .databases = backgammon::databases(), .agents = backgammon::agents(), .studies = backgammon::studies()};
  return extras;
}

}  // namespace banmen
