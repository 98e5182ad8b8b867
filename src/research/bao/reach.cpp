#include "research/bao/reach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "core/text.hpp"
#include "engines/bao/census/census.hpp"
#include "engines/bao/census/ways.hpp"
#include "research/studies.hpp"
#include "solve/components.hpp"

namespace banmen::bao {
namespace {

/// Maximum index size for a census.
constexpr std::uint64_t most_bits = std::uint64_t{1} << 32;

using Layer = std::vector<std::uint64_t>;

using LoopWays = Ways<std::uint64_t>;

/// Finds parents, of several the first in its layer. Returns false when stopped.
bool find(LoopWays& ways, const Bao& g, const IndexSpace& space, const std::vector<Layer>& layers, const std::stop_token& stop) {
  for (std::size_t depth = ways.deepest(); depth > 0; ways.add_parents(depth--)) {
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

struct Edge {
  std::uint64_t to;
  Bao::Move move;
  bool quiet;  // no capture
};

/// The finite moves of a position.
std::vector<Edge> edges(const Bao& g, const IndexSpace& space, std::uint64_t from) {
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

/// A shortest line without captures from `from` to another position `to` in at most `most` plies; empty if there is none.
std::vector<Bao::Move> quiet_way(const Bao& g, const IndexSpace& space, std::uint64_t from, std::uint64_t to, std::uint32_t most) {
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

/// Fails if positions of this board don't have 64-bit indices.
Result<void> can_be_gone_through(const Bao& g) {
  if (IndexSpace(g).size() != too_many) return {};
  return fail("the positions of " + std::to_string(g.holes_a_side()) + "x2 can't be numbered in 64 bits",
              "use at most 12 holes on each side");
}

}  // namespace

Stones turned_to(const Bao& g, const Bao::Position& p, std::uint32_t hole) {
  Stones board(p.holes, p.holes + g.holes());
  std::rotate(board.begin(), board.begin() + hole, board.end());
  return board;
}

ReachReport reachable_loops(const Bao& g, const ReachLimits& limits, const Control& control) {
  struct Met {
    std::size_t layer;
    std::uint64_t number;
    Bao::Move move;
  };
  ReachReport report;
  const IndexSpace space(g);
  if (space.size() == space.too_many) return report;  // no 64-bit indices
  boost::unordered_flat_set<std::uint64_t> visited{space.index(g.initial())};
  boost::unordered_flat_set<Stones> known;  // representatives of the loops found so far
  std::vector<Met> met;
  std::vector<Layer> layers(1, Layer{space.index(g.initial())});
  bool stopped = false;
  while (!layers.back().empty() && layers.size() <= limits.plies && visited.size() <= limits.positions && !stopped) {
    Layer next_layer;
    const Layer& layer = layers.back();
    for (std::size_t i = 0; i < layer.size(); ++i) {
      if ((i & 0xfff) == 0) {
        stopped = control.stop.stop_requested();
        if (stopped) break;
        if (control.progress) control.progress(visited.size(), 0, "positions");
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
          if (visited.insert(number).second) next_layer.push_back(number);
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
  for (const Met& m : met) ways.add(m.layer, m.number);
  if (!find(ways, g, space, layers, control.stop)) return report;
  for (std::size_t i = 0; i < met.size(); ++i) {
    auto way = ways.to(met[i].layer, met[i].number);
    way.push_back(met[i].move);
    for (const Bao::Move m : way) report.loops[i].moves.push_back(Bao::text({}, m));
  }
  return report;
}

Result<ReachReport> loops_of_census(const Bao& g, const CensusOptions& options, const Control& control) {
  const auto found = bao::census(g, g.initial(), options, control, "loops of " + g.text(g.initial()));
  if (!found) return fail(found.error());
  if (!found->complete && !control.stop.stop_requested()) return fail(found->unfinished);
  ReachReport report;
  report.positions = found->all.positions;
  report.moves = found->all.moves;
  report.endless_moves = found->all.endless_moves;
  report.plies = found->depth;
  report.complete = found->complete;
  for (const auto& kind : found->kinds)
    report.loops.push_back({*loop_of(turned_to(g, *g.read_position(kind.board), 0)), kind.first});
  return report;
}

Result<ReachReport> loops_from_start(const Bao& g, const ReachLimits& limits, const Control& control) {
  if (const auto good = can_be_gone_through(g); !good) return fail(good.error());
  const ReachLimits none;
  if (IndexSpace(g).size() > most_bits || limits.positions != none.positions || limits.plies != none.plies)
    return reachable_loops(g, limits, control);
  CensusOptions options;
  options.cycles = false;
  return loops_of_census(g, options, control);
}

RepeatReport earliest_repetition(const Bao& g, const ReachLimits& limits, const Control& control) {
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
  const IndexSpace space(g);
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
    // Without new positions every cycle is known, and no layer bounds its length any more.
    const bool last = layer.empty();
    std::vector<std::uint64_t> next;
    for (std::size_t i = 0; i < layer.size(); ++i) {
      if ((i & 0xfff) == 0) {
        if (control.stop.stop_requested()) return report;
        if (control.progress) control.progress(known.size(), 0, "positions");
      }
      for (const Edge& edge : edges(g, space, layer[i])) {
        const auto [place, is_new] = known.emplace(edge.to, Known{depth + 1, edge.move, layer[i]});
        if (is_new)
          next.push_back(edge.to);
        else if (edge.quiet && place->second.depth <= depth)
          backs.push_back({layer[i], edge.to, edge.move, place->second.depth});
      }
    }
    // A repetition complete at ply depth + 1 leaves depth - back.depth plies from `to` to `from`.
    Back* best = nullptr;
    std::vector<Bao::Move> best_way;
    for (Back& back : backs) {
      if (control.stop.stop_requested()) return report;
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

Components repetition_components(const Bao& g, std::uint64_t most_positions, const Control& control) {
  Components out;
  const IndexSpace space(g);
  if (space.size() == space.too_many) return out;
  // The graph of moves without capture: captures never lie on a cycle.
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
    if (numbers.size() > most_positions || ((at & 0xfff) == 0 && control.stop.stop_requested())) return out;
    if ((at & 0xfff) == 0 && control.progress) control.progress(numbers.size(), 0, "positions");
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

namespace {

Result<Findings> find_repetition(const Values& values, const Control& control) {
  const Bao g = Bao::plain(static_cast<std::uint32_t>(values.integer("holes")));
  if (const auto good = can_be_gone_through(g); !good) return fail(good.error());
  const auto most = static_cast<std::uint64_t>(values.integer("positions"));
  const RepeatReport r = earliest_repetition(g, {.positions = most}, control);

  Findings findings;
  findings.complete = r.complete;
  findings.add(hidden("found", r.found));
  findings.add(hidden("plies", r.plies));
  findings.add(hidden("positions", r.positions));
  findings.add("result",
               r.found      ? "a position comes back"
               : r.complete ? "no position can come back"
                            : fmt::format("no position has come back up to ply {}", r.plies),
               fmt::format("{} positions were met", r.positions));
  if (r.found) {
    const std::size_t back = r.lead.size() + r.cycle.size();
    findings.add(hidden("lead", r.lead));
    findings.add(hidden("cycle", r.cycle));
    findings.add(hidden("back_at", back));
    findings.add("position", g.text(r.position));
    findings.add("first at ply", r.lead.size(), join(r.lead, " "));
    findings.add("back at ply", back, join(r.cycle, " "));
  }
  if (values.flag("components")) {
    const Components components = repetition_components(g, most, control);
    Findings sets;
    sets.add("sizes", components.sizes, "sizes of the sets of positions that lead back to each other");
    sets.add("complete", components.complete, components.complete ? "" : "there are more positions");
    findings.add("components", std::move(sets));
  }
  return findings;
}

}  // namespace

Study repeat_study() {
  return {.id = "repeat",
          .help = "Find the earliest repetition of a position",
          .examples = {"banmen bao repeat 8", "banmen bao repeat 4 --components"},
          .parameters = {Parameter::integer("holes", 8, 2, 13, "Holes on each side").at_place(),
                         Parameter::integer("positions", static_cast<long>(ReachLimits{}.positions), 1, 1'000'000'000'000,
                                            "Maximum positions to visit"),
                         Parameter::flag("components", false,
                                         "Also list the sizes of the sets of positions that lead back to each other")},
          .run = find_repetition,
          .takes = Study::Takes::seconds,
          .in_experiments = {{"positions", "20000000"}}};
}

}  // namespace banmen::bao
