// The incremental board against the plain rules, on boards from play and on boards full of chains.
#include <gtest/gtest.h>

#include <cmath>

#include "games/hichain/hichain.hpp"
#include "games/hichain/test_plain_rules.hpp"

namespace banmen {
namespace {

using hichain::Laid;
using Move = HichainRules::Move;
using Position = HichainRules::Position;
const std::string cards_csv = BANMEN_SOURCE_DIR "/src/games/hichain/cards.csv";

std::vector<Move> listed(const Hichain& g, const HichainRules::Board& board) {
  std::vector<Move> out(g.move_capacity());
  MoveList<Move> moves(out.data(), g.move_capacity());
  g.moves(board, moves);
  out.resize(moves.size());
  return out;
}
std::vector<Move> listed(const Hichain& g, const Position& p) {
  std::vector<Move> out(g.move_capacity());
  MoveList<Move> moves(out.data(), g.move_capacity());
  g.moves(p, moves);
  out.resize(moves.size());
  return out;
}

std::multiset<std::string> texts(const std::vector<Laid>& cards) {
  std::multiset<std::string> out;
  for (const Laid& card : cards) out.insert(hichain::text(card));
  return out;
}
std::multiset<std::string> texts(const Hichain& g, const Position& p, const std::vector<Move>& moves) {
  std::multiset<std::string> out;
  for (const Move m : moves)
    if (!g.is_pass(m)) out.insert(g.text(p, m));
  return out;
}

/// A board of one colour full of chains: words of consecutive letters along random walks, with cards that look alike exchanged, the
/// asterisk somewhere, a stray card here and there. It need not be legal: the score is a function of any board.
Position chain_rich(Random& random, bool start) {
  Position p{};
  p.start = start;
  std::set<std::pair<int, int>> taken;
  if (start) taken = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  std::set<int> used;
  const int reader = static_cast<int>(random.below(4));
  int x = 0, y = 0;
  for (int words = 0; words < 6; ++words) {
    int letter = static_cast<int>(random.below(26));
    if (random.below(3) == 0) x = static_cast<int>(random.below(6)) - 2, y = static_cast<int>(random.below(6)) - 2;
    const int length = 2 + static_cast<int>(random.below(9));
    for (int i = 0; i < length; ++i, letter = (letter + 1) % 26) {
      // Any unused card that shows the letter, in any orientation, or the asterisk.
      std::vector<std::pair<int, int>> fits;
      for (int sign = 0; sign < 27; ++sign)
        for (int q = 0; q < 4; ++q) {
          const int shown = hichain::reading(hichain::Turned::geometry, sign, q, reader);
          if (used.count(sign) == 0 && (shown == letter || (shown == 26 && random.below(12) == 0))) fits.emplace_back(sign, q);
        }
      for (int tries = 0; tries < 8 && taken.count({x, y}) > 0; ++tries) {
        const auto k = static_cast<std::size_t>(1 + 2 * random.below(4));
        x = std::clamp(x + hichain::step_x[k], -4, 4);
        y = std::clamp(y + hichain::step_y[k], -4, 4);
      }
      if (fits.empty() || taken.count({x, y}) > 0) continue;
      const auto [sign, q] = fits[random.below(static_cast<std::uint32_t>(fits.size()))];
      used.insert(sign);
      taken.insert({x, y});
      p.cards[0][sign] = {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y), static_cast<std::uint8_t>(1 + q)};
    }
  }
  return p;
}

}  // namespace

