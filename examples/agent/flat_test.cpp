#include "agent/flat.hpp"

#include <gtest/gtest.h>

#include "engines/extensions.hpp"
#include "games/backgammon/backgammon.hpp"
#include "games/reversi/reversi.hpp"
#include "games/tictactoe/tictactoe.hpp"

namespace banmen {
namespace {

/// Creates the search for a name such as "flat:playouts=50", as the catalog does.
template <class G>
Result<std::unique_ptr<Search<G>>> flat(const G& g, std::string_view name) {
  const auto values = check_values("flat", flat_kind().parameters, read_name(name)->given);
  if (!values) return fail(values.error());
  return make_flat(g, *values);
}

template <class G>
G open(std::string_view name) {
  return *G::make(*check_values(G::id(), G::parameters(), read_name(name)->given));
}

TEST(FlatExample, TakesAWinningMove) {
  const auto g = open<TicTacToe>("tictactoe");
  Question<TicTacToe> question;
  question.position = *g.read_position("xx./oo./...");
  const auto answer = (*flat(g, "flat:playouts=50"))->think(question);
  EXPECT_EQ(g.text(question.position, answer.lines[0].move), "c3");
  EXPECT_EQ(answer.lines[0].value, 1);
  EXPECT_EQ(answer.nodes, 5u * 50u);
}

template <class G>
void expect_the_same_twice(std::string_view name) {
  const G g = open<G>(name);
  Question<G> question;
  question.position = g.initial();
  question.lines = 3;
  const auto one = (*flat(g, "flat:playouts=20"))->think(question), two = (*flat(g, "flat:playouts=20"))->think(question);
  ASSERT_EQ(one.lines.size(), two.lines.size());
  for (std::size_t k = 0; k < one.lines.size(); ++k) {
    EXPECT_EQ(one.lines[k].move, two.lines[k].move) << name;
    EXPECT_EQ(one.lines[k].value, two.lines[k].value) << name;
  }
}

TEST(FlatExample, SameSeedGivesTheSameAnswerInGamesOfEveryKind) {
  expect_the_same_twice<Reversi>("reversi");
  expect_the_same_twice<Yonin>("yonin:size=6");
  expect_the_same_twice<Backgammon>("backgammon");
}

TEST(FlatExample, StopsWhenAskedAndStillHasAMove) {
  const auto g = open<Reversi>("reversi");
  std::stop_source stop;
  stop.request_stop();
  Question<Reversi> question;
  question.position = g.initial();
  question.stop = stop.get_token();
  const auto answer = (*flat(g, "flat:playouts=1000000000"))->think(question);
  ASSERT_EQ(answer.lines.size(), 1u);
  EXPECT_LE(answer.nodes, 1u);
}

TEST(FlatExample, RefusesASearchWithoutEnd) {
  EXPECT_EQ(flat(open<TicTacToe>("tictactoe"), "flat:playouts=0").error().what, "flat needs a limit");
}

TEST(FlatExample, IsAnAgentOfOneGameByItsExtensions) {
  const Extensions<TicTacToe> extensions{.agents = {{flat_kind(), make_flat<TicTacToe>}}};
  EXPECT_EQ(extensions.agents[0].kind.id, "flat");
}

}  // namespace
}  // namespace banmen
