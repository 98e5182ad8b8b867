#include "research/reversi/facing.hpp"

#include <algorithm>
#include <cmath>

#include "host/threads.hpp"
#include "research/studies.hpp"

namespace banmen::reversi {
namespace {

void less_group_means(std::vector<GroupedRow>& rows) {
  struct Sums {
    double n = 0, y = 0;
    Four x{};
  };
  std::vector<Sums> groups;
  for (const GroupedRow& row : rows) {
    if (row.group >= groups.size()) groups.resize(row.group + 1);
    Sums& sums = groups[row.group];
    sums.n += 1, sums.y += row.y;
    for (std::size_t k = 0; k < 4; ++k) sums.x[k] += row.x[k];
  }
  for (GroupedRow& row : rows) {
    const Sums& sums = groups[row.group];
    row.y -= sums.y / sums.n;
    for (std::size_t k = 0; k < 4; ++k) row.x[k] -= sums.x[k] / sums.n;
  }
}

std::array<std::int8_t, 4> seen_from(const std::array<std::int8_t, 4>& seats, std::uint64_t seat) {
  std::array<std::int8_t, 4> out{};
  for (std::size_t k = 0; k < 4; ++k) out[k] = seats[(seat + k) % 4];
  return out;
}

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
                     Findings::DataTable& table) {
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
  std::vector<FourPlayers> players(static_cast<std::size_t>(std::max(1, control.threads)));
  for (FourPlayers& four : players) {
    auto made = make_yonin_players(*g, values.text("agent"));
    if (!made) return fail(made.error());
    four = std::move(*made);
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
  Findings::DataTable table{"slopes",
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

WithinRegression::WithinRegression(std::vector<GroupedRow> rows) {
  less_group_means(rows);
  FourByFour products{};
  Four with_y{};
  for (const GroupedRow& row : rows)
    for (std::size_t k = 0; k < 4; ++k) {
      with_y[k] += row.x[k] * row.y;
      for (std::size_t j = 0; j < 4; ++j) products[k][j] += row.x[k] * row.x[j];
    }
  for (std::size_t i = 0; i < rows.size(); ++i) clusters_ += i == 0 || rows[i].cluster != rows[i - 1].cluster;
  FourByFour inverse{};
  if (clusters_ < 2 || !invert(products, inverse)) return;
  determined_ = true;
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t j = 0; j < 4; ++j) slopes_[k] += inverse[k][j] * with_y[j];
    alone_[k].value = with_y[k] / products[k][k];
  }
  // Sums of x times residual, cluster by cluster.
  FourByFour meat{};
  Four lone_meat{}, together{}, lone{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const GroupedRow& row = rows[i];
    double left = row.y;
    for (std::size_t k = 0; k < 4; ++k) left -= slopes_[k] * row.x[k];
    for (std::size_t k = 0; k < 4; ++k) {
      together[k] += row.x[k] * left;
      lone[k] += row.x[k] * (row.y - alone_[k].value * row.x[k]);
    }
    if (i + 1 < rows.size() && rows[i + 1].cluster == row.cluster) continue;
    for (std::size_t k = 0; k < 4; ++k) {
      lone_meat[k] += lone[k] * lone[k];
      for (std::size_t j = 0; j < 4; ++j) meat[k][j] += together[k] * together[j];
    }
    together = lone = {};
  }
  const double c = static_cast<double>(clusters_), scale = c / (c - 1);
  for (std::size_t i = 0; i < 4; ++i) {
    alone_[i].error = std::sqrt(scale * lone_meat[i]) / products[i][i];
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t l = 0; l < 4; ++l) covariance_[i][j] += scale * inverse[i][k] * meat[k][l] * inverse[l][j];
  }
}

Slope WithinRegression::slope(std::size_t k) const { return {slopes_[k], std::sqrt(std::max(0.0, covariance_[k][k]))}; }

Slope WithinRegression::combined(const std::array<double, 4>& weights) const {
  double value = 0, variance = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value += weights[i] * slopes_[i];
    for (std::size_t j = 0; j < 4; ++j) variance += weights[i] * weights[j] * covariance_[i][j];
  }
  return {value, std::sqrt(std::max(0.0, variance))};
}

Slope WithinRegression::alone(std::size_t k) const { return alone_[k]; }

std::array<std::int8_t, 4> standings(const Yonin& g, const DiscPosition& p, Standing standing) {
  const Gains<4> own = g.score(p);
  std::array<std::int8_t, 4> out{};
  for (int seat = 0; seat < 4; ++seat) {
    const auto k = static_cast<std::size_t>(seat);
    const int lying = popcount((p.mover | p.other) & g.board().quadrant(seat));
    out[k] = static_cast<std::int8_t>(standing == Standing::discs ? own[k] : 2 * own[k] - lying);
  }
  return out;
}

std::vector<std::vector<FacedDecision>> faced_decisions(const Yonin& g, const std::vector<FourPlayers>& players, int opening,
                                                        Standing standing, std::uint64_t games, const Control& control) {
  std::vector<std::vector<FacedDecision>> out(games);
  std::size_t next = 0;
  run_chunks(control, games, 4, "games", [&] {
    std::array<Search<Yonin>*, 4> four{};
    for (std::size_t seat = 0; seat < 4; ++seat) four[seat] = players[next][seat].get();
    ++next;
    return [&, four](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t game = begin; game < end; ++game) {
        std::vector<FacedDecision> decisions;
        std::vector<std::uint8_t> seats;
        const auto last = play_four(g, four, opening, game, control, [&](const DiscPosition& p, int ply) {
          decisions.push_back({static_cast<std::uint8_t>(ply),
                               static_cast<std::uint8_t>(popcount(g.placements(p))),
                               seen_from(standings(g, p, standing), p.turn),
                               {}});
          seats.push_back(static_cast<std::uint8_t>(p.turn));
        });
        if (!last) return;
        for (std::size_t k = 0; k < decisions.size(); ++k) decisions[k].at_end = seen_from(standings(g, *last, standing), seats[k]);
        out[game] = std::move(decisions);
      }
    };
  });
  return out;
}

WithinRegression by_standing(const std::vector<std::vector<FacedDecision>>& games, FacedOutcome outcome, bool at_end, int from,
                             int to) {
  std::vector<GroupedRow> rows;
  for (std::size_t game = 0; game < games.size(); ++game)
    for (const FacedDecision& d : games[game]) {
      if (d.ply < from || d.ply > to) continue;
      GroupedRow row{d.ply, static_cast<std::uint32_t>(game), 0, {}};
      row.y = outcome == FacedOutcome::places ? d.places : d.places == 0;
      for (std::size_t k = 0; k < 4; ++k) row.x[k] = at_end ? d.at_end[k] : d.now[k];
      rows.push_back(row);
    }
  return WithinRegression(std::move(rows));
}

Study facing_study() {
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
