#include "research/reversi/yonin.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <functional>
#include <optional>

#include "core/parameter.hpp"
#include "core/text.hpp"
#include "host/threads.hpp"
#include "research/studies.hpp"
#include "search/greedy.hpp"
#include "search/maxn.hpp"
#include "search/uct.hpp"

namespace banmen::reversi {
namespace {

template <class Player, class... Options>
FourPlayers four_of(const Yonin& g, const Options&... options) {
  FourPlayers players;
  for (YoninPlayer& player : players) player = std::make_unique<Player>(g, options...);
  return players;
}

Parameter yonin_rules_parameter() {
  return Parameter::text("rules", "yonin", "yonin[:key=value,…]", "The rules, without mode=team");
}

Parameter yonin_opening_parameter() { return Parameter::integer("opening", 4, 0, 60, "Random plies at the beginning"); }

/// Rules of individuals: fails for team games.
Result<Yonin> read_yonin_rules(const Values& values) {
  auto g = game_of_rules<Yonin>(values, "yonin:restrict=false");
  if (g && g->team(0) == g->team(2)) return fail("in team mode a seat has no score of its own", "omit mode=team");
  return g;
}

/// Plays one game: `opening` random plies, then the players by seat. Calls `seen` for every position, forced passes included.
/// Returns the final position, or nothing when stopped.
std::optional<DiscPosition> play_four(const Yonin& g, const std::array<Search<Yonin>*, 4>& players, int opening, std::uint64_t game,
                                      const Control& control, const std::function<void(const DiscPosition&, int ply)>& seen) {
  for (Search<Yonin>* player : players) player->new_game();
  DiscPosition p = g.initial();
  Random random(mix(control.seed, 0x6f70656e), game);
  for (int ply = 0;; ++ply) {
    if (g.count(p) == 0) return p;
    if (control.stop.stop_requested()) return std::nullopt;
    seen(p, ply);
    if (ply < opening) {
      g.play(p, g.sample(p, random).move);
      continue;
    }
    Question<Yonin> question;
    question.position = p;
    question.seed = mix(control.seed, p.turn);
    question.game = game;
    question.ply = static_cast<std::uint32_t>(ply);
    question.stop = control.stop;
    const auto thought = players[p.turn]->think(question);
    if (control.stop.stop_requested()) return std::nullopt;  // the search was cut off
    g.play(p, thought.lines.front().move);
  }
}

void add_products(FourByFour& sum, const Four& d) {
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) sum[i][j] += d[i] * d[j];
}

Four minus(const Four& a, const Four& b) {
  Four out{};
  for (std::size_t k = 0; k < 4; ++k) out[k] = a[k] - b[k];
  return out;
}

std::size_t seat_of(const SeatOrder& order, std::size_t player) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), player) - order.begin());
}

/// v' m v.
double quadratic(const Four& v, const FourByFour& m) {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) sum += v[i] * m[i][j] * v[j];
  return sum;
}

using By = Seating::By;
constexpr std::array<std::pair<By, const char*>, 5> ways = {
    {{By::seat, "seat"}, {By::arrangement, "arrangement"}, {By::facing, "facing"}, {By::next, "next"}, {By::before, "before"}}};

double spread_of(const std::vector<Estimate>& means) {
  const auto [least, most] = std::ranges::minmax(means, {}, &Estimate::value);
  return most.value - least.value;
}

Findings::DataTable means_table(const Seating& seating, const std::vector<std::string>& agents) {
  using enum Findings::Column::Kind;
  Findings::DataTable table{"means",
                            "",
                            {{"player", text, ""},
                             {"by", text, "Grouping of the ranks"},
                             {"which", text, "Group: a seat, an order of the players, or a neighbour"},
                             {"rank", real, "Mean rank in this group", 3},
                             {"error", real, "", 3}}};
  const auto orders = all_orders();
  for (std::size_t player = 0; player < 4; ++player)
    for (const auto& [by, name] : ways) {
      const auto means = seating.means(player, by);
      for (std::size_t k = 0; k < means.size(); ++k) {
        std::string which;
        if (by == By::seat) which = Yonin::seat_name(static_cast<Seat>(k));
        if (by == By::arrangement)
          for (const std::uint8_t one : orders[k]) which += std::to_string(one + 1);
        if (which.empty()) which = agents[k >= player ? k + 1 : k];
        table.rows.push_back({agents[player], name, which, means[k].value, means[k].error});
      }
    }
  return table;
}

