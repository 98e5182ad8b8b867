// Lists the scoring strings of a position, and the paper's chain trees.
#include "games/hichain/layout.hpp"
#include "research/hichain/inputs.hpp"
#include "research/hichain/listing.hpp"
#include "research/hichain/studies.hpp"
#include "research/hichain/tree_findings.hpp"

namespace banmen::hichain {
namespace {

Result<std::vector<Laid>> read_layout(const Hichain& g, const Values& values) {
  if (values.text("cards").empty())
    return read_played_position(g, values).map([](const Hichain::Position& p) { return layout(p); });
  if (!values.text("position").empty() || !values.text("moves").empty()) return fail("--cards excludes --position and --moves");
  return read_laid_cards(values);
}

Result<Findings> run(const Values& values, const Control&) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto cards = read_layout(*g, values);
  if (!cards) return fail(cards.error());
  auto found = list_strings(*g, *cards);
  if (!found || !values.flag("tree")) return found;
  Findings trees;
  for (int colour = 0; colour < 2; ++colour) {
    const auto forest = chain_forest(g->chain, *cards, colour);
    if (!forest) return fail(forest.error());
    trees.add(Hichain::seat_name(static_cast<Seat>(colour)), as_findings(*forest, *cards));
    found->add(draw(*forest, *cards));
  }
  found->add(Figure{.name = "trees", .value = std::move(trees), .hidden = true});
  return found;
}

}  // namespace

Study chains() {
  auto parameters = cards_parameters();
  parameters[0].help = "Any cards on a board instead of a position of a game";
  parameters.push_back(Parameter::flag("tree", false, "The paper's chain trees too, with valid, mature and coexisting marks"));
  for (Parameter& parameter : position_parameters()) parameters.push_back(std::move(parameter));
  parameters.push_back(rules_parameter());
  return {.id = "chains",
          .help = "List the scoring strings of a position with their cells",
          .examples = {"banmen hichain chains --moves Hn0-1", "banmen hichain chains --tree --cards \"b Xn0+0, b *n1+0, b Zn2+0\""},
          .parameters = std::move(parameters),
          .run = run,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::hichain
