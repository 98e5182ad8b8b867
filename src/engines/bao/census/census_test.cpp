#include "engines/bao/census/census.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "engines/bao/census/logs.hpp"
#include "killed.hpp"
#include "solve/components.hpp"
#include "solve/erased_game_of.hpp"
#include "solve/solver.hpp"
#include "solve/test_games.hpp"

namespace banmen::bao {
namespace {

using namespace testing_games;

Control threads(int n) {
  Control control;
  control.threads = n;
  return control;
}

std::string scratch(const std::string& name) {
  const auto path = std::filesystem::temp_directory_path() / ("banmen-" + std::to_string(getpid()) + "-" + name);
  std::filesystem::remove(path);
  return path.string();
}

template <class G>
CensusReport graph_census(const G& g, const CensusOptions& options, const Control& control) {
  const ErasedGameOf game(g);
  return banmen::graph_census(game, bytes_of(g.initial()), options, control);
}

void expect_same(const CensusReport& a, const CensusReport& b) {
  EXPECT_EQ(a.all.positions, b.all.positions);
  EXPECT_EQ(a.all.terminal, b.all.terminal);
  EXPECT_EQ(a.all.moves, b.all.moves);
  EXPECT_EQ(a.all.endless_moves, b.all.endless_moves);
  EXPECT_EQ(a.all.quiet_moves, b.all.quiet_moves);
  EXPECT_EQ(a.all.longest_move, b.all.longest_move);
  EXPECT_EQ(a.normalised, b.normalised);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.sizes, b.sizes);
  EXPECT_EQ(a.cycle_positions, b.cycle_positions);
  EXPECT_EQ(a.first_endless.size(), b.first_endless.size());
  EXPECT_EQ(a.first_cycle.size(), b.first_cycle.size());
  EXPECT_EQ(a.cycle_entry, b.cycle_entry);
  // Loops of one level may be in a different order.
  auto kinds = [](const CensusReport& census) {
    std::set<std::tuple<std::string, std::uint32_t, std::uint64_t, std::size_t>> out;
    for (const auto& kind : census.kinds) out.emplace(kind.board, kind.tier, kind.moves, kind.first.size());
    return out;
  };
  EXPECT_EQ(kinds(a), kinds(b));
  ASSERT_EQ(a.tiers.size(), b.tiers.size());
  for (std::size_t i = 0; i < a.tiers.size(); ++i) {
    EXPECT_EQ(a.tiers[i].tier, b.tiers[i].tier);
    EXPECT_EQ(a.tiers[i].positions, b.tiers[i].positions);
    EXPECT_EQ(a.tiers[i].quiet_moves, b.tiers[i].quiet_moves);
    EXPECT_EQ(a.tiers[i].components, b.tiers[i].components);
    EXPECT_EQ(a.tiers[i].cycle_positions, b.tiers[i].cycle_positions);
  }
}

template <class G>
void expect_like_twin(const G& g, const CensusReport& census) {
  const Plain<G> twin(g);
  std::uint64_t moves = 0, endless = 0, quiet = 0, terminal = 0;
  int depth = 0, first_endless = -1;
  std::set<std::string> classes;
  for (std::size_t i = 0; i < twin.positions.size(); ++i) {
    moves += twin.edges[i].size();
    terminal += twin.edges[i].empty();
    depth = std::max(depth, twin.depth[i]);
    for (const auto& e : twin.edges[i]) {
      endless += e.to < 0;
      quiet += e.quiet;
      if (e.to < 0 && (first_endless < 0 || twin.depth[i] + 1 < first_endless)) first_endless = twin.depth[i] + 1;
    }
    if constexpr (SymmetricGame<G>) classes.insert(Plain<G>::bytes(g.canonical(twin.positions[i]).position));
  }
  EXPECT_EQ(census.all.positions, twin.positions.size());
  EXPECT_EQ(census.all.terminal, terminal);
  EXPECT_EQ(census.all.moves, moves);
  EXPECT_EQ(census.all.endless_moves, endless);
  EXPECT_EQ(census.all.quiet_moves, quiet);
  EXPECT_EQ(census.depth, static_cast<std::uint32_t>(depth));
  EXPECT_EQ(census.sizes, twin.cycles());
  EXPECT_EQ(census.first_endless.size(), first_endless < 0 ? 0u : static_cast<std::size_t>(first_endless));
  if constexpr (SymmetricGame<G>) {
    EXPECT_EQ(census.normalised, classes.size());
  }
}

/// The loop of an endless move by definition: sown stone by stone, the largest of all rotated boards.
std::vector<int> slow_loop(const Bao& g, const Bao::Position& p, Bao::Move m) {
  std::vector<int> board(p.holes, p.holes + g.holes());
  std::rotate(board.begin(), board.begin() + m.hole, board.end());
  std::vector<int> largest = board;
  std::set<std::vector<int>> seen;
  while (seen.insert(board).second) {
    largest = std::max(largest, board);
    std::size_t at = 0;
    int hand = std::exchange(board[0], 0);
    while (hand-- > 0) ++board[at = (at + 1) % board.size()];
    std::rotate(board.begin(), board.begin() + static_cast<long>(at), board.end());
  }
  return largest;
}

void expect_loops_like_twin(const Bao& g, const CensusReport& census) {
  const Plain<Bao> twin(g);
  std::map<std::vector<int>, std::pair<std::uint64_t, int>> loops;  // moves, plies to the first
  for (std::size_t i = 0; i < twin.positions.size(); ++i) {
    MoveStack<Bao> moves(g);
    for (const Bao::Move m : moves.legal(g, twin.positions[i])) {
      if (!g.endless(twin.positions[i], m)) continue;
      auto& [count, plies] = loops.try_emplace(slow_loop(g, twin.positions[i], m), 0, twin.depth[i] + 1).first->second;
      ++count;
      plies = std::min(plies, twin.depth[i] + 1);
    }
  }
  ASSERT_EQ(census.kinds.size(), loops.size());
  for (const auto& kind : census.kinds) {
    const auto board = *g.read_position(kind.board);
    const auto loop = loops.find(std::vector<int>(board.holes, board.holes + g.holes()));
    ASSERT_NE(loop, loops.end()) << g.text(board);
    EXPECT_TRUE(g.endless(board, {0}));
    EXPECT_EQ(kind.tier, g.tier(board));
    EXPECT_EQ(kind.moves, loop->second.first);
    EXPECT_EQ(static_cast<int>(kind.first.size()), loop->second.second);
    auto p = g.initial();
    for (std::size_t i = 0; i + 1 < kind.first.size(); ++i) g.play(p, *g.read_move(p, kind.first[i]));
    const Bao::Move last = *g.read_move(p, kind.first.back());
    ASSERT_TRUE(g.endless(p, last));
    EXPECT_EQ(slow_loop(g, p, last), loop->first);
  }
}

/// The lines of a census are legal and lead to an endless move and a cycle.
template <class G>
void expect_lines_play(const G& g, const CensusReport& census) {
  auto p = g.initial();
  for (std::size_t i = 0; i < census.first_endless.size(); ++i) {
    const auto m = g.read_move(p, census.first_endless[i]);
    ASSERT_TRUE(m);
    if constexpr (LoopyGame<G>) {
      EXPECT_EQ(g.endless(p, *m), i + 1 == census.first_endless.size());
    }
    g.play(p, *m);
  }
  p = g.initial();
  std::vector<typename G::Position> seen{p};
  for (const std::string& text : census.first_cycle) {
    const auto m = g.read_move(p, text);
    ASSERT_TRUE(m);
    g.play(p, *m);
    seen.push_back(p);
  }
  if (!census.first_cycle.empty()) {
    EXPECT_LT(census.cycle_entry, census.first_cycle.size());
    EXPECT_EQ(seen.back(), seen[census.cycle_entry]);
    for (std::size_t i = 0; i + 1 < seen.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(seen[i] == seen[j]);
  }
}

TEST(Census, TicTacToe) {
  const TicTacToe g;
  const auto census = graph_census(g, {}, {});
  EXPECT_EQ(census.all.positions, 5478u);
  EXPECT_EQ(census.all.terminal, 958u);
  EXPECT_EQ(census.depth, 9u);
  EXPECT_TRUE(census.sizes.empty());
  expect_like_twin(g, census);
}

TEST(Census, KeepsToTheMemoryInsideALevelToo) {
  const TicTacToe g;
  for (const std::uint64_t memory : {1u << 15, 1u << 16, 1u << 18}) {
    CensusOptions options;
    options.memory = memory;
    const auto census = graph_census(g, options, {});
    EXPECT_FALSE(census.complete);
    EXPECT_FALSE(census.cycles_sought);
    EXPECT_FALSE(census.normalised);
    EXPECT_LE(census.bytes, memory);
    EXPECT_GT(census.all.positions, 1u);
  }
}

TEST(Census, TwoRoomsGoRound) {
  const TwoRooms g;
  const auto census = graph_census(g, {}, {});
  EXPECT_EQ(census.all.positions, 4u);
  EXPECT_EQ(census.sizes, std::vector<std::uint64_t>{2});
  EXPECT_EQ(census.first_cycle.size(), 2u);
  expect_lines_play(g, census);
}

TEST(Census, BaoByIndexByGraphAndByTwin) {
  for (const char* endless : {"void", "illegal", "forfeit"})
    for (int n : {2, 3, 4}) {
      SCOPED_TRACE(std::string(endless) + " " + std::to_string(n));
      const Bao g = make_bao(n, endless);
      const auto one = threads(1), three = threads(3);
      const auto by_index = small_census(g, g.initial(), {}, one);
      ASSERT_TRUE(by_index);
      const auto by_more = large_census(g, g.initial(), {}, one, "test");
      ASSERT_TRUE(by_more);
      const auto by_graph = graph_census(g, {}, three);
      expect_same(*by_index, *by_more);
      expect_same(*by_index, by_graph);
      EXPECT_EQ(by_index->first_endless, by_more->first_endless);
      EXPECT_EQ(by_index->first_cycle, by_more->first_cycle);
      const auto by_bits = large_census(g, g.initial(), {}, three, "test");
      ASSERT_TRUE(by_bits);
      expect_same(*by_index, *by_bits);
      EXPECT_EQ(by_index->first_endless, by_bits->first_endless);
      EXPECT_EQ(by_index->first_cycle, by_bits->first_cycle);
      ASSERT_EQ(by_index->kinds.size(), by_bits->kinds.size());
      for (std::size_t i = 0; i < by_bits->kinds.size(); ++i) {
        EXPECT_EQ(by_index->kinds[i].board, by_bits->kinds[i].board);
        EXPECT_EQ(by_index->kinds[i].first, by_bits->kinds[i].first);
      }
      expect_lines_play(g, *by_bits);
      expect_loops_like_twin(g, *by_index);
      expect_loops_like_twin(g, *by_bits);
      expect_like_twin(g, *by_index);
      expect_lines_play(g, *by_index);
      expect_lines_play(g, by_graph);
    }
}

TEST(Census, OpensEachBoardOnceFromEitherSide) {
  Random random(11);
  for (int trial = 0; trial < 60; ++trial) {
    const Bao g = make_bao(trial < 40 ? 3 : trial < 50 ? 6 : 8);
    Bao::Position p{};
    if (trial < 40)
      for (std::uint32_t i = 0; i < g.holes(); ++i) p.holes[i] = static_cast<std::uint8_t>(random.below(4));
    else
      for (int stone = 0; stone < 7; ++stone) ++p.holes[random.below(g.holes())];
    p.mover = static_cast<std::uint8_t>(trial & 1);
    SCOPED_TRACE(g.text(p));
    const Control control;
    const auto small = small_census(g, p, {}, control);
    const auto bits = large_census(g, p, {}, control, "test");
    ASSERT_TRUE(small && bits);
    expect_same(*small, *bits);
    EXPECT_EQ(small->first_endless, bits->first_endless);
    EXPECT_EQ(small->first_cycle, bits->first_cycle);
    ASSERT_EQ(small->kinds.size(), bits->kinds.size());
    for (std::size_t i = 0; i < bits->kinds.size(); ++i) EXPECT_EQ(small->kinds[i].first, bits->kinds[i].first);
  }
}

TEST(Census, GivesUpKeepingMovesWhereTheyAreTooMany) {
  const Bao g = make_bao(4);
  const Control control;
  const auto whole = small_census(g, g.initial(), {}, control);
  ASSERT_TRUE(whole);
  for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{100}, std::uint64_t{2000}}) {
    CensusOptions options;
    options.most_links = most;
    EXPECT_FALSE(small_census(g, g.initial(), options, control)) << most;
    const auto found = census(g, g.initial(), options, control, "test");
    ASSERT_TRUE(found);
    expect_same(*whole, *found);
  }
}

