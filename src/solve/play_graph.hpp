// A game's state graph as the property checker sees it, and its named predicates.
#pragma once

#include <charconv>
#include <map>
#include <string>

#include "core/text.hpp"
#include "solve/graph.hpp"
#include "solve/property.hpp"

namespace banmen {

/// Nodes of the state graph, then one more for every loop that moves without end go round; for every such move where the game does
/// not tell its loops apart.
template <Game G>
class GamePlayGraph {
 public:
  explicit GamePlayGraph(const StateGraph<G>& graph) : graph_(graph) {
    std::map<std::string, std::uint32_t> loops;
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      for (const Edge& edge : graph.row(node))
        play.rows.targets.push_back(edge.target == Edge::nowhere ? loop_of(node, edge, loops) : edge.target);
      if (graph.terminal(node)) play.rows.targets.push_back(node);
      play.rows.first.push_back(static_cast<std::uint32_t>(play.rows.targets.size()));
      play.turn.push_back(graph.turn(node));
    }
    for (std::uint32_t i = 0; i < loops_.size(); ++i) {
      play.rows.targets.push_back(graph.size() + i);
      play.rows.first.push_back(static_cast<std::uint32_t>(play.rows.targets.size()));
      play.turn.push_back(over);
    }
  }

  PlayGraph play;

  /// over, endless, whose turn it is, tier=N, tier<=N, and what the game names itself.
  [[nodiscard]] Result<Truth> predicate(std::string_view name) const {
    const G& g = graph_.g;
    Truth out(play.rows.nodes(), 0);
    auto fill = [&](auto&& holds) {
      for (std::uint32_t node = 0; node < graph_.size(); ++node) out[node] = holds(node);
      return out;
    };
    if (name == "over") return fill([&](std::uint32_t node) { return graph_.terminal(node); });
    if (name == "endless") {
      for (std::uint32_t node = graph_.size(); node < out.size(); ++node) out[node] = 1;
      return out;
    }
    std::vector<std::string> names{"over", "endless"};
    for (Seat seat = 0; seat < g.players(); ++seat) {
      names.push_back(g.seat_name(seat));
      if (name == names.back()) return fill([&](std::uint32_t node) { return graph_.turn(node) == seat; });
    }
    if constexpr (IndexedGame<G>) {
      names.push_back("tier<=N");
      names.push_back("tier=N");
      for (const std::string_view prefix : {"tier<=", "tier="}) {
        if (name.substr(0, prefix.size()) != prefix) continue;
        const std::string_view digits = name.substr(prefix.size());
        std::uint32_t n = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
        if (error != std::errc{} || end != digits.data() + digits.size()) return fail("'" + std::string(name) + "' wants a number");
        return fill([&](std::uint32_t node) {
          const std::uint32_t tier = g.tier(graph_.numbers[node]);
          return prefix == "tier=" ? tier == n : tier <= n;
        });
      }
    }
    if constexpr (PredicateGame<G>)
      for (const std::string& own : g.predicates()) {
        names.push_back(own);
        if (own == name) return fill([&](std::uint32_t node) { return g.holds(graph_.numbers[node], name); });
      }
    return fail("there is no predicate '" + std::string(name) + "'", suggest(name, names));
  }

  [[nodiscard]] bool is_endless(std::uint32_t node) const { return node >= graph_.size(); }

  /// The text of the first move that leads from one node to another.
  [[nodiscard]] std::string move(std::uint32_t from, std::uint32_t to) const {
    const auto targets = play.rows.row(from);
    const auto edges = graph_.row(from);
    for (std::size_t i = 0; i < edges.size(); ++i)
      if (targets[i] == to) return graph_.g.text(graph_.numbers[from], graph_.move_of(from, edges[i].move));
    return {};
  }

  [[nodiscard]] VerifyRun run(const Run& run) const {
    VerifyRun out;
    for (std::size_t i = 1; i < run.nodes.size(); ++i) out.moves.push_back(move(run.nodes[i - 1], run.nodes[i]));
    std::uint32_t at = run.nodes.back();
    out.endless = is_endless(at);
    if (out.endless) out.loop = loops_[at - graph_.size()];
    const bool stays = run.cycle.size() == 1 && run.cycle[0] == at && play.turn[at] == over;
    if (!stays)
      for (const std::uint32_t node : run.cycle) {
        out.cycle.push_back(move(at, node));
        at = node;
      }
    return out;
  }

 private:
  std::uint32_t loop_of(std::uint32_t node, const Edge& edge, std::map<std::string, std::uint32_t>& loops) {
    const std::uint32_t fresh = graph_.size() + static_cast<std::uint32_t>(loops_.size());
    if constexpr (LoopKindGame<G>) {
      const std::string name = graph_.g.text(graph_.g.loop_kind(graph_.numbers[node], graph_.move_of(node, edge.move)));
      const auto [place, is_new] = loops.emplace(name, fresh);
      if (is_new) loops_.push_back(name);
      return place->second;
    }
    loops_.emplace_back();
    return fresh;
  }

  const StateGraph<G>& graph_;
  std::vector<std::string> loops_;  // of the nodes after the graph's own: the position that stands for each
};

template <Game G>
Result<VerifyReport> verify_property(const StateGraph<G>& graph, const VerifyOptions& options) {
  const GamePlayGraph<G> model(graph);
  const auto property = read_property(options.property, [&](std::string_view name) { return model.predicate(name); });
  if (!property) return fail(property.error());
  VerifyReport report;
  report.property = property->text;
  report.positions = graph.size();
  if (options.seat.empty()) {
    for (const Run& run : counterexamples(model.play, *property, options.all ? 10'000 : 1))
      report.counterexamples.push_back(model.run(run));
    report.holds = report.counterexamples.empty();
    return report;
  }
  std::vector<std::string> names;
  Seat seat = over;
  for (Seat s = 0; s < graph.g.players(); ++s) {
    names.push_back(graph.g.seat_name(s));
    if (names.back() == options.seat) seat = s;
  }
  if (seat == over) return fail("there is no seat '" + options.seat + "'", suggest(options.seat, names));
  const Strategy strategy = synthesise(model.play, *property, seat);
  report.holds = strategy.wins;
  report.winning = strategy.positions;
  // Loops are places of the play graph, but no positions: play that is there stays there, so whether the property holds is known at
  // once.
  for (std::uint32_t node = graph.size(); node < model.play.rows.nodes(); ++node)
    report.winning -= property->kind == Property::Kind::until ? property->q[node] : property->p[node];
  if (!strategy.wins) return report;
  // The second opinion: follow the strategy against every answer and check all play that is left, by the other code.
  std::vector<std::uint32_t> number;
  const PlayGraph left = follow(model.play, strategy, seat, number);
  Property same = *property;
  same.p.resize(number.size());
  if (!property->q.empty()) same.q.resize(number.size());
  for (std::size_t i = 0; i < number.size(); ++i) {
    same.p[i] = property->p[number[i]];
    if (!property->q.empty()) same.q[i] = property->q[number[i]];
  }
  report.checked = !counterexample(left, same);
  for (const std::uint32_t node : number)
    if (node < graph.size() && graph.turn(node) == seat && !graph.terminal(node) && strategy.choice[node] != Strategy::none)
      report.strategy.emplace_back(graph.g.text(graph.numbers[node]), model.move(node, strategy.choice[node]));
  return report;
}

}  // namespace banmen
