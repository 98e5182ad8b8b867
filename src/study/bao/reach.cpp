#include "study/bao/reach.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "study/bao/visited.hpp"

namespace banmen::bao {
namespace {

using Layer = std::vector<std::uint64_t>;

/// Moves from the start to positions of given layers, found by going back one layer at a time for all of them at once.
class Paths {
 public:
  Paths(const Bao& g, const Numbering& numbering, const std::vector<Layer>& layers)
      : g_(g), numbering_(numbering), layers_(layers) {}

  void want(std::size_t layer, std::uint64_t number) {
    if (wanted_.size() <= layer) wanted_.resize(layer + 1);
    wanted_[layer].emplace(number, Step{});
  }

  /// False when it was stopped.
  bool find(const std::stop_token& stop) {
    for (std::size_t layer = wanted_.size(); layer-- > 1;) {
      auto& targets = wanted_[layer];
      std::size_t open = targets.size();
      for (std::size_t i = 0; i < layers_[layer - 1].size() && open > 0; ++i) {
        if ((i & 0xfff) == 0 && stop.stop_requested()) return false;
        const std::uint64_t number = layers_[layer - 1][i];
        const Bao::Position p = numbering_.position(number);
        MoveBuffer<Bao::Move, 13> list;
        g_.moves(p, list);
        for (const Bao::Move m : list) {
          Bao::Position next = p;
          g_.play(next, m);
          if (next.ended) continue;
          const auto target = targets.find(numbering_.number(next));
          if (target == targets.end() || target->second.known) continue;
          target->second = {number, m, true};
          --open;
          want(layer - 1, number);
        }
      }
    }
    return true;
  }

  [[nodiscard]] std::vector<std::string> moves(std::size_t layer, std::uint64_t number) const {
    std::vector<std::string> texts;
    for (; layer > 0; --layer) {
      const Step& step = wanted_[layer].at(number);
      texts.push_back(Bao::text({}, step.move));
      number = step.from;
    }
    std::reverse(texts.begin(), texts.end());
    return texts;
  }

 private:
  struct Step {
    std::uint64_t from = 0;
    Bao::Move move{};
    bool known = false;
  };
  const Bao& g_;
  const Numbering& numbering_;
  const std::vector<Layer>& layers_;
  std::vector<std::unordered_map<std::uint64_t, Step>> wanted_;
};

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
  const Numbering numbering(g);
  if (numbering.count() == too_many) return report;  // no 64-bit number for every position: nothing is gone through
  Visited visited(numbering.count());
  std::map<Stones, std::size_t> known;  // representative → place in report.loops
  std::vector<Met> met;
  std::vector<Layer> layers(1, Layer{numbering.number(g.initial())});
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
      const Bao::Position p = numbering.position(layer[i]);
      MoveBuffer<Bao::Move, 13> list;
      g.moves(p, list);
      report.moves += list.size();
      for (const Bao::Move m : list) {
        Bao::Position next = p;
        g.play(next, m);
        if (!next.ended) {
          const std::uint64_t number = numbering.number(next);
          if (visited.insert(number)) next_layer.push_back(number);
          continue;
        }
        ++report.endless_moves;
        const LoopType type = *loop_of(turned_to(g, p, m.hole));
        if (!known.emplace(type.board, report.loops.size()).second) continue;
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
  Paths paths(g, numbering, layers);
  for (const Met& m : met) paths.want(m.layer, m.number);
  if (!paths.find(stop)) return report;
  for (std::size_t i = 0; i < met.size(); ++i) {
    report.loops[i].moves = paths.moves(met[i].layer, met[i].number);
    report.loops[i].moves.push_back(Bao::text({}, met[i].move));
  }
  return report;
}

}  // namespace banmen::bao