TEST(Census, StopsAtTheMemoryAllowed) {
  const Bao g = make_bao(4);
  CensusOptions options;
  options.memory = 1000;
  const Control control;
  const auto grown = large_census(g, g.initial(), options, control, "test");
  ASSERT_TRUE(grown) << grown.error().message();
  EXPECT_FALSE(grown->complete);
  EXPECT_NE(grown->unfinished.find("--memory"), std::string::npos);
  options.spill = std::filesystem::temp_directory_path().string();  // the table on disk, and almost no memory for lists
  const auto cut = large_census(g, g.initial(), options, control, "test");
  ASSERT_TRUE(cut) << cut.error().message();
  EXPECT_FALSE(cut->complete);
  EXPECT_NE(cut->unfinished.find("--memory"), std::string::npos);
}

TEST(Census, WithLittleMemoryItIsRightOrUnfinished) {
  const Bao g = make_bao(4);
  const Control control;
  const auto whole = *large_census(g, g.initial(), {}, control, "test");
  CensusOptions options;
  options.spill = std::filesystem::temp_directory_path().string();
  int complete = 0, cut = 0;
  for (options.memory = 20'000; options.memory < 1'000'000; options.memory += 20'000) {
    const auto found = large_census(g, g.initial(), options, control, "test");
    ASSERT_TRUE(found) << found.error().message();
    if (found->complete) {
      expect_same(whole, *found);
      ++complete;
    } else {
      EXPECT_FALSE(found->unfinished.empty());
      ++cut;
    }
  }
  EXPECT_GT(complete, 0);
  EXPECT_GT(cut, 0);
  options.spill = "/nowhere";
  EXPECT_FALSE(large_census(g, g.initial(), options, control, "test"));
}

