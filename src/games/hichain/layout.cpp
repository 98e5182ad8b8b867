#include "games/hichain/layout.hpp"

namespace banmen {

std::int32_t HichainRules::listed_score(const Position& p, int colour) const {
  std::int32_t sum = 0;
  // A colour's 29 cards can't form more chains than the list holds, so there is always a value.
  const auto chains = hichain::list_chains(chain, hichain::layout(p), colour).value();
  for (const auto& found : chains) sum += found.score;
  return sum;
}

}  // namespace banmen
