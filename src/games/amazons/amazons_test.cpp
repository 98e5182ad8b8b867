#include "games/amazons/amazons.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "games/amazons/test_plain_rules.hpp"

namespace banmen {
namespace {

using Variant = PlainAmazons::Variant;
constexpr Variant variants[] = {Variant::queen, Variant::knight, Variant::knightx};

Result<Values> values_of(std::vector<std::pair<std::string, std::string>> given) {
  return check_values("amazons", AmazonsQueen1::parameters(), given);
}

std::vector<std::pair<std::string, std::string>> given_for(const std::string& board, Variant variant) {
  std::vector<std::pair<std::string, std::string>> given{{"board", board},
                                                         {"piece", variant == Variant::queen ? "queen" : "knight"}};
  if (variant == Variant::knightx) given.emplace_back("arrow", "knight");
  return given;
}

/// Calls visit(game) with the class that fits.
template <class Visit>
void with_game(const Values& values, Visit&& visit) {
  const auto open = [&]<class G>() {
    if (!G::fits(values)) return;
    const auto game = G::make(values);
    ASSERT_TRUE(game) << game.error().message();
    visit(*game);
  };
  open.template operator()<AmazonsQueen1>();
  open.template operator()<AmazonsQueen2>();
  open.template operator()<AmazonsQueen4>();
  open.template operator()<AmazonsKnight1>();
  open.template operator()<AmazonsKnight2>();
  open.template operator()<AmazonsKnight4>();
}

/// A board of random size with random pieces and burnt cells.
PlainAmazons random_board(Variant variant, Random& random, int most_side) {
  PlainAmazons plain{variant, 0, 0, {}};
  plain.rows = 3 + static_cast<int>(random.below(static_cast<std::uint32_t>(most_side - 2)));
  plain.columns = 3 + static_cast<int>(random.below(static_cast<std::uint32_t>(most_side - 2)));
  const auto cells = static_cast<std::uint32_t>(plain.rows * plain.columns);
  plain.cells.assign(cells, '.');
  for (std::uint32_t i = 0, n = random.below(cells / 3 + 1); i < n; ++i) plain.cells[random.below(cells)] = '#';
  for (const char side : {'x', 'o'})
    for (std::uint32_t placed = 0, n = 1 + random.below(4); placed < n;) {
      const std::uint32_t cell = random.below(cells);
      if (plain.cells[cell] == 'x' || plain.cells[cell] == 'o') continue;
      plain.cells[cell] = side;
      ++placed;
    }
  return plain;
}

template <class G>
std::vector<typename G::Move> list_of(const G& g, const typename G::Position& p) {
  std::vector<typename G::Move> storage(g.move_capacity());
  MoveList<typename G::Move> list(storage.data(), g.move_capacity());
  g.moves(p, list);
  storage.resize(list.size());
  return storage;
}

/// All ways to list or count moves must agree with the plain rules.
template <class G>
void compare_moves(const G& g, const typename G::Position& p, const PlainAmazons& plain) {
  const auto expected = plain.moves();
  std::set<PlainAmazons::Move> seen;
  const auto moves = list_of(g, p);
  for (const auto m : moves) {
    seen.emplace(m.from, m.to, m.arrow);
    const auto read = g.read_move(p, g.text(p, m));
    ASSERT_TRUE(read) << read.error().message();
    ASSERT_EQ(*read, m);
  }
  ASSERT_EQ(moves.size(), expected.size()) << plain.text();
  ASSERT_EQ(seen, expected) << plain.text();
  ASSERT_EQ(g.count(p), expected.size());
}

}  // namespace

TEST(Amazons, AgreesWithThePlainRulesInRandomGames) {
  Random random(11);
  for (const Variant variant : variants)
    for (int round = 0; round < 60; ++round) {
      PlainAmazons plain = random_board(variant, random, round < 20 ? 16 : 8);
      const std::string board = plain.text().substr(0, plain.text().size() - 2);
      const auto values = values_of(given_for(board, variant));
      ASSERT_TRUE(values) << values.error().message();
      int played = 0;
      with_game(*values, [&](const auto& g) {
        auto p = g.initial();
        for (int ply = 0; ply < 200; ++ply) {
          ASSERT_EQ(g.text(p), plain.text());
          const auto again = g.read_position(plain.text());
          ASSERT_TRUE(again) << again.error().message();
          ASSERT_EQ(*again, p);
          compare_moves(g, p, plain);
          const auto drawn = g.sample(p, random);
          ASSERT_EQ(drawn.count, plain.moves().size());
          if (drawn.count == 0) {
            ASSERT_EQ(g.payoff(p)[0], plain.mover == 'x' ? -1 : 1);
            break;
          }
          ASSERT_TRUE(plain.moves().count({drawn.move.from, drawn.move.to, drawn.move.arrow}));
          plain.play({drawn.move.from, drawn.move.to, drawn.move.arrow});
          g.play(p, drawn.move);
          ++played;
        }
      });
      if (::testing::Test::HasFatalFailure()) return;
    }
}

// sample() must be uniform over whole moves: every move's share of many draws lies within five standard errors.
TEST(Amazons, DrawsWholeMovesUniformly) {
  for (const Variant variant : variants) {
    const auto values = values_of(given_for("..o./#.../...o/x..x", variant));
    with_game(*values, [&](const auto& g) {
      const auto p = g.initial();
      const auto moves = list_of(g, p);
      std::map<std::tuple<int, int, int>, int> seen, staged;
      Random random(3);
      const int draws = 200000;
      for (int i = 0; i < draws; ++i) {
        const auto m = g.sample(p, random).move;
        ++seen[{m.from, m.to, m.arrow}];
      }
      ASSERT_EQ(seen.size(), moves.size());
      const double mean = draws / static_cast<double>(moves.size());
      for (const auto& [move, n] : seen) EXPECT_NEAR(n, mean, 5 * std::sqrt(mean));
      // Staged: uniform over the pieces' moves, then over the arrows.
      std::map<std::pair<int, int>, int> first;
      std::uint32_t steps = 0;
      for (int i = 0; i < draws; ++i) {
        const auto step = g.sample_staged(p, random, false);
        steps = step.count;
        ++first[{step.move.from, step.move.to}];
        ++staged[{step.move.from, step.move.to, step.move.arrow}];
      }
      ASSERT_EQ(first.size(), steps);
      ASSERT_EQ(staged.size(), moves.size());
      for (const auto& [move, n] : first)
        EXPECT_NEAR(n, draws / static_cast<double>(steps), 5 * std::sqrt(draws / static_cast<double>(steps)));
      std::map<std::pair<int, int>, int> arrows;
      for (const auto& m : moves) ++arrows[{m.from, m.to}];
      for (const auto& [move, n] : staged) {
        const auto& [from, to, arrow] = move;
        const double expected = draws / static_cast<double>(steps) / arrows[{from, to}];
        EXPECT_NEAR(n, expected, 5 * std::sqrt(expected));
      }
    });
  }
}

// The same random numbers select the same steps from the plain lists, on every machine.
TEST(Amazons, DrawsStepsInTheOrderOfThePlainRules) {
  Random random(23);
  std::set<int> sizes;
  for (const Variant variant : variants)
    for (int round = 0; round < 90; ++round) {
      PlainAmazons plain = random_board(variant, random, round % 3 == 0 ? 8 : round % 3 == 1 ? 11 : 16);
      const auto values = values_of(given_for(plain.text().substr(0, plain.text().size() - 2), variant));
      ASSERT_TRUE(values) << values.error().message();
      with_game(*values, [&](const auto& g) {
        sizes.insert(g.words);
        auto p = g.initial();
        for (int ply = 0;; ++ply) {
          Random ours(24, static_cast<std::uint64_t>(round), static_cast<std::uint32_t>(ply)), theirs = ours;
          const auto drawn = g.sample_staged(p, ours, false);
          std::vector<std::pair<int, int>> steps;
          for (int from = 0; from < plain.rows * plain.columns; ++from)
            if (plain.cells[static_cast<std::size_t>(from)] == plain.mover)
              for (const int to : plain.reach(from)) steps.emplace_back(from, to);
          ASSERT_EQ(drawn.count, steps.size());
          if (steps.empty()) break;
          const auto [from, to] = steps[theirs.below(drawn.count)];
          int arrow = from;
          if (variant != Variant::knight) {
            PlainAmazons moved = plain;
            moved.cells[static_cast<std::size_t>(from)] = '.';
            moved.cells[static_cast<std::size_t>(to)] = plain.mover;
            const auto arrows = moved.reach(to);
            arrow = arrows[theirs.below(static_cast<std::uint32_t>(arrows.size()))];
          }
          ASSERT_EQ(std::tuple(drawn.move.from, drawn.move.to, drawn.move.arrow), std::tuple(from, to, arrow)) << plain.text();
          ASSERT_EQ(ours.word(), theirs.word());
          plain.play({from, to, arrow});
          g.play(p, drawn.move);
        }
      });
      if (::testing::Test::HasFatalFailure()) return;
    }
  EXPECT_EQ(sizes, (std::set<int>{1, 2, 4}));
}

TEST(Amazons, CapacityHoldsOnCrowdedBoards) {
  // A piece on every other cell, and the crowded and open extremes of the largest board.
  std::string crowded, open;
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 16; ++column) {
      crowded += (row % 3 == 0 && column % 3 == 0) ? ((row + column) % 2 ? 'x' : 'o') : '.';
      open += row == 7 && column == 7 ? 'x' : row == 0 && column == 0 ? 'o' : '.';
    }
  for (const std::string& cells : {crowded, open})
    for (const Variant variant : variants) {
      PlainAmazons plain{variant, 16, 16, cells};
      const auto values = values_of(given_for(plain.text().substr(0, 16 * 17 - 1), variant));
      ASSERT_TRUE(values);
      with_game(*values, [&](const auto& g) {
        EXPECT_LE(plain.moves().size(), g.move_capacity());
        EXPECT_EQ(g.count(g.initial()), plain.moves().size());
      });
    }
}

