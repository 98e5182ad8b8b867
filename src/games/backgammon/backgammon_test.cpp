#include "games/backgammon/backgammon.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "core/parameter.hpp"
#include "search/playout.hpp"

namespace banmen {
namespace {

using backgammon::bar;
using backgammon::off;
using Position = Backgammon::Position;
using Move = Backgammon::Move;
using Phase = Backgammon::Phase;

Backgammon game(std::vector<std::pair<std::string, std::string>> given = {}) {
  auto values = check_values("backgammon", Backgammon::parameters(), given);
  EXPECT_TRUE(values) << values.error().message();
  auto g = Backgammon::make(*values);
  EXPECT_TRUE(g) << g.error().message();
  return *g;
}

Position at(const Backgammon& g, std::string_view text) {
  const auto p = g.read_position(text);
  EXPECT_TRUE(p) << p.error().message();
  return p.value_or(g.initial());
}

std::vector<Move> legal(const Backgammon& g, const Position& p) {
  std::vector<Move> storage(g.move_capacity());
  MoveList<Move> list(storage.data(), g.move_capacity());
  g.moves(p, list);
  storage.resize(list.size());
  return storage;
}

std::vector<std::string> legal_texts(const Backgammon& g, const Position& p) {
  std::vector<std::string> texts;
  for (const Move m : legal(g, p)) texts.push_back(Backgammon::text(p, m));
  return texts;
}

// ------------------------------------------------------------------ plain rules

using Board = std::array<std::array<int, 26>, 2>;  // mover, opponent

bool can_step(const Board& b, int from, int die) {
  if (b[0][from] == 0 || (from != 25 && b[0][25] > 0)) return false;
  const int to = from - die;
  if (to >= 1) return b[1][25 - to] < 2;
  for (int point = 7; point <= 25; ++point)
    if (b[0][point] > 0) return false;
  if (to == 0) return true;
  for (int point = from + 1; point <= 6; ++point)
    if (b[0][point] > 0) return false;
  return true;
}

Board stepped(Board b, int from, int die) {
  const int to = std::max(0, from - die);
  --b[0][from];
  ++b[0][to];
  if (to >= 1 && b[1][25 - to] == 1) {
    --b[1][25 - to];
    ++b[1][25];
  }
  return b;
}

/// All boards that using some of the dice in this order leads to, with the number of dice used and whether the larger was used
/// alone.
void explore(const Board& b, const std::vector<int>& dice, std::size_t used, std::map<Board, std::pair<std::size_t, int>>& found) {
  const int first_die = used == 0 ? 0 : dice[0];
  auto& best = found[b];
  best = std::max(best, std::pair{used, first_die});
  if (used == dice.size()) return;
  for (int from = 1; from <= 25; ++from)
    if (can_step(b, from, dice[used])) explore(stepped(b, from, dice[used]), dice, used + 1, found);
}

std::set<Board> slow_results(const Board& b, int x, int y) {
  std::map<Board, std::pair<std::size_t, int>> found;
  if (x == y) {
    explore(b, {x, x, x, x}, 0, found);
  } else {
    std::map<Board, std::pair<std::size_t, int>> other;
    explore(b, {x, y}, 0, found);
    explore(b, {y, x}, 0, other);
    for (const auto& [board, how] : other) found[board] = std::max(found[board], how);
  }
  std::pair<std::size_t, int> most{0, 0};
  for (const auto& [board, how] : found) most = std::max(most, how.first == 1 ? how : std::pair{how.first, 0});
  std::set<Board> results;
  for (const auto& [board, how] : found)
    if (how.first == most.first && (how.first != 1 || x == y || how.second == most.second)) results.insert(board);
  return results;
}

Position random_position(const Backgammon& g, Random& random, int kind) {
  Position p{};
  p.owner = Backgammon::centred;
  p.phase = Phase::play;
  const int reach = kind == 0 ? 25 : kind == 1 ? 6 : kind == 2 ? 9 : 25;
  for (int seat = 0; seat < 2; ++seat) {
    const int count = 1 + static_cast<int>(random.below(g.checkers));
    for (int k = 0; k < count; ++k) {
      int point = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(reach)));
      if (kind == 3 && seat == 1) point = 19 + static_cast<int>(random.below(7));  // a few left far back while the mover bears off
      if (kind == 3 && seat == 0) point = 1 + static_cast<int>(random.below(7));
      if (random.below(4) == 0 && k > 0)  // make points, so that some are blocked
        for (int at = 1; at <= 24; ++at)
          if (p.checkers[seat][at] == 1) point = at;
      if (point != bar && p.checkers[1 - seat][bar - point] != 0) continue;
      ++p.checkers[seat][point];
    }
    int sum = 0;
    for (int point = 1; point <= bar; ++point) sum += p.checkers[seat][point];
    if (sum == 0) p.checkers[seat][bar] = 1;
    p.checkers[seat][off] = static_cast<std::uint8_t>(g.checkers - std::max(sum, 1));
  }
  p.dice[0] = static_cast<std::uint8_t>(1 + random.below(6));
  p.dice[1] = static_cast<std::uint8_t>(1 + random.below(p.dice[0]));
  return p;
}

