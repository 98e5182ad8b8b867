// Scores any cards on a board.
#include "study/hichain/inputs.hpp"
#include "study/hichain/listing.hpp"
#include "study/study.hpp"

namespace banmen::hichain {
namespace {

Result<Findings> run(const Inquiry& inquiry) {
  const auto g = read_rules(inquiry.values);
  if (!g) return fail(g.error());
  const auto cards = read_laid_cards(inquiry.values);
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
