#include "lab/studies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>

#include "catalog/name.hpp"
#include "core/text.hpp"
#include "lab/first_moves.hpp"
#include "study/amazons/survey.hpp"
#include "study/backgammon/endgames.hpp"
#include "study/backgammon/paper.hpp"
#include "study/bao/claims.hpp"
#include "study/bao/loops.hpp"
#include "study/bao/marks.hpp"
#include "study/bao/paper.hpp"
#include "study/bao/reach.hpp"
#include "study/bao/repeat.hpp"

namespace banmen::lab {
namespace {

using Facts = Result<std::vector<Fact>>;

Fact count(std::string measure, std::uint64_t value, std::string words = {}) {
  return {std::move(measure), static_cast<double>(value), 0, 1, std::move(words)};
}

std::string board_of(const bao::Stones& board) {
  return "(" + bao::board_text(board.data(), static_cast<std::uint32_t>(board.size())) + ")";
}

// ---- Bao

/// The loops that play from the start leads to, with period and shift of each, and the sets of positions that come back over turns.
Facts bao_loops(const Values& values, const Control& control) {
  const auto g = Bao::plain(static_cast<std::uint32_t>(values.integer("holes")));
  bao::ReachLimits limits;
  if (values.integer("plies") > 0) limits.plies = static_cast<std::uint32_t>(values.integer("plies"));
  const bao::ReachReport reach = bao::reachable_loops(g, limits, control.stop);
  std::vector<Fact> facts;
  if (reach.loops.empty()) return fail("no endless move was met so far from the start");
  std::size_t shortest = ~std::size_t{0};
  std::string way;
  for (const bao::ReachedLoop& loop : reach.loops)
    if (loop.moves.size() < shortest) {
      shortest = loop.moves.size();
      way = join(loop.moves, " ");
    }
  facts.push_back(count("earliest endless move", shortest, way));
  facts.push_back(count("positions", reach.positions, reach.complete ? "all" : fmt::format("up to ply {}", reach.plies)));
  if (!reach.complete) return facts;
  facts.push_back(count("loops", reach.loops.size()));
  const auto cycles = bao::repetition_components(g, 1'000'000, control.stop);
  if (cycles.complete) {
    facts.push_back(count("sennichite", cycles.sizes.size(), fmt::format("sets of {} positions", fmt::join(cycles.sizes, ", "))));
    facts.push_back(count("kinds", reach.loops.size() + cycles.sizes.size()));
  }
  std::uint64_t odd = 0, even = 0, nines = 0, moving = 0;
  std::uint32_t fewest = ~0U;
  for (const bao::ReachedLoop& loop : reach.loops) {
    const bao::LoopType& t = loop.type;
    fewest = std::min(fewest, t.stones);
    if (t.period() > 0) {
      ++(t.stones % 2 == 1 ? odd : even);
      ++moving;
      nines += (t.period() - t.shift()) % (t.board.size() + 1) == 0 && t.period() >= t.shift();
    }
    const std::string words = "reached by " + join(loop.moves, " ");
    facts.push_back(count("period " + board_of(t.board), t.period(), words));
    facts.push_back(count("shift " + board_of(t.board), t.shift(), words));
  }
  facts.push_back(count("odd", odd));
  facts.push_back(count("even", even));
  facts.push_back(count("fewest stones", fewest));
  facts.push_back(
      {"share with period = shift + (holes+1)k", static_cast<double>(nines) / static_cast<double>(moving), 0, moving, {}});
  facts.push_back({"share of endless moves", static_cast<double>(reach.endless_moves) / static_cast<double>(reach.moves), 0,
                   reach.moves, "of all moves of all positions"});
  return facts;
}

/// Table 1: is the printed board, on each of the printed rings, a loop of one sowing?
Facts bao_patterns(const Values&, const Control&) {
  std::vector<Fact> facts;
  for (const auto& row : bao::paper::table1)
    for (const std::uint32_t ring : row.rings) {
      const bao::Stones board = bao::paper::pattern2(row.first, ring);
      bool loop = !board.empty();
      if (loop) {
        const auto sown = bao::sow_once(board);
        loop = sown && *sown == board;
      }
      facts.push_back(count(fmt::format("loop with {} first on a ring of {}", row.first, ring), loop, board_of(board)));
    }
  return facts;
}

Facts bao_repeat(const Values& values, const Control& control) {
  const auto g = Bao::plain(static_cast<std::uint32_t>(values.integer("holes")));
  bao::ReachLimits limits;
  limits.positions = static_cast<std::uint64_t>(values.integer("positions"));
  const auto report = bao::earliest_repetition(g, limits, control.stop);
  if (!report.found) return fail("no position came back within the limit");
  return std::vector<Fact>{count("first at ply", report.lead.size(), join(report.lead, " ")),
                           count("back at ply", report.lead.size() + report.cycle.size(), join(report.cycle, " "))};
}

/// The paper's statements, each tested over all boards up to a number of stones: 1 holds, 0.5 in part, 0 fails.
Facts bao_claims(const Values& values, const Control& control) {
  bao::ClaimLimits limits;
  limits.stones = static_cast<std::uint32_t>(values.integer("stones"));
  limits.random_games = static_cast<std::uint64_t>(values.integer("games"));
  limits.positions = static_cast<std::uint64_t>(values.integer("positions"));
  std::vector<Fact> facts;
  for (const bao::Claim& claim : bao::test_claims(limits, control.stop)) {
    if (!claim.section.starts_with("5")) continue;  // the others have experiments of their own
    std::string words = "§" + claim.section + ": " + claim.text + ". Found: " + claim.found;
    if (!claim.counterexamples.empty()) words += ". Counterexample: " + claim.counterexamples.front();
    const double holds = claim.verdict == "holds" ? 1 : claim.verdict == "partly" ? 0.5 : 0;
    facts.push_back({claim.id, holds, 0, 1, std::move(words)});
  }
  return facts;
}

// ---- Backgammon

Facts backgammon_induction(const Values& values, const Control&) {
  const int n = 15 - static_cast<int>(values.integer("white")), m = 15 - static_cast<int>(values.integer("black"));
  const backgammon::SideFamily sides(std::max(n, m));
  backgammon::BackwardInduction induction(sides);
  for (const auto& r : induction.run(n, m))
    if (r.n == n && r.m == m)
      return std::vector<Fact>{count("positions", r.positions), count("valued", r.known), count("races", r.races),
                               count("races valued", r.races_known)};
  return fail("backward induction gave no report");
}

Facts backgammon_montecarlo(const Values& values, const Control& control) {
  const backgammon::SideFamily sides(1);
  backgammon::BackwardInduction induction(sides);
  induction.run(1, 1);
  backgammon::Endgames exact{backgammon::Stakes{}};
  backgammon::EndgameOptions options;
  options.stop = control.stop;
  exact.solve(1, 1, options);
  const auto points = backgammon::monte_carlo(
      sides, *induction.table(1, 1), static_cast<std::uint64_t>(values.integer("iterations")),
      static_cast<std::uint64_t>(values.integer("seed")), values.flag("only_unknown"),
      [&](std::uint32_t a, std::uint32_t b) { return exact.value(0, 1, a, 1, b); }, [&] { return control.stop.stop_requested(); });
  std::vector<Fact> facts;
  for (const auto& p : points) facts.push_back({fmt::format("largest Bellman error[{}]", p.iterations), p.bellman_error, 0, 1, {}});
  for (const auto& p : points)
    facts.push_back({fmt::format("largest distance from the exact value[{}]", p.iterations), p.distance, 0, 1, {}});
  // How fast it falls: the slope over the last decade of the log-log plot; -0.5 is what sampling gives.
  if (points.size() >= 2) {
    const auto& last = points.back();
    for (const auto& p : points)
      if (p.iterations * 10 >= last.iterations && p.iterations < last.iterations) {
        facts.push_back({"slope",
                         std::log(last.bellman_error / p.bellman_error) /
                             std::log(static_cast<double>(last.iterations) / static_cast<double>(p.iterations)),
                         0, 1, fmt::format("from {} to {} iterations", p.iterations, last.iterations)});
        break;
      }
  }
  return facts;
}

// ---- Amazons

AmazonsVariant amazons_variant(const Values& values) {
  const std::string& name = values.text("variant");
  return name == "knight" ? AmazonsVariant::knight : name == "knightx" ? AmazonsVariant::knightx : AmazonsVariant::queen;
}

Facts amazons_winners(const Values& values, const Control& control) {
  const auto found = count_winners(static_cast<int>(values.integer("rows")), static_cast<int>(values.integer("columns")),
                                   static_cast<int>(values.integer("pieces")), amazons_variant(values),
                                   values.text("mirror") == "axis" ? AmazonsMirror::axis : AmazonsMirror::point,
                                   std::numeric_limits<double>::infinity(), {}, control);
  if (!found) return fail(found.error());
  return std::vector<Fact>{count("layouts", found->layouts), count("won by the first player", found->first_wins, found->first_win)};
}

/// How UCT's score against a random player goes with the number of first moves, over point-symmetric layouts.
Facts amazons_moves(const Values& values, const Control& control) {
  const AmazonsVariant variant = amazons_variant(values);
  std::vector<std::string> games;
  for (const AmazonsLayout& layout :
       opposite_layouts(static_cast<int>(values.integer("rows")), static_cast<int>(values.integer("columns")),
                        static_cast<int>(values.integer("pieces")), AmazonsMirror::point))
    games.push_back(amazons_game(variant, layout.board));
  MatchPlan plan;
  plan.agents = {values.text("agent"), "random"};
  plan.games = static_cast<std::uint64_t>(values.integer("games"));
  const auto starts = scores_by_first_moves(Catalog(), games, plan, control);
  if (!starts) return fail(starts.error());
  const FirstMovesCorrelations found = correlations(*starts);
  std::vector<Fact> facts{count("layouts", games.size())};
  const auto add = [&](const char* measure, const std::optional<Correlation>& c) {
    if (c) facts.push_back({measure, c->r, (c->interval.high - c->interval.low) / (2 * 1.96), c->n, ""});
  };
  add("correlation as first", found.first);
  add("correlation as second", found.second);
  add("correlation in both seats", found.both);
  return facts;
}

const std::vector<StudyKind>& kinds() {
  using P = Parameter;
  static const std::vector<StudyKind> all = {
      {"bao-loops",
       "endless moves that the start leads to",
       {P::integer("holes", 4, 2, 13, "holes on each side"), P::integer("plies", 0, 0, 1000, "look no further; 0: no limit")},
       bao_loops},
      {"bao-patterns", "Table 1 of the Bao paper, board by board", {}, bao_patterns},
      {"bao-repeat",
       "the earliest play in which a position comes back",
       {P::integer("holes", 8, 2, 13, "holes on each side"),
        P::integer("positions", 20'000'000, 1, 1'000'000'000, "that may be met")},
       bao_repeat},
      {"bao-claims",
       "the statements of the Bao paper's section 5: 1 holds, 0.5 in part, 0 fails",
       {P::integer("stones", 14, 7, 40, "boards of 4x2 with up to so many"), P::integer("games", 2000, 1, 1'000'000'000, "random"),
        P::integer("positions", 200'000, 1, 1'000'000'000, "of 8x2")},
       bao_claims},
      {"backgammon-induction",
       "Algorithm 1 of the backgammon paper: positions valued by backward induction",
       {P::integer("black", 14, 13, 14, "black checkers borne off"), P::integer("white", 14, 13, 14, "white checkers borne off")},
       backgammon_induction},
      {"backgammon-montecarlo",
       "Algorithm 2: Monte Carlo with exploring starts on (14,14)",
       {P::integer("iterations", 500, 1, 10'000'000, "games from every position"), P::integer("seed", 1, 0, 1'000'000'000, ""),
        P::flag("only_unknown", false, "positions that backward induction valued keep their value")},
       backgammon_montecarlo},
      {"amazons-winners",
       "who wins every layout in which the sides lie opposite each other",
       {P::integer("rows", 4, 2, 8, ""), P::integer("columns", 4, 2, 8, ""), P::integer("pieces", 1, 1, 32, "of each side"),
        P::choice("variant", {"knight", "knightx", "amazons"}, ""), P::choice("mirror", {"point", "axis"}, "")},
       amazons_winners},
      {"amazons-moves",
       "does an agent's score against a random player follow the number of first moves, over point-symmetric layouts?",
       {P::integer("rows", 5, 3, 8, ""), P::integer("columns", 5, 3, 8, ""), P::integer("pieces", 2, 1, 32, "of each side"),
        P::choice("variant", {"knight", "knightx", "amazons"}, ""), P::integer("games", 200, 2, 1'000'000, "at each layout"),
        P::text("agent", "uct:playouts=500,c=1,expand=1", "an agent", "whose score it is")},
       amazons_moves}};
  return all;
}

}  // namespace

const std::vector<StudyKind>& study_kinds() { return kinds(); }

Result<Study> find_study(std::string_view text) {
  const auto name = read_name(text);
  if (!name) return fail(name.error());
  std::vector<std::string> ids;
  for (const StudyKind& kind : kinds()) {
    ids.push_back(kind.id);
    if (kind.id != name->id) continue;
    const auto values = check_values(kind.id, kind.parameters, name->given);
    if (!values) return fail(values.error());
    return Study{canonical_name(kind.id, kind.parameters, *values),
                 [&kind, values = *values](const Control& control) { return kind.run(values, control); }};
  }
  return fail("there is no study '" + name->id + "'", suggest(name->id, ids));
}

}  // namespace banmen::lab
