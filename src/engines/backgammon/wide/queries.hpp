// Lists of positions that are asked of a solved table, and its answers, in files of plain numbers, little-endian.
//
// Asked: "bnmnqry1", the count (8 bytes), then for each position 10 bytes: the places of the mover's checkers, then of the other
// side's, five bytes each, as each side counts its points (25: the bar; 0: no checker).
// Answers: "bnmnans1", the count (8 bytes), then all values (4 bytes, units of 2⁻³⁰), then all radii (1 byte, the same units). A
// position that is not in the table, or none at all, has value 0 and radius 255.
#pragma once

#include <string>

#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/backend.hpp"

namespace banmen::backgammon {

inline constexpr char asked_mark[] = "bnmnqry1", answered_mark[] = "bnmnans1";
inline constexpr std::size_t query_head_bytes = 16, query_checkers = 5;

/// How many positions are asked for. Throws wide::Trouble, with words, where the bytes are no such list or cut off.
std::uint64_t count_queries(const std::string& bytes);

/// The bytes of the answers. Begins groups of the backend as they are needed.
std::string answered_queries(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, const std::string& bytes);

}  // namespace banmen::backgammon
