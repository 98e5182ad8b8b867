// Moves to choose from, and passes, by how the facing seat and the neighbours stand.
#include "research/reversi/facing.hpp"
#include "research/reversi/studies.hpp"

namespace banmen::reversi {
namespace {

constexpr std::array<double, 4> of_neighbours = {0, 0.5, 0, 0.5}, facing_less_neighbours = {0, -0.5, 1, -0.5};

Figure slope_figure(std::string name, const Slope& slope, const WithinRegression& from, std::string words) {
  return {.name = std::move(name),
          .value = slope.value,
          .words = std::move(words),
          .error = slope.error,
          .n = from.clusters(),
          .exact = false,
          .digits = 4};
}

void report_standing(const std::vector<std::vector<FacedDecision>>& games, bool at_end, int from, int to, Findings& found,
                     Findings::Table& table) {
  const std::string when = at_end ? "end" : "now";
  for (const auto outcome : {FacedOutcome::places, FacedOutcome::pass}) {
    const std::string what = outcome == FacedOutcome::places ? "moves" : "passes";
    const WithinRegression fit = by_standing(games, outcome, at_end, from, to);
    if (!fit.determined()) continue;
    constexpr const char* relations[] = {"own", "next", "facing", "before"};
    for (std::size_t k = 0; k < 4; ++k) {
      const Slope held = fit.slope(k), alone = fit.alone(k);
      table.rows.push_back({what, when, relations[k], held.value, held.error, alone.value, alone.error});
    }
    const std::string words = at_end ? "a point more of its standing at the end" : "a point more of its standing now";
    for (const bool lone : {false, true}) {
      Figure figure = slope_figure(what + "." + when + (lone ? ".facing.alone" : ".facing"),
                                   lone ? fit.alone(facing_seat) : fit.slope(facing_seat), fit, words);
      figure.tabled = true;
      found.add(std::move(figure));
    }
    found.add(slope_figure(what + "." + when + ".neighbours", fit.combined(of_neighbours), fit, "the mean of both"));
    found.add(slope_figure(what + "." + when + ".difference", fit.combined(facing_less_neighbours), fit, "facing less neighbours"));
  }
}

Result<Findings> run_facing(const Values& values, const Control& control) {
  const auto g = read_yonin_rules(values);
  if (!g) return fail(g.error());
  const auto from = static_cast<int>(values.integer("from")), to = static_cast<int>(values.integer("to"));
  if (from > to) return fail("no ply lies between " + std::to_string(from) + " and " + std::to_string(to), "--from and --to");
  // Players are made beforehand: a worker can't fail.
  std::vector<std::array<YoninPlayer, 4>> players(static_cast<std::size_t>(std::max(1, control.threads)));
  for (auto& four : players)
    for (YoninPlayer& player : four) {
      auto made = make_yonin_player(*g, values.text("agent"));
      if (!made) return fail(made.error());
      player = std::move(*made);
    }
  const auto wanted = static_cast<std::uint64_t>(values.integer("games"));
  const auto games = faced_decisions(*g, players, static_cast<int>(values.integer("opening")),
                                     values.text("standing") == "lead" ? Standing::lead : Standing::discs, wanted, control);
  Findings found;
  std::uint64_t played = 0, decisions = 0, passes = 0;
  for (const auto& game : games) {
    played += !game.empty();
    for (const FacedDecision& d : game)
      if (d.ply >= from && d.ply <= to) ++decisions, passes += d.places == 0;
  }
  found.complete = played == wanted;
  found.add("games", played);
  found.add("decisions", decisions, "passes among them");
  found.add("passes", passes);
  using enum Findings::Column::Kind;
  Findings::Table table{"slopes",
                        "",
                        {{"of", text, "What changes"},
                         {"by", text, "Standings at the decision, or at the end of the game"},
                         {"seat", text, "Whose standing"},
                         {"slope", real, "By a point more, other standings and the ply held fixed", 4},
                         {"error", real, "Its standard error, games being independent", 4},
                         {"alone", real, "Only the ply held fixed", 4},
                         {"alone_error", real, "", 4, false, "error"}}};
  Findings figures;
  report_standing(games, false, from, to, figures, table);
  report_standing(games, true, from, to, figures, table);
  found.add(std::move(table));
  for (auto& entry : figures.entries) found.entries.push_back(std::move(entry));
  return found;
}

}  // namespace

Study facing() {
  using P = Parameter;
  return {.id = "facing",
          .help = "Does a seat have fewer moves when the one that faces it does badly? Slopes by standing, the ply held fixed",
          .examples = {"banmen yonin facing --games 20000", "banmen yonin facing --agent maxn:depth=3,ties=random --games 2000",
                       "banmen yonin facing --rules yonin:restrict=false --from 20 --to 39"},
          .parameters = {P::text("agent", "random", "random, greedy, maxn or uct", "Plays all seats"),
                         P::integer("games", 2000, 2, 10'000'000, "How many"), yonin_opening_parameter(4),
                         P::choice("standing", {"discs", "lead"}, "Discs at home, or how many more than the other colour's there"),
                         P::integer("from", 0, 0, 255, "The first ply that counts"),
                         P::integer("to", 255, 0, 255, "The last ply that counts"), yonin_rules_parameter()},
          .run = run_facing,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::reversi
