// Reversi, and Yonin between teams, for the catalog.
#pragma once

#include "catalog/exact_reader.hpp"
#include "games/reversi/reversi.hpp"
#include "study/reversi/solver.hpp"

namespace banmen {

template <class G>
Result<Reading> read_discs(const G& g, const DiscPosition& p, bool openings, const Control& control) {
  DiscSolverOptions options;
  options.threads = control.threads;
  options.stop = control.stop;
  options.table_mebibytes = g.horizon(p) > 20 ? 1024 : 64;
  DiscSolver solver(DiscGame::of(g), options);
  const DiscSolution solution = solver.solve(p);
  Reading reading;
  reading.value = solution.value;
  reading.proved = solution.proved;
  reading.nodes = solution.nodes;
  reading.seconds = solution.seconds;
  reading.method = "null-window alpha-beta over discs";
  auto at = p;
  for (const DiscMove m : solution.line) {
    reading.line.push_back(g.text(at, m));
    g.play(at, m);
  }
  if (!openings || !solution.proved) return reading;
  // Moves that are images of each other under a symmetry of the position are worth the same: one of them is solved.
  MoveBuffer<DiscMove, 64> list;
  g.moves(p, list);
  std::vector<std::pair<DiscPosition, long>> known;
  for (const DiscMove m : list) {
    auto next = p;
    g.play(next, m);
    const DiscPosition least = g.canonical(next).position;
    long value = 0;
    bool found = false;
    for (const auto& [position, worth] : known)
      if (position == least) value = worth, found = true;
    if (!found) {
      const DiscSolution reply = solver.solve(next, false);
      reading.nodes += reply.nodes;
      reading.seconds += reply.seconds;
      if (!reply.proved) {
        reading.proved = false;
        return reading;
      }
      value = -reply.value;
      known.emplace_back(least, value);
    }
    reading.openings.emplace_back(g.text(p, m), value);
  }
  return reading;
}

template <>
struct ExactReader<Reversi> {
  static bool can_read(const Reversi&) { return true; }
  static Result<Reading> read(const Reversi& g, const DiscPosition& p, bool openings, const Control& control) {
    return read_discs(g, p, openings, control);
  }
};

template <>
struct ExactReader<Yonin> {
  /// Two teams; single players maximise ranks, which have no one value.
  static bool can_read(const Yonin& g) { return g.team(0) == g.team(2); }
  static Result<Reading> read(const Yonin& g, const DiscPosition& p, bool openings, const Control& control) {
    return read_discs(g, p, openings, control);
  }
};

}  // namespace banmen
