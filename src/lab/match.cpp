#include "lab/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/control.hpp"
#include "core/hash.hpp"
#include "core/try.hpp"
#include "host/files.hpp"
#include "host/threads.hpp"
#include "play/record.hpp"

namespace banmen::lab {

std::size_t side_count(const OpenGame& game) {
  std::set<int> sides;
  for (int seat = 0; seat < game.players(); ++seat) sides.insert(game.search().side(static_cast<Seat>(seat)));
  return sides.size();
}

namespace {

/// Seating and opening of each game.
class Schedule {
 public:
  Schedule(const OpenGame& game, const MatchPlan& plan)
      : players_(game.players()), games_(plan.games), own_openings_(plan.own_openings) {
    const auto count = static_cast<int>(plan.agents.size());
    two_sided_ = side_count(game) == 2;
    together_ = !two_sided_ && count == players_;
    for (int seat = 0; seat < players_; ++seat)
      side_.push_back(game.search().side(static_cast<Seat>(seat)) != game.search().side(0));
    if (together_) {
      total_ = games_;
    } else {
      for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j) pairs_.emplace_back(i, j);
      total_ = games_ * pairs_.size();
    }
  }

  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] bool together() const { return together_; }
  [[nodiscard]] std::uint64_t games_per_opening() const { return own_openings_ ? 1 : block(); }
  [[nodiscard]] std::uint64_t opening(std::uint64_t index) const { return own_openings_ ? index : index % games_ / block(); }

  [[nodiscard]] std::vector<int> seats(std::uint64_t index) const {
    const std::uint64_t in_pair = index % games_;
    const auto turn = static_cast<int>(in_pair % block());
    std::vector<int> seats(static_cast<std::size_t>(players_));
    for (int seat = 0; seat < players_; ++seat) {
      int& agent = seats[static_cast<std::size_t>(seat)];
      if (together_) {
        agent = (seat + turn) % players_;
        continue;
      }
      const auto [first, second] = pairs_[index / games_];
      if (two_sided_) {
        agent = (turn == 1) != side_[static_cast<std::size_t>(seat)] ? second : first;
      } else {
        const bool alone = seat == turn % players_;
        agent = alone == (turn < players_) ? first : second;
      }
    }
    return seats;
  }

 private:
  [[nodiscard]] std::uint64_t block() const {
    return two_sided_ ? 2 : static_cast<std::uint64_t>(together_ ? players_ : 2 * players_);
  }

  int players_;
  std::uint64_t games_;
  bool own_openings_;
  bool two_sided_ = true, together_ = false;
  std::vector<bool> side_;
  std::vector<std::pair<int, int>> pairs_;
  std::uint64_t total_ = 0;
};

constexpr std::uint64_t opening_key = 0x6f70656e, chance_key = 0x64696365;

/// Plays random plies; an opening that ends the game is drawn again.
void play_opening(Session& session, int plies, std::uint64_t seed, std::uint64_t opening) {
  for (std::uint32_t attempt = 0; attempt < 100; ++attempt) {
    Random random(mix(seed, opening_key), opening, attempt);
    session.restart();
    for (int ply = 0; ply < plies && !session.is_over(); ++ply) (void)session.play_random(random);
    if (!session.is_over()) return;
  }
  session.restart();
}

/// Progress of the games in play.
struct Reached {
  static constexpr std::uint32_t many_plies = 1000;
  std::atomic<std::uint32_t> ply{0};            // of some game in play
  std::atomic<std::uint64_t> long_game{~0ULL};  // the first game with many plies
};

/// A worker's session, and its agents by seat.
class MatchWorker {
 public:
  MatchWorker(const OpenGame& game, MatchPlan plan, AgentMaker make, Control control, Reached* reached = nullptr)
      : reached_(reached),
        plan_(std::move(plan)),
        make_(std::move(make)),
        control_(std::move(control)),
        schedule_(game, plan_),
        session_(game.session()) {}

