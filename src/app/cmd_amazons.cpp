#include "app/command.hpp"
#include "study/amazons/survey.hpp"

namespace banmen::app {
namespace {

struct SurveyArguments {
  bool all = false;
  double limit = 60;
};

Json to_json(const AmazonsCount& count) {
  Json by_moves = Json::array();
  for (std::size_t n = 0; n < count.by_moves.size(); ++n)
    if (count.by_moves[n].first > 0)
      by_moves.push_back({{"moves", n}, {"layouts", count.by_moves[n].first}, {"first_wins", count.by_moves[n].second}});
  return {{"rows", count.rows},
          {"columns", count.columns},
          {"pieces", count.pieces},
          {"variant", amazons_variant_name(count.variant)},
          {"opposite", count.mirror == AmazonsMirror::point ? "point" : "axis"},
          {"layouts", count.layouts},
          {"classes", count.classes},
          {"first_wins", count.first_wins},
          {"example", count.first_win},
          {"by_moves", by_moves}};
}

/// Winners of named starts, then winners over all layouts in which o lies opposite x.
Result<int> run_survey(Context& context, const SurveyArguments& arguments) {
  Json winners = Json::array(), counts = Json::array();
  std::vector<std::string> sizes{"3", "3x4", "4x3", "4", "4x5", "5x4", "5"};
  if (arguments.all) sizes.insert(sizes.end(), {"4x6", "6x4", "5x6", "6x5", "6", "7"});
  constexpr AmazonsVariant variants[] = {AmazonsVariant::queen, AmazonsVariant::knight, AmazonsVariant::knightx};
  context.say("| size | layout | amazons | knight | knightx |");
  context.say("|---|---|---|---|---|");
  for (const std::string& size : sizes)
    for (const char* layout : {"corners", "edges", "pairs", "standard"}) {
      std::string line = fmt::format("| {} | {} |", size, layout);
      for (const AmazonsVariant variant : variants) {
        const auto cell = winner_of(size, layout, variant, arguments.limit, context.control());
        if (!cell) return context.stopped() ? Result<int>(context.finish()) : fail(cell.error());
        line += " " + cell->winner + " |";
        winners.push_back({{"size", size},
                           {"layout", layout},
                           {"variant", amazons_variant_name(variant)},
                           {"winner", cell->winner == "-" ? Json(nullptr) : Json(cell->winner)},
                           {"moves", cell->moves},
                           {"nodes", cell->nodes},
                           {"seconds", cell->seconds}});
      }
      context.say("{}", line);
    }
  struct Case {
    int rows, columns, least, most;
    AmazonsVariant variant;
    AmazonsMirror mirror;
    bool quick;
  };
  using enum AmazonsVariant;
  const Case cases[] = {{4, 4, 1, 8, knight, AmazonsMirror::point, true},  {4, 4, 1, 8, knightx, AmazonsMirror::point, true},
                        {4, 4, 1, 8, knight, AmazonsMirror::axis, true},   {4, 4, 1, 8, knightx, AmazonsMirror::axis, true},
                        {4, 5, 1, 2, knight, AmazonsMirror::point, true},  {4, 5, 1, 2, knightx, AmazonsMirror::point, true},
                        {4, 5, 1, 2, knight, AmazonsMirror::axis, true},   {4, 5, 1, 2, knightx, AmazonsMirror::axis, true},
                        {5, 4, 1, 2, knight, AmazonsMirror::axis, true},   {5, 4, 1, 2, knightx, AmazonsMirror::axis, true},
                        {4, 4, 1, 1, queen, AmazonsMirror::point, true},   {5, 5, 1, 2, knight, AmazonsMirror::point, true},
                        {5, 5, 3, 3, knight, AmazonsMirror::point, false}, {5, 5, 1, 1, knightx, AmazonsMirror::point, false}};
  context.say("\n| board | pieces | variant | opposite | layouts | first wins | an example |");
  context.say("|---|---|---|---|---|---|---|");
  for (const Case& c : cases) {
    if (!c.quick && !arguments.all) continue;
    for (int pieces = c.least; pieces <= c.most; ++pieces) {
      const auto count = count_winners(c.rows, c.columns, pieces, c.variant, c.mirror, context.control());
      if (!count) return context.stopped() ? Result<int>(context.finish()) : fail(count.error());
      context.say("| {}×{} | {} | {} | {} | {} | {} | {} |", c.rows, c.columns, pieces, amazons_variant_name(c.variant),
                  c.mirror == AmazonsMirror::point ? "point" : "axis", count->layouts, count->first_wins, count->first_win);
      counts.push_back(to_json(*count));
    }
  }
  const int status = context.finish();
  if (context.json) context.print({{"winners", winners}, {"counts", counts}});
  return status;
}

}  // namespace

void add_amazons(CLI::App& app, Context& context) {
  CLI::App* family = app.add_subcommand("amazons", "Studies of Amazons");
  family->require_subcommand(1);
  auto arguments = std::make_shared<SurveyArguments>();
  CLI::App* survey =
      add_command(*family, context, "survey", "Who wins small boards, layout by layout: the tables of docs/amazons.md",
                  "banmen amazons survey\nbanmen amazons survey --all --limit 600 --json",
                  [arguments](Context& c) { return run_survey(c, *arguments); });
  survey->add_flag("--all", arguments->all, "The larger boards and three pieces on 5×5 too");
  survey->add_option("--limit", arguments->limit, "Give a start up after so many seconds")->check(CLI::Range(0.01, 1e6));
}

}  // namespace banmen::app
