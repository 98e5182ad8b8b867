// Is there a position with cards left and no legal move? A search that tries to bring one about, both players helping.
//
// A side keeps some cards back, and all others are laid; a beam of positions is carried on ply by ply, those first in which the
// cards kept have the fewest placements. The asterisk, X, V or A may lie almost anywhere; O touches with the middles of its edges
// only, so that it can be shut out by cards that turn no middle outwards: that is the card to keep. Whether a position found is
// blocked is for the rules to say, not for this search.
#pragma once

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <vector>

#include "core/control.hpp"
#include "games/hichain/threats.hpp"

namespace banmen::hichain {

struct Blockade {
  HichainRules::Position position{};
  std::vector<HichainRules::Move> moves;      // from the start
  std::array<std::uint32_t, 2> placements{};  // of black's and of red's cards left
  [[nodiscard]] std::uint32_t cost() const { return placements[0] + placements[1]; }
};

class BlockadeSearch {
 public:
  using Position = HichainRules::Position;
  using Move = HichainRules::Move;

  /// `kept`: by colour, the cards that are not laid, as bits by sign.
  BlockadeSearch(const HichainRules& g, std::array<std::uint32_t, 2> kept, std::size_t beam, const Control& control)
      : g_(g), kept_(kept), beam_(beam), control_(control) {
    for (std::size_t colour = 0; colour < 2; ++colour)
      for (int sign = 0; sign < signs; ++sign)
        if (kept[colour] >> sign & 1) ways_[colour] = ways_[colour] | g.field_ways(sign);
    for (int colour = 0; colour < 2; ++colour)
      for (int sign = 0; sign < signs; ++sign) {
        Ground lone;
        lone.place(0, 0, code_of(colour, sign, 0));
        exposure_[static_cast<std::size_t>(colour)][static_cast<std::size_t>(sign)] = placements(lone, 1 - colour);
      }
  }

  /// The position with the fewest placements of the kept cards once all others lie; what was reached where a stop is asked for.
  Blockade run() {
    std::vector<State> states = {{HichainRules::initial(), 0, 10000, 0, 0, {}}};
    std::uint64_t plies = 0;
    for (const std::uint32_t kept : kept_) plies += static_cast<std::uint64_t>(std::popcount(all_cards() & ~kept));
    for (std::uint64_t ply = 0; ply < plies && !control_.stop.stop_requested(); ++ply) {
      if (control_.progress) control_.progress(ply, plies, "plies");
      auto next = step(states, ply);
      if (next.empty()) break;  // nobody can lay a card that is not kept
      states = std::move(next);
    }
    return told(states.front());
  }

 private:
  struct State {
    Position position;
    std::uint32_t cost;
    std::uint32_t still;   // exposure of the cards that are still to be laid
    std::uint32_t draw;    // among equals
    std::uint32_t parent;  // in the ply before
    Move move;
  };

  [[nodiscard]] std::uint32_t all_cards() const { return g_.plain_deck ? (1u << asterisk) - 1 : (1u << signs) - 1; }

  std::vector<State> step(const std::vector<State>& states, std::uint64_t ply) {
    const auto worse = [](const State& a, const State& b) { return a.cost != b.cost ? a.cost < b.cost : a.draw < b.draw; };
    std::vector<State> best;
    Random random(control_.seed, 0, static_cast<std::uint32_t>(ply));
    const auto board = std::make_unique<Ground>();
    for (std::uint32_t parent = 0; parent < states.size() && !control_.stop.stop_requested(); ++parent) {
      const Position& p = states[parent].position;
      *board = Ground();
      HichainRules::each_card(p, [&](int x, int y, Code code) { board->place(x, y, code); });
      const int mover = p.mover;
      Ways free = g_.ways_left(p, mover);
      free = {free.low & ~ways_[static_cast<std::size_t>(mover)].low, free.high & ~ways_[static_cast<std::size_t>(mover)].high};
      struct Spot {
        Cell cell;
        Ways ways;
      };
      std::vector<Spot> spots;
      board->each_open(mover, [&](Cell c, Ways ways) { spots.push_back({c, ways & free}); });
      // At most a few children of one parent survive, or the beam would soon be one family.
      std::vector<State> family;
      for (auto [cell, ways] : spots)
        while (!ways.empty()) {
          const int way = ways.low != 0 ? std::countr_zero(ways.low) : 64 + std::countr_zero(ways.high);
          ways.remove(way);
          const Move m{static_cast<std::uint8_t>(way / 4), static_cast<std::uint8_t>(way % 4), board->x_of(cell),
                       board->y_of(cell)};
          const auto trace = board->place(m.x, m.y, code_of(mover, m.sign, m.orientation));
          const std::uint32_t still = states[parent].still - exposure_[static_cast<std::size_t>(mover)][m.sign];
          family.push_back({p, cost(*board) + still + still / 2, still, random.word(), parent, m});
          board->remove(cell, trace);
        }
      constexpr std::size_t heirs = 12;
      const auto some = family.begin() + static_cast<std::ptrdiff_t>(std::min(heirs, family.size()));
      std::partial_sort(family.begin(), some, family.end(), worse);
      best.insert(best.end(), family.begin(), some);
    }
    std::sort(best.begin(), best.end(), worse);
    std::vector<State> kept;
    std::unordered_set<std::uint64_t> seen;
    for (State& state : best) {
      if (kept.size() == beam_) break;
      g_.play(state.position, state.move);
      if (state.position.royal == 0 && seen.insert(g_.hash(state.position)).second) kept.push_back(state);
    }
    std::vector<Link> links;
    for (const State& state : kept) links.push_back({state.parent, state.move});
    history_.push_back(std::move(links));
    return kept;
  }

  [[nodiscard]] std::uint32_t placements(const Ground& ground, int colour) const {
    std::uint32_t n = 0;
    ground.each_open(colour, [&](Cell, Ways ways) { n += (ways & ways_[static_cast<std::size_t>(colour)]).size(); });
    return n;
  }
  [[nodiscard]] std::uint32_t cost(const Ground& ground) const { return placements(ground, 0) + placements(ground, 1); }

  Blockade told(const State& state) const {
    Blockade out;
    out.position = state.position;
    for (int colour = 0; colour < 2; ++colour)
      out.placements[static_cast<std::size_t>(colour)] = g_.placements(state.position, colour);
    std::uint32_t at = 0;
    for (auto ply = history_.rbegin(); ply != history_.rend(); ++ply) {
      if (ply->empty()) continue;
      out.moves.push_back((*ply)[at].move);
      at = (*ply)[at].parent;
    }
    std::reverse(out.moves.begin(), out.moves.end());
    return out;
  }

  struct Link {
    std::uint32_t parent;
    Move move;
  };
  const HichainRules& g_;
  std::array<std::uint32_t, 2> kept_;
  std::size_t beam_;
  const Control& control_;
  std::array<Ways, 2> ways_{};
  std::array<std::array<std::uint32_t, signs>, 2>
      exposure_{};                          // [colour][sign]: placements of the other's kept cards around it alone
  std::vector<std::vector<Link>> history_;  // by ply
};

}  // namespace banmen::hichain
