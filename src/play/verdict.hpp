// How a game ended, in words.
#pragma once

#include <string>

#include "play/record.hpp"

namespace banmen {

/// "second wins", "a draw", "A and C win", "C first, A second, B and D third".
std::string verdict(const OpenGame& table, const std::vector<long>& result);
/// "second resigns, first wins".
std::string verdict(const OpenGame& table, const Record::Ending& ending);

/// "A", "A and C", "A, B and C".
std::string listed(const std::vector<std::string>& names);

}  // namespace banmen
