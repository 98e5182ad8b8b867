// How long endings last under best play.
#include <algorithm>

#include "host/threads.hpp"
#include "research/backgammon/decisions.hpp"
#include "research/backgammon/exact_lengths.hpp"
#include "research/backgammon/studies.hpp"

namespace banmen::backgammon {
namespace {

Result<Findings> run(const Values& values, const Control& control) {
  const auto n = static_cast<int>(values.integer("mover")), m = static_cast<int>(values.integer("opponent"));
  const WideRules rules(std::max(n, m), control.threads);
  const wide::Layout layout(rules.rules, n, m);
  ExactLengths lengths(rules, layout, control.threads);
  Findings found;
  found.complete = lengths.find(control);
  using Kind = Findings::Column::Kind;
  Findings::Table table{.name = "lengths",
                        .help = "throws until the game is over, when both sides play for single wins as well as can be",
                        .columns = {{"mover", Kind::integer, "checkers of the mover's"},
                                    {"opponent", Kind::integer, "checkers of the opponent's"},
                                    {"positions", Kind::integer},
                                    {"mean", Kind::real, "over all positions", 4},
                                    {"longest", Kind::real, "from the position below", 4},
                                    {"position", Kind::text, "mover/opponent, each side as it counts"}}};
  for (const TierLengths& t : lengths.tiers())
    table.rows.push_back({t.n, t.m, t.positions, t.mean, t.longest,
                          text_of_side(rules.sides[static_cast<std::size_t>(t.n)].side(t.where.a)) + "/" +
                              text_of_side(rules.sides[static_cast<std::size_t>(t.m)].side(t.where.b))});
  found.add(std::move(table));
  return found;
}

}  // namespace

Study lengths() {
  return {.id = "lengths",
          .help = "How long endings last on average under best play, and which lasts longest",
          .examples = {"banmen backgammon lengths", "banmen backgammon lengths --mover 3 --opponent 3"},
          .parameters = {Parameter::integer("mover", 2, 1, 3, "Checkers of the mover on the board"),
                         Parameter::integer("opponent", 2, 1, 3, "Checkers of the opponent on the board")},
          .run = run,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::backgammon
