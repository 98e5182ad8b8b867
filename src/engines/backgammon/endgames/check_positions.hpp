// Checks single positions of a database by the game's own moves and play, on all threads.
#pragma once

#include <fmt/format.h>

#include "core/move_stack.hpp"
#include "engines/backgammon/endgames/equities.hpp"
#include "host/threads.hpp"

namespace banmen::backgammon {

/// visit(position) for every play of a throw from a position before it.
template <class Visit>
void for_plays(const Backgammon& g, MoveStack<Backgammon>& stack, Backgammon::Position p, int roll, Visit visit) {
  p.phase = Backgammon::Phase::play;
  p.dice[0] = throw_of(roll).large;
  p.dice[1] = throw_of(roll).small;
  for (const auto& move : stack.legal(g, p)) {
    Backgammon::Position next = p;
    g.play(next, move);
    visit(next);
  }
}

/// Adds to `sum` what a Judge(file, game) says of every `stride`-th position: good(position, check) notes how far it is off (and
/// may leave the owner of the cube with which it is wrong in the position), trouble() why the file can't be read. Ends early when
/// stopped.
template <class Judge>
Result<void> check_positions(const EquityFile& file, const Backgammon& g, std::uint64_t stride, std::uint64_t chunk,
                             EquityCheck& sum, const Control& control) {
  struct Worker {
    Judge judge;
    const Backgammon* g;
    int n, m;
    std::uint64_t stride, contacts;
    EquityCheck check;
    void operator()(std::uint64_t begin, std::uint64_t end) {
      std::uint8_t mover[slots] = {}, opponent[slots] = {};
      for (std::uint64_t k = begin; k < end && !judge.trouble(); ++k) {
        unplace(n, m, contacts, k * stride, mover, opponent);
        Backgammon::Position p = to_roll(*g, mover, opponent);
        const bool good = judge.good(p, check);
        ++check.checked;
        if (!good && check.wrong++ == 0) check.example = g->text(p);
      }
    }
  };
  for (const auto& [n, m] : tiers_up_to(file.plan().mover, file.plan().opponent)) {
    const std::uint64_t count = (count_positions(n, m) + stride - 1) / stride;
    const auto workers = run_chunks(
        control, count, chunk, fmt::format("positions of {} against {} checked", n, m),
        [&, n = n, m = m] { return Worker{Judge(file, g), &g, n, m, stride, count_positions(n, m, Meeting::contact), {}}; });
    for (const Worker& worker : workers) {
      if (worker.judge.trouble()) return fail(*worker.judge.trouble());
      sum.checked += worker.check.checked;
      sum.wrong += worker.check.wrong;
      sum.worst = std::max(sum.worst, worker.check.worst);
      if (sum.example.empty()) sum.example = worker.check.example;
    }
    if (control.stop.stop_requested()) return {};
  }
  return {};
}

}  // namespace banmen::backgammon
