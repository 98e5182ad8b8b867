// The solvers' jobs on any game.
#pragma once

#include <string>
#include <vector>

#include "solve/erased_game.hpp"
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

// Certificates: a value with its proof, and the check of it by the rules alone.
//
// A certificate is a list of claims "from this position the first seat gets at least v more than the second" or "at most v". A
// claim may lean only on claims further up, so no proof leans on itself and play that goes round for ever never helps the side that
// proves:
//   at the end of play   the payoff must bear the claim out
//   where the side that proves moves, one move is named, and the position it leads to must have a claim that is strong enough
//   where the other side moves, all positions that its moves lead to must
// What is at stake at most (StakedGame) needs no claim. The two last claims are about the start and meet in its value.
//
// File: a text head, then the claims, packed (zstd), with a checksum.

struct CertificateFile {
  std::string game, position;  // position empty: the game's own start
  std::string rules = {};      // what tells them from other rules of that name; empty for native games
  std::int32_t low = 0, high = 0;
  std::uint64_t claims = 0, claim_bytes = 0;
  std::vector<std::uint8_t> bytes;
};

/// Head, checksum, compression.
std::string pack_certificate(const CertificateFile& file);
Result<CertificateFile> unpack_certificate(std::string_view bytes);

/// The file's claims one by one, by the rules and what is at stake alone.
CertificateCheck check_claims(const ErasedGame& game, const CertificateFile& file, PositionBytes start, const Control& control);

inline constexpr std::size_t claim_extra_bytes = 6;  // beside the position

/// Puts a proof together, claim by claim, from true bounds. `text`: the position as it was given. Fails where no proof without
/// repetition is found.
Result<CertificateFile> write_certificate(const ErasedGame& game, PositionBytes start, std::string_view text, ValueRange value,
                                          ValueSource& values);

}  // namespace banmen