TEST(Amazons, SymmetriesCarryMovesAndSeats) {
  Random random(17);
  for (const Variant variant : variants)
    for (int round = 0; round < 40; ++round) {
      const PlainAmazons plain = random_board(variant, random, round % 2 ? 12 : 6);
      const auto values = values_of(given_for(plain.text().substr(0, plain.text().size() - 2), variant));
      with_game(*values, [&](const auto& g) {
        using Move = typename std::decay_t<decltype(g)>::Move;
        const auto p = g.initial();
        const auto canonical = g.canonical(p);
        ASSERT_EQ(g.image(canonical.symmetry, p), canonical.position);
        ASSERT_EQ(g.image(0, p), p);
        for (int s = 0; s < g.symmetries(); ++s) {
          const auto symmetry = static_cast<std::uint8_t>(s);
          const auto image = g.image(symmetry, p);
          ASSERT_EQ(g.canonical(image).position, canonical.position);
          ASSERT_EQ(g.turn(image), g.image_seat(symmetry, g.turn(p)));
          ASSERT_EQ(g.evaluate(image, g.image_seat(symmetry, 0)), g.evaluate(p, 0));
          std::set<std::tuple<int, int, int>> expected, seen;
          for (const Move m : list_of(g, p)) {
            const Move to = g.image(symmetry, m);
            expected.emplace(to.from, to.to, to.arrow);
            auto after = p, after_image = image;
            g.play(after, m);
            g.play(after_image, to);
            ASSERT_EQ(g.image(symmetry, after), after_image);
          }
          for (const Move m : list_of(g, image)) seen.emplace(m.from, m.to, m.arrow);
          ASSERT_EQ(seen, expected);
        }
      });
    }
}

