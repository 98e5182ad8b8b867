// A game's state graph as the property checker sees it, and its named predicates.
#include <fmt/format.h>

#include <charconv>
#include <map>

#include "core/control.hpp"
#include "core/text.hpp"
#include "solve/solver.hpp"

namespace banmen {
namespace {

Result<Seat> read_seat(const ErasedGame& game, const std::string& name) {
  const auto seat = std::find(game.seats.begin(), game.seats.end(), name);
  if (seat == game.seats.end()) return fail("there is no seat '" + name + "'", suggest(name, game.seats));
  return static_cast<Seat>(seat - game.seats.begin());
}

/// Nodes of the state graph, then one more for every loop of endless moves, or for every endless move if the game does not
/// distinguish loops.
class GamePlayGraph {
 public:
  GamePlayGraph(const StateGraph& graph, std::stop_token stop) : graph_(graph) {
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

  /// The predicates: over, endless, the seat on turn, tier=N and tier<=N.
  [[nodiscard]] Result<Truth> predicate(std::string_view name) const {
    const auto where = [&](const auto& holds) {
      Truth out(play.rows.nodes());
      for (std::uint32_t node = 0; node < out.size(); ++node) out[node] = holds(node);
      return out;
    };
    if (name == "over") return where([&](std::uint32_t node) { return !is_endless(node) && graph_.terminal(node); });
    if (name == "endless") return where([&](std::uint32_t node) { return is_endless(node); });
    std::vector<std::string> names{"over", "endless"};
    for (const std::string& seat : graph_.game->seats) {
      if (name == seat) return where([&](std::uint32_t node) { return play.turn[node] == static_cast<Seat>(names.size() - 2); });
      names.push_back(seat);
    }
    for (const std::string_view prefix : {"tier<=", "tier="}) {
      if (!graph_.game->tiers) break;
      names.push_back(std::string(prefix) + "N");
      if (!name.starts_with(prefix)) continue;
      const std::string_view digits = name.substr(prefix.size());
      std::uint32_t n = 0;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
      if (error != std::errc{} || end != digits.data() + digits.size()) return fail(fmt::format("'{}' needs a number", name));
      return where([&](std::uint32_t node) { return tier(node) == n || (tier(node) < n && prefix.size() > 5); });
    }
    return fail("there is no predicate '" + std::string(name) + "'", suggest(name, names));
  }

  [[nodiscard]] bool is_endless(std::uint32_t node) const { return node >= graph_.size(); }

  /// The text of the first move that leads from one node to another.
  [[nodiscard]] std::string move(std::uint32_t from, std::uint32_t to) const {
    const auto targets = play.rows.row(from);
    const auto edges = graph_.row(from);
    for (std::size_t i = 0; i < edges.size(); ++i)
      if (targets[i] == to) return graph_.text(from, edges[i]);
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
    std::string name;  // the text of the position that represents it, if the game distinguishes loops
    std::uint32_t tier;
  };

  [[nodiscard]] std::uint32_t tier(std::uint32_t node) const {
    return is_endless(node) ? loops_[node - graph_.size()].tier : graph_.game->tier(graph_.position(node));
  }
  std::uint32_t loop_of(std::uint32_t node, const Edge& edge, std::map<std::string, std::uint32_t>& loops) {
    const std::uint32_t fresh = graph_.size() + static_cast<std::uint32_t>(loops_.size());
    const ErasedGame& game = *graph_.game;
    const auto kind = game.loop(graph_.position(node), edge.move);
    if (!kind) {
      loops_.push_back({{}, game.tier(graph_.position(node))});
      return fresh;
    }
    const auto [place, is_new] = loops.emplace(game.text(*kind), fresh);
    if (is_new) loops_.push_back({place->first, game.tier(*kind)});
    return place->second;
  }

  const StateGraph& graph_;
  std::vector<Loop> loops_;  // of the nodes after those of the graph
};

/// Validates the question before a graph is made for it.
Result<void> check_question(const ErasedGame& game, const VerifyOptions& options) {
  if (!options.seat.empty())
    if (const auto seat = read_seat(game, options.seat); !seat) return fail(seat.error());
  const StateGraph nothing{.game = &game};
  const GamePlayGraph model(nothing, {});
  return read_property(options.property, [&](std::string_view name) { return model.predicate(name); }).map([](const Property&) {});
}

Result<VerifyReport> verify_graph(const StateGraph& graph, const VerifyOptions& options, const std::stop_token& stop) {
  const GamePlayGraph model(graph, stop);
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
  const auto found_seat = read_seat(*graph.game, options.seat);
  if (!found_seat) return fail(found_seat.error());
  const Seat seat = *found_seat;
  const Strategy strategy = synthesise(model.play, *property, seat);
  report.holds = strategy.wins;
  report.winning = strategy.positions;
  // Loops are nodes of the play graph, but not positions. Play stays there, so the property can be read off.
  for (std::uint32_t node = graph.size(); node < model.play.rows.nodes(); ++node)
    report.winning -= property->kind == Property::Kind::until ? property->q[node] : property->p[node];
  if (!strategy.wins) return report;
  // Independent check: follow the strategy against every answer and check all remaining play by the other algorithm.
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
      report.strategy.emplace_back(graph.game->text(graph.position(node)), model.move(node, strategy.choice[node]));
  return report;
}

}  // namespace

Result<VerifyReport> verify(const ErasedGame& game, PositionBytes start, const VerifyOptions& options, const Control& control) {
  if (const auto asked = check_question(game, options); !asked) return fail(asked.error());
  const auto began = std::chrono::steady_clock::now();
  // Room for the checker's moves, forwards and backwards, and lists of positions.
  const auto graph = game.explore(start, {.memory = options.memory, .a_position = 96, .a_move = 12}, control);
  if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before the graph was complete");
  if (!graph.complete)
    return fail("the graph has more than " + std::to_string(graph.size()) + " positions, too many for the memory allowed",
                "raise --memory");
  auto report = verify_graph(graph, options, control.stop);
  if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before the property was checked");
  if (report) report->seconds = seconds_since(began);
  return report;
}

}  // namespace banmen
