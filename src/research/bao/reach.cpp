#include "research/bao/reach.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>

#include "research/bao/visited.hpp"
#include "solve/index_space.hpp"
#include "solve/ways.hpp"

namespace banmen::bao {
namespace {

using Layer = std::vector<std::uint64_t>;

using LoopWays = Ways<std::uint64_t, Bao::Move>;

/// Of several parents the first in its layer. False when it was stopped.
bool find(LoopWays& ways, const Bao& g, const IndexSpace<Bao>& space, const std::vector<Layer>& layers,
          const std::stop_token& stop) {
  for (std::size_t depth = ways.deepest(); depth > 0; ways.want_parents(depth--)) {
    auto& targets = ways.targets(depth);
    std::size_t missing = targets.size();
    for (std::size_t i = 0; i < layers[depth - 1].size() && missing > 0; ++i) {
      if ((i & 0xfff) == 0 && stop.stop_requested()) return false;
      const std::uint64_t number = layers[depth - 1][i];
      const Bao::Position p = space.at(number);
      MoveBuffer<Bao::Move, 13> list;
      g.moves(p, list);
      for (const Bao::Move m : list) {
        Bao::Position next = p;
        g.play(next, m);
        if (next.ended) continue;
        const auto target = targets.find(space.index(next));
        if (target == targets.end() || target->second.from != LoopWays::nowhere) continue;
        target->second = {number, m};
        --missing;
      }
    }
  }
  return true;
}

}  // namespace

Stones turned_to(const Bao& g, const Bao::Position& p, std::uint32_t hole) {
  Stones board(p.holes, p.holes + g.holes());
  std::rotate(board.begin(), board.begin() + hole, board.end());
  return board;
}

ReachReport reachable_loops(const Bao& g, const ReachLimits& limits, const std::stop_token& stop,
                            const std::function<void(std::uint64_t)>& progress) {
  struct Met {
    std::size_t layer;
    std::uint64_t number;
    Bao::Move move;
  };
  ReachReport report;
  const IndexSpace<Bao> space(g);
  if (space.size() == space.too_many) return report;  // no 64-bit number for every position: nothing is gone through
  Visited visited(space.size());
  boost::unordered_flat_set<Stones> known;  // representatives of the loops met so far
  std::vector<Met> met;
  std::vector<Layer> layers(1, Layer{space.index(g.initial())});
  visited.insert(layers[0][0]);
  bool stopped = false;
  while (!layers.back().empty() && layers.size() <= limits.plies && visited.size() <= limits.positions && !stopped) {
    Layer next_layer;
    const Layer& layer = layers.back();
    for (std::size_t i = 0; i < layer.size(); ++i) {
      if ((i & 0xfff) == 0) {
        stopped = stop.stop_requested();
        if (stopped) break;
        if (progress) progress(visited.size());
      }
      const Bao::Position p = space.at(layer[i]);
      MoveBuffer<Bao::Move, 13> list;
      g.moves(p, list);
      report.moves += list.size();
      for (const Bao::Move m : list) {
        Bao::Position next = p;
        g.play(next, m);
        if (!next.ended) {
          const std::uint64_t number = space.index(next);
          if (visited.insert(number)) next_layer.push_back(number);
          continue;
        }
        ++report.endless_moves;
        const LoopType type = *loop_of(turned_to(g, p, m.hole));
        if (!known.insert(type.board).second) continue;
        report.loops.push_back({type, {}});
        met.push_back({layers.size() - 1, layer[i], m});
      }
    }
    layers.push_back(std::move(next_layer));
  }
  report.positions = visited.size();
  report.plies = static_cast<std::uint32_t>(layers.size()) - 1;
  report.complete = !stopped && layers.back().empty();
  if (report.complete) --report.plies;
  LoopWays ways;
  for (const Met& m : met) ways.want(m.layer, m.number);
  if (!find(ways, g, space, layers, stop)) return report;
  for (std::size_t i = 0; i < met.size(); ++i) {
    auto way = ways.to(met[i].layer, met[i].number);
    way.push_back(met[i].move);
    for (const Bao::Move m : way) report.loops[i].moves.push_back(Bao::text({}, m));
  }
  return report;
}

}  // namespace banmen::bao
