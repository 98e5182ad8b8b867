#include <cmath>

#include "app/command.hpp"
#include "lab/measure.hpp"
#include "play/agents.hpp"

namespace banmen::app {
namespace {

using namespace lab;

Json to_json(const Measured& m) { return {{"mean", m.mean}, {"variance", m.variance}, {"standard_error", m.error}, {"n", m.n}}; }
Json to_json(const ConfidenceInterval& i) { return {i.low, i.high}; }
Json to_json(const Share& s) { return {{"count", s.part}, {"of", s.of}, {"share", s.share}, {"interval", to_json(s.interval)}}; }

Json to_json(const std::string& game, std::uint64_t seed, const MeasurePlan& plan, const MeasureSheet& sheet) {
  Json seats = Json::array(), cooperation = Json::array(), ladder = Json::array();
  for (const auto& seat : sheet.seats) {
    seats.push_back({{"seat", seat.seat}, {"wins", seat.wins}, {"shared", seat.shared}, {"rank", to_json(seat.rank)}});
    if (seat.rank_when_facing_first)
      cooperation.push_back({{"seat", seat.seat},
                             {"rank", to_json(seat.rank)},
                             {"rank_when_facing_first", to_json(*seat.rank_when_facing_first)},
                             {"rank_when_neighbour_first", to_json(*seat.rank_when_neighbour_first)},
                             {"gain", seat.gain},
                             {"standard_error", seat.gain_error}});
  }
  for (const auto& [stronger, weaker] : sheet.ladder)
    ladder.push_back({{"stronger", stronger.agent},
                      {"weaker", weaker},
                      {"games", stronger.games},
                      {"wins", stronger.wins},
                      {"draws", stronger.draws},
                      {"losses", stronger.losses},
                      {"score", stronger.score},
                      {"interval", to_json(stronger.interval)},
                      {"elo", std::isfinite(stronger.elo) ? Json(stronger.elo) : Json(nullptr)}});
  const Json lead = sheet.lead_by.empty() ? Json(nullptr) : Json(sheet.lead_by);
  return {{"game", game},
          {"agent", plan.agent},
          {"seed", seed},
          {"opening", plan.opening},
          {"games", sheet.games},
          {"unfinished", sheet.unfinished},
          {"branching", to_json(sheet.branching)},
          {"length", to_json(sheet.length)},
          {"refinement", sheet.refinement},
          {"draws", to_json(sheet.draws)},
          {"decisiveness", to_json(sheet.decided)},
          {"first_seat",
           {{"seat", sheet.first_seat},
            {"of_decided", to_json(sheet.first_wins)},
            {"score", sheet.first_score},
            {"interval", to_json(sheet.first_interval)}}},
          {"seats", seats},
          {"lead", {{"by", lead}, {"why", sheet.lead_why}}},
          {"lead_changes", sheet.lead_by.empty() ? Json(nullptr) : to_json(sheet.lead_changes)},
          {"settled_at", sheet.lead_by.empty() ? Json(nullptr) : to_json(sheet.settled)},
          {"ladder", ladder},
          {"cooperation", cooperation.empty() ? Json(nullptr) : cooperation},
          {"repeatable", sheet.repeatable},
          {"complete", sheet.complete},
          {"seconds", sheet.seconds}};
}

void say(Context& context, const char* what, const Measured& m) {
  context.say("  {:<24}{:9.4f} ± {:.4f}   variance {:.4f}", what, m.mean, m.error, m.variance);
}
void say(Context& context, const char* what, const Share& s) {
  context.say("  {:<24}{:8.2f} %   [{:.2f}, {:.2f}]   {} of {}", what, 100 * s.share, 100 * s.interval.low, 100 * s.interval.high,
              grouped(s.part), grouped(s.of));
}

void say(Context& context, const std::string& game, const MeasurePlan& plan, const MeasureSheet& sheet) {
  context.say(
      "{}: {} games of {}, seed {}{}{}", game, grouped(sheet.games), plan.agent, context.seed,
      plan.opening > 0 ? fmt::format(", {} random plies first", plan.opening) : "",
      sheet.unfinished > 0 ? fmt::format(" ({} more were cut off after {} plies)", grouped(sheet.unfinished), plan.limit) : "");
  say(context, "moves to choose from", sheet.branching);
  say(context, "length in plies", sheet.length);
  context.say("  {:<24}{:9.4f}", "refinement √B/D", sheet.refinement);
  say(context, "draws", sheet.draws);
  say(context, "decided", sheet.decided);
  say(context, fmt::format("wins of {} (decided)", sheet.first_seat).c_str(), sheet.first_wins);
  context.say("  {:<24}{:9.4f}   [{:.4f}, {:.4f}]", fmt::format("score of {}", sheet.first_seat), sheet.first_score,
              sheet.first_interval.low, sheet.first_interval.high);
  if (sheet.lead_by.empty()) {
    context.say("  {:<24}   unknown: {}", "lead changes", sheet.lead_why);
  } else {
    say(context, "lead changes", sheet.lead_changes);
    say(context, "settled (part of length)", sheet.settled);
    context.say("  {:<24}   {}", "leader determined by", sheet.lead_by);
  }
  if (sheet.seats.front().rank_when_facing_first) {
    context.say("  mean rank of a seat: in all games, when a neighbour came first, when the seat opposite came first");
    for (const auto& seat : sheet.seats)
      context.say("    {:<8} {:.4f} ± {:.4f}   {:.4f} ± {:.4f}   {:.4f} ± {:.4f}   third lower than second by {:.4f} ± {:.4f}",
                  seat.seat, seat.rank.mean, seat.rank.error, seat.rank_when_neighbour_first->mean,
                  seat.rank_when_neighbour_first->error, seat.rank_when_facing_first->mean, seat.rank_when_facing_first->error,
                  seat.gain, seat.gain_error);
  }
  if (!sheet.ladder.empty()) context.say("  score of the stronger agent, {} random plies first", plan.ladder_opening);
  for (const auto& [stronger, weaker] : sheet.ladder)
    context.say("    {:<20} against {:<20} {:.4f}   [{:.4f}, {:.4f}]   {} games", stronger.agent, weaker, stronger.score,
                stronger.interval.low, stronger.interval.high, stronger.games);
}

Result<int> run(Context& context, const OpenGame& game, const MeasurePlan& plan) {
  const auto sheet = TRY(measure(
      game, plan, [&](const std::string& name) { return make_agent(game, name); }, context.control()));
  const int status = context.finish();
  if (sheet.games == 0 && status == interrupted) return status;
  if (context.json)
    context.print(to_json(game.name(), context.seed, plan, sheet));
  else
    say(context, game.name(), plan, sheet);
  return status;
}

}  // namespace

void add_measure(Command& app, Context& context) {
  auto [command, plan] = add_game_command<MeasurePlan>(
      app, context, "measure", "Measure choice, length, draws, lead changes and depth",
      "banmen measure reversi --games 2000\nbanmen measure yonin --agent exact:empties=6 --ladder-games 0\n"
      "banmen measure amazons:size=6 --judge 100 --ladder uct:playouts=50 uct:playouts=200",
      run);
  command->add_option("--agent", plan.agent, "Agent that plays all seats")->show_default();
  command->add_option("--games", plan.games, "Number of games")->range(1, 1'000'000)->show_default();
  command->add_option("--opening", plan.opening, "Random plies first, so that a deterministic agent plays different games")
      ->range(0, 10000);
  command->add_option("--limit", plan.limit, "Exclude games longer than this many plies")->range(1, 10'000'000);
  command->add_option("--ladder", plan.ladder, "Agents from weak to strong; each plays the one before it");
  command->add_option("--ladder-games", plan.ladder_games, "Games per step of the ladder; 0: no ladder")
      ->range(0, 10'000'000)
      ->show_default();
  command->add_option("--ladder-opening", plan.ladder_opening, "Random plies before the games of the ladder")
      ->range(0, 10000)
      ->show_default();
  command
      ->add_option("--judge", plan.judge,
                   "Determine the leader by this many random games from each position, if the game has no score")
      ->range(0, 10'000'000);
}

}  // namespace banmen::app
