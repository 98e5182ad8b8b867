// Random play, and from a stated number of moves before the end exact reading: every seat maximises its own result (the players of
// the Yonin paper's Tables 3 and 4).
#pragma once

#include "core/draw.hpp"
#include "search/greedy.hpp"
#include "search/maxn.hpp"
#include "search/reports.hpp"

namespace banmen {

template <Rules G>
requires HorizonGame<G>
class Exact final : public Search<G> {
 public:
  /// options.exact is the number of moves from the end.
  Exact(const G& g, const MaxNOptions& options) : g_(g), empties_(options.exact), random_(g) {
    if constexpr (G::max_players > 2)
      if (options.ties == Ties::all) reader_ = std::make_unique<MaxNRange<G>>(g, options);
    if (reader_ == nullptr) reader_ = std::make_unique<MaxN<G>>(g, options);
  }

  void new_game() override { reader_->new_game(); }

  Thought<G> think(const Question<G>& question) override {
    return g_.horizon(question.position) <= empties_ ? reader_->think(question) : random_.think(question);
  }

 private:
  G g_;
  int empties_;
  RandomSearch<G> random_;
  std::unique_ptr<Search<G>> reader_;
};

/// The experiment of the Yonin paper's Tables 3 and 4: games of such play. Games first … first+count-1 of a seed, or the first of
/// them where a stop came: a game in which it came does not count.
template <Rules G>
requires HorizonGame<G> std::vector<ExactGame> exact_play_games(const G& g, const MaxNOptions& options, std::uint64_t first,
                                                                std::uint64_t count, std::uint64_t seed,
                                                                const std::stop_token& stop) {
  const auto rank = [&](const GainsOf<G>& result, std::size_t seat) {
    int rank = 1;
    for (std::size_t other = 0; other < static_cast<std::size_t>(g.players()); ++other) rank += result[other] > result[seat];
    return rank;
  };
  std::unique_ptr<MaxN<G>> one;
  std::unique_ptr<MaxNRange<G>> all;
  if (options.ties == Ties::all)
    all = std::make_unique<MaxNRange<G>>(g, options);
  else
    one = std::make_unique<MaxN<G>>(g, options);
  MoveStack<G> stack(g);
  auto list = stack.at();
  std::vector<ExactGame> games;
  for (std::uint64_t number = first; number < first + count && !stop.stop_requested(); ++number) {
    Random random(seed, number);
    auto p = g.initial();
    GainsOf<G> gained{};
    while (g.horizon(p) > options.exact) {
      if (g.turn(p) == over) break;
      const auto drawn = draw_move(g, p, random, list);
      if (drawn.count == 0) break;
      gained += g.play(p, drawn.move);
    }
    ExactGame game;
    if (one != nullptr) {
      auto result = one->read_out(p, seed, number, stop);
      if (!result) break;
      *result += gained;
      game.result.assign(result->begin(), result->begin() + g.players());
    } else {
      auto results = all->read_out(p, stop);
      if (results.empty()) break;
      for (auto& result : results) {
        for (auto& r : result) r /= value_unit(g);
        result += gained;
      }
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(g.players()); ++seat) {
        int least = 1 << 20, most = 0;
        for (const auto& result : results) {
          least = std::min(least, rank(result, seat));
          most = std::max(most, rank(result, seat));
        }
        game.least.push_back(least);
        game.most.push_back(most);
      }
    }
    games.push_back(std::move(game));
  }
  return games;
}

}  // namespace banmen
