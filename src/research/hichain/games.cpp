#include "research/hichain/games.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/move_stack.hpp"
#include "core/parameter.hpp"
#include "core/statistics.hpp"
#include "core/text.hpp"
#include "engines/hichain/mate.hpp"
#include "host/files.hpp"
#include "research/studies.hpp"

namespace banmen::hichain {
namespace {

using Board = HichainRules::Board;
using Move = HichainRules::Move;

Parameter player_parameter(std::string name, std::string help) {
  return Parameter::choice(std::move(name), player_names(), std::move(help));
}

Parameter games_parameter() { return Parameter::integer("games", 1000, 1, 1L << 32, "Number of games"); }

Parameter gain_parameter() { return Parameter::integer("gain", 1, 1, 10'000, "Minimum points that count as scoring"); }

/// Plays a game of the control's seed; next(random, count) chooses one of `count` moves. Returns false when stopped.
template <class Next>
bool play_game(const HichainRules& g, Board& board, std::uint64_t game, const Control& control, const Next& next) {
  board = g.board(HichainRules::initial());
  Random random(control.seed, game);
  for (std::uint32_t count; board.at.royal == 0 && (count = g.count(board)) > 0;) {
    if (control.stop.stop_requested()) return false;
    g.play(board, next(random, count));
  }
  return true;
}

/// Returns whether an upright card is another letter when turned.
bool is_dual(int sign) {
  for (int d = 1; d < 4; ++d) {
    const int shown = reading(Turned::geometry, sign, 0, d);
    if (shown != no_letter && shown != sign) return true;
  }
  return false;
}

void count_game(const HichainRules& g, const Board& board, bool dual, bool more, Survey& sum) {
  const Gains<2> paid = g.payoff(board), points = g.score(board);
  for (GameCounts* counts : {static_cast<GameCounts*>(&sum), dual ? &sum.dual : &sum.other, more ? &sum.more : &sum.fewer})
    counts->count(board, paid);
  sum.cards_left += board.at.royal == 0 && !(board.left[0].empty() && board.left[1].empty());
  for (std::size_t c = 0; c < 2; ++c) {
    sum.points[c] += points[c];
    std::uint32_t chained = 0;
    for (std::uint16_t i = 0; i < board.books[c].chains; ++i)
      if (board.books[c].struck[i] == Book::alive) chained |= board.books[c].sets[i];
    for (std::size_t sign = 0; sign < signs; ++sign) sum.in_chain[sign] += chained >> sign & 1;
  }
}

Result<Findings> run_duel(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const Limits limits{.stop = control.stop};
  const auto player = make_player(values.text("player"), limits), opponent = make_player(values.text("opponent"), limits);
  const auto games = static_cast<std::uint64_t>(values.integer("games"));
  const Duel duel = play_duel(*g, *player, *opponent, games, control);
  if (duel.games == 0) return fail(ErrorKind::stopped, "stopped before the first game was over");
  const double points = static_cast<double>(duel.wins) + 0.5 * static_cast<double>(duel.draws);
  const ConfidenceInterval interval = exact_interval(points, duel.games);

  Findings found;
  found.complete = duel.games == games;
  found.add("player", values.text("player"));
  found.add("opponent", values.text("opponent"));
  found.add("games", duel.games);
  found.add("wins", duel.wins, "wins of the player");
  found.add("draws", duel.draws);
  found.add("losses", duel.games - duel.wins - duel.draws);
  found.add(
      Figure{.name = "score", .value = points / static_cast<double>(duel.games), .n = duel.games, .exact = false, .digits = 3});
  found.add(
      Figure{.name = "interval", .value = std::array{interval.low, interval.high}, .words = "95 %, of the score", .digits = 3});
  found.add("black_wins", duel.black_wins);
  found.add("red_wins", duel.red_wins);
  found.add("royal", duel.royal, "games ended by CHAIN");
  return found;
}

Findings as_findings(const GameCounts& counts) {
  return group_of(
      {{"games", counts.games}, {"black_wins", counts.black_wins}, {"draws", counts.draws}, {"red_wins", counts.red_wins}});
}

Result<Findings> run_survey(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto player = make_player(values.text("player"), {.stop = control.stop});
  const auto games = static_cast<std::uint64_t>(values.integer("games"));
  const Survey survey = survey_games(*g, *player, games, control);
  if (survey.games == 0) return fail(ErrorKind::stopped, "stopped before the first game was over");
  const auto n = static_cast<double>(survey.games);

  Findings found;
  found.complete = survey.games == games;
  found.add("player", values.text("player"));
  found.add("games", survey.games);
  found.add("black_wins", survey.black_wins);
  found.add("red_wins", survey.red_wins);
  found.add("draws", survey.draws);
  found.add(Figure{.name = "points",
                   .value = std::array{static_cast<double>(survey.points[0]) / n, static_cast<double>(survey.points[1]) / n},
                   .words = "a game, black's and red's",
                   .n = survey.games,
                   .exact = false,
                   .digits = 2});
  found.add("royal", survey.royal, "games ended by CHAIN");
  found.add("passes", survey.passes, "forced");
  found.add("ended_with_cards_left", survey.cards_left);
  Findings letters;
  for (int sign = 0; sign < signs; ++sign)
    letters.add(Figure{.name = std::string(1, sign_letter(sign)),
                       .value = static_cast<double>(survey.in_chain[static_cast<std::size_t>(sign)]) / (2 * n),
                       .digits = 3});
  found.add("in_chain", std::move(letters));
  found.add("dual_opening", as_findings(survey.dual));
  found.add("other_opening", as_findings(survey.other));
  found.add("black_had_more_moves", as_findings(survey.more));
  found.add("black_had_fewer_moves", as_findings(survey.fewer));
  return found;
}

bool scores_at_once(const HichainRules& g, Board& board, std::int32_t gain) {
  return each_scoring_move(g, board, gain, [](Move, std::int32_t) { return true; });
}

/// Counts the position unless stopped before its search is complete.
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

bool is_problem(const HichainRules& g, Board& board, const MatePlan& plan, const Control& control, ProblemList& out, Move* key) {
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
  found.add(hidden("position", g->text(*p)));
  found.add("turn", g->seat_name(static_cast<Seat>(p->mover)));
  found.add("moves", k, "maximum moves to score after the mating move");
  found.add("gain", gain, "minimum points that count as scoring");
  found.add("legal", list.size());
  found.add("scoring_moves", at_once.size());
  found.add("mating_moves", mates.size());
  found.add("at_once", at_once);
  found.add("mates", mates);
  found.add(hidden("nodes", search.nodes));
  return found;
}

/// Parameters that `mates` and `problems` share; leaves `every` at its default.
Result<MatePlan> read_plan(const Values& values) {
  MatePlan plan{.gain = static_cast<std::int32_t>(values.integer("gain")),
                .games = static_cast<std::uint64_t>(values.integer("games")),
                .from = static_cast<std::uint32_t>(values.integer("from")),
                .to = static_cast<std::uint32_t>(values.integer("to"))};
  if (plan.from > plan.to) return fail("--from must not be greater than --to");
  return plan;
}

Result<Findings> count_mates(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  auto plan = read_plan(values);
  if (!plan) return fail(plan.error());
  plan->every = static_cast<std::uint32_t>(values.integer("every"));
  const auto player = make_player(values.text("player"), {.stop = control.stop});
  const MateSurvey mates = survey_mates(*g, *player, *plan, control);

  Findings found;
  found.complete = !control.stop.stop_requested();
  found.add("player", values.text("player"));
  found.add("gain", plan->gain, "minimum points that count as scoring");
  found.add("positions", mates.positions);
  found.add("at_once", mates.at_once, "positions where the next move scores");
  found.add("mate_in_1", mates.mates[0], "other positions with a mate in one");
  found.add("mate_in_2", mates.mates[1], "remaining positions with a mate in two");
  std::vector<std::string> positions;
  for (const auto& [game, p] : mates.found) positions.push_back(g->text(p));
  found.add("found", positions);
  return found;
}

Result<Findings> collect_problems(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto plan = read_plan(values);
  if (!plan) return fail(plan.error());
  const std::string& path = values.text("out");
  if (auto can = can_write(path); !can) return fail(can.error());
  const ProblemList list = find_problems(*g, *plan, control);

  Findings found;
  found.complete = list.games == plan->games;
  if (!path.empty()) {
    const std::string& rules = values.text("rules");
    // A stopped run writes what it found, and the number of games played.
    std::string file = fmt::format("# banmen hichain problems --games {} --from {} --to {} --gain {} --seed {}{}{}\n", plan->games,
                                   plan->from, plan->to, plan->gain, control.seed, rules == "hichain" ? "" : " --rules " + rules,
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
  found.add("positions", list.positions, "positions examined");
  found.add("quiet", list.quiet, "positions where nobody could score at once");
  found.add("found", list.found.size(), "positions with a mate in two and none in one, each from a different game");
  if (!path.empty()) found.add("file", path);
  return found;
}

}  // namespace

Parameter rules_parameter() { return Parameter::text("rules", "hichain", "hichain[:key=value,…]", "The rules"); }

Result<Hichain> read_rules(const Values& values) { return game_of_rules<Hichain>(values, "hichain:wrap=false"); }

std::vector<Parameter> with_position(std::vector<Parameter> own) {
  own.push_back(
      Parameter::text("position", "", "as `banmen show hichain` writes it", "The position; by default the start of the game"));
  own.push_back(Parameter::text("moves", "", "such as \"Zs2-1 Is1-2\"", "Moves to play from the position"));
  own.push_back(rules_parameter());
  return own;
}

Result<Hichain::Position> read_played_position(const Hichain& g, const Values& values) {
  auto p = g.initial();
  if (const std::string& given = values.text("position"); !given.empty()) {
    const auto read = g.read_position(given);
    if (!read) return fail_in("--position", read.error());
    p = *read;
  }
  const std::string& moves = values.text("moves");
  for (const std::string_view word : words(moves)) {
    const auto move = g.read_move(p, word);
    if (!move) {
      Error error = move.error();
      error.column = static_cast<int>(word.data() - moves.data()) + std::max(1, error.column);
      return fail_in("--moves", std::move(error));
    }
    g.play(p, *move);
  }
  return p;
}

void GameCounts::count(const Board& end, const Gains<2>& paid) {
  ++games;
  royal += end.at.royal != 0;
  black_wins += paid[0] > 0;
  red_wins += paid[0] < 0;
  draws += paid[0] == 0;
}

GameCounts& GameCounts::operator+=(const GameCounts& more) {
  games += more.games, black_wins += more.black_wins, red_wins += more.red_wins, draws += more.draws, royal += more.royal;
  return *this;
}

Duel& Duel::operator+=(const Duel& more) {
  GameCounts::operator+=(more);
  wins += more.wins;
  return *this;
}

Duel play_duel(const HichainRules& g, const Player& a, const Player& b, std::uint64_t games, const Control& control) {
  return over_games<Duel>(control, games, [&](Board& board, std::uint64_t game, Duel& sum) {
    const auto next = [&](Random& random, std::uint32_t) {
      const bool firsts = (board.at.mover == 0) == (game % 2 == 0);
      return (firsts ? a : b).choose(g, board, random);
    };
    if (!play_game(g, board, game, control, next)) return;
    const Gains<2> paid = g.payoff(board);
    sum.count(board, paid);
    sum.wins += paid[game % 2 == 0 ? 0 : 1] > 0;
  });
}

Survey& Survey::operator+=(const Survey& one) {
  GameCounts::operator+=(one);
  passes += one.passes, cards_left += one.cards_left;
  for (std::size_t c = 0; c < 2; ++c) points[c] += one.points[c];
  for (std::size_t sign = 0; sign < signs; ++sign) in_chain[sign] += one.in_chain[sign];
  dual += one.dual, other += one.other, fewer += one.fewer, more += one.more;
  return *this;
}

Survey survey_games(const HichainRules& g, const Player& player, std::uint64_t games, const Control& control) {
  return over_games<Survey>(control, games, [&](Board& board, std::uint64_t game, Survey& sum) {
    std::uint64_t passes = 0;
    std::int64_t balance = 0;  // black's number of legal moves minus red's
    int first = -1;
    const auto next = [&](Random& random, std::uint32_t count) {
      const auto m = player.choose(g, board, random);
      if (first < 0) first = m.sign;
      if (HichainRules::is_pass(m))
        ++passes;
      else
        balance += board.at.mover == 0 ? std::int64_t{count} : -std::int64_t{count};
      return m;
    };
    if (!play_game(g, board, game, control, next)) return;
    sum.passes += passes;
    count_game(g, board, is_dual(first), balance >= 0, sum);
  });
}

Study duel_study() {
  return {.id = "duel",
          .help = "Play games between two built-in players, who swap colours",
          .examples = {"banmen hichain duel few greedy --games 1000", "banmen hichain duel expert greedy --games 20 --json"},
          .parameters = {player_parameter("player",
                                          "greedy: the move that scores most (agent 'scorer'); few, many: the same, ties broken by "
                                          "the fewest or most replies")
                             .at_place()
                             .needed(),
                         player_parameter("opponent", "The opponent").at_place().needed(), games_parameter(), rules_parameter()},
          .run = run_duel,
          .threads = true};
}

Study survey_study() {
  return {.id = "survey",
          .help = "Count winners, cards in chains and endings over many games",
          .examples = {"banmen hichain survey --player greedy --games 10000 --json"},
          .parameters = {player_parameter("player", "Player of both sides"), games_parameter(), rules_parameter()},
          .run = run_survey,
          .threads = true};
}

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

ProblemList find_problems(const HichainRules& g, const MatePlan& plan, const Control& control) {
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
  return {
      .id = "mate",
      .help = "Find moves after which the mover is sure to score within K more moves",
      .examples = {"banmen hichain mate 1 --gain 9", "banmen hichain mate 2 --position \"start,b:Zs2-1 r\""},
      .parameters = with_position(
          {Parameter::integer("K", 1, 1, MateSearch::deepest, "Maximum moves after the mating one").at_place(), gain_parameter()}),
      .run = find_mates,
      .of_position = Study::OfPosition{.position = "position", .rules = "rules", .depth = "K"}};
}

Study mates_study() {
  return {.id = "mates",
          .help = "Count positions in played games where the mover has a mate in one or two",
          .examples = {"banmen hichain mates --games 20 --from 44 --gain 9",
                       "banmen hichain mates --player greedy --games 5 --from 40 --every 4 --json"},
          .parameters = {player_parameter("player", "Player of both sides"), gain_parameter(), games_parameter(),
                         Parameter::integer("from", 0, 0, 54, "Cards laid before the first position examined"),
                         Parameter::integer("to", 54, 0, 54, "Cards laid before the last position examined"),
                         Parameter::integer("every", 1, 1, 54, "Examine every Nth position"), rules_parameter()},
          .run = count_mates,
          .takes = Study::Takes::hours,
          .threads = true};
}

Study problems_study() {
  return {.id = "problems",
          .help = "Collect mates in two from random games, at most one from each",
          .examples = {"banmen hichain problems --games 200 --from 47",
                       "banmen hichain problems --games 2000 --seed 1 --out mates.txt"},
          .parameters = {games_parameter(), Parameter::integer("gain", 4, 1, 10'000, "Minimum points that count as scoring"),
                         Parameter::integer("from", 44, 0, 54, "Cards laid before the first position examined"),
                         Parameter::integer("to", 49, 0, 54, "Cards laid before the last position examined"),
                         Parameter::path("out", "The file to write"), rules_parameter()},
          .run = collect_problems,
          .takes = Study::Takes::minutes,
          .threads = true};
}

}  // namespace banmen::hichain
