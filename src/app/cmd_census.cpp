#include "app/command.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "host/interrupt.hpp"
#include "host/terminal.hpp"

namespace banmen::app {
namespace {

struct CensusArguments {
  std::string position, checkpoint, spill;
  double memory = 4;
  bool no_cycles = false, kinds = false;
};

Json row_of(const CensusTally& t) {
  return {{"positions", t.positions},         {"terminal", t.terminal},       {"moves", t.moves},
          {"endless_moves", t.endless_moves}, {"quiet_moves", t.quiet_moves}, {"longest_move", t.longest_move}};
}

void say_memory(const Context& context, const std::string& words) {
  constexpr std::size_t width = 80;
  const std::string head = "memory: ";
  std::string before = head;
  for (const std::string& line : wrapped(words, width - head.size())) {
    context.say("{}{}", before, line);
    before.assign(head.size(), ' ');
  }
}

Result<int> run(Context& context, const OpenGame& game, const CensusArguments& arguments) {
  const SolveJobs& solver = game.solver();
  CensusOptions options;
  options.memory = gibibytes(arguments.memory);
  options.checkpoint = arguments.checkpoint;
  options.spill = arguments.spill;
  options.cycles = !arguments.no_cycles;
  if (!options.checkpoint.empty()) lift_grace();  // writing a level may take long
  if (!context.quiet) options.say_memory = [&](const std::string& words) { say_memory(context, words); };
  const CensusReport r = TRY(solver.census(arguments.position, options, context.control()));
  const int status = context.finish(r.complete ? done : failed);
  if (!r.damaged.empty())
    complain("the checkpoint was damaged: some levels were counted again, and the damaged file is kept as '" + r.damaged + "'");
  if (context.json) {
    Json out{{"game", game.name()}};
    out["positions"] = r.all.positions;
    out["normalised"] = r.normalised ? Json(*r.normalised) : Json(nullptr);
    const Json total = row_of(r.all);
    for (const auto& [key, value] : total.items())
      if (key != "positions") out[key] = value;
    out["depth"] = r.depth;
    out["cycles"] = {{"components", r.cycles_sought ? Json(r.sizes.size()) : Json(nullptr)},
                     {"sizes", r.sizes},
                     {"positions", r.cycles_sought ? Json(r.cycle_positions) : Json(nullptr)},
                     {"looked_for", r.cycles_sought}};
    Json tiers = Json::array();
    for (const CensusRow& row : r.tiers) {
      Json tier{{"tier", row.tier}};
      tier.update(row_of(row));
      tier["components"] = row.components;
      tier["cycle_positions"] = row.cycle_positions;
      tiers.push_back(std::move(tier));
    }
    out["tiers"] = std::move(tiers);
    out["first_endless"] = r.first_endless;
    Json kinds = Json::array();
    for (const auto& kind : r.kinds)
      kinds.push_back({{"board", kind.board}, {"tier", kind.tier}, {"moves", kind.moves}, {"first", kind.first}});
    out["endless_kinds"] = std::move(kinds);
    out["first_cycle"] = r.first_cycle;
    out["first_cycle_entry"] = r.cycle_entry;
    out["seconds"] = r.seconds;
    out["bytes"] = r.bytes;
    out["state_bytes"] = r.state_bytes;
    out["complete"] = r.complete;
    if (!r.unfinished.empty()) out["unfinished"] = r.unfinished;
    context.print(out);
    return status;
  }
  context.say("{} positions{}, {} terminal, at most {} {} from the start", grouped(r.all.positions),
              r.normalised ? " (" + grouped(*r.normalised) + " up to symmetry)" : "", grouped(r.all.terminal), r.depth,
              r.depth == 1 ? "ply" : "plies");
  context.say("{} moves, {} without gain, {} endless{}", grouped(r.all.moves), grouped(r.all.quiet_moves),
              grouped(r.all.endless_moves),
              r.all.longest_move ? fmt::format("; the longest finite move has {} steps", r.all.longest_move) : "");
  if (!r.kinds.empty()) context.say("{} distinct loops of endless moves (--kinds lists them)", r.kinds.size());
  if (r.cycles_sought)
    context.say("{} cyclic components with {} positions, the largest with {}", r.sizes.size(), grouped(r.cycle_positions),
                r.sizes.empty() ? 0 : r.sizes[0]);
  else
    context.say("cycles: not searched");
  if (!r.tiers.empty()) context.say("tier    positions   terminal        moves   no gain  endless  cyclic");
  for (const CensusRow& row : r.tiers)
    context.say("{:4} {:>12} {:>10} {:>12} {:>9} {:>8} {:>7}", row.tier, row.positions, row.terminal, row.moves, row.quiet_moves,
                row.endless_moves, row.cycle_positions);
  if (arguments.kinds) {
    context.say("tier      moves  loop, and the first line to it");
    for (const auto& kind : r.kinds) context.say("{:4} {:>10}  {}: {}", kind.tier, kind.moves, kind.board, join(kind.first, " "));
  }
  if (!r.first_endless.empty()) context.say("first line to an endless move: {}", join(r.first_endless, " "));
  if (!r.first_cycle.empty())
    context.say("first cycle: {} (the last move returns to the position after {} moves)", join(r.first_cycle, " "), r.cycle_entry);
  context.say("{:.3f} s, {:.1f} MiB", r.seconds, static_cast<double>(r.bytes) / (1 << 20));
  if (!r.unfinished.empty()) context.say("not finished: {}", r.unfinished);
  return status;
}

}  // namespace

void add_census(Command& app, Context& context) {
  auto [command, arguments] = add_game_command<CensusArguments>(
      app, context, "census", "Count the reachable positions and their cycles",
      "banmen census bao:holes=5\nbanmen census bao:holes=6 --threads 2 --checkpoint bao6.levels", run);
  command->add_option("--position", arguments.position, "Start from this position");
  command->add_option("--checkpoint", arguments.checkpoint,
                      "Checkpoint file: save finished levels and tiers, and resume from them");
  command->add_option("--spill", arguments.spill, "Keep the positions in a file in this folder, to save memory")->folder();
  command->add_flag("--kinds", arguments.kinds, "List the kinds of endless moves, one for each loop");
  command->add_option("--memory", arguments.memory, "Memory limit for positions and lists, in GiB")->range(0.001, 4096.0);
  command->add_flag("--no-cycles", arguments.no_cycles, "Count only, without searching for cycles");
}

}  // namespace banmen::app
