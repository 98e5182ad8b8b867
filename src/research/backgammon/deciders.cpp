#include "research/backgammon/deciders.hpp"

#include <algorithm>
#include <cmath>

#include "engines/backgammon/network/judge.hpp"

namespace banmen::backgammon {
namespace {

constexpr int all_checkers = BackgammonRules::most_checkers;
constexpr double won = 2;  // more than any judgement

template <class Judge>
std::vector<double> by_result(const Decision& decision, Judge judge) {
  std::vector<double> out;
  for (const Standing& result : decision.results) out.push_back(occupied(result.other) == 0 ? won : judge(result));
  return out;
}

double by_network(const Standing& result) { return 1 - judged(Nets::trained(), result.mover, result.other, all_checkers)[0]; }

/// After all throws and answers that the network likes best.
double by_answers(const Standing& result) {
  const Backgammon g;
  Backgammon::Position p{};
  std::copy_n(result.mover, slots, p.checkers[0]);
  std::copy_n(result.other, slots, p.checkers[1]);
  p.owner = Backgammon::centred;
  p.phase = Backgammon::Phase::play;
  std::vector<Backgammon::Move> room(g.move_capacity());
  double sum = 0;
  for (int roll = 0; roll < throw_count; ++roll) {
    p.dice[0] = throw_of(roll).large;
    p.dice[1] = throw_of(roll).small;
    MoveList<Backgammon::Move> list(room.data(), g.move_capacity());
    g.moves(p, list);
    double best = 0;  // of the answering side
    for (const Backgammon::Move move : list) {
      auto next = p;
      g.play(next, move);
      Standing answered{};
      std::copy_n(next.checkers[1], slots, answered.mover);
      std::copy_n(next.checkers[0], slots, answered.other);
      best = std::max(best, occupied(answered.other) == 0 ? 1 : by_network(answered));
    }
    sum += throw_of(roll).weight * best;
  }
  return 1 - sum / 36;
}

std::vector<double> by_search(const Decision& decision) {
  constexpr std::size_t width = 8;
  std::vector<double> out = by_result(decision, by_network), order = out;
  std::sort(order.begin(), order.end(), std::greater<>());
  const double least = order[std::min(width, order.size()) - 1];
  for (std::size_t k = 0; k < out.size(); ++k)
    if (out[k] < least)
      out[k] = -1;
    else if (out[k] < won)
      out[k] = by_answers(decision.results[k]);
  return out;
}

}  // namespace

std::vector<Decider> deciders() {
  return {
      {"any play", "all as likely", [](const Decision& d) { return std::vector<double>(d.results.size(), 0); }},
      {"pips", "the best difference of pips; where several are equal, any",
       [](const Decision& d) { return by_result(d, [](const Standing& s) { return (pips(s.mover) - pips(s.other)) / 1000.0; }); }},
      {"race", "one-sided distributions, as if there were no contact",
       [](const Decision& d) {
         return by_result(d, [](const Standing& s) { return 1 - Race::instance().chances(s.mover, s.other, all_checkers)[0]; });
       }},
      {"evaluation", "pips, blots, points and primes: agents that ask the game itself",
       [](const Decision& d) { return by_result(d, [](const Standing& s) { return judgement(s.other, s.mover, false); }); }},
      {"network", "expectimax:depth=1", [](const Decision& d) { return by_result(d, by_network); }},
      {"network, 2 deep", "expectimax:depth=2,width=8", by_search},
  };
}

}  // namespace banmen::backgammon
