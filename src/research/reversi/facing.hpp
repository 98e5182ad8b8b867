// Does a seat of Yonin have fewer moves when the one facing it does badly (§3.4 of the paper)? Decisions of many games, each with
// the moves there were and how all four seats stood.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "research/reversi/table_of_four.hpp"
#include "research/reversi/within_regression.hpp"

namespace banmen::reversi {

/// Seats as the one on turn sees them: itself, who moves next, who faces it, who moved before.
enum Relation : std::size_t { own_seat, next_seat_on, facing_seat, seat_before };

/// How a seat stands: by its discs at home, which is what counts, or by how many more they are than the other colour's there. The
/// first says also how full its quadrant is, and with it how much room is left elsewhere.
enum class Standing : std::uint8_t { discs, lead };
std::array<std::int8_t, 4> standings(const Yonin& g, const DiscPosition& p, Standing standing);

struct FacedDecision {
  std::uint8_t ply = 0, places = 0;            // 0: a pass
  std::array<std::int8_t, 4> now{}, at_end{};  // standings, by Relation
};

/// The decisions of each game, in its order; games that were stopped are empty.
std::vector<std::vector<FacedDecision>> faced_decisions(const Yonin& g, const std::vector<std::array<YoninPlayer, 4>>& players,
                                                        int opening, Standing standing, std::uint64_t games,
                                                        const Control& control);

enum class FacedOutcome : std::uint8_t { places, pass };

/// The outcome by the four standings, ply by ply (with it goes the seat: the turn never jumps), over plies from … to.
WithinRegression by_standing(const std::vector<std::vector<FacedDecision>>& games, FacedOutcome outcome, bool at_end, int from,
                             int to);

}  // namespace banmen::reversi