  MatchGame play(std::uint64_t index) {
    MatchGame game;
    game.index = index;
    game.seats = schedule_.seats(index);
    session_->restart();
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
      auto& agent = agents_[{game.seats[seat], static_cast<int>(seat)}];
      if (agent == nullptr) {
        auto made = make_(plan_.agents[static_cast<std::size_t>(game.seats[seat])]);
        if (!made) return lost(game, static_cast<Seat>(seat), made.error().message());
        agent = std::move(*made);
      }
      if (auto ready = agent->new_game(); !ready) {
        if (ready.error().kind == ErrorKind::stopped) return game;
        return lost(game, static_cast<Seat>(seat), ready.error().message());
      }
      game.titles.push_back(agent->title() == agent->name() ? "" : agent->title());
    }
    const std::uint64_t opening = schedule_.opening(index);
    play_opening(*session_, plan_.opening, control_.seed, opening);
    for (std::uint32_t ply = 0; ply < plan_.limit; ++ply) {
      const Seat turn = session_->turn();
      if (turn == over || session_->repeated()) break;
      if (reached_ != nullptr) reach(index, ply);
      if (turn == chance) {
        // Both seatings of an opening get the same dice.
        Random random(mix(control_.seed, chance_key), opening, static_cast<std::uint32_t>(session_->ply()));
        (void)session_->play_random(random);
        continue;
      }
      if (control_.stop.stop_requested()) return game;
      Agent& agent = *agents_[{game.seats[static_cast<std::size_t>(turn)], turn}];
      AnyQuestion ask;
      ask.seed = mix(control_.seed, static_cast<std::uint64_t>(turn));
      ask.game = index;
      ask.seconds = plan_.seconds;
      ask.stop = control_.stop;
      ask.texts = false;
      const auto answer = agent.think(*session_, ask);
      if (control_.stop.stop_requested() || (!answer && answer.error().kind == ErrorKind::stopped)) return game;
      if (!answer) return lost(game, turn, answer.error().message());
      const AnyAnswerLine& best = answer->lines.front();
      if (const auto played = best.bytes ? session_->play(*best.bytes) : session_->play(best.move); !played)
        return lost(game, turn, "an illegal move: " + played.error().message());
    }
    game.moves = session_->history();
    if (const auto result = session_->result()) {
      game.result = *result;
    } else {
      game.verdict = "drawn after " + std::to_string(plan_.limit) + " plies";
      game.result.assign(game.seats.size(), 0);
    }
    return game;
  }

  /// The agent's own title, if it has played here.
  [[nodiscard]] std::string title(int agent) const {
    for (const auto& [who, made] : agents_)
      if (who.first == agent && made != nullptr) return made->title();
    return {};
  }

 private:
  void reach(std::uint64_t index, std::uint32_t ply) {
    reached_->ply = ply;
    std::uint64_t none = ~0ULL;
    if (ply == Reached::many_plies) reached_->long_game.compare_exchange_strong(none, index);
  }

  MatchGame lost(MatchGame& game, Seat seat, std::string why) {
    game.moves = session_->history();
    game.forfeit = seat;
    game.verdict = session_->seat_name(seat) + " (" +
                   plan_.agents[static_cast<std::size_t>(game.seats[static_cast<std::size_t>(seat)])] +
                   ") loses: " + std::move(why);
    agents_.erase({game.seats[static_cast<std::size_t>(seat)], seat});  // the next game gets a new one
    return game;
  }

  Reached* reached_;  // may be null
  MatchPlan plan_;
  AgentMaker make_;
  Control control_;
  Schedule schedule_;
  std::unique_ptr<Session> session_;
  std::map<std::pair<int, int>, std::unique_ptr<Agent>> agents_;
};

/// Comparable results: a seat that failed, and its side, comes last; all others tie.
std::vector<long> standing(const MatchGame& game, const std::vector<int>& side) {
  if (!game.forfeit) return game.result;
  std::vector<long> out(game.seats.size());
  for (std::size_t seat = 0; seat < out.size(); ++seat)
    out[seat] = side[seat] == side[static_cast<std::size_t>(*game.forfeit)] ? -1 : 0;
  return out;
}