Board board_of(const Position& p, int mover) {
  Board b{};
  for (int point = 0; point < 26; ++point) {
    b[0][point] = p.checkers[mover][point];
    b[1][point] = p.checkers[1 - mover][point];
  }
  return b;
}

// Writers of other programs' ids, for round trips.

/// Bits in little-endian order as base 64 of their bytes, without padding.
class IdBits {
 public:
  explicit IdBits(int bytes) : bytes_(static_cast<std::size_t>(bytes)) {}

  void put(unsigned value, int width) {
    for (int k = 0; k < width; ++k, ++at_)
      if (value >> k & 1) bytes_[static_cast<std::size_t>(at_ / 8)] |= static_cast<std::uint8_t>(1 << at_ % 8);
  }
  [[nodiscard]] std::string text() const {
    constexpr std::string_view base_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t k = 0; k < bytes_.size(); k += 3) {
      auto byte = [&](std::size_t i) { return i < bytes_.size() ? bytes_[i] : std::uint8_t{0}; };
      const unsigned word = static_cast<unsigned>(byte(k)) << 16 | static_cast<unsigned>(byte(k + 1)) << 8 | byte(k + 2);
      const std::size_t chars = std::min<std::size_t>(3, bytes_.size() - k) + 1;
      for (std::size_t c = 0; c < chars; ++c) out += base_64[word >> (18 - 6 * c) & 63];
    }
    return out;
  }

 private:
  std::vector<std::uint8_t> bytes_;
  int at_ = 0;
};

/// GNU Backgammon's player 1 is our seat 0.
unsigned player(int seat) { return seat == 0 ? 1u : 0u; }

std::string gnubg_position_id(const Position& p) {
  IdBits bits(10);
  for (const int seat : {1 - p.mover, int{p.mover}})
    for (int point = 1; point <= backgammon::bar; ++point) {
      bits.put((1u << p.checkers[seat][point]) - 1, p.checkers[seat][point]);
      bits.put(0, 1);
    }
  return bits.text();
}

std::string gnubg_match_id(const Backgammon& g, const Position& p) {
  IdBits bits(9);
  const bool answering = p.phase == Phase::doubled;
  const unsigned decides = player(answering ? 1 - p.mover : p.mover);
  bits.put(p.cube, 4);
  bits.put(p.owner == Backgammon::centred ? 3 : player(p.owner), 2);
  bits.put(player(p.mover), 1);
  bits.put(p.crawford == Backgammon::Crawford::now, 1);
  bits.put(p.phase == Phase::over ? 2 : 1, 3);
  bits.put(decides, 1);
  bits.put(answering, 1);
  bits.put(0, 2);  // nobody resigns
  bits.put(p.dice[0], 3);
  bits.put(p.dice[1], 3);
  bits.put(g.match, 15);
  bits.put(p.score[1], 15);  // player 0's
  bits.put(p.score[0], 15);
  bits.put(!(g.jacoby && g.stakes == Backgammon::Payoff::cube) && g.match == 0, 1);
  return bits.text();
}

std::string gnubg_id(const Backgammon& g, const Position& p) { return gnubg_position_id(p) + ":" + gnubg_match_id(g, p); }

std::string xgid(const Backgammon& g, const Position& p) {
  std::string out = "XGID=";
  for (int point = 0; point <= backgammon::bar; ++point) {
    const int first = point == 0 ? 0 : p.checkers[0][point];
    const int second = point == backgammon::bar ? 0 : p.checkers[1][backgammon::bar - point];
    out += first != 0 ? static_cast<char>('A' + first - 1) : second != 0 ? static_cast<char>('a' + second - 1) : '-';
  }
  auto side = [](int seat) { return seat == 0 ? "1" : "-1"; };
  const bool money = g.match == 0;
  std::string dice = "00";
  if (p.phase == Phase::play) dice = fmt::format("{}{}", p.dice[0], p.dice[1]);
  if (p.phase == Phase::doubled) dice = "D";
  if (p.phase == Phase::beavered) dice = "B";
  const int flags = money ? g.jacoby + 2 * g.beavers : p.crawford == Backgammon::Crawford::now;
  out += fmt::format(":{}:{}:{}:{}:{}:{}:{}:{}:{}", p.cube, p.owner == Backgammon::centred ? "0" : side(p.owner), side(p.mover),
                     dice, p.score[0], p.score[1], flags, g.match, Backgammon::most_cube);
  return out;
}

}  // namespace

