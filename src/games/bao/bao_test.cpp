#include "games/bao/bao.hpp"

#include <gtest/gtest.h>

#include <set>

#include "baseline/bao.hpp"
#include "catalog/catalog.hpp"

namespace banmen {
namespace {

/// The rules once more, stone by stone, in the words of the rules and with nothing clever: the twin of the fast kernel.
struct SlowMove {
  std::vector<int> board;  // before the capture
  long sowings = 0;
  int stop = 0;
  bool endless = false;
  int captured = 0;
};

SlowMove slow_move(std::vector<int> board, int hole) {
  const int holes = static_cast<int>(board.size());
  const std::vector<int> start = board;
  const int first = hole;
  SlowMove move;
  while (true) {
    int hand = board[hole];
    board[hole] = 0;
    bool held = false;
    while (hand > 0) {
      hole = (hole + 1) % holes;
      held = board[hole] > 0;
      ++board[hole];
      --hand;
    }
    ++move.sowings;
    if (!held) break;
    if (hole == first && board == start) {
      move.endless = true;
      break;
    }
  }
  move.board = board;
  move.stop = hole;
  if (!move.endless) move.captured = board[holes - 1 - hole];
  return move;
}

std::vector<int> as_ints(const Bao& g, const Bao::Position& p) { return {p.holes, p.holes + g.holes()}; }

Bao make(const std::string& board, int side, Bao::Endless endless = Bao::Endless::nobody) {
  const auto stones = bao::read_board(board, static_cast<std::uint32_t>(2 * side), bao::most_stones);
  EXPECT_TRUE(stones) << board;
  Bao::Position p{};
  std::copy(stones->begin(), stones->end(), p.holes);
  return {static_cast<std::uint32_t>(side), endless, p};
}

Bao::Move hole(char name) { return {static_cast<std::uint8_t>(name - 'a')}; }

Bao::Position random_position(const Bao& g, Random& random, std::uint32_t stones) {
  Bao::Position p{};
  for (std::uint32_t k = 0; k < stones; ++k) ++p.holes[random.below(g.holes())];
  p.mover = static_cast<std::uint8_t>(random.below(2));
  return p;
}

}  // namespace

TEST(Bao, FirstMoveOfThePaperOnFourByTwo) {
  const Bao g = Bao::plain(4);
  Bao::Position p = g.initial();
  const auto facts = g.facts(p, hole('d'));
  ASSERT_EQ(facts.size(), 5U);
  EXPECT_EQ(std::get<std::int64_t>(facts[0].value.value), 6);
  EXPECT_EQ(std::get<std::string>(facts[1].value.value), "e");
  EXPECT_EQ(std::get<std::int64_t>(facts[2].value.value), 2);
  EXPECT_FALSE(std::get<bool>(facts[3].value.value));
  EXPECT_EQ(std::get<std::string>(facts[4].value.value), "0,6,0,2,1,6,0,1");
  EXPECT_EQ(g.play(p, hole('d')), (Gains<2>{2, 0}));
  EXPECT_EQ(g.text(p), "0,6,0,0,1,6,0,1 second");
}

TEST(Bao, FirstMoveOfThePaperOnEightByTwo) {
  const Bao g = Bao::plain(8);
  Bao::Position p = g.initial();
  const bao::Course course = g.sow(p, hole('f'));
  EXPECT_EQ(course.sowings, 2U);
  EXPECT_EQ(course.stop, static_cast<std::uint32_t>('o' - 'a'));
  p = g.initial();
  EXPECT_EQ(g.play(p, hole('f')), (Gains<2>{4, 0}));
  EXPECT_EQ(p.holes[1], 0);
}

TEST(Bao, LoopsOfThePaperNeverEnd) {
  struct Loop {
    const char* board;
    int side;
    std::uint32_t sowings;  // until the first turned copy, as the paper numbers its boards
  };
  for (const Loop& loop : {Loop{"3,1,0,2,1,0,2,1", 4, 1}, Loop{"2,0,1,0,2,1,0,1", 4, 4}, Loop{"3,1,0,2,1,0,2,1,0,1", 5, 4},
                           Loop{"5,1,0,1,0,1,0,1", 4, 11}, Loop{"3,1,2,3,0,1,0,1", 4, 30}}) {
    const Bao g = make(loop.board, loop.side);
    Bao::Position p = g.initial();
    EXPECT_TRUE(g.endless(p, hole('a'))) << loop.board;
    EXPECT_EQ(g.sow(p, hole('a')).sowings, loop.sowings) << loop.board;
    EXPECT_TRUE(slow_move(as_ints(g, g.initial()), 0).endless) << loop.board;
  }
}

TEST(Bao, SowsLikeItsSlowTwin) {
  std::uint64_t endless = 0, laps = 0, longest = 0;
  for (int side = 2; side <= 13; ++side) {
    const Bao g = Bao::plain(static_cast<std::uint32_t>(side));
    for (std::uint64_t k = 0; k < 30'000; ++k) {
      Random random(17, k, static_cast<std::uint32_t>(side));
      const std::uint32_t most = k % 8 == 0 ? 6 * g.holes() : 2 * g.holes();
      Bao::Position p = random_position(g, random, 1 + random.below(most < 255 ? most : 255));
      const auto m = static_cast<std::uint8_t>(random.below(g.holes()));
      if (p.holes[m] == 0) continue;
      laps += p.holes[m] >= g.holes();
      const SlowMove slow = slow_move(as_ints(g, p), m);
      const Bao::Position before = p;
      const bao::Course fast = g.sow(p, {m});
      ASSERT_EQ(fast.endless, slow.endless) << g.text(before) << " " << m;
      if (fast.endless) {
        ASSERT_EQ(slow.sowings % fast.sowings, 0) << g.text(before);
        ++endless;
        continue;
      }
      ASSERT_EQ(as_ints(g, p), slow.board) << g.text(before) << " " << m;
      ASSERT_EQ(fast.sowings, slow.sowings);
      ASSERT_EQ(static_cast<int>(fast.stop), slow.stop);
      longest = std::max<std::uint64_t>(longest, fast.sowings);
      for (std::size_t i = g.holes(); i < sizeof p.holes; ++i) ASSERT_EQ(p.holes[i], 0);
      ASSERT_EQ(p.mover, before.mover);
    }
  }
  EXPECT_GT(endless, 20U);
  EXPECT_GT(laps, 100U);
  EXPECT_GT(longest, 96U);  // long enough to have looked for a loop
}

TEST(Bao, CapturesLikeItsSlowTwinInWholeGames) {
  for (int side = 2; side <= 13; ++side) {
    const Bao g = Bao::plain(static_cast<std::uint32_t>(side));
    for (std::uint64_t game = 0; game < 200; ++game) {
      Random random(18, game, static_cast<std::uint32_t>(side));
      Bao::Position p = g.initial();
      Gains<2> sum{};
      for (int ply = 0; ply < 1000; ++ply) {
        MoveBuffer<Bao::Move, 13> list;
        g.moves(p, list);
        ASSERT_EQ(list.size(), g.count(p));
        if (list.empty()) {
          sum += g.payoff(p);
          ASSERT_EQ(sum[0] + sum[1] + (p.ended ? static_cast<int>(Bao::stones(p)) : 0), static_cast<int>(g.stones_at_start()));
          break;
        }
        const Bao::Move m = list[random.below(list.size())];
        SlowMove slow = slow_move(as_ints(g, p), m.hole);
        const Bao::Position before = p;
        const Gains<2> gain = g.play(p, m);
        sum += gain;
        if (slow.endless) {
          ASSERT_EQ(p.ended, 1);
          ASSERT_EQ(g.turn(p), over);
          p.ended = 0;
          ASSERT_EQ(p, before);
          p.ended = 1;
          continue;
        }
        slow.board[g.opposite(static_cast<std::uint32_t>(slow.stop))] = 0;
        ASSERT_EQ(as_ints(g, p), slow.board);
        ASSERT_EQ(gain[before.mover], slow.captured);
        ASSERT_EQ(gain[before.mover ^ 1], 0);
        ASSERT_EQ(p.mover, before.mover ^ 1);
      }
    }
  }
}

TEST(Bao, SamplesEveryMoveAndNothingElse) {
  for (const Bao::Endless rule : {Bao::Endless::nobody, Bao::Endless::illegal})
    for (int side : {2, 4, 8, 9, 13}) {
      const Bao g = Bao::plain(static_cast<std::uint32_t>(side), rule);
      for (std::uint64_t k = 0; k < 300; ++k) {
        Random random(19, k, static_cast<std::uint32_t>(side));
        const Bao::Position p = random_position(g, random, 1 + random.below(2 * g.holes()));
        MoveBuffer<Bao::Move, 13> list;
        g.moves(p, list);
        ASSERT_EQ(g.count(p), list.size());
        std::set<int> listed, drawn;
        for (const Bao::Move m : list) listed.insert(m.hole);
        for (int draw = 0; draw < 200; ++draw) {
          const auto sample = g.sample(p, random);
          ASSERT_EQ(sample.count, list.size());
          if (sample.count > 0) drawn.insert(sample.move.hole);
        }
        ASSERT_EQ(drawn, listed) << g.text(p);
      }
    }
}

TEST(Bao, EndlessMovesUnderTheThreeRules) {
  // First has the one stone-by-stone loop of the paper's figure 4 in hand, and two other holes that end.
  const std::string board = "3,1,0,2,1,0,2,1";
  Bao g = make(board, 4);
  Bao::Position p = g.initial();
  EXPECT_EQ(g.count(p), 3U);
  g.play(p, hole('a'));
  EXPECT_EQ(g.text(p), board + " first endless");
  EXPECT_EQ(g.payoff(p), (Gains<2>{0, 0}));

  g = make(board, 4, Bao::Endless::forfeit);
  p = g.initial();
  g.play(p, hole('a'));
  EXPECT_EQ(g.payoff(p), (Gains<2>{0, 10}));

  g = make(board, 4, Bao::Endless::illegal);
  p = g.initial();
  MoveBuffer<Bao::Move, 13> list;
  g.moves(p, list);
  for (const Bao::Move m : list) EXPECT_NE(m.hole, 0);
  EXPECT_EQ(g.read_move(p, "a").error().what, "hole a would be sown for ever, which is illegal here");
}

TEST(Bao, AnEmptySideEndsTheGameAtOnce) {
  const Bao g = make("0,0,0,0,1,2,0,0", 4);
  EXPECT_EQ(g.turn(g.initial()), over);
  EXPECT_EQ(g.count(g.initial()), 0U);
  EXPECT_EQ(g.payoff(g.initial()), (Gains<2>{0, 3}));
}

TEST(Bao, TheIndexIsABijection) {
  for (const auto& [side, stones] : {std::pair{2, 20}, {3, 12}, {4, 9}, {7, 5}, {13, 3}}) {
    Bao::Position start{};
    start.holes[0] = static_cast<std::uint8_t>(stones);
    const Bao g(static_cast<std::uint32_t>(side), Bao::Endless::nobody, start);
    ASSERT_EQ(g.tiers(), static_cast<std::uint32_t>(stones) + 1);
    for (std::uint32_t tier = 0; tier < g.tiers(); ++tier)
      for (std::uint64_t rank = 0; rank < g.tier_size(tier); ++rank) {
        const Bao::Position p = g.unrank(tier, rank);
        ASSERT_EQ(g.tier(p), tier);
        ASSERT_EQ(g.rank(p), rank);
        for (std::size_t i = g.holes(); i < sizeof p.holes; ++i) ASSERT_EQ(p.holes[i], 0);
      }
  }
}

TEST(Bao, LargeRanksComeBack) {
  for (int side : {8, 10, 11}) {
    const Bao g = Bao::plain(static_cast<std::uint32_t>(side));
    Random random(20, static_cast<std::uint64_t>(side));
    for (int k = 0; k < 2000; ++k) {
      const Bao::Position p = random_position(g, random, random.below(g.tiers()));
      const std::uint64_t rank = g.rank(p);
      ASSERT_LT(rank, g.tier_size(g.tier(p)));
      ASSERT_EQ(g.unrank(g.tier(p), rank), p);
    }
  }
  EXPECT_EQ(Bao::plain(4).tier_size(16), 2U * 245'157U);  // C(23, 7)
  EXPECT_EQ(Bao::plain(13).tier_size(52), bao::too_many);
  EXPECT_EQ(Bao::stones(Bao::plain(13).unrank(52, bao::too_many)), 52U);
}

TEST(Bao, ExchangingThePlayersChangesNothing) {
  for (int side = 2; side <= 13; ++side) {
    const Bao g = Bao::plain(static_cast<std::uint32_t>(side));
    for (std::uint64_t k = 0; k < 200; ++k) {
      Random random(21, k, static_cast<std::uint32_t>(side));
      Bao::Position p = random_position(g, random, 1 + random.below(2 * g.holes()));
      Bao::Position q = g.image(1, p);
      ASSERT_EQ(g.image(1, q), p);
      ASSERT_EQ(g.canonical(p).position, g.canonical(q).position);
      ASSERT_EQ(g.image(g.canonical(p).symmetry, p), g.canonical(p).position);
      const auto drawn = g.sample(p, random);
      if (drawn.count == 0) continue;
      const Gains<2> a = g.play(p, drawn.move);
      const Gains<2> b = g.play(q, g.image(1, drawn.move));
      ASSERT_EQ(a[0], b[1]);
      ASSERT_EQ(a[1], b[0]);
      ASSERT_EQ(g.image(1, p), q);
      ASSERT_EQ(g.image_seat(1, g.turn(p)), g.turn(q));
    }
  }
}

TEST(Bao, ReadsWhatItWrites) {
  for (int side = 2; side <= 13; ++side) {
    const Bao g = Bao::plain(static_cast<std::uint32_t>(side));
    for (std::uint64_t k = 0; k < 100; ++k) {
      Random random(22, k, static_cast<std::uint32_t>(side));
      const Bao::Position p = random_position(g, random, random.below(g.tiers()));
      const auto back = g.read_position(g.text(p));
      ASSERT_TRUE(back) << back.error().message();
      ASSERT_EQ(*back, p);
    }
  }
  const Bao g = Bao::plain(4);
  EXPECT_EQ(g.read_position("0,4,0,4,0,4,0,4").value(), g.initial());
  const auto ended = g.read_position("3,1,0,2,1,0,2,1 first endless");
  ASSERT_TRUE(ended);
  EXPECT_EQ(g.text(*ended), "3,1,0,2,1,0,2,1 first endless");
}

TEST(Bao, SaysWhatIsWrongWithAPosition) {
  const Bao g = Bao::plain(4);
  auto wrong = [&](std::string_view text) {
    const auto p = g.read_position(text);
    return p ? "read as " + g.text(*p) : p.error().message();
  };
  EXPECT_NE(wrong("0,4,0").find("too few holes: expected 8, got 3"), std::string::npos) << wrong("0,4,0");
  EXPECT_NE(wrong("0,4,0,4,0,4,0,4,0").find("too many holes: expected 8"), std::string::npos);
  EXPECT_NE(wrong("0,4,0,4,0,4,0,5").find("too many stones: at most 16"), std::string::npos);
  EXPECT_NE(wrong("0,4,x,4,0,4,0,4").find("column 5: expected the stones of hole c"), std::string::npos)
      << wrong("0,4,x,4,0,4,0,4");
  EXPECT_NE(wrong("0,4,0,4,0,4,0,4 frist").find("did you mean 'first'?"), std::string::npos);
  EXPECT_NE(wrong("0,4,0,4,0,4,0,4 first endless").find("has no endless move"), std::string::npos);
  EXPECT_NE(wrong("0,4,0,4,0,4,0,4 first again").find("'endless' or the end"), std::string::npos);
  EXPECT_NE(wrong("").find("the stones of hole a"), std::string::npos);
  EXPECT_NE(wrong("99999999999999999999,0").find("hole a"), std::string::npos);
}

TEST(Bao, SaysWhatIsWrongWithAMove) {
  const Bao g = Bao::plain(4);
  EXPECT_EQ(g.read_move(g.initial(), "z").error().hint, "holes are a to h");
  EXPECT_EQ(g.read_move(g.initial(), "f").error().what, "hole f is the opponent's");
  EXPECT_EQ(g.read_move(g.initial(), "a").error().what, "hole a is empty");
  EXPECT_EQ(g.read_move(g.initial(), "").error().what, "'' is not a hole");
}

TEST(Bao, OpensFromItsName) {
  const Catalog catalog;
  EXPECT_TRUE(catalog.open("bao"));
  const auto game = catalog.open("bao:holes=4,board=3,1,0,2,1,0,2,1,endless=illegal");
  ASSERT_TRUE(game) << game.error().message();
  EXPECT_EQ((*game)->session()->position(), "3,1,0,2,1,0,2,1 first");
  EXPECT_FALSE(catalog.open("bao:holes=14"));
  EXPECT_FALSE(catalog.open("bao:holes=4,board=1,2"));
  EXPECT_FALSE(catalog.open("bao:holes=2,board=255,1,0,0"));
  EXPECT_TRUE(catalog.open("bao:holes=2,board=255,0,0,0"));
}

TEST(Bao, TheHandWrittenLoopPlaysTheSameGames) {
  const auto game = Catalog().open("bao");
  ASSERT_TRUE(game);
  Control control;
  control.seed = 7;
  const auto concept_games = (*game)->playout("", 20'000, 1000, control);
  const baseline::BaoSum by_hand = baseline::bao_playouts(7, 0, 20'000, 1000);
  ASSERT_TRUE(concept_games);
  EXPECT_EQ(concept_games->games, by_hand.games);
  EXPECT_EQ(concept_games->decisions, by_hand.decisions);
  EXPECT_EQ(concept_games->checksum, by_hand.checksum);
  for (std::size_t seat = 0; seat < 2; ++seat)
    EXPECT_DOUBLE_EQ(concept_games->results[seat].mean, static_cast<double>(by_hand.result[seat]) / 20'000);
}

TEST(Bao, DrawsTheRingAsItLies) {
  const Bao g = Bao::plain(4);
  EXPECT_EQ(g.picture(g.initial()).plain(),
            "          a b c d\n"
            "> first   . 4 . 4\n"
            "  second  4 . 4 .\n"
            "          h g f e\n");
}

}  // namespace banmen
