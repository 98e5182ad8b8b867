#include "app/amazons_winners.hpp"
#include "app/command.hpp"
#include "core/statistics.hpp"
#include "games/amazons/layout.hpp"
#include "lab/first_moves.hpp"
#include "study/amazons/survey.hpp"

namespace banmen::app {
namespace {

using enum AmazonsVariant;
constexpr AmazonsVariant variants[] = {queen, knight, knightx};

const char* mirror_name(AmazonsMirror mirror) { return mirror == AmazonsMirror::point ? "point" : "axis"; }

Json to_json(const std::optional<Correlation>& c) {
  if (!c) return nullptr;
  return {{"r", c->r}, {"interval", {c->interval.low, c->interval.high}}, {"n", c->n}};
}
std::string to_text(const std::optional<Correlation>& c) {
  return c ? fmt::format("{:+.2f} ({:+.2f} … {:+.2f})", c->r, c->interval.low, c->interval.high) : "–";
}

// ---- survey

struct SurveyArguments {
  bool all = false;
  double limit = 60;
  std::string keep;
};

/// Being won by the first player against the number of first moves, over layouts that no symmetry makes equal.
std::optional<Correlation> moves_and_wins(const AmazonsCount& count) {
  std::vector<std::pair<double, double>> pairs;
  for (const AmazonsWinner& w : count.winners)
    if (w.winner != "-") pairs.emplace_back(static_cast<double>(w.moves), w.winner == "first");
  return correlation(pairs);
}

Json to_json(const AmazonsCount& count) {
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> by_moves;  // layouts, of which the first player wins
  for (std::size_t i = 0; i < count.winners.size(); ++i) {
    auto& [layouts, first_wins] = by_moves[count.winners[i].moves];
    layouts += count.classes[i].alike;
    if (count.winners[i].winner == "first") first_wins += count.classes[i].alike;
  }
  Json rows = Json::array();
  for (const auto& [moves, layouts] : by_moves)
    rows.push_back({{"moves", moves}, {"layouts", layouts.first}, {"first_wins", layouts.second}});
  return {{"rows", count.rows},
          {"columns", count.columns},
          {"pieces", count.pieces},
          {"variant", amazons_variant_name(count.variant)},
          {"opposite", mirror_name(count.mirror)},
          {"layouts", count.layouts},
          {"classes", count.classes.size()},
          {"first_wins", count.first_wins},
          {"unsolved", count.unsolved},
          {"example", count.first_win},
          {"moves_correlation", to_json(moves_and_wins(count))},
          {"by_moves", rows}};
}

/// Winners of the named starts of each size.
Result<Json> survey_named(Context& context, const SurveyArguments& arguments, const AmazonsKeeper& keeper) {
  std::vector<std::string> sizes{"3", "3x4", "4x3", "4", "4x5", "5x4", "5"};
  if (arguments.all) sizes.insert(sizes.end(), {"4x6", "6x4", "5x6", "6x5", "6", "7"});
  const std::string layouts[] = {"corners", "edges", "pairs", "standard"};
  Json winners = Json::array();
  context.say("\n| size | layout | amazons | knight | knightx |");
  context.say("|---|---|---|---|---|");
  for (const std::string& size : sizes) {
    std::vector<std::string> boards;
    for (const std::string& layout : layouts) {
      const auto board = amazons_board(size, layout, "");
      if (!board) return fail(board.error());
      boards.push_back(board->text());
    }
    std::vector<std::vector<AmazonsWinner>> found;
    for (const AmazonsVariant variant : variants) {
      auto of_variant = amazons_winners(variant, boards, arguments.limit, keeper, context.control());
      if (!of_variant) return fail(of_variant.error());
      found.push_back(std::move(*of_variant));
    }
    for (std::size_t i = 0; i < boards.size(); ++i) {
      std::string line = fmt::format("| {} | {} |", size, layouts[i]);
      for (std::size_t v = 0; v < found.size(); ++v) {
        const AmazonsWinner& w = found[v][i];
        line += " " + w.winner + " |";
        winners.push_back({{"size", size},
                           {"layout", layouts[i]},
                           {"variant", amazons_variant_name(variants[v])},
                           {"winner", w.winner == "-" ? Json(nullptr) : Json(w.winner)},
                           {"moves", w.moves},
                           {"nodes", w.nodes},
                           {"seconds", w.seconds}});
      }
      context.say("{}", line);
    }
  }
  return winners;
}

/// Winners over all layouts in which o lies opposite x.
Result<Json> survey_opposite(Context& context, const SurveyArguments& arguments, const AmazonsKeeper& keeper) {
  struct Case {
    int rows, columns, least, most;
    AmazonsVariant variant;
    AmazonsMirror mirror;
    bool quick;
  };
  constexpr auto point = AmazonsMirror::point, axis = AmazonsMirror::axis;
  const Case cases[] = {
      {4, 4, 1, 8, knight, point, true},   {4, 4, 1, 8, knightx, point, true},  {4, 4, 1, 8, knight, axis, true},
      {4, 4, 1, 8, knightx, axis, true},   {4, 5, 1, 2, knight, point, true},   {4, 5, 1, 2, knightx, point, true},
      {4, 5, 1, 2, knight, axis, true},    {4, 5, 1, 2, knightx, axis, true},   {5, 4, 1, 2, knight, axis, true},
      {5, 4, 1, 2, knightx, axis, true},   {4, 4, 1, 1, queen, point, true},    {5, 5, 1, 3, knight, point, true},
      {3, 3, 1, 4, knight, point, false},  {3, 5, 1, 7, knight, point, false},  {5, 5, 4, 4, knight, point, false},
      {3, 3, 1, 4, knightx, point, false}, {3, 5, 1, 7, knightx, point, false}, {5, 5, 1, 1, knightx, point, false},
      {3, 3, 1, 4, queen, point, false},   {3, 5, 1, 7, queen, point, false},   {4, 4, 2, 8, queen, point, false},
      {5, 5, 1, 1, queen, point, false}};
  Json counts = Json::array();
  context.say("| board | pieces | variant | opposite | layouts | first wins | not solved | with first moves | an example |");
  context.say("|---|---|---|---|---|---|---|---|---|");
  for (const Case& c : cases) {
    if (!c.quick && !arguments.all) continue;
    for (int pieces = c.least; pieces <= c.most; ++pieces) {
      const auto count = count_winners(c.rows, c.columns, pieces, c.variant, c.mirror, arguments.limit, keeper, context.control());
      if (!count) return fail(count.error());
      context.say("| {}×{} | {} | {} | {} | {} | {} | {} | {} | {} |", c.rows, c.columns, pieces, amazons_variant_name(c.variant),
                  mirror_name(c.mirror), count->layouts, count->first_wins, count->unsolved, to_text(moves_and_wins(*count)),
                  count->first_win);
      counts.push_back(to_json(*count));
    }
  }
  return counts;
}

Result<int> run_survey(Context& context, const SurveyArguments& arguments) {
  const auto file = AmazonsWinnersFile::open(arguments.keep);
  if (!file) return fail(file.error());
  const AmazonsKeeper keeper = (*file)->keeper(arguments.limit);
  const auto counts = survey_opposite(context, arguments, keeper);
  const auto winners = counts ? survey_named(context, arguments, keeper) : counts;
  const int status = context.finish();
  if (!winners) return context.stopped() ? Result<int>(status) : fail(winners.error());
  if (context.json) context.print({{"winners", *winners}, {"counts", *counts}});
  return status;
}

// ---- moves

struct MovesArguments {
  int rows = 5, columns = 5, pieces = 2;
  std::string variant = "knight";
  lab::MatchPlan plan{.agents = {"uct:playouts=500,c=1,expand=1", "random"}, .games = 200};
};

Result<int> run_moves(Context& context, const MovesArguments& arguments) {
  const auto layouts = opposite_layouts(arguments.rows, arguments.columns, arguments.pieces, AmazonsMirror::point);
  if (layouts.empty()) return fail("there is no layout with so many pieces");
  std::vector<std::string> games;
  for (const AmazonsVariant variant : variants)
    if (arguments.variant == amazons_variant_name(variant))
      for (const AmazonsLayout& layout : layouts) games.push_back(amazons_game(variant, layout.board));
  const auto starts = lab::scores_by_first_moves(context.catalog, games, arguments.plan, context.control());
  const int status = context.finish();
  if (!starts) return context.stopped() ? Result<int>(status) : fail(starts.error());
  const lab::FirstMovesCorrelations found = lab::correlations(*starts);
  Json rows = Json::array();
  for (const lab::FirstMoves& start : *starts) {
    context.say("{:<60} {:>5} first moves  {:.3f} as first  {:.3f} as second", start.game, start.moves, start.first, start.second);
    rows.push_back({{"game", start.game}, {"moves", start.moves}, {"first", start.first}, {"second", start.second}});
  }
  context.say("correlation of the number of first moves with {}'s share of points over {} layouts (95 % interval)",
              arguments.plan.agents[0], starts->size());
  context.say("  as first              {}", to_text(found.first));
  context.say("  as second             {}", to_text(found.second));
  context.say("  in both seats         {}", to_text(found.both));
  context.say("  first minus second    {}", to_text(found.difference));
  if (context.json)
    context.print({{"agents", arguments.plan.agents},
                   {"games", arguments.plan.games},
                   {"starts", rows},
                   {"correlation",
                    {{"first", to_json(found.first)},
                     {"second", to_json(found.second)},
                     {"both", to_json(found.both)},
                     {"difference", to_json(found.difference)}}}});
  return status;
}

}  // namespace

void add_amazons(CLI::App& app, Context& context) {
  CLI::App* family = app.add_subcommand("amazons", "Studies of Amazons");
  family->require_subcommand(1);
  auto survey_arguments = std::make_shared<SurveyArguments>();
  CLI::App* survey =
      add_command(*family, context, "survey", "Who wins small boards, layout by layout: the tables of docs/amazons.md",
                  "banmen amazons survey\nbanmen amazons survey --all --limit 600 --keep winners.txt",
                  [survey_arguments](Context& c) { return run_survey(c, *survey_arguments); });
  survey->add_flag("--all", survey_arguments->all, "Larger boards, more pieces and the other variants too");
  survey->add_option("--limit", survey_arguments->limit, "Give a start up after so many seconds of the processor")
      ->check(CLI::Range(0.01, 1e6));
  survey->add_option("--keep", survey_arguments->keep, "Write every winner to this file, and go on from what is in it");

  auto moves_arguments = std::make_shared<MovesArguments>();
  CLI::App* moves = add_command(*family, context, "moves", "Does an agent's score follow the number of first moves?",
                                "banmen amazons moves --variant knight --pieces 2 --games 200",
                                [moves_arguments](Context& c) { return run_moves(c, *moves_arguments); });
  moves->add_option("--rows", moves_arguments->rows, "Rows of the board")->check(CLI::Range(3, 8));
  moves->add_option("--columns", moves_arguments->columns, "Columns of the board")->check(CLI::Range(3, 8));
  moves->add_option("--pieces", moves_arguments->pieces, "Of each side, all point-symmetric layouts")->check(CLI::Range(1, 32));
  moves->add_option("--variant", moves_arguments->variant, "amazons, knight or knightx")
      ->check(CLI::IsMember({"amazons", "knight", "knightx"}));
  moves->add_option("--agents", moves_arguments->plan.agents, "Whose score it is, and against whom")->expected(2);
  moves->add_option("--games", moves_arguments->plan.games, "At each layout, half of them from either seat")
      ->check(CLI::Range(2, 1'000'000));
}

}  // namespace banmen::app
