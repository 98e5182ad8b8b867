#include "research/hichain/games.hpp"

#include "core/statistics.hpp"
#include "research/hichain/inputs.hpp"
#include "research/studies.hpp"

namespace banmen::hichain {
namespace {

using Board = HichainRules::Board;

/// Plays a game of the control's seed: next(random, count) chooses among so many moves. False: stopped before its end.
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

/// Whether an upright card reads as another letter from elsewhere.
bool is_dual(int sign) {
  for (int d = 1; d < 4; ++d) {
    const int shown = reading(Turned::geometry, sign, 0, d);
    if (shown != no_letter && shown != sign) return true;
  }
  return false;
}

void count_game(const HichainRules& g, const Board& board, bool dual, bool more, Survey& sum) {
  const Gains<2> paid = g.payoff(board), points = g.score(board);
  ++sum.games;
  sum.royal += board.at.royal != 0;
  sum.cards_left += board.at.royal == 0 && !(board.left[0].empty() && board.left[1].empty());
  sum.black_wins += paid[0] > 0;
  sum.red_wins += paid[0] < 0;
  sum.draws += paid[0] == 0;
  for (std::size_t c = 0; c < 2; ++c) {
    sum.points[c] += points[c];
    std::uint32_t chained = 0;
    for (std::uint16_t i = 0; i < board.books[c].chains; ++i)
      if (board.books[c].struck[i] == Book::alive) chained |= board.books[c].sets[i];
    for (std::size_t sign = 0; sign < signs; ++sign) sum.in_chain[sign] += chained >> sign & 1;
  }
  const Survey::Opening one{1, paid[0] > 0, paid[0] == 0};
  (dual ? sum.dual : sum.other) += one;
  (more ? sum.more : sum.fewer) += one;
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
  found.add("wins", duel.wins, "the player's");
  found.add("draws", duel.draws);
  found.add("losses", duel.games - duel.wins - duel.draws);
  found.add(
      Figure{.name = "score", .value = points / static_cast<double>(duel.games), .n = duel.games, .exact = false, .digits = 3});
  found.add(
      Figure{.name = "interval", .value = std::array{interval.low, interval.high}, .words = "95 %, of the score", .digits = 3});
  found.add("black_wins", duel.black_wins);
  found.add("red_wins", duel.red_wins);
  found.add("royal", duel.royal, "games that CHAIN ended");
  return found;
}

Findings as_findings(const Survey::Opening& opening) {
  Findings found;
  found.add("games", opening.games);
  found.add("black_wins", opening.wins);
  found.add("draws", opening.draws);
  found.add("red_wins", opening.games - opening.wins - opening.draws);
  return found;
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
  found.add("royal", survey.royal, "games that CHAIN ended");
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

}  // namespace

Duel& Duel::operator+=(const Duel& more) {
  games += more.games, wins += more.wins, draws += more.draws;
  black_wins += more.black_wins, red_wins += more.red_wins, royal += more.royal;
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
    ++sum.games;
    sum.royal += board.at.royal != 0;
    sum.black_wins += paid[0] > 0;
    sum.red_wins += paid[0] < 0;
    sum.draws += paid[0] == 0;
    sum.wins += paid[game % 2 == 0 ? 0 : 1] > 0;
  });
}

Survey::Opening& Survey::Opening::operator+=(const Opening& more) {
  games += more.games, wins += more.wins, draws += more.draws;
  return *this;
}

Survey& Survey::operator+=(const Survey& one) {
  games += one.games, black_wins += one.black_wins, red_wins += one.red_wins, draws += one.draws;
  royal += one.royal, passes += one.passes, cards_left += one.cards_left;
  for (std::size_t c = 0; c < 2; ++c) points[c] += one.points[c];
  for (std::size_t sign = 0; sign < signs; ++sign) in_chain[sign] += one.in_chain[sign];
  dual += one.dual, other += one.other, fewer += one.fewer, more += one.more;
  return *this;
}

Survey survey_games(const HichainRules& g, const Player& player, std::uint64_t games, const Control& control) {
  return over_games<Survey>(control, games, [&](Board& board, std::uint64_t game, Survey& sum) {
    std::uint64_t passes = 0;
    std::int64_t balance = 0;  // moves that black has had beyond red's
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
          .help = "Games between two of HICHAIN's own players, who change colours",
          .examples = {"banmen hichain duel few greedy --games 1000", "banmen hichain duel expert greedy --games 20 --json"},
          .parameters = {player_parameter("player",
                                          "greedy: the most points at once (the agent scorer); few and many: greedy, and among "
                                          "equals the move that leaves the opponent so")
                             .at_place()
                             .needed(),
                         player_parameter("opponent", "The other").at_place().needed(), games_parameter(), rules_parameter()},
          .run = run_duel,
          .threads = true};
}

Study survey_study() {
  return {.id = "survey",
          .help = "Play games and count who wins, which cards end in chains, and how games end",
          .examples = {"banmen hichain survey --player greedy --games 10000 --json"},
          .parameters = {player_parameter("player", "Who plays both sides"), games_parameter(), rules_parameter()},
          .run = run_survey,
          .threads = true};
}

}  // namespace banmen::hichain
