#include <algorithm>

#include "app/command.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "play/record.hpp"

namespace banmen::app {
namespace {

struct VerifyArguments {
  std::string position, always, record, strategy;
  std::vector<std::string> can;
  bool all = false;
  double memory = 4;
};

Json run_of(const VerifyRun& r) {
  return {{"moves", r.moves}, {"cycle", r.cycle}, {"endless", r.endless}, {"loop", r.loop.empty() ? Json(nullptr) : Json(r.loop)}};
}

/// Writes a counterexample as a record: the path to the cycle, then once around it.
Result<void> keep(const OpenGame& game, const VerifyArguments& arguments, const VerifyReport& report) {
  const auto session = game.session();
  if (!arguments.position.empty()) TRY(session->restart(arguments.position));
  const VerifyRun& r = report.counterexamples[0];
  for (const auto* part : {&r.moves, &r.cycle})
    for (const std::string& move : *part) TRY(session->play(move));
  Record record = record_of(game, *session, {}, std::nullopt);
  record.comments.push_back("where '" + report.property + "' fails" +
                            (r.endless         ? ": the last move never ends"
                             : r.cycle.empty() ? ""
                                               : ": the position after move " + std::to_string(r.moves.size()) + " comes back"));
  return write_file(arguments.record, write_record(record));
}

Result<int> run(Context& context, const OpenGame& game, const VerifyArguments& arguments) {
  if (arguments.always.empty() == arguments.can.empty())
    return fail("verify needs either --always PROPERTY or --can SEAT PROPERTY", "see banmen verify --help");
  for (const std::string& path : {arguments.record, arguments.strategy}) TRY(can_write(path));
  VerifyOptions options;
  options.all = arguments.all;
  options.memory = gibibytes(arguments.memory);
  options.property = arguments.always;
  if (!arguments.can.empty()) {
    options.seat = arguments.can[0];
    options.property = arguments.can[1];
  }
  const auto report = game.solver().verify(arguments.position, options, context.control());
  if (!report) {
    Error error = report.error();
    if (error.column > 0) error.where = "the property '" + options.property + "'";
    return fail(error);
  }
  const VerifyReport& r = *report;
  if (!arguments.record.empty() && !r.counterexamples.empty()) TRY(keep(game, arguments, r));
  if (!arguments.strategy.empty() && r.holds && !options.seat.empty()) {
    std::string text = "; how " + options.seat + " forces '" + r.property + "' in " + game.name() + ": position, then move\n";
    for (const auto& [position, move] : r.strategy) text += position + "\t" + move + "\n";
    TRY(write_file(arguments.strategy, text));
  }
  const int status = context.finish(r.holds ? done : failed);
  if (context.json) {
    Json out{{"game", game.name()}, {"property", r.property}, {"holds", r.holds}};
    if (options.seat.empty()) {
      out["counterexample"] = r.counterexamples.empty() ? Json(nullptr) : run_of(r.counterexamples[0]);
      if (arguments.all) {
        Json all = Json::array();
        for (const VerifyRun& one : r.counterexamples) all.push_back(run_of(one));
        out["counterexamples"] = std::move(all);
      }
    } else {
      out["seat"] = options.seat;
      out["winning_positions"] = r.winning;
      if (r.holds) {
        out["strategy_positions"] = r.strategy.size();
        out["strategy_checked"] = r.checked;
        Json strategy = Json::object();
        for (const auto& [position, move] : r.strategy)
          if (strategy.size() < 1000) strategy[position] = move;
        out["strategy"] = std::move(strategy);
      }
    }
    out["positions"] = r.positions;
    out["seconds"] = r.seconds;
    context.print(out);
    return status;
  }
  if (!options.seat.empty()) {
    context.say("{} {} force '{}'; it can from {} of {} positions", options.seat, r.holds ? "can" : "can't", r.property,
                grouped(r.winning), grouped(r.positions));
    if (r.holds)
      context.say("strategy for {} positions, {}", grouped(r.strategy.size()),
                  r.checked ? "checked by following it" : "WRONG when followed");
    return status;
  }
  context.say("'{}' {} over {} positions, {:.2f} s", r.property, r.holds ? "holds" : "does not hold", grouped(r.positions),
              r.seconds);
  if (arguments.all && !r.holds) {
    const auto loops =
        std::count_if(r.counterexamples.begin(), r.counterexamples.end(), [](const auto& one) { return one.endless; });
    context.say("{} kinds of counterexample ({} with an endless last move); the shortest of each:", r.counterexamples.size(),
                loops);
  }
  for (const VerifyRun& one : r.counterexamples)
    context.say("  {}{}", join(one.moves, " "),
                one.endless ? one.loop.empty() ? "  (the last move never ends)" : "  (the last move never ends: " + one.loop + ")"
                : one.cycle.empty() ? ""
                                    : "  then for ever: " + join(one.cycle, " "));
  return status;
}

}  // namespace

void add_verify(Command& app, Context& context) {
  auto [command, arguments] = add_game_command<VerifyArguments>(
      app, context, "verify", "Check whether a property holds or a seat can force it",
      "banmen verify bao:holes=4 --always ends --record loop.txt\nbanmen verify bao:holes=4 --always passes-turn --all\n"
      "banmen verify tictactoe --always 'eventually over'\nbanmen verify bao:holes=4 --can first 'eventually endless'",
      run);
  command->add_option("--position", arguments.position, "Start from this position");
  command->add_option("--always", arguments.always,
                      "Property that all play should have: ends, passes-turn, or a formula (docs/solve.md)");
  command->add_option("--can", arguments.can, "Seat, and property that this seat should be able to force")->words(2);
  command->add_flag("--all", arguments.all, "Show every kind of counterexample");
  command->add_option("--record", arguments.record, "Write the shortest counterexample as a record");
  command->add_option("--strategy", arguments.strategy, "Write the strategy that --can finds to this file");
  command->add_option("--memory", arguments.memory, "Memory limit for the state graph, in GiB")->range(0.001, 4096.0);
}

}  // namespace banmen::app
