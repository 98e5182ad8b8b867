// Whether the seats are alike: some symmetry of the board must carry each seat's rules and start onto the next one's.
#include <algorithm>
#include <tuple>

#include "rules/check_parts.hpp"
#include "rules/symmetries.hpp"

namespace banmen::rules {

void check_seats_alike(const Case& c, const Facts& facts) {
  const Rules& rules = c.rules;
  if (rules.unequal || rules.seat_count() < 2) return;
  const auto exchanges = [](const Symmetry& s) { return s.rotation == 1 && s.keeps_start; };
  if (std::any_of(facts.symmetries.begin(), facts.symmetries.end(), exchanges)) return;
  // The symmetry that comes nearest tells what is missing.
  const SymmetryTest test(rules);
  std::vector<int> strays;
  const Place* broken = nullptr;
  bool kept = false;
  for (const BoardMap& map : board_maps(rules.board)) {
    const Place* place = test.breaks(map, 1);
    if (place) {
      const auto order = [](const Place& p) { return std::tuple(p.line, p.column); };
      if (!broken || order(*broken) < order(*place)) broken = place;
      continue;
    }
    const auto here = test.strays(map, 1);
    if (!kept || here.size() < strays.size()) strays = here;
    kept = true;
  }
  const std::string onto = rules.seats[0] + "'s ", of = rules.seats[1] + "'s";
  // A site where something stands says more than the empty one that it should go to.
  const auto stands = [&](int s) { return rules.start.piece[static_cast<std::size_t>(s)] >= 0; };
  std::stable_partition(strays.begin(), strays.end(), stands);
  if (kept)
    c.messages.warn({},
                    "the seats are not alike: no symmetry of the board carries " + onto + "start onto " + of + "; " +
                        rules.board.point(strays[0]).name + " has no partner",
                    "say 'unequal' or mend the start");
  else
    c.messages.warn(broken && broken->line != 0 ? *broken : Place{},
                    "the seats are not alike: no symmetry of the board carries " + onto + "rules onto " + of,
                    "say 'unequal' or mend them");
}

}  // namespace banmen::rules