TEST(Backgammon, PlaysEqualThePlainRules) {
  const long rounds = std::getenv("BANMEN_LONG") != nullptr ? 1'000'000 : 100'000;
  std::uint32_t longest = 0;
  for (long round = 0; round < rounds; ++round) {
    Random random(6, static_cast<std::uint64_t>(round));
    Backgammon g;
    g.checkers = static_cast<std::uint8_t>(1 + random.below(15));
    const Position p = random_position(g, random, static_cast<int>(round % 4));
    const auto list = legal(g, p);
    longest = std::max(longest, static_cast<std::uint32_t>(list.size()));
    std::set<Board> results;
    for (const Move m : list) {
      Position next = p;
      g.play(next, m);
      ASSERT_TRUE(results.insert(board_of(next, 0)).second) << "twice: " << Backgammon::text(p, m) << " in " << g.text(p);
    }
    ASSERT_EQ(results, slow_results(board_of(p, 0), p.dice[0], p.dice[1])) << g.text(p);
  }
  EXPECT_GT(longest, 100u);
}

TEST(Backgammon, EverySideMovesAlike) {
  Backgammon g;
  for (std::uint64_t round = 0; round < 2000; ++round) {
    Random random(7, round);
    Position p = random_position(g, random, static_cast<int>(round % 4)), q = p;
    std::swap(q.checkers[0], q.checkers[1]);
    q.mover = 1;
    EXPECT_EQ(legal(g, p), legal(g, q));
  }
}

TEST(Backgammon, KnownRulesOfPlay) {
  const Backgammon g = game();
  // Both dice if any order allows it: 6 then 1 is forced, although the 1 could be played elsewhere.
  EXPECT_EQ(legal_texts(g, at(g, "13,2/24x2,13x2,19x2/first:6-1")).size(), 1u);
  // Either die alone, not both: the larger.
  EXPECT_EQ(legal_texts(g, at(g, "8/24x2/first:6-1")), std::vector<std::string>{"8/2"});
  EXPECT_EQ(legal_texts(g, at(g, "bar,6/5x2,2x2,3x2,4x2,1x2,6x2/first:6-5")), std::vector<std::string>{"pass"});
  EXPECT_EQ(legal_texts(g, at(g, "bar/24/first:3-2")), (std::vector<std::string>{"bar/20"}));
  EXPECT_EQ(legal_texts(g, at(g, "6x2/24x2/first:6-6")), std::vector<std::string>{"6/off(2)"});
}

TEST(Backgammon, OneCheckerByTwoWaysWithAndWithoutAHit) {
  const Backgammon g = game();
  // 13/10/8 and 13/11/8 differ because of a blot on 10.
  const Position p = at(g, "13/15/first:3-2");
  EXPECT_EQ(legal_texts(g, p), (std::vector<std::string>{"13/10*/8", "13/8"}));
  Position hit = p, clean = p;
  g.play(hit, *g.read_move(p, "13/10*/8"));
  g.play(clean, *g.read_move(p, "13/8"));
  EXPECT_EQ(g.text(hit), "8/bar/second");
  EXPECT_EQ(g.text(clean), "8/15/second");
}

TEST(Backgammon, OpeningRollHasThirtyEqualThrows) {
  const Backgammon g = game();
  const Position p = g.initial();
  EXPECT_EQ(g.turn(p), chance);
  EXPECT_EQ(legal(g, p).size(), 30u);
  EXPECT_EQ(g.total_weight(p), 30u);
  Position second = p;
  g.play(second, *g.read_move(p, "1-3"));
  EXPECT_EQ(g.text(second), "24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/second:3-1");
  EXPECT_FALSE(g.read_move(p, "3-3"));
  std::uint32_t sum = 0;
  const Position roll = at(g, "6/6/first");
  for (const Move m : legal(g, roll)) sum += g.weight(roll, m);
  EXPECT_EQ(sum, 36u);
  EXPECT_EQ(legal(g, roll).size(), 21u);
}