TEST(Census, AKilledRunResumesToTheSameResult) {
  const Bao g = make_bao(5);
  Control control;
  const auto whole = *large_census(g, g.initial(), {}, control, "test");
  CensusOptions options;
  options.checkpoint = scratch("killed-census");
  const auto work = [&] { return large_census(g, g.initial(), options, control, "test").has_value(); };
  const auto remove_files = [&] {
    for (const auto& file : {options.checkpoint, CycleLog::name_beside(options.checkpoint)}) std::filesystem::remove(file);
  };
  const auto checkpoint = [&] {
    std::ifstream in(options.checkpoint, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(in)), {});
  };
  ASSERT_TRUE(work());
  const std::string bytes = checkpoint();
  remove_files();
  // In the header, in the first level, and in later ones.
  for (const std::size_t most : {std::size_t{10}, std::size_t{200}, bytes.size() / 3, bytes.size() - 1}) {
    expect_killed_at(most, work);
    EXPECT_EQ(std::filesystem::file_size(options.checkpoint), most);
  }
  const auto again = large_census(g, g.initial(), options, control, "test");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_FALSE(std::filesystem::exists(options.checkpoint + ".damaged"));  // truncated is not damaged
  EXPECT_TRUE(checkpoint() == bytes);
  expect_same(whole, *again);
  EXPECT_EQ(whole.first_cycle, again->first_cycle);
  EXPECT_EQ(whole.first_endless, again->first_endless);
  remove_files();
}