// Theorem 1 on boards too large to search: the second player answers every move by its rotation by 180 degrees, and so never runs
// out of moves first.
TEST(Amazons, AtKnightTheSecondPlayerCopiesOnEvenBoards) {
  for (const char* size : {"8", "10", "6x8", "8x7"})
    for (const char* layout : {"corners", "pairs", "standard"})
      for (const char* arrow : {"default", "knight"}) {
        if (std::string_view(arrow) == "knight" && std::string_view(size) == "8x7")
          continue;  // an arrow may burn the cell that the copy needs
        const auto values = values_of({{"size", size}, {"layout", layout}, {"piece", "knight"}, {"arrow", arrow}});
        ASSERT_TRUE(values) << values.error().message();
        with_game(*values, [&](const auto& g) {
          constexpr std::uint8_t turned = 2 * 3 + 1;  // rows and columns reversed, colours exchanged
          const auto image = g.image(turned, g.start());
          ASSERT_EQ(image.pieces[0], g.start().pieces[0]) << size << ' ' << layout;
          ASSERT_EQ(image.pieces[1], g.start().pieces[1]) << size << ' ' << layout;
          for (std::uint32_t game = 0; game < 100; ++game) {
            auto q = g.start();
            Random random(1, game);
            for (;;) {
              const auto drawn = g.sample(q, random);
              if (drawn.count == 0) break;
              const auto copy = g.image(turned, drawn.move);
              g.play(q, drawn.move);
              const auto legal = g.read_move(q, g.text(q, copy));
              ASSERT_TRUE(legal) << size << ' ' << layout << ": " << g.text(q) << ' ' << legal.error().message();
              g.play(q, copy);
            }
            EXPECT_EQ(g.payoff(q)[1], 1);
          }
        });
      }
}

