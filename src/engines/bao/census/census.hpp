// Censuses of Bao: every position that play reaches, counted by the index of positions. Two methods with the same results.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "engines/bao/census/index_space.hpp"
#include "solve/reports.hpp"

namespace banmen::bao {

/// True if a census can number the index up to the tier of a position.
bool index_fits(const Bao& g, const Bao::Position& p);
/// The largest size of the table of visited positions; lists of positions come on top. The table takes pages as they are reached,
/// usually far fewer, so only those taken count against the memory allowed.
std::uint64_t table_bytes(const Bao& g, const Bao::Position& p);
/// The memory that a large census needs, in words.
std::string census_memory(const Bao& g, const Bao::Position& p);

/// Keeps all moves. nullopt if there are more than may be kept, or after a stop.
std::optional<CensusReport> small_census(const Bao& g, const Bao::Position& start, const CensusOptions& options,
                                         const Control& control);
/// Takes one bit per position, resumes from a checkpoint and may keep its table on disk. `owner` names the census in the
/// checkpoint.
Result<CensusReport> large_census(const Bao& g, const Bao::Position& start, const CensusOptions& options, const Control& control,
                                  const std::string& owner);
/// The small census if it fits and needs no disk, else the large one.
Result<CensusReport> census(const Bao& g, const Bao::Position& start, const CensusOptions& options, const Control& control,
                            const std::string& owner);

/// The texts of moves played from p one after the other.
std::vector<std::string> texts(const Bao& g, Bao::Position p, std::span<const Bao::Move> moves);

}  // namespace banmen::bao