int rank_of(const std::vector<long>& result, const std::vector<int>& side, std::size_t seat) {
  std::vector<int> better;
  for (std::size_t other = 0; other < result.size(); ++other)
    if (result[other] > result[seat] && std::find(better.begin(), better.end(), side[other]) == better.end())
      better.push_back(side[other]);
  return 1 + static_cast<int>(better.size());
}

/// Counts distinct games, and detects that games with the same opening and seating always continue alike. Agents that draw random
/// moves repeat a short game only sometimes.
void count_distinct(const MatchPlan& plan, const std::vector<std::optional<MatchGame>>& games, MatchReport& report) {
  std::unordered_set<std::uint64_t> whole, by_play;        // hashes of seating and moves
  std::unordered_map<std::uint64_t, std::uint64_t> begun;  // number of games by their beginning
  for (const auto& game : games) {
    if (!game) continue;
    std::uint64_t line = 0;
    for (const int agent : game->seats) line = mix(line, static_cast<std::uint64_t>(agent));
    const std::size_t opening = std::min(game->moves.size(), static_cast<std::size_t>(plan.opening));
    std::uint64_t start = line;
    for (std::size_t ply = 0; ply < game->moves.size(); ++ply) {
      line = mix(line, std::hash<std::string>{}(game->moves[ply]));
      if (ply + 1 == opening) start = line;
    }
    whole.insert(line);
    if (game->forfeit) continue;  // reported separately
    by_play.insert(line);
    ++begun[start];
  }
  report.distinct = whole.size();
  const bool again = std::any_of(begun.begin(), begun.end(), [](const auto& start) { return start.second > 1; });
  report.repeating = again && by_play.size() == begun.size();
}

/// Mean and standard error of numbers; both are 0 without any.
struct Sum {
  double n = 0, sum = 0, squares = 0;
  void add(double x) {
    n += 1;
    sum += x;
    squares += x * x;
  }
  [[nodiscard]] double mean() const { return n > 0 ? sum / n : 0; }
  [[nodiscard]] double error() const { return n > 0 ? std::sqrt(std::max(0.0, squares / n - mean() * mean()) / n) : 0; }
};

