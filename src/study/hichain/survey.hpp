// Many games between two players of one kind, and what they say about the questions of docs/hichain.md.
#pragma once

#include <array>
#include <cstdint>

#include "games/hichain/layout.hpp"
#include "study/hichain/player.hpp"

namespace banmen::hichain {

struct Survey {
  std::uint64_t games = 0, black_wins = 0, red_wins = 0, draws = 0, royal = 0;
  std::uint64_t passes = 0;                     // forced ones
  std::uint64_t cards_left = 0;                 // games that ended with cards left and nobody able to place (not by C-H-A-I-N)
  std::int64_t points[2] = {};                  // black's and red's
  std::array<std::uint64_t, signs> in_chain{};  // [sign]: how often the card lay in a scoring chain at the end
  struct Opening {
    std::uint64_t games = 0, wins = 0, draws = 0;  // black's
  };
  Opening dual, other;  // by whether black's first card reads as another letter from elsewhere
  Opening fewer, more;  // by which side the opponent had fewer moves on average: black's results
};

template <class Player>
Survey survey(const HichainRules& g, const Player& player, std::uint64_t games, std::uint64_t seed) {
  Survey out;
  const auto start = std::make_unique<HichainRules::Board>(g.board(HichainRules::initial()));
  const auto board = std::make_unique<HichainRules::Board>(*start);
  const auto is_dual = [](int sign) {
    for (int d = 1; d < 4; ++d) {
      const int shown = reading(Turned::geometry, sign, 0, d);
      if (shown != no_letter && shown != sign) return true;
    }
    return false;
  };
  for (std::uint64_t game = 0; game < games; ++game) {
    *board = *start;
    Random random(seed, game);
    std::int64_t balance = 0;  // moves that black has had beyond red's
    int first = -1;
    for (;;) {
      const std::uint32_t count = board->at.royal != 0 ? 0 : g.count(*board);
      if (count == 0) break;
      const auto m = player.choose(g, *board, random);
      if (first < 0) first = m.sign;
      if (HichainRules::is_pass(m))
        ++out.passes;
      else
        balance += board->at.mover == 0 ? std::int64_t{count} : -std::int64_t{count};
      g.play(*board, m);
    }
    const Gains<2> paid = g.payoff(*board), points = g.score(*board);
    ++out.games;
    out.royal += board->at.royal != 0;
    out.cards_left += board->at.royal == 0 && !(board->left[0].empty() && board->left[1].empty());
    out.black_wins += paid[0] > 0;
    out.red_wins += paid[0] < 0;
    out.draws += paid[0] == 0;
    for (std::size_t c = 0; c < 2; ++c) {
      out.points[c] += points[c];
      std::uint32_t chained = 0;
      for (std::uint16_t i = 0; i < board->books[c].chains; ++i)
        if (board->books[c].struck[i] == Book::alive) chained |= board->books[c].sets[i];
      for (std::size_t sign = 0; sign < signs; ++sign) out.in_chain[sign] += chained >> sign & 1;
    }
    for (Survey::Opening* opening : {is_dual(first) ? &out.dual : &out.other, balance >= 0 ? &out.more : &out.fewer}) {
      ++opening->games;
      opening->wins += paid[0] > 0;
      opening->draws += paid[0] == 0;
    }
  }
  return out;
}

}  // namespace banmen::hichain
