#include "research/hichain/mates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/move_stack.hpp"
#include "engines/hichain/mate.hpp"
#include "host/files.hpp"
#include "research/hichain/games.hpp"
#include "research/hichain/inputs.hpp"
#include "research/studies.hpp"

namespace banmen::hichain {
namespace {

using Board = HichainRules::Board;
using Move = HichainRules::Move;

bool scores_at_once(const HichainRules& g, Board& board, std::int32_t gain) {
  return each_scoring_move(g, board, gain, [](Move, std::int32_t) { return true; });
}

/// Counts the position, unless a stop comes before all is known of it.
void look(const HichainRules& g, Board& board, const MatePlan& plan, std::uint64_t game, const Control& control, MateSurvey& out) {
  MateSearch search(g, plan.gain, ~0ULL, control.stop);
  Move m;
  const bool at_once = scores_at_once(g, board, plan.gain);
  const bool one = !at_once && search.find(board, 1, &m);
  const bool two = !at_once && !one && search.find(board, 2, &m);
  if (search.stopped()) return;
  ++out.positions;
  out.at_once += at_once;
  out.mates[0] += one;
  out.mates[1] += two;
  if (two) out.found.emplace_back(game, HichainRules::position(board));
}

bool is_problem(const HichainRules& g, Board& board, const ProblemPlan& plan, const Control& control, ProblemList& out, Move* key) {
  if (scores_at_once(g, board, plan.gain)) return false;
  {
    OthersTurn turn(board);
    if (scores_at_once(g, board, plan.gain)) return false;
  }
  ++out.quiet;
  MateSearch search(g, plan.gain, ~0ULL, control.stop);
  return !search.find(board, 1, key) && search.find(board, 2, key) && !search.stopped();
}

Result<Findings> find_mates(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto p = read_played_position(*g, values);
  if (!p) return fail(p.error());
  const auto gain = static_cast<std::int32_t>(values.integer("gain"));
  const auto k = static_cast<int>(values.integer("K"));

  const auto board = std::make_unique<Hichain::Board>(g->board(*p));
  std::vector<std::string> at_once, mates;
  for (const ScoringMove& scoring : scoring_moves(*g, *board, gain)) at_once.push_back(g->text(*p, scoring.move));
  MateSearch search(*g, gain, ~0ULL, control.stop);
  MoveStack<Hichain> stack(*g);
  const auto list = stack.legal(*g, *p);
  std::uint64_t tried = 0;
  for (const auto m : list) {
    if (search.stopped()) break;
    if (control.progress) control.progress(tried, list.size(), "moves");
    if (search.mates(*board, m, k)) mates.push_back(g->text(*p, m));
    ++tried;
  }

  Findings found;
  found.complete = !search.stopped();
  found.add(Figure{.name = "position", .value = g->text(*p), .hidden = true});
  found.add("turn", g->seat_name(static_cast<Seat>(p->mover)));
  found.add("moves", k, "in which to score after the mating one, or fewer");
  found.add("gain", gain, "points or more");
  found.add("legal", list.size());
  found.add("scoring_moves", at_once.size());
  found.add("mating_moves", mates.size());
  found.add("at_once", at_once);
  found.add("mates", mates);
  found.add(Figure{.name = "nodes", .value = search.nodes, .hidden = true});
  return found;
}

Result<Findings> count_mates(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const MatePlan plan{.gain = static_cast<std::int32_t>(values.integer("gain")),
                      .games = static_cast<std::uint64_t>(values.integer("games")),
                      .from = static_cast<std::uint32_t>(values.integer("from")),
                      .to = static_cast<std::uint32_t>(values.integer("to")),
                      .every = static_cast<std::uint32_t>(values.integer("every"))};
  if (plan.from > plan.to) return fail("--from is after --to");
  const auto player = make_player(values.text("player"), {.stop = control.stop});
  const MateSurvey mates = survey_mates(*g, *player, plan, control);

  Findings found;
  found.complete = !control.stop.stop_requested();
  found.add("player", values.text("player"));
  found.add("gain", plan.gain, "points or more");
  found.add("positions", mates.positions);
  found.add("at_once", mates.at_once, "score with the next move");
  found.add("mate_in_1", mates.mates[0], "of the others");
  found.add("mate_in_2", mates.mates[1], "of those that are left");
  std::vector<std::string> positions;
  for (const auto& [game, p] : mates.found) positions.push_back(g->text(p));
  found.add("found", positions);
  return found;
}

Result<Findings> collect_problems(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const ProblemPlan plan{.gain = static_cast<std::int32_t>(values.integer("gain")),
                         .games = static_cast<std::uint64_t>(values.integer("games")),
                         .from = static_cast<std::uint32_t>(values.integer("from")),
                         .to = static_cast<std::uint32_t>(values.integer("to"))};
  if (plan.from > plan.to) return fail("--from is after --to");
  const std::string& path = values.text("out");
  if (auto can = can_write(path); !can) return fail(can.error());
  const ProblemList list = find_problems(*g, plan, control);

  Findings found;
  found.complete = list.games == plan.games;
  if (!path.empty()) {
    const std::string& rules = values.text("rules");
    // Of a stopped run what was found is kept, with the number of games that it comes from.
    std::string file = fmt::format("# banmen hichain problems --games {} --from {} --to {} --gain {} --seed {}{}{}\n", plan.games,
                                   plan.from, plan.to, plan.gain, control.seed, rules == "hichain" ? "" : " --rules " + rules,
                                   found.complete ? "" : fmt::format(" (stopped after {} games)", list.games));
    file += "# game, cards laid, a move that mates in two, position\n";
    for (const Problem& problem : list.found) file += text(*g, problem) + "\n";
    if (auto written = write_file(path, file); !written) return fail(written.error());
  }
  using Kind = Findings::Column::Kind;
  Findings::DataTable table{.name = "problems",
                            .help = "",
                            .columns = {{.name = "game", .kind = Kind::integer},
                                        {.name = "laid", .kind = Kind::integer, .help = "cards"},
                                        {.name = "key", .help = "a move that mates in two"},
                                        {.name = "position", .hidden = true}}};
  for (const Problem& problem : list.found)
    table.rows.push_back({problem.game, problem.laid, g->text(problem.position, problem.key), g->text(problem.position)});
  found.add(std::move(table));
  found.add("games", list.games);
  found.add("positions", list.positions, "looked at");
  found.add("quiet", list.quiet, "where nobody could score at once");
  found.add("found", list.found.size(), "mates in two, none in one; of different games");
  if (!path.empty()) found.add("file", path);
  return found;
}

}  // namespace

MateSurvey& MateSurvey::operator+=(const MateSurvey& more) {
  positions += more.positions, at_once += more.at_once;
  for (std::size_t k = 0; k < 2; ++k) mates[k] += more.mates[k];
  found.insert(found.end(), more.found.begin(), more.found.end());
  return *this;
}

MateSurvey survey_mates(const HichainRules& g, const Player& player, const MatePlan& plan, const Control& control) {
  auto out = over_games<MateSurvey>(control, plan.games, [&](Board& board, std::uint64_t game, MateSurvey& sum) {
    board = g.board(HichainRules::initial());
    Random random(control.seed, game);
    for (std::uint32_t ply = 0; ply <= plan.to && board.at.royal == 0 && g.count(board) > 0; ++ply) {
      if (control.stop.stop_requested()) return;
      if (ply >= plan.from && (ply + game) % plan.every == 0) look(g, board, plan, game, control, sum);
      g.play(board, player.choose(g, board, random));
    }
  });
  std::ranges::stable_sort(out.found, {}, &std::pair<std::uint64_t, HichainRules::Position>::first);
  return out;
}

ProblemList& ProblemList::operator+=(const ProblemList& more) {
  games += more.games, positions += more.positions, quiet += more.quiet;
  found.insert(found.end(), more.found.begin(), more.found.end());
  return *this;
}

ProblemList find_problems(const HichainRules& g, const ProblemPlan& plan, const Control& control) {
  auto out = over_games<ProblemList>(control, plan.games, [&](Board& board, std::uint64_t game, ProblemList& sum) {
    board = g.board(HichainRules::initial());
    Random random(control.seed, game);
    for (std::uint32_t laid = 0; laid <= plan.to && board.at.royal == 0; ++laid) {
      if (laid >= plan.from) {
        ++sum.positions;
        Move key;
        if (is_problem(g, board, plan, control, sum, &key)) {
          sum.found.push_back({game, laid, HichainRules::position(board), key});
          break;
        }
        if (control.stop.stop_requested()) return;
      }
      const auto drawn = g.sample(board, random);
      if (drawn.count == 0) break;
      g.play(board, drawn.move);
    }
    ++sum.games;
  });
  std::ranges::sort(out.found, {}, &Problem::game);
  return out;
}

std::string text(const Hichain& g, const Problem& problem) {
  return fmt::format("{} {} {} {}", problem.game, problem.laid, g.text(problem.position, problem.key), g.text(problem.position));
}

Study mate_study() {
  std::vector<Parameter> parameters = {Parameter::integer("K", 1, 1, MateSearch::deepest, "In how many moves").at_place(),
                                       gain_parameter()};
  for (Parameter& parameter : position_parameters()) parameters.push_back(std::move(parameter));
  parameters.push_back(rules_parameter());
  return {.id = "mate",
          .help = "Find moves after which the mover surely scores within K more moves",
          .examples = {"banmen hichain mate 1 --gain 9", "banmen hichain mate 2 --position \"start,b:Zs2-1 r\""},
          .parameters = std::move(parameters),
          .run = find_mates,
          .of_position = Study::OfPosition{.position = "position", .rules = "rules", .depth = "K"}};
}

Study mates_study() {
  return {.id = "mates",
          .help = "Count the positions of play where the mover has a mate in one or two",
          .examples = {"banmen hichain mates --games 20 --from 44 --gain 9",
                       "banmen hichain mates --player greedy --games 5 --from 40 --every 4 --json"},
          .parameters = {player_parameter("player", "Who plays both sides"), gain_parameter(), games_parameter(),
                         Parameter::integer("from", 0, 0, 54, "Cards laid before the first position looked at"),
                         Parameter::integer("to", 54, 0, 54, "Cards laid before the last"),
                         Parameter::integer("every", 1, 1, 54, "Look at one position in so many"), rules_parameter()},
          .run = count_mates,
          .takes = Study::Takes::hours,
          .threads = true};
}

Study problems_study() {
  return {.id = "problems",
          .help = "Collect mates in two from random games, one of each game at most",
          .examples = {"banmen hichain problems --games 200 --from 47",
                       "banmen hichain problems --games 2000 --seed 1 --out mates.txt"},
          .parameters = {games_parameter(), Parameter::integer("gain", 4, 1, 10'000, "Points that count as scoring"),
                         Parameter::integer("from", 44, 0, 54, "Cards laid before the first position looked at"),
                         Parameter::integer("to", 49, 0, 54, "Cards laid before the last"),
                         Parameter::path("out", "The file to write"), rules_parameter()},
          .run = collect_problems,
          .takes = Study::Takes::minutes,
          .threads = true};
}

}  // namespace banmen::hichain
