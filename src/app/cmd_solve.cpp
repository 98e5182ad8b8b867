#include "app/command.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "solve/erased_game.hpp"

namespace banmen::app {
namespace {

struct SolveArguments {
  std::string position, certificate, method, database;
  bool openings = false;
  double memory = 4;
};

bool known(std::int32_t bound) { return bound > never_low && bound < never_high; }
Json bound(std::int32_t v) { return known(v) ? Json(v) : Json(nullptr); }
std::string words_of(std::int32_t low, std::int32_t high) {
  if (low == high) return std::to_string(low);
  if (known(low) && known(high)) return fmt::format("between {} and {}", low, high);
  return known(low) ? fmt::format("at least {}", low) : known(high) ? fmt::format("at most {}", high) : "not known yet";
}

Result<int> run(Context& context, const OpenGame& game, const SolveArguments& arguments) {
  if (!arguments.database.empty()) note_input(arguments.database);
  TRY(can_write(arguments.certificate));
  SolveOptions options;
  options.openings = arguments.openings;
  options.method = arguments.method;
  options.database = arguments.database;
  options.certificate = !arguments.certificate.empty();
  options.memory = gibibytes(arguments.memory);
  const SolveReport r = TRY(game.solver().solve(arguments.position, options, context.control()));
  if (!r.certificate.empty()) TRY(write_file(arguments.certificate, r.certificate));
  const int status = context.finish(r.value ? done : failed);
  const std::string winner = !r.value ? "" : *r.value == 0 ? "draw" : game.seat_name(*r.value > 0 ? 0 : 1);
  if (context.json) {
    Json out{{"game", game.name()}};
    out["view"] = r.view;
    out["value"] = r.value ? Json(*r.value) : Json(nullptr);
    out["winner"] = r.value ? Json(winner) : Json(nullptr);
    if (arguments.openings) {
      Json openings = Json::object();
      for (const OpeningValue& o : r.openings) openings[o.move] = o.low == o.high ? Json(o.low) : Json(nullptr);
      out["openings"] = std::move(openings);
    }
    out["line"] = r.line;
    out["method"] = r.method;
    out["proved"] = r.proved;
    out["bounds"] = {bound(r.low), bound(r.high)};
    out["any_repetition_rule"] = r.low == r.high;
    out["nodes"] = r.nodes;
    if (!r.certificate.empty()) out["certificate"] = {{"file", arguments.certificate}, {"bytes", r.certificate.size()}};
    out["seconds"] = r.seconds;
    if (!r.unfinished.empty()) out["unfinished"] = r.unfinished;
    context.print(out);
    return status;
  }
  if (r.value)
    context.say("value {} ({}), {}", *r.value, winner,
                r.low == r.high                   ? "under any repetition rule"
                : !known(r.low) && !known(r.high) ? "undetermined under other repetition rules"
                                                  : words_of(r.low, r.high) + " under other repetition rules");
  else
    context.say("value {}", words_of(r.low, r.high));
  if (arguments.openings)
    for (const OpeningValue& o : r.openings) context.say("  {:6} {}", o.move, words_of(o.low, o.high));
  context.say("values: {}", r.view);
  if (!r.line.empty()) context.say("best play: {}", join(r.line, " "));
  context.say("method: {}; {} positions, {:.2f} s", r.method, grouped(r.nodes), r.seconds);
  if (!r.certificate.empty()) context.say("certificate: {}, {} bytes", arguments.certificate, grouped(r.certificate.size()));
  if (!r.unfinished.empty()) context.say("not finished: {}", r.unfinished);
  return status;
}

}  // namespace

void add_solve(Command& app, Context& context) {
  auto [command, arguments] = add_game_command<SolveArguments>(
      app, context, "solve", "Compute the value of a game under perfect play",
      "banmen solve bao:holes=5 --openings\nbanmen solve yonin:size=6,mode=team --threads 2\nbanmen "
      "solve bao:holes=8 --openings --certificate bao8.proof",
      run);
  command->add_option("--position", arguments.position, "Start from this position");
  command->add_flag("--openings", arguments.openings, "Also compute the value of every first move");
  command->add_option("--certificate", arguments.certificate, "Write a certificate, checked by 'banmen certificate check'");
  command->add_option("--method", arguments.method,
                      "Method: graph or proof; default: the game's own solver, or else whichever fits");
  command->add_option("--database,--db", arguments.database, "Use this endgame database, made by 'banmen db build'");
  command->add_option("--memory", arguments.memory, "Memory limit for positions, in GiB")->range(0.001, 4096.0);
}

}  // namespace banmen::app
