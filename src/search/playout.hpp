// Random playouts and their statistics.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/hash.hpp"
#include "core/move_stack.hpp"
#include "host/threads.hpp"
#include "search/reports.hpp"

namespace banmen {

/// Like play_out, on a board that is kept from move to move; the final position and random numbers are the same.
template <Draw D, UndoGame G, class Observe>
requires(!ChanceGame<G>) bool play_out_board(const G& g, typename G::Board& board, Random& random, std::uint32_t decision,
                                             std::uint32_t plies, GainsOf<G>& result, Observe&& observe) {
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    Sample<typename G::Move> drawn;
    if constexpr (D == Draw::uniform)
      drawn = g.sample(board, random);
    else
      drawn = g.sample_staged(board, random, D == Draw::staged);
    if (drawn.count == 0) {
      result += g.payoff(board);
      return true;
    }
    observe(decision++, is_pass(g, drawn.move) ? 0u : drawn.count);
    result += g.play(board, drawn.move);
  }
  return false;
}

/// Plays at random to the end, or for `plies` plies. Calls observe(number of the decision, number of moves) for every decision,
/// starting with number `decision`, with 0 moves for a forced pass. False if the game has not ended; another call continues it.
template <Draw D = Draw::uniform, Rules G, class Observe>
bool play_out(const G& g, typename G::Position& p, Random& random, MoveList<typename G::Move>& list, std::uint32_t decision,
              std::uint32_t plies, GainsOf<G>& result, Observe&& observe) {
  [[maybe_unused]] const bool dice = rolls_dice(g);
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    if constexpr (ChanceGame<G>) {
      if (dice && g.turn(p) == chance) {
        result += g.play(p, draw_chance(g, p, random, list));
        continue;
      }
    }
    Sample<typename G::Move> drawn;
    if constexpr (D == Draw::uniform)
      drawn = draw_move(g, p, random, list);
    else
      drawn = g.sample_staged(p, random, D == Draw::staged);
    if (drawn.count == 0) {
      result += g.payoff(p);
      return true;
    }
    observe(decision++, is_pass(g, drawn.move) ? 0u : drawn.count);
    result += g.play(p, drawn.move);
  }
  return false;
}

/// Integer sums over games, so that the workers' tallies add up to the same in any order.
template <int Players>
struct PlayoutTally {
  static constexpr std::uint32_t most_plies = 4096;  // by_ply beyond this is not kept; the totals are

  std::uint64_t games = 0, unfinished = 0;
  std::uint64_t decisions = 0, moves = 0, moves_squared = 0;
  std::uint64_t length = 0, length_squared = 0;
  std::int64_t result[Players] = {}, result_squared[Players] = {};
  std::uint64_t wins[Players] = {}, draws[Players] = {};
  std::uint64_t checksum = 0;
  /// Move counts and their squares, adjacent: one vector addition per ply.
  struct AtPly {
    std::uint64_t moves = 0, moves_squared = 0;
  };
  std::unique_ptr<AtPly[]> at = std::make_unique<AtPly[]>(most_plies);
  /// The number of games by number of decisions (longer ones count with the longest kept).
  std::unique_ptr<std::uint64_t[]> of_length = std::make_unique<std::uint64_t[]>(most_plies + 1);

  void add(const PlayoutTally& other) {
    games += other.games;
    unfinished += other.unfinished;
    decisions += other.decisions;
    moves += other.moves;
    moves_squared += other.moves_squared;
    length += other.length;
    length_squared += other.length_squared;
    checksum += other.checksum;
    for (int seat = 0; seat < Players; ++seat) {
      result[seat] += other.result[seat];
      result_squared[seat] += other.result_squared[seat];
      wins[seat] += other.wins[seat];
      draws[seat] += other.draws[seat];
    }
    for (std::uint32_t ply = 0; ply < most_plies; ++ply) {
      at[ply].moves += other.at[ply].moves;
      at[ply].moves_squared += other.at[ply].moves_squared;
    }
    for (std::uint32_t length = 0; length <= most_plies; ++length) of_length[length] += other.of_length[length];
  }
};