Findings::DataTable tests_table(const Seating& seating, const std::vector<std::string>& agents) {
  using enum Findings::Column::Kind;
  Findings::DataTable table{"tests",
                            "",
                            {{"player", text, ""},
                             {"by", text, "Grouping of the ranks"},
                             {"range", real, "Largest mean rank minus the smallest", 3},
                             {"chi2", real, "Chi-squared statistic of the differences between the means", 1},
                             {"freedom", integer, ""},
                             {"chance", real, "Probability of such differences by chance alone", -1},
                             {"share", real, "Share of the rank's variance that the grouping explains, corrected for chance", 4}}};
  for (std::size_t player = 0; player < 4; ++player)
    for (const auto& [by, name] : ways) {
      const ChiSquare test = seating.differ(player, by);
      table.rows.push_back({agents[player], name, spread_of(seating.means(player, by)), test.value, test.freedom, test.chance(),
                            seating.share(player, by)});
    }
  return table;
}

void add_test(Findings& found, const std::string& name, const ChiSquare& test, const std::string& words) {
  found.add({.name = name + ".chi2",
             .value = test.value,
             .words = std::to_string(test.freedom) + " degrees of freedom; " + words,
             .exact = false,
             .digits = 1});
  found.add({.name = name + ".chance", .value = test.chance(), .words = "probability of such differences by chance alone"});
}

/// `players`: by thread, player and seat. When stopped, every order has as many games as the order with the fewest.
std::vector<std::vector<PlayerRanks>> seated_games(const Yonin& g, const std::vector<std::array<FourPlayers, 4>>& players,
                                                   int opening, std::uint64_t games, const Control& control) {
  const auto orders = all_orders();
  std::vector<std::vector<PlayerRanks>> out(orders.size(), std::vector<PlayerRanks>(games));
  std::size_t next = 0;
  // Players keep transposition tables of their seat, so a worker owns one instance per seat.
  run_chunks(control, games * orders.size(), 4, "games", [&] {
    return [&, &own = players[next++]](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t number = begin; number < end; ++number) {
        const std::size_t k = number % orders.size();
        const SeatOrder& order = orders[k];
        std::array<Search<Yonin>*, 4> seated{};
        for (std::size_t seat = 0; seat < 4; ++seat) seated[seat] = own[order[seat]][seat].get();
        const auto last = play_four(g, seated, opening, number, control, [](const DiscPosition&, int) {});
        if (!last) return;
        const Gains<4> paid = g.payoff(*last);
        for (std::size_t seat = 0; seat < 4; ++seat)
          out[k][number / orders.size()][order[seat]] = static_cast<std::uint8_t>(-paid[seat]);
      }
    };
  });
  std::size_t whole = games;
  for (const auto& order : out)
    whole = std::min(whole, static_cast<std::size_t>(std::find(order.begin(), order.end(), PlayerRanks{}) - order.begin()));
  for (auto& order : out) order.resize(whole);
  return out;
}

Result<Findings> run_seating(const Values& values, const Control& control) {
  const auto g = read_yonin_rules(values);
  if (!g) return fail(g.error());
  const auto agents = values.words("agents");
  if (agents.size() != 4) return fail("--agents expects 4 agents, got " + std::to_string(agents.size()));
  std::vector<std::array<FourPlayers, 4>> players(static_cast<std::size_t>(std::max(1, control.threads)));
  for (auto& own : players)
    for (std::size_t a = 0; a < 4; ++a) {
      auto made = make_yonin_players(*g, agents[a]);
      if (!made) return fail(made.error());
      own[a] = std::move(*made);
    }
  const auto requested = static_cast<std::uint64_t>(values.integer("games"));
  const auto games = seated_games(*g, players, static_cast<int>(values.integer("opening")), requested, control);
  const Seating seating(games);
  if (games.front().size() < 2) return fail(ErrorKind::stopped, "stopped before every order was played twice");
  Findings found;
  found.complete = games.front().size() == requested;
  found.add("agents", agents);
  const std::uint64_t played = 24 * games.front().size();
  found.add("games", played, "equally many in each of 24 orders");
  found.add(means_table(seating, agents));
  found.add(tests_table(seating, agents));
  for (std::size_t a = 0; a < 4; ++a) {
    const Estimate mean = seating.overall(a);
    found.add(estimate("rank." + std::to_string(a + 1), mean.value, mean.error, played, 3, agents[a]));
  }
  for (std::size_t seat = 0; seat < 4; ++seat) {
    const Estimate mean = seating.seat(seat);
    found.add(
        estimate("seat." + Yonin::seat_name(static_cast<Seat>(seat)), mean.value, mean.error, played, 3, "mean rank in this seat"));
  }
  add_test(found, "seats", seating.seats(), "mean ranks of the seats, over all players");
  if (!seating.determined()) return found;
  add_test(found, "turns", seating.turns(), "players' ranks by their turn, within each arrangement");
  add_test(found, "arrangements", seating.arrangements(), "players' ranks by arrangement (who follows whom), over all turns");
  return found;
}

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

