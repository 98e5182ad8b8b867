#include "engines/reversi/extensions.hpp"

#include <algorithm>
#include <utility>

#include "core/scene.hpp"
#include "engines/reversi/pass_valued.hpp"
#include "engines/reversi/solver.hpp"
#include "games/reversi/reversi.hpp"
#include "search/maxn.hpp"
#include "solve/solver.hpp"

namespace banmen {
namespace reversi {
namespace {

/// Max^N on the pass-valued game, as a player of the game itself.
template <class G>
class PassingMaxN final : public Search<G> {
 public:
  PassingMaxN(const G& g, std::int32_t points, const MaxNOptions& options)
      : g_(g, points, options.exact), search_(g_, options), plain_(options.aim.plain()) {}

  void new_game() override { search_.new_game(); }

  Answer<G> think(const Question<G>& question) override {
    Question<PassValued<G>> asked;
    asked.position = question.position;
    asked.seed = question.seed;
    asked.game = question.game;
    asked.ply = question.ply;
    asked.seconds = question.seconds;
    asked.lines = question.lines;
    asked.stop = question.stop;
    const double unit = g_.unit();
    if (question.progress)
      asked.progress = [&](const Progress<PassValued<G>>& so_far) {
        question.progress({so_far.depth, so_far.value / unit, so_far.nodes, so_far.seconds, so_far.move});
      };
    auto found = search_.think(asked);
    Answer<G> thought;
    for (auto& line : found.lines) {
      for (auto* values : {&line.least, &line.most})
        for (double& value : *values) value /= unit;
      thought.lines.push_back({line.move, line.value / unit, line.exact, std::move(line.line), line.visits, std::move(line.least),
                               std::move(line.most), std::move(line.more)});
    }
    thought.nodes = found.nodes;
    thought.depth = found.depth;
    thought.seconds = found.seconds;
    thought.unit = plain_ ? "points of the result still to come, adjusted for passes" : found.unit;
    return thought;
  }

 private:
  PassValued<G> g_;
  MaxN<PassValued<G>> search_;
  bool plain_;
};

template <class G>
Result<std::unique_ptr<Search<G>>> make_maxn(const G& g, const Values& values) {
  const auto options = MaxNOptions::from(values);
  if (!options) return fail(options.error());
  const auto points = static_cast<std::int32_t>(values.integer("pass"));
  if (options->ties == Ties::all) {
    if (points != 0) return fail("ties=all can't be combined with pass=", "omit one of them");
    if constexpr (G::max_players > 2) return std::make_unique<MaxNRange<G>>(g, *options);
    return fail("ties=all needs a game of more than two seats", "omit it: with two seats it changes nothing");
  }
  if (points == 0) return std::make_unique<MaxN<G>>(g, *options);
  return std::make_unique<PassingMaxN<G>>(g, points, *options);
}

/// Specialised maxn, which may value passes.
template <class G>
std::vector<OwnAgent<G>> agents() {
  AgentKind kind = **find_agent_kind("maxn");
  kind.parameters.push_back(
      Parameter::integer("pass", 0, -100'000, 100'000,
                         "evaluation points that a pass costs its side and gives to each other side (with two sides a disc is 8, "
                         "with four a rank 16)"));
  return {{std::move(kind), make_maxn<G>}};
}

}  // namespace
}  // namespace reversi

namespace {

std::string lead_words(int least, int most) {
  if (least <= -64) return "at most " + std::to_string(most);
  if (most >= 64) return "at least " + std::to_string(least);
  return std::to_string(least) + " to " + std::to_string(most);
}

/// Solves for the disc difference; values are from the first side's view.
template <class G>
Result<SolveReport> solve_discs(const G& g, const DiscPosition& p, const SolveOptions& wanted, const Control& control) {
  DiscSolverOptions options;
  options.threads = control.threads;
  options.stop = control.stop;
  options.table_bytes = static_cast<std::size_t>(std::min(wanted.memory, std::uint64_t{g.horizon(p) > 20 ? 1024u : 64u} << 20));
  if (control.progress)
    options.progress = [&](std::uint64_t nodes, int least, int most) {
      const bool nothing = least <= -64 && most >= 64;
      control.progress(nodes, 0,
                       nothing ? "positions searched" : "positions searched, the mover's lead " + lead_words(least, most));
    };
  DiscSolver solver(DiscGame::of(g), options);
  const DiscSolution solution = solver.solve(p);
  const Seat turn = g.turn(p);
  const int sign = turn >= 0 && team_of(g, turn) != team_of(g, 0) ? -1 : 1;
  SolveReport report;
  report.method = "null-window alpha-beta over discs";
  report.nodes = solution.nodes;
  report.seconds = solution.seconds;
  report.proved = solution.proved;
  // Bounds on the lead of the colour on turn, converted to the first side.
  report.low = solution.least > -64 || solution.proved ? solution.least : never_low;
  report.high = solution.most < 64 || solution.proved ? solution.most : never_high;
  if (sign < 0) report.low = -std::exchange(report.high, -report.low);
  if (solution.proved)
    report.value = report.low;
  else
    report.unfinished = "stopped before the proof was complete";
  auto at = p;
  for (const DiscMove m : solution.line) {
    report.line.push_back(g.text(at, m));
    g.play(at, m);
  }
  // Moves that are symmetric images of each other have equal values: one of them is solved.
  MoveBuffer<DiscMove, 64> list;
  if (wanted.openings && report.proved) g.moves(p, list);
  std::vector<std::pair<DiscPosition, std::int32_t>> known;
  for (const DiscMove m : list) {
    auto next = p;
    g.play(next, m);
    const DiscPosition least = g.canonical(next).position;
    auto same = std::find_if(known.begin(), known.end(), [&](const auto& pair) { return pair.first == least; });
    if (same == known.end()) {
      const DiscSolution reply = solver.solve(next, false);
      report.nodes += reply.nodes;
      report.seconds += reply.seconds;
      if (!reply.proved) {
        report.unfinished = "stopped before every first move was solved";
        break;
      }
      same = known.insert(known.end(), {least, -sign * static_cast<std::int32_t>(reply.value)});
    }
    report.openings.push_back({g.text(p, m), same->second, same->second});
  }
  return report;
}

/// Yonin with single players maximises ranks, which have no single value; two teams have.
template <class G>
bool serves(const G& g, const SolveOptions& options) {
  return options.method.empty() && !options.certificate && options.database.empty() &&
         (g.players() == 2 || team_of(g, 0) == team_of(g, 2));
}

}  // namespace

template <>
const Extensions<Reversi>& extensions_of<Reversi>() {
  static const Extensions<Reversi> extensions{
      .solver = {serves<Reversi>, solve_discs<Reversi>}, .agents = reversi::agents<Reversi>(), .scenery = reversi::scenery()};
  return extensions;
}

template <>
const Extensions<Yonin>& extensions_of<Yonin>() {
  static const Extensions<Yonin> extensions{
      .solver = {serves<Yonin>, solve_discs<Yonin>}, .agents = reversi::agents<Yonin>(), .scenery = reversi::yonin_scenery()};
  return extensions;
}

}  // namespace banmen