TEST(Amazons, EvaluationIsOneForTheMoverAndItsOppositeForTheOther) {
  const auto values = values_of({{"size", "8"}});
  with_game(*values, [](const auto& g) {
    auto p = g.initial();
    EXPECT_EQ(g.evaluate(p, 0), -g.evaluate(p, 1));
    // An enclosed side evaluates worse.
    const auto shut = g.read_position("..o..o../......../o......o/......../......../......../######../xxxx##.. x");
    ASSERT_TRUE(shut) << shut.error().message();
    EXPECT_LT(g.evaluate(*shut, 0), -500);
  });
}

TEST(Amazons, StandardStartsOfEverySizeAreTheUsualOnes) {
  const std::map<std::string, std::string> expected{
      {"4", ".oo./o..o/x..x/.xx."},
      {"5", ".o.o./o...o/...../x...x/.x.x."},
      {"6", ".o..o./o....o/....../....../x....x/.x..x."},
      {"7", "..o.o../......./o.....o/......./x.....x/......./..x.x.."},
      {"8", "..o..o../......../o......o/......../......../x......x/......../..x..x.."},
      {"9", "..o...o../........./o.......o/........./........./........./x.......x/........./..x...x.."},
      {"10", "...o..o.../........../........../o........o/........../........../x........x/........../........../...x..x..."}};
  for (const auto& [size, board] : expected) EXPECT_EQ(amazons_board(size, "standard", "")->text(), board);
  EXPECT_EQ(amazons_board("5", "corners", "")->text(), "....o/...../...../...../x....");
  EXPECT_EQ(amazons_board("4", "pairs", "")->text(), "o..o/..../..../x..x");
  EXPECT_EQ(amazons_board("4", "edges", "")->text(), "..o./..../..../.x..");
  EXPECT_EQ(amazons_board("3x5", "standard", "")->text(), "oo.oo/...../xx.xx");
  for (int rows = 3; rows <= 16; ++rows)
    for (int columns = 3; columns <= 16; ++columns)
      for (const std::string& layout : amazons_layouts()) {
        const auto board = amazons_board(std::to_string(rows) + "x" + std::to_string(columns), layout, "");
        ASSERT_TRUE(board);
        const std::string turned(board->cells.rbegin(), board->cells.rend());
        for (std::size_t i = 0; i < turned.size(); ++i)
          EXPECT_EQ(turned[i], board->cells[i] == 'x' ? 'o' : board->cells[i] == 'o' ? 'x' : '.');
      }
}

TEST(Amazons, ErrorsNameTheProblemAndColumn) {
  const auto error = [](std::vector<std::pair<std::string, std::string>> given) {
    const auto values = values_of(std::move(given));
    return AmazonsQueen1::make(*values).error().message();
  };
  EXPECT_EQ(error({{"size", "2"}}), "size=2 is out of range: each side is 3..16 (the nearest valid size is 3)");
  EXPECT_EQ(error({{"size", "6y7"}}), "size=6y7 is not a size (a size is N or ROWSxCOLUMNS, each 3..16)");
  EXPECT_EQ(error({{"layout", "corner"}}), "layout=corner is not a layout (did you mean 'corners'?)");
  EXPECT_EQ(error({{"arrow", "knight"}}), "amazons: arrow=knight needs piece=knight (add piece=knight, or omit arrow=)");
  EXPECT_EQ(error({{"board", "x../.o"}}), "column 7: board=x../.o: row 2 from the top has 2 cells, the first has 3");
  const auto values = values_of({{"size", "4"}});
  const auto g = AmazonsQueen1::make(*values);
  ASSERT_TRUE(g);
  const auto p = g->initial();
  EXPECT_EQ(g->read_move(p, "b1-b4/b2").error().message(), "column 4: the queen on b1 does not reach b4");
  EXPECT_EQ(g->read_move(p, "b1-b3/b4").error().message(), "column 7: an arrow from b3 does not reach b4");
  EXPECT_EQ(g->read_move(p, "a1-b3/b4").error().message(), "column 1: there is no x on a1");
  EXPECT_FALSE(g->read_move(p, "b1-b3"));
  EXPECT_FALSE(g->read_move(p, "b1-b3/b2 "));
  EXPECT_FALSE(g->read_move(p, "e1-b3/b2"));
  EXPECT_FALSE(g->read_move(p, "b01-b3/b2"));
  EXPECT_TRUE(g->read_move(p, "b1-b3/b1"));
  EXPECT_FALSE(g->read_position(".oo./o..o/x..x/.xx. z"));
  EXPECT_FALSE(g->read_position(".oo./o..o/x..x/.xx"));
  EXPECT_FALSE(g->read_position("ooo./o..o/x..x/.xx. o"));
  EXPECT_TRUE(g->read_position(".oo./o..#/x..x/.xx. o"));
}

}  // namespace banmen
