#include "research/bao/repeat.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>

#include "solve/cycles.hpp"
#include "solve/index_space.hpp"

namespace banmen::bao {
namespace {

struct Edge {
  std::uint64_t to;
  Bao::Move move;
  bool quiet;  // nothing was captured
};

/// The finite moves of a position.
std::vector<Edge> edges(const Bao& g, const IndexSpace<Bao>& space, std::uint64_t from) {
  std::vector<Edge> out;
  const Bao::Position p = space.at(from);
  MoveBuffer<Bao::Move, 13> list;
  g.moves(p, list);
  for (const Bao::Move m : list) {
    Bao::Position next = p;
    const Gains<2> gain = g.play(next, m);
    if (!next.ended) out.push_back({space.index(next), m, gain[0] + gain[1] == 0});
  }
  return out;
}

struct Came {
  std::uint64_t from = 0;
  Bao::Move move{};
};

/// Moves of a shortest way without capture from `from` to `to`, of at most `most` plies; empty if there is none. from ≠ to.
std::vector<Bao::Move> quiet_way(const Bao& g, const IndexSpace<Bao>& space, std::uint64_t from, std::uint64_t to,
                                 std::uint32_t most) {
  boost::unordered_flat_map<std::uint64_t, Came> came{{from, {}}};
  std::vector<std::uint64_t> front{from};
  for (std::uint32_t length = 1; length <= most && !front.empty(); ++length) {
    std::vector<std::uint64_t> next;
    for (const std::uint64_t at : front)
      for (const Edge& edge : edges(g, space, at)) {
        if (!edge.quiet || !came.emplace(edge.to, Came{at, edge.move}).second) continue;
        if (edge.to != to) {
          next.push_back(edge.to);
          continue;
        }
        std::vector<Bao::Move> way;
        for (std::uint64_t back = to; back != from; back = came[back].from) way.push_back(came[back].move);
        std::reverse(way.begin(), way.end());
        return way;
      }
    front.swap(next);
  }
  return {};
}

}  // namespace

RepeatReport earliest_repetition(const Bao& g, const ReachLimits& limits, const std::stop_token& stop,
                                 const std::function<void(std::uint64_t)>& progress) {
  struct Known {
    std::uint32_t depth;
    Bao::Move move;
    std::uint64_t from;
  };
  struct Back {
    std::uint64_t from, to;
    Bao::Move move;
    std::uint32_t depth;  // of `to`
  };
  RepeatReport report;
  const IndexSpace<Bao> space(g);
  if (space.size() == space.too_many) return report;
  boost::unordered_flat_map<std::uint64_t, Known> known{{space.index(g.initial()), {0, {}, 0}}};
  std::vector<std::uint64_t> layer{space.index(g.initial())};
  std::vector<Back> backs;
  auto finish = [&](const Back& back, const std::vector<Bao::Move>& way) {
    report.found = report.complete = true;
    report.position = space.at(back.to);
    for (std::uint64_t at = back.to; known[at].depth > 0; at = known[at].from) report.lead.push_back(Bao::text({}, known[at].move));
    std::reverse(report.lead.begin(), report.lead.end());
    for (const Bao::Move m : way) report.cycle.push_back(Bao::text({}, m));
    report.cycle.push_back(Bao::text({}, back.move));
  };
  for (std::uint32_t depth = 0;; ++depth) {
    report.positions = known.size();
    report.plies = depth;
    // Without new positions every cycle is known; the waits left are for their lengths alone, which no layer bounds any more.
    const bool last = layer.empty();
    std::vector<std::uint64_t> next;
    for (std::size_t i = 0; i < layer.size(); ++i) {
      if ((i & 0xfff) == 0) {
        if (stop.stop_requested()) return report;
        if (progress) progress(known.size());
      }
      for (const Edge& edge : edges(g, space, layer[i])) {
        const auto [place, is_new] = known.emplace(edge.to, Known{depth + 1, edge.move, layer[i]});
        if (is_new)
          next.push_back(edge.to);
        else if (edge.quiet && place->second.depth <= depth)
          backs.push_back({layer[i], edge.to, edge.move, place->second.depth});
      }
    }
    // Is a repetition complete at ply depth + 1? From `to` that leaves depth - its depth plies to come to `from`.
    Back* best = nullptr;
    std::vector<Bao::Move> best_way;
    for (Back& back : backs) {
      if (stop.stop_requested()) return report;
      const std::uint32_t room = last ? ~0U : depth - back.depth;
      auto way = quiet_way(g, space, back.to, back.from, room);
      if (way.empty()) continue;
      if (best == nullptr || back.depth + way.size() < best->depth + best_way.size()) {
        best = &back;
        best_way = std::move(way);
      }
    }
    if (best != nullptr) {
      finish(*best, best_way);
      return report;
    }
    if (last) {
      report.complete = true;
      return report;
    }
    if (depth + 1 >= limits.plies || known.size() > limits.positions) {
      report.plies = depth + 1;
      report.positions = known.size();
      return report;
    }
    layer.swap(next);
  }
}

Components repetition_components(const Bao& g, std::uint64_t most_positions, const std::stop_token& stop,
                                 const std::function<void(std::uint64_t)>& progress) {
  Components out;
  const IndexSpace<Bao> space(g);
  if (space.size() == space.too_many) return out;
  // The graph of quiet moves: captures never lie on a cycle.
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> place;
  std::vector<std::uint64_t> numbers;
  Rows quiet;
  auto add = [&](std::uint64_t number) {
    const auto [at, is_new] = place.emplace(number, static_cast<std::uint32_t>(numbers.size()));
    if (is_new) numbers.push_back(number);
    return at->second;
  };
  add(space.index(g.initial()));
  for (std::uint32_t at = 0; at < numbers.size(); ++at) {
    if (numbers.size() > most_positions || ((at & 0xfff) == 0 && stop.stop_requested())) return out;
    if ((at & 0xfff) == 0 && progress) progress(numbers.size());
    for (const Edge& edge : edges(g, space, numbers[at])) {
      const std::uint32_t to = add(edge.to);
      if (edge.quiet) quiet.targets.push_back(to);
    }
    quiet.first.push_back(static_cast<std::uint32_t>(quiet.targets.size()));
  }
  const auto parts = components(quiet);
  for (const std::uint32_t c : nontrivial(quiet, parts)) out.sizes.push_back(parts.members(c).size());
  std::sort(out.sizes.rbegin(), out.sizes.rend());
  out.complete = true;
  return out;
}

}  // namespace banmen::bao
