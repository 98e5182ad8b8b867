
#include <gtest/gtest.h>

#include <cstring>

#include "engines/backgammon/equities/equities.hpp"
#include "engines/backgammon/equities/test_files.hpp"
#include "engines/backgammon/wide/build.hpp"
#include "engines/backgammon/wide/queries.hpp"

namespace banmen::backgammon {
namespace {

EquityPlan verified_plan(int n, int m, int bits) {
  EquityPlan out;
  out.game = "backgammon";
  out.mover = n;
  out.opponent = m;
  out.bits = bits;
  out.device = "cpu";
  return out;
}

/// Copies a file with one value of one table changed and all checksums correct.
void write_damaged(const std::string& from, const std::string& to, std::uint64_t tier, std::uint64_t place, int by,
                   const std::string& owner_from = {}, const std::string& owner_to = {}) {
  const auto whole = Container::open(from);
  ASSERT_TRUE(whole) << whole.error().message();
  std::string owner = whole->owner();
  if (!owner_from.empty()) owner.replace(owner.find(owner_from), owner_from.size(), owner_to);
  auto writer = ContainerWriter::open(to, owner, whole->tiers().size());
  ASSERT_TRUE(writer) << writer.error().message();
  for (const ContainerTier& part : whole->tiers()) {
    auto values = whole->read(part.tier);
    ASSERT_TRUE(values);
    if (part.tier == tier) {
      std::uint32_t word = 0;
      std::memcpy(&word, values->data() + place * part.value_bytes, part.value_bytes);
      word += static_cast<std::uint32_t>(by);
      std::memcpy(values->data() + place * part.value_bytes, &word, part.value_bytes);
    }
    ASSERT_TRUE(writer->write(part.tier, part.value_bytes, *values, {}));
  }
  ASSERT_TRUE(writer->finish());
}

EquityCheck checked_with(const std::string& path, const std::string& device) {
  const auto file = EquityFile::open(path);
  EXPECT_TRUE(file) << file.error().message();
  auto check = device == "none" ? verify_equities(*file, 1, {}) : verify_wide(*file, device, std::uint64_t{1} << 30, {});
  EXPECT_TRUE(check) << check.error().message();
  return *check;
}

}  // namespace

// Columns in file order against ranking every position.
TEST(WideOrder, ColumnsAreTheOrderOfFiles) {
  const WideRules rules(3, 1);
  for (const auto& [n, m] : {std::pair{1, 1}, {2, 1}, {1, 3}, {2, 2}, {3, 1}}) {
    const FileOrder order(rules, n, m);
    EXPECT_EQ(order.positions, count_positions(n, m));
    const wide::Part &mine = rules.rules.parts[static_cast<std::size_t>(n)],
                     &theirs = rules.rules.parts[static_cast<std::size_t>(m)];
    std::uint64_t place = 0;
    for (std::size_t first = 0; first < order.columns.size();) {
      const FileOrder::Some some = order.some(first, 1000);
      EXPECT_EQ(some.begin, place);
      for (const wide::Column& column : some.columns) {
        ASSERT_EQ(some.begin + column.place, place);
        for (std::uint32_t k = column.from; k < column.to; ++k) {
          const std::uint32_t b = order.others[k];
          if ((mine.held[column.a] & (theirs.blocked[b] | theirs.exposed[b])) != 0) continue;
          const wide::Pair pair = pair_at(rules, n, m, place++);
          ASSERT_EQ(pair.a, column.a);
          ASSERT_EQ(pair.b, b);
        }
      }
      first += some.columns.size();
      EXPECT_EQ(some.end, place);
    }
    EXPECT_EQ(place, order.positions);
  }
}

TEST(WideOrder, WordsComeBack) {
  for (std::int64_t value = -wide::one; value <= wide::one; value += value % 7 == 0 ? 999'983 : 12'347) {
    const auto unit = static_cast<wide::Word>(value);
    ASSERT_EQ(value_of_word(word_of(unit, 32), 32), unit);
    ASSERT_NEAR(value_of_word(word_of(unit, 16), 16), unit, 16384.25 + 0.5);
  }
  for (std::uint64_t word = 0; word < 65536; ++word) ASSERT_EQ(word_of(value_of_word(word, 16), 16), word);
  EXPECT_EQ(value_of_word(word_of(wide::one, 32), 32), wide::one);
  EXPECT_EQ(value_of_word(word_of(-wide::one, 16), 16), -wide::one);
}

TEST(WideVerify, AWrongValueIsDetectedAndLocated) {
  const Folder folder("wide_verify");
  const Backgammon g = games_of(verified_plan(2, 1, 16)).front();
  const std::uint64_t place = 1234;
  std::uint8_t mover[slots] = {}, opponent[slots] = {};
  unplace(2, 1, count_positions(2, 1, Meeting::contact), place, mover, opponent);
  const std::string name = g.text(to_roll(g, mover, opponent));
  for (const int bits : {16, 32}) {
    const std::string good = folder.file(std::to_string(bits) + ".db");
    ASSERT_TRUE(build_equities(good, verified_plan(2, 1, bits), {}));
    for (const char* device : {"none", "cpu"}) {
      const EquityCheck check = checked_with(good, device);
      EXPECT_EQ(check.wrong, 0u) << device << bits << check.example;
      EXPECT_EQ(check.checked, count_positions(1, 1) + 2 * count_positions(2, 1));
      EXPECT_NE(check.what.find(bits == 16 ? "twice the stated error" : "interval"), std::string::npos) << check.what;
    }
    // The changed position, among all that lead to it: 16 bits detect deviations beyond twice the error, 32 bits a value outside
    // its interval.
    const std::string bad = folder.file(std::to_string(bits) + "-bad.db");
    write_damaged(good, bad, tier_number(2, 1, 0), place, bits == 16 ? 3 : 200);
    for (const char* device : {"none", "cpu"}) {
      const EquityCheck check = checked_with(bad, device);
      EXPECT_GT(check.wrong, 0u) << device << bits;
      EXPECT_FALSE(check.example.empty());
      if (bits == 16) {
        EXPECT_EQ(check.example, name);
      }
    }
  }
  // A radius that is too small is detected.
  const std::string tight = folder.file("tight.db");
  write_damaged(folder.file("32.db"), tight, tier_number(2, 1, radius_table), place, -3);
  for (const char* device : {"none", "cpu"}) {
    const EquityCheck check = checked_with(tight, device);
    EXPECT_GT(check.wrong, 0u) << device;
    EXPECT_EQ(check.example, name) << device;
  }
}

TEST(WideVerify, RefusesUncheckableFiles) {
  const Folder folder("wide_refused");
  const std::string path = folder.file("r.db"), other = folder.file("scale.db"), doubles = folder.file("doubles.db");
  ASSERT_TRUE(build_equities(path, verified_plan(1, 1, 32), {}));
  write_damaged(path, other, 0, 0, 0, "scale 2^30", "scale 2^20");
  EquityPlan plain = verified_plan(1, 1, 16);
  plain.device = "none";
  ASSERT_TRUE(build_equities(doubles, plain, {}));
  const auto words = [](const std::string& file, const std::string& device, std::uint64_t memory) {
    const auto opened = EquityFile::open(file);
    EXPECT_TRUE(opened);
    const auto check = device == "none" ? verify_equities(*opened, 1, {}) : verify_wide(*opened, device, memory, {});
    return check ? std::string("checked") : check.error().message();
  };
  for (const char* device : {"none", "cpu"})
    EXPECT_NE(words(other, device, 1 << 30).find("on a scale of 2^20, but this version uses 2^30"), std::string::npos)
        << words(other, device, 1 << 30);
  EXPECT_NE(words(doubles, "cpu", 1 << 30).find("omit --device"), std::string::npos);
  EXPECT_EQ(words(doubles, "none", 0), "checked");
  EXPECT_NE(words(path, "nothing", 1 << 30).find("no nothing device available"), std::string::npos);
  EXPECT_NE(words(path, "cpu", 1000).find("GiB of memory"), std::string::npos);
  // A truncated file does not open.
  const std::string whole = contents(path);
  std::ofstream(folder.file("cut.db"), std::ios::binary) << whole.substr(0, whole.size() - 100);
  EXPECT_FALSE(EquityFile::open(folder.file("cut.db")));
}

#if defined(BANMEN_WIDE_STAND_IN)
TEST(WideVerify, ADeviceFindsTheSame) {
  setenv("BANMEN_STANDIN", BANMEN_WIDE_STAND_IN, 1);
  const Folder folder("wide_verify_device");
  const std::string good = folder.file("good.db"), bad = folder.file("bad.db");
  ASSERT_TRUE(build_equities(good, verified_plan(2, 2, 32), {}));
  const EquityCheck check = checked_with(good, "standin");
  EXPECT_EQ(check.wrong, 0u);
  EXPECT_NE(check.what.find("every value is proved"), std::string::npos);
  write_damaged(good, bad, tier_number(2, 2, 0), 4321, -150);
  const EquityCheck here = checked_with(bad, "cpu"), there = checked_with(bad, "standin");
  EXPECT_GT(here.wrong, 0u);
  EXPECT_EQ(here.wrong, there.wrong);
  EXPECT_EQ(here.example, there.example);
}
#endif

}  // namespace banmen::backgammon