TEST(Backgammon, PlaysAreReadAsPlayersWriteThem) {
  const Backgammon g = game();
  const Position p = at(g, "24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/first:3-1");
  for (const char* text : {"8/5,6/5", "8/5 6/5", "6/5 8/5", "6/5,8/5"}) {
    const auto m = g.read_move(p, text);
    ASSERT_TRUE(m) << m.error().message();
    EXPECT_EQ(Backgammon::text(p, *m), "8/5,6/5");
  }
  EXPECT_FALSE(g.read_move(p, "pass"));
  EXPECT_FALSE(g.read_move(p, "13/8"));
  EXPECT_FALSE(g.read_move(p, "8/5,6/"));
  EXPECT_FALSE(g.read_move(p, ""));
  const Position bear_off = at(g, "6x2/24/first:6-6");
  EXPECT_TRUE(g.read_move(bear_off, "6/off(2)"));
  EXPECT_TRUE(g.read_move(bear_off, "6/0 6/0"));
}

TEST(Backgammon, EveryTextIsReadBack) {
  for (const auto& given :
       std::vector<std::vector<std::pair<std::string, std::string>>>{{},
                                                                     {{"checkers", "3"}, {"payoff", "money"}},
                                                                     {{"payoff", "cube"}, {"beavers", "true"}, {"jacoby", "true"}},
                                                                     {{"payoff", "cube"}, {"match", "5"}, {"checkers", "4"}}}) {
    const Backgammon g = game(given);
    for (std::uint64_t round = 0; round < 60; ++round) {
      Random random(8, round);
      Position p = g.initial();
      for (int ply = 0; ply < 2000 && g.turn(p) != over; ++ply) {
        const auto read = g.read_position(g.text(p));
        ASSERT_TRUE(read) << g.text(p) << ": " << read.error().message();
        ASSERT_EQ(*read, p) << g.text(p);
        if (p.phase == Phase::play || p.phase == Phase::decide || p.phase == Phase::doubled) {
          // Ids do not store a decision against doubling, and Crawford history only during a match.
          Position bare = p;
          if (bare.crawford == Backgammon::Crawford::after) bare.crawford = Backgammon::Crawford::before;
          const auto xg = g.read_position(xgid(g, bare));
          ASSERT_TRUE(xg) << xgid(g, bare) << ": " << xg.error().message();
          ASSERT_EQ(*xg, bare) << xgid(g, bare);
          const auto gnu = g.read_position(gnubg_id(g, bare));
          ASSERT_TRUE(gnu) << gnubg_id(g, bare) << ": " << gnu.error().message();
          ASSERT_EQ(*gnu, bare);
        }
        const auto list = legal(g, p);
        for (const Move m : list) {
          const auto back = g.read_move(p, Backgammon::text(p, m));
          ASSERT_TRUE(back) << Backgammon::text(p, m) << " in " << g.text(p) << ": " << back.error().message();
          ASSERT_EQ(*back, m) << Backgammon::text(p, m) << " in " << g.text(p);
        }
        Move m = list[random.below(static_cast<std::uint32_t>(list.size()))];
        if (m.from[0] == Backgammon::code_drop && random.below(4) != 0) m = list[0];
        g.play(p, m);
      }
      const auto read = g.read_position(g.text(p));
      ASSERT_TRUE(read) << g.text(p) << ": " << read.error().message();
      ASSERT_EQ(*read, p);
    }
  }
}

