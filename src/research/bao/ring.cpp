#include "research/bao/ring.hpp"

#include "research/bao/loops.hpp"

namespace banmen::bao {

std::vector<Parameter> ring_parameters() {
  return {Parameter::integer("holes", 4, 2, 13, "Holes a side").at_place().without_default(),
          Parameter::integer("ring", 8, 2, most_ring, "Holes on the ring, odd too").without_default()};
}

Result<std::uint32_t> ring_of(const Values& values, const std::string& examples) {
  const long holes = values.integer("holes"), ring = values.integer("ring");
  if ((holes == 0) == (ring == 0)) return fail("either the holes a side or --ring is wanted", examples);
  return static_cast<std::uint32_t>(ring != 0 ? ring : 2 * holes);
}

}  // namespace banmen::bao