TEST(Census, TheCheckpointIsTheSameForAnyNumberOfThreads) {
  const Bao g = make_bao(4);
  std::string first;
  for (const int n : {1, 2, 3}) {
    CensusOptions options;
    options.checkpoint = scratch("threads");
    const Control control = threads(n);
    ASSERT_TRUE(large_census(g, g.initial(), options, control, "test"));
    std::ifstream in(options.checkpoint, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    if (n == 1) first = bytes;
    EXPECT_EQ(bytes, first) << n;
    std::filesystem::remove(options.checkpoint);
    std::filesystem::remove(CycleLog::name_beside(options.checkpoint));
  }
}

TEST(Census, ResumesFromACheckpoint) {
  const Bao g = make_bao(4);
  const Control control;
  const auto whole = *large_census(g, g.initial(), {}, control, "test");
  const std::string path = scratch("census");
  CensusOptions options;
  options.checkpoint = path;
  const auto first = large_census(g, g.initial(), options, control, "test");
  ASSERT_TRUE(first);
  expect_same(whole, *first);
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  in.close();
  // A run killed at any moment leaves a truncated file, from which it resumes to the same result.
  for (std::size_t cut = 0; cut < bytes.size(); cut += 4973) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(cut));
    const auto again = large_census(g, g.initial(), options, control, "test");
    ASSERT_TRUE(again) << again.error().message();
    expect_same(whole, *again);
  }
  // A damaged header is an error; if a level is damaged, the census resumes from those before it and keeps a copy of the file.
  constexpr std::size_t header = 32 + 4;
  std::vector<std::size_t> places{bytes.size() - 1};
  for (std::size_t at = 0; at < bytes.size(); at += at < 400 ? 5 : 2997) places.push_back(at);
  for (const std::size_t at : places) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ 0x40);
    std::ofstream(path, std::ios::binary) << bad;
    const auto again = large_census(g, g.initial(), options, control, "test");
    EXPECT_EQ(again.has_value(), at >= header) << at;
    if (!again) continue;
    expect_same(whole, *again);
    EXPECT_TRUE(std::filesystem::remove(path + ".damaged")) << at;
    std::ifstream mended(path, std::ios::binary);
    EXPECT_EQ(std::string((std::istreambuf_iterator<char>(mended)), {}), bytes) << at;
  }
  // The file is locked, and must be a regular file.
  {
    const auto lock = FileLock::take(path);
    EXPECT_FALSE(large_census(g, g.initial(), options, control, "test"));
  }
  options.checkpoint = testing::TempDir();
  EXPECT_FALSE(large_census(g, g.initial(), options, control, "test"));
  options.checkpoint = path;
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_FALSE(large_census(g, g.initial(), options, control, "another"));
  std::ofstream(path, std::ios::binary) << "hello";
  EXPECT_FALSE(large_census(g, g.initial(), options, control, "test"));
  std::filesystem::remove(path);
}

