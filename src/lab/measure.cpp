#include "lab/measure.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <set>

#include "core/control.hpp"
#include "core/hash.hpp"
#include "core/try.hpp"
#include "host/threads.hpp"

namespace banmen::lab {
namespace {

/// Integer sums, which do not depend on the order.
struct Sums {
  std::uint64_t n = 0;
  std::int64_t sum = 0, squares = 0;

  void add(std::int64_t x) {
    ++n;
    sum += x;
    squares += x * x;
  }
  /// Mean and sample variance (divided by n − 1) of values counted in units of `unit`.
  [[nodiscard]] Measured measured(double unit = 1) const {
    Measured m;
    m.n = n;
    if (n == 0) return m;
    const auto count = static_cast<double>(n);
    m.mean = static_cast<double>(sum) / count * unit;
    if (n < 2) return m;
    const double about = static_cast<double>(sum) / count;
    m.variance = std::max(0.0, (static_cast<double>(squares) - static_cast<double>(sum) * about) / (count - 1)) * unit * unit;
    m.error = std::sqrt(m.variance / count);
    return m;
  }
};

Share counted(std::uint64_t part, std::uint64_t of) {
  return {part, of, of == 0 ? 0 : static_cast<double>(part) / static_cast<double>(of),
          exact_interval(static_cast<double>(part), of)};
}

/// Observations of one game during its replay.
struct GameSheet {
  Sums branching;
  std::uint64_t length = 0;
  std::uint64_t lead_changes = 0;
  std::uint64_t led_until = 0;  // the ply since which the last leader led
  int last_leader = -1;         // a side
  bool any_standing = false;    // a side was ahead at some ply
  bool seen = false;            // false: the replay was cut off
};

constexpr double millionth = 1e-6;  // unit in which shares are summed

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Replay {
 public:
  Replay(const OpenGame& game, const MeasurePlan& plan, std::uint64_t seed, std::stop_token stop)
      : game_(&game),
        session_(game.session()),
        scored_(has(game.capabilities(), "scored")),
        judge_(plan.judge),
        limit_(plan.limit),
        seed_(seed),
        stop_(std::move(stop)) {
    for (int seat = 0; seat < game.players(); ++seat) side_.push_back(game.search().side(static_cast<Seat>(seat)));
  }

  /// Returns an empty sheet once give_up() is true.
  Result<GameSheet> operator()(const MatchGame& game, const std::function<bool()>& give_up) {
    GameSheet sheet;
    session_->restart();
    for (const std::string& move : game.moves) {
      if (give_up()) return GameSheet{};
      if (session_->turn() != chance) {
        sheet.branching.add(static_cast<std::int64_t>(session_->choices()));
        ++sheet.length;
        if (judge_ > 0) {
          const auto judged = TRY(follow_judge(sheet, game.index));
          if (!judged) return GameSheet{};
        }
      }
      TRY(session_->play(move));
      if (judge_ == 0) follow_score(sheet);
    }
    sheet.seen = true;
    return sheet;
  }

 private:
  void lead(GameSheet& sheet, int leader) {
    sheet.any_standing = true;
    if (leader == sheet.last_leader) return;
    if (sheet.last_leader >= 0) ++sheet.lead_changes;
    sheet.last_leader = leader;
    sheet.led_until = sheet.length;
  }

  /// The leader has strictly the best standing. Standings of team-mates add up.
  void follow_score(GameSheet& sheet) {
    const auto score = session_->score();
    std::vector<long> of_side(score.size(), 0);
    std::vector<bool> plays(score.size(), false);
    for (std::size_t seat = 0; seat < score.size(); ++seat) {
      of_side[static_cast<std::size_t>(side_[seat])] += score[seat];
      plays[static_cast<std::size_t>(side_[seat])] = true;
    }
    int best = -1;
    bool alone = false;
    for (std::size_t side = 0; side < of_side.size(); ++side) {
      if (!plays[side]) continue;
      if (best >= 0 && of_side[side] <= of_side[static_cast<std::size_t>(best)]) {
        if (of_side[side] == of_side[static_cast<std::size_t>(best)]) alone = false;
        continue;
      }
      best = static_cast<int>(side);
      alone = true;
    }
    if (alone) lead(sheet, best);
  }

  /// The leader is judged by random play to the end, by a clear margin, since sampling noise would change the lead. Returns false
  /// if a stop interrupted it.
  Result<bool> follow_judge(GameSheet& sheet, std::uint64_t game) {
    constexpr double clear = 0.6;
    if (const auto gained = session_->score(); !scored_ && std::any_of(gained.begin(), gained.end(), [](long x) { return x != 0; }))
      return fail("the game's gains already determine the leader", "omit --judge");
    Control control;
    control.seed = mix(mix(seed_, judge_key), mix(game, sheet.length));
    control.stop = stop_;
    const auto played = TRY(game_->playout(session_->position(), static_cast<std::uint64_t>(judge_), limit_, control));
    if (played.games + played.unfinished < static_cast<std::uint64_t>(judge_)) return false;
    if (played.games == 0) return true;
    const SeatReport& first = played.results.front();
    const double expected =
        (static_cast<double>(first.wins) + static_cast<double>(first.draws) / 2) / static_cast<double>(played.games);
    const auto other = std::find_if(side_.begin(), side_.end(), [&](int side) { return side != side_.front(); });
    if (expected > clear) lead(sheet, side_.front());
    if (expected < 1 - clear) lead(sheet, *other);
    return true;
  }

  static constexpr std::uint64_t judge_key = 0x6a756467;

  const OpenGame* game_;
  std::unique_ptr<Session> session_;
  bool scored_;
  int judge_;
  std::uint32_t limit_;
  std::uint64_t seed_;
  std::stop_token stop_;
  std::vector<int> side_;
};

int rank_of(const std::vector<long>& result, std::size_t seat) {
  return 1 + static_cast<int>(std::count_if(result.begin(), result.end(), [&](long other) { return other > result[seat]; }));
}

/// Adds results by seat and by side.
void add_results(const OpenGame& opened, const std::vector<MatchGame>& games, MeasureSheet& sheet) {
  const auto players = static_cast<std::size_t>(opened.players());
  const std::size_t sides = side_count(opened);
  const bool facing = sides == players && players > 2 && players % 2 == 0;
  const int first_side = opened.search().side(0);
  std::vector<Sums> rank(players), given(players), beside(players);
  double first_score = 0;
  std::uint64_t draws = 0, first_wins = 0;
  sheet.seats.resize(players);
  for (std::size_t seat = 0; seat < players; ++seat) sheet.seats[seat].seat = opened.seat_name(static_cast<Seat>(seat));
  sheet.first_seat = sheet.seats.front().seat;
  for (const MatchGame& game : games) {
    const long best = *std::max_element(game.result.begin(), game.result.end());
    std::set<int> winners;
    for (std::size_t seat = 0; seat < players; ++seat)
      if (game.result[seat] == best) winners.insert(opened.search().side(static_cast<Seat>(seat)));
    const bool drawn = winners.size() > 1;
    draws += drawn;
    if (winners.contains(first_side)) {
      first_wins += !drawn;
      first_score += 1.0 / static_cast<double>(winners.size());
    }
    for (std::size_t seat = 0; seat < players; ++seat) {
      MeasureSheet::SeatSheet& mine = sheet.seats[seat];
      if (game.result[seat] == best) ++(drawn ? mine.shared : mine.wins);
      rank[seat].add(rank_of(game.result, seat));
      if (!facing) continue;
      const std::size_t opposite = (seat + players / 2) % players;
      bool neighbour = false;
      for (std::size_t other = 0; other < players; ++other)
        neighbour |= other != seat && other != opposite && game.result[other] == best;
      if (game.result[opposite] == best) given[seat].add(rank_of(game.result, seat));
      if (neighbour) beside[seat].add(rank_of(game.result, seat));
    }
  }
  const std::uint64_t n = games.size();
  sheet.draws = counted(draws, n);
  sheet.decided = counted(n - draws, n);
  sheet.first_wins = counted(first_wins, n - draws);
  sheet.first_score = n == 0 ? 0 : first_score / static_cast<double>(n);
  sheet.first_interval = exact_interval(first_score, n);
  for (std::size_t seat = 0; seat < players; ++seat) {
    MeasureSheet::SeatSheet& mine = sheet.seats[seat];
    mine.rank = rank[seat].measured();
    if (!facing) continue;
    mine.rank_when_facing_first = given[seat].measured();
    mine.rank_when_neighbour_first = beside[seat].measured();
    mine.gain = mine.rank_when_neighbour_first->mean - mine.rank_when_facing_first->mean;
    mine.gain_error = std::hypot(mine.rank_when_neighbour_first->error, mine.rank_when_facing_first->error);
  }
}

/// Replays the games ply by ply. After an interruption it continues for a moment and drops the games that are left.
Result<std::vector<GameSheet>> play_through(const OpenGame& game, std::vector<MatchGame>& games, const MeasurePlan& plan,
                                            const Control& control) {
  using Clock = std::chrono::steady_clock;
  std::vector<GameSheet> sheets(games.size());
  std::mutex mutex;
  std::optional<Error> trouble;
  std::optional<Clock::time_point> stopped;  // time at which the stop was noticed
  const auto give_up = [&] {
    if (!control.stop.stop_requested()) return false;
    const std::lock_guard lock(mutex);
    if (!stopped) stopped = Clock::now();
    return Clock::now() - *stopped > std::chrono::milliseconds(300);
  };
  const auto one = [&](Replay& replay, std::uint64_t k) {
    auto seen = replay(games[k], give_up);
    if (seen) {
      sheets[k] = *seen;
    } else {
      const std::lock_guard lock(mutex);
      trouble = seen.error();
    }
  };
  Control to_the_end = control;
  to_the_end.stop = {};
  run_chunks(to_the_end, games.size(), 1, "games replayed", [&] {
    return [&, replay = std::make_shared<Replay>(game, plan, control.seed, control.stop)](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t k = from; k < to; ++k) one(*replay, k);
    };
  });
  if (trouble) return fail(*trouble);
  std::vector<MatchGame> kept;
  std::vector<GameSheet> of_kept;
  for (std::size_t k = 0; k < games.size(); ++k) {
    if (!sheets[k].seen) continue;
    kept.push_back(std::move(games[k]));
    of_kept.push_back(sheets[k]);
  }
  games = std::move(kept);
  return of_kept;
}

void add_play(const std::vector<MatchGame>& games, const std::vector<GameSheet>& sheets, const OpenGame& game,
              MeasureSheet& sheet) {
  Sums branching, length, changes, settled;
  bool any_standing = false;
  for (std::size_t k = 0; k < games.size(); ++k) {
    branching.n += sheets[k].branching.n;
    branching.sum += sheets[k].branching.sum;
    branching.squares += sheets[k].branching.squares;
    length.add(static_cast<std::int64_t>(sheets[k].length));
    changes.add(static_cast<std::int64_t>(sheets[k].lead_changes));
    any_standing |= sheets[k].any_standing;
    const auto& result = games[k].result;
    const auto best = std::max_element(result.begin(), result.end());
    const int winner = game.search().side(static_cast<Seat>(best - result.begin()));
    bool drawn = false;
    for (std::size_t seat = 0; seat < result.size(); ++seat)
      drawn |= result[seat] == *best && game.search().side(static_cast<Seat>(seat)) != winner;
    if (drawn || sheets[k].length == 0) continue;
    // If the winner did not lead at the end, the last move settled the game.
    const double at =
        sheets[k].last_leader == winner ? static_cast<double>(sheets[k].led_until) / static_cast<double>(sheets[k].length) : 1;
    settled.add(std::lround(at / millionth));
  }
  sheet.branching = branching.measured();
  sheet.length = length.measured();
  if (sheet.length.mean > 0) sheet.refinement = std::sqrt(sheet.branching.mean) / sheet.length.mean;
  if (sheet.lead_by.empty()) return;
  if (!any_standing) {
    sheet.lead_why = sheet.lead_by == "gains"   ? "the game has neither a score nor gains before its end"
                     : sheet.lead_by == "score" ? "no side ever led by the game's score"
                                                : "no side ever led clearly";
    if (game.players() == 2) sheet.lead_why += " (--judge N determines the leader by N random games from each position)";
    sheet.lead_by.clear();
    return;
  }
  sheet.lead_changes = changes.measured();
  sheet.settled = settled.measured(millionth);
}

Result<void> add_ladder(const OpenGame& game, const MeasurePlan& plan, const AgentMaker& make, const Control& control,
                        MeasureSheet& sheet) {
  const std::vector<std::string> ladder = plan.ladder.empty() ? usual_ladder(game, control.stop) : plan.ladder;
  for (std::size_t k = 1; k < ladder.size() && !control.stop.stop_requested(); ++k) {
    MatchPlan match;
    match.agents = {ladder[k], ladder[k - 1]};
    match.games = plan.ladder_games;
    match.opening = plan.ladder_opening;
    match.limit = plan.limit;
    const auto report = TRY(play_match(game, match, make, {}, control));
    sheet.ladder.push_back({report.agents.front(), ladder[k - 1]});
    sheet.repeatable &= report.repeatable;
    sheet.complete &= report.complete;
  }
  return {};
}

}  // namespace