/// Regression of the number of moves, or of passing, on the four standings over plies from … to. Groups are plies, and thereby
/// seats, since seats alternate strictly.
WithinRegression by_standing(const std::vector<std::vector<FacedDecision>>& games, bool passes, bool at_end, int from, int to) {
  std::vector<GroupedRow> rows;
  for (std::size_t game = 0; game < games.size(); ++game)
    for (const FacedDecision& d : games[game]) {
      if (d.ply < from || d.ply > to) continue;
      GroupedRow row{d.ply, static_cast<std::uint32_t>(game), 0, {}};
      row.y = passes ? d.places == 0 : d.places;
      for (std::size_t k = 0; k < 4; ++k) row.x[k] = at_end ? d.at_end[k] : d.now[k];
      rows.push_back(row);
    }
  return WithinRegression(std::move(rows));
}

void report_standing(const std::vector<std::vector<FacedDecision>>& games, bool at_end, int from, int to, Findings& found,
                     Findings::DataTable& table) {
  const std::string when = at_end ? "end" : "now";
  for (const bool passes : {false, true}) {
    const std::string what = passes ? "passes" : "moves";
    const WithinRegression fit = by_standing(games, passes, at_end, from, to);
    if (!fit.determined()) continue;
    constexpr const char* relations[] = {"own", "next", "facing", "before"};
    for (std::size_t k = 0; k < 4; ++k) {
      const Estimate held = fit.slope(k), alone = fit.alone(k);
      table.rows.push_back({what, when, relations[k], held.value, held.error, alone.value, alone.error});
    }
    const auto figure = [&](const char* of, const Estimate& slope, std::string words) {
      return estimate(what + "." + when + of, slope.value, slope.error, fit.clusters(), 4, std::move(words));
    };
    const std::string words =
        at_end ? "effect of one more point of its standing at the end" : "effect of one more point of its standing now";
    for (const bool lone : {false, true}) {
      Figure facing = figure(lone ? ".facing.alone" : ".facing", lone ? fit.alone(facing_seat) : fit.slope(facing_seat), words);
      facing.tabled = true;
      found.add(std::move(facing));
    }
    found.add(figure(".neighbours", fit.combined(of_neighbours), "the mean of both"));
    found.add(figure(".difference", fit.combined(facing_less_neighbours), "facing less neighbours"));
  }
}

Result<Findings> run_facing(const Values& values, const Control& control) {
  const auto g = read_yonin_rules(values);
  if (!g) return fail(g.error());
  const auto from = static_cast<int>(values.integer("from")), to = static_cast<int>(values.integer("to"));
  if (from > to)
    return fail("--from " + std::to_string(from) + " is greater than --to " + std::to_string(to), "lower --from or raise --to");
  // Constructed beforehand because a worker can't report an error.
  std::vector<FourPlayers> players(static_cast<std::size_t>(std::max(1, control.threads)));
  for (FourPlayers& four : players) {
    auto made = make_yonin_players(*g, values.text("agent"));
    if (!made) return fail(made.error());
    four = std::move(*made);
  }
  const auto requested = static_cast<std::uint64_t>(values.integer("games"));
  const auto games = faced_decisions(*g, players, static_cast<int>(values.integer("opening")),
                                     values.text("standing") == "lead" ? Standing::lead : Standing::discs, requested, control);
  Findings found;
  std::uint64_t played = 0, decisions = 0, passes = 0;
  for (const auto& game : games) {
    played += !game.empty();
    for (const FacedDecision& d : game)
      if (d.ply >= from && d.ply <= to) ++decisions, passes += d.places == 0;
  }
  found.complete = played == requested;
  found.add("games", played);
  found.add("decisions", decisions, "including passes");
  found.add("passes", passes);
  using enum Findings::Column::Kind;
  Findings::DataTable table{"slopes",
                            "",
                            {{"of", text, "What changes: the number of moves, or passing"},
                             {"by", text, "Standings at the decision, or at the end of the game"},
                             {"seat", text, "Seat that has the standing"},
                             {"slope", real, "Change for one more point, other standings and the ply held fixed", 4},
                             {"error", real, "Standard error of the slope, taking games as independent", 4},
                             {"alone", real, "Slope with only the ply held fixed", 4},
                             {"alone_error", real, "", 4, false, "error"}}};
  Findings figures;
  report_standing(games, false, from, to, figures, table);
  report_standing(games, true, from, to, figures, table);
  found.add(std::move(table));
  for (auto& entry : figures.entries) found.entries.push_back(std::move(entry));
  return found;
}

}  // namespace

