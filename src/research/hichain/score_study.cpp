// Scores any cards on a board.
#include "research/hichain/inputs.hpp"
#include "research/hichain/listing.hpp"
#include "research/hichain/studies.hpp"

namespace banmen::hichain {
namespace {

Result<Findings> run(const Values& values, const Control&) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto cards = read_laid_cards(values);
  if (!cards) return fail(cards.error());
  return list_strings(*g, *cards);
}

}  // namespace

Study score() {
  auto parameters = cards_parameters();
  parameters[0] = parameters[0].needed();
  parameters.push_back(rules_parameter());
  return {.id = "score",
          .help = "Score any cards on a board",
          .examples = {"banmen hichain score --cards \"b An0+0, b Bn1+0, b Cn2+0\"",
                       "banmen hichain score --start --cards \"b Gn0-1\" --json"},
          .parameters = std::move(parameters),
          .run = run,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::hichain