struct NoBoard {
  bool operator==(const NoBoard&) const = default;
};
template <class G>
struct BoardOf {
  using type = NoBoard;
};
template <UndoGame G>
struct BoardOf<G> {
  using type = typename G::Board;
};

/// A pointer, and not inlined: copies of a token count references, which leaves the compiler less room to inline a game's rules,
/// and cost Bao's playouts a fifth of their speed.
[[gnu::noinline]] inline bool asked_to_stop(const std::stop_token* stop) { return stop != nullptr && stop->stop_requested(); }

/// Plays games begin … end-1 of a seed up to a stop: an interrupted game counts as not played. No allocation after construction.
/// Boards: keep a board through each game if the game has one (false only in tests, to compare).
template <Rules G, Draw D = Draw::uniform, bool Boards = UndoGame<G> && !ChanceGame<G>>
class PlayoutWorker {
 public:
  PlayoutWorker(const G& g, const typename G::Position& start, std::uint64_t seed, std::uint32_t limit,
                const std::stop_token* stop = nullptr)
      : g_(g),
        start_(start),
        seed_(seed),
        limit_(limit),
        stop_(stop),
        stack_(g),
        branching_(std::make_unique_for_overwrite<std::uint32_t[]>(limit)) {
    if constexpr (Boards) {
      start_board_ = std::make_unique<typename G::Board>(g.board(start));
      board_ = std::make_unique<typename G::Board>(*start_board_);
    }
  }

  void operator()(std::uint64_t begin, std::uint64_t end) {
    auto list = stack_.at();
    for (std::uint64_t game = begin; game < end; ++game) {
      Random random(seed_, game);
      typename G::Position p = start_;
      GainsOf<G> result{};
      std::uint32_t length = 0;
      std::uint32_t* branching = branching_.get();
      const auto observe = [&](std::uint32_t decision, std::uint32_t count) {
        branching[decision] = count;
        length = decision + 1;
      };
      if constexpr (Boards) *board_ = *start_board_;
      bool finished = false;
      // In slices, with a check for a stop in between: some games last a hundred thousand plies, or repeat until the limit.
      for (std::uint32_t played = 0; !finished && played < limit_; played += slice) {
        if (asked_to_stop(stop_)) return;
        const std::uint32_t plies = std::min(slice, limit_ - played);
        if constexpr (Boards)
          finished = play_out_board<D>(g_, *board_, random, length, plies, result, observe);
        else
          finished = play_out<D>(g_, p, random, list, length, plies, result, observe);
      }
      if constexpr (Boards) p = g_.position(*board_);
      if (finished)
        record(game, p, result, length);
      else
        ++tally.unfinished;
      if (kept != nullptr)
        kept->push_back({game, finished, {result.begin(), result.begin() + g_.players()}, {branching, branching + length}});
    }
  }

  PlayoutTally<G::max_players> tally;
  std::vector<PlayedGame>* kept = nullptr;  // destination of single games, or null

 private:
  static constexpr std::uint32_t slice = 1024;  // plies

  void record(std::uint64_t game, const typename G::Position& p, const GainsOf<G>& result, std::uint32_t length) {
    std::uint64_t moves = 0, squared = 0;
    const auto add = [&](std::uint32_t k) {
      const std::uint64_t n = branching_[k];
      moves += n;
      squared += n * n;
      return typename PlayoutTally<G::max_players>::AtPly{n, n * n};
    };
    const std::uint32_t kept = std::min(length, tally.most_plies);
    for (std::uint32_t k = 0; k < kept; ++k) {
      const auto here = add(k);
      tally.at[k].moves += here.moves;
      tally.at[k].moves_squared += here.moves_squared;
    }
    for (std::uint32_t k = kept; k < length; ++k) add(k);
    ++tally.of_length[kept];
    ++tally.games;
    tally.decisions += length;
    tally.moves += moves;
    tally.moves_squared += squared;
    tally.length += length;
    tally.length_squared += static_cast<std::uint64_t>(length) * length;
    tally.checksum += mix(mix(game, g_.hash(p)), moves);
    const int players = g_.players();
    std::int32_t best = result[0];
    for (int seat = 1; seat < players; ++seat) best = std::max(best, result[static_cast<std::size_t>(seat)]);
    int best_team = -1;
    bool shared = false;
    for (int seat = 0; seat < players; ++seat) {
      if (result[static_cast<std::size_t>(seat)] != best) continue;
      const int team = team_of(g_, static_cast<Seat>(seat));
      if (best_team >= 0 && team != best_team) shared = true;
      best_team = team;
    }
    for (int seat = 0; seat < players; ++seat) {
      const std::int64_t r = result[static_cast<std::size_t>(seat)];
      tally.result[seat] += r;
      tally.result_squared[seat] += r * r;
      if (r == best) ++(shared ? tally.draws : tally.wins)[seat];
    }
  }

