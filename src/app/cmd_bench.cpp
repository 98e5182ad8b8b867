// One number that changes when behaviour does, and speeds as ratios measured side by side.
#include "app/command.hpp"
#include "baseline/speeds.hpp"

namespace banmen::app {
namespace {

/// Fixed work over every native game: counts of positions and of random decisions. Independent of the machine and of threads.
Result<std::uint64_t> signature(Context& context) {
  std::uint64_t sum = 0;
  Control control = context.control();
  control.seed = 1;
  for (const GameEntry& entry : native_entries()) {
    const auto table = context.catalog.open(entry.id);
    if (!table) return fail(table.error());
    const auto counted = (*table)->perft("", 3, control);
    if (!counted) return fail(counted.error());
    const auto played = (*table)->playout("", 200, 20'000, control);
    if (!played) return fail(played.error());
    sum += counted->nodes + played->decisions + played->checksum % 1'000'003;
  }
  return sum;
}

Result<int> run(Context& context, double seconds) {
  const auto fixed = signature(context);
  if (!fixed) return fail(fixed.error());
  const auto speeds = baseline::measure_speeds(context.catalog, seconds, context.control().stop);
  if (!speeds) return fail(speeds.error());
  bool agree = true;
  Json rows = Json::array();
  for (const baseline::Speed& speed : *speeds) {
    agree = agree && speed.agrees;
    rows.push_back({{"name", speed.name},
                    {"per_second", speed.per_second},
                    {"ratio", speed.against.empty() ? Json(nullptr) : Json(speed.ratio)},
                    {"against", speed.against},
                    {"agrees", speed.agrees}});
  }
  const int status = context.finish(agree ? done : failed);
  if (context.json) {
    context.print({{"signature", *fixed}, {"speeds", rows}});
    return status;
  }
  for (const baseline::Speed& speed : *speeds)
    context.say("{:<34} {:>14} /s  {}{}", speed.name, grouped(static_cast<std::uint64_t>(speed.per_second)),
                speed.against.empty() ? "" : fmt::format("{:.2f} of {}", speed.ratio, speed.against),
                speed.agrees ? "" : "  THE RESULTS DIFFER");
  context.say("Bench: {}", *fixed);
  return status;
}

}  // namespace

void add_bench(Command& app, Context& context) {
  auto seconds = std::make_shared<double>(1.0);
  Command command =
      add_command(app, context, "bench", "Print the signature of fixed work, and speeds as ratios",
                  "banmen bench\nbanmen bench --seconds 5 --json", [seconds](Context& c) { return run(c, *seconds); });
  command->add_option("--seconds", *seconds, "How long to measure each speed")->range(0.05, 600.0)->show_default();
}

}  // namespace banmen::app
