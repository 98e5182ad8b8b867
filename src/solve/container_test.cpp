#include "solve/container.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/random.hpp"
#include "engines/bao/database.hpp"
#include "killed.hpp"
#include "solve/test_games.hpp"

namespace banmen {
namespace {

using namespace testing_games;

std::string scratch(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("banmen-" + std::to_string(getpid()) + "-" + name)).string();
}
std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(in)), {});
}
constexpr std::uint64_t memory = std::uint64_t{1} << 30;

void spill(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

std::vector<std::uint8_t> noise(std::size_t bytes, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint8_t> out(bytes);
  for (auto& b : out) b = static_cast<std::uint8_t>(random.below(5));
  return out;
}

TEST(Container, KeepsValuesOfAnyWidth) {
  const std::string path = scratch("container");
  auto writer = ContainerWriter::open(path, "test owner", 3, 1000);
  ASSERT_TRUE(writer);
  const std::uint64_t widths[3] = {1, 2, 4};
  for (std::uint64_t t = 0; t < 3; ++t) {
    const auto values = noise(4444 * widths[t], t);
    ASSERT_TRUE(writer->write(t, widths[t], values, noise(t * 3, 9), 2));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_TRUE(writer->finish());
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  const auto file = Container::open(path);
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_EQ(file->owner(), "test owner");
  for (std::uint64_t t = 0; t < 3; ++t) {
    const auto values = noise(4444 * widths[t], t);
    EXPECT_EQ(*file->read(t, 2), values);
    EXPECT_EQ(*file->dictionary(t), noise(t * 3, 9));
    for (const std::uint64_t i : {0, 999, 1000, 4443}) {
      std::uint32_t expected = 0;
      std::memcpy(&expected, values.data() + i * widths[t], widths[t]);
      EXPECT_EQ(*file->value(t, i), expected);
    }
    EXPECT_FALSE(file->value(t, 4444));
  }
  EXPECT_FALSE(file->read(3));
  std::filesystem::remove(path);
}

TEST(Container, TakesATierPieceByPiece) {
  const std::string path = scratch("pieces"), other = scratch("whole");
  const auto values = noise(2 * 12'345, 1);
  auto pieces = ContainerWriter::open(path, "test owner", 2, 1000), whole = ContainerWriter::open(other, "test owner", 2, 1000);
  ASSERT_TRUE(pieces && whole);
  for (std::uint64_t tier = 0; tier < 2; ++tier) {
    ASSERT_TRUE(whole->write(tier, 2, values, noise(5, 2), 2));
    ASSERT_TRUE(pieces->begin(tier, 2, 12'345, noise(5, 2)));
    const std::span<const std::uint8_t> all(values);
    for (std::size_t at = 0, size = 2; at < all.size(); at += size, size = std::min<std::size_t>(size * 3, all.size() - at))
      ASSERT_TRUE(pieces->append(all.subspan(at, size), 2));
    ASSERT_TRUE(pieces->end());
  }
  ASSERT_TRUE(pieces->finish() && whole->finish());
  EXPECT_EQ(slurp(path), slurp(other));
  const auto file = Container::open(path);
  ASSERT_TRUE(file);
  for (const auto& [first, count] :
       {std::pair<std::uint64_t, std::size_t>{0, 12'345}, {999, 2}, {1000, 1000}, {1, 5000}, {12'000, 345}}) {
    std::vector<std::uint8_t> some(2 * count);
    ASSERT_TRUE(file->read(1, first, some, 2));
    EXPECT_TRUE(std::equal(some.begin(), some.end(), values.begin() + static_cast<std::ptrdiff_t>(2 * first)));
  }
  std::vector<std::uint8_t> much(20);
  EXPECT_FALSE(file->read(1, 12'340, much, 1));
  auto short_of = ContainerWriter::open(scratch("short"), "test owner", 1, 1000);
  ASSERT_TRUE(short_of && short_of->begin(0, 2, 12'345) && short_of->append(std::span(values).first(5000)));
  EXPECT_FALSE(short_of->end());
  for (const std::string& name : {path, other, scratch("short") + ".part"}) std::filesystem::remove(name);
}

TEST(Container, RefusesDamage) {
  const std::string path = scratch("damage");
  const Bao g = make_bao(3);
  const Control control;
  ASSERT_TRUE(bao::build_database(g, "bao:holes=3", path, 8, memory, control));
  ASSERT_TRUE(bao::open_database(g, "bao:holes=3", path, 1));
  const std::string good = slurp(path);
  auto flip = [&](std::size_t at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    return bad;
  };
  const std::size_t owner = 48, tiers = owner + bao::database_owner("bao:holes=3", 8).size();
  std::vector<std::pair<std::string, std::string>> sorts{
      {"empty", ""},
      {"too short", good.substr(0, 20)},
      {"foreign", "GIF89a" + good.substr(6)},
      {"magic", flip(0)},
      {"version", flip(8)},
      {"owner's text", flip(owner + 20)},
      {"number of tiers", flip(24)},
      {"block size", flip(32)},
      {"header checksum", flip(40)},
      {"tier mark", flip(tiers)},
      {"tier number", flip(tiers + 8)},
      {"width of values", flip(tiers + 16)},
      {"number of values", flip(tiers + 24)},
      {"directory", flip(tiers + 64)},
      {"dictionary", flip(tiers + 64 + 24)},
      {"a block", flip(good.size() - 40)},
      {"end mark", flip(good.size() - 24)},
      {"end checksum", flip(good.size() - 1)},
      {"cut in the middle", good.substr(0, good.size() / 2)},
      {"end missing", good.substr(0, good.size() - 24)},
      {"one byte missing", good.substr(0, good.size() - 1)},
      {"something added", good + "x"},
      {"zeros", std::string(good.size(), '\0')},
  };
  for (const auto& [what, bytes] : sorts) {
    spill(path, bytes);
    const auto opened = bao::open_database(g, "bao:holes=3", path, 1);
    EXPECT_FALSE(opened) << what;
    if (!opened) {
      EXPECT_NE(opened.error().message().find(path), std::string::npos) << what;
    }
  }
  // Every single byte matters.
  for (std::size_t at = 0; at < good.size(); ++at) {
    spill(path, flip(at));
    EXPECT_FALSE(bao::open_database(g, "bao:holes=3", path, 1)) << at;
  }
  spill(path, good);
  EXPECT_FALSE(bao::open_database(make_bao(4), "bao:holes=4", path, 1));
  EXPECT_FALSE(bao::open_database(g, "bao:holes=3", path + ".missing", 1));
  EXPECT_FALSE(bao::open_database(g, "bao:holes=3", "/", 1));
  std::filesystem::remove(path);
}

TEST(Container, NoBuildReplacesAFile) {
  const std::string path = scratch("there");
  const Bao g = make_bao(3);
  const Control control;
  const auto built = bao::build_database(g, "bao:holes=3", path, 8, memory, control);
  ASSERT_TRUE(built);
  const auto time = std::filesystem::last_write_time(path);
  const auto again = bao::build_database(g, "bao:holes=3", path, 8, memory, control);
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->positions, built->positions);
  EXPECT_EQ(again->bytes, built->bytes);
  EXPECT_FALSE(bao::build_database(g, "bao:holes=3", path, 7, memory, control));
  EXPECT_EQ(std::filesystem::last_write_time(path), time);
  spill(path, "a letter");
  EXPECT_FALSE(bao::build_database(g, "bao:holes=3", path, 8, memory, control));
  EXPECT_EQ(slurp(path), "a letter");
  EXPECT_FALSE(bao::build_database(g, "bao:holes=3", testing::TempDir(), 8, memory, control));
  // Two processes cannot build the same one at once.
  const std::string other = scratch("other");
  const auto lock = FileLock::take(other);
  EXPECT_FALSE(bao::build_database(g, "bao:holes=3", other, 8, memory, control));
  EXPECT_FALSE(std::filesystem::exists(other + ".part"));
  std::filesystem::remove(path);
}

TEST(Container, AKilledBuildResumesToTheSameResult) {
  const std::string path = scratch("killed"), reference = scratch("whole");
  const Bao g = make_bao(5);
  Control control;
  ASSERT_TRUE(bao::build_database(g, "bao:holes=5", reference, 9, memory, control));
  // In the header, and in tiers, which are written in order.
  const std::string whole = slurp(reference);
  for (const std::size_t most : {std::size_t{10}, whole.size() / 3, whole.size() - 25}) {
    expect_killed_at(most, [&] { (void)bao::build_database(g, "bao:holes=5", path, 9, memory, control); });
    EXPECT_EQ(std::filesystem::file_size(path + ".part"), most);
  }
  const auto report = bao::build_database(g, "bao:holes=5", path, 9, memory, control);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->resumed, 9u);
  EXPECT_EQ(slurp(path), whole);
  std::filesystem::remove(path);
  // The same for a .part file truncated anywhere; a foreign one is an error.
  for (std::size_t cut = 0; cut < whole.size() - 24; cut += whole.size() / 7) {
    spill(path + ".part", whole.substr(0, cut));
    ASSERT_TRUE(bao::build_database(g, "bao:holes=5", path, 9, memory, control));
    EXPECT_EQ(slurp(path), whole);
    std::filesystem::remove(path);
  }
  // If a tier is damaged, the build resumes from those before it.
  std::string damaged = whole.substr(0, whole.size() - 24);
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  spill(path + ".part", damaged);
  const auto mended = bao::build_database(g, "bao:holes=5", path, 9, memory, control);
  ASSERT_TRUE(mended) << mended.error().message();
  EXPECT_EQ(mended->resumed, 9u);
  EXPECT_EQ(slurp(path), whole);
  std::filesystem::remove(path);
  spill(path + ".part", whole.substr(0, whole.size() - 24));
  EXPECT_FALSE(bao::build_database(g, "bao:holes=5", path, 8, memory, control));
  for (const auto& file : {path, path + ".part", reference}) std::filesystem::remove(file);
}

}  // namespace
}  // namespace banmen
