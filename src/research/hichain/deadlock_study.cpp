// Tries to bring about a position where both sides have a card left and neither can lay it.
#include "research/hichain/deadlock.hpp"
#include "research/hichain/inputs.hpp"
#include "research/hichain/studies.hpp"

namespace banmen::hichain {
namespace {

Result<int> read_sign(const Hichain& g, const std::string& card) {
  const int sign = card.size() != 1 ? -1 : card[0] == '*' ? asterisk : card[0] - 'A';
  if (sign < 0 || sign > asterisk || g.field_ways(sign).empty())
    return fail("there is no card '" + card + "'", "a card is a letter A to Z or *, as in --keep O");
  return sign;
}

Result<Findings> run_deadlock(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  if (g->plain_deck) return fail("the counts are those of the full deck", "leave out deck=plain");
  const auto black = read_sign(*g, values.text("keep")), red = read_sign(*g, values.text("red"));
  if (!black) return fail(black.error());
  if (!red) return fail(red.error());
  const std::array<int, 2> kept = {*black, *red};
  const auto steps = static_cast<std::uint64_t>(values.integer("steps"));

  Findings found;
  found.add("kept", std::array{values.text("keep"), values.text("red")}, "by black, by red");
  found.add("sides", sides_laid(kept), "of all cards laid");
  found.add("room", 2 * most_common_edges(2 * slots - 2), "for sides between cards, at most");
  found.add("impossible", is_hopeless(kept), "whether counting sides shows that it can't be");
  constexpr const char* wanted = "a game after which both have a card and neither can lay it";
  if (is_hopeless(kept)) {
    found.add("found", false, wanted);
    return found;
  }
  const Deadlock best = search_deadlock(*g, kept, steps, control);
  found.complete = !best.moves.empty() || best.steps == steps;
  auto p = g->initial();
  std::vector<std::string> moves;
  for (const auto m : best.moves) {
    moves.push_back(g->text(p, m));
    g->play(p, m);
  }
  if (!moves.empty()) found.add(g->picture(p));
  found.add("steps", best.steps, "tried");
  found.add("clashes", best.clashes, "of sides, on the best table");
  found.add("loose", best.loose, "cards there that touch no opponent's point");
  found.add("placements", best.placements, "there, of the card that black keeps and of red's");
  found.add("found", !moves.empty(), wanted);
  found.add("moves", moves);
  return found;
}

}  // namespace

Study deadlock() {
  return {.id = "deadlock",
          .help = "Try to bring about a position where both sides have a card left and neither can lay it",
          .examples = {"banmen hichain deadlock --keep O --red G --seed 1", "banmen hichain deadlock --keep O --red X"},
          .parameters = {Parameter::text("keep", "O", "A to Z or *", "The card that black keeps"),
                         Parameter::text("red", "G", "A to Z or *", "The card that red keeps"),
                         Parameter::integer("steps", 50'000'000, 1, 1'000'000'000'000, "Tables tried"), rules_parameter()},
          .run = run_deadlock,
          .takes = Study::Takes::minutes};
}

}  // namespace banmen::hichain
