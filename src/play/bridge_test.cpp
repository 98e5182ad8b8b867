#include "play/bridge.hpp"

#include <gtest/gtest.h>

#include "catalog/catalog.hpp"

namespace banmen {
namespace {

struct Bridged {
  explicit Bridged(const std::string& name, Protocol protocol = Protocol::uci)
      : game(std::move(*catalog().open(name))), bridge(*Bridge::of(*game, protocol)), session(game->session()) {}

  static const Catalog& catalog() {
    static const Catalog all;
    return all;
  }
  void play(const std::string& theirs) {
    const auto move = bridge.our_move(*session, theirs);
    ASSERT_TRUE(move) << move.error().message();
    ASSERT_TRUE(session->play(*move));
  }
  [[nodiscard]] std::string fen() const { return *bridge.their_position(session->position()); }

  std::unique_ptr<OpenGame> game;
  Bridge bridge;
  std::unique_ptr<Session> session;
};

TEST(Bridge, WritesChessAsFen) {
  Bridged chess("chess");
  EXPECT_EQ(chess.bridge.variant(), "chess");
  EXPECT_TRUE(chess.bridge.same_start());
  for (const char* move : {"e2e4", "a7a6", "e4e5", "d7d5"}) chess.play(move);
  EXPECT_EQ(chess.fen(), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1");
  for (const char* move : {"e1e2", "a8a7"}) chess.play(move);
  EXPECT_EQ(chess.fen(), "1nbqkbnr/rpp1pppp/p7/3pP3/8/8/PPPPKPPP/RNBQ1BNR w k - 0 1");
  const Bridged kiwipete("chess:setup=kiwipete");
  EXPECT_FALSE(kiwipete.bridge.same_start());
  EXPECT_EQ(kiwipete.fen(), "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
}

TEST(Bridge, ReadsFen) {
  const Bridged chess("chess");
  const auto position = chess.bridge.our_position("4k3/P7/8/8/8/8/8/4K2R w K - 3 40");
  ASSERT_TRUE(position) << position.error().message();
  ASSERT_TRUE(chess.session->restart(*position));
  for (const char* move : {"a7a8q", "a7a8n", "e1g1"}) EXPECT_TRUE(chess.bridge.our_move(*chess.session, move)) << move;
  for (const char* wrong : {"", "4k3", "8/8 x - -", "4k3/8/8/8/8/8/8/4K2R w HA - 0 1"})
    EXPECT_FALSE(chess.bridge.our_position(wrong)) << wrong;
  EXPECT_FALSE(Bridged("gardner").bridge.our_position("rnbqk/ppppp/5/PPPPP/RNBQK w K - 0 1"));
}

TEST(Bridge, RefusesWhatFenCantSay) {
  const Bridged chess("chess");
  const std::string board = "r...k..r/......../......../......../......../......../......../R...K..R white";
  EXPECT_TRUE(chess.bridge.their_position(board + " rights=a1,h8"));
  for (const char* rest : {" rights=e4", " passed=a3,b3", " moved=a1", " over=2"})
    EXPECT_FALSE(chess.bridge.their_position(board + rest)) << rest;
  EXPECT_FALSE(Bridged("reversi", Protocol::gtp).bridge.their_position(board));
}

TEST(Bridge, WritesMovesAsTheProtocolDoes) {
  struct Move {
    const char* game;
    Protocol protocol;
    const char *ours, *theirs;
  };
  for (const Move& one : {Move{"chess", Protocol::uci, "g1f3", "g1f3"}, Move{"breakthrough", Protocol::uci, "a2-b3", "a2b3"},
                          Move{"gomoku", Protocol::gtp, "h8", "h8"}, Move{"gomoku", Protocol::gtp, "i8", "j8"},
                          Move{"gomoku", Protocol::gtp, "o15", "p15"}, Move{"hex", Protocol::gtp, "i8", "i8"},
                          Move{"reversi", Protocol::gtp, "d3", "d3"}}) {
    const Bridged bridged(one.game, one.protocol);
    EXPECT_EQ(bridged.bridge.their_move(*bridged.session, one.ours), one.theirs);
    EXPECT_EQ(bridged.bridge.our_move(*bridged.session, one.theirs), one.ours);
  }
  EXPECT_EQ(Bridged("gomoku:size=9", Protocol::gtp).bridge.board_size(), 9);
  const Bridged reversi("reversi", Protocol::gtp);
  EXPECT_EQ(reversi.bridge.our_move(*reversi.session, "D3"), "d3");
  EXPECT_FALSE(reversi.bridge.our_move(*reversi.session, "pass"));
}

TEST(Bridge, GamesWithoutOneAreNamed) {
  for (const char* name : {"tictactoe", "breakthrough:rows=6", "gomoku"})
    EXPECT_FALSE(Bridge::of(**Bridged::catalog().open(name), Protocol::uci)) << name;
}

}  // namespace
}  // namespace banmen
