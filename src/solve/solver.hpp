// The solvers' jobs on any game.
#pragma once

#include "solve/erased_game.hpp"
#include "solve/graph.hpp"
#include "solve/property.hpp"

namespace banmen {

/// Refuses what can be refused before any work.
Result<void> can_solve(const ErasedGame& game, const SolveOptions& options);
/// The value of a position by its graph or by proof; `text` is the position as it was given.
Result<SolveReport> solve(const ErasedGame& game, PositionBytes start, std::string_view text, const SolveOptions& options,
                          const Control& control);
/// What values are, in words.
std::string view_of(const ErasedGame& game);

Result<VerifyReport> verify(const ErasedGame& game, PositionBytes start, const VerifyOptions& options, const Control& control);
/// What a census over the graph takes, in words.
std::string graph_census_memory(std::size_t position_bytes);
/// Explores and counts. Where the memory allowed runs out it stops, and reports what was reached by then.
CensusReport graph_census(const ErasedGame& game, PositionBytes start, const CensusOptions& options, const Control& control);
/// Of the certificate's bytes.
Result<CertificateCheck> check_certificate(const ErasedGame& game, std::string_view bytes, const Control& control);

/// For Graphviz. The seat on turn gives the shape; what is over has a double frame and says what each seat is paid there.
Result<std::string> write_dot(const ErasedGame& game, PositionBytes start, const Control& control);
/// For SPIN, which stores exactly the positions, as each move is one atomic step. Two claims can be checked: `ends` (play comes to
/// an end) and `passes` (no move goes on for ever). Models of a game's own rules, far smaller, are among its extensions.
Result<std::string> write_promela(const ErasedGame& game, const Control& control);

}  // namespace banmen
