#include "study/hichain/extras.hpp"

#include "study/hichain/agents.hpp"

namespace banmen {
namespace hichain {
namespace {

std::vector<Study> studies() {
  std::vector<Study> list;
  return list;
}

}  // namespace
}  // namespace hichain

template <>
const Extras<Hichain>& extras_of<Hichain>() {
  static const Extras<Hichain> extras{.agents = hichain::agents(), .studies = hichain::studies()};
  return extras;
}

}  // namespace banmen
