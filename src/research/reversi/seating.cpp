#include "research/reversi/seating.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>

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

double spread_of(const std::vector<GroupMean>& means) {
  const auto [least, most] =
      std::minmax_element(means.begin(), means.end(), [](const GroupMean& a, const GroupMean& b) { return a.mean < b.mean; });
  return most->mean - least->mean;
}

Findings::DataTable means_table(const Seating& seating, const std::vector<std::string>& agents) {
  using enum Findings::Column::Kind;
  Findings::DataTable table{"means",
                            "",
                            {{"player", text, ""},
                             {"by", text, "What is told apart"},
                             {"which", text, "The seat, the round of players from the first on, or who sits there"},
                             {"rank", real, "Its mean rank", 3},
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
        table.rows.push_back({agents[player], name, which, means[k].mean, means[k].error});
      }
    }
  return table;
}

Findings::DataTable tests_table(const Seating& seating, const std::vector<std::string>& agents) {
  using enum Findings::Column::Kind;
  Findings::DataTable table{"tests",
                            "",
                            {{"player", text, ""},
                             {"by", text, "What is told apart"},
                             {"range", real, "From the least mean rank to the most", 3},
                             {"chi2", real, "Whether the means differ", 1},
                             {"freedom", integer, ""},
                             {"chance", real, "Of as much if they did not", -1},
                             {"share", real, "Of the variance of the rank, chance taken off", 4}}};
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
  found.add({.name = name + ".chance", .value = test.chance(), .words = "of as much by chance alone"});
}

Result<Findings> run_seating(const Values& values, const Control& control) {
  const auto g = read_yonin_rules(values);
  if (!g) return fail(g.error());
  const auto agents = values.words("agents");
  if (agents.size() != 4) return fail("agents names " + std::to_string(agents.size()) + ", and 4 are wanted");
  std::vector<std::array<FourPlayers, 4>> players(static_cast<std::size_t>(std::max(1, control.threads)));
  for (auto& own : players)
    for (std::size_t a = 0; a < 4; ++a) {
      auto made = make_yonin_players(*g, agents[a]);
      if (!made) return fail(made.error());
      own[a] = std::move(*made);
    }
  const auto wanted = static_cast<std::uint64_t>(values.integer("games"));
  const auto games = seated_games(*g, players, static_cast<int>(values.integer("opening")), wanted, control);
  const Seating seating(games);
  if (games.front().size() < 2) return fail(ErrorKind::stopped, "stopped before every order was played twice");
  Findings found;
  found.complete = games.front().size() == wanted;
  found.add("agents", agents);
  found.add("games", 24 * games.front().size(), "as many in each of 24 orders");
  found.add(means_table(seating, agents));
  found.add(tests_table(seating, agents));
  for (std::size_t a = 0; a < 4; ++a) {
    const GroupMean mean = seating.overall(a);
    found.add({.name = "rank." + std::to_string(a + 1),
               .value = mean.mean,
               .words = agents[a],
               .error = mean.error,
               .n = 24 * games.front().size(),
               .exact = false,
               .digits = 3});
  }
  for (std::size_t seat = 0; seat < 4; ++seat) {
    const GroupMean mean = seating.seat(seat);
    found.add({.name = "seat." + Yonin::seat_name(static_cast<Seat>(seat)),
               .value = mean.mean,
               .words = "mean rank there",
               .error = mean.error,
               .n = 24 * games.front().size(),
               .exact = false,
               .digits = 3});
  }
  add_test(found, "seats", seating.seats(), "mean ranks of the seats, whoever sits there");
  if (!seating.determined()) return found;
  add_test(found, "turns", seating.turns(), "players' ranks by the turn, arrangement by arrangement");
  add_test(found, "arrangements", seating.arrangements(), "players' ranks by who follows whom, turns taken together");
  return found;
}

}  // namespace

Parameter yonin_rules_parameter() { return Parameter::text("rules", "yonin", "yonin[:key=value,…]", "The rules, of individuals"); }

Parameter yonin_opening_parameter(int plies) {
  return Parameter::integer("opening", plies, 0, 60, "Random plies before the players play");
}

Result<Yonin> read_yonin_rules(const Values& values) {
  const auto name = read_name(values.text("rules"));
  if (!name) return fail(name.error());
  if (name->id != Yonin::id()) return fail("'" + name->id + "' is not yonin", "rules look like yonin:restrict=false");
  const auto rules = check_values(name->id, Yonin::parameters(), name->given);
  if (!rules) return fail(rules.error());
  if (rules->text("mode") == "team") return fail("between teams no seat has a standing of its own", "leave mode=team out");
  return Yonin::make(*rules);
}

