// The solvers through the catalog, for games of every kind.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "catalog/catalog.hpp"
#include "core/random.hpp"
#include "solve/solver.hpp"

namespace banmen {
namespace {

std::unique_ptr<OpenGame> open(const std::string& name) {
  static const Catalog catalog;
  auto game = catalog.open(name);
  EXPECT_TRUE(game) << name;
  return std::move(*game);
}

std::optional<std::int32_t> value(const std::string& game, const std::string& method) {
  SolveOptions options;
  options.method = method;
  const auto report = open(game)->solver().solve("", options, {});
  EXPECT_TRUE(report) << game << ": " << report.error().message();
  if (!report) return std::nullopt;
  return report->value;
}

constexpr std::uint64_t memory = std::uint64_t{1} << 30;

SolveJobs::Given up_to(std::uint32_t top) { return {{"stones", std::to_string(top)}}; }

TEST(SolveJobs, SmallGamesByBothMethods) {
  EXPECT_EQ(value("tictactoe", "graph"), 0);
  EXPECT_EQ(value("tictactoe", "proof"), 0);
  EXPECT_EQ(value("reversi:size=4", "graph"), -8);
  EXPECT_EQ(value("reversi:size=4", "proof"), -8);
  for (const char* endless : {"void", "illegal", "forfeit"})
    for (int n = 2; n <= 4; ++n) {
      const std::string game = "bao:holes=" + std::to_string(n) + ",endless=" + endless;
      EXPECT_EQ(value(game, "graph"), value(game, "proof")) << game;
    }
}

/// One scale for all: the result of the first seat in a zero-sum game, else the difference of the two.
TEST(SolveJobs, ValuesAreOnTheSameScaleByEveryMethod) {
  const auto amazons = value("amazons:size=4", "");
  ASSERT_TRUE(amazons);
  EXPECT_EQ(*amazons * *amazons, 1);
  EXPECT_EQ(value("amazons:board=o.x/.../..#", "graph"), value("amazons:board=o.x/.../..#", ""));
  EXPECT_EQ(value("amazons:board=o.x/.../..#", "proof"), value("amazons:board=o.x/.../..#", ""));
}

TEST(SolveJobs, ADatabaseGivesTheSameValueWithFewerPositions) {
  const std::string path = (std::filesystem::temp_directory_path() / ("banmen-" + std::to_string(getpid()) + "-five.db")).string();
  const auto game = open("bao:holes=5");
  ASSERT_TRUE(game->solver().build_database(path, up_to(12), memory, {}));
  SolveOptions options;
  options.method = "proof";
  options.openings = true;
  options.table_positions = 0;
  const auto without = game->solver().solve("", options, {});
  ASSERT_TRUE(without);
  options.database = path;
  const auto with = game->solver().solve("", options, {});
  ASSERT_TRUE(with) << with.error().message();
  EXPECT_EQ(with->value, without->value);
  ASSERT_EQ(with->openings.size(), without->openings.size());
  for (std::size_t i = 0; i < with->openings.size(); ++i) EXPECT_EQ(with->openings[i].low, without->openings[i].low);
  EXPECT_LT(with->nodes * 2, without->nodes);

  // An agent that uses it sees farther with less work: its value is exact, and right.
  const auto reader = game->search().agent("alphabeta:depth=60,db=" + path);
  ASSERT_TRUE(reader) << reader.error().message();
  const auto plain = game->search().agent("alphabeta:depth=10");
  ASSERT_TRUE(plain);
  const auto session = game->session();
  const auto known = (*reader)->think(*session, {});
  const auto guess = (*plain)->think(*session, {});
  ASSERT_TRUE(known && guess);
  EXPECT_TRUE(known->lines[0].exact);
  EXPECT_DOUBLE_EQ(known->lines[0].value * 2, *with->value);  // agents report half the difference
  EXPECT_FALSE(guess->lines[0].exact);
  EXPECT_FALSE(open("bao:holes=4")->search().agent("alphabeta:db=" + path));
  EXPECT_FALSE(open("tictactoe")->search().agent("alphabeta:db=" + path));
  EXPECT_FALSE(game->search().agent("alphabeta:db=" + path + ".missing"));
  std::filesystem::remove(path);
}

TEST(SolveJobs, ProvesEightByTwoWithAValidCertificate) {
  if (!std::getenv("BANMEN_LONG")) GTEST_SKIP() << "long: set BANMEN_LONG=1";
  const auto game = open("bao:holes=8");
  SolveOptions options;
  options.openings = options.certificate = true;
  Control control;
  control.threads = 2;
  const auto report = game->solver().solve("", options, control);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->proved);
  std::int32_t best = -100;
  for (const OpeningValue& o : report->openings) {
    EXPECT_EQ(o.low, o.high);
    best = std::max(best, o.low);
  }
  EXPECT_EQ(report->value, best);
  const auto check = game->solver().check_certificate(report->certificate, {});
  ASSERT_TRUE(check);
  EXPECT_TRUE(check->valid) << check->why;
}

/// A position that is this many plies before the end of a random game.
std::string late_position(const OpenGame& game, int plies) {
  const auto session = game.session();
  Random random(3);
  while (!session->is_over() && session->ply() < 1000) (void)session->play_random(random);
  for (int k = 0; k < plies; ++k) session->undo();
  return session->position();
}

/// Claims are bytes from strangers: whatever is in them, the check ends, and shows nothing that is not so.
TEST(SolveJobs, ChangedCertificatesShowNothingElse) {
  const std::pair<const char*, int> games[] = {
      {"tictactoe", 5},        {"reversi:size=4", 4}, {"bao:holes=3", 4}, {"bao:holes=4,endless=forfeit", 4},
      {"amazons:size=4", 2},   {"hichain", 1},        {"connect4", 3},    {"domineering:size=5", 3},
      {"bao.game:holes=3", 4}, {"breakthrough", 2},
  };
  for (const auto& [name, plies] : games) {
    const auto game = open(name);
    SolveOptions options;
    options.certificate = true;
    options.method = "proof";
    const auto report = game->solver().solve(late_position(*game, plies), options, {});
    ASSERT_TRUE(report) << name << ": " << report.error().message();
    ASSERT_FALSE(report->certificate.empty()) << name;
    const auto honest = game->solver().check_certificate(report->certificate, {});
    ASSERT_TRUE(honest && honest->valid) << name;
    const CertificateFile file = *unpack_certificate(report->certificate);
    const auto still_true = [&](const CertificateFile& changed) {
      const auto check = game->solver().check_certificate(pack_certificate(changed), {});
      return !check || !check->valid || (check->game == honest->game && check->claim == honest->claim);
    };
    const std::size_t stride = 1 + file.bytes.size() / 300;
    for (std::size_t i = 0; i < file.bytes.size(); i += stride)
      for (const int mask : {0x01, 0xff}) {
        CertificateFile changed = file;
        changed.bytes[i] = static_cast<std::uint8_t>(changed.bytes[i] ^ mask);
        ASSERT_TRUE(still_true(changed)) << name << ", byte " << i;
      }
    for (const int by : {-1, 1, 1000}) {
      for (std::int32_t CertificateFile::*bound : {&CertificateFile::low, &CertificateFile::high}) {
        CertificateFile changed = file;
        changed.*bound += by;
        const bool stronger = changed.low > file.low || changed.high < file.high;
        EXPECT_TRUE(!stronger || still_true(changed)) << name;
      }
      for (std::uint64_t CertificateFile::*count : {&CertificateFile::claims, &CertificateFile::claim_bytes}) {
        CertificateFile changed = file;
        changed.*count += static_cast<std::uint64_t>(by);
        EXPECT_FALSE(game->solver().check_certificate(pack_certificate(changed), {})) << name;
      }
    }
    for (std::string CertificateFile::*text : {&CertificateFile::game, &CertificateFile::position, &CertificateFile::rules})
      for (std::size_t i = 0; i < (file.*text).size(); ++i)
        for (const int mask : {0x01, 0x80}) {
          CertificateFile changed = file;
          (changed.*text)[i] = static_cast<char>((changed.*text)[i] ^ mask);
          (void)game->solver().check_certificate(pack_certificate(changed), {});
        }
  }
}

TEST(SolveJobs, CensusOfGamesWithoutAnIndex) {
  const auto board = open("tictactoe")->solver().census("", {}, {});
  ASSERT_TRUE(board);
  EXPECT_EQ(board->all.positions, 5478u);
  const auto reversi = open("reversi:size=4")->solver().census("", {}, {});
  ASSERT_TRUE(reversi);
  EXPECT_TRUE(reversi->complete);
  EXPECT_TRUE(reversi->sizes.empty());
  EXPECT_GT(reversi->all.terminal, 0u);
}

TEST(SolveJobs, RefusesUnsuitableJobs) {
  const auto board = open("tictactoe");
  EXPECT_FALSE(board->solver().build_database("unused", up_to(3), memory, {}));
  EXPECT_FALSE(board->solver().census("nonsense", {}, {}));
  EXPECT_FALSE(board->solver().promela("fancy", {}));
  EXPECT_FALSE(board->solver().promela("paper", {}));
  SolveOptions options;
  options.method = "magic";
  EXPECT_FALSE(board->solver().solve("", options, {}));
  options.method = "graph";
  options.memory = 1 << 20;
  EXPECT_FALSE(open("bao:holes=8")->solver().solve("", options, {}));
  EXPECT_FALSE(open("bao:holes=4")->solver().build_database("/nowhere/at/all", up_to(3), memory, {}));
  EXPECT_FALSE(open("bao:holes=4")->solver().build_database("unused", up_to(17), memory, {}));
  CensusOptions with_checkpoint;
  with_checkpoint.checkpoint = "unused";
  EXPECT_FALSE(board->solver().census("", with_checkpoint, {}));
  CensusOptions small;
  small.memory = 100'000;
  const auto cut = board->solver().census("", small, {});
  ASSERT_TRUE(cut);
  EXPECT_FALSE(cut->complete);
}

}  // namespace
}  // namespace banmen