std::vector<std::string> usual_ladder(const OpenGame& game, const std::stop_token& stop) {
  const auto agents = game.agents();
  std::vector<std::string> ladder;
  if (has(game.capabilities(), "evaluated")) {
    // Depths whose full trees have some ten thousand positions; games with thousands of moves are better sampled.
    constexpr double positions = 10'000;
    const bool dice = has(game.capabilities(), "chance");
    Control control;
    control.stop = stop;
    const auto few = game.playout("", 20, 10'000, control);
    const double branching = few && few->games > 0 ? std::max(2.0, few->branching.mean) : positions;
    for (const char* id : {"alphabeta", "expectimax", "maxn"}) {
      if (!has(agents, id)) continue;
      double tree = branching;
      for (int depth = 1; depth <= 4 && tree <= positions; ++depth, tree *= branching * (dice ? 21 : 1))
        ladder.push_back(std::string(id) + ":depth=" + std::to_string(depth));
      if (ladder.size() > 1) return ladder;
      ladder.clear();
    }
  }
  if (has(agents, "uct"))
    for (int playouts = 10; playouts <= 160; playouts *= 2) ladder.push_back("uct:playouts=" + std::to_string(playouts));
  return ladder;
}

Result<MeasureSheet> measure(const OpenGame& opened, const MeasurePlan& plan, const AgentMaker& make, const Control& control) {
  const auto begin = std::chrono::steady_clock::now();
  MeasureSheet sheet;
  if (plan.judge > 0 && side_count(opened) != 2) return fail("--judge needs a game of exactly two sides");
  for (const std::string& name : plan.ladder) TRY(make(name));

  std::vector<MatchGame> games;
  {
    MatchPlan match;
    match.agents.assign(side_count(opened) == 2 ? 2 : static_cast<std::size_t>(opened.players()), plan.agent);
    match.games = plan.games;
    match.opening = plan.opening;
    match.limit = plan.limit;
    match.own_openings = true;
    MatchKeeper keeper;
    std::optional<Error> lost;
    keeper.keep = [&](const MatchGame& game) -> Result<void> {
      if (game.forfeit)
        lost = Error{"game " + std::to_string(game.index + 1) + ": " + game.verdict, {}, 0, 0, {}, ErrorKind::failed};
      if (game.verdict.empty()) games.push_back(game);
      return {};
    };
    const auto report = TRY(play_match(opened, match, make, keeper, control));
    if (lost) return fail(*lost);
    sheet.repeatable = report.repeatable;
    sheet.complete = report.complete;
    sheet.unfinished = report.games - games.size();
  }
  std::sort(games.begin(), games.end(), [](const MatchGame& a, const MatchGame& b) { return a.index < b.index; });
  sheet.games = games.size();

  const auto can = opened.capabilities();
  sheet.lead_by = plan.judge > 0       ? std::to_string(plan.judge) + " random games from each position"
                  : has(can, "scored") ? "score"
                                       : "gains";
  auto sheets = TRY(play_through(opened, games, plan, control));
  sheet.complete &= games.size() == sheet.games;
  sheet.games = games.size();

  add_results(opened, games, sheet);
  add_play(games, sheets, opened, sheet);
  if (plan.ladder_games > 0) TRY(add_ladder(opened, plan, make, control, sheet));
  sheet.seconds = seconds_since(begin);
  return sheet;
}

}  // namespace banmen::lab
