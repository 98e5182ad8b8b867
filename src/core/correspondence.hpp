// Moves and positions of a game as another protocol writes them: data for UCI and GTP engines (play/bridge.hpp).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace banmen {

struct Correspondence {
  std::string protocol = {};  // "uci" or "gtp"
  std::string variant = {};   // the protocol's name of the game
  std::string start = {};     // the variant's start as FEN; empty: the protocol has no positions
  std::vector<std::pair<std::string, std::string>> letters = {};  // pieces whose letters differ: ours, theirs
  std::string without = {};                                       // characters of our moves that theirs lack
  std::string skipped = {};                                       // letters that its columns leave out, as 'i' in Go
  std::string castling = {};  // the marks on corners from which castling is possible; empty: none
  std::string passant = {};   // the mark on the square that a pawn has passed; empty: none

  bool operator==(const Correspondence&) const = default;
};

/// Moves need no position: distinct moves of a position have distinct texts, which `check` tries.
std::string their_move(const Correspondence& data, std::string_view ours);

/// FEN from a position's text and back. An error for whatever FEN can't express. `seats`: the two names that stand for w and b.
using SeatPair = std::pair<std::string, std::string>;
Result<std::string> their_position(const Correspondence& data, const SeatPair& seats, std::string_view ours);
Result<std::string> our_position(const Correspondence& data, const SeatPair& seats, std::string_view theirs);

}  // namespace banmen
