// Moves and the places of the board as a person sees and types them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/open_game.hpp"

namespace banmen {

/// The board with the sites marked that the moves since a ply have touched, and those where a move can begin where that is wanted.
Picture marked_picture(const Session& session, std::size_t since, bool legal);

/// Plays a move that may be written in either case; the error is that of the text as it stands.
Result<void> play_typed(Session& session, std::string_view text);

/// The legal moves that begin with a text, or are from or onto a place of that name, in either case.
std::vector<std::string> moves_at(const Session& session, std::string_view name);

/// Moves by how they begin, up to the n-th name in them, and how many begin so.
std::vector<std::pair<std::string, std::size_t>> by_first_names(const std::vector<std::string>& moves, std::size_t names);

/// The places where moves begin, by the name that moves write them with, and how many begin there.
std::vector<std::pair<std::string, std::size_t>> beginnings(const Session& session);

}  // namespace banmen
