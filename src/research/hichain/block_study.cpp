// Tries to bring about a position with cards left and no legal move.
#include "research/hichain/blockade.hpp"
#include "research/hichain/inputs.hpp"
#include "research/hichain/studies.hpp"

namespace banmen::hichain {
namespace {

/// "OQ" as bits by sign.
Result<std::uint32_t> read_signs(const Hichain& g, const std::string& cards) {
  std::uint32_t out = 0;
  for (const char c : cards) {
    const int sign = c == '*' ? asterisk : c - 'A';
    if (sign < 0 || sign > asterisk || g.field_ways(sign).empty())
      return fail(std::string("there is no card '") + c + "'", "cards are A to Z and *, as in --keep OQ");
    out |= 1u << sign;
  }
  return out;
}

Result<Findings> run(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto black = read_signs(*g, values.text("keep")), red = read_signs(*g, values.text("red"));
  if (!black) return fail(black.error());
  if (!red) return fail(red.error());
  const Blockade blockade = BlockadeSearch(*g, {*black, *red}, static_cast<std::size_t>(values.integer("beam")), control).run();

  auto p = g->initial();
  std::vector<std::string> moves;
  for (const auto m : blockade.moves) {
    moves.push_back(g->text(p, m));
    g->play(p, m);
  }
  // The side to move has cards and no place for any.
  const bool stuck = p.royal == 0 && g->horizon(p) > 0 && blockade.placements[p.mover] == 0 && !g->ways_left(p, p.mover).empty();
  Findings found;
  found.complete = !control.stop.stop_requested();
  found.add(g->picture(p));
  found.add("kept", std::array{values.text("keep"), values.text("red")}, "by black, by red");
  found.add("cards_left", g->horizon(p));
  found.add("turn", g->seat_name(static_cast<Seat>(p.mover)));
  found.add("placements", blockade.placements, "of black's cards left, of red's");
  found.add("stuck", stuck, "whether the side to move has cards and can lay none");
  found.add("moves", moves);
  found.add(Figure{.name = "position", .value = g->text(p), .hidden = true});
  return found;
}

}  // namespace

Study block() {
  return {.id = "block",
          .help = "Try to bring about a position with cards left and no legal move, both sides helping",
          .examples = {"banmen hichain block --keep O --beam 40", "banmen hichain block --keep O --red O --beam 400 --json"},
          .parameters = {Parameter::text("keep", "O", "as in OQ", "The cards that black keeps"),
                         Parameter::text("red", "", "as in OQ", "The cards that red keeps; none without it"),
                         Parameter::integer("beam", 400, 1, 1'000'000, "Positions carried on from ply to ply"), rules_parameter()},
          .run = run};
}

}  // namespace banmen::hichain
