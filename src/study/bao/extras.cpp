#include "study/bao/extras.hpp"

#include "study/bao/promela.hpp"

namespace banmen {
namespace bao {
namespace {

std::vector<Study> studies() {
  std::vector<Study> list;
  return list;
}

}  // namespace
}  // namespace bao

template <>
const Extras<Bao>& extras_of<Bao>() {
  static const Extras<Bao> extras{.model = {{"compact", "paper"}, promela_model}, .studies = bao::studies()};
  return extras;
}

}  // namespace banmen
