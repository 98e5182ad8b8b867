#include <cmath>

#include "app/command.hpp"
#include "host/terminal.hpp"
#include "lab/match.hpp"
#include "play/agents.hpp"

namespace banmen::app {
namespace {

using namespace lab;

struct MatchArguments {
  MatchPlan plan;
  std::string records;
};

/// JSON has no infinity.
Json finite(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json to_json(const std::string& game, std::uint64_t seed, const MatchPlan& plan, const MatchReport& report) {
  Json agents = Json::array();
  for (const AgentScore& a : report.agents) {
    Json by_seat = Json::array();
    for (std::size_t seat = 0; seat < a.by_seat.size(); ++seat)
      by_seat.push_back({{"seat", report.seats[seat].seat},
                         {"games", a.by_seat[seat].games},
                         {"wins", a.by_seat[seat].wins},
                         {"draws", a.by_seat[seat].draws}});
    Json against = Json::array();
    for (const auto& share : a.against) against.push_back(share ? Json(*share) : Json(nullptr));
    Json agent = {{"agent", a.agent},
                  {"title", a.title},
                  {"games", a.games},
                  {"wins", a.wins},
                  {"draws", a.draws},
                  {"losses", a.losses},
                  {"score", a.score},
                  {"interval", {a.interval.low, a.interval.high}},
                  {"elo", finite(a.elo)},
                  {"elo_interval", {finite(a.elo_interval.low), finite(a.elo_interval.high)}},
                  {"by_seat", by_seat},
                  {"against", against},
                  {"forfeits", a.forfeits},
                  {"mean_rank", a.mean_rank},
                  {"rank_error", a.rank_error},
                  {"mean_result", a.mean_result},
                  {"result_error", a.result_error}};
    agents.push_back(std::move(agent));
  }
  Json seats = Json::array();
  for (const SeatReport& s : report.seats)
    seats.push_back({{"seat", s.seat}, {"mean", s.mean}, {"variance", s.variance}, {"wins", s.wins}, {"draws", s.draws}});
  return {{"game", game},
          {"seed", seed},
          {"agents", agents},
          {"games", report.games},
          {"distinct_games", report.distinct},
          {"repeating", report.repeating},
          {"opening", plan.opening},
          {"seats", seats},
          {"mean_length", report.mean_length},
          {"verdicts", report.verdicts},
          {"repeatable", report.repeatable},
          {"complete", report.complete},
          {"seconds", report.seconds}};
}

/// "2 title (agent)": the agent's number in the crosstable, what it calls itself, and its name.
std::string headed(std::size_t number, const AgentScore& a, bool numbered) {
  const std::string name = a.title == a.agent ? a.agent : a.title + " (" + a.agent + ")";
  return numbered ? fmt::format("{} {}", number + 1, name) : name;
}

/// "+70 [-180, +344]". A score of all or nothing bounds the difference on one side only.
std::string elo_text(const AgentScore& a) {
  if (a.games == 0) return "unknown: no games";
  if (std::isinf(a.elo))
    return fmt::format("{} {:+.0f} ({} all games)", a.elo > 0 ? "at least" : "at most",
                       a.elo > 0 ? a.elo_interval.low : a.elo_interval.high, a.elo > 0 ? "won" : "lost");
  const auto bound = [](double elo) { return std::isinf(elo) ? "unbounded" : fmt::format("{:+.0f}", elo); };
  return fmt::format("{:+.0f} [{}, {}]", a.elo, bound(a.elo_interval.low), bound(a.elo_interval.high));
}

/// Crosstable, with as many columns as fit into 80 characters.
void say_crosstable(const Context& context, const std::vector<AgentScore>& agents) {
  constexpr std::size_t at_once = 8, name_width = 28;
  for (std::size_t from = 0; from < agents.size(); from += at_once) {
    const std::size_t to = std::min(agents.size(), from + at_once);
    std::string head = fmt::format("  {:{}}", "score against", name_width);
    for (std::size_t b = from; b < to; ++b) head += fmt::format("{:>6}", b + 1);
    context.say("{}", head);
    for (std::size_t a = 0; a < agents.size(); ++a) {
      const std::string name = cut(headed(a, agents[a], true), name_width);
      std::string line = "  " + name + std::string(name_width - columns(name), ' ');
      for (std::size_t b = from; b < to; ++b)
        line += agents[a].against[b] ? fmt::format("{:6.3f}", *agents[a].against[b]) : fmt::format("{:>6}", "–");
      context.say("{}", line);
    }
  }
}

Result<int> run(Context& context, const OpenGame& game, const MatchArguments& arguments) {
  const AgentMaker make = [&](const std::string& name) { return make_agent(game, name); };
  // Records and reports use canonical names.
  MatchPlan plan = arguments.plan;
  for (std::string& name : plan.agents) {
    auto agent = TRY(make(name));
    name = agent->name();
    make.give_back(name, std::move(agent));
  }
  MatchKeeper keeper;
  if (!arguments.records.empty()) {
    keeper = TRY(keep_records(arguments.records, context.catalog, game, plan, context.seed));
  }
  const auto slow = [&](const LongGame& found) {
    if (context.quiet) return;
    context.live.clear();
    complain(
        fmt::format("game {} is longer than {} plies, and the rules may never end it: it will be drawn after {} plies "
                    "(--limit N); uct is slow if playouts do not end (uct:cut=N)",
                    found.index + 1, grouped(found.plies), grouped(plan.limit)));
  };
  const auto report = TRY(play_match(game, plan, make, keeper, context.control(), slow));
  const int status = context.finish();
  if (context.json) {
    context.print(to_json(game.name(), context.seed, plan, report));
    return status;
  }
  context.say("{}: {} games, seed {}{}", game.name(), grouped(report.games), context.seed,
              plan.opening > 0 ? fmt::format(", {} random plies first", plan.opening) : "");
  if (!report.repeatable) context.say("  not exactly reproducible: an agent is limited by time or is an external program");
  const bool many = report.agents.size() > 2;
  for (std::size_t k = 0; k < report.agents.size(); ++k) {
    const AgentScore& a = report.agents[k];
    context.say("  {}", cut(headed(k, a, many), 78));
    context.say("    {} won, {} drawn, {} lost{}   score {:.4f} [{:.4f}, {:.4f}]", a.wins, a.draws, a.losses,
                a.forfeits > 0 ? fmt::format(" ({} forfeited)", a.forfeits) : "", a.score, a.interval.low, a.interval.high);
    context.say("    Elo {}   mean rank {:.3f} ± {:.3f}", elo_text(a), a.mean_rank, a.rank_error);
  }
  if (many) say_crosstable(context, report.agents);
  const double n = static_cast<double>(std::max<std::uint64_t>(1, report.games));
  for (const SeatReport& s : report.seats)
    context.say("  seat {:<8} result {:8.4f} ± {:.4f}   wins {:5.2f} %   shared {:5.2f} %", s.seat, s.mean,
                std::sqrt(std::max(0.0, s.variance) / n), 100 * static_cast<double>(s.wins) / n,
                100 * static_cast<double>(s.draws) / n);
  if (report.repeating)
    context.say("  only {} of {} games are distinct: play is deterministic, so the intervals are too narrow\n  ({})",
                grouped(report.distinct), grouped(report.games),
                plan.opening == 0 ? "add --opening N" : fmt::format("use more random plies than --opening {}", plan.opening));
  for (std::size_t k = 0; k < report.verdicts.size() && k < 10; ++k) context.say("  {}", report.verdicts[k]);
  if (report.verdicts.size() > 10) context.say("  … and {} more such games", report.verdicts.size() - 10);
  if (!report.complete)
    context.say("  interrupted after {} games{}", report.games,
                arguments.records.empty() ? "; use --records DIR to make a match resumable" : "; repeat the command to resume");
  context.say("  {:.1f} s", report.seconds);
  return status;
}

}  // namespace

void add_match(Command& app, Context& context) {
  auto [command, arguments] = add_game_command<MatchArguments>(
      app, context, "match", "Play a match between agents, with confidence intervals",
      "banmen match reversi alphabeta:depth=6 alphabeta:depth=2 --games 200 --opening 6\n"
      "banmen match yonin maxn:depth=5 random random random --games 200\n"
      "banmen match tictactoe uct 'engine:cmd=python3 examples/bot.py' --games 20 --records games/",
      run);
  command->add_option("agents", arguments.plan.agents, "Two or more agents, as id[:key=value,…] or engine:cmd=COMMAND")->required();
  command->add_option("--games", arguments.plan.games, "Games per pair of agents, or in total if there are as many agents as seats")
      ->range(1, 1'000'000);
  command->add_option("--opening", arguments.plan.opening, "Random plies before the agents play")->range(0, 10000);
  command->add_option("--limit", arguments.plan.limit, "Plies after which a game is drawn")->range(1, 10'000'000);
  command->add_option("--time", arguments.plan.seconds, "Seconds per move, instead of the agents' own limits")->range(0.0, 86400.0);
  command->add_option("--records", arguments.records, "Keep a record of every game in this folder, and resume from existing ones");
}

}  // namespace banmen::app
