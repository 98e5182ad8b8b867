// Exact endgame solver for Reversi and for Yonin between teams, by specialised alpha-beta.
//
// Method: null-window searches converge on the value from a first guess (MTD(f); Plaat, Schaeffer, Pijls, de Bruin 1996). A
// transposition table shared by all threads stores whole positions (no hash collisions). Moves are ordered by the table, by the
// number of replies (fastest first), by parity, and far from the end by a shallow search with the evaluation; the last discs have
// loops of their own. Threads search the same tree with slightly different move orders and help each other through the table, so
// the value does not depend on them. The tests compare it with the plain minimax of search_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "games/reversi/rules.hpp"

namespace banmen {

/// Both games in the solver's form: seats in turn, of alternating colours, each with its allowed cells.
struct DiscGame {
  DiscBoard board;
  int seats = 2;
  std::array<Bits, 4> allowed{};  // by seat
  std::array<Bits, 2> counted{};  // by colour: cells whose discs it scores

  static DiscGame of(const ReversiRules& rules);
  /// Two teams only.
  static DiscGame of(const YoninRules& rules);
};

struct DiscSolution {
  int value = 0;               // lead of the colour on turn under best play
  int least = -64, most = 64;  // proved bounds; ±64: none
  bool proved = false;
  std::vector<DiscMove> line;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

struct DiscSolverOptions {
  std::size_t table_bytes = std::size_t{512} << 20;
  int threads = 1;
  std::stop_token stop;
  std::function<void(std::uint64_t nodes, int least, int most)> progress;  // about ten times a second, from the calling thread
};

class DiscSolver {
 public:
  DiscSolver(const DiscGame& game, const DiscSolverOptions& options);
  ~DiscSolver();

  /// May be called repeatedly: the table stays valid.
  DiscSolution solve(const DiscPosition& p, bool with_line = true);

 private:
  struct Table;
  class Thread;

  /// Null-window test of value ≥ `bound` for the colour on turn: returns a lower bound ≥ `bound`, or an upper bound below it.
  int test(const DiscPosition& p, int bound, bool& stopped);
  void find_value(const DiscPosition& p, DiscSolution& solution);

  DiscGame game_;
  DiscSolverOptions options_;
  std::unique_ptr<Table> table_;
  std::uint64_t nodes_ = 0;
  int least_ = -64, most_ = 64;  // of the current position
};

}  // namespace banmen
