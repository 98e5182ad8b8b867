// `banmen bench`: a signature that changes when behaviour does, and speeds as ratios measured side by side.
#include "app/command.hpp"
#include "baseline/speeds.hpp"

namespace banmen::app {
namespace {

/// Fixed work over every native game: counts of positions and of random decisions. Does not depend on the machine or on threads.
Result<std::uint64_t> signature(Context& context) {
  std::uint64_t sum = 0;
  Control control = context.control();
  control.seed = 1;
  for (const GameEntry& entry : native_entries()) {
    const auto game = TRY(context.catalog.open(entry.id));
    const auto counted = TRY(game->perft("", 3, control));
    const auto played = TRY(game->playout("", 200, 20'000, control));
    sum += counted.nodes + played.decisions + played.checksum % 1'000'003;
  }
  return sum;
}

struct BenchArguments {
  double seconds = 1;
};

Result<int> run(Context& context, const BenchArguments& arguments) {
  const auto fixed = TRY(signature(context));
  const auto speeds = TRY(baseline::measure_speeds(context.catalog, arguments.seconds, context.control().stop));
  bool agree = true;
  Json rows = Json::array();
  for (const baseline::Speed& speed : speeds) {
    agree = agree && speed.agrees;
    rows.push_back({{"name", speed.name},
                    {"per_second", speed.per_second},
                    {"ratio", speed.against.empty() ? Json(nullptr) : Json(speed.ratio)},
                    {"against", speed.against},
                    {"agrees", speed.agrees}});
  }
  const int status = context.finish(agree ? done : failed);
  if (context.json) {
    context.print({{"signature", fixed}, {"speeds", rows}});
    return status;
  }
  for (const baseline::Speed& speed : speeds) context.say("{}", text_of(speed));
  context.say("Bench: {}", fixed);
  return status;
}

}  // namespace

void add_bench(Command& app, Context& context) {
  auto [command, arguments] =
      add_command<BenchArguments>(app, context, "bench", "Print the node-count signature and relative speeds",
                                  "banmen bench\nbanmen bench --seconds 5 --json", run);
  command->add_option("--seconds", arguments.seconds, "Seconds to measure each speed")->range(0.05, 600.0)->show_default();
}

}  // namespace banmen::app