TEST(Census, AsksForNoMoreThanItNeeds) {
  // The complete table of 7×2 would take 12 GiB; a census starts with little memory nevertheless.
  const Bao g = make_bao(7);
  const Control control;
  CensusOptions options;
  options.memory = 16 << 20;
  EXPECT_GT(table_bytes(g, g.initial()), std::uint64_t{12} << 30);
  const auto cut = large_census(g, g.initial(), options, control, "test");
  ASSERT_TRUE(cut) << cut.error().message();
  EXPECT_FALSE(cut->complete);
  EXPECT_GE(cut->depth, 1U);
  EXPECT_NE(cut->unfinished.find("outgrown"), std::string::npos);
}

TEST(Census, AKilledSearchForCyclesResumesWithTheNextTier) {
  const Bao g = make_bao(5);
  const Control control;
  const auto whole = *large_census(g, g.initial(), {}, control, "test");
  CensusOptions options;
  options.checkpoint = scratch("killed-cycles");
  const std::string beside = CycleLog::name_beside(options.checkpoint);
  const auto tiers_in = [&] {
    std::ifstream in(beside);
    std::size_t tiers = 0;
    for (std::string line; std::getline(in, line);) tiers += line.starts_with("tier ");
    return tiers;
  };
  // Killed after the first tier, then after a few more.
  for (const std::size_t tiers : {1, 4, 8}) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      (void)large_census(g, g.initial(), options, control, "test");
      _exit(0);
    }
    while (tiers_in() < tiers && waitpid(child, nullptr, WNOHANG) == 0) usleep(200);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    EXPECT_GE(tiers_in(), tiers);
  }
  const auto again = large_census(g, g.initial(), options, control, "test");
  ASSERT_TRUE(again) << again.error().message();
  expect_same(whole, *again);
  EXPECT_EQ(whole.first_cycle, again->first_cycle);
  EXPECT_EQ(whole.cycle_entry, again->cycle_entry);
  // The result is the same from every number of finished tiers, the highest first.
  std::ifstream in(beside);
  std::string magic, owner, line;
  std::getline(in, magic);
  std::getline(in, owner);
  in.close();
  const auto log = *CycleLog::open(beside, owner);
  for (std::uint32_t lowest = 0; lowest <= 20; lowest += 5) {
    std::filesystem::remove(beside);
    auto part = *CycleLog::open(beside, owner);
    for (std::uint32_t tier = 20; tier >= lowest && tier <= 20; --tier)
      if (log.tier(tier) != nullptr) {
        ASSERT_TRUE(part.finish(tier, *log.tier(tier), log.best()));
      }
    const auto gone_on = large_census(g, g.initial(), options, control, "test");
    ASSERT_TRUE(gone_on) << gone_on.error().message();
    expect_same(whole, *gone_on);
    EXPECT_EQ(whole.first_cycle, gone_on->first_cycle);
  }
  // A finished tier's cycles are taken from the file, unless it belongs to another census.
  auto forged = *CycleLog::open(beside, owner);
  std::uint32_t tier = 20;
  while (log.tier(tier) == nullptr || log.tier(tier)->empty()) --tier;
  ASSERT_TRUE(forged.finish(tier, {12'345}, log.best()));
  EXPECT_EQ(large_census(g, g.initial(), options, control, "test")->sizes[0], 12'345U);
  // One whose positions or moves do not exist is refused.
  const std::uint64_t outside = IndexSpace(g).size();
  for (const FoundLasso& lasso :
       {FoundLasso{1, {outside}}, FoundLasso{1, {0, ~std::uint64_t{0}}}, FoundLasso{1, {}},
        FoundLasso{~std::uint32_t{0}, log.best()->cycle}, FoundLasso{log.best()->depth, {0, log.best()->entry()}}}) {
    ASSERT_TRUE(forged.finish(tier, *log.tier(tier), lasso));
    EXPECT_FALSE(large_census(g, g.initial(), options, control, "test"));
  }
  auto others = *CycleLog::open(beside, "of another");
  EXPECT_EQ(others.finished(), 0U);
  ASSERT_TRUE(others.finish(tier, {12'345}, {}));
  expect_same(whole, *large_census(g, g.initial(), options, control, "test"));
  std::ofstream(beside) << "somebody's own";
  EXPECT_FALSE(large_census(g, g.initial(), options, control, "test"));
  std::filesystem::remove(beside);
  std::filesystem::remove(options.checkpoint);
}

TEST(Census, RefusesACheckpointWithPositionsOutsideTheIndex) {
  const Bao g = make_bao(3);
  const IndexSpace space(g, g.tier(g.initial()));
  CensusOptions options;
  options.checkpoint = scratch("outside");
  const std::uint64_t start = space.index(g.initial());
  for (const std::uint64_t outside : {space.size(), ~std::uint64_t{1}})
    for (int where = 0; where < 4; ++where) {
      {
        auto log = LevelLog::open(options.checkpoint, "test", space.tiers());
        ASSERT_TRUE(log) << log.error().message();
        Level level;
        level.entries.append({where == 0 ? &outside : &start, 1});
        level.tallies.resize(space.tiers());
        if (where == 1) level.kinds = {{outside, 1, start}};
        if (where == 2) level.kinds = {{start, 1, outside}};
        if (where == 3) level.first_endless = outside;
        ASSERT_TRUE(log->append(std::move(level)));
      }
      const auto census = large_census(g, g.initial(), options, {}, "test");
      ASSERT_FALSE(census) << where;
      EXPECT_EQ(census.error().message(), "the checkpoint is damaged: it has a position outside the index");
      std::filesystem::remove(options.checkpoint);
    }
}

TEST(CycleLog, IgnoresDamagedFiles) {
  const std::string path = scratch("cycle-log");
  auto log = *CycleLog::open(path, "test");
  const FoundLasso lasso{3, {1'000'000'000'000, 5, 7}};
  ASSERT_TRUE(log.finish(9, {40, 2, 2}, std::nullopt));
  ASSERT_TRUE(log.finish(8, {}, lasso));
  const auto read = *CycleLog::open(path, "test");
  EXPECT_EQ(read.finished(), 2U);
  EXPECT_EQ(*read.tier(9), (std::vector<std::uint64_t>{40, 2, 2}));
  EXPECT_TRUE(read.tier(8)->empty());
  EXPECT_EQ(read.tier(7), nullptr);
  EXPECT_EQ(read.best(), lasso);
  EXPECT_EQ(lasso.total(), 6U);
  EXPECT_EQ(lasso.entry(), 7U);
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::ofstream(path, std::ios::binary) << bytes.substr(0, at);
    const auto cut = CycleLog::open(path, "test");
    ASSERT_TRUE(cut) << at;
    EXPECT_EQ(cut->finished(), 0U) << at;
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    std::ofstream(path, std::ios::binary) << bad;
    const auto damaged = CycleLog::open(path, "test");
    EXPECT_EQ(damaged.has_value(), at >= 16) << at;  // files with another first line are never overwritten
    if (damaged) {
      EXPECT_EQ(damaged->finished(), 0U) << at;
    }
  }
  std::filesystem::remove(path);
}

/// Most places of the table are never reached: their size must not count against the memory allowed.
TEST(Census, CyclesAreFoundInLittleMoreThanTheTableCanTake) {
  const Bao g = make_bao(5);
  const Control control;
  CensusOptions options;
  const auto whole = *large_census(g, g.initial(), options, control, "test");
  options.checkpoint = scratch("little");
  options.memory = table_bytes(g, g.initial()) + (1 << 19);
  const auto found = large_census(g, g.initial(), options, control, "test");
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_TRUE(found->complete) << found->unfinished;
  expect_same(whole, *found);
  EXPECT_LT(found->bytes, options.memory);
  std::filesystem::remove(options.checkpoint);
  std::filesystem::remove(CycleLog::name_beside(options.checkpoint));
}

TEST(Components, RandomGraphsAgainstReachability) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t n = 1 + random.below(12);
    Rows rows;
    std::vector<std::vector<char>> far(n, std::vector<char>(n, 0));
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t k = random.below(4); k > 0; --k) {
        rows.targets.push_back(random.below(n));
        far[i][rows.targets.back()] = 1;
      }
      rows.first.push_back(static_cast<std::uint32_t>(rows.targets.size()));
    }
    for (std::uint32_t k = 0; k < n; ++k)
      for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint32_t j = 0; j < n; ++j) far[i][j] |= far[i][k] && far[k][j];
    const Components parts = components(rows);
    const auto alive = trim(rows);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (far[i][i]) {
        EXPECT_TRUE(alive[i]);
      }
      for (std::uint32_t j = 0; j < n; ++j) EXPECT_EQ(parts.of[i] == parts.of[j], i == j || (far[i][j] && far[j][i]));
      for (const std::uint32_t j : rows.row(i)) EXPECT_GE(parts.of[i], parts.of[j]);
    }
  }
}

}  // namespace
}  // namespace banmen::bao
