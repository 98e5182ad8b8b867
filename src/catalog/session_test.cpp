#include <gtest/gtest.h>

#include "catalog/session_of.hpp"
#include "engines/tictactoe/extensions.hpp"
#include "games/reversi/reversi.hpp"
#include "games/tictactoe/tictactoe.hpp"

namespace banmen {
namespace {

/// Reversi with another word for a pass.
struct ForeignReversi : Reversi {
  ForeignReversi() : Reversi(DiscBoard{4, 4}) {}
  [[nodiscard]] std::string text(const Position& p) const { return Reversi::text(p); }
  [[nodiscard]] std::string text(const Position& p, Move m) const { return is_pass(m) ? "passe" : Reversi::text(p, m); }
  [[nodiscard]] Result<Move> read_move(const Position& p, std::string_view text) const {
    return Reversi::read_move(p, text == "passe" ? "pass" : text);
  }
};

/// Tic-tac-toe with a cell named "pass".
struct MisnamedTicTacToe : TicTacToe {
  static std::string text(const Position& p) { return TicTacToe::text(p); }
  static std::string text(const Position& p, Move m) { return m.cell == 8 ? "pass" : TicTacToe::text(p, m); }
};

TEST(Session, ForcedPassesAreNoChoiceUnderAnyName) {
  SessionOf<ForeignReversi> session{ForeignReversi{}};
  Random random(1, 0, 0);
  int passes = 0;
  for (int game = 0; game < 50; ++game) {
    session.restart();
    while (!session.is_over()) {
      const auto moves = session.moves();
      const bool pass = moves.front() == "passe";
      passes += pass;
      EXPECT_EQ(session.choices(), pass ? 0u : moves.size());
      ASSERT_TRUE(session.play_random(random));
    }
    EXPECT_EQ(session.choices(), 0u);
  }
  EXPECT_GT(passes, 0);
}

TEST(Session, AMoveCalledPassIsAChoiceLikeAnyOther) {
  SessionOf<MisnamedTicTacToe> session{MisnamedTicTacToe{}};
  ASSERT_TRUE(session.restart("xox/xoo/ox."));
  ASSERT_EQ(session.moves(), std::vector<std::string>{"pass"});
  EXPECT_EQ(session.choices(), 1u);
}

/// Tic-tac-toe that counts how often its moves are generated.
struct CountedTicTacToe : TicTacToe {
  static inline int generated = 0;
  static void moves(const Position& p, MoveList<Move>& list) {
    ++generated;
    TicTacToe::moves(p, list);
  }
};

TEST(Session, GeneratesTheMovesOfAPositionOnce) {
  SessionOf<CountedTicTacToe> session{CountedTicTacToe{}};
  CountedTicTacToe::generated = 0;
  int plies = 0;
  for (; !session.is_over(); ++plies) {
    CountedTicTacToe::Move move{static_cast<std::uint8_t>(plies)};
    MoveBytes bytes = 0;
    std::memcpy(&bytes, &move, sizeof move);
    ASSERT_FALSE(session.repeated());
    ASSERT_TRUE(session.play(bytes));
  }
  EXPECT_EQ(plies, 7);
  EXPECT_EQ(CountedTicTacToe::generated, plies);
  EXPECT_EQ(session.history().size(), session.ply());
  EXPECT_FALSE(session.play(MoveBytes{0}));
}

TEST(Session, RefusesBytesThatAreNoLegalMove) {
  SessionOf<TicTacToe> session{TicTacToe{}};
  ASSERT_TRUE(session.play(MoveBytes{4}));
  EXPECT_FALSE(session.play(MoveBytes{4}));
  EXPECT_FALSE(session.play(MoveBytes{200}));
  EXPECT_EQ(session.history(), std::vector<std::string>{"b2"});
  ASSERT_TRUE(session.undo());
  EXPECT_EQ(session.moves().size(), 9u);
  EXPECT_TRUE(session.history().empty());
}

}  // namespace
}  // namespace banmen
