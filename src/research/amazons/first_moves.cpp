// Does an agent's score follow the number of first moves, over all point-symmetric layouts of a board? A match of two agents at
// each.
#include <fmt/format.h>

#include "catalog/catalog.hpp"
#include "lab/match.hpp"
#include "play/agents.hpp"
#include "research/amazons/survey.hpp"
#include "research/studies.hpp"

namespace banmen::amazons {
namespace {

struct Start {
  std::string game;
  std::uint64_t moves = 0;       // legal at the start
  double first = 0, second = 0;  // the first agent's share of points in that seat
};

constexpr const char* usual_agent = "uct:playouts=500,c=1,expand=1";

Result<std::vector<std::string>> agents_of(const Values& values) {
  if (values.text("agents").empty()) return std::vector<std::string>{values.text("agent"), "random"};
  if (values.text("agent") != usual_agent) return fail("agent and agents both say whose score it is", "give one of them");
  auto agents = values.words("agents");
  if (agents.size() != 2) return fail(fmt::format("agents names {}, and 2 are wanted", agents.size()));
  return agents;
}

/// How the shares of points go with the number of moves, over starts.
template <class Share>
std::optional<Correlation> with_moves(const std::vector<Start>& starts, Share share) {
  std::vector<std::pair<double, double>> pairs;
  for (const Start& start : starts) pairs.emplace_back(static_cast<double>(start.moves), share(start));
  return correlation(pairs);
}

Figure figure_of(std::string name, const std::optional<Correlation>& found) {
  if (!found) return {.name = std::move(name), .value = {}, .words = "there is none: too few layouts, or all with the same score"};
  const auto [low, high] = found->interval;
  return {.name = std::move(name),
          .value = found->r,
          .words = fmt::format("95 % interval {:+.2f} … {:+.2f}", low, high),
          .error = (high - low) / (2 * 1.96),
          .n = found->n,
          .exact = false,
          .digits = 2};
}

Findings findings_of(const std::vector<Start>& starts, const std::vector<std::string>& agents, long games) {
  const auto as_first = with_moves(starts, [](const Start& s) { return s.first; });
  const auto as_second = with_moves(starts, [](const Start& s) { return s.second; });
  const auto in_both = with_moves(starts, [](const Start& s) { return (s.first + s.second) / 2; });
  const auto difference = with_moves(starts, [](const Start& s) { return s.first - s.second; });
  Findings found;
  found.add("agents", agents);
  found.add({.name = "games", .value = games, .hidden = true});
  using enum Findings::Column::Kind;
  Findings::DataTable table{"starts",
                            "",
                            {{"game", text, "The start"},
                             {"moves", integer, "Legal at the start"},
                             {"first", real, "The first agent's share of points as first", 3},
                             {"second", real, "And as second", 3}}};
  for (const Start& s : starts) table.rows.push_back({s.game, s.moves, s.first, s.second});
  found.add(std::move(table));
  found.add("layouts", starts.size());
  found.add(figure_of("correlation as first", as_first));
  found.add(figure_of("correlation as second", as_second));
  found.add(figure_of("correlation in both seats", in_both));
  found.add(figure_of("correlation of first minus second", difference));
  Findings all;
  all.add("first", to_datum(as_first));
  all.add("second", to_datum(as_second));
  all.add("both", to_datum(in_both));
  all.add("difference", to_datum(difference));
  found.add({.name = "correlation", .value = std::move(all), .hidden = true});
  return found;
}

Result<std::pair<double, double>> shares_of_points(const std::string& name, const std::vector<std::string>& agents,
                                                   std::uint64_t games, const Control& control) {
  const auto game = Catalog().open(name);
  if (!game) return fail(game.error());
  const lab::MatchPlan plan{.agents = agents, .games = games};
  const auto report = lab::play_match(
      **game, plan, [&](const std::string& agent) { return make_agent(**game, agent); }, {}, control);
  if (!report) return fail(report.error());
  if (!report->complete) return fail(ErrorKind::stopped, "stopped");
  const auto share = [&](std::size_t seat) {
    const lab::AgentScore::AtSeat& at = report->agents.at(0).by_seat.at(seat);
    return (static_cast<double>(at.wins) + 0.5 * static_cast<double>(at.draws)) / static_cast<double>(at.games);
  };
  return std::pair{share(0), share(1)};
}

}  // namespace

Result<Findings> score_by_moves(const Values& values, const Control& control, const AmazonsMatch& match) {
  const auto agents = agents_of(values);
  if (!agents) return fail(agents.error());
  const AmazonsVariant variant = amazons_variant(values.text("variant"));
  const auto layouts = opposite_layouts(static_cast<int>(values.integer("rows")), static_cast<int>(values.integer("columns")),
                                        static_cast<int>(values.integer("pieces")), AmazonsMirror::point, control.stop);
  if (!layouts) return fail(layouts.error());
  Control quiet = control;  // the bar counts starts
  quiet.progress = {};
  std::vector<Start> starts;
  for (const AmazonsLayout& layout : *layouts) {
    const std::string game = amazons_game(variant, layout.board);
    const auto moves = amazons_first_moves(variant, layout.board);
    if (!moves) return fail(moves.error());
    const auto shares = match(game, *agents, static_cast<std::uint64_t>(values.integer("games")), quiet);
    if (control.stop.stop_requested()) break;
    if (!shares) return fail(shares.error());
    starts.push_back({game, *moves, shares->first, shares->second});
    if (control.progress) control.progress(starts.size(), layouts->size(), "starts");
  }
  Findings found = findings_of(starts, *agents, values.integer("games"));
  found.complete = starts.size() == layouts->size();
  return found;
}

Study moves_study() {
  using P = Parameter;
  Parameter agents = P::text("agents", "", "AGENT AGENT", "Whose score it is, and against whom");
  agents.words = 2;
  return {.id = "moves",
          .help = "Does an agent's score follow the number of first moves, over point-symmetric layouts?",
          .examples = {"banmen amazons moves --variant knight --pieces 2 --games 200",
                       "banmen amazons moves --agents random random --games 2000"},
          .parameters = {P::integer("rows", 5, 3, 8, "Rows of the board"), P::integer("columns", 5, 3, 8, "Columns of the board"),
                         P::integer("pieces", 2, 1, 32, "Pieces of each side"),
                         P::choice("variant", {"knight", "knightx", "amazons"}, "Which game"),
                         P::integer("games", 200, 2, 1'000'000, "At each layout, half of them from either seat"),
                         P::text("agent", usual_agent, "an agent", "Whose score against random it is"), agents},
          .run = [](const Values& values, const Control& control) { return score_by_moves(values, control, shares_of_points); },
          .takes = Study::Takes::minutes,
          .threads = true};
}

}  // namespace banmen::amazons