/// Sums are of exactly representable numbers, or in the order of the games, so they do not depend on threads.
MatchReport summarise(const OpenGame& opened, const MatchPlan& plan, const Schedule& schedule,
                      const std::vector<std::optional<MatchGame>>& games) {
  MatchReport report;
  const auto players = static_cast<std::size_t>(opened.players());
  std::vector<int> side;
  for (std::size_t seat = 0; seat < players; ++seat) side.push_back(opened.search().side(static_cast<Seat>(seat)));
  const std::size_t count = plan.agents.size();
  report.agents.resize(count);
  for (std::size_t a = 0; a < count; ++a) {
    report.agents[a].agent = plan.agents[a];
    report.agents[a].by_seat.resize(players);
  }
  std::vector<double> points(count), pair_points(count);
  std::vector<Sum> ranks(count), results(count);
  std::vector<double> sum(players), squares(players);
  std::vector<std::vector<double>> before(count, std::vector<double>(count)), compared = before;  // pairs of seats, by agents
  for (std::size_t seat = 0; seat < players; ++seat)
    report.seats.push_back({opened.seat_name(static_cast<Seat>(seat)), 0, 0, 0, 0});
  std::uint64_t plies = 0, by_play = 0;
  for (const auto& kept : games) {
    if (!kept) continue;
    const MatchGame& game = *kept;
    ++report.games;
    plies += game.moves.size();
    if (!game.verdict.empty()) report.verdicts.push_back("game " + std::to_string(game.index + 1) + ": " + game.verdict);
    const std::vector<long> result = standing(game, side);
    const long best = *std::max_element(result.begin(), result.end());
    std::vector<int> sharing;  // sides with the best result
    for (std::size_t seat = 0; seat < players; ++seat)
      if (result[seat] == best && std::find(sharing.begin(), sharing.end(), side[seat]) == sharing.end())
        sharing.push_back(side[seat]);
    for (std::size_t seat = 0; seat < players; ++seat) {
      const auto agent = static_cast<std::size_t>(game.seats[seat]);
      ranks[agent].add(rank_of(result, side, seat));
      AgentScore::AtSeat& here = report.agents[agent].by_seat[seat];
      ++here.games;
      if (result[seat] == best) ++(sharing.size() > 1 ? here.draws : here.wins);
      if (!game.forfeit) {
        results[agent].add(static_cast<double>(result[seat]));
        sum[seat] += static_cast<double>(result[seat]);
        squares[seat] += static_cast<double>(result[seat]) * static_cast<double>(result[seat]);
        if (result[seat] == best) ++(sharing.size() > 1 ? report.seats[seat].draws : report.seats[seat].wins);
      } else if (*game.forfeit == static_cast<Seat>(seat)) {
        ++report.agents[agent].forfeits;
      }
    }
    by_play += !game.forfeit;
    for (std::size_t a = 0; a < count; ++a) {
      // Compares with each seat of another agent. If all agents play together, the first place counts.
      double won = 0, met = 0;
      bool first = false, others_first = false;
      for (std::size_t seat = 0; seat < players; ++seat) {
        const bool own = static_cast<std::size_t>(game.seats[seat]) == a;
        if (result[seat] == best) (own ? first : others_first) = true;
        if (!own) continue;
        for (std::size_t other = 0; other < players; ++other) {
          const auto b = static_cast<std::size_t>(game.seats[other]);
          if (b == a) continue;
          const double share = result[seat] > result[other] ? 1 : result[seat] == result[other] ? 0.5 : 0;
          won += share;
          met += 1;
          before[a][b] += share;
          compared[a][b] += 1;
        }
      }
      if (met == 0) continue;
      AgentScore& score = report.agents[a];
      ++score.games;
      pair_points[a] += won / met;
      if (schedule.together()) {
        const double share = first ? 1.0 / static_cast<double>(sharing.size()) : 0;
        points[a] += share;
        ++(first ? (others_first ? score.draws : score.wins) : score.losses);
      } else {
        const double mine = won / met;
        ++(mine > 0.5 ? score.wins : mine < 0.5 ? score.losses : score.draws);
        points[a] += mine > 0.5 ? 1 : mine < 0.5 ? 0 : 0.5;
      }
    }
  }
  for (std::size_t a = 0; a < count; ++a) {
    AgentScore& score = report.agents[a];
    for (std::size_t b = 0; b < count; ++b)
      score.against.push_back(compared[a][b] > 0 ? std::optional(before[a][b] / compared[a][b]) : std::nullopt);
    const auto n = static_cast<double>(std::max<std::uint64_t>(1, score.games));
    score.score = points[a] / n;
    score.interval = exact_interval(points[a], score.games);
    const double pairwise = schedule.together() ? pair_points[a] : points[a];
    const ConfidenceInterval likely = exact_interval(pairwise, score.games);
    score.elo = elo_of(pairwise / n);
    score.elo_interval = {elo_of(likely.low), elo_of(likely.high)};
    score.mean_result = results[a].mean();
    score.result_error = results[a].error();
    score.mean_rank = ranks[a].mean();
    score.rank_error = ranks[a].error();
  }
  const auto n = static_cast<double>(std::max<std::uint64_t>(1, by_play));
  for (std::size_t seat = 0; seat < players; ++seat) {
    report.seats[seat].mean = sum[seat] / n;
    report.seats[seat].variance = squares[seat] / n - report.seats[seat].mean * report.seats[seat].mean;
  }
  count_distinct(plan, games, report);
  report.mean_length = static_cast<double>(plies) / static_cast<double>(std::max<std::uint64_t>(1, report.games));
  return report;
}

}  // namespace

MatchPlayer match_player(const OpenGame& game, MatchPlan plan, AgentMaker make, Control control) {
  const auto worker = std::make_shared<MatchWorker>(game, std::move(plan), std::move(make), std::move(control));
  return [worker](std::uint64_t index) { return worker->play(index); };
}