  const G& g_;
  typename G::Position start_;
  std::uint64_t seed_;
  std::uint32_t limit_;
  const std::stop_token* stop_;  // null: cannot be stopped
  MoveStack<G> stack_;
  std::unique_ptr<std::uint32_t[]> branching_;
  std::unique_ptr<typename BoardOf<G>::type> start_board_, board_;  // only with Boards
};

/// Games first … first+count-1 of a seed on one thread, up to a stop: the same games as in `playout`, each kept.
template <Draw D = Draw::uniform, Game G>
std::vector<PlayedGame> playout_games(const G& g, const typename G::Position& start, std::uint64_t first, std::uint64_t count,
                                      std::uint32_t limit, std::uint64_t seed, const std::stop_token& stop = {}) {
  std::vector<PlayedGame> games;
  games.reserve(count);
  PlayoutWorker<G, D> worker(g, start, seed, limit, &stop);
  worker.kept = &games;
  worker(first, first + count);
  return games;
}

/// Mean and (population) variance from exact integer sums.
inline Moments moments(std::uint64_t n, double sum, double squares) {
  if (n == 0) return {};
  const double mean = sum / static_cast<double>(n);
  return {mean, squares / static_cast<double>(n) - mean * mean};
}

template <Draw D = Draw::uniform, Game G>
PlayoutReport playout(const G& g, const typename G::Position& start, std::uint64_t games, std::uint32_t limit,
                      const Control& control) {
  const auto begin = std::chrono::steady_clock::now();
  const auto workers =
      run_chunks(control, games, 256, "games", [&] { return PlayoutWorker<G, D>(g, start, control.seed, limit, &control.stop); });
  PlayoutTally<G::max_players> sum;
  for (const auto& worker : workers) sum.add(worker.tally);

  PlayoutReport report;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  report.games = sum.games;
  report.unfinished = sum.unfinished;
  report.decisions = sum.decisions;
  report.checksum = sum.checksum;
  report.branching = moments(sum.decisions, static_cast<double>(sum.moves), static_cast<double>(sum.moves_squared));
  report.length = moments(sum.games, static_cast<double>(sum.length), static_cast<double>(sum.length_squared));
  std::uint64_t still_playing = sum.games - sum.of_length[0];
  for (std::uint32_t ply = 0; ply < sum.most_plies && still_playing > 0; still_playing -= sum.of_length[++ply]) {
    const auto& at = sum.at[ply];
    const Moments m = moments(still_playing, static_cast<double>(at.moves), static_cast<double>(at.moves_squared));
    report.by_ply.push_back(m.mean);
    report.by_ply_variance.push_back(m.variance);
  }
  for (int seat = 0; seat < g.players(); ++seat) {
    const Moments m = moments(sum.games, static_cast<double>(sum.result[seat]), static_cast<double>(sum.result_squared[seat]));
    report.results.push_back({g.seat_name(static_cast<Seat>(seat)), m.mean, m.variance, sum.wins[seat], sum.draws[seat]});
  }
  report.games_per_second = static_cast<double>(sum.games) / std::max(report.seconds, 1e-9);
  return report;
}

}  // namespace banmen
