// Four players at a table of Yonin, each for itself: who they are, and how a game goes.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "core/control.hpp"
#include "games/reversi/reversi.hpp"
#include "search/thought.hpp"

namespace banmen::reversi {

using YoninPlayer = std::unique_ptr<Search<Yonin>>;

Parameter yonin_rules_parameter();
Parameter yonin_opening_parameter(int plies);
/// Rules under which every seat has a standing of its own.
Result<Yonin> read_yonin_rules(const Values& values);

/// random, greedy, maxn or uct with their parameters, as everywhere.
Result<YoninPlayer> make_yonin_player(const Yonin& g, const std::string& name);

/// Plays one game: `opening` random plies, then the players by seat. `seen` is told every position in which a seat is on turn,
/// passes included. The final position; nothing where it was stopped.
std::optional<DiscPosition> play_four(const Yonin& g, const std::array<Search<Yonin>*, 4>& players, int opening, std::uint64_t game,
                                      const Control& control, const std::function<void(const DiscPosition&, int ply)>& seen);

}  // namespace banmen::reversi
