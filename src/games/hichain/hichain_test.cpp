#include "games/hichain/hichain.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "games/hichain/test_plain_rules.hpp"

namespace banmen {
namespace {

using hichain::Laid;
const std::string cards_csv = BANMEN_SOURCE_DIR "/src/games/hichain/cards.csv";

nlohmann::json golden() { return nlohmann::json::parse(std::ifstream(BANMEN_SOURCE_DIR "/tests/golden/hichain.json")); }

Hichain with(const std::string& parameters) {
  std::vector<std::pair<std::string, std::string>> given;
  if (!parameters.empty())
    given.emplace_back(parameters.substr(0, parameters.find('=')), parameters.substr(parameters.find('=') + 1));
  return *Hichain::make(*check_values("hichain", Hichain::parameters(), given));
}

std::vector<HichainRules::Move> list(const Hichain& g, const HichainRules::Position& p) {
  std::vector<HichainRules::Move> out(g.move_capacity());
  MoveList<HichainRules::Move> moves(out.data(), g.move_capacity());
  g.moves(p, moves);
  out.resize(moves.size());
  return out;
}

std::array<int, 2> score_of(const hichain::ChainRules& rules, const std::vector<Laid>& cards) {
  std::array<int, 2> out{};
  for (int colour = 0; colour < 2; ++colour) {
    const auto chains = hichain::list_chains(rules, cards, colour).value();
    for (const auto& chain : chains) out[static_cast<std::size_t>(colour)] += chain.score;
  }
  return out;
}
bool royal_of(const hichain::ChainRules& rules, const std::vector<Laid>& cards, int colour) {
  const auto chains = hichain::list_chains(rules, cards, colour).value();
  for (const auto& chain : chains)
    if (chain.kind == hichain::Chain::Kind::royal) return true;
  return false;
}

}  // namespace

TEST(HichainCards, AreThePublishedTable) {
  const auto table = hichain::plain::read_table(cards_csv);
  ASSERT_EQ(table.size(), 27u);
  const hichain::plain::PlainRules plain(cards_csv);
  for (int sign = 0; sign < 27; ++sign) {
    EXPECT_EQ(table[static_cast<std::size_t>(sign)].letter, hichain::sign_letter(sign));
    for (int q = 0; q < 4; ++q) {
      for (int d = 0; d < 4; ++d) {
        const std::string& shown = table[static_cast<std::size_t>(sign)].reads[static_cast<std::size_t>((d - q + 4) % 4)];
        const int read = hichain::reading(hichain::Turned::geometry, sign, q, d);
        EXPECT_EQ(shown.empty() ? 255 : shown == "*" ? 26 : shown[0] - 'A', read) << sign << " " << q << " " << d;
      }
      // Ring places on the rim of a 4 x 4 square, clockwise from the north-west.
      std::set<std::pair<int, int>> points, sides;
      for (int k = 0; k < 16; ++k) {
        const int edge = k / 4, along = k % 4;
        const std::pair<int, int> place = edge == 0   ? std::pair{along, 0}
                                          : edge == 1 ? std::pair{4, along}
                                          : edge == 2 ? std::pair{4 - along, 4}
                                                      : std::pair{0, 4 - along};
        if (hichain::perimeter(sign, q) >> k & 1) (k % 2 == 0 ? points : sides).insert(place);
      }
      const Laid card{0, static_cast<std::int8_t>(sign), static_cast<std::int8_t>(q), 0, 0};
      const auto plain_points = plain.marks(card, false), plain_sides = plain.marks(card, true);
      EXPECT_EQ(points, std::set(plain_points.begin(), plain_points.end()));
      EXPECT_EQ(sides, std::set(plain_sides.begin(), plain_sides.end()));
    }
  }
}

TEST(HichainGolden, FirstMovesBySquareAndCard) {
  const auto initial = golden()["initial"];
  const Hichain g;
  std::map<std::string, int> squares, cards;
  const auto moves = list(g, g.initial());
  for (const auto m : moves) {
    const std::string text = g.text(g.initial(), m);
    ++squares[text.substr(2)];
    ++cards[text.substr(0, 1)];
  }
  EXPECT_EQ(moves.size(), initial["legal_black"].get<std::size_t>());
  EXPECT_EQ(nlohmann::json(squares), initial["per_square"]);
  EXPECT_EQ(nlohmann::json(cards), initial["per_card"]);
  EXPECT_EQ(g.count(g.initial()), moves.size());
}

TEST(HichainGolden, OtherCountsOfFirstMoves) {
  EXPECT_EQ(list(with("moves=merged"), Hichain::initial()).size(), 606u);
  EXPECT_EQ(list(with("deck=plain"), Hichain::initial()).size(), 698u);
  Hichain neither = with("moves=merged");
  neither.plain_deck = true;
  EXPECT_EQ(list(neither, Hichain::initial()).size(), 586u);
}

TEST(HichainGolden, Sequences) {
  const auto file = golden();
  for (const auto& sequence : file["sequences"]) {
    const Hichain g;
    auto p = g.initial();
    for (const auto& ply : sequence["plies"]) {
      EXPECT_EQ(g.turn(p), ply["to_move"] == "b" ? 0 : 1);
      EXPECT_EQ(g.count(p), ply["legal"].get<unsigned>());
      EXPECT_EQ(g.placements(p, 1 - p.mover), ply["legal_other"].get<unsigned>());
      const auto move = g.read_move(p, ply["move"].get<std::string>());
      ASSERT_TRUE(move) << move.error().message();
      g.play(p, *move);
      EXPECT_EQ(nlohmann::json(g.score(p)), ply["score"]);
    }
    EXPECT_EQ(g.count(p), sequence["legal_after"].get<unsigned>());
    EXPECT_EQ(g.turn(p) == over, sequence["over"].get<bool>());
  }
}

TEST(HichainGolden, Scores) {
  const auto file = golden();
  const hichain::plain::PlainRules plain(cards_csv);
  for (const auto& position : file["positions"]) {
    std::string text;
    for (const auto& card : position["cards"]) text += (text.empty() ? "" : ", ") + card.get<std::string>();
    const auto cards = hichain::read_cards(text);
    ASSERT_TRUE(cards) << cards.error().message();
    EXPECT_EQ(nlohmann::json(score_of({}, *cards)), position["score"]) << position["name"];
    for (int colour = 0; colour < 2; ++colour) {
      EXPECT_EQ(plain.score(*cards, colour), position["score"][static_cast<std::size_t>(colour)]) << position["name"];
      EXPECT_EQ(royal_of({}, *cards, colour), position["royal"][static_cast<std::size_t>(colour)].get<bool>()) << position["name"];
      EXPECT_EQ(plain.royal(), position["royal"][static_cast<std::size_t>(colour)].get<bool>()) << position["name"];
    }
  }
}

TEST(HichainReadings, OpenPoints) {
  const auto score = [](const std::string& parameters, const std::string& cards) {
    return score_of(with(parameters).chain, hichain::read_cards(cards).value())[0];
  };
  const std::string block = "b Hn0+0, b Hs1+0, b Ie0+1, b Iw1+1";
  EXPECT_EQ(score("", block), 16);
  EXPECT_EQ(score("count=paths", block), 64);
  EXPECT_EQ(score("", "b Wn0+0, b Xn1+0, b *n2+0, b Zn3+0"), 16);
  EXPECT_EQ(score("", "b Yn0+0, b Zn1+0, b An2+0"), 9);
  EXPECT_EQ(score("wrap=false", "b Yn0+0, b Zn1+0, b An2+0"), 0);
  EXPECT_EQ(score("asterisk=any", "b An0+0, b Bn1+0, b *n2+0"), 9);
  EXPECT_EQ(score("same=3", "b Hn0+0, b Ie1+0"), 0);
  EXPECT_EQ(score("", "b Tn0+0, b Cw1+0, b Vn2+0"), 9);
  EXPECT_EQ(score("turned=prototype", "b Tn0+0, b Cw1+0, b Vn2+0"), 0);
  EXPECT_EQ(score("turned=prototype", "b Tn0+0, b Ce1+0, b Vn2+0"), 9);
  EXPECT_EQ(score("turned=prototype", "b Bn0+0, b Ue1+0, b Dn2+0"), 9);
  EXPECT_EQ(score("turned=java", "b Bn0+0, b Uw1+0, b Dn2+0"), 9);
}

TEST(HichainReadings, TieRule) {
  const auto p = Hichain().read_position("b:Hn0+0,b:Ie1+0,r:Hn5+0,r:Ie6+0 b");
  ASSERT_TRUE(p) << p.error().message();
  EXPECT_EQ(with("").payoff(*p), (Gains<2>{0, 0}));
  EXPECT_EQ(with("tie=first").payoff(*p), (Gains<2>{1, -1}));
}

TEST(HichainNotation, PositionsAndMoves) {
  const Hichain g;
  EXPECT_EQ(g.text(g.initial()), "start b");
  for (const char* text : {"start b", "start,b:Zs2-1,r:Is1-2 b", "- r", "b:*e2+0,r:Jw-3-4 r"}) {
    const auto p = g.read_position(text);
    ASSERT_TRUE(p) << p.error().message();
    EXPECT_EQ(g.text(*p), text);
  }
  const auto what = [&](const char* text) { return g.read_position(text).error().what; };
  EXPECT_EQ(what("start,b:Zs2-1,b:Zn4+4 r"), "black's card Z is used twice");
  EXPECT_EQ(what("start,b:Zs0+1 r"), "Zs0+1 lies where red's In0+1 lies already");
  EXPECT_EQ(what("start,b:An60+60 r"), "the cards are farther apart than in any game");
  EXPECT_FALSE(g.read_position("start"));
  EXPECT_FALSE(g.read_position("start,b:az r"));
  EXPECT_FALSE(g.read_position("start,b:An3 r"));
  EXPECT_FALSE(g.read_position("b:Cn0+0,b:Hn1+0,b:An2+0,b:In3+0,b:Nn4+0 b"));
  const auto move = [&](const char* text) { return g.read_move(g.initial(), text).error().what; };
  EXPECT_EQ(move("pass"), "there are cards to place, so passing is not allowed");
  EXPECT_EQ(move("An0+0"), "the cell of An0+0 is taken by black's Hn0+0");
  EXPECT_EQ(move("An5+0"), "no point of An5+0 meets a point of an opponent's card");
  EXPECT_EQ(move("Hn-1+0"), "a side of Hn-1+0 meets a side of black's Hn0+0");
  EXPECT_EQ(hichain::descriptive_text({1, 9, 2, -1, 2}), "□J↓-1+2");
}

TEST(HichainRoyal, EndsTheGame) {
  const Hichain g;
  const auto p = g.read_position("b:Cn0+0,b:Hn1+0,b:An2+0,b:Nn4+0,r:Xn3-1 b");
  ASSERT_TRUE(p) << p.error().message();
  auto q = *p;
  auto board = g.board(*p);
  const auto m = g.read_move(*p, "In3+0");
  ASSERT_TRUE(m) << m.error().message();
  g.play(q, *m);
  g.play(board, *m);
  EXPECT_EQ(g.turn(q), over);
  EXPECT_EQ(g.position(board), q);
  EXPECT_EQ(g.payoff(q), (Gains<2>{10'000, -10'000}));
  EXPECT_TRUE(list(g, q).empty());
  EXPECT_EQ(g.count(q), 0u);
  g.undo(board);
  EXPECT_EQ(g.position(board), *p);
  EXPECT_EQ(g.read_position(g.text(q)).value(), q);
}

TEST(HichainPass, OnlyWhenForced) {
  const Hichain g;
  // Black touches no opponent's card, red does.
  const auto p = g.read_position("b:Xn0+0 b");
  ASSERT_TRUE(p);
  ASSERT_EQ(list(g, *p), std::vector{HichainRules::pass_move()});
  EXPECT_EQ(g.count(*p), 1u);
  auto q = *p;
  g.play(q, HichainRules::pass_move());
  EXPECT_GT(g.count(q), 1u);
  EXPECT_EQ(g.read_move(*p, "pass").value(), HichainRules::pass_move());
  // Neither does: the game is over.
  EXPECT_EQ(g.count(g.read_position("- b").value()), 0u);
}

}  // namespace banmen
