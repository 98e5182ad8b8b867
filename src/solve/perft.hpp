// Perft: the number of positions at each depth. The last ply is counted without being played if the game can count moves.
#pragma once

#include <chrono>

#include "core/move_stack.hpp"
#include "host/threads.hpp"
#include "solve/reports.hpp"

namespace banmen {

template <Rules G>
class Perft {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  Perft(const G& g, int depth, std::stop_token stop)
      : g_(g),
        stop_(std::move(stop)),
        depth_(depth),
        stack_(g, depth),
        reached(static_cast<std::size_t>(depth) + 1),
        ended(static_cast<std::size_t>(depth) + 1) {}

  /// Counts everything below a position at depth `ply`; the position itself is not counted.
  void count(const Position& p, int ply) {
    if (ply < depth_ && !bulk_counted(p, ply)) below(p, ply);
  }

 private:
  /// The same for moves that have to be listed.
  void below(const Position& p, int ply) {
    if (stop_.stop_requested()) return;
    const auto at = static_cast<std::size_t>(ply);
    const auto list = stack_.legal(g_, p, ply);
    reached[at + 1] += list.size();
    ended[at] += list.empty();
    if (ply + 1 == depth_) return;
    for (const Move m : list) {
      Position next = p;
      g_.play(next, m);
      if (!bulk_counted(next, ply + 1)) below(next, ply + 1);
    }
  }

  /// Counts the last ply if the game can do that without listing; returns true if it did.
  [[gnu::always_inline]] bool bulk_counted(const Position& p, int ply) {
    if constexpr (SampledGame<G>) {
      if (ply + 1 != depth_) return false;
      if constexpr (ChanceGame<G>)
        if (rolls_dice(g_) && g_.turn(p) == chance) return false;
      const std::uint64_t n = g_.count(p);
      reached[static_cast<std::size_t>(depth_)] += n;
      ended[static_cast<std::size_t>(ply)] += n == 0;
      return true;
    }
    return false;
  }

  const G& g_;
  std::stop_token stop_;
  int depth_;
  MoveStack<G> stack_;

 public:
  std::vector<std::uint64_t> reached;  // [d]: positions at depth d
  std::vector<std::uint64_t> ended;    // [d]: of those, with no move
};

/// Counts in parallel over the positions two plies down.
template <Rules G>
PerftReport perft(const G& g, const typename G::Position& root, int depth, const Control& control) {
  const auto start = std::chrono::steady_clock::now();
  PerftReport report;
  std::vector<std::uint64_t> reached(static_cast<std::size_t>(depth) + 1), ended(static_cast<std::size_t>(depth) + 1);
  auto add = [&](const Perft<G>& part) {
    for (std::size_t d = 0; d <= static_cast<std::size_t>(depth); ++d) {
      reached[d] += part.reached[d];
      ended[d] += part.ended[d];
    }
  };
  // The frontier: the shallowest layer with enough positions to keep all workers busy.
  std::vector<typename G::Position> frontier{root};
  int ply = 0;
  MoveStack<G> stack(g);
  while (ply + 2 < depth && frontier.size() < 64 && !frontier.empty()) {
    std::vector<typename G::Position> next;
    for (const auto& p : frontier) {
      const auto list = stack.legal(g, p);
      ended[static_cast<std::size_t>(ply)] += list.empty();
      for (const auto m : list) {
        next.push_back(p);
        g.play(next.back(), m);
      }
    }
    frontier = std::move(next);
    ++ply;
    reached[static_cast<std::size_t>(ply)] += frontier.size();
  }
  struct Worker {
    Perft<G> part;
    const std::vector<typename G::Position>* frontier;
    int ply;
    void operator()(std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) part.count((*frontier)[i], ply);
    }
  };
  const auto workers = run_chunks(control, frontier.size(), 1, "subtrees", [&] {
    return Worker{Perft<G>(g, depth, control.stop), &frontier, ply};
  });
  for (const Worker& worker : workers) add(worker.part);
  std::uint64_t gone = 0;  // games that ended at a smaller depth
  for (std::size_t d = 1; d <= static_cast<std::size_t>(depth); ++d) {
    gone += ended[d - 1];
    report.leaves.push_back(reached[d] + gone);
    report.nodes += reached[d];
  }
  report.complete = !control.stop.stop_requested();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace banmen