Result<FourPlayers> make_yonin_players(const Yonin& g, const std::string& text) {
  const auto name = read_name(text);
  if (!name) return fail(name.error());
  static const std::vector<std::string> known = {"random", "greedy", "maxn", "uct"};
  if (std::ranges::find(known, name->id) == known.end())
    return fail(ErrorKind::unknown_name, "'" + name->id + "' is not an agent of this study", suggest(name->id, known));
  const AgentKind& kind = **find_agent_kind(name->id);
  const auto values = check_values(name->id, kind.parameters, name->given);
  if (!values) return fail(values.error());
  if (name->id == "random") return four_of<RandomSearch<Yonin>>(g);
  if (name->id == "greedy") {
    const auto options = GreedyOptions::from(*values);
    if (!options) return fail(options.error());
    return four_of<Greedy<Yonin>>(g, *options);
  }
  if (name->id == "maxn") {
    const auto options = MaxNOptions::from(*values);
    if (!options) return fail(options.error());
    if (options->ties == Ties::all) return fail("ties=all gives a range of results instead of a move", "use ties=random");
    return four_of<MaxN<Yonin>>(g, *options);
  }
  const auto options = UctOptions::from(*values);
  if (!options) return fail(options.error());
  if (options->staged) return fail("playout=staged needs a game whose moves are made in steps", "use playout=whole");
  return four_of<Uct<Yonin>>(g, *options);
}

bool invert(FourByFour m, FourByFour& inverse) {
  double largest = 0;
  for (const Four& row : m)
    for (const double value : row) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < 4; ++i) inverse[i] = {}, inverse[i][i] = 1;
  for (std::size_t k = 0; k < 4; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < 4; ++i)
      if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
    if (std::abs(m[pivot][k]) <= 1e-12 * largest) return false;
    std::swap(m[k], m[pivot]);
    std::swap(inverse[k], inverse[pivot]);
    const double by = m[k][k];
    for (std::size_t j = 0; j < 4; ++j) m[k][j] /= by, inverse[k][j] /= by;
    for (std::size_t i = 0; i < 4; ++i) {
      const double times = m[i][k];
      if (i == k || times == 0) continue;
      for (std::size_t j = 0; j < 4; ++j) m[i][j] -= times * m[k][j], inverse[i][j] -= times * inverse[k][j];
    }
  }
  return true;
}

std::vector<SeatOrder> all_orders() {
  std::vector<SeatOrder> orders;
  for (std::uint8_t a = 0; a < 4; ++a)
    for (std::uint8_t b = 0; b < 4; ++b)
      for (std::uint8_t c = 0; c < 4; ++c)
        if (a != b && a != c && b != c) orders.push_back({a, b, c, static_cast<std::uint8_t>(6 - a - b - c)});
  return orders;
}

int arrangement_of(const SeatOrder& order) {
  SeatOrder turned = order;
  std::rotate(turned.begin(), std::find(turned.begin(), turned.end(), 0), turned.end());
  const auto orders = all_orders();  // orders that begin with player 0 come first
  return static_cast<int>(std::find(orders.begin(), orders.end(), turned) - orders.begin());
}

double ChiSquare::chance() const {
  return freedom < 1 ? 1 : boost::math::cdf(boost::math::complement(boost::math::chi_squared(freedom), std::max(0.0, value)));
}

