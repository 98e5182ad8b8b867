// Solvers of any game: values of a graph, choice of method, certificates.
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "solve/erased_game.hpp"
#include "solve/property.hpp"

namespace banmen {

/// Checks the request before any work.
Result<void> can_solve(const ErasedGame& game, const SolveOptions& options);
/// The value of a position by its graph or by proof; `text` is the position as it was given.
Result<SolveReport> solve(const ErasedGame& game, PositionBytes start, std::string_view text, const SolveOptions& options,
                          const Control& control);
/// The meaning of values, in words.
std::string view_of(const ErasedGame& game);

Result<VerifyReport> verify(const ErasedGame& game, PositionBytes start, const VerifyOptions& options, const Control& control);
/// The memory that a census over the graph needs, in words.
std::string graph_census_memory(std::size_t position_bytes);
/// Explores and counts. If the memory allowed runs out it stops and reports the positions reached so far.
CensusReport graph_census(const ErasedGame& game, PositionBytes start, const CensusOptions& options, const Control& control);
/// Parses and checks a certificate.
Result<CertificateCheck> check_certificate(const ErasedGame& game, std::string_view bytes, const Control& control);

/// For Graphviz. The seat on turn gives the shape; a finished position has a double frame and shows each seat's payoff.
Result<std::string> write_dot(const ErasedGame& game, PositionBytes start, const Control& control);
/// For SPIN, which stores exactly the positions, since each move is one atomic step. It has two claims: `ends` (play ends) and
/// `passes` (no move is endless). Much smaller models of a game's own rules are among its extensions.
Result<std::string> write_promela(const ErasedGame& game, const Control& control);

// Certificates: a value with its proof, and the check of it by the rules alone.
//
// A certificate is a list of claims "from this position the first seat gets at least v more than the second" or "at most v". A
// claim may depend only on earlier claims, so no proof is circular and endless play never helps the proving side:
//   at the end of play   the payoff must satisfy the claim
//   where the side that proves moves, one move is named, and the position it leads to must have a claim that is strong enough
//   where the other side moves, all positions that its moves lead to must
// The stake (StakedGame) needs no claim. The last two claims are about the start and meet in its value.
//
// File: a text head, then the claims, packed (zstd), with a checksum.

struct CertificateFile {
  std::string game, position;  // position empty: the game's own start
  std::string rules = {};      // stamp of the rules, for games that are not compiled in; empty for native games
  std::int32_t low = 0, high = 0;
  std::uint64_t claims = 0, claim_bytes = 0;
  std::vector<std::uint8_t> bytes;
};

/// Head, checksum, compression.
std::string pack_certificate(const CertificateFile& file);
Result<CertificateFile> unpack_certificate(std::string_view bytes);

/// Checks the file's claims one by one, by the rules and the stake alone.
CertificateCheck check_claims(const ErasedGame& game, const CertificateFile& file, PositionBytes start, const Control& control);

inline constexpr std::size_t claim_extra_bytes = 6;  // besides the position

/// Constructs a proof, claim by claim, from proven bounds. `text`: the position as given. Fails if no proof without repetition is
/// found.
Result<CertificateFile> write_certificate(const ErasedGame& game, PositionBytes start, std::string_view text, ValueRange value,
                                          ValueSource& values);

// Exact values over the explicit graph, including cycles.
//
// The value of a position is what the first seat still gets minus what the second still gets. Play may be endless, and the value of
// that depends on the repetition rule, so two bounds are computed that hold under any rule:
//   lower  the most that the first seat can force by play that ends (play without end counts as the worst for it)
//   upper  the least that the second seat can hold it down to by play that ends
// If play without end is worth f, the value is f where lower ≤ f ≤ upper, else the bound nearer to f: a player can get past f only
// by ending the game. Where both bounds agree, the repetition rule does not matter.
//
// Backward induction over strongly connected components. Inside one, the set from which a side can force an exit worth at least v
// is an attractor; taking v from high to low finds every position's best v. Inside a component moves must not gain anything,
// otherwise a cycle would.

/// The values that one side can force on a graph by play that ends.
struct Forced {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<std::int32_t> value;    // first minus second
  std::vector<std::uint32_t> choice;  // for nodes where that side moves: the edge (place in the row) to play; otherwise none
  std::vector<std::uint32_t> order;   // decreases along a forced line, which must therefore end
};

struct GraphSolution {
  Forced first, second;  // both seats' forced values: lower and upper bounds
  std::int32_t forever = 0;

  [[nodiscard]] ValueRange bounds(std::uint32_t node) const { return {first.value[node], second.value[node]}; }
  [[nodiscard]] std::int32_t value(std::uint32_t node) const {
    return value_between(first.value[node], second.value[node], forever);
  }
  [[nodiscard]] std::int32_t value(const Edge& edge) const {
    return edge.gain + (edge.target == Edge::nowhere ? 0 : value(edge.target));
  }
  /// Best play, until the end or until a position comes back. Sides that can force the value play to end the game.
  [[nodiscard]] std::vector<std::string> line(const StateGraph& graph) const;
};

/// Needs two players and no chance. Fails when a cycle gains something, or when it is stopped.
Result<GraphSolution> solve_graph(const StateGraph& graph, const std::stop_token& stop = {});

}  // namespace banmen