TEST(HichainIncremental, MovesEqualThePlainRules) {
  const Hichain g;
  const hichain::plain::PlainRules plain(cards_csv);
  std::uint64_t compared = 0;
  for (std::uint64_t game = 0; game < 20; ++game) {
    Random random(11, game);
    auto board = g.board(g.initial());
    for (std::uint32_t ply = 0;; ++ply) {
      const Position p = g.position(board);
      const auto moves = listed(g, board);
      ASSERT_EQ(moves, listed(g, p));
      if (ply % 3 == game % 3)
        for (int colour = 0; colour < 2; ++colour) {
          Position other = p;
          other.mover = static_cast<std::uint8_t>(colour);
          const auto expected = texts(plain.placements(p, colour));
          ASSERT_EQ(texts(g, other, listed(g, other)), expected);
          ASSERT_EQ(g.placements(board, colour), expected.size());
          compared += expected.size();
        }
      Random again = random;
      const auto drawn = game % 2 ? g.sample(board, random) : g.sample_staged(board, random, true);
      ASSERT_EQ(drawn.count, moves.size());
      const auto from_bytes = game % 2 ? g.sample(p, again) : g.sample_staged(p, again, true);
      ASSERT_EQ(from_bytes.move, drawn.move);
      ASSERT_EQ(g.count(p), moves.size());
      if (drawn.count == 0) break;
      g.play(board, drawn.move);
    }
  }
  EXPECT_GT(compared, 100'000u);
}

TEST(HichainIncremental, SecondPlyEqualsThePlainRules) {
  const Hichain g;
  const hichain::plain::PlainRules plain(cards_csv);
  std::uint64_t plain_sum = 0, sum = 0;
  for (const Move m : listed(g, g.initial())) {
    Position p = g.initial();
    g.play(p, m);
    plain_sum += plain.placements(p, 1).size();
    sum += g.count(p);
  }
  EXPECT_EQ(sum, plain_sum);
  EXPECT_EQ(sum, 709'522u);
}

TEST(HichainIncremental, UndoRestoresEverything) {
  const Hichain g;
  for (std::uint64_t game = 0; game < 50; ++game) {
    Random random(12, game);
    auto board = g.board(g.initial());
    std::vector<Position> positions;
    std::vector<Gains<2>> scores;
    std::vector<std::uint32_t> counts;
    for (;;) {
      const auto drawn = g.sample(board, random);
      if (drawn.count == 0) break;
      positions.push_back(g.position(board));
      scores.push_back(g.score(board));
      counts.push_back(drawn.count);
      g.play(board, drawn.move);
      Position p = positions.back();
      g.play(p, drawn.move);
      ASSERT_EQ(p, g.position(board));
    }
    while (!positions.empty()) {
      g.undo(board);
      ASSERT_EQ(g.position(board), positions.back());
      ASSERT_EQ(g.score(board), scores.back());
      ASSERT_EQ(g.count(board), counts.back());
      const auto fresh = g.board(positions.back());
      ASSERT_EQ(g.placements(board, 0), g.placements(fresh, 0));
      ASSERT_EQ(g.placements(board, 1), g.placements(fresh, 1));
      positions.pop_back(), scores.pop_back(), counts.pop_back();
    }
  }
}

TEST(HichainIncremental, ScoresOfPlayedBoardsEqualAllPaths) {
  const Hichain g;
  const hichain::plain::PlainRules plain(cards_csv);
  int scored = 0, boards = 0;
  for (std::uint64_t game = 0; game < 60; ++game) {
    Random random(13, game);
    auto board = g.board(g.initial());
    for (;;) {
      // The best of a few random moves, so that chains arise.
      Move best{};
      std::int32_t most = -1;
      const int mover = board.at.mover;
      for (int tries = 0; tries < 40; ++tries) {
        const auto drawn = g.sample(board, random);
        if (drawn.count == 0) break;
        g.play(board, drawn.move);
        const std::int32_t now = g.score(board)[static_cast<std::size_t>(mover)];
        if (now > most) most = now, best = drawn.move;
        g.undo(board);
      }
      if (most < 0) break;
      g.play(board, best);
      const auto cards = hichain::layout(g.position(board));
      ASSERT_EQ(g.score(board)[static_cast<std::size_t>(mover)], plain.score(cards, mover)) << g.text(g.position(board));
      ASSERT_EQ(board.at.royal == 1 + mover, plain.royal());
      ++boards;
      scored += most > 0;
    }
  }
  EXPECT_GT(boards, 3000);
  EXPECT_GT(scored, 1000);
}

namespace {
class HichainChainRich : public testing::TestWithParam<const char*> {};
}  // namespace

TEST_P(HichainChainRich, ScoresEqualAllPaths) {
  const std::string parameter = GetParam();
  std::vector<std::pair<std::string, std::string>> given;
  if (!parameter.empty()) given.emplace_back(parameter.substr(0, parameter.find('=')), parameter.substr(parameter.find('=') + 1));
  Hichain g = *Hichain::make(*check_values("hichain", Hichain::parameters(), given));
  const hichain::plain::PlainRules plain(cards_csv, g.chain);
  Hichain tiny = g;
  tiny.book_room = 2;  // almost every board overflows the book, which tests listing
  std::int64_t points = 0, most = 0;
  for (std::uint64_t i = 0; i < 1500; ++i) {
    Random random(14, i);
    const Position p = chain_rich(random, random.below(2) == 0);
    const auto cards = hichain::layout(p);
    const int expected = plain.score(cards, 0);
    ASSERT_EQ(g.score(p)[0], expected) << g.text(p);
    ASSERT_EQ(tiny.score(p)[0], expected) << g.text(p);
    points += expected;
    most = std::max<std::int64_t>(most, expected);
    // Removing the cards and laying them in another order must give the same, step by step.
    Position bare{};
    bare.start = p.start;
    auto board = g.board(bare);
    std::vector<Move> order;
    for (int sign = 0; sign < 27; ++sign)
      if (const auto lie = p.cards[0][sign]; lie.turned != 0)
        order.push_back({static_cast<std::uint8_t>(sign), static_cast<std::uint8_t>(lie.turned - 1), lie.x, lie.y});
    for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
    std::vector<std::int32_t> scores;
    for (const Move m : order) {
      scores.push_back(g.score(board)[0]);
      board.at.mover = 0;
      g.play(board, m);
    }
    ASSERT_EQ(g.score(board)[0], expected) << g.text(p);
    for (; !scores.empty(); scores.pop_back()) {
      board.at.mover = 1;
      g.undo(board);
      ASSERT_EQ(g.score(board)[0], scores.back());
    }
  }
  EXPECT_GT(points, 20'000);
  EXPECT_GT(most, 100);
}

INSTANTIATE_TEST_SUITE_P(Readings, HichainChainRich, testing::Values("", "wrap=false", "asterisk=any", "same=3"));

TEST(HichainDrawing, UniformDrawsAreUniform) {
  // 738 first moves, 200 draws each on average: chi-squared with 737 degrees of freedom is below 737 + 4 * sqrt(2 * 737).
  const Hichain g;
  const auto moves = listed(g, g.initial());
  std::map<std::string, int> seen;
  Random random(15);
  const int draws = 200 * static_cast<int>(moves.size());
  for (int i = 0; i < draws; ++i) ++seen[g.text(g.initial(), g.sample(g.initial(), random).move)];
  EXPECT_EQ(seen.size(), moves.size());
  double chi = 0;
  for (const auto& [move, n] : seen) chi += (n - 200.0) * (n - 200.0) / 200.0;
  EXPECT_LT(chi, 737 + 4 * 38.4);
}

TEST(HichainDrawing, StagedDrawsFavourNoCard) {
  // Each of the 108 oriented cards with a cell is drawn equally often.
  const Hichain g;
  std::map<std::string, int> seen;
  Random random(16);
  const int draws = 100'000;
  for (int i = 0; i < draws; ++i) ++seen[g.text(g.initial(), g.sample_staged(g.initial(), random, true).move).substr(0, 2)];
  const double mean = static_cast<double>(draws) / static_cast<double>(seen.size());
  double chi = 0;
  for (const auto& [way, n] : seen) chi += (n - mean) * (n - mean) / mean;
  const double freedom = static_cast<double>(seen.size()) - 1;
  EXPECT_LT(chi, freedom + 4 * std::sqrt(2 * freedom));
}

}  // namespace banmen