Seating::Seating(const std::vector<std::vector<PlayerRanks>>& games) : games_(static_cast<double>(games.front().size())) {
  if (games_ < 2) return;
  for (std::size_t k = 0; k < 24; ++k) {
    for (const PlayerRanks& ranks : games[k])
      for (std::size_t a = 0; a < 4; ++a) mean_[k][a] += ranks[a] / games_;
    FourByFour products{}, by_seat{};
    for (const PlayerRanks& ranks : games[k]) {
      Four d{}, seated{};
      for (std::size_t a = 0; a < 4; ++a) d[a] = ranks[a] - mean_[k][a];
      for (std::size_t seat = 0; seat < 4; ++seat) seated[seat] = d[orders_[k][seat]];
      add_products(products, d);
      add_products(by_seat, seated);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      variance_[k][i] = products[i][i] / (games_ - 1);
      for (std::size_t j = 0; j < 4; ++j) {
        within_[i][j] += products[i][j] / (games_ - 1) / 24;
        seats_within_[i][j] += by_seat[i][j] / (games_ - 1) / 24;
      }
    }
  }
  determined_ = invert(within_, inverse_);
}

ChiSquare Seating::turns() const {
  ChiSquare out{0, 72};
  for (int arrangement = 0; arrangement < 6; ++arrangement) {
    Four middle{};
    for (std::size_t k = 0; k < 24; ++k)
      if (arrangement_of(orders_[k]) == arrangement)
        for (std::size_t a = 0; a < 4; ++a) middle[a] += mean_[k][a] / 4;
    for (std::size_t k = 0; k < 24; ++k)
      if (arrangement_of(orders_[k]) == arrangement) out.value += games_ * quadratic(minus(mean_[k], middle), inverse_);
  }
  return out;
}

ChiSquare Seating::arrangements() const {
  ChiSquare out{0, 20};
  std::array<Four, 6> means{};
  Four middle{};
  for (std::size_t k = 0; k < 24; ++k)
    for (std::size_t a = 0; a < 4; ++a) {
      means[static_cast<std::size_t>(arrangement_of(orders_[k]))][a] += mean_[k][a] / 4;
      middle[a] += mean_[k][a] / 24;
    }
  for (const Four& mean : means) out.value += 4 * games_ * quadratic(minus(mean, middle), inverse_);
  return out;
}

Estimate Seating::seat(std::size_t seat) const {
  Estimate out{0, std::sqrt(seats_within_[seat][seat] / (24 * games_))};
  for (std::size_t k = 0; k < 24; ++k) out.value += mean_[k][orders_[k][seat]] / 24;
  return out;
}

ChiSquare Seating::seats() const {
  // The common mean that fits best is 1'V⁻¹m / 1'V⁻¹1.
  FourByFour inverse{};
  if (!invert(seats_within_, inverse)) return {0, 3};
  Four means{};
  double top = 0, below = 0;
  for (std::size_t i = 0; i < 4; ++i) means[i] = seat(i).value;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) top += inverse[i][j] * means[j], below += inverse[i][j];
  const double common = top / below;
  return {24 * games_ * quadratic(minus(means, {common, common, common, common}), inverse), 3};
}

std::size_t Seating::group(std::size_t order, std::size_t player, By by) const {
  const SeatOrder& seated = orders_[order];
  const std::size_t seat = seat_of(seated, player);
  if (by == By::seat) return seat;
  if (by == By::arrangement) return static_cast<std::size_t>(arrangement_of(seated));
  const std::size_t there = seated[(seat + (by == By::next ? 1 : by == By::facing ? 2 : 3)) % 4];
  return there > player ? there - 1 : there;  // index among the other players
}

template <class Pick>
Estimate Seating::over(std::size_t player, Pick pick) const {
  Estimate out;
  double orders = 0;
  for (std::size_t k = 0; k < 24; ++k)
    if (pick(k)) {
      ++orders;
      out.value += mean_[k][player];
      out.error += variance_[k][player] / games_;
    }
  return {out.value / orders, std::sqrt(out.error) / orders};
}

std::vector<Estimate> Seating::means(std::size_t player, By by) const {
  const std::size_t groups = by == By::seat ? 4 : by == By::arrangement ? 6 : 3;
  std::vector<Estimate> out;
  for (std::size_t which = 0; which < groups; ++which)
    out.push_back(over(player, [&](std::size_t k) { return group(k, player, by) == which; }));
  return out;
}

