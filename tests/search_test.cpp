// Compares every search with a plain reference implementation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "catalog/catalog.hpp"
#include "engines/reversi/solver.hpp"
#include "games/reversi/reversi.hpp"
#include "search/objective.hpp"

namespace banmen {
namespace {

const Catalog& catalog() {
  static const Catalog all;
  return all;
}

AnyAnswer analyse(const std::string& game, const std::string& agent, const std::string& position, int lines = 1,
                  std::uint64_t seed = 1) {
  const auto opened = catalog().open(game);
  EXPECT_TRUE(opened) << opened.error().message();
  auto made = (*opened)->search().agent(agent);
  EXPECT_TRUE(made) << made.error().message();
  auto session = (*opened)->session();
  if (!position.empty()) {
    EXPECT_TRUE(session->restart(position));
  }
  AnyQuestion ask;
  ask.lines = lines;
  ask.seed = seed;
  (void)(*made)->new_game();
  auto answer = (*made)->think(*session, ask);
  EXPECT_TRUE(answer) << answer.error().message();
  return *answer;
}

template <class G>
std::vector<typename G::Move> moves_of(const G& g, const typename G::Position& p) {
  typename G::Move storage[256];
  MoveList<typename G::Move> list(storage, 256);
  g.moves(p, list);
  return {list.begin(), list.end()};
}

/// Two sides: the payoff of the seat on turn.
template <class G>
int plain_value(const G& g, const typename G::Position& p) {
  const auto moves = moves_of(g, p);
  const auto seat = static_cast<std::size_t>(g.turn(p));
  if (moves.empty()) return g.payoff(p)[seat];
  int best = -1000;
  for (const auto m : moves) {
    auto next = p;
    g.play(next, m);
    best = std::max(best, -plain_value(g, next));
  }
  return best;
}

/// Returns a position with at most `empties` empty cells after random play; nothing if the game ended before.
template <class G>
std::optional<typename G::Position> late_position(const G& g, int empties, std::uint64_t number) {
  Random random(99, number);
  auto p = g.initial();
  while (g.horizon(p) > empties) {
    const auto drawn = g.sample(p, random);
    if (drawn.count == 0) return std::nullopt;
    g.play(p, drawn.move);
  }
  if (g.count(p) == 0) return std::nullopt;
  return p;
}

Yonin yonin(const char* name) {
  const auto values = check_values("yonin", Yonin::parameters(), read_name(name)->given);
  return *Yonin::make(*values);
}
Reversi reversi(const char* name) {
  const auto values = check_values("reversi", Reversi::parameters(), read_name(name)->given);
  return *Reversi::make(*values);
}

TEST(Search, AlphaBetaReadsEndsAsPlainMinimaxDoes) {
  int checked = 0;
  for (std::uint64_t n = 0; n < 12; ++n) {
    const Reversi r = reversi("reversi:size=6");
    if (const auto p = late_position(r, 7, n)) {
      const AnyAnswer answer = analyse("reversi:size=6", "alphabeta:exact=20", r.text(*p));
      EXPECT_TRUE(answer.lines[0].exact);
      EXPECT_EQ(answer.lines[0].value, plain_value(r, *p)) << r.text(*p);
      ++checked;
    }
    const Yonin y = yonin("yonin:size=6,mode=team");
    if (const auto p = late_position(y, 8, n)) {
      const AnyAnswer answer = analyse("yonin:size=6,mode=team", "alphabeta:exact=20", y.text(*p));
      EXPECT_EQ(answer.lines[0].value, plain_value(y, *p)) << y.text(*p);
      ++checked;
    }
  }
  EXPECT_GT(checked, 15);
  EXPECT_EQ(analyse("reversi:size=4", "alphabeta:exact=12", "").lines[0].value, -8);
}

TEST(Search, AlphaBetaSeesTwoPliesAheadAsPlainSearchDoes) {
  const Reversi g = reversi("reversi");
  for (std::uint64_t n = 0; n < 40; ++n) {
    const auto p = late_position(g, 20 + static_cast<int>(n), n);
    if (!p) continue;
    const auto side_value = [&](const auto& self, const Reversi::Position& at, int depth, Seat seat) -> double {
      const auto moves = moves_of(g, at);
      if (moves.empty()) return g.payoff(at)[static_cast<std::size_t>(seat)];
      if (depth == 0) return g.evaluate(at, seat) / static_cast<double>(g.evaluation_unit());
      const bool own = g.turn(at) == seat;
      double best = own ? -1e9 : 1e9;
      for (const auto m : moves) {
        auto next = at;
        g.play(next, m);
        const double value = self(self, next, g.is_pass(m) ? depth : depth - 1, seat);
        best = own ? std::max(best, value) : std::min(best, value);
      }
      return best;
    };
    EXPECT_DOUBLE_EQ(analyse("reversi", "alphabeta:depth=2", g.text(*p)).lines[0].value, side_value(side_value, *p, 2, g.turn(*p)))
        << g.text(*p);
  }
}

/// Max^N by definition; the first of equal moves wins.
Gains<4> plain_maxn(const Yonin& g, const Yonin::Position& p) {
  const auto moves = moves_of(g, p);
  if (moves.empty()) return g.payoff(p);
  const auto seat = static_cast<std::size_t>(g.turn(p));
  std::optional<Gains<4>> best;
  for (const auto m : moves) {
    auto next = p;
    g.play(next, m);
    const Gains<4> result = plain_maxn(g, next);
    if (!best || result[seat] > (*best)[seat]) best = result;
  }
  return *best;
}

/// All results over all ways to break ties: combines every possible result of the children, then takes every best child.
std::set<Gains<4>> all_maxn(const Yonin& g, const Yonin::Position& p) {
  const auto moves = moves_of(g, p);
  if (moves.empty()) return {g.payoff(p)};
  const auto seat = static_cast<std::size_t>(g.turn(p));
  std::vector<std::vector<Gains<4>>> children;
  for (const auto m : moves) {
    auto next = p;
    g.play(next, m);
    const auto results = all_maxn(g, next);
    children.emplace_back(results.begin(), results.end());
  }
  std::set<Gains<4>> out;
  std::vector<std::size_t> pick(children.size());
  for (;;) {
    std::int32_t most = -100;
    for (std::size_t c = 0; c < children.size(); ++c) most = std::max(most, children[c][pick[c]][seat]);
    for (std::size_t c = 0; c < children.size(); ++c)
      if (children[c][pick[c]][seat] == most) out.insert(children[c][pick[c]]);
    std::size_t c = 0;
    while (c < pick.size() && ++pick[c] == children[c].size()) pick[c++] = 0;
    if (c == pick.size()) return out;
  }
}

TEST(Search, MaxNReadsEndsAsItsDefinitionDoes) {
  const Yonin g = yonin("yonin");
  int checked = 0;
  for (std::uint64_t n = 0; n < 30; ++n) {
    const auto p = late_position(g, 6, n);
    if (!p) continue;
    const Gains<4> plain = plain_maxn(g, *p);
    const AnyAnswerLine line = analyse("yonin", "exact:empties=6", g.text(*p)).lines[0];
    ASSERT_EQ(line.least.size(), 4u);
    for (std::size_t seat = 0; seat < 4; ++seat) EXPECT_EQ(line.least[seat], plain[seat]) << g.text(*p);
    EXPECT_TRUE(line.exact);
    ++checked;
  }
  EXPECT_GT(checked, 15);
}

TEST(Search, MaxNWithAllTiesGivesTheRangeOfEverySeat) {
  const Yonin g = yonin("yonin");
  int checked = 0, wide = 0;
  for (std::uint64_t n = 0; n < 30; ++n) {
    const auto p = late_position(g, 4, n);
    if (!p || moves_of(g, *p).size() > 6) continue;
    for (const AnyAnswerLine& line : analyse("yonin", "maxn:ties=all,exact=4", g.text(*p), 100).lines) {
      auto next = *p;
      g.play(next, *g.read_move(*p, line.move));
      const auto results = all_maxn(g, next);
      for (std::size_t seat = 0; seat < 4; ++seat) {
        std::int32_t least = 0, most = -4;
        for (const Gains<4>& r : results) least = std::min(least, r[seat]), most = std::max(most, r[seat]);
        EXPECT_EQ(line.least[seat], least) << g.text(*p) << ' ' << line.move;
        EXPECT_EQ(line.most[seat], most) << g.text(*p) << ' ' << line.move;
        wide += least != most;
      }
      ++checked;
    }
  }
  EXPECT_GT(checked, 20);
  EXPECT_GT(wide, 0) << "no tie ever mattered, so nothing was tested";
}

TEST(Search, ProofNumbersKnowEveryTicTacToePosition) {
  const auto game = catalog().open("tictactoe");
  auto session = (*game)->session();
  std::map<std::string, int> value;  // for the seat on turn
  const auto visit = [&](const auto& self) -> int {
    const std::string here = session->position();
    if (const auto known = value.find(here); known != value.end()) return known->second;
    int best = -2;
    if (session->is_over()) {
      const auto result = *session->result();
      // The number of marks determines whose turn it would be.
      const auto marks = std::count_if(here.begin(), here.end(), [](char c) { return c == 'x' || c == 'o'; });
      best = static_cast<int>(result[static_cast<std::size_t>(marks % 2)]);
    } else {
      for (const std::string& move : session->moves()) {
        EXPECT_TRUE(session->play(move));
        best = std::max(best, -self(self));
        session->undo();
      }
    }
    return value[here] = best;
  };
  EXPECT_EQ(visit(visit), 0);
  const auto dfpn = (*game)->search().agent("dfpn");
  const auto alphabeta = (*game)->search().agent("alphabeta:depth=9");
  const auto uct = (*game)->search().agent("uct:playouts=3000,solve=true");
  int number = 0;
  for (const auto& [position, best] : value) {
    ASSERT_TRUE(session->restart(position));
    if (session->is_over()) continue;
    (void)(*dfpn)->new_game();
    const auto proved = (*dfpn)->think(*session, {});
    ASSERT_TRUE(proved);
    EXPECT_TRUE(proved->lines[0].exact) << position;
    EXPECT_EQ(proved->lines[0].value, best) << position;
    const auto read = (*alphabeta)->think(*session, {});
    ASSERT_TRUE(read);
    EXPECT_EQ(read->lines[0].value, best) << position;
    if (++number % 50 == 0) {
      (void)(*uct)->new_game();
      const auto sampled = (*uct)->think(*session, {});
      ASSERT_TRUE(sampled);
      if (sampled->lines[0].exact) {
        EXPECT_EQ(sampled->lines[0].value, best > 0 ? 1 : best < 0 ? 0 : 0.5) << position;
      }
      if (best > 0) {
        EXPECT_TRUE(sampled->lines[0].exact) << position;
      }
    }
  }
}

TEST(Search, SameQuestionSameAnswer) {
  for (const char* agent : {"uct:playouts=300", "uct:playouts=300,workers=3", "uct:playouts=200,solve=true,widen=2",
                            "alphabeta:nodes=3000", "alphabeta:depth=4,noise=40", "greedy", "random"}) {
    const AnyAnswer a = analyse("reversi", agent, "", 4, 7), b = analyse("reversi", agent, "", 4, 7);
    ASSERT_EQ(a.lines.size(), b.lines.size());
    for (std::size_t k = 0; k < a.lines.size(); ++k) {
      EXPECT_EQ(a.lines[k].move, b.lines[k].move) << agent;
      EXPECT_EQ(a.lines[k].value, b.lines[k].value) << agent;
      EXPECT_EQ(a.lines[k].visits, b.lines[k].visits) << agent;
    }
    EXPECT_EQ(a.nodes, b.nodes) << agent;
  }
}

TEST(Search, UctCountsEveryPlayoutOnce) {
  const AnyAnswer answer = analyse("reversi", "uct:playouts=777", "", 100);
  std::uint64_t visits = 0;
  for (const AnyAnswerLine& line : answer.lines) visits += line.visits;
  EXPECT_EQ(visits, 777u);
  EXPECT_EQ(answer.nodes, 777u);
}

TEST(Search, ParanoidAndBestReplyAnswerWithinTheirBounds) {
  const Yonin g = yonin("yonin:size=6");
  for (std::uint64_t n = 0; n < 10; ++n) {
    const auto p = late_position(g, 5, n);
    if (!p) continue;
    // Against a coalition of all others a seat can only do worse than when each plays for itself.
    const double paranoid = analyse("yonin:size=6", "paranoid:exact=6", g.text(*p)).lines[0].value;
    const double maxn = analyse("yonin:size=6", "maxn:exact=6", g.text(*p)).lines[0].value;
    EXPECT_LE(paranoid, maxn);
    const auto legal = moves_of(g, *p);
    const AnyAnswer brs = analyse("yonin:size=6", "brs:depth=3", g.text(*p));
    EXPECT_TRUE(std::any_of(legal.begin(), legal.end(), [&](const auto m) { return g.text(*p, m) == brs.lines[0].move; }));
  }
}

TEST(Search, RefusesUnsuitableAgents) {
  const auto yonin_table = catalog().open("yonin");
  EXPECT_NE((*yonin_table)->search().agent("alphabeta").error().hint.find("4 sides"), std::string::npos);
  EXPECT_EQ((*yonin_table)->search().agent("alphabetta").error().hint, "did you mean 'alphabeta'?");
  EXPECT_FALSE((*yonin_table)->search().agent("maxn:depht=3"));
  EXPECT_FALSE((*yonin_table)->search().agent("maxn:depth=-1"));
  EXPECT_FALSE((*yonin_table)->search().agent("maxn:aim=own+partner"));
  const auto reversi_table = catalog().open("reversi");
  EXPECT_FALSE((*reversi_table)->search().agent("expectimax"));
  EXPECT_FALSE((*reversi_table)->search().agent("uct:playout=staged"));
}

TEST(Objective, ReadsSums) {
  EXPECT_TRUE(read_aim("own")->plain());
  const auto aim = read_aim("own+0.5*facing-2*rest.score");
  ASSERT_TRUE(aim) << aim.error().message();
  EXPECT_EQ(aim->result, (std::array<int, 3>{1000, 500, 0}));
  EXPECT_EQ(aim->score, (std::array<int, 3>{0, 0, -2000}));
  EXPECT_EQ(read_aim("-own")->result[0], -1000);
  EXPECT_EQ(read_aim("own+facin").error().hint, "did you mean 'facing'?");
  EXPECT_FALSE(read_aim(""));
  EXPECT_FALSE(read_aim("own facing"));
  EXPECT_FALSE(read_aim("0.1234*own"));
}

TEST(Objective, HelpingTheFacingSeatChangesWhatIsPlayed) {
  // If all maximise the facing seat's result, a seat can't do worse for it than by playing for itself.
  const Yonin g = yonin("yonin");
  int better = 0;
  for (std::uint64_t n = 0; n < 30; ++n) {
    const auto p = late_position(g, 5, n);
    if (!p) continue;
    const auto facing = static_cast<std::size_t>((g.turn(*p) + 2) % 4);
    const AnyAnswerLine own = analyse("yonin", "maxn:exact=5", g.text(*p), 1).lines[0];
    const AnyAnswerLine all = analyse("yonin", "maxn:exact=5,aim=facing", g.text(*p), 1).lines[0];
    better += all.value > own.least[facing];
  }
  EXPECT_GT(better, 0);
}

TEST(DiscSolver, EqualsPlainMinimax) {
  int checked = 0;
  const auto check = [&](const auto& g, int empties, std::uint64_t n) {
    const auto p = late_position(g, empties, n);
    if (!p) return;
    DiscSolverOptions options;
    options.table_bytes = std::size_t{4} << 20;
    options.threads = 1 + static_cast<int>(n % 2);
    DiscSolver solver(DiscGame::of(g), options);
    const DiscSolution solution = solver.solve(*p);
    EXPECT_EQ(solution.value, plain_value(g, *p)) << g.text(*p);
    EXPECT_TRUE(solution.proved);
    auto end = *p;
    for (const DiscMove m : solution.line) g.play(end, m);
    EXPECT_EQ(g.count(end), 0u) << "the line stops early";
    EXPECT_EQ(g.payoff(end)[static_cast<std::size_t>(g.turn(*p))], solution.value) << "the line does not give the value";
    ++checked;
  };
  for (std::uint64_t n = 0; n < 12; ++n) {
    check(reversi("reversi"), 6 + static_cast<int>(n % 4), n);
    check(reversi("reversi:size=6"), 8, n);
    check(yonin("yonin:size=6,mode=team"), 8, n);
    check(yonin("yonin:size=8,mode=team,score=quadrants,start=opposite,restrict=false"), 7, n);
  }
  EXPECT_GT(checked, 30);
}

/// Textbook alpha-beta: no move ordering, no transposition table.
int plain_window(const Reversi& g, const Reversi::Position& p, int alpha, int beta) {
  const auto moves = moves_of(g, p);
  if (moves.empty()) return g.payoff(p)[static_cast<std::size_t>(g.turn(p))];
  for (const auto m : moves) {
    auto next = p;
    g.play(next, m);
    alpha = std::max(alpha, -plain_window(g, next, -beta, -alpha));
    if (alpha >= beta) break;
  }
  return alpha;
}

// Sixteen endgames with 6 to 20 empty cells. Up to 12 they are compared with the textbook; beyond, where that takes too long, the
// value must be the best of the moves' values, each computed by a separate solver.
TEST(DiscSolver, SixteenEndgames) {
  const bool all = std::getenv("BANMEN_LONG") != nullptr;
  const Reversi g = reversi("reversi");
  const auto value_of = [&](const Reversi::Position& p, int threads) {
    DiscSolverOptions options;
    options.table_bytes = std::size_t{32} << 20;
    options.threads = threads;
    return DiscSolver(DiscGame::of(g), options).solve(p, false).value;
  };
  int checked = 0;
  for (int number = 0; number < 16; ++number) {
    const int empties = number < 15 ? 6 + number : 9;
    if (!all && empties > 15) continue;
    std::optional<Reversi::Position> p;
    for (std::uint64_t attempt = 0; !p; ++attempt)
      p = late_position(g, empties, 1000 + 100 * static_cast<std::uint64_t>(number) + attempt);
    const int value = value_of(*p, 1);
    if (empties <= (all ? 12 : 10)) {
      EXPECT_EQ(value, plain_window(g, *p, -64, 64)) << g.text(*p);
    } else {
      int best = -100;
      for (const auto m : moves_of(g, *p)) {
        auto next = *p;
        g.play(next, m);
        best = std::max(best, -value_of(next, 2));
      }
      EXPECT_EQ(value, best) << g.text(*p);
    }
    ++checked;
  }
  EXPECT_GE(checked, 11);
}

TEST(DiscSolver, SmallBoards) {
  const auto whole = [](const auto& g) {
    DiscSolverOptions options;
    options.table_bytes = std::size_t{16} << 20;
    return DiscSolver(DiscGame::of(g), options).solve(g.initial()).value;
  };
  EXPECT_EQ(whole(reversi("reversi:size=4")), -8);
  for (const char* name :
       {"yonin:size=4,mode=team", "yonin:size=4,mode=team,start=opposite", "yonin:size=4,mode=team,score=quadrants"}) {
    const Yonin g = yonin(name);
    EXPECT_EQ(whole(g), plain_value(g, g.initial())) << name;
  }
}

}  // namespace
}  // namespace banmen
