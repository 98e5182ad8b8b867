// A game's state graph as the property checker sees it, and its named predicates.
#pragma once

#include <charconv>
#include <map>
#include <string>

#include "core/text.hpp"
#include "solve/graph.hpp"
#include "solve/property.hpp"

namespace banmen {

/// What a word of a property means: a predicate of positions.
struct PredicateWord {
  enum class Meaning : std::uint8_t { over, endless, turn, tier, tier_at_most };
  Meaning meaning = Meaning::over;
  std::uint32_t number = 0;  // the seat, or the tier
};

/// over, endless, whose turn it is, tier=N and tier<=N.
template <Game G>
Result<PredicateWord> read_predicate(const G& g, std::string_view name) {
  using enum PredicateWord::Meaning;
  if (name == "over") return PredicateWord{over};
  if (name == "endless") return PredicateWord{endless};
  std::vector<std::string> names{"over", "endless"};
  for (Seat seat = 0; seat < g.players(); ++seat) {
    names.push_back(g.seat_name(seat));
    if (name == names.back()) return PredicateWord{turn, static_cast<std::uint32_t>(seat)};
  }
  if constexpr (IndexedGame<G>) {
    names.push_back("tier<=N");
    names.push_back("tier=N");
    for (const auto& [prefix, meaning] :
         {std::pair(std::string_view("tier<="), tier_at_most), std::pair(std::string_view("tier="), tier)}) {
      if (!name.starts_with(prefix)) continue;
      const std::string_view digits = name.substr(prefix.size());
      std::uint32_t n = 0;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
      if (error != std::errc{} || end != digits.data() + digits.size()) return fail("'" + std::string(name) + "' wants a number");
      return PredicateWord{meaning, n};
    }
  }
  return fail("there is no predicate '" + std::string(name) + "'", suggest(name, names));
}

template <Game G>
Result<Seat> read_seat(const G& g, const std::string& name) {
  std::vector<std::string> names;
  for (Seat seat = 0; seat < g.players(); ++seat) {
    names.push_back(g.seat_name(seat));
    if (names.back() == name) return seat;
  }
  return fail("there is no seat '" + name + "'", suggest(name, names));
}

/// Whether the question makes sense, to be asked before a graph is made for it.
template <Game G>
Result<void> check_question(const G& g, const VerifyOptions& options) {
  if (!options.seat.empty())
    if (const auto seat = read_seat(g, options.seat); !seat) return fail(seat.error());
  const auto property = read_property(options.property, [&](std::string_view name) {
    return read_predicate(g, name).map([](const PredicateWord&) { return Truth(); });
  });
  if (!property) return fail(property.error());
  return {};
}

/// Nodes of the state graph, then one more for every loop that moves without end go round; for every such move where the game does
/// not tell its loops apart.
template <Game G>
class GamePlayGraph {
 public:
  GamePlayGraph(const StateGraph<G>& graph, std::stop_token stop) : graph_(graph) {
    play.stop = std::move(stop);
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

  [[nodiscard]] Result<Truth> predicate(std::string_view name) const {
    const auto word = read_predicate(graph_.g, name);
    if (!word) return fail(word.error());
    Truth out(play.rows.nodes(), 0);
    for (std::uint32_t node = 0; node < out.size(); ++node) out[node] = holds(*word, name, node);
    return out;
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
    if (out.endless) out.loop = loops_[at - graph_.size()].name;
    const bool stays = run.cycle.size() == 1 && run.cycle[0] == at && play.turn[at] == over;
    if (!stays)
      for (const std::uint32_t node : run.cycle) {
        out.cycle.push_back(move(at, node));
        at = node;
      }
    return out;
  }

 private:
  struct Loop {
    std::string name;  // the text of the position that stands for it, where the game tells loops apart
    typename G::Position position;
  };

  [[nodiscard]] bool holds(const PredicateWord& word, [[maybe_unused]] std::string_view name, std::uint32_t node) const {
    using enum PredicateWord::Meaning;
    const bool endless_move = is_endless(node);
    [[maybe_unused]] const auto& p = endless_move ? loops_[node - graph_.size()].position : graph_.numbers[node];
    switch (word.meaning) {
      case over: return !endless_move && graph_.terminal(node);
      case endless: return endless_move;
      case turn: return !endless_move && graph_.turn(node) == static_cast<Seat>(word.number);
      case tier:
        if constexpr (IndexedGame<G>) return graph_.g.tier(p) == word.number;
        break;
      case tier_at_most:
        if constexpr (IndexedGame<G>) return graph_.g.tier(p) <= word.number;
        break;
    }
    return false;
  }

  std::uint32_t loop_of(std::uint32_t node, const Edge& edge, std::map<std::string, std::uint32_t>& loops) {
    const std::uint32_t fresh = graph_.size() + static_cast<std::uint32_t>(loops_.size());
    if constexpr (LoopingMoveGame<G>) {
      const auto kind = graph_.g.loop_kind(graph_.numbers[node], graph_.move_of(node, edge.move));
      const std::string name = graph_.g.text(kind);
      const auto [place, is_new] = loops.emplace(name, fresh);
      if (is_new) loops_.push_back({name, kind});
      return place->second;
    }
    loops_.push_back({{}, graph_.numbers[node]});
    return fresh;
  }

  const StateGraph<G>& graph_;
  std::vector<Loop> loops_;  // of the nodes after the graph's own
};

template <Game G>
Result<VerifyReport> verify_property(const StateGraph<G>& graph, const VerifyOptions& options, const std::stop_token& stop = {}) {
  const GamePlayGraph<G> model(graph, stop);
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
  const auto found_seat = read_seat(graph.g, options.seat);
  if (!found_seat) return fail(found_seat.error());
  const Seat seat = *found_seat;
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
