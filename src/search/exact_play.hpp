// Many games of random play with exact reading at the end, summed up by seat: the experiment of the Yonin paper's Tables 3 and 4.
#pragma once

#include <cmath>

#include "core/draw.hpp"
#include "host/threads.hpp"
#include "search/maxn.hpp"
#include "search/maxn_range.hpp"
#include "search/reports.hpp"

namespace banmen {

/// Exact sums of small integers, so that adding up workers gives the same in any order.
struct RankSum {
  std::uint64_t games = 0, sum = 0, squares = 0;

  void add(std::uint64_t rank) {
    ++games;
    sum += rank;
    squares += rank * rank;
  }
  void add(const RankSum& other) {
    games += other.games;
    sum += other.sum;
    squares += other.squares;
  }
  [[nodiscard]] ExactPlayReport::Mean mean() const {
    if (games == 0) return {};
    const auto n = static_cast<double>(games);
    const double m = static_cast<double>(sum) / n;
    const double variance = static_cast<double>(squares) / n - m * m;
    return {games, m, games > 1 ? std::sqrt(variance / (n - 1)) : 0};
  }
};

template <Rules G>
requires HorizonGame<G>
class ExactPlayWorker {
 public:
  /// A game in which it is stopped does not count.
  ExactPlayWorker(const G& g, const MaxNOptions& options, std::uint64_t seed, std::stop_token stop)
      : g_(g), options_(options), seed_(seed), stop_(std::move(stop)), stack_(g), sums_(static_cast<std::size_t>(g.players())) {
    if (options.ties == Ties::all)
      all_ = std::make_unique<MaxNRange<G>>(g, options);
    else
      one_ = std::make_unique<MaxN<G>>(g, options);
  }

  void operator()(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t game = begin; game < end && !stop_.stop_requested(); ++game) play(game);
  }

  struct SeatSums {
    RankSum rank, when_facing_first, least, most;
  };
  [[nodiscard]] const std::vector<SeatSums>& sums() const { return sums_; }
  [[nodiscard]] std::uint64_t shared_firsts() const { return shared_firsts_; }
  [[nodiscard]] std::uint64_t games() const { return games_; }

  std::vector<ExactGame>* kept = nullptr;  // where games go one by one, if anywhere

 private:
  int rank(const GainsOf<G>& result, int seat) const {
    int rank = 1;
    for (int other = 0; other < g_.players(); ++other)
      rank += result[static_cast<std::size_t>(other)] > result[static_cast<std::size_t>(seat)];
    return rank;
  }

  void play(std::uint64_t game) {
    Random random(seed_, game);
    auto p = g_.initial();
    GainsOf<G> gained{};
    auto list = stack_.at();
    while (g_.horizon(p) > options_.exact) {
      if (g_.turn(p) == over) break;
      const auto drawn = draw_move(g_, p, random, list);
      if (drawn.count == 0) break;
      gained += g_.play(p, drawn.move);
    }
    if (one_ != nullptr) {
      auto result = one_->read_out(p, seed_, game, stop_);
      if (!result) return;
      ++games_;
      *result += gained;
      record(*result);
      if (kept != nullptr) kept->push_back({{result->begin(), result->begin() + g_.players()}, {}, {}});
      return;
    }
    ExactGame one;
    const auto results = all_->read_out(p, stop_);
    if (results.empty()) return;
    ++games_;
    for (int seat = 0; seat < g_.players(); ++seat) {
      int least = 1 << 20, most = 0;
      for (GainsOf<G> result : results) {
        for (auto& r : result) r /= value_unit(g_);
        result += gained;
        least = std::min(least, rank(result, seat));
        most = std::max(most, rank(result, seat));
      }
      sums_[static_cast<std::size_t>(seat)].least.add(static_cast<std::uint64_t>(least));
      sums_[static_cast<std::size_t>(seat)].most.add(static_cast<std::uint64_t>(most));
      if (kept != nullptr) {
        one.least.push_back(least);
        one.most.push_back(most);
      }
    }
    if (kept != nullptr) kept->push_back(std::move(one));
  }

  void record(const GainsOf<G>& result) {
    const int players = g_.players();
    int firsts = 0;
    for (int seat = 0; seat < players; ++seat) {
      const int own = rank(result, seat);
      firsts += own == 1;
      SeatSums& sums = sums_[static_cast<std::size_t>(seat)];
      sums.rank.add(static_cast<std::uint64_t>(own));
      if (players >= 4 && players % 2 == 0 && rank(result, (seat + players / 2) % players) == 1)
        sums.when_facing_first.add(static_cast<std::uint64_t>(own));
    }
    shared_firsts_ += firsts > 1;
  }

  G g_;
  MaxNOptions options_;
  std::uint64_t seed_;
  std::stop_token stop_;
  MoveStack<G> stack_;
  std::unique_ptr<MaxN<G>> one_;
  std::unique_ptr<MaxNRange<G>> all_;
  std::vector<SeatSums> sums_;
  std::uint64_t shared_firsts_ = 0, games_ = 0;
};

template <Rules G>
requires HorizonGame<G> ExactPlayReport exact_play_of(const G& g, const MaxNOptions& options, std::uint64_t games,
                                                      const Control& control) {
  const auto begin = std::chrono::steady_clock::now();
  const auto workers =
      run_chunks(control, games, 4, "games", [&] { return ExactPlayWorker<G>(g, options, control.seed, control.stop); });
  ExactPlayReport report;
  const bool facing = g.players() >= 4 && g.players() % 2 == 0;
  for (int seat = 0; seat < g.players(); ++seat) {
    typename ExactPlayWorker<G>::SeatSums sums;
    for (const auto& worker : workers) {
      const auto& part = worker.sums()[static_cast<std::size_t>(seat)];
      sums.rank.add(part.rank);
      sums.when_facing_first.add(part.when_facing_first);
      sums.least.add(part.least);
      sums.most.add(part.most);
    }
    if (options.ties == Ties::all) {
      report.least_rank.push_back(sums.least.mean());
      report.most_rank.push_back(sums.most.mean());
    } else {
      report.rank.push_back(sums.rank.mean());
      if (facing) report.rank_when_facing_first.push_back(sums.when_facing_first.mean());
    }
  }
  for (const auto& worker : workers) {
    report.games += worker.games();
    report.shared_firsts += worker.shared_firsts();
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace banmen
