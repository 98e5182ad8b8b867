// What backgammon players want to know about a play besides its equity.
#pragma once

#include <string>
#include <vector>

#include "app/command.hpp"
#include "catalog/search_jobs.hpp"

namespace banmen::app {

/// The mover's chances after a play: to win, and where a database knows them, to win a gammon, win a backgammon, lose a gammon,
/// lose a backgammon. Empty for other games, and where nobody knows. `agent` is the name of who analysed.
std::vector<double> backgammon_chances(const OpenGame& table, const std::string& agent, const std::string& position,
                                       const AnswerLine& line);

}  // namespace banmen::app