Result<std::unique_ptr<Agent>> AgentMaker::operator()(const std::string& name) const {
  {
    const std::lock_guard lock(made_->mutex);
    if (auto spare = made_->spare.extract(name)) return std::move(spare.mapped());
  }
  return make_(name);
}

void AgentMaker::give_back(const std::string& name, std::unique_ptr<Agent> agent) const {
  const std::lock_guard lock(made_->mutex);
  made_->spare.emplace(name, std::move(agent));
}

Result<std::unique_ptr<Agent>> agent_for_match(const AgentMaker& make, const std::string& name) {
  auto agent = make(name);
  if (!agent) return agent;
  if (const auto ready = (*agent)->new_game(); !ready && ready.error().kind != ErrorKind::stopped) {
    Error error = ready.error();
    if (error.kind != ErrorKind::bad_input) error.what = name + ": " + error.what;
    return fail(error);
  }
  return agent;
}

std::uint64_t games_per_opening(const OpenGame& game, const MatchPlan& plan) {
  const auto can = game.capabilities();
  const bool dice = std::find(can.begin(), can.end(), "chance") != can.end();
  return plan.opening > 0 || dice ? Schedule(game, plan).games_per_opening() : 1;
}

Result<MatchReport> play_match(const OpenGame& opened, const MatchPlan& plan, const AgentMaker& make, const MatchKeeper& keeper,
                               const Control& control, const std::function<void(const LongGame&)>& tell) {
  const auto begin = std::chrono::steady_clock::now();
  if (opened.players() < 2) return fail("a match needs a game of two or more seats");
  if (plan.agents.size() < 2) return fail("a match needs two or more agents", "name the same one twice for self-play");
  bool repeatable = plan.seconds == 0;
  std::vector<std::unique_ptr<Agent>> ready;
  for (const std::string& name : plan.agents) {
    auto agent = TRY(agent_for_match(make, name));
    repeatable &= agent->repeatable();
    ready.push_back(std::move(agent));
  }
  for (std::size_t k = 0; k < ready.size(); ++k) make.give_back(plan.agents[k], std::move(ready[k]));
  const Schedule schedule(opened, plan);
  const std::uint64_t size = schedule.total();
  std::vector<std::optional<MatchGame>> games(size);
  if (keeper.find)
    for (std::uint64_t index = 0; index < size && !control.stop.stop_requested(); ++index) {
      games[index] = TRY(keeper.find(index, schedule.seats(index)));
    }
  std::mutex mutex;
  std::optional<Error> trouble;
  // Also stopped when a game can't be stored.
  std::stop_source end;
  const std::stop_callback asked(control.stop, [&] { end.request_stop(); });
  Control ours = control;
  ours.stop = end.get_token();
  std::vector<std::string> titles(plan.agents.size());
  auto one = [&](MatchWorker& worker, std::uint64_t index) {
    if (games[index]) return;
    MatchGame game = worker.play(index);
    // Interrupted. An engine may see the signal before the stop is requested here.
    if (game.result.empty() && !game.forfeit) return;
    const std::lock_guard lock(mutex);
    if (keeper.keep && !trouble)
      if (auto kept = keeper.keep(game); !kept) {
        trouble = kept.error();
        end.request_stop();
      }
    for (const int agent : game.seats)
      if (auto& title = titles[static_cast<std::size_t>(agent)]; title.empty()) title = worker.title(agent);
    games[index] = std::move(game);
  };
  Reached reached;
  const auto can = opened.capabilities();
  bool told = !tell || std::find(can.begin(), can.end(), "loopy") == can.end();
  const auto tell_once = [&] {
    if (const std::uint64_t index = reached.long_game; !told && index != ~0ULL) {
      told = true;
      tell({index, Reached::many_plies});
    }
  };
  if (control.progress || !told)
    ours.progress = [&](std::uint64_t done, std::uint64_t total, std::string_view what) {
      tell_once();
      const std::uint32_t ply = reached.ply;
      if (control.progress)
        control.progress(done, total, ply < Reached::many_plies ? std::string(what) : fmt::format("{}, one at ply {}", what, ply));
    };
  run_chunks(ours, size, 1, "games", [&] {
    return [&, worker = std::make_shared<MatchWorker>(opened, plan, make, ours, &reached)](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t index = from; index < to; ++index) one(*worker, index);
    };
  });
  tell_once();
  if (trouble) return fail(*trouble);
  MatchReport report = summarise(opened, plan, schedule, games);
  for (std::size_t a = 0; a < titles.size(); ++a) report.agents[a].title = titles[a].empty() ? plan.agents[a] : titles[a];
  report.repeatable = repeatable;
  report.complete = report.games == size;
  report.seconds = seconds_since(begin);
  return report;
}

