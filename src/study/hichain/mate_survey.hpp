// How often play comes to a position with a mate: what the mover can be sure of, at the positions of many games.
#pragma once

#include <memory>
#include <vector>

#include "core/control.hpp"
#include "study/hichain/mate.hpp"

namespace banmen::hichain {

struct MateSurvey {
  std::uint64_t positions = 0, at_once = 0;   // looked at; where a placement scores at once
  std::array<std::uint64_t, 2> mates{};       // of the others: where a move mates in one; where none does, but one mates in two
  std::vector<HichainRules::Position> found;  // the last kind
};

/// Looks at the positions of games number 0 … games-1 after `from` to `to` placements, one in `every` of them. Scoring means `gain`
/// points or more. Exhaustive, so it takes long where many cards are left.
template <class Player>
MateSurvey survey_mates(const HichainRules& g, const Player& player, std::int32_t gain, std::uint64_t games, std::uint32_t from,
                        std::uint32_t to, std::uint32_t every, const Control& control) {
  MateSurvey out;
  const auto board = std::make_unique<HichainRules::Board>();
  for (std::uint64_t game = 0; game < games && !control.stop.stop_requested(); ++game) {
    *board = g.board(HichainRules::initial());
    Random random(control.seed, game);
    for (std::uint32_t ply = 0; ply <= to && board->at.royal == 0 && g.count(*board) > 0; ++ply) {
      if (control.progress) control.progress(game, games, "games");
      if (ply >= from && (ply + game) % every == 0) {
        MateSurvey one;
        MateSearch search(g, gain, ~0ULL, control.stop);
        HichainRules::Move m;
        if (each_scoring_move(g, *board, gain, [](HichainRules::Move, std::int32_t) { return true; }))
          ++one.at_once;
        else if (search.find(*board, 1, &m))
          ++one.mates[0];
        else if (search.find(*board, 2, &m))
          ++one.mates[1];
        if (search.stopped()) return out;
        ++out.positions;
        out.at_once += one.at_once;
        for (std::size_t k = 0; k < 2; ++k) out.mates[k] += one.mates[k];
        if (one.mates[1] != 0) out.found.push_back(g.position(*board));
      }
      g.play(*board, player.choose(g, *board, random));
    }
  }
  return out;
}

}  // namespace banmen::hichain
