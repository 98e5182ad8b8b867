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

/// Whether the index up to the tier of a position is one that a census can number.
bool index_fits(const Bao& g, const Bao::Position& p);
/// The most that the table of positions seen can take; lists of positions come on top. It takes pages as they are reached, most
/// often far fewer, so only what it has taken counts against the memory allowed.
std::uint64_t table_bytes(const Bao& g, const Bao::Position& p);
/// The memory that a large census takes, in words.
std::string census_memory(const Bao& g, const Bao::Position& p);

/// Keeps all moves. Nothing if there are more than may be kept, or a stop was requested.
std::optional<CensusReport> small_census(const Bao& g, const Bao::Position& start, const CensusOptions& options,
                                         const Control& control);
/// Takes one bit a position, resumes from a checkpoint and may keep its table on disk. `owner` names the census in the checkpoint.
Result<CensusReport> large_census(const Bao& g, const Bao::Position& start, const CensusOptions& options, const Control& control,
                                  const std::string& owner);
/// The small census where it fits and nothing has to go to disk, else the large one.
Result<CensusReport> census(const Bao& g, const Bao::Position& start, const CensusOptions& options, const Control& control,
                            const std::string& owner);

/// Moves played from p one after the other.
std::vector<std::string> texts(const Bao& g, Bao::Position p, std::span<const Bao::Move> moves);

}  // namespace banmen::bao
