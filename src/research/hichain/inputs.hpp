// What several studies of HICHAIN are given: rules, cards on a board, a position of a game, players.
#pragma once

#include <vector>

#include "games/hichain/hichain.hpp"

namespace banmen::hichain {

Parameter rules_parameter();
Result<Hichain> read_rules(const Values& values);

/// `cards` and `start`.
std::vector<Parameter> cards_parameters();
Result<std::vector<Laid>> read_laid_cards(const Values& values);

/// `position` and `moves` from there.
std::vector<Parameter> position_parameters();
Result<Hichain::Position> read_played_position(const Hichain& g, const Values& values);

Parameter player_parameter(std::string name, std::string help);
Parameter games_parameter();
Parameter gain_parameter();

}  // namespace banmen::hichain