Result<MatchKeeper> keep_records(const std::string& folder, const Catalog& catalog, const OpenGame& opened, const MatchPlan& plan,
                                 std::uint64_t seed) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail(kind_of_errno(error.value()), "can't make the folder '" + folder + "': " + error.message());
  auto lock = TRY(FileLock::take(folder));
  const auto path = [folder](std::uint64_t index) { return fmt::format("{}/{:06}.record", folder, index + 1); };
  // Each record states what the game depends on, so that records of another match are refused.
  const auto head = [&opened, plan, seed](std::uint64_t index, const std::vector<int>& seats) {
    Record record;
    record.game = opened.name();
    record.rules = opened.rules_stamp();
    record.seed = seed;
    for (std::size_t seat = 0; seat < seats.size(); ++seat)
      record.seats.emplace_back(opened.seat_name(static_cast<Seat>(seat)), plan.agents[static_cast<std::size_t>(seats[seat])]);
    std::string all;
    for (const std::string& agent : plan.agents) all += " | " + agent;
    record.comments = {fmt::format("game {} of a match: opening {}, limit {}, time {:g}{}", index + 1, plan.opening, plan.limit,
                                   plan.seconds, all)};
    return record;
  };
  MatchKeeper keeper;
  keeper.hold = std::make_shared<FileLock>(std::move(lock));
  keeper.find = [=, &catalog](std::uint64_t index, const std::vector<int>& seats) -> Result<std::optional<MatchGame>> {
    if (!std::filesystem::exists(path(index))) return std::nullopt;
    const auto at = [&](Error bad) {
      bad.where = path(index);
      return fail(std::move(bad));
    };
    const auto text = TRY(read_file(path(index)));
    const auto record = read_record(text), ours = read_record(write_record(head(index, seats)));
    if (!record) return at(record.error());
    if (ours && record->game == ours->game && record->rules != ours->rules)
      return at({"the file has changed: this record was made under other rules of " + ours->game, "choose another folder"});
    if (!ours || record->game != ours->game || record->seed != ours->seed || record->seats != ours->seats ||
        record->comments.empty() || record->comments.front() != ours->comments.front())
      return at({"this is a record of another match", "choose another folder: each holds the records of one match"});
    if (!record->result) return std::nullopt;  // not ended by play: play it again
    const auto replayed = replay(catalog, *record);
    if (!replayed) return at(replayed.error());
    return MatchGame{index, seats, replayed->session->history(), *record->result, {}, {}};
  };
  keeper.keep = [=](const MatchGame& game) -> Result<void> {
    Record record = head(game.index, game.seats);
    for (std::size_t seat = 0; seat < game.titles.size(); ++seat)
      if (!game.titles[seat].empty()) record.comments.push_back(record.seats[seat].first + " is " + game.titles[seat]);
    if (!game.verdict.empty()) record.comments.push_back(game.verdict);
    for (const std::string& move : game.moves) record.moves.push_back({move, {}});
    if (!game.forfeit && game.verdict.empty()) record.result = game.result;
    return write_file(path(game.index), write_record(record));
  };
  return keeper;
}

}  // namespace banmen::lab