TEST(Backgammon, IdsOfOtherPrograms) {
  const Backgammon g = game({{"payoff", "cube"}});
  const Position start = at(g, "24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/first");
  EXPECT_EQ(gnubg_position_id(start), "4HPwATDgc/ABMA");
  EXPECT_EQ(at(g, "4HPwATDgc/ABMA"), start);
  // Printed by GNU Backgammon 1.07 for X on roll with 3-1, and by eXtreme Gammon for the start.
  EXPECT_EQ(at(g, "4HPwATDgc/ABMA:cIkFAAAAAAAA"), at(g, "24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/first:3-1"));
  EXPECT_EQ(at(g, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"), start);
  EXPECT_EQ(xgid(g, start), "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:12");
  EXPECT_FALSE(g.read_position("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10"));
  EXPECT_FALSE(g.read_position("XGID=-b--"));
  EXPECT_FALSE(g.read_position("//////////////"));
}

TEST(Backgammon, RefusesImpossiblePositions) {
  const Backgammon g = game();
  for (const char* text : {"", "/", "24", "25x16/1/first", "6x9,5x9/1/first", "6/19/first", "-/-/first", "6/6/first:7-1",
                           "6/6/third", "6/6/over:first:1", "6/6/first/cube:2:first", "6/6/first/score:1:1", "6/6/first:double",
                           "6/6/first junk", "0/6/first", "26/6/first", "6x0/6/first"})
    EXPECT_FALSE(g.read_position(text)) << text;
  EXPECT_EQ(g.text(at(g, "-/6/first")), "-/6/over:first:1");
}

TEST(Backgammon, GammonsAndBackgammons) {
  const Backgammon money = game({{"payoff", "money"}}), single = game();
  const std::string rest = "1/13x7,6x8/first:2-1", far = "1/13x7,6x7,23/first:2-1", begun = "1/13x7,6x7/first:2-1";
  // The mover's last checker; the other side has all, all with one far back, or one off.
  for (const auto& [text, points] : {std::pair{rest, 2}, {far, 3}, {begun, 1}}) {
    Position p = at(money, text);
    money.play(p, legal(money, p)[0]);
    EXPECT_EQ(money.payoff(p), (Gains<2>{points, -points})) << text;
    Position q = at(single, text);
    single.play(q, legal(single, q)[0]);
    EXPECT_EQ(single.payoff(q), (Gains<2>{1, -1}));
  }
}

TEST(Backgammon, TheCube) {
  const Backgammon g = game({{"payoff", "cube"}, {"jacoby", "true"}, {"beavers", "true"}});
  auto run = [&](std::string_view start, std::initializer_list<const char*> words) {
    Position p = at(g, start);
    for (const char* word : words) {
      const auto m = g.read_move(p, word);
      EXPECT_TRUE(m) << word << ": " << m.error().message();
      if (!m) break;
      g.play(p, *m);
    }
    return p;
  };
  EXPECT_EQ(g.text(run("6/6/first", {"double"})), "6/6/first:double");
  EXPECT_EQ(g.turn(run("6/6/first", {"double"})), 1);
  EXPECT_EQ(g.text(run("6/6/first", {"double", "take"})), "6/6/first/cube:2:second");
  EXPECT_EQ(g.payoff(run("6/6/first", {"double", "drop"})), (Gains<2>{1, -1}));
  EXPECT_EQ(g.text(run("6/6/first", {"double", "beaver"})), "6/6/first:beaver/cube:2:second");
  EXPECT_EQ(g.text(run("6/6/first", {"double", "beaver", "take"})), "6/6/first/cube:4:second");
  EXPECT_EQ(g.payoff(run("6/6/first", {"double", "beaver", "drop"})), (Gains<2>{-2, 2}));
  EXPECT_EQ(g.text(run("6/6/first", {"roll", "2-1", "6/3"})), "3/6/second");
  EXPECT_EQ(g.text(run("6/6/first", {"double", "take", "2-1", "6/3"})), "3/6/second/cube:2:second");
  // Jacoby: a gammon counts once while the cube is in the middle.
  EXPECT_EQ(g.payoff(run("1/6x15/first", {"roll", "2-1", "1/off"})), (Gains<2>{1, -1}));
  EXPECT_EQ(g.payoff(run("1/6x15/first/cube:2:second", {"2-1", "1/off"})), (Gains<2>{4, -4}));
}

TEST(Backgammon, AMatchWithItsCrawfordGame) {
  const Backgammon g = game({{"payoff", "cube"}, {"match", "3"}});
  Position p = at(g, "1/13x7,6x8/first:2-1");
  g.play(p, *g.read_move(p, "1/off"));
  EXPECT_EQ(g.text(p), "24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/opening/score:2:0:crawford");
  g.play(p, *g.read_move(p, "1-2"));
  g.play(p, legal(g, p)[0]);
  EXPECT_EQ(p.phase, Phase::roll);  // no doubling in the Crawford game
  p = at(g, "13x7,6x7/1/second:2-1/score:2:0:crawford");
  g.play(p, *g.read_move(p, "1/off"));
  EXPECT_EQ(g.text(p), "24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/opening/score:2:1:post");
  p = at(g, "6/1/second:2-1/cube:2:first/score:2:1:post");
  g.play(p, *g.read_move(p, "1/off"));
  EXPECT_EQ(g.turn(p), over);
  EXPECT_EQ(g.payoff(p), (Gains<2>{-1, 1}));
}

TEST(Backgammon, RandomGamesEndAndAreFast) {
  const Backgammon g = game();
  Control control;
  const auto report = playout(g, g.initial(), 5000, 100'000, control);
  EXPECT_EQ(report.games, 5000u);
  EXPECT_EQ(report.unfinished, 0u);
  control.threads = 2;
  EXPECT_EQ(playout(g, g.initial(), 5000, 100'000, control).checksum, report.checksum);
  RecordProperty("games_per_second", static_cast<int>(report.games_per_second));
  std::printf("%.0f random games a second, %.1f decisions a game\n", report.games_per_second, report.length.mean);
}

}  // namespace banmen
