// Four players of different strength in all 24 orders round the table.
#include <algorithm>

#include "core/text.hpp"
#include "research/reversi/seating.hpp"
#include "research/reversi/studies.hpp"

namespace banmen::reversi {
namespace {

using By = Seating::By;
constexpr std::array<std::pair<By, const char*>, 5> ways = {
    {{By::seat, "seat"}, {By::arrangement, "arrangement"}, {By::facing, "facing"}, {By::next, "next"}, {By::before, "before"}}};

double spread_of(const std::vector<GroupMean>& means) {
  const auto [least, most] =
      std::minmax_element(means.begin(), means.end(), [](const GroupMean& a, const GroupMean& b) { return a.mean < b.mean; });
  return most->mean - least->mean;
}

Findings::Table means_table(const Seating& seating, const std::vector<std::string>& agents) {
  using enum Findings::Column::Kind;
  Findings::Table table{"means",
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

Findings::Table tests_table(const Seating& seating, const std::vector<std::string>& agents) {
  using enum Findings::Column::Kind;
  Findings::Table table{"tests",
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
  std::vector<std::array<std::array<YoninPlayer, 4>, 4>> players(static_cast<std::size_t>(std::max(1, control.threads)));
  for (auto& table : players)
    for (std::size_t a = 0; a < 4; ++a)
      for (YoninPlayer& player : table[a]) {
        auto made = make_yonin_player(*g, agents[a]);
        if (!made) return fail(made.error());
        player = std::move(*made);
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

Study seating() {
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
