#include "app/command.hpp"
#include "catalog/same.hpp"
#include "core/text.hpp"

namespace banmen::app {
namespace {

struct SameArguments {
  std::string first, second;
  bool census = false, unnamed = false;
  std::uint64_t games = 0;
};

Result<SameReport> compare(Context& context, const SameArguments& arguments, const OpenGame& first, const OpenGame& second) {
  constexpr std::uint64_t usual_games = 1000, no_limit = ~std::uint64_t{0};
  if (arguments.unnamed) return same_unnamed(first, second, context.control());
  if (arguments.games == 0) {
    auto walked = TRY(same_everywhere(first, second, arguments.census ? no_limit : most_pairs, context.control()));
    if (walked) return std::move(*walked);
  }
  return same_in_games(first, second, arguments.games > 0 ? arguments.games : usual_games, context.control());
}

Result<int> run(Context& context, const SameArguments& arguments) {
  const auto first = TRY(context.catalog.open(arguments.first)), second = TRY(context.catalog.open(arguments.second));
  const auto report = TRY(compare(context, arguments, *first, *second));
  const int status = context.finish(report.same ? done : failed);
  if (context.json) {
    Json difference = nullptr;
    if (report.difference)
      difference = {{"line", report.difference->line},
                    {"what", report.difference->what},
                    {"a", report.difference->first},
                    {"b", report.difference->second}};
    context.print({{"a", first->name()},
                   {"b", second->name()},
                   {"same", report.same},
                   {"proved", report.proved},
                   {"one_to_one", report.one_to_one},
                   {"positions", report.positions},
                   {"moves", report.moves},
                   {"complete", report.complete},
                   {"difference", difference}});
    return status;
  }
  if (report.difference) {
    const auto& d = *report.difference;
    context.say("different: {}{}", d.what, d.line.empty() ? "" : " after " + join(d.line, " "));
    context.say("  {}  {}", first->name(), d.first);
    context.say("  {}  {}", second->name(), d.second);
    return status;
  }
  if (!report.complete) {
    context.say("interrupted: no difference in the first {} pairs of positions", grouped(report.positions));
    return status;
  }
  if (!report.proved) {
    context.say("no difference in {} positions of random games", grouped(report.positions));
    return status;
  }
  context.say("the same{}, proved over {} {} and {} moves", arguments.unnamed ? " except for the names of moves" : "",
              grouped(report.positions), arguments.unnamed ? "positions of both games" : "pairs of positions",
              grouped(report.moves));
  if (arguments.unnamed) return status;
  if (report.one_to_one) context.say("positions correspond one to one");
  if (report.first_tells_more) context.say("{} distinguishes positions that {} does not", first->name(), second->name());
  if (report.second_tells_more) context.say("{} distinguishes positions that {} does not", second->name(), first->name());
  return status;
}

}  // namespace

void add_same(Command& app, Context& context) {
  auto [command, arguments] =
      add_command<SameArguments>(app, context, "same", "Compare two games, walking both from their starts",
                                 "banmen same reversi:size=4 reversi.game:size=4\nbanmen same amazons amazons.game --games "
                                 "100\nbanmen same ./mine.game hex:size=3 --unnamed",
                                 run);
  command->add_option("first", arguments.first, "Native game, plug-in's game, library game or rule file")->required();
  command->add_option("second", arguments.second, "Game to compare it with")->required();
  command->add_flag("--census", arguments.census,
                    "Compare by a census of the whole graph, however large (default: up to a million pairs of positions)");
  command->add_option("--games", arguments.games, "Compare this many random games instead of the graph")->range(1, 1'000'000'000);
  command->add_flag("--unnamed", arguments.unnamed, "Ignore the names of moves");
}

}  // namespace banmen::app
