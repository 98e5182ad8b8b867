#include <gtest/gtest.h>

#include "solve/erased_game_of.hpp"
#include "solve/solver.hpp"
#include "solve/test_games.hpp"

namespace banmen {
namespace {

using namespace testing_games;

template <class G>
CertificateFile certificate_of(const G& g, ValueRange& at) {
  static const Control control;
  const ErasedGameOf game(g, "game");
  ProverOf<G, NoTables> prover(g, {}, 1 << 20, control);
  const auto initial = g.initial();
  const auto start = bytes_of(initial);
  at = prover.solve(start);
  return *write_certificate(game, start, "", at, prover);
}

template <class G>
bool valid(const G& g, const CertificateFile& file) {
  return check_claims(ErasedGameOf(g), file, bytes_of(g.initial()), {}).valid;
}

TEST(Certificate, ProvesValues) {
  ValueRange at{0, 0};
  const auto board = certificate_of(TicTacToe{}, at);
  EXPECT_EQ(at, (ValueRange{0, 0}));
  EXPECT_TRUE(valid(TicTacToe{}, board));
  for (const char* endless : {"void", "illegal", "forfeit"})
    for (int n : {2, 3, 4}) {
      const Bao g = make_bao(n, endless);
      const auto file = certificate_of(g, at);
      EXPECT_TRUE(at.exact());
      EXPECT_TRUE(valid(g, file));
    }
}

TEST(Certificate, FalseClaimsAreFound) {
  const Bao g = make_bao(4);
  ValueRange at{0, 0};
  const auto file = certificate_of(g, at);
  const std::size_t size = file.claim_bytes;
  auto more = file;  // a better value than was proved
  ++more.low, ++more.high;
  EXPECT_FALSE(valid(g, more));
  auto fewer = file;  // the last claim left out
  --fewer.claims;
  fewer.bytes.resize(fewer.bytes.size() - size);
  EXPECT_FALSE(valid(g, fewer));
  EXPECT_FALSE(valid(make_bao(3), file));
  // Claims made stronger, with another move, or about an invalid position.
  std::size_t found = 0;
  for (std::uint64_t i = 0; i < file.claims; i += 1 + file.claims / 50) {
    auto stronger = file;
    std::int32_t value;
    std::uint8_t* claim = stronger.bytes.data() + i * size;
    std::memcpy(&value, claim + size - claim_extra_bytes, 4);
    value += claim[size - 2] ? 40 : -40;
    std::memcpy(claim + size - claim_extra_bytes, &value, 4);
    EXPECT_FALSE(valid(g, stronger));
    auto other = file;
    other.bytes[i * size + size - 1] ^= 3;  // another move
    found += !valid(g, other);
    auto position = file;
    position.bytes[i * size + 1] ^= 0x81;  // an invalid board
    EXPECT_FALSE(valid(g, position));
  }
  EXPECT_GT(found, 0u);
}

TEST(Certificate, DamagedFilesAreRefused) {
  ValueRange at{0, 0};
  const std::string good = pack_certificate(certificate_of(make_bao(3), at));
  ASSERT_TRUE(unpack_certificate(good));
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    EXPECT_FALSE(unpack_certificate(bad)) << i;
    EXPECT_FALSE(unpack_certificate(good.substr(0, i))) << i;
  }
  EXPECT_FALSE(unpack_certificate(good + "x"));
}

}  // namespace
}  // namespace banmen
