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
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <string>
#include <vector>

#include "solve/erased_game.hpp"
#include "solve/property.hpp"

namespace banmen {

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

/// Puts a proof together, claim by claim. `values` are true bounds; it may be asked to settle what it does not know any more.
class CertificateWriter {
 public:
  CertificateWriter(const ErasedGame& game, ValueSource& values) : game_(game), values_(values) {}

  /// Proves "at least v" or "at most v" from p. False when no proof without repetition was found.
  bool prove(PositionBytes p, std::int32_t v, bool at_least);
  [[nodiscard]] CertificateFile file(std::string_view position, std::int32_t low, std::int32_t high) const;

 private:
  struct Frame;

  Frame frame_of(PositionBytes p, std::int32_t v, bool at_least);
  void claim(const Frame& done, bool at_least);
  [[nodiscard]] bool has(const std::string& p, std::int32_t v, bool at_least) const;
  bool true_of(PositionBytes p, std::int32_t v, bool at_least, bool sure);

  const ErasedGame& game_;
  ValueSource& values_;
  std::vector<std::uint8_t> claims_;
  boost::unordered_flat_map<std::string, std::int32_t> low_, high_;
  boost::unordered_flat_map<std::string, std::uint32_t> open_;  // proofs that are being put together
};

}  // namespace banmen
