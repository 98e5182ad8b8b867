// Golden counts and playthroughs: tests/golden/README.md describes the files.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "catalog/catalog.hpp"
#include "core/text.hpp"

namespace banmen::tests {
namespace {

constexpr int longest_playthrough = 300;  // plies; games without an end are cut off there

std::string numbers(const std::vector<long>& values) {
  std::string out;
  for (const long value : values) out += ' ' + std::to_string(value);
  return out;
}

/// The list of moves under a playthrough line.
std::string playthrough(const OpenGame& game, std::uint64_t seed) {
  std::ostringstream out;
  const auto session = game.session();
  Random random(seed);
  out << "  start " << session->position() << '\n';
  for (int ply = 0; ply < longest_playthrough && !session->is_over(); ++ply) {
    const std::string who = session->turn_name();
    const std::size_t choices = session->moves().size();
    const std::string move = session->play_random(random).value();
    out << "  " << who << ' ' << move << " of " << choices << ": " << session->position() << '\n';
  }
  out << "  score" << numbers(session->score()) << '\n';
  if (const auto result = session->result())
    out << "  result" << numbers(*result) << '\n';
  else
    out << "  unfinished after " << longest_playthrough << " plies\n";
  return out.str();
}

std::string path_of(const std::string& id) { return BANMEN_SOURCE_DIR "/tests/golden/" + id + ".txt"; }

class Golden : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    std::ifstream file(path_of(GetParam()));
    ASSERT_TRUE(file) << "the game " << GetParam() << " has no golden file " << path_of(GetParam());
    for (std::string line; std::getline(file, line);) lines_.push_back(line);
    for (const std::string& line : lines_) {
      const auto first = words(line);
      if (first.empty() || line[0] == '#' || line[0] == ' ') continue;
      ASSERT_TRUE(first[0] == "perft" || first[0] == "playthrough") << "neither perft nor playthrough: " << line;
    }
  }

  std::unique_ptr<OpenGame> open(std::string_view name) {
    auto game = catalog_.open(name);
    EXPECT_TRUE(game) << name << ": " << game.error().message();
    if (!game) return nullptr;
    EXPECT_EQ((*catalog_.find(GetParam()))->id, name.substr(0, name.find(':'))) << "another game's line";
    return std::move(*game);
  }

  Catalog catalog_;
  std::vector<std::string> lines_;
};

TEST_P(Golden, Perft) {
  int checked = 0;
  for (const std::string& line : lines_) {
    const auto fields = words(line);
    if (fields.size() < 3 || fields[0] != "perft") continue;
    const auto game = open(fields[1]);
    ASSERT_TRUE(game);
    Control control;
    control.threads = 2;
    const auto report = game->perft("", static_cast<int>(fields.size()) - 2, control);
    ASSERT_TRUE(report) << report.error().message();
    ASSERT_EQ(report->leaves.size(), fields.size() - 2);
    for (std::size_t i = 2; i < fields.size(); ++i) {
      if (fields[i] == "-") continue;
      EXPECT_EQ(std::to_string(report->leaves[i - 2]), fields[i]) << "at depth " << i - 1 << ": " << line;
    }
    ++checked;
  }
  EXPECT_GT(checked, 0) << path_of(GetParam()) << " has no perft line";
}

TEST_P(Golden, Playthrough) {
  const bool update = std::getenv("BANMEN_UPDATE_GOLDEN") != nullptr;
  std::vector<std::string> rewritten;
  int checked = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    rewritten.push_back(lines_[i]);
    const auto fields = words(lines_[i]);
    if (fields.empty() || fields[0] != "playthrough") continue;
    ASSERT_TRUE(fields.size() == 4 && fields[2] == "seed") << "expected 'playthrough GAME seed N': " << lines_[i];
    const auto game = open(fields[1]);
    ASSERT_TRUE(game);
    std::string expected;
    while (i + 1 < lines_.size() && lines_[i + 1].starts_with("  ")) expected += lines_[++i] + '\n';
    std::string listing = playthrough(*game, std::stoull(std::string(fields[3])));
    if (!update) {
      EXPECT_EQ(listing, expected) << rewritten.back();
    }
    listing.pop_back();
    rewritten.push_back(listing);
    ++checked;
  }
  EXPECT_GT(checked, 0) << path_of(GetParam()) << " has no playthrough line";
  if (!update) return;
  std::ofstream file(path_of(GetParam()));
  for (const std::string& line : rewritten) file << line << '\n';
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  const Catalog catalog;
  for (const GameEntry& entry : catalog.entries()) all.push_back(entry.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Games, Golden, ::testing::ValuesIn(ids()), [](const auto& info) { return info.param; });

}  // namespace
}  // namespace banmen::tests
