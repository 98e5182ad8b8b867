// Random play, and from a stated number of moves before the end exact reading: every seat maximises its own result (the players of
// the Yonin paper's Tables 3 and 4).
#pragma once

#include "search/maxn.hpp"
#include "search/maxn_range.hpp"
#include "search/random_agent.hpp"

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

}  // namespace banmen