ChiSquare Seating::differ(std::size_t player, By by) const {
  const auto groups = means(player, by);
  double weights = 0, middle = 0;
  ChiSquare out{0, static_cast<int>(groups.size()) - 1};
  for (const Estimate& one : groups) {
    if (one.error == 0) return {0, out.freedom};  // constant rank
    weights += 1 / (one.error * one.error);
    middle += one.value / (one.error * one.error);
  }
  middle /= weights;
  for (const Estimate& one : groups) out.value += (one.value - middle) * (one.value - middle) / (one.error * one.error);
  return out;
}

Estimate Seating::overall(std::size_t player) const {
  return over(player, [](std::size_t) { return true; });
}

double Seating::share(std::size_t player, By by) const {
  const auto groups = means(player, by);
  const double n = static_cast<double>(groups.size()), middle = overall(player).value;
  double between = 0;
  for (const Estimate& one : groups) between += ((one.value - middle) * (one.value - middle)) / (n - 1) - one.error * one.error / n;
  between = std::max(0.0, between);
  const double all = within_[player][player] + between;
  return all > 0 ? between / all : 0;
}

Study seating_study() {
  using P = Parameter;
  Parameter agents = P::text("agents", "random greedy maxn:depth=3 uct:playouts=100", "AGENT AGENT AGENT AGENT",
                             "Four agents, each random, greedy, maxn or uct");
  agents.words = 4;
  return {.id = "seating",
          .help = "Test whether ranks depend on seat or neighbours: four players in all 24 orders",
          .examples = {"banmen yonin seating --games 100",
                       "banmen yonin seating --agents random random greedy uct:playouts=200 --rules yonin:size=6"},
          .parameters = {agents, P::integer("games", 50, 2, 1'000'000, "Games per order"), yonin_opening_parameter(),
                         yonin_rules_parameter()},
          .run = run_seating,
          .takes = Study::Takes::seconds,
          .threads = true};
}

WithinRegression::WithinRegression(std::vector<GroupedRow> rows) {
  less_group_means(rows);
  FourByFour products{};
  Four with_y{};
  for (const GroupedRow& row : rows) {
    add_products(products, row.x);
    for (std::size_t k = 0; k < 4; ++k) with_y[k] += row.x[k] * row.y;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) clusters_ += i == 0 || rows[i].cluster != rows[i - 1].cluster;
  FourByFour inverse{};
  if (clusters_ < 2 || !invert(products, inverse)) return;
  determined_ = true;
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t j = 0; j < 4; ++j) slopes_[k] += inverse[k][j] * with_y[j];
    alone_[k].value = with_y[k] / products[k][k];
  }
  // Scores s of each cluster.
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
    for (std::size_t k = 0; k < 4; ++k) lone_meat[k] += lone[k] * lone[k];
    add_products(meat, together);
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

Estimate WithinRegression::slope(std::size_t k) const { return {slopes_[k], std::sqrt(std::max(0.0, covariance_[k][k]))}; }

Estimate WithinRegression::combined(const std::array<double, 4>& weights) const {
  double value = 0, variance = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value += weights[i] * slopes_[i];
    for (std::size_t j = 0; j < 4; ++j) variance += weights[i] * weights[j] * covariance_[i][j];
  }
  return {value, std::sqrt(std::max(0.0, variance))};
}

Estimate WithinRegression::alone(std::size_t k) const { return alone_[k]; }

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

Study facing_study() {
  using P = Parameter;
  return {.id = "facing",
          .help = "Regress the number of moves of a seat on the standings of all seats",
          .examples = {"banmen yonin facing --games 20000", "banmen yonin facing --agent maxn:depth=3,ties=random --games 2000",
                       "banmen yonin facing --rules yonin:restrict=false --from 20 --to 39"},
          .parameters = {P::text("agent", "random", "random, greedy, maxn or uct", "Agent of all seats"),
                         P::integer("games", 2000, 2, 10'000'000, "Number of games"), yonin_opening_parameter(),
                         P::choice("standing", {"discs", "lead"},
                                   "Discs in the seat's own quadrant, or their lead over the other colour's"),
                         P::integer("from", 0, 0, 255, "First ply to include"),
                         P::integer("to", 255, 0, 255, "Last ply to include"), yonin_rules_parameter()},
          .run = run_facing,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::reversi