Result<FourPlayers> make_yonin_players(const Yonin& g, const std::string& text) {
  const auto name = read_name(text);
  if (!name) return fail(name.error());
  static const std::vector<std::string> known = {"random", "greedy", "maxn", "uct"};
  if (std::find(known.begin(), known.end(), name->id) == known.end())
    return fail(ErrorKind::unknown_name, "'" + name->id + "' does not sit at this table", suggest(name->id, known));
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
    if (options->ties == Ties::all) return fail("ties=all is a range of results, not a player", "use ties=random");
    return four_of<MaxN<Yonin>>(g, *options);
  }
  const auto options = UctOptions::from(*values);
  if (!options) return fail(options.error());
  if (options->staged) return fail("playout=staged wants a game whose moves are made in steps", "use playout=whole");
  return four_of<Uct<Yonin>>(g, *options);
}

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
    if (control.stop.stop_requested()) return std::nullopt;  // what it thought so far is not its choice
    g.play(p, thought.lines.front().move);
  }
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
  SeatOrder order = {0, 1, 2, 3};
  do {
    orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

int arrangement_of(const SeatOrder& order) {
  SeatOrder turned = order;
  std::rotate(turned.begin(), std::find(turned.begin(), turned.end(), 0), turned.end());
  const auto orders = all_orders();  // those that begin with player 0 come first
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

GroupMean Seating::seat(std::size_t seat) const {
  GroupMean out{0, std::sqrt(seats_within_[seat][seat] / (24 * games_))};
  for (std::size_t k = 0; k < 24; ++k) out.mean += mean_[k][orders_[k][seat]] / 24;
  return out;
}

ChiSquare Seating::seats() const {
  // The common mean that fits best is 1'V⁻¹m / 1'V⁻¹1.
  FourByFour inverse{};
  if (!invert(seats_within_, inverse)) return {0, 3};
  Four means{};
  double top = 0, below = 0;
  for (std::size_t i = 0; i < 4; ++i) means[i] = seat(i).mean;
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
  return there > player ? there - 1 : there;  // the others in their order
}

template <class Pick>
GroupMean Seating::over(std::size_t player, Pick pick) const {
  GroupMean out;
  double orders = 0;
  for (std::size_t k = 0; k < 24; ++k)
    if (pick(k)) {
      ++orders;
      out.mean += mean_[k][player];
      out.error += variance_[k][player] / games_;
    }
  return {out.mean / orders, std::sqrt(out.error) / orders};
}

std::vector<GroupMean> Seating::means(std::size_t player, By by) const {
  const std::size_t groups = by == By::seat ? 4 : by == By::arrangement ? 6 : 3;
  std::vector<GroupMean> out;
  for (std::size_t wanted = 0; wanted < groups; ++wanted)
    out.push_back(over(player, [&](std::size_t k) { return group(k, player, by) == wanted; }));
  return out;
}

ChiSquare Seating::differ(std::size_t player, By by) const {
  const auto groups = means(player, by);
  double weights = 0, middle = 0;
  ChiSquare out{0, static_cast<int>(groups.size()) - 1};
  for (const GroupMean& one : groups) {
    if (one.error == 0) return {0, out.freedom};  // always the same rank
    weights += 1 / (one.error * one.error);
    middle += one.mean / (one.error * one.error);
  }
  middle /= weights;
  for (const GroupMean& one : groups) out.value += (one.mean - middle) * (one.mean - middle) / (one.error * one.error);
  return out;
}

GroupMean Seating::overall(std::size_t player) const {
  return over(player, [](std::size_t) { return true; });
}

double Seating::share(std::size_t player, By by) const {
  const auto groups = means(player, by);
  const double n = static_cast<double>(groups.size()), middle = overall(player).mean;
  double between = 0;
  for (const GroupMean& one : groups) between += ((one.mean - middle) * (one.mean - middle)) / (n - 1) - one.error * one.error / n;
  between = std::max(0.0, between);
  const double all = within_[player][player] + between;
  return all > 0 ? between / all : 0;
}

std::vector<std::vector<PlayerRanks>> seated_games(const Yonin& g, const std::vector<std::array<FourPlayers, 4>>& players,
                                                   int opening, std::uint64_t games, const Control& control) {
  const auto orders = all_orders();
  std::vector<std::vector<PlayerRanks>> out(orders.size(), std::vector<PlayerRanks>(games));
  std::size_t next = 0;
  // A worker owns a player for each seat: they keep tables of a seat's.
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
  // Where it was stopped, as many games of each order as all have.
  std::size_t whole = games;
  for (const auto& order : out)
    whole = std::min(whole, static_cast<std::size_t>(std::find(order.begin(), order.end(), PlayerRanks{}) - order.begin()));
  for (auto& order : out) order.resize(whole);
  return out;
}

Study seating_study() {
  using P = Parameter;
  Parameter agents = P::text("agents", "random greedy maxn:depth=3 uct:playouts=100", "AGENT AGENT AGENT AGENT",
                             "Four of random, greedy, maxn and uct");
  agents.words = 4;
  return {.id = "seating",
          .help = "Do ranks depend on the seat, or on who sits where? Four players in all 24 orders",
          .examples = {"banmen yonin seating --games 100",
                       "banmen yonin seating --agents random random greedy uct:playouts=200 --rules yonin:size=6"},
          .parameters = {agents, P::integer("games", 50, 2, 1'000'000, "In each of the 24 orders"), yonin_opening_parameter(4),
                         yonin_rules_parameter()},
          .run = run_seating,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::reversi
